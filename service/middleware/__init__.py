"""Middleware: the layers that every request passes before it reaches an API."""
