"""A session as a value: its changes, the one function that applies them, and its keys."""
