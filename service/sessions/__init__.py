"""A session as a value, its changes, the function that applies them, and its keys."""
