"""Where sessions are kept: the port and its adapters, the repository in front of it, and what it remembers."""
