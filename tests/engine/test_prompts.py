"""Prompts are true: they offer exactly the legal moves, and reveal nobody else's hand.

`make prompts` reads those of thousands of tables.
"""

from random import Random

import pytest
from msgspec.structs import replace

import engine
from engine import State, Wording
from engine.core.moves import name_task
from tests.engine import prompts
from tests.engine.long_run import check_items
from tests.engine.play import play, play_on, random_table
from tests.engine.prompt_clauses import CLAUSES
from tests.engine.prompts import LANGUAGES, check_prompts, check_table, check_task, read_task, tables_of_options
from tests.engine.redeal import redeals

GAMES = list(CLAUSES)
# The first moves of a table for each value of each option; `make prompts` plays to the end.
MOVES = 25
# All prompts of a game occur in fewer random tables.
MOST_TABLES = 1000

every_game = pytest.mark.parametrize("game", GAMES)


@every_game
def test_what_a_prompt_offers_is_legal_and_what_is_legal_is_offered(game: str) -> None:
    random = Random(f"prompts {game}")
    checked = [check_table(table, random, MOVES) for table in tables_of_options(game, random)]
    assert len(checked) >= len(engine.describe_options(engine.find_game(game).options))
    assert sum(checked) > 500


@every_game
def test_prompts_of_whole_tables_are_true(game: str) -> None:
    summary = check_items(prompts.RUN, game, 3, seed=1)
    assert summary.failures == []
    assert summary.counts["prompts"] > 100


# ---- one situation each


def table(game: str, seats: int, seed: int, options: dict[str, object], *lines: str) -> State:
    return play(engine.new_game(game, seats=seats, options={"firstSeat": 0, **options}, seed=f"{seed:064}"), *lines)


BOTH_TWINS_OPEN = table("zar", 3, 0, {}, "2 play W2 =Y", "0 double YD")
FITS_NOWHERE = table("zlam", 2, 520, {}, "1 place @3", "0 place @2", "1 place @1")
TURN_COLLECTS = table("zeven", 2, 0, {"favorsCollector": "turn"}, "0 play FY3 @1")
NO_STACKING = table("zar", 3, 4, {"stacking": False}, "1 play G6", "2 play G4", "0 play GD")
DRAGON_ON_TOP = table("zar", 3, 0, {}, "2 play D1 =1")
NOTHING_LEFT = replace(
    DRAGON_ON_TOP,
    zones={**DRAGON_ON_TOP.zones, "supply": (), "discard": ("D1",), "hand:0": ("Y2",), "hand:1": ("Y2",) * 50},
)


@pytest.mark.parametrize(
    ("state", "seat", "english", "german"),
    [
        (
            BOTH_TWINS_OPEN,
            2,
            "Waiting for seat 2 to play or draw a card.",
            "Warten auf Platz 2: eine Karte ausspielen oder ziehen.",
        ),
        (BOTH_TWINS_OPEN, 1, "Take the 4 cards that you owe.", "Nimm die 4 Karten, die du schuldest."),
        (
            FITS_NOWHERE,
            0,
            "Blue 5 fits none of your open stacks: give it to somebody else.",
            "Blau 5 passt auf keinen deiner offenen Stapel: gib die Karte weiter.",
        ),
        (
            TURN_COLLECTS,
            1,
            "Put a card on area 1; if you bring it above 7, seat 1 takes it.",
            "Lege eine Karte auf Bereich 1; bringst du ihn über 7, nimmt ihn Platz 1.",
        ),
        (NO_STACKING, 1, "Take the 2 cards that you owe.", "Nimm die 2 Karten, die du schuldest."),
        (
            DRAGON_ON_TOP,
            0,
            "Put down a card that shows 1, or a dragon.",
            "Lege eine Karte mit 1 oder einen Drachen.",
        ),
        (
            NOTHING_LEFT,
            0,
            "You have no card that fits, and there is none to draw: draw all the same, which ends your turn.",
            "Du hast keine Karte, die passt, und es gibt keine zu ziehen: zieh trotzdem, das beendet deinen Zug.",
        ),
    ],
)
def test_a_prompt_says_what_can_be_done_now(state: State, seat: int, english: str, german: str) -> None:
    assert engine.prompt(state, seat, Wording("en")) == english
    assert engine.prompt(state, seat, Wording("de")) == german
    check_prompts(state)


