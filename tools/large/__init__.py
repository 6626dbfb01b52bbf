"""The largest requests that are accepted: documents, tournaments, and the worst request of each operation."""
