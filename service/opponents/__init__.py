"""Bots at the tables of the service: the processes that think for them, apart from those that answer requests."""
