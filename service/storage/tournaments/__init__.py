"""Tournaments in a store."""
