"""Tables whose state the caller keeps, over HTTP."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

import msgspec
import pytest

import engine
from tests.engine.example_game import register_example
from tests.service.api.test_catalogue import GAMES
from tests.support.apis import ask_both
from tests.support.example_service import WITH_EXAMPLE
from tests.support.graphql_client import APPLY, EVENT, NEW_TABLE, TABLE, Client, Json, result_of
from tests.support.graphql_sessions import open_table, pairs
from tools.services import Service

SEED = "5" * 64
DECK = ["".join(signs) for signs in product("ACFGZ", "RYB", "123")]


@pytest.fixture
def example_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a game that one file and one line added."""
    register_example()
    folder = tmp_path_factory.mktemp("high")
    with Service(f"sqlite:{folder / 'croupier.db'}", folder, WITH_EXAMPLE) as service:
        yield service


FAST_APPLY = f"""{EVENT}
mutation Apply($input: ApplyMoveToStateInput!) {{
  applyMoveToState(input: $input) {{
    ... on TableChanged {{
      move {{ notation }} events {{ ...Happening }}
      table {{ state activeSeats result {{ scores ranking winners reason }} }}
    }}
    ... on Problem {{ code }}
  }}
}}
"""


def new_table(service: Service, **wish: object) -> Json:
    return Client(service).ask(NEW_TABLE, input={"game": "zeven", "seats": 2, "seed": SEED} | wish)


def look(service: Service, state: str, seat: int | None = None, mover: int = 0) -> Json:
    return Client(service).ask(TABLE, state=state, seat=seat, mover=mover)


def apply(service: Service, state: str, seat: int, move: str, viewer: int | None = None) -> Json:
    wish = {"state": state, "seat": seat, "move": move, "viewer": viewer}
    return Client(service).ask(APPLY, input=wish, viewer=viewer)


def play_stateless(service: Service, game: str, chance: Random) -> None:
    """Play a random table to its end; every response equals the engine's answer."""
    table = new_table(service, game=game, seats=3)
    state = engine.new_game(game, seats=3, seed=SEED)
    move = ""
    while seats := engine.active_seats(state):
        assert table["state"] == engine.dumps(state).decode()
        assert (table["activeSeats"], table["result"]) == (list(seats), None)
        seat = chance.choice(seats)
        viewer = chance.choice([None, 0, 1, 2])
        legal = engine.legal_moves(state, seat)
        if chance.random() < 0.2:
            seen = look(service, table["state"], viewer, seat)
            assert [move["notation"] for move in seen["may"]] == [str(move) for move in legal]
            assert (seen["view"]["viewer"], seen["view"]["ply"]) == (viewer, state.ply)
        move = str(chance.choice(legal))
        wish = {"state": table["state"], "seat": seat, "move": move, "viewer": viewer}
        changed = Client(service).ask(FAST_APPLY, input=wish)
        state, events = engine.apply(state, seat, move)
        assert changed["move"]["notation"] == move
        check_events(changed["events"], engine.events_for(events, viewer), state.ply)
        table = changed["table"]
    assert table["result"] == result_of(state)
    assert look(service, table["state"])["view"]["result"] == result_of(state)
    assert apply(service, table["state"], 0, move)["code"] == "TABLE_OVER"


def check_events(received: list[Json], events: tuple[engine.Event, ...], ply: int) -> None:
    assert [event["version"] for event in received] == [ply] * len(events)
    assert [event["kind"] for event in received] == [event.kind for event in events]
    assert [[card["code"] for card in event["cards"]] for event in received] == [list(event.cards) for event in events]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_played_to_its_end_by_a_caller_that_keeps_the_state(one_service: Service, game: str) -> None:
    play_stateless(one_service, game, Random(game))


def test_a_new_game_is_served_without_touching_the_service(example_service: Service) -> None:
    assert "high" in [game["id"] for game in Client(example_service).ask("{ games { id } }")]
    play_stateless(example_service, "high", Random("high"))
    table = open_table(example_service, "high", 3)
    table.play_to_the_end(Random("high"))
    record = table.record()
    assert record is not None
    assert result_of(engine.replay(record)[-1]) == table.read()["view"]["result"]
    assert "Traceback" not in example_service.log


def test_the_same_seed_deals_the_same_table_and_no_seed_a_random_one(one_service: Service) -> None:
    assert new_table(one_service) == new_table(one_service)
    states = {new_table(one_service, seed=None)["state"] for _ in range(3)}
    assert len(states) == 3
    assert new_table(one_service)["state"] not in states


def test_a_stacked_deck_is_dealt_from_the_top(one_service: Service) -> None:
    ordered = engine.find_game("zlam").deck(engine.new_game("zlam", seats=2, seed=SEED).options)
    table = new_table(one_service, game="zlam", options=pairs({"firstSeat": "1"}), deck=list(ordered))
    bases = [zone["cards"][0]["code"] for zone in table["view"]["zones"] if zone["kind"] == "stack"]
    assert bases == [ordered[0], ordered[2], ordered[4], ordered[1], ordered[3], ordered[5]]


# ---- invalid states


Tamper = Callable[[Json], object]


def change(**fields: object) -> Tamper:
    return lambda state: state | fields


def without(field: str) -> Tamper:
    return lambda state: {name: value for name, value in state.items() if name != field}


def in_zones(**zones: Sequence[object]) -> Tamper:
    return lambda state: state | {"zones": state["zones"] | zones}


