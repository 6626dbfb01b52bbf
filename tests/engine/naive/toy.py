"""High read a second time: who sees what."""

from collections.abc import Mapping

from tests.engine.naive.reading import Sight

INFORMATION: Mapping[str, Sight] = {"deck": "nobody", "table": "everybody", "hand": "owner", "taken": "owner"}
OPEN_VERBS = frozenset[str]()
