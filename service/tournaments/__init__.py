"""Tournaments as values: their state, their changes, and the tables of their rounds."""
