"""Tournaments as values, their changes, and the tables of their rounds."""
