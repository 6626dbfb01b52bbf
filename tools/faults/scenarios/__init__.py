"""The scenarios: what goes wrong, while players and followers go on."""
