"""A store of documents, each with its log, in an SQLite file or in Redis: one atomic commit, durable as promised.

`Store` in `port.py` is the interface; `open_store` in `adapters.py` chooses an adapter by its URL. A store never looks
inside the bytes that it keeps, and knows nothing of games, sessions or HTTP.
"""
