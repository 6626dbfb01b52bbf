"""The adapters of the store port (`port.py`), by the URL that asks for each."""

from service.settings import Durability, parse_store
from service.storage.port import Store
from service.storage.redis.store import RedisStore
from service.storage.sqlite.store import SqliteStore


def open_store(url: str, durability: Durability | None = None) -> Store:
    """Return the adapter that a CROUPIER_STORE URL asks for, not started yet; raises `SettingsError`.

    Without a durability it promises what the server can keep.
    """
    checked = parse_store(url)
    if checked.startswith("sqlite:"):
        return SqliteStore(checked.removeprefix("sqlite:"), durability=durability)
    return RedisStore(checked, durability)
