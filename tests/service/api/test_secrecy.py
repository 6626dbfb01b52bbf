"""Two tables that look alike to a viewer get the same responses, byte for byte, over GraphQL."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from starlette.applications import Starlette

import engine
from engine.core.values import draw_first_seat
from service.app import create_app
from service.settings import load_settings
from service.storage.adapters import open_store
from service.storage.codec import SESSIONS
from service.storage.port import Commit
from tests.engine.possible_moves import sampled_moves
from tests.engine.redeal import redeals
from tests.service.api.test_catalogue import GAMES
from tests.support.graphql_client import APPLY, EVENTS, MOVE, NEW_TABLE, READ, RECORD, TABLE, Client, Json, Server
from tests.support.graphql_sessions import Live, done, open_table, pairs
from tests.support.graphql_stream import Stream
from tests.support.services import LocalService, Service
from tests.support.stored import encode_session

REFUSED = """
mutation Move($input: ApplyMoveInput!) {
  applyMove(input: $input) {
    __typename ... on Problem { code message path } ... on IllegalMove { rule { number } legalMoves { notation label } }
  }
}
"""

REFUSED_STATE = """
mutation Apply($input: ApplyMoveToStateInput!) {
  applyMoveToState(input: $input) {
    __typename ... on Problem { code message path } ... on IllegalMove { rule { number } legalMoves { notation label } }
  }
}
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_cannot_tell_apart_two_tables_that_look_alike_to_it(game: str, tmp_path: Path) -> None:
    chance, compared = Random(game), 0
    with LocalService(app_on(tmp_path / "one.db")) as one:
        table = open_table(one, game, 3)
        table.play(chance, 17)
        for viewer in table.viewers():
            other_file = tmp_path / f"{viewer}.db"
            if asyncio.run(redealt(tmp_path / "one.db", other_file, table.id, viewer, chance)):
                with LocalService(app_on(other_file)) as other:
                    check_alike(one, other, table, viewer, chance)
                compared += 1
    assert compared > 2


def test_a_deck_stacked_out_of_sight_changes_nothing_that_a_seat_is_told(one_service: Service) -> None:
    deck = list(engine.find_game("zeven").deck(engine.new_game("zeven", seats=2, seed="5" * 64).options))
    Random(40).shuffle(deck)
    # Three areas, then four cards each in turn: only seat 1 sees its cards, and nobody the cards after those.
    hidden = [4, 6, 8, 10, *range(11, 55)]
    other = list(deck)
    for place, source in zip(hidden, hidden[::-1], strict=True):
        other[place] = deck[source]
    responses = [ask_about(one_service, stacked) for stacked in (deck, other)]
    assert responses[0] == responses[1]


def test_only_the_moving_seat_learns_the_disclosure_of_a_move(one_service: Service) -> None:
    for game in GAMES:
        table, chance = open_table(one_service, game, 2), Random(game)
        for _ in range(5):
            seat, move, _version = table.choose(chance)
            assert table.move(seat, move)["session"]["status"] == "ACTIVE"
            for viewer in (None, 1 - seat):
                assert table.read(viewer)["view"]["undo"]["reason"] == "Somebody else has acted since."


def ask_about(service: Service, deck: list[str]) -> list[Json]:
    """Return the responses to seat 0 and a spectator about a table that begins with this deck."""
    client, options = Client(service), pairs({"firstSeat": "0"})
    wish = {"game": "zeven", "seats": 2, "seed": "5" * 64, "options": options, "deck": deck}
    state = client.ask(NEW_TABLE, input=wish)["state"]
    seen = client.ask(TABLE, state=state, seat=0, mover=0)
    tried = [{"state": state, "seat": 0, "move": move} for move in ("add AR1", "play W1 @9", "play Z @1", "play Q @1")]
    responses = [seen["view"], seen["may"], *(client.ask(REFUSED_STATE, input=one) for one in tried)]
    made = client.ask(APPLY, input={"state": state, "seat": 0, "move": seen["may"][0]["notation"], "viewer": None})
    return [*responses, made["move"], made["events"], made["table"]["view"]]


def app_on(file: Path) -> Starlette:
    return create_app(load_settings({"CROUPIER_STORE": f"sqlite:{file}"}))


