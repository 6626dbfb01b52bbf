"""The engine's tests run for every registered game, and for a toy that shows that a game is one file and one line."""

from tests.engine.toy import register_toy

# Before the test modules are collected: they are parametrized over the register.
register_toy()
