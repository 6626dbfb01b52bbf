"""The published vectors equal the engine's deals, and they verify."""

import json

import pytest

from engine import verify
from tests.engine import vectors

TABLES = json.loads(vectors.FILE.read_text(encoding="utf-8"))["tables"]


def test_every_game_but_the_example_has_vectors() -> None:
    assert [*dict.fromkeys(table["record"]["game"] for table in TABLES)] == vectors.games()


def test_the_published_vectors_are_those_of_the_engine() -> None:
    assert json.loads(json.dumps(vectors.vectors()["tables"])) == TABLES


@pytest.mark.parametrize(
    "table", [table for table in TABLES if "fairness" in table["record"]], ids=lambda table: table["record"]["game"]
)
def test_a_finished_vector_verifies(table: dict[str, object]) -> None:
    assert {check.holds for check in verify(table["record"])} == {True}  # type: ignore[arg-type]
