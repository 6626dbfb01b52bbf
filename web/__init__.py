"""The page to play at: files that are served as they are, without a build. It calls the service as any app does."""
