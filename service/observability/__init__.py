"""Log lines and metrics, for every package of the service."""
