"""The storage of sessions and tournaments: repositories on a store (`store/`), stored forms, caches and lists."""
