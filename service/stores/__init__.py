"""The stores of sessions: the port is in `base`, and each adapter has a module of its own."""

from service.settings import parse_store
from service.stores.base import Store
from service.stores.redis import RedisStore
from service.stores.sqlite import SqliteStore


def open_store(url: str) -> Store:
    """Return the adapter that a CROUPIER_STORE URL asks for, not started yet; raises `SettingsError`."""
    checked = parse_store(url)
    if checked.startswith("sqlite:"):
        return SqliteStore(checked.removeprefix("sqlite:"))
    return RedisStore(checked)
