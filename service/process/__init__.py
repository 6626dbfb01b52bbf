"""How the service runs: in one process or in several, and its end."""
