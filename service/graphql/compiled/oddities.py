"""Why graphql-core is to do it."""

from typing import Never


class Unsupported(Exception):
    """The operation has something that plans do not do."""


class Odd(Exception):
    """A value is not what a plan takes for granted."""


def odd(_value: object = None) -> Never:
    """Raise `Odd`: what the plan's functions call where a value is not as expected."""
    raise Odd
