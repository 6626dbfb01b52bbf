"""The storage of sessions: the port and its adapters, the repository in front of it, and its caches."""
