"""The pairings of each format."""
