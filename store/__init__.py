"""A store of documents, each with its log, in an SQLite file or in Redis: one atomic commit, durable as promised.

`Store` in `port.py` is the interface; `open_store` chooses one of its two adapters by a URL. A store never looks inside
the bytes that it keeps, and knows nothing of games, sessions or HTTP.
"""

from store.options import Durability
from store.port import Store
from store.redis.store import RedisStore
from store.sqlite.store import SqliteStore
from store.url import parse_store_url

__all__ = ["Durability", "Store", "open_store"]


def open_store(url: str, durability: Durability | None = None) -> Store:
    """Return the adapter for a URL, not started yet; raises `ValueError` with the reason for a URL of no store.

    Without `durability` it promises the level that the server can keep.
    """
    checked = parse_store_url(url)
    if checked.startswith("sqlite:"):
        return SqliteStore(checked.removeprefix("sqlite:"), durability=durability)
    return RedisStore(checked, durability)
