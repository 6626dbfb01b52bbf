"""Golden tables: played tables as text. `python -m tests.engine.regenerate` rewrites them; review the diff."""

from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from engine import GAMES
from tests.engine.golden_text import (
    GOLDEN,
    candidates,
    common_kinds,
    files_of,
    kinds_dealt,
    kinds_shown,
    kinds_wanted,
    read,
    write,
)


def written(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def shown_in_goldens(game: str) -> frozenset[str]:
    goldens = [read(written(file)) for file in files_of(game)]
    return frozenset().union(*map(kinds_shown, goldens), *map(kinds_dealt, goldens))


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
def test_a_golden_table_plays_as_it_is_written(file: Path) -> None:
    assert write(read(written(file))) == written(file)


@pytest.mark.parametrize("game", list(GAMES))
def test_every_verb_choice_event_and_fact_occurs_in_a_golden_table(game: str) -> None:
    assert kinds_wanted(game) - shown_in_goldens(game) == set()


@pytest.mark.parametrize("game", list(GAMES))
def test_every_shared_kind_of_event_that_a_game_has_occurs_in_a_golden_table(game: str) -> None:
    occurring = set[str]().union(*(kinds_shown(golden) for golden in islice(candidates(game), 30)))
    facts_that_change = {f"event {name}" for name in GAMES[game].facts} & occurring
    assert (common_kinds(occurring) | facts_that_change) - shown_in_goldens(game) == set()


def test_every_golden_table_is_one_of_a_registered_game() -> None:
    assert {file.name.rpartition("-")[0] for file in GOLDEN.glob("*.txt")} == set(GAMES)
