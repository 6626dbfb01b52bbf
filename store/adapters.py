"""The adapters of the store port (`port.py`), each chosen by its URL."""

from store.options import Durability
from store.port import Store
from store.redis.store import RedisStore
from store.sqlite.store import SqliteStore
from store.url import parse_store_url


def open_store(url: str, durability: Durability | None = None) -> Store:
    """Return the adapter for a URL, not started yet. Raises `ValueError` with the reason if no store has such a URL.

    Without `durability`, the store promises the level that the server can keep.
    """
    checked = parse_store_url(url)
    if checked.startswith("sqlite:"):
        return SqliteStore(checked.removeprefix("sqlite:"), durability=durability)
    return RedisStore(checked, durability)