# Random tables reach these rarely, if at all.
RARE = (
    NOTHING_LEFT,
    table("zar", 3, 21, {"playDrawn": True, "mayDecline": True}, "1 draw"),
    table("zar", 3, 5, {"playDrawn": True, "mayDecline": True}, "1 draw"),
    table(
        "zar",
        3,
        325,
        {"playDrawn": True, "mayDecline": True},
        "1 draw",
        "1 play GS",
        "0 play D2 =1",
        "1 play B1",
        "2 play BD",
    ),
)


@every_game
def test_every_prompt_is_given_and_true(game: str) -> None:
    random = Random(7)
    wanted = set(engine.find_game(game).primer.prompts)
    for state in RARE:
        if engine.game_of(state).name == game:
            check_prompts(state)
            wanted -= keys_of(state)
    for _ in range(MOST_TABLES):
        if not wanted:
            break
        for step in play_on(random_table(game, random).deal(), random):
            wanted -= keys_of(step.before)
    assert not wanted


def keys_of(state: State) -> set[str]:
    """Return the keys of the prompts of all seats that have a move."""
    rules = engine.game_of(state)
    keys = set[str]()
    for seat in engine.active_seats(state):
        moves = engine.legal_moves(state, seat)
        asked = str(rules.read_facts(state)["asked"])
        given = name_task(asked, [move.verb for move in moves])
        keys.add(given if rules.question is None else rules.question(state, seat, moves).prompt)
    return keys


@pytest.mark.parametrize(
    ("state", "seat", "wrong", "falsch"),
    [
        (
            BOTH_TWINS_OPEN,
            0,
            "You hold the twin of yellow draw two, and may match with it at once.",
            "Du hast den Zwilling von Gelb Zieh zwei und darfst ihn sofort darauflegen.",
        ),
        (
            FITS_NOWHERE,
            0,
            "Put blue 5 on one of your open stacks, or give it to somebody else.",
            "Lege Blau 5 auf einen deiner offenen Stapel, oder gib die Karte weiter.",
        ),
        (
            TURN_COLLECTS,
            1,
            "Put a card on area 1; if you bring it above 7, you take it.",
            "Lege eine Karte auf Bereich 1; bringst du ihn über 7, nimmst du ihn.",
        ),
        (
            NO_STACKING,
            1,
            "Put down a draw two, or take the 2 cards that you owe.",
            "Lege eine Zieh zwei, oder nimm die 2 Karten, die du schuldest.",
        ),
        (DRAGON_ON_TOP, 0, "You have no card that fits: draw one.", "Du hast keine Karte, die passt: zieh eine."),
        (
            DRAGON_ON_TOP,
            0,
            "Put down a card that fits dragon I, or draw.",
            "Lege eine Karte, die auf Drache I passt, oder zieh.",
        ),
        (FITS_NOWHERE, 1, "Put blue 5 on one of your open stacks.", "Lege Blau 5 auf einen deiner offenen Stapel."),
        (NO_STACKING, 1, "Take the 4 cards that you owe.", "Nimm die 4 Karten, die du schuldest."),
    ],
)
def test_a_prompt_that_is_wrong_is_found(state: State, seat: int, wrong: str, falsch: str) -> None:
    for language, text in zip(LANGUAGES, (wrong, falsch), strict=True):
        said = read_task(engine.game_of(state).name, language, text)
        with pytest.raises(AssertionError):
            check_task(state, seat, said)


def test_a_prompt_of_unknown_words_is_not_taken_for_true() -> None:
    with pytest.raises(AssertionError, match="not clear"):
        read_task("zar", "en", "Put down a card that fits yellow 5; if none does, draw.")


# ---- secrecy


@pytest.mark.parametrize("options", [{"matching": "poll"}, {"matching": "race"}], ids=["poll", "race"])
def test_only_the_seat_itself_is_told_whether_it_holds_the_twin(options: dict[str, object]) -> None:
    differ = 0
    for seed in range(40):
        state = engine.new_game("zar", seats=3, options=options, seed=f"{seed:064x}")
        for viewer in (None, 0, 1, 2):
            for other in redeals(state, viewer, Random(seed), 3):
                assert engine.prompt(state, viewer) == engine.prompt(other, viewer)
                assert engine.asked_seats(state) == engine.asked_seats(other)
                differ += any(engine.prompt(state, seat) != engine.prompt(other, seat) for seat in range(3))
    assert differ > 20
