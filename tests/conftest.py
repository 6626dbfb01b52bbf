"""Hooks for all tests."""

from coverage import Coverage


def pytest_sessionfinish() -> None:
    """Write the coverage of this process: pytest-xdist kills a worker that takes ten seconds to end."""
    if (measuring := Coverage.current()) is not None:
        measuring.save()
