"""Tournaments as values of the contract."""
