"""The adapters of the store port (`port.py`), each chosen by its URL."""

from service.settings import Durability, parse_store
from service.storage.port import Store
from service.storage.redis.store import RedisStore
from service.storage.sqlite.store import SqliteStore


def open_store(url: str, durability: Durability | None = None) -> Store:
    """Return the adapter for a CROUPIER_STORE URL, not started yet; raises `SettingsError`.

    Without `durability` it promises the level that the server can keep.
    """
    checked = parse_store(url)
    if checked.startswith("sqlite:"):
        return SqliteStore(checked.removeprefix("sqlite:"), durability=durability)
    return RedisStore(checked, durability)
