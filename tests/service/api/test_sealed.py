"""Sealed states over HTTP: players keep their table, see their own seat alone, and cannot go back."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import engine
from tests.support.graphql_client import VIEW, Client, Json
from tests.support.graphql_sessions import ONLY_THREES, pairs
from tests.support.rest_client import Rest, check_problem
from tools.redis.server import RedisServer
from tools.services import Service

NEW_KEY = "ab" * 32
OLD_KEY = "0c" * 32

TABLE = f"""{VIEW}
fragment Kept on Table {{
  state sealed activeSeats grants {{ seat token }} result {{ winners }} view {{ ...Seen }}
  mine: view(seat: $seat) {{ ...Seen }} others: view(seat: $other) {{ viewer }}
  may: legalMoves(seat: $seat) {{ notation }} theirs: legalMoves(seat: $other) {{ notation }}
}}
fragment Trouble on Problem {{ __typename code message path }}
"""
NEW = f"""{TABLE}
mutation New($input: NewTableInput!, $seat: Int!, $other: Int!) {{ newTable(input: $input) {{ ...Kept ...Trouble }} }}
"""
LOOK = f"""{TABLE}
query Look($state: StateToken!, $seat: Int!, $other: Int!) {{ table(state: $state) {{ ...Kept ...Trouble }} }}
"""
APPLY = f"""{TABLE}
mutation Apply($input: ApplyMoveToStateInput!, $seat: Int!, $other: Int!) {{
  applyMoveToState(input: $input) {{
    ...Trouble ... on TableChanged {{ table {{ ...Kept }} events {{ kind cards {{ code }} count }} }}
  }}
}}
"""


@pytest.fixture(scope="module", params=["sqlite", "redis"])
def sealing(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that has keys to seal with, once for each store."""
    folder = tmp_path_factory.mktemp("sealing")
    if request.param == "sqlite":
        with Service(f"sqlite:{folder / 'croupier.db'}", folder, seal_keys=f"{NEW_KEY},{OLD_KEY}") as service:
            yield service
        return
    with RedisServer() as server, Service(server.url, folder, seal_keys=NEW_KEY) as service:
        yield service


class Kept:
    """A sealed table that its players keep."""

    def __init__(
        self, server: Service, game: str = "zlam", options: dict[str, str] | None = None, **more: object
    ) -> None:
        wish = {"game": game, "seats": 2, "options": pairs(options or ONLY_THREES), "sealed": True, **more}
        self.server = server
        self.made = Client(server).ask(NEW, input=wish, seat=0, other=1)
        self.state: str = self.made["state"]
        self.players = [Client(server, grant["token"]) for grant in self.made["grants"]]

    def look(self, seat: int) -> Json:
        """Return the state as a seat's holder sees it."""
        return self.players[seat].ask(LOOK, state=self.state, seat=seat, other=1 - seat)

    def apply(self, seat: int, move: str, as_seat: int | None = None, viewer: int | None = None) -> Json:
        """Send a move for a seat, as the holder of `as_seat`."""
        client = self.players[seat if as_seat is None else as_seat]
        wish = {"state": self.state, "seat": seat, "move": move, "viewer": viewer}
        return client.ask(APPLY, input=wish, seat=seat, other=1 - seat)

    def step(self, chance: Random) -> Json:
        """Make a random move, and keep the state after it."""
        seat = next(seat for seat in (0, 1) if self.look(seat)["may"])
        made = self.apply(seat, chance.choice(self.look(seat)["may"])["notation"])
        assert "code" not in made, made
        self.state = made["table"]["state"]
        return made


def test_a_sealed_table_is_played_to_its_end_by_the_holders_of_its_grants(sealing: Service) -> None:
    kept = Kept(sealing)
    chance = Random(1)
    assert kept.made["sealed"]
    assert [grant["seat"] for grant in kept.made["grants"]] == [0, 1]
    while kept.look(0)["result"] is None:
        made = kept.step(chance)
        assert made["table"]["grants"] == []
    assert kept.look(1)["result"]["winners"]


def test_a_sealed_state_shows_nothing_but_to_the_holder_of_a_grant(sealing: Service) -> None:
    kept = Kept(sealing, "zeven", {"firstSeat": "0"})
    assert (kept.made["mine"], kept.made["others"], kept.made["may"]) == (None, None, [])
    for seat in (0, 1):
        seen = kept.look(seat)
        assert (seen["mine"]["viewer"], seen["others"], seen["theirs"]) == (seat, None, [])
    nobody = Client(sealing, "nobody").ask(LOOK, state=kept.state, seat=0, other=1)
    assert (nobody["mine"], nobody["may"], nobody["view"]["viewer"]) == (None, [], None)
    assert '"zones"' not in kept.state


def test_the_holder_of_a_seat_moves_for_no_other_and_is_told_its_own_events(sealing: Service) -> None:
    kept = Kept(sealing, "zeven", {"firstSeat": "0"})
    move = kept.look(0)["may"][0]["notation"]
    assert kept.apply(0, move, as_seat=1)["code"] == "UNAUTHORIZED"
    made = kept.apply(0, move, viewer=1)
    assert [event for event in made["events"] if event["count"] and not event["cards"]] == []
    assert kept.apply(0, "play XX @1")["code"] == "BAD_NOTATION"


