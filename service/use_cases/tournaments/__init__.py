"""The use cases of tournaments."""
