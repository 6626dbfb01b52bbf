"""The engine's tests run for every registered game, and for the example of a game in `examples/high`."""

from tests.engine.example_game import register_example

# Before the test modules are collected: they are parametrized over the register.
register_example()
