"""The logic of the board, at states of random tables of every game, the sixth one of the tests included."""

import os
import re
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine import active_seats
from engine.games import GAMES
from service.rest.encoding import encode
from service.views.catalogue import project_cards, project_game, project_vocabulary
from service.views.projection import project_view
from tests.clients.node import ROOT, run_script
from tests.engine.example_game import register_example
from tests.engine.play import play_on, random_table
from tests.support.graphql_client import Json

BOARD = ROOT / "clients" / "javascript" / "src" / "board"
TABLES = 6 if os.environ.get("CROUPIER_TEST_LONG") else 3
STATES = 25
GUIDE = ROOT / "docs" / "kits.md"


@pytest.fixture(scope="module", params=sorted({*GAMES, "high"}))
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Json:
    """What a script finds at states of random tables of a game: see views.mjs."""
    register_example()
    game = str(request.param)
    file = tmp_path_factory.mktemp("board") / "views.json"
    file.write_bytes(encode({"game": describe(game), "views": collect_views(game)}))
    found: Json = run_script("board/views.mjs", {"board": BOARD.as_uri(), "file": str(file)})
    return found


def describe(game: str) -> Json:
    """Return the data about a game that a board gets."""
    return {
        "id": game,
        "title": project_game(game).title,
        "cards": project_cards(game),
        "vocabulary": project_vocabulary(game),
    }


def collect_views(game: str) -> list[Json]:
    """Return views of active seats and of a spectator at states of random tables."""
    random = Random(f"board {game}")
    views: list[Json] = []
    for _ in range(TABLES):
        table = random_table(game, random)
        for step in islice(play_on(table.deal(), random), STATES):
            viewers = (*active_seats(step.before), None)
            views += [{"seats": table.seats, "view": project_view(step.before, viewer)} for viewer in viewers]
    return views


def test_every_zone_is_drawn_once(found: Json) -> None:
    assert found["views"] > STATES
    assert found["misplaced"] == []


def test_every_legal_move_can_be_made_by_touching_what_it_names(found: Json) -> None:
    assert found["moves"] > 0
    assert found["unreachable"] == []


def test_every_legal_move_is_a_button_or_that_of_a_card_in_the_hand(found: Json) -> None:
    assert found["unlisted"] == []


def test_zones_have_headings_and_facts_have_words(found: Json) -> None:
    assert found["wordless"] == []


def test_no_two_cards_look_alike_even_without_hues(found: Json) -> None:
    assert found["alike"] == []


def test_the_logic_of_the_board_holds_in_small_cases() -> None:
    assert run_script("board/cases.mjs", {"board": BOARD.as_uri()}) == {"failures": []}


def test_what_has_happened_is_found_in_small_cases() -> None:
    assert run_script("board/happened.mjs", {"board": BOARD.as_uri()}) == {"failures": []}


def test_the_texts_of_both_languages_have_the_same_blanks() -> None:
    assert run_script("board/texts.mjs", {"board": BOARD.as_uri()}) == {"languages": ["en", "de"], "different": []}


def test_the_board_names_no_game() -> None:
    text = "\n".join(file.read_text(encoding="utf-8").lower() for file in code_of_the_board())
    assert [game for game in sorted(GAMES) if f'"{game}"' in text] == []


def test_the_guide_names_every_part_and_property_that_can_be_styled() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in code_of_the_board())
    written = re.findall(r'part=(?:"([^"]+)"|\$\{[^}"]*"([^"]+)" : "[^"]+"\})', code)
    parts = set(" ".join(f"{plain} {chosen}" for plain, chosen in written).split())
    properties = set(re.findall(r"var\((--croupier-[a-z-]+)", (BOARD / "board.css").read_text(encoding="utf-8")))
    section = GUIDE.read_text(encoding="utf-8").split("## A table in your own page")[1].split("\n## ")[0]
    styled = section.split("`::part()`:")[1].split("```")[0]
    assert set(re.findall(r"`([a-z-]+)`", styled)) == parts
    assert set(re.findall(r"`(--croupier-[a-z-]+)`", section)) == properties


def code_of_the_board() -> list[Path]:
    """Return our own modules of the board."""
    return [file for file in BOARD.rglob("*.js") if file.name != "preact.js"]


def test_the_views_are_those_of_the_contract() -> None:
    view = msgspec.json.decode(encode(collect_views("zar")[0]["view"]))
    assert {"zones", "facts", "legalMoves", "turn", "scores"} <= view.keys()