async def redealt(file: Path, other_file: Path, session_id: str, viewer: int | None, chance: Random) -> bool:
    """Copy a session into another store, with the cards that a viewer cannot see dealt anew."""
    store, other = open_store(f"sqlite:{file}"), open_store(f"sqlite:{other_file}")
    await store.start()
    await other.start()
    try:
        stored = await store.load(session_id)
        assert stored is not None
        session = SESSIONS.decode(stored.document, session_id)
        assert session.state is not None
        other_state = next(iter(redeals(session.state, viewer, chance, 1)), None)
        if other_state is None:
            return False
        changed = encode_session(replace(session, state=replace(other_state, seed=another_seed(other_state))))
        for entry in await store.entries(session_id, 0, 1000):
            await other.commit(Commit(session_id, entry.version - 1, changed, entry.body, 600))
        return True
    finally:
        await store.close()
        await other.close()


def another_seed(state: engine.State) -> str:
    """Return another key that gives the same first seat, which everybody knows."""
    first, seats = draw_first_seat(state.options, state.seats, state.seed)[0], state.seats
    keys = (f"{number:064x}" for number in range(100))
    return next(key for key in keys if draw_first_seat(state.options, seats, key)[0] == first)


def check_alike(one: Server, other: Server, table: Live, viewer: int | None, chance: Random) -> None:
    token = table.viewer(viewer).token
    here, there = Client(one, token), Client(other, token)
    for body in questions(table, viewer, chance):
        assert here.post(body).content == there.post(body).content


def questions(table: Live, viewer: int | None, chance: Random) -> Iterator[bytes]:
    """Yield requests that change nothing: all reads, and moves that are refused or late."""
    yield request(READ, id=table.id)
    yield request(RECORD, id=table.id)
    for page in (3, 100):
        yield request(EVENTS, id=table.id, first=page, after="4")
    legal = [] if viewer is None else table.legal(viewer)
    for move in legal[:3]:
        yield request(MOVE, input={"sessionId": table.id, "move": move, "expectedVersion": 2})
    for move in tried(table, chance):
        if move not in legal:
            yield request(REFUSED, input={"sessionId": table.id, "move": move})


def tried(table: Live, chance: Random) -> list[str]:
    """Return moves of every kind, of cards that lie anywhere."""
    game = table.read()["game"]["id"]
    state = engine.new_game(game, seats=len(table.players), seed="7" * 64)
    return sorted({str(move) for move in sampled_moves(state, game, chance, 8)})


def request(document: str, **variables: object) -> bytes:
    return msgspec.json.encode({"query": document, "variables": variables})


# ---- revoked tokens


def test_a_token_that_is_void_shows_nothing_of_the_past_either(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    table.play(Random(4), 3)
    old, version = table.players[0].token, table.read()["version"] + 1
    done(table.players[0], "handOverSeat", table.id)
    for after in (None, "1", "3"):
        assert seats_and_hands(service, table.id, old, after, version) == {(None, False)}


def test_the_new_holder_of_a_seat_is_told_the_past_that_the_seat_knew(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    table.play(Random(4), 3)
    version = table.read()["version"] + 1
    new = done(table.players[0], "handOverSeat", table.id)["seatToken"]
    assert seats_and_hands(service, table.id, new, "2", version) == {(0, True)}


def test_a_player_that_left_is_told_nothing_that_the_seat_knew(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    version = table.read()["version"] + 1
    done(table.players[0], "leaveSession", table.id)
    assert seats_and_hands(service, table.id, table.players[0].token, "1", version) == {(None, False)}


def seats_and_hands(
    service: Service, session_id: str, token: str | None, after: str | None, version: int
) -> set[tuple[int | None, bool]]:
    """Return the viewer seat of a stream of a dealt table, and whether the hand of seat 0 is in it."""
    with Stream(service, token) as stream:
        frames = stream.subscribe(session_id, after).until(version)
    dealt = [frame["session"] for frame in frames if frame["session"]["view"] is not None]
    assert dealt
    return {(session["viewerSeat"], any(hand_of_seat_0(session["view"]))) for session in dealt}


def hand_of_seat_0(view: Json) -> list[Json]:
    (hand,) = [zone["cards"] for zone in view["zones"] if zone["key"] == "hand:0"]
    cards: list[Json] = hand
    return cards
