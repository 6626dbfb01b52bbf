"""Idempotency keys for tests."""

import uuid


def new_key() -> str:
    """Return a random key, as a change that gives a secret again wants one."""
    return str(uuid.uuid4())
