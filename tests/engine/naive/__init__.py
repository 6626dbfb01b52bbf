"""A second reading of the rule pages, independent of the engine."""
