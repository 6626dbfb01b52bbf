"""Twin sessions: what differs only where a viewer cannot see is driven alike, and every byte that it is sent is equal.

`python -m tests.service.twins --tables 50 [--game zar] [--store redis://…]` does so with random tables of every game.
Ids, secrets and times are set aside; so are the length that they give an answer, and the ids of the request.
"""

import argparse
import hashlib
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from random import Random

import httpx2
import msgspec
from msgspec.structs import replace
from starlette.applications import Starlette

import engine
from service.app import create_app
from service.observability.logs import configure_logging
from service.sessions.session import Setup
from service.settings import load_settings
from service.views.catalogue import format_option
from tests.engine.redeal import Viewer, difference
from tests.engine.universe import sampled_moves
from tests.service.client import EVENTS as PAGE
from tests.service.client import Client, Json
from tests.service.live import pairs
from tests.service.scripts import Act, Deal, Script, find_twin, invent
from tests.service.selections import EVENTS, LISTED, operation
from tests.service.services import LocalService
from tests.service.stream import Stream

GARBAGE = ("", "pass", "play", "match Y1 Y1", "frob", "play Q9 @1", "play AR3 @2 =Y !3", "💥", "x" * 300)
STREAMS = ("text/event-stream", 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"')
# An entity tag holds a digest of the session's id.
HEADERS_ASIDE = frozenset({"date", "x-request-id", "traceresponse", "content-length", "etag"})
REST_STREAMS = ("text/event-stream", "application/x-ndjson")
ASIDE = (
    (re.compile(rb'"\d{4}-\d\d-\d\dT[0-9:.+Z-]+"'), b'"TIME"'),
    (re.compile(rb'"retryAfterMillis":\d+'), b'"retryAfterMillis":TIME'),
    (re.compile(rb'"(seatToken|hostToken|code|token)":"[A-Za-z0-9_-]{43}"'), rb'"\1":"SECRET"'),
    (re.compile(rb'"head":"[A-Za-z0-9_-]{16}"'), b'"head":"HEAD"'),
    (
        re.compile(rb'("(?:cursor|startCursor|endCursor)":"|^id: )([0-9.]+)-[A-Za-z0-9_-]{16}', re.MULTILINE),
        rb"\1\2-HEAD",
    ),
)
NEW_TABLE = ("game", "seats", "options", "seed", "deck")
SEAL_KEY = "5ea1" * 16
SEALED = re.compile(rb"cs1\.[\w-]+\.[\w-]+")
# Of the versions that a script makes, every so many are looked at closely.
PAUSE = 8

Headers = tuple[tuple[str, str], ...]
JSON: Headers = (("Content-Type", "application/json"),)


class Request(msgspec.Struct, frozen=True):
    """Something to be asked; in `path` and `body` the session's id stands for itself."""

    what: str
    body: bytes
    method: str = "POST"
    path: str = "/graphql"
    headers: Headers = JSON


class Sent(msgspec.Struct, frozen=True):
    """What came back: all of it but what is set aside."""

    what: str
    status: int
    headers: Headers
    body: bytes


def ask_graphql(what: str, document: str, **variables: object) -> Request:
    """Return an operation as a request."""
    return Request(what, msgspec.json.encode({"query": document, "variables": variables}))


# ---- one world


class World:
    """A session that is played over the network, and all that some viewers are sent of it.

    A spectator is everybody without a seat: who has no token, and the host. A seat is also whoever held it before, and
    the host as long as it sits there as the host: at `host_seat`, if it takes one.
    """

    def __init__(
        self, server: LocalService, script: Script, viewers: Iterable[Viewer], host_seat: Viewer = None
    ) -> None:
        self.server = server
        self.script = script
        self.host_seat = host_seat
        self.told: dict[Viewer, list[Sent]] = {viewer: [] for viewer in viewers}
        self.done: dict[Viewer, list[tuple[str | None, Request]]] = {viewer: [] for viewer in self.told}
        opening = ask_graphql("create", operation("Mutation", "createSession"), input=_opening(script))
        made = self._post(None, opening).json()["data"]["createSession"]
        self.id: str = made["session"]["id"]
        self.host: str = made["hostToken"]
        self.tokens: list[str | None] = [None] * script.seats
        self.former: list[list[str]] = [[] for _ in range(script.seats)]
        self.version = 1
        # As which viewer the host is told of the session.
        self.host_is: Viewer = None

    def bearers(self, viewer: Viewer) -> list[str | None]:
        """Return the tokens of those who share what a viewer knows."""
        holders: list[str | None] = [None] if viewer is None else [self.tokens[viewer], *self.former[viewer]]
        return [*holders, self.host] if viewer == self.host_is else holders

    def ask(self, viewer: Viewer, bearer: str | None, request: Request) -> Json:
        """Send a request for a viewer, keep what comes back, and return it."""
        answer = self._post(bearer, request)
        assert self.script.deal.seed.encode() not in answer.content, f"the key is told: {request.what}"
        headers = tuple(pair for pair in sorted(answer.headers.items()) if pair[0].lower() not in HEADERS_ASIDE)
        self.hear(viewer, request.what, answer.content, answer.status_code, headers)
        return (
            answer.json()
            if answer.headers["content-type"] in ("application/json", "application/problem+json")
            else None
        )

    def hear(self, viewer: Viewer, what: str, body: bytes, status: int = 0, headers: Headers = ()) -> None:
        """Keep what a viewer was sent, if it is kept for it."""
        if viewer in self.told:
            self.told[viewer].append(Sent(what, status, headers, set_aside(body, self.id)))

    def act(self, act: Act) -> None:
        """Do what a seat does; it must be possible."""
        wish = {"sessionId": self.id, "idempotencyKey": hashlib.sha256(b"%d" % self.version).hexdigest(), **_wish(act)}
        if act.name not in ("joinSession", "handOverSeat", "leaveSession", "startSession"):
            wish["expectedVersion"] = self.version
        request = ask_graphql(f"{act.name} {act.move}", operation("Mutation", act.name, EVENTS), input=wish)
        bearer = self.tokens[act.seat]
        if bearer is None and act.seat == self.host_seat:
            bearer = self.host
        made = self.ask(act.seat, bearer, request)["data"][act.name]
        assert "session" in made, f"{act} is refused: {made}"
        self.version += 1
        if act.seat in self.done:
            self.done[act.seat].append((bearer, request))
        if "seatToken" in made:
            self.former[act.seat] += [] if bearer in (None, self.host) else [bearer]
            self.tokens[act.seat] = made["seatToken"]
        if self.host_seat is not None:
            document = "query ($id: ID!) { session(id: $id) { viewerSeat } }"
            self.host_is = Client(self.server, self.host).ask(document, id=self.id)["viewerSeat"]
            assert self.host_is in (None, self.host_seat)

    def read(self, viewer: Viewer) -> Json:
        """Read the session as each of those who share what a viewer knows; return what the first one sees."""
        request = ask_graphql("session", operation("Query", "session", seat=viewer or 0), id=self.id)
        read = [self.ask(viewer, bearer, request)["data"]["session"] for bearer in self.bearers(viewer)]
        return read[0]

    def abandon(self) -> None:
        """End the session before its result."""
        wish = {"sessionId": self.id}
        request = ask_graphql("abandon", operation("Mutation", "abandonSession", EVENTS), input=wish)
        self.ask(self.host_is, self.host, request)
        self.version += 1

    def _post(self, bearer: str | None, request: Request) -> httpx2.Response:
        headers = dict(request.headers) | ({} if bearer is None else {"Authorization": f"Bearer {bearer}"})
        url = self.server.url.removesuffix("/graphql") + request.path
        return self.server.http.request(request.method, url, content=request.body, headers=headers)


def _opening(script: Script) -> Json:
    options = {name: format_option(value) for name, value in script.options.items()}
    wish = {"game": script.game, "seats": script.seats, "options": pairs(options)}
    return {**wish, "seed": script.deal.seed, "deck": script.deal.deck, **_settings(script.setup)}


def _settings(setup: Setup) -> Json:
    return {
        "public": setup.public,
        "takeBacks": setup.take_backs,
        "moveSeconds": setup.move_seconds or None,
        "reactionMillis": setup.reaction_millis or None,
    }


def _wish(act: Act) -> Json:
    match act.name:
        case "applyMove":
            return {"move": act.move}
        case "answerTakeBack":
            return {"agree": act.agree}
        case "joinSession":
            return {"seat": act.seat, "name": f"Player {act.seat}"}
    return {}


def set_aside(body: bytes, session_id: str) -> bytes:
    """Return an answer without ids, secrets and times; of a sealed state only the length is left."""
    body = body.replace(session_id.encode(), b"ID")
    for pattern, instead in ASIDE:
        body = pattern.sub(instead, body)
    return SEALED.sub(lambda state: b"SEALED %d" % len(state[0]), body)


# ---- what is asked


def questions(world: World, viewer: Viewer, seen: Json, chance: Random) -> Iterator[Request]:
    """Yield all that a viewer may ask without changing anything: reading, trying, and acts that are refused."""
    yield ask_graphql("node", operation("Query", "node", seat=viewer or 0), id=world.id)
    after = chance.choice(("1", "4.0", "999", "nonsense"))
    yield ask_graphql(f"events after {after}", PAGE, id=world.id, first=4, after=after)
    if viewer is None:
        yield listing(world)
    legal = [move["notation"] for move in seen["view"]["legalMoves"]]
    for move in (*chance.sample(legal, min(len(legal), 1)), *tried_moves(world.script, chance)):
        yield from _try_move(world, move, move in legal)
    yield from chance.sample(list(_refused_acts(world, viewer, seen)), 4)
    yield from _over_rest(world, chance)


def _over_rest(world: World, chance: Random) -> Iterator[Request]:
    """Yield what reads a session over REST, and moves that are tried there."""
    session = f"/v1/sessions/{world.id}"
    for part in ("", "/hand", "/legal-moves", "/events?first=9", "/record"):
        yield Request(f"GET {part}", b"", "GET", f"{session}{part}", ())
    for move in tried_moves(world.script, chance):
        body = msgspec.json.encode({"move": move})
        for part in ("/moves/explain", "/moves/preview"):
            yield Request(f"POST {part} {move}", body, "POST", f"{session}{part}")
        # The condition never holds: so nothing is changed, and the answer shows the session.
        yield Request(f"POST /moves {move}", body, "POST", f"{session}/moves", (*JSON, ("If-Match", '"2"')))


def tried_moves(script: Script, chance: Random) -> list[str]:
    """Return moves of every kind, of cards that lie anywhere."""
    state = engine.new_game(script.game, seats=script.seats, options=script.options, seed="7" * 64)
    return [*map(str, chance.sample(sampled_moves(state, script.game, chance, 8), 2)), chance.choice(GARBAGE)]


def _try_move(world: World, move: str, is_legal: bool) -> Iterator[Request]:
    yield ask_graphql(f"explain {move}", operation("Query", "explainMove"), sessionId=world.id, move=move)
    yield ask_graphql(f"preview {move}", operation("Query", "previewMove"), sessionId=world.id, move=move)
    is_refused = not is_legal and may_be_tried(world.script, move)
    wish = {"sessionId": world.id, "move": move, "expectedVersion": None if is_refused else 2}
    yield ask_graphql(f"move {move}", operation("Mutation", "applyMove", EVENTS), input=wish)


def may_be_tried(script: Script, move: str) -> bool:
    """Tell whether a move that is not legal is refused, and not punished (zar 8)."""
    return not script.options.get("vincent") or move in GARBAGE


def _refused_acts(world: World, viewer: Viewer, seen: Json) -> Iterator[Request]:
    asked = seen["takeBack"]
    is_asked = asked is not None and viewer in asked["awaited"]
    may_ask = seen["settings"]["takeBacks"] and viewer is not None
    wish = {"sessionId": world.id}
    late = {**wish, "expectedVersion": 2}
    acts: dict[str, Json] = {
        "undoMove": late if seen["view"]["undo"]["available"] else wish,
        "askTakeBack": late if may_ask else wish,
        "answerTakeBack": {**(late if is_asked else wish), "agree": True},
        "claimDeadline": wish,
        "startSession": wish,
        "offerRematch": wish,
        "resign": late,
        "giveUpSeat": {**wish, "seat": 0},
    }
    if viewer is None:
        acts |= {"joinSession": {**wish, "code": "x"}, "leaveSession": wish, "handOverSeat": wish}
    for name, wanted in acts.items():
        yield ask_graphql(name, operation("Mutation", name, EVENTS), input=wanted)


def listing(world: World) -> Request:
    """Return the question for the open sessions of the game."""
    return ask_graphql("sessions", operation("Query", "sessions", LISTED), game=world.script.game, first=5, after=None)


def watch(world: World, after: str | None, accept: str) -> Request:
    """Return the question for a stream over HTTP."""
    document = operation("Subscription", "sessionUpdates")
    request = ask_graphql(f"{accept[:16]} after {after}", document, sessionId=world.id, after=after)
    return replace(request, headers=(*request.headers, ("Accept", accept)))


# ---- driving a world, and comparing two


def drive(world: World, name: str) -> None:
    """Play a script through, and let the viewers ask and watch on the way."""
    for seat in range(world.script.seats):
        world.act(Act("joinSession", seat))
    with ExitStack() as stack:
        streams = {viewer: stack.enter_context(Stream(world.server, world.bearers(viewer)[0])) for viewer in world.told}
        for viewer, stream in streams.items():
            stream.ask(operation("Subscription", "sessionUpdates", seat=viewer or 0), sessionId=world.id, after=None)
        _hear_streams(world, streams)
        for number, act in enumerate(world.script.acts):
            if number % PAUSE == 0:
                look_around(world, name)
            world.act(act)
            _hear_streams(world, streams)
        look_around(world, name)
        world.abandon()
        _hear_streams(world, streams)
    look_back(world)


def _hear_streams(world: World, streams: Mapping[Viewer, Stream]) -> None:
    """Keep the frame that each version brings."""
    for viewer, stream in streams.items():
        world.hear(viewer, f"frame {world.version}", stream.receive_text().encode())


def look_around(world: World, name: str) -> None:
    """Let every viewer read all there is, and try what changes nothing."""
    for viewer in world.told:
        seen = world.read(viewer)
        chance = Random(f"{name} {viewer} {world.version}")
        for request in questions(world, viewer, seen, chance):
            world.ask(viewer, world.bearers(viewer)[0], request)


def look_back(world: World) -> None:
    """Let every viewer read what is left, watch it all again, and repeat what it did."""
    for viewer, done in world.done.items():
        world.read(viewer)
        for number, bearer in enumerate(world.bearers(viewer)[:2]):
            world.ask(viewer, bearer, watch(world, str(1 + number), STREAMS[number % 2]))
            frames, accept = f"/v1/sessions/{world.id}/frames?after={2 - number}", REST_STREAMS[number % 2]
            world.ask(viewer, bearer, Request(f"GET {accept}", b"", "GET", frames, (("Accept", accept),)))
        for bearer, request in done:
            world.ask(viewer, bearer, replace(request, what=f"again: {request.what}"))


def compare(server: LocalService, script: Script, name: str, host_seat: Viewer = None) -> int:
    """Play a script and its twin for each viewer, and hold what they are sent against each other; count the twins.

    The host sits at `host_seat`, if it plays.
    """
    chance = Random(name)
    deals = {viewer: deal for viewer in viewers_of(script) if (deal := find_twin(script, viewer, chance)) is not None}
    compare_with(server, script, deals, name, host_seat)
    return len(deals)


def compare_with(
    server: LocalService, script: Script, deals: Mapping[Viewer, Deal], name: str, host_seat: Viewer = None
) -> None:
    """Play a script and these twins of it, each for its viewer, and hold what they are sent against each other."""
    here = World(server, script, deals, host_seat)
    drive(here, name)
    for viewer, deal in deals.items():
        there = World(server, replace(script, deal=deal), (viewer,), host_seat)
        drive(there, name)
        check_alike(here.told[viewer], there.told[viewer], viewer)


def viewers_of(script: Script) -> tuple[Viewer, ...]:
    """Return a spectator and every seat."""
    return (None, *range(script.seats))


def check_alike(one: Sequence[Sent], other: Sequence[Sent], viewer: Viewer) -> None:
    """Both are the same, byte for byte."""
    for here, there in zip(one, other, strict=False):
        if here != there:
            raise AssertionError(f"What {viewer} is sent tells hidden cards: {here.what!r}: {_difference(here, there)}")
    assert len(one) == len(other)


def _difference(here: Sent, there: Sent) -> str:
    return difference(
        *(b"%s %r %r %s" % (one.what.encode(), one.status, one.headers, one.body) for one in (here, there))
    )


# ---- sealed tables


class SealedWorld:
    """A sealed table that is played over the network, and all that some viewers are sent of it."""

    def __init__(self, server: LocalService, script: Script, viewers: Iterable[Viewer]) -> None:
        self.server = server
        self.script = script
        self.told: dict[Viewer, list[Sent]] = {viewer: [] for viewer in viewers}
        wish = {key: value for key, value in _opening(script).items() if key in NEW_TABLE} | {"sealed": True}
        made = self.ask(None, "newTable", operation("Mutation", "newTable"), input=wish)
        self.state: str = made["state"]
        self.grants = {grant["seat"]: grant["token"] for grant in made["grants"]}

    def ask(self, viewer: Viewer, what: str, document: str, **variables: object) -> Json:
        """Ask as the holder of a viewer's grant, keep what comes back, and return it."""
        client = Client(self.server, None if viewer is None else self.grants[viewer])
        answer = client.post(ask_graphql(what, document, **variables).body)
        if viewer in self.told:
            self.told[viewer].append(Sent(what, answer.status_code, (), set_aside(answer.content, "no session")))
        (value,) = answer.json()["data"].values()
        return value

    def look_around(self, name: str) -> None:
        """Let every viewer read the table as every seat, and try what it may not do."""
        for viewer in self.told:
            chance = Random(f"{name} {viewer} {len(self.state)}")
            legal: set[str] = set()
            for seat in range(self.script.seats):
                seen = self.ask(viewer, f"table {seat}", operation("Query", "table", seat=seat), state=self.state)
                legal |= {move["notation"] for move in seen["legalMoves"]}
            for move in tried_moves(self.script, chance):
                # What is not refused would be kept: the table's mark would be that of another state.
                if move not in legal and may_be_tried(self.script, move):
                    self.try_move(viewer, chance.randrange(self.script.seats), move)

    def try_move(self, viewer: Viewer, seat: int, move: str) -> Json:
        """Try a move; what becomes of the table is forgotten unless it is kept by the caller."""
        wish = {"state": self.state, "seat": seat, "move": move}
        return self.ask(viewer, f"{seat} {move}", operation("Mutation", "applyMoveToState", seat=seat), input=wish)

    def move(self, act: Act) -> None:
        """Make a move, which must be possible, and hand the table on to everybody."""
        self.state = self.try_move(act.seat, act.seat, act.move)["table"]["state"]
        for told in self.told.values():
            told.append(Sent("state", 0, (), set_aside(self.state.encode(), "no session")))


def compare_sealed(server: LocalService, script: Script, name: str) -> int:
    """Play a sealed table and its twins, and hold what is sent against each other; count the twins."""
    chance = Random(name)
    deals = {viewer: deal for viewer in viewers_of(script) if (deal := find_twin(script, viewer, chance)) is not None}
    compare_sealed_with(server, script, deals, name)
    return len(deals)


def compare_sealed_with(server: LocalService, script: Script, deals: Mapping[Viewer, Deal], name: str) -> None:
    """Play a sealed table and these twins of it, each for its viewer, and hold what is sent against each other."""
    here = drive_sealed(server, script, deals, name)
    for viewer, deal in deals.items():
        there = drive_sealed(server, replace(script, deal=deal), (viewer,), name)
        check_alike(here.told[viewer], there.told[viewer], viewer)


def drive_sealed(server: LocalService, script: Script, viewers: Iterable[Viewer], name: str) -> SealedWorld:
    """Play a script of moves at a sealed table."""
    world = SealedWorld(server, script, viewers)
    for number, act in enumerate(script.acts):
        if number % PAUSE == 0:
            world.look_around(name)
        world.move(act)
    world.look_around(name)
    return world


# ---- in bulk


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare many random tables; return an exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="tables of each game")
    parser.add_argument("--game", choices=engine.GAMES, action="append", help="only these games")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other tables")
    parser.add_argument("--store", help="the address of an empty store; a file of its own by default")
    options = parser.parse_args(arguments)
    configure_logging("console", "error")
    with tempfile.TemporaryDirectory() as folder:
        store = options.store or f"sqlite:{folder}/twins.db"
        failures = [compare_game(store, game, options.seed, options.tables) for game in options.game or engine.GAMES]
    return 1 if any(failures) else 0


def compare_game(store: str, game: str, seed: int, tables: int) -> int:
    """Compare random tables of one game, say what was found, and return how many leak."""
    compared = leaks = 0
    for number in range(tables):
        name = f"{game} {seed} {number}"
        with LocalService(app_on(store)) as server:
            try:
                host_seat = number % 2 or None
                compared += compare(server, invent(game, Random(name), 20), name, host_seat)
                compared += compare_sealed(server, invent(game, Random(name), 20, only_moves=True), name)
            except AssertionError as leak:
                leaks += 1
                print(f"{name}: {leak}", flush=True)
    print(f"{game}: {tables} tables, {compared} twins, {leaks} leaks", flush=True)
    return leaks


def app_on(store: str) -> Starlette:
    """Return the application on a store, with a key to seal states."""
    return create_app(load_settings({"CROUPIER_STORE": store, "CROUPIER_SEAL_KEYS": SEAL_KEY}))


if __name__ == "__main__":
    sys.exit(main())
