"""How players find a table: open ones, running ones, one's own, or the next best."""
