"""Middleware: what every request passes before an API."""
