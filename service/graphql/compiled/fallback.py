"""Why graphql-core is to do it."""

from typing import Any, Never


class Unsupported(Exception):
    """The operation has something that plans do not do."""


class NeedsFallback(Exception):
    """A value is not what a plan takes for granted."""


def fall_back() -> Never:
    """Raise `NeedsFallback`, where a value is not as expected."""
    raise NeedsFallback


def plain(value: Any) -> Any:  # noqa: ANN401
    """Return a value. Raises `NeedsFallback` for null, errors and what can be awaited: graphql-core's to treat."""
    if value is None or isinstance(value, Exception) or hasattr(value, "__await__"):
        raise NeedsFallback
    return value
