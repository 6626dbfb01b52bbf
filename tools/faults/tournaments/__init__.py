"""Tournaments whose workers and store are killed within rounds and between them."""
