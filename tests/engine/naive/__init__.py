"""The rule pages read a second time, without a look at the engine."""
