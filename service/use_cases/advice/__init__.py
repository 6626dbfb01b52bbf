"""What bots advise: hints at a table, and reviews of finished ones."""
