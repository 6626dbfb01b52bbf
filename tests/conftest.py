"""What all tests share."""

from coverage import Coverage


def pytest_sessionfinish() -> None:
    """Write what this process has covered: pytest-xdist kills a worker that takes ten seconds to end."""
    if (measuring := Coverage.current()) is not None:
        measuring.save()
