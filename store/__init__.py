"""A store of documents with logs, in an SQLite file or in Redis. Commits are atomic, and as durable as promised.

`Store` in `port.py` is the interface; `open_store` in `adapters.py` chooses an adapter by its URL. A store never looks
inside the bytes that it keeps, and knows nothing of games, sessions or HTTP.
"""
