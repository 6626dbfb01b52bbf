"""The arena: players against each other on the same deals, so that skill is measured and luck is not."""
