"""Log lines and metrics, for every room."""
