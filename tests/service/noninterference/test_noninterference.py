"""Two sessions that differ only in facts hidden from a viewer are driven alike: all bytes that it is sent are equal.

`make noninterference` does the same with any number of random tables.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from graphql import GraphQLObjectType
from msgspec.structs import replace

import engine
from service.sessions.session import Setup
from tests.engine.redeal import Viewer
from tests.service.api.test_catalogue import GAMES
from tests.service.noninterference import comparison, deals, worlds
from tests.support.graphql_selections import SCHEMA
from tools.services import LocalService

# Tables with many possible acts beside moves; found by trying.
TABLES = {"zeven": 3, "bazaar": 4, "door": 5, "zar": 5, "zlam": 5}
WINDOW = 60_000


@pytest.mark.parametrize("game", GAMES)
def test_a_viewer_is_sent_the_same_of_a_session_with_an_alternative_deal(server: LocalService, game: str) -> None:
    name = f"{game} {TABLES.get(game, 5)}"
    assert comparison.compare(server, deals.invent(game, Random(name), 7, most_seats=3), name) > 2


def test_a_host_who_plays_is_sent_the_same_of_a_session_with_an_alternative_deal(server: LocalService) -> None:
    acts = (deals.Act("leaveSession", 1), deals.Act("joinSession", 1), deals.Act("handOverSeat", 1))
    script = deals.invent("zeven", Random("host"), 4, only_moves=True, most_seats=2)
    assert comparison.compare(server, replace(script, acts=(*script.acts, *acts)), "host", host_seat=1) > 2


@pytest.mark.parametrize("left_seat_level", [0, 1])
def test_a_viewer_is_sent_the_same_of_a_session_with_bots(server: LocalService, left_seat_level: int) -> None:
    setup = Setup(take_backs=True, bot_millis=deals.BOT_MILLIS, left_seat_level=left_seat_level)
    script = replace(deals.invent("zeven", Random("bots"), 0, most_seats=2), setup=setup)
    script = replace(
        script, acts=(deals.Act("leaveSession", 1), *([] if left_seat_level else [deals.Act("addBot", 1)]))
    )
    moves = list(moves_of(script, 6))
    assert deals.BOT_MOVE in [move.name for move in moves]
    script = replace(script, acts=(*script.acts, *moves, deals.Act("addBot", 1), deals.Act("removeBot", 1)))
    assert comparison.compare(server, script, "bots") > 1


def moves_of(script: deals.Script, length: int) -> Iterator[deals.Act]:
    """Yield the first legal moves after a script, of people and of bots."""
    for _ in range(length):
        session = [*deals.begin(script), *deals.perform(script)][-1][0]
        act = deals.choose_move(session, Random("first"))
        assert act is not None
        yield act
        script = replace(script, acts=(*script.acts, act))


@pytest.mark.parametrize("game", GAMES)
def test_a_viewer_is_sent_the_same_of_a_sealed_table_with_an_alternative_deal(server: LocalService, game: str) -> None:
    name = f"sealed {game} {TABLES.get(game, 5)}"
    assert (
        comparison.compare_sealed(server, deals.invent(game, Random(name), 6, only_moves=True, most_seats=3), name) > 2
    )


def test_the_bytes_sent_to_a_viewer_are_the_same_with_redis(redis_url: str) -> None:
    with LocalService(comparison.app_on(redis_url)) as server:
        assert comparison.compare(server, deals.invent("zar", Random("redis"), 4, most_seats=2), "redis") > 2


@pytest.mark.parametrize("resigned", [False, True], ids=["a person is asked", "the default policy is asked"])
def test_while_only_a_match_counts_nobody_learns_whether_others_can(server: LocalService, resigned: bool) -> None:
    script = race(Random("race"), Setup(reaction_millis=WINDOW, move_seconds=1))
    asked = engine.view(state_of(script), None).turn[0]
    assert deals.begin(script)[-1][0].reacting_until == WINDOW
    if resigned:
        script = replace(script, acts=(deals.Act("resign", asked),))
    comparison.compare_with(comparison.play_session(server, "race"), script, without_match(script, matcher_of(script)))


def test_nobody_is_told_whether_another_can_match_nor_does_the_default_policy(server: LocalService) -> None:
    script = race(Random("race"), Setup())
    matcher = matcher_of(script)
    script = replace(script, acts=(deals.Act("resign", matcher),))
    comparison.compare_with(comparison.play_session(server, "race"), script, without_match(script, matcher))


def test_no_holder_of_a_sealed_table_is_told_whether_another_can_match(server: LocalService) -> None:
    script = race(Random("sealed race"), Setup())
    comparison.compare_with(
        comparison.play_sealed(server, "sealed race"), script, without_match(script, matcher_of(script))
    )


def race(chance: Random, setup: Setup) -> deals.Script:
    """Return a race in which a seat that is not asked holds the twin of the card turned over."""
    while True:
        state = engine.new_game("zar", seats=3, seed=f"{chance.getrandbits(256):064x}")
        deck = list(engine.find_game("zar").deck(state.options))
        chance.shuffle(deck)
        script = deals.Script("zar", 3, {}, setup, deals.Deal(state.seed, tuple(deck)))
        if set(who_can_match(script)) - set(engine.view(state_of(script), None).turn):
            return script


def state_of(script: deals.Script) -> engine.State:
    state = deals.begin(script)[-1][0].state
    assert state is not None
    return state


def who_can_match(script: deals.Script) -> list[int]:
    state = state_of(script)
    moves = {seat: engine.legal_moves(state, seat) for seat in range(script.seats)}
    return [seat for seat in moves if any(move.verb == "match" for move in moves[seat])]


def matcher_of(script: deals.Script) -> int:
    """Return a seat that can match although it is not asked."""
    asked = engine.view(state_of(script), None).turn
    return next(seat for seat in who_can_match(script) if seat not in asked)


def without_match(script: deals.Script, matcher: int) -> dict[Viewer, deals.Deal]:
    """Return for every other viewer an alternative deal in which the seat cannot match."""
    return {who: next(deals_without(script, who, matcher)) for who in deals.viewers_of(script) if who != matcher}


def deals_without(script: deals.Script, viewer: Viewer, matcher: int) -> Iterator[deals.Deal]:
    for number in range(50):
        deal = deals.find_alternative(script, viewer, Random(f"{viewer} {number}"))
        if deal is not None and matcher not in who_can_match(replace(script, deal=deal)):
            yield deal


@pytest.mark.parametrize("before", ['"cursor":"', "id: ", r"What came next: review(seat, after=\""])
def test_the_head_of_a_cursor_is_set_aside_wherever_it_stands(before: str) -> None:
    head = "i8-MDhRdxGzKbjri"
    assert worlds.set_aside(f"{before}23.4-{head}".encode(), "no session") == f"{before}23.4-HEAD".encode()


def test_every_question_of_the_schema_is_asked_or_has_nothing_to_do_with_a_session() -> None:
    source = "".join(path.read_text() for path in Path(__file__).parent.glob("*worlds.py"))
    fields = {name for kind in ("Query", "Mutation", "Subscription") for name in fields_of(kind)}
    without_session = {
        "notations",
        "noticeTypes",
        "pairRound",
        "pushKey",
        "rateResults",
        "standingsOf",
        "tournaments",
    }
    assert {name for name in fields if f'"{name}"' not in source} == {"games", "joinOrCreate", *without_session}


def fields_of(kind: str) -> list[str]:
    declared = SCHEMA.type_map[kind]
    assert isinstance(declared, GraphQLObjectType)
    return list(declared.fields)
