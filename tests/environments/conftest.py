"""Run the tests of environments for every registered game and for the example in `examples/high`."""

from tests.engine.example_game import register_example

# The example is registered before collection, since test modules are parametrized over the register.
register_example()
