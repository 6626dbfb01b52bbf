"""`learned`, the disclosure of a move: where it is empty, no viewer can distinguish the deal from other deals."""

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from engine import GAMES, LEARNED, Plain, State, apply, events_for, explain, learned, legal_moves, redeal, view
from tests.engine.invariants import viewers
from tests.engine.naive.reading import reading_of
from tests.engine.play import Step, Table, play_on, random_table
from tests.engine.redeal import Viewer, check_same, look_alike
from tests.engine.table import situation

every_game = pytest.mark.parametrize("game", list(GAMES))

WORLDS = 4

# Games with long tables need only a few; Changes that show nothing are rare in Zeven and Door.
TABLES = {"zeven": 60, "door": 40, "zar": 15, "zlam": 8}


def learned_of(step: Step) -> str | None:
    return learned(step.before, step.after, step.events, step.seat)


# ---- for every game


@every_game
def test_where_nothing_was_learned_no_viewer_can_tell_other_deals_from_the_true_one(game: str) -> None:
    taken_back: Counter[str] = Counter()
    for number in range(TABLES.get(game, 20)):
        random = Random(f"learned {game} {number}")
        for step in play_on(table_of(game, random).deal(), random):
            if learned_of(step) is None:
                taken_back[step.move.split()[0]] += 1
                for viewer in viewers(step.before)[:6]:
                    check_nothing_learned(step, viewer, random)
    rarely_open = getattr(reading_of(game), "RARELY_OPEN_VERBS", frozenset[str]())
    assert set(taken_back) | rarely_open == reading_of(game).OPEN_VERBS


def table_of(game: str, random: Random) -> Table:
    """Return a random table; of ZLAM! one with all the questions of the game."""
    table = random_table(game, random)
    every_question = {"atRisk": True, "gainCards": 3, "lossCards": 3}
    return replace(table, options={**table.options, **every_question}) if game == "zlam" else table


def check_nothing_learned(step: Step, viewer: Viewer, random: Random) -> None:
    """Check that in every other deal the move is legal, and the viewer's events and view afterwards are the same."""
    received = events_for(step.events, viewer), view(step.after, viewer)
    choices = legal_moves(step.before, step.seat)
    for world in worlds(step.before, viewer, random):
        assert explain(world, step.seat, step.move) is None
        check_same(choices, legal_moves(world, step.seat), "what could be chosen")
        after, events = apply(world, step.seat, step.move)
        check_same(received, (events_for(events, viewer), view(after, viewer)), f"what {viewer} was told")


def worlds(state: State, viewer: Viewer, random: Random) -> list[State]:
    """Return other deals, by the engine and by the tests' own dealer."""
    dealt = [redeal(state, viewer, f"{random.getrandbits(256):064x}") for _ in range(WORLDS)]
    return [*dealt, *(world for _ in range(WORLDS) if (world := look_alike(state, viewer, random)))]


@every_game
def test_every_move_that_shows_a_card_draws_one_or_ends_the_table_gives_something_away(game: str) -> None:
    random = Random(f"given away {game}")
    given = None
    for _ in range(4):
        for step in play_on(random_table(game, random).deal(), random):
            seen = [viewer for viewer in viewers(step.before) if new_cards(step, viewer)]
            given = learned_of(step)
            assert given in LEARNED or not (seen or step.after.words != step.before.words)
    assert given == "OVER"


def new_cards(step: Step, viewer: Viewer) -> Counter[str]:
    """Return the cards that a viewer sees after a move, and did not see anywhere before."""
    return seen_cards(step.after, viewer) - seen_cards(step.before, viewer)


def seen_cards(state: State, viewer: Viewer) -> Counter[str]:
    """Count the cards that a viewer sees."""
    cards = [card for zone in view(state, viewer).zones for card in zone.cards]
    return Counter(card for card in cards if card)


def test_each_code_has_a_sentence() -> None:
    assert all(sentence.endswith(".") for sentence in LEARNED.values())


# ---- moves that disclose something


def zeven(deck: str, rest: str = "score:1") -> State:
    zones = {"area:1": "AR1 CR2", "area:2": "AR2", "area:3": "ZB3", "hand:0": "AY1", "hand:1": "GR1 GR2", "deck": deck}
    return situation(
        "zeven", seats=2, options={"firstSeat": 0}, zones=zones, rest=rest, phase="change", area=1, asked=0
    )


def given_by(state: State, seat: int, move: str) -> str | None:
    after, events = apply(state, seat, move)
    return learned(state, after, events, seat)


def test_a_card_drawn_is_shown_to_the_seat_that_moved() -> None:
    assert given_by(zeven("FY1"), 0, "move AR1 @2") == "REVEALED"


def test_a_change_after_which_no_card_can_be_drawn_gives_nothing_away() -> None:
    assert given_by(zeven(""), 0, "move AR1 @2") is None


def test_a_card_played_from_the_hand_is_shown_to_the_others() -> None:
    assert given_by(replace(zeven(""), phase="play", area=0), 0, "play AY1 @2") == "REVEALED"


def zar(zones: dict[str, str], matching: str, *, vincent: bool = False, **fields: object) -> State:
    options: dict[str, Plain] = {"firstSeat": 0, "matching": matching, "vincent": vincent}
    return situation("zar", seats=3, options=options, zones=zones, rest="supply", turns=40, **fields)


def test_a_pass_in_a_poll_suggests_that_the_seat_lacks_the_twin() -> None:
    zones = {"hand:0": "Y1", "hand:1": "G2", "hand:2": "B3", "discard": "G4 Y4"}
    state = zar(zones, "poll", phase="poll", put_down_by=0, turn_taker=1)
    assert given_by(state, 2, "pass") == "ANSWERED"


def test_a_new_hand_is_dealt_by_chance() -> None:
    zones = {"hand:0": "", "hand:1": "G2", "hand:2": "B3", "discard": "G4 Y4"}
    state = zar(zones, "race", phase="accept", out=True, put_down_by=0, turn_taker=1)
    several = replace(state, options=replace(state.options, hands=2))
    assert given_by(several, 1, "accept") == "CHANCE"
    assert given_by(state, 1, "accept") == "OVER"


def test_a_card_shown_for_an_offence_was_seen_by_its_owner_alone() -> None:
    zones = {"hand:0": "Y1", "hand:1": "G2 B5", "hand:2": "B3", "discard": "G4 Y4"}
    state = zar(zones, "race", vincent=True, put_down_by=0, turn_taker=1)
    assert given_by(state, 2, "match B3") == "REVEALED"


def test_a_game_that_says_nothing_of_its_decisions_takes_none_of_them_back() -> None:
    assert GAMES["high"].decides_in_secret is None
