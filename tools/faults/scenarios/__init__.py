"""The scenarios: the faults that are injected while players and followers continue."""
