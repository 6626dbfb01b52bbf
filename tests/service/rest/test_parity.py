"""Random walks through both APIs: two sessions of one given deal are driven alike and answer alike."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

import msgspec
import pytest

import bots
import engine
from service.views import session_view
from service.views.table_view import Event, HandCard, Move, Table, View
from tests.service.api.test_catalogue import GAMES
from tests.support.apis import BOTH, PROBLEM, Call, fragments, over_graphql, over_rest, plain
from tests.support.graphql_client import Client, Json, codes_of
from tests.support.graphql_sessions import new_key
from tools.services import Service

STEPS = 45
GREETINGS = 3
WALKS = [(game, seed) for seed, game in enumerate(GAMES)]

# Heads, and cursors with them, differ from session to session.
SECRETS = frozenset(
    {"id", "secret", "batchId", "sessionId", "hostToken", "seatToken", "joinLinks", "commitment", "rematchId", "head"}
)
CURSORS = frozenset({"cursor", "startCursor", "endCursor"})
TIMES = frozenset({"createdAt", "expiresAt", "deadline", "notBefore", "retryAfterMillis"})

Step = Callable[["BothApis"], None]


def simplify(value: Json, name: str = "") -> Json:
    """Return the parts about which two sessions must agree."""
    if isinstance(value, list):
        return [simplify(part, name) for part in value]
    if isinstance(value, dict):
        return dict(_simplify_fields(value))
    if name in TIMES | SECRETS:
        return value is not None
    if name in CURSORS and value is not None:
        return value.partition("-")[0]
    if name == "viewId":
        return value.partition(":")[2]
    return value


def _simplify_fields(value: Json) -> Iterator[tuple[str, Json]]:
    # The event of a rematch contains the id of the new session.
    told_id = ("value", "sentence") if value.get("kind") == "rematch" else ()
    for name, part in value.items():
        if name in SECRETS and not isinstance(part, str | None):
            yield name, len(part)
        elif name not in told_id:
            yield name, simplify(part, name)


class Session:
    """A session on one of the APIs."""

    def __init__(self, service: Service, call: Call, wish: Json) -> None:
        self.service = service
        self.call = call
        self.made = call(service, "createSession", **wish)
        self.id: str = self.made["session"]["id"]

    def act(self, name: str, token: str | None, wish: Json) -> Json:
        """Carry out an act, or ask a question."""
        return self.call(self.service, name, token, sessionId=self.id, **wish)


class OverGraphQL(Session):
    """A session over GraphQL."""

    def read(self, token: str | None) -> Json:
        """Return the session, with its hand and legal moves."""
        document = f"""{fragments(session_view.Session, HandCard)}
        query Read($id: ID!) {{ session(id: $id) {{ ...AllSession view {{ hand {{ ...AllHandCard }} }} }} }}"""
        session = plain(Client(self.service, token).ask(document, id=self.id))
        hand = [] if session["view"] is None else session["view"].pop("hand")
        return [session, hand, [] if session["view"] is None else session["view"]["legalMoves"]]

    def events(self, token: str | None, first: int, after: str | None) -> Json:
        """Return a page of events, or the code of the error."""
        document = f"""{fragments(session_view.EventConnection)}
        query Events($id: ID!, $first: Int, $after: String) {{
          session(id: $id) {{ events(first: $first, after: $after) {{ ...AllEventConnection }} }}
        }}"""
        answer = Client(self.service, token).execute(document, id=self.id, first=first, after=after)
        return codes_of(answer) if "errors" in answer else plain(answer["data"]["session"]["events"])

    def record(self) -> Json:
        """Return the record, None before the end."""
        record = Client(self.service).ask("query ($id: ID!) { session(id: $id) { record } }", id=self.id)["record"]
        return None if record is None else msgspec.json.decode(record)


class OverRest(Session):
    """A session over REST."""

    def read(self, token: str | None) -> Json:
        """Return the session, with its hand and legal moves."""
        parts = [self.act(name, token, {}) for name in ("readSession", "readHand", "listLegalMoves")]
        return [parts[0], parts[1]["cards"], parts[2]["moves"]]

    def events(self, token: str | None, first: int, after: str | None) -> Json:
        """Return a page of events, or the code of the error."""
        page = self.act("listEvents", token, {"first": first, "after": after})
        return [page["code"]] if "code" in page else page

    def record(self) -> Json:
        """Return the record, None before the end."""
        record = self.act("readRecord", None, {})
        return None if "code" in record else record


Api = OverGraphQL | OverRest


class BothApis:
    """Two sessions of the same deal, one on each API, and their participants."""

    def __init__(self, service: Service, wish: Json, chance: Random) -> None:
        self.graphql = OverGraphQL(service, over_graphql, wish)
        self.rest = OverRest(service, over_rest, wish)
        self.apis: tuple[Api, Api] = (self.graphql, self.rest)
        self.chance = chance
        self.seats = wish["seats"]
        # The participants' tokens on each of the two: none for a spectator, the host's, then the seats'.
        self.tokens: list[tuple[str | None, str | None]] = [(None, None)]
        self.tokens.append((self.graphql.made["hostToken"], self.rest.made["hostToken"]))
        self.sent: list[tuple[str, int, Json]] = []
        self.seen: set[str] = set()

    def both(self, do: Callable[[Api, str | None], Json], who: int) -> tuple[Json, Json]:
        """Do the same on both, as one of the participants, and return the answers, which agree."""
        first, second = (do(api, token) for api, token in zip(self.apis, self.tokens[who], strict=True))
        assert simplify(first) == simplify(second)
        return first, second

    def act(self, name: str, who: int, wish: Json) -> Json:
        """Carry out an act on both."""
        first, second = self.both(lambda api, token: api.act(name, token, wish), who)
        self.sent.append((name, who, wish))
        self.seen.add(f"{name} {first.get('code', 'done')}")
        if (given := first.get("seatToken")) is not None and second["seatToken"] != given:
            self.tokens.append((given, second["seatToken"]))
        return first

    def somebody(self) -> int:
        """Return one of the participants, most often the holder of a seat."""
        return self.chance.randrange(2 if len(self.tokens) > 2 and self.chance.random() < 0.9 else 0, len(self.tokens))

    def read(self, who: int) -> Json:
        """Return the session, the hand and the moves as somebody sees them."""
        return self.both(lambda api, token: api.read(token), who)[0]

    def walk(self, steps: int, choices: Sequence[Step]) -> None:
        """Take random steps, most of them at a table where every seat is taken."""
        for seat in range(self.seats):
            _look(self)
            # In some walks the host plays, too.
            self.act("joinSession", seat % 2, {"seat": seat, "name": f"Player {seat}"})
        for _ in range(steps):
            self.chance.choice(choices)(self)
        for who in range(len(self.tokens)):
            self.read(who)
            self.both(lambda api, token: api.events(token, 100, None), who)

    def mover(self) -> tuple[int, list[str], int]:
        """Return a participant who may move, the moves, and the version."""
        for who in range(2, len(self.tokens)):
            seen = self.rest.act("listLegalMoves", self.tokens[who][1], {})
            if seen["moves"]:
                return who, [move["notation"] for move in seen["moves"]], seen["version"]
        return self.somebody(), ["pass"], 1


def _move(sides: BothApis) -> None:
    who, moves, version = sides.mover()
    wish: Json = {"move": sides.chance.choice(moves)}
    if sides.chance.random() < 0.6:
        wish["expectedVersion"] = version
    if sides.chance.random() < 0.6:
        wish["idempotencyKey"] = f"key {sides.chance.randrange(10**9)}"
    sides.act("applyMove", who, wish)


def _move_wrongly(sides: BothApis) -> None:
    who, moves, version = sides.mover()
    wish = sides.chance.choice(
        [
            {"move": "¡no move!"},
            {"move": "pass", "expectedVersion": version + 1},
            {"move": moves[0], "expectedVersion": max(1, version - 1)},
            {"move": moves[0], "idempotencyKey": "k" * 200},
            {"move": "play AR3 @2"},
        ]
    )
    sides.act("applyMove", sides.chance.choice([who, sides.somebody()]), wish)


def _repeat(sides: BothApis) -> None:
    name, who, wish = sides.chance.choice(sides.sent)
    sides.act(name, who, wish)


def _ask(sides: BothApis) -> None:
    _, moves, _ = sides.mover()
    move = sides.chance.choice([*moves, "pass", "¡no move!"])
    sides.act(sides.chance.choice(["explainMove", "previewMove"]), sides.somebody(), {"move": move})


def _act(sides: BothApis) -> None:
    name = sides.chance.choice(["undoMove", "askTakeBack", "claimDeadline", "answerTakeBack", "undoMove"])
    wish: Json = {"agree": sides.chance.random() < 0.7} if name == "answerTakeBack" else {}
    sides.act(name, sides.somebody(), wish)


def _come_and_go(sides: BothApis) -> None:
    name = sides.chance.choice(["joinSession", "joinSession", "leaveSession", "handOverSeat", "startSession"])
    wish: Json = {"idempotencyKey": f"{sides.chance.getrandbits(128):032x}"} if sides.chance.random() < 0.4 else {}
    if name == "joinSession":
        wish |= sides.chance.choice([{}, {"seat": 0}, {"seat": 99}, {"name": ""}, {"entropy": "e"}, {"code": "none"}])
    sides.act(name, sides.somebody(), wish)


def _change_bots(sides: BothApis) -> None:
    who = sides.chance.choice([1, 1, 1, sides.somebody()])
    seat = sides.chance.choice([*range(sides.seats), 99])
    if sides.chance.random() < 0.4:
        sides.act("removeBot", who, {"seat": seat})
        return
    sides.act("addBot", who, {"seat": seat, "level": sides.chance.choice([1, 2, 3, 4, 0, 5])})


def _end(sides: BothApis) -> None:
    if sides.chance.random() < 0.3:
        sides.act("giveUpSeat", sides.chance.choice([1, sides.somebody()]), {"seat": sides.chance.choice([0, 1, 99])})
    name = sides.chance.choice(["resign", "abandonSession", "offerRematch"])
    # Only the host may abandon: most attempts are refused, so that the walk goes on.
    who = 1 if sides.chance.random() < 0.05 else sides.somebody()
    if name != "resign" or sides.chance.random() < 0.2:
        sides.act(name, who, {})


def _greet(sides: BothApis) -> None:
    # Above the limit of a seat, the answer would depend on the time.
    if sum(name == "sendEmote" for name, *_ in sides.sent) < GREETINGS:
        sides.act("sendEmote", sides.somebody(), {"emote": sides.chance.choice(["HELLO", "THANKS", "?"])})


def _hook(sides: BothApis) -> None:
    # No session sends notices of this type to its own webhooks, so none is sent during the walk.
    types = sides.chance.choice([["table.opened"], ["table.opened"], ["turn"]])
    sides.act("createWebhook", sides.somebody(), {"url": "https://hooks.example", "types": types})
    sides.both(lambda api, token: api.act("listWebhooks", token, {}), sides.somebody())


def _look(sides: BothApis) -> None:
    who = sides.somebody()
    first = sides.chance.randrange(0, 12)
    after = sides.chance.choice([None, None, "1", "3.0", "2.1", "99", "no cursor"])
    sides.both(lambda api, token: api.events(token, first, after), who)
    sides.both(lambda api, _token: api.record(), who)
    sides.read(who)


STEPS_TO_TAKE = [
    *[_move] * 5,
    _move_wrongly,
    _repeat,
    _ask,
    _act,
    _come_and_go,
    _change_bots,
    _end,
    _greet,
    _hook,
    _look,
]


@pytest.mark.parametrize(("game", "seed"), WALKS)
def test_both_apis_answer_a_random_walk_alike(one_service: Service, game: str, seed: int) -> None:
    chance = Random(f"{game} {seed}")
    seats = chance.randint(engine.find_game(game).min_seats, 3)
    wish = {"game": game, "seats": seats, "seed": f"{seed:064x}", "takeBacks": True, "moveSeconds": 3600}
    # No bot may move during the walk, since it would move at another version of each session.
    wish["botMillis"] = 60_000
    sides = BothApis(one_service, wish, chance)
    # In a race bots react at once, whatever the pause.
    sides.walk(STEPS, STEPS_TO_TAKE if game == "zar" else [*STEPS_TO_TAKE, _change_bots])
    assert {"joinSession done", "applyMove done"} <= sides.seen
    assert len(sides.seen) > 12


def test_both_apis_agree_from_the_first_move_to_the_record(service: Service) -> None:
    chance = Random(5)
    options = [{"name": name, "value": "0"} for name in ("ones", "twos", "fours", "fives", "zlams")]
    wish = {"game": "zlam", "seats": 2, "seed": "7" * 64, "options": [*options, {"name": "threes", "value": "3"}]}
    sides = BothApis(service, wish, chance)
    for seat in range(2):
        sides.act("joinSession", 0, {"seat": seat})
    while sides.read(0)[0]["status"] == "ACTIVE":
        _move(sides)
    record, _ = sides.both(lambda api, _token: api.record(), 0)
    assert record["moves"]
    last = next(wish["move"] for name, _, wish in reversed(sides.sent) if name == "applyMove")
    sides.act("applyMove", 2, {"move": last})
    sides.act("offerRematch", 2, {})
    assert {"applyMove done", "applyMove TABLE_OVER", "offerRematch done"} <= sides.seen


def test_both_apis_agree_about_the_seats_of_bots(one_service: Service) -> None:
    wish = {"game": "zeven", "seats": 3, "seed": "b" * 64, "hints": True, "botMillis": 60_000, "leftSeatLevel": 3}
    sides = BothApis(one_service, wish, Random(6))
    sides.act("joinSession", 1, {"seat": 0})
    sides.act("addBot", 1, {"seat": 1, "level": 1})
    sides.act("addBot", 1, {"seat": 1, "level": 4})
    sides.act("removeBot", 1, {"seat": 1})
    for seat in (1, 2):
        sides.act("joinSession", 0, {"seat": seat})
    sides.act("leaveSession", 4, {})
    sides.act("addBot", 1, {"seat": 0, "level": 2})
    sides.act("removeBot", 1, {"seat": 1})
    sides.act("addBot", 0, {"seat": 2, "level": 2})
    sides.act("addBot", 1, {"seat": 2, "level": 5})
    assert {"addBot done", "removeBot done", "leaveSession done", "addBot SEAT_TAKEN"} <= sides.seen
    assert {"removeBot NOT_FOUND", "addBot UNAUTHORIZED", "addBot INVALID_INPUT"} <= sides.seen
    assert [seat["bot"] for seat in sides.read(0)[0]["seats"]] == [None, None, {"level": 3, "version": bots.VERSION}]


def _random_session(chance: Random) -> Json:
    """Return a session of a batch, with a mistake now and then."""
    game = engine.find_game(chance.choice(GAMES))
    wish: Json = {"game": game.name, "seats": chance.randint(game.min_seats, 3)}
    extras: list[Json] = [
        {"tag": chance.choice(["a", "b"])},
        {"bots": [{"seat": chance.choice([0, 1]), "level": 1}], "botMillis": 60_000},
        {"seed": "b" * 64},
        {"moveSeconds": 60, "takeBacks": True},
    ]
    for extra in chance.sample(extras, chance.randint(0, 3)):
        wish |= extra
    mistakes: list[Json] = [{"seats": 0}, {"tag": ""}, {"options": [{"name": "x", "value": "1"}]}, {"game": "go"}]
    return wish | (chance.choice(mistakes) if chance.random() < 0.05 else {})


def test_both_apis_answer_random_batches_alike(one_service: Service) -> None:
    chance = Random(8)
    seen = set[str]()
    wish = [_random_session(chance)]
    keys = [new_key(), new_key()]
    for _ in range(40):
        if chance.random() < 0.5:
            keys = [new_key(), new_key()]
        if chance.random() < 0.9:
            wish = [_random_session(chance) for _ in range(chance.randint(0, 9))]
        made = [
            call(one_service, "createSessions", sessions=wish, idempotencyKey=key)
            for call, key in zip(BOTH, keys, strict=True)
        ]
        assert simplify(made[0]) == simplify(made[1])
        seen.add(made[0].get("code", "done"))
        page: Json = chance.choice([{}, {"tag": "a"}, {"first": 2}, {"first": 2, "after": "1"}, {"after": "x"}])
        ids = [one.get("batchId", "none") for one in made]
        told = [call(one_service, "batchResults", batchId=one, **page) for call, one in zip(BOTH, ids, strict=True)]
        assert simplify(told[0]) == simplify(told[1])
        seen.add(f"results {told[0].get('code', 'done')}")
    assert seen >= {"done", "INVALID_INPUT", "KEY_REUSED", "results done", "results NOT_FOUND", "results INVALID_INPUT"}


_TABLE = "... on Table { ...AllTable view(seat: $viewer) { ...AllView } }"
_MOVED = """... on TableChanged {
  table { ...AllTable view(seat: $viewer) { ...AllView } } move { ...AllMove } events { ...AllEvent }
}"""
# Operations on tables without a session, in which GraphQL nests the view of a table.
STATELESS = {
    "newTable": f"""mutation ($input: NewTableInput!, $viewer: Int) {{
      newTable(input: $input) {{ ...Trouble {_TABLE} }}
    }}""",
    "readTable": f"query ($state: StateToken!, $viewer: Int) {{ table(state: $state) {{ ...Trouble {_TABLE} }} }}",
    "applyMoveToState": f"""mutation ($input: ApplyMoveToStateInput!, $viewer: Int) {{
      applyMoveToState(input: $input) {{ ...Trouble {_MOVED} }}
    }}""",
}


def ask_about_table(service: Service, name: str, viewer: int | None, **wish: object) -> Json:
    """Call an operation on a table without a session over both APIs, which must agree."""
    from_graphql = _ask_graphql_about_table(service, name, viewer, wish)
    from_rest = over_rest(service, name, **wish | {"viewer": viewer})
    assert from_graphql == from_rest
    return from_graphql


def _ask_graphql_about_table(service: Service, name: str, viewer: int | None, wish: Json) -> Json:
    """Return GraphQL's answer in the form of REST, which has the view beside the table."""
    types: list[type] = [Table, View, Move, session_view.Session]
    arguments: Json = {"input": wish}
    if name == "readTable":
        arguments = {"state": wish["state"]}
    elif name == "applyMoveToState":
        types.append(Event)
        arguments = {"input": wish | {"viewer": viewer}}
    document = PROBLEM + fragments(*types) + STATELESS[name]
    answer = plain(Client(service).ask(document, **arguments, viewer=viewer))
    if "code" in answer:
        return answer
    if "table" not in answer:
        answer = {"table": answer}
    answer["view"] = answer["table"].pop("view")
    return answer


@pytest.mark.parametrize("game", GAMES)
def test_both_apis_agree_about_tables_without_a_session(one_service: Service, game: str) -> None:
    chance = Random(game)
    seats = engine.find_game(game).min_seats
    ask_about_table(one_service, "newTable", 0, game=game, seats=seats, seed="e" * 64)
    state = engine.new_game(game, seats=seats, seed="e" * 64)
    for _ in range(12):
        if engine.result(state) is not None:
            break
        seat = chance.choice(engine.active_seats(state))
        move = str(chance.choice(engine.legal_moves(state, seat))) if chance.random() < 0.8 else "¡no move!"
        sent = engine.dumps(state).decode()
        viewer = chance.choice([None, 0, seats - 1, seats])
        moved = ask_about_table(one_service, "applyMoveToState", viewer, state=sent, seat=seat, move=move)
        ask_about_table(one_service, "readTable", viewer, state=sent)
        state = engine.loads(moved["table"]["state"]) if "table" in moved else state
    assert ask_about_table(one_service, "readTable", 0, state="{}")["code"] == "INVALID_STATE"
    assert state.ply > 2