def test_a_sealed_state_does_not_tell_who_holds_the_twin(sealing: Service) -> None:
    kept = Kept(sealing, "zar", {"firstSeat": "0"}, seed=seed_with_a_twin())
    (turn,) = kept.made["view"]["turn"]
    assert (kept.look(turn)["activeSeats"], kept.look(1 - turn)["activeSeats"]) == ([turn], [0, 1])


def seed_with_a_twin() -> str:
    """Return a key with which the seat that is not at turn may match the first card of Zar."""
    seeds = (f"{number:064x}" for number in range(1000))
    return next(seed for seed in seeds if len(engine.active_seats(new_zar(seed))) == 2)


def new_zar(seed: str) -> engine.State:
    return engine.new_game("zar", seats=2, options={"firstSeat": 0}, seed=seed)


def test_nobody_goes_back_to_a_state_that_the_table_has_left(sealing: Service) -> None:
    kept = Kept(sealing)
    chance = Random(2)
    old = kept.state
    first = kept.step(chance)
    again = Kept.__new__(Kept)
    again.__dict__ |= kept.__dict__ | {"state": old}
    seat = next(seat for seat in (0, 1) if again.look(seat)["may"])
    moves = [move["notation"] for move in again.look(seat)["may"]]
    retried = {move: again.apply(seat, move) for move in moves}
    same = [move for move, answer in retried.items() if answer.get("code") != "STATE_REWOUND"]
    assert len(same) == 1
    assert retried[same[0]]["table"]["view"] == first["table"]["view"]
    kept.step(chance)
    assert again.apply(seat, same[0])["code"] == "STATE_REWOUND"


def test_a_state_that_was_touched_is_refused_with_one_sentence(sealing: Service) -> None:
    state = Kept(sealing).state
    refusals = [
        Client(sealing).ask(LOOK, state=spoilt, seat=0, other=1)
        for spoilt in (state[:-1], state[:-3] + "AAA", "cs1.", "cs1.a.b", state.replace("cs1", "cs1.x"))
    ]
    assert {refused["code"] for refused in refusals} == {"INVALID_STATE"}
    assert len({refused["message"] for refused in refusals}) == 1


def test_keys_rotate_without_a_broken_table(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'croupier.db'}"
    with Service(store, tmp_path, seal_keys=OLD_KEY) as old:
        kept = Kept(old)
        state = kept.state
        tokens = [player.token for player in kept.players]
    with Service(store, tmp_path, seal_keys=f"{NEW_KEY},{OLD_KEY}") as new:
        kept.server = new
        kept.state = state
        kept.players = [Client(new, token) for token in tokens]
        kept.step(Random(3))
        assert kept.state
    with Service(store, tmp_path, seal_keys=NEW_KEY) as newest:
        assert Client(newest).ask(LOOK, state=state, seat=0, other=1)["code"] == "INVALID_STATE"
        assert Client(newest).ask(LOOK, state=kept.state, seat=0, other=1)["sealed"]


def test_without_keys_nothing_is_sealed_and_open_states_are_as_before(one_service: Service) -> None:
    wish = {"game": "zeven", "seats": 2, "sealed": True}
    refused = Client(one_service).ask(NEW, input=wish, seat=0, other=1)
    assert (refused["code"], refused["path"]) == ("INVALID_INPUT", ["sealed"])
    assert Client(one_service).ask(LOOK, state="cs1.a.b", seat=0, other=1)["code"] == "INVALID_STATE"
    plain = Client(one_service).ask(NEW, input=wish | {"sealed": False}, seat=0, other=1)
    assert (plain["sealed"], plain["grants"], plain["others"]) == (False, [], {"viewer": 1})
    assert engine.loads(plain["state"]).seats == 2


@pytest.fixture
def store(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'croupier.db'}"


def test_a_sealed_table_is_open_over_rest_to_the_bearer_of_a_seats_grant(sealing: Service) -> None:
    wish = {"game": "zeven", "seats": 2, "sealed": True}
    dealt = Rest(sealing).post("/v1/tables", {**wish, "viewer": 0}).json()
    assert dealt["view"] is None, "who deals is no player"
    state = dealt["table"]["state"]
    (seat,) = dealt["table"]["activeSeats"]
    players = [Rest(sealing, grant["token"]) for grant in dealt["table"]["grants"]]
    read = players[seat].post("/v1/tables/read", {"state": state, "viewer": seat}).json()
    assert read["table"]["grants"] == []
    assert players[1 - seat].post("/v1/tables/read", {"state": state, "viewer": seat}).json()["view"] is None
    move = {"state": state, "seat": seat, "move": read["view"]["legalMoves"][0]["notation"], "viewer": seat}
    check_problem(players[1 - seat].post("/v1/tables/moves", move), 401, "UNAUTHORIZED")
    first = players[seat].post("/v1/tables/moves", move).json()
    assert first["view"]["ply"] == 1
    other = {**move, "move": read["view"]["legalMoves"][1]["notation"]}
    check_problem(players[seat].post("/v1/tables/moves", other), 409, "STATE_REWOUND")
    check_problem(players[seat].post("/v1/tables/read", {"state": f"{state}x"}), 422, "INVALID_STATE")
