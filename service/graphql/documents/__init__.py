"""Documents: their limits, their check, and those that are known by their hash."""
