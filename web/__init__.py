"""The page to play at: static files, which call the service as any app does."""