TAMPERED: dict[str, Tamper] = {
    "null": lambda _: None,
    "a number": lambda _: 7,
    "a list": lambda state: [state],
    "empty": lambda _: {},
    "another game": change(game="zlam"),
    "no game": change(game="chess"),
    "the game is a number": change(game=3),
    "other rules": change(rules=2),
    "no seed": without("seed"),
    "a short seed": change(seed="5"),
    "too many seats": change(seats=5),
    "no seats": change(seats=0),
    "half a seat": change(seats=2.5),
    "an unknown field": change(cheat=True),
    "negative ply": change(ply=-1),
    "absurd ply": change(ply=10**30),
    "a hand too few": lambda state: state | {"zones": {k: v for k, v in state["zones"].items() if k != "hand:1"}},
    "an empty hand": in_zones(**{"hand:0": []}),
    "a card twice": in_zones(**{"hand:0": ["W1", "W1", "W1", "W1"]}),
    "a card that is none": in_zones(**{"hand:0": ["QQ9"]}),
    "cards that are no text": in_zones(**{"hand:0": [1, 2]}),
    "an unknown zone": in_zones(pocket=[]),
    "an option that is none": change(options={"speed": 9}),
    "a first seat that is none": change(options={"firstSeat": 3}),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_a_tampered_state_is_refused_wherever_it_is_sent(one_service: Service, name: str) -> None:
    state = msgspec.json.encode(TAMPERED[name](msgspec.json.decode(new_table(one_service)["state"]))).decode()
    for refused in (look(one_service, state), apply(one_service, state, 0, "play AR1 @1")):
        assert (refused["__typename"], refused["code"], refused["path"]) == ("InvalidInput", "INVALID_STATE", ["state"])
        assert SEED not in refused["message"]


@pytest.mark.parametrize(
    "state", ["", " ", "null", "{", "[" * 20_000, "{" * 20_000, "\0", "9" * 5000, '{"game":"zeven"}', '"\\ud800"', "🂡"]
)
def test_garbage_is_no_state(one_service: Service, state: str) -> None:
    for refused in (look(one_service, state), apply(one_service, state, 0, "draw")):
        assert (refused["__typename"], refused["code"]) == ("InvalidInput", "INVALID_STATE")


FAULTS = [
    ("", "it is not JSON"),
    ("{", "it is not JSON"),
    ('{"options": {"a": ' + "[" * 20_000, "it is nested too deeply"),
    ("null", "it is no object"),
    ("{}", "the field 'game' is missing"),
    ('{"game": 7}', "the value at `$.game` is of another kind"),
]


@pytest.mark.parametrize(("state", "fault"), FAULTS)
def test_a_spoiled_state_is_told_with_its_fault_and_what_to_send(one_service: Service, state: str, fault: str) -> None:
    message = f"This is not a serialized state: {fault}; send `state` exactly as it was received."
    assert ask_both(one_service, "readTable", state=state)["message"] == message


def test_an_impossible_state_is_told_with_what_to_send(one_service: Service) -> None:
    data = msgspec.json.decode(new_table(one_service)["state"])
    twice = msgspec.json.encode(TAMPERED["a card twice"](data)).decode()
    message = "Cards are lost, doubled or unknown; send `state` exactly as it was received."
    assert look(one_service, twice)["message"] == message
    sealed = "This is not a sealed state that can be opened here; send `state` exactly as it was received."
    assert look(one_service, "cs1.a.b")["message"] == sealed


def test_a_state_of_other_rules_is_not_asked_for_again(one_service: Service) -> None:
    data = msgspec.json.decode(new_table(one_service)["state"])
    other = msgspec.json.encode(data | {"rules": data["rules"] + 1}).decode()
    told = look(one_service, other)
    message = f"This is rules version {data['rules']}, the state is of {data['rules'] + 1}."
    assert (told["code"], told["message"]) == ("INVALID_STATE", message)


@pytest.mark.parametrize("seat", [-1, 2, 2147483647])
def test_a_seat_that_is_not_there_sees_and_does_nothing(one_service: Service, seat: int) -> None:
    state = new_table(one_service)["state"]
    assert look(one_service, state, seat)["view"] is None
    assert look(one_service, state, None, seat)["may"] == []
    refused = apply(one_service, state, seat, "play AR1 @1")
    assert (refused["__typename"], refused["code"], refused["path"]) == ("InvalidInput", "INVALID_INPUT", ["seat"])
    refused = apply(one_service, state, 0, "play AR1 @1", seat)
    assert (refused["__typename"], refused["code"], refused["path"]) == ("InvalidInput", "INVALID_INPUT", ["viewer"])


def test_a_refused_move_names_its_rule_and_what_the_seat_may_do(one_service: Service) -> None:
    state = new_table(one_service, options=pairs({"firstSeat": "0"}))["state"]
    refused = apply(one_service, state, 0, "add AR1")
    assert (refused["code"], refused["rule"]["number"]) == ("ILLEGAL_MOVE", "zeven 2.1")
    assert refused["legalMoves"] == look(one_service, state)["may"]
    waiting = apply(one_service, state, 1, "add AR1")
    assert (waiting["code"], waiting["legalMoves"]) == ("NOT_YOUR_TURN", [])


def test_legal_moves_can_be_cut_short(one_service: Service) -> None:
    document = """query Few($state: StateToken!, $first: Int) {
      table(state: $state) { ... on Table { view(seat: 0) { legalMoveCount legalMoves(first: $first) { notation }
        zone(key: "hand:0") { count owner } nothing: zone(key: "hand:9") { count } } } } }"""
    state = new_table(one_service, options=pairs({"firstSeat": "0"}))["state"]
    for first, count in ((None, 12), (0, 0), (-5, 0), (3, 3), (2147483647, 12)):
        view = Client(one_service).ask(document, state=state, first=first)["view"]
        assert view["legalMoveCount"] >= 12
        assert len(view["legalMoves"]) == (view["legalMoveCount"] if count == 12 else count)
        assert (view["zone"], view["nothing"]) == ({"count": 4, "owner": 0}, None)
