"""Documents: their limits, their validation, and persisted documents."""
