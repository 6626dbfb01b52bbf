"""A second reading of High: the visibility of its cards."""

from collections.abc import Mapping

from tests.engine.naive.reading import Sight

INFORMATION: Mapping[str, Sight] = {"deck": "nobody", "table": "everybody", "hand": "owner", "taken": "owner"}
OPEN_VERBS = frozenset[str]()
