"""The tests of this folder go over every adapter."""

import pytest


@pytest.fixture(params=["sqlite", "redis", "valkey", "sentinel", "cluster"])
def store_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty store, once for each adapter, for each shape that Redis comes in, and for Valkey."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url
