"""A session played over the network, and every byte that its viewers receive.

Ids, secrets and times are removed; so are the length that they give a response, and the ids of the request.
"""

import asyncio
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import chain
from random import Random
from typing import Protocol, TypeVar

import httpx2
import msgspec
from msgspec.structs import replace

import engine
from service.rest.preferences import CHANGES_JSON, CODES_JSON
from service.sessions.changes import Moved
from service.sessions.session import Setup
from service.sessions.tokens import make_change_request
from service.storage.sessions import Lifetimes, SessionRepository
from service.views.catalogue import format_option
from tests.engine.possible_moves import sampled_moves
from tests.engine.redeal import Viewer
from tests.service.mcp.requests_by_hand import headers_of, request_of
from tests.service.noninterference.deals import BOT, BOT_MOVE, Act, Script, decision_of
from tests.support.graphql_client import EVENTS as PAGE
from tests.support.graphql_client import Client, Json
from tests.support.graphql_selections import EVENTS, LISTED, operation
from tests.support.graphql_sessions import pairs
from tests.support.graphql_stream import Stream
from tools.services import LocalService
from tools.stores import started_store

GARBAGE = ("", "pass", "play", "match Y1 Y1", "frob", "play Q9 @1", "play AR3 @2 =Y !3", "💥", "x" * 300)
STREAMS = ("text/event-stream", 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"')
# An entity tag holds a digest of the session's id.
HEADERS_ASIDE = frozenset({"date", "x-request-id", "traceresponse", "content-length", "etag"})
LINES = "application/x-ndjson"
REST_STREAMS = ("text/event-stream", LINES)
ASIDE = (
    (re.compile(rb"\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|\+00:00)"), b"TIME"),
    (re.compile(rb'"retryAfterMillis":\d+'), b'"retryAfterMillis":TIME'),
    (re.compile(rb'"(seatToken|hostToken|code|token)":"[A-Za-z0-9_-]{43}"'), rb'"\1":"SECRET"'),
    (re.compile(rb'"head":"[A-Za-z0-9_-]{16}"'), b'"head":"HEAD"'),
    (
        # The last of these stands in the text of an agent.
        re.compile(rb'("(?:cursor|startCursor|endCursor)":"|^id: |after=\\")([0-9.]+)-[A-Za-z0-9_-]{16}', re.MULTILINE),
        rb"\1\2-HEAD",
    ),
    (re.compile(rb'("(?:cursor|startCursor|endCursor)":")\d{13}\.ID"'), rb'\1TIME.ID"'),
    # Who is there follows from who asks, and the service notes it when it comes to it.
    (re.compile(rb'"(connected|lastSeen)":[^,}]+'), rb'"\1":"ASIDE"'),
)
SEALED = re.compile(rb"cs1\.[\w-]+\.[\w-]+")
# One in so many of the versions that a script makes is looked at closely.
PAUSE = 8

# Acts of the host at a seat.
BOT_ACTS = ("addBot", "removeBot")

Headers = tuple[tuple[str, str], ...]
JSON: Headers = (("Content-Type", "application/json"),)
JSON_TYPES = ("application/json", "application/problem+json", CHANGES_JSON, CODES_JSON)
PREFERENCES = ("return=changes;events", "return=changes;events;codes")


class Request(msgspec.Struct, frozen=True):
    """A request; in `path` and `body` the session's id stands for itself."""

    what: str
    body: bytes
    method: str = "POST"
    path: str = "/graphql"
    headers: Headers = JSON


class Sent(msgspec.Struct, frozen=True):
    """A response without the parts that are removed."""

    what: str
    status: int
    headers: Headers
    body: bytes


def ask_graphql(what: str, document: str, **variables: object) -> Request:
    """Return an operation as a request."""
    return Request(what, msgspec.json.encode({"query": document, "variables": variables}))


# ---- one world


class World:
    """A session played over the network, and all that some viewers are sent of it.

    A spectator is everybody without a seat: a caller without a token, and the host. A seat is also each former holder,
    and the host as long as it sits there as the host: at `host_seat`, if it takes one.
    """

    def __init__(
        self, server: LocalService, script: Script, viewers: Iterable[Viewer], host_seat: Viewer = None
    ) -> None:
        self.server = server
        self.script = script
        self.host_seat = host_seat
        self.received: dict[Viewer, list[Sent]] = {viewer: [] for viewer in viewers}
        self.done: dict[Viewer, list[tuple[str | None, Request]]] = {viewer: [] for viewer in self.received}
        # The id of the batch that the session belongs to, if it belongs to one.
        self.batch: str | None = None
        self.id, self.host = self.open()
        self.tokens: list[str | None] = [None] * script.seats
        self.former: list[list[str]] = [[] for _ in range(script.seats)]
        self.version = 1
        # The viewer as which the host sees the session.
        self.host_is: Viewer = None

    def open(self) -> tuple[str, str]:
        """Open the session; return its id and the host's token."""
        return self._open_in_batch() if self.script.seats == 2 else self._open_alone()

    def _open_alone(self) -> tuple[str, str]:
        made = self._create("createSession", opening_of(self.script))
        return made["session"]["id"], made["hostToken"]

    def _open_in_batch(self) -> tuple[str, str]:
        made = self._create("createSessions", {"sessions": [opening_of(self.script)]})
        self.batch = made["batchId"]
        return made["sessions"][0]["sessionId"], made["sessions"][0]["hostToken"]

    def _create(self, name: str, wish: Json) -> Json:
        opening = ask_graphql("create", operation("Mutation", name), input=wish)
        return self._post(None, opening).json()["data"][name]

    def bearers(self, viewer: Viewer) -> list[str | None]:
        """Return the tokens of those who share a viewer's knowledge."""
        holders: list[str | None] = [None] if viewer is None else [self.tokens[viewer], *self.former[viewer]]
        return [*holders, self.host] if viewer == self.host_is else holders

    def ask(self, viewer: Viewer, bearer: str | None, request: Request) -> Json:
        """Send a request for a viewer, keep the response, and return it."""
        answer = self._post(bearer, request)
        assert self.script.deal.seed.encode() not in answer.content, f"the key is told: {request.what}"
        headers = tuple(pair for pair in sorted(answer.headers.items()) if pair[0].lower() not in HEADERS_ASIDE)
        self.hear(viewer, request.what, answer.content, answer.status_code, headers)
        return answer.json() if answer.headers["content-type"] in JSON_TYPES else None

    def hear(self, viewer: Viewer, what: str, body: bytes, status: int = 0, headers: Headers = ()) -> None:
        """Keep a response to a viewer, if responses to it are kept."""
        if viewer in self.received:
            self.received[viewer].append(Sent(what, status, headers, set_aside(body, self.id)))

    def act(self, act: Act) -> None:
        """Carry out a seat's act, or the host's or a bot's at a seat; it must be possible."""
        if act.name == BOT_MOVE:
            asyncio.run(self._move_as_bot(act))
            self.version += 1
            return
        request = self._move_over_rest(act) if self._is_over_rest(act) else self._act_over_graphql(act)
        bearer = self.tokens[act.seat]
        viewer = self.host_is if act.name in BOT_ACTS else act.seat
        if act.name in BOT_ACTS or (bearer is None and act.seat == self.host_seat):
            bearer = self.host
        answer = self.ask(viewer, bearer, request)
        made = answer if self._is_over_rest(act) else answer["data"][act.name]
        assert made.keys() & {"session", "changes"}, f"{act} is refused: {made}"
        self.version += 1
        if viewer in self.done:
            self.done[viewer].append((bearer, request))
        if "seatToken" in made:
            self.former[act.seat] += [] if bearer in (None, self.host) else [bearer]
            self.tokens[act.seat] = made["seatToken"]
        if self.host_seat is not None:
            document = "query ($id: ID!) { session(id: $id) { viewerSeat } }"
            self.host_is = Client(self.server, self.host).ask(document, id=self.id)["viewerSeat"]
            assert self.host_is in (None, self.host_seat)

    def _is_over_rest(self, act: Act) -> bool:
        """Tell whether an act is a move that is made over REST, and answered with what differs: one in three."""
        return act.name == "applyMove" and self.version % 3 == 1

    def _move_over_rest(self, act: Act) -> Request:
        prefer = ("Prefer", PREFERENCES[self.version % 2])
        headers = (*JSON, prefer, ("If-Match", f'"{self.version}"'), ("Idempotency-Key", self._key()))
        body = msgspec.json.encode(_wish(act))
        return Request(f"POST /moves {act.move}", body, path=f"/v1/sessions/{self.id}/moves", headers=headers)

    def _act_over_graphql(self, act: Act) -> Request:
        wish = {"sessionId": self.id, "idempotencyKey": self._key(), **_wish(act)}
        if act.name not in ("joinSession", "handOverSeat", "leaveSession", "startSession", *BOT_ACTS):
            wish["expectedVersion"] = self.version
        document = operation("Mutation", act.name, EVENTS, with_changes=self.version % 3 == 0)
        return ask_graphql(f"{act.name} {act.move}", document, input=wish)

    def _key(self) -> str:
        return hashlib.sha256(b"%d" % self.version).hexdigest()

    async def _move_as_bot(self, act: Act) -> None:
        """Commit a bot's move as another process would, with a decision that no other world has."""
        async with started_store(self.server.app.state.store_url) as store:
            sessions = SessionRepository(store, Lifetimes(session=600, finished=600, archive=600))
            request = make_change_request("bot", None, f"{self.version} {act.seat}")
            decision = decision_of(self.id)
            await sessions.change(self.id, request, lambda _session, now: Moved(now, act.seat, act.move, decision))

    def read(self, viewer: Viewer) -> Json:
        """Read the session as each of those who share a viewer's knowledge; return the first one's response."""
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
        url = self.server.root + request.path
        return self.server.http.request(request.method, url, content=request.body, headers=headers)


def opening_of(script: Script) -> Json:
    options = {name: format_option(value) for name, value in script.options.items()}
    wish = {"game": script.game, "seats": script.seats, "options": pairs(options)}
    return {**wish, "seed": script.deal.seed, "deck": script.deal.deck, "emotes": True, **_settings(script.setup)}


def _settings(setup: Setup) -> Json:
    return {
        "public": setup.public,
        "takeBacks": setup.take_backs,
        "moveSeconds": setup.move_seconds or None,
        "reactionMillis": setup.reaction_millis or None,
        "hints": setup.hints,
        "botMillis": setup.bot_millis or None,
        "leftSeatLevel": setup.left_seat_level or None,
    }


def _wish(act: Act) -> Json:
    match act.name:
        case "applyMove":
            return {"move": act.move}
        case "answerTakeBack":
            return {"agree": act.agree}
        case "joinSession":
            return {"seat": act.seat, "name": f"Player {act.seat}"}
        case "addBot":
            return {"seat": act.seat, "level": BOT.level}
        case "removeBot":
            return {"seat": act.seat}
    return {}


def set_aside(body: bytes, session_id: str) -> bytes:
    """Return a response without ids, secrets and times; a sealed state is reduced to its length."""
    body = body.replace(session_id.encode(), b"ID")
    for pattern, instead in ASIDE:
        body = pattern.sub(instead, body)
    return SEALED.sub(lambda state: b"SEALED %d" % len(state[0]), body)


# ---- the requests


def questions(world: World, viewer: Viewer, seen: Json, chance: Random) -> Iterator[Request]:
    """Yield all requests of a viewer that change nothing: reads, tries, and acts that are refused."""
    yield ask_graphql("node", operation("Query", "node", seat=viewer or 0), id=world.id)
    after = chance.choice(("1", "4.0", "999", "nonsense"))
    yield ask_graphql(f"events after {after}", PAGE, id=world.id, first=4, after=after)
    if viewer is None:
        yield listing(world)
        yield ask_graphql("running", operation("Query", "runningSessions"), game=None, first=5, after=None)
        yield from _batch(world)
    yield ask_graphql("presence", operation("Query", "presence"), sessionId=world.id)
    legal = [move["notation"] for move in seen["view"]["legalMoves"]]
    for move in (*chance.sample(legal, min(len(legal), 1)), *tried_moves(world.script, chance)):
        yield from _try_move(world, move, move in legal)
    yield from chance.sample(list(_refused_acts(world, viewer, seen)), 4)
    yield from _hints(world)
    yield from _over_rest(world, chance)
    yield from _polls(world, viewer)
    yield from _webhooks(world)
    own = Random()
    own.setstate(chance.getstate())
    yield from _as_agent(world, viewer, legal, own)


def _batch(world: World) -> Iterator[Request]:
    """Yield reads of the results of the session's batch."""
    if world.batch is not None:
        yield ask_graphql("batch", operation("Query", "batchResults"), batchId=world.batch)
        path = f"/v1/batches/{world.batch}/results"
        yield Request("GET results", b"", "GET", path, (("Accept", LINES),))


def _polls(world: World, viewer: Viewer) -> Iterator[Request]:
    """Yield polls for what the viewer's seat has to decide."""
    tokens = [bearer or "nobody" for bearer in world.bearers(viewer)]
    wish = {"seats": [{"sessionId": world.id, "seatToken": token} for token in tokens], "waitSeconds": 0}
    yield ask_graphql("poll", operation("Mutation", "nextDecision", EVENTS), input=wish)
    yield Request("POST /decisions", msgspec.json.encode(wish), path="/v1/decisions")
    mine = {"seats": wish["seats"]}
    yield ask_graphql("mine", operation("Mutation", "mySessions"), input=mine)
    yield Request("POST /my-sessions", msgspec.json.encode(mine), path="/v1/my-sessions")


def _webhooks(world: World) -> Iterator[Request]:
    """Yield reads of webhooks and browsers, and changes that are refused: what is sent to them has tests of its own."""
    yield ask_graphql("webhooks", operation("Query", "webhooks"), sessionId=world.id, tournamentId=None)
    nowhere = "https://nowhere.example"
    wish = {"sessionId": world.id}
    yield _change("createWebhook", {**wish, "url": f"http://{nowhere}"})
    yield _change("subscribePush", {**wish, "subscription": {"endpoint": nowhere, "p256dh": "", "auth": ""}})
    yield _change("unsubscribePush", {**wish, "endpoint": nowhere})
    webhook = {"webhookId": f"session.{world.id}.{'A' * 22}"}
    yield ask_graphql("webhook", operation("Query", "webhook"), **webhook)
    for name in ("testWebhook", "replayWebhook", "rotateWebhookSecret", "deleteWebhook"):
        yield _change(name, webhook)


def _change(name: str, wish: Json) -> Request:
    return ask_graphql(name, operation("Mutation", name), input=wish)


def _hints(world: World) -> Iterator[Request]:
    """Yield requests for hints that take no chance of the session's own, and for a review, which comes at the end."""
    yield ask_graphql("suggest", operation("Query", "suggestMove"), sessionId=world.id, level=1)
    yield ask_graphql("review", operation("Query", "review"), sessionId=world.id, level=2, first=1)
    yield Request("GET /suggestion", b"", "GET", f"/v1/sessions/{world.id}/suggestion?level=1", ())


def _over_rest(world: World, chance: Random) -> Iterator[Request]:
    """Yield reads of a session over REST, and tried moves."""
    session = f"/v1/sessions/{world.id}"
    for part in ("", "/hand", "/legal-moves", "/events?first=9", "/record", "/presence"):
        yield Request(f"GET {part}", b"", "GET", f"{session}{part}", ())
    for move in tried_moves(world.script, chance):
        body = msgspec.json.encode({"move": move})
        for part in ("/moves/explain", "/moves/preview"):
            yield Request(f"POST {part} {move}", body, "POST", f"{session}{part}")
        # The condition never holds: so nothing is changed, and the answer shows the session.
        yield Request(f"POST /moves {move}", body, "POST", f"{session}/moves", (*JSON, ("If-Match", '"2"')))


# What agents ask at a table, with inputs of their tools. A move is refused: it is none, or at another version.
ASKED_BY_AGENTS: Sequence[tuple[str, Mapping[str, object]]] = (
    ("wait_for_turn", {"seconds": 0, "version": 3}),
    ("explain", {}),
    ("review", {}),
    ("play", {"move": "play Q9 @1"}),
    ("play", {"move": 1, "version": 2}),
    ("explain", {"move": "frob"}),
    ("act", {"action": "claim_deadline", "version": 2}),
    ("act", {"action": "undo", "version": 2}),
    ("act", {"action": "start"}),
    # What the app of a host draws.
    ("board", {"about": "table", "language": "de"}),
    ("board", {"about": "frames", "after": "1"}),
    ("board", {"about": "hand"}),
    ("board", {"about": "preview", "move": "play Q9 @1"}),
)


def _as_agent(world: World, viewer: Viewer, legal: Sequence[str], chance: Random) -> Iterator[Request]:
    """Yield calls of the tools of agents: a look each time, and one of the others."""
    move = chance.choice(legal) if legal else "frob"
    asked = chance.choice((*ASKED_BY_AGENTS, ("explain", {"move": move})))
    for bearer in world.bearers(viewer):
        seat = f"{world.id}.{bearer or 'nobody'}"
        for tool, given in (("look", {}), asked):
            yield _call_tool(tool, {"seat": seat, **given})
    uri = f"croupier://records/{world.id}"
    headers = tuple(headers_of("resources/read", uri).items())
    yield Request("read record", request_of("resources/read", {"uri": uri}), path="/mcp", headers=headers)


def _call_tool(tool: str, given: Mapping[str, object]) -> Request:
    body = request_of("tools/call", {"name": tool, "arguments": given})
    return Request(f"{tool} {sorted(given)}", body, path="/mcp", headers=tuple(headers_of("tools/call", tool).items()))


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
    """Tell whether a move that is not legal is refused, and not punished, as a pass may be (zar 8)."""
    return not script.options.get("vincent") or (move in GARBAGE and move != "pass")


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
    if seen["status"] == "FINISHED":
        # It would be accepted.
        del acts["offerRematch"]
    if not seen["isHost"]:
        acts |= {"addBot": {**wish, "seat": 0, "level": 2}, "removeBot": {**wish, "seat": 0}}
    if viewer is None:
        acts |= {"joinSession": {**wish, "code": "x"}, "leaveSession": wish, "handOverSeat": wish}
    for name, wanted in acts.items():
        yield ask_graphql(name, operation("Mutation", name, EVENTS), input=wanted)


def listing(world: World) -> Request:
    """Return the request for the open sessions of the game."""
    return ask_graphql("sessions", operation("Query", "sessions", LISTED), game=world.script.game, first=5, after=None)


def watch(world: World, after: str | None, accept: str) -> Request:
    """Return the request for a stream over HTTP."""
    document = operation("Subscription", "sessionUpdates")
    request = ask_graphql(f"{accept[:16]} after {after}", document, sessionId=world.id, after=after, untilRematch=False)
    return replace(request, headers=(*request.headers, ("Accept", accept)))


# ---- driving a world


W = TypeVar("W", bound=World)
# The act after which the first seat sends an emote.
GREETED_AT = 3


def drive(world: W, name: str) -> W:
    """Play a script through, and let the viewers ask and watch on the way; return its world."""
    for seat in range(world.script.seats):
        world.act(Act("joinSession", seat))
    with ExitStack() as stack:
        streams: list[tuple[Viewer, Frames]] = []
        for viewer in world.received:
            streams += [(viewer, stack.enter_context(follow)) for follow in _ways_to_follow(world, viewer)]
        _hear_streams(world, streams)
        for number, act in enumerate(world.script.acts):
            if number % PAUSE == 0:
                look_around(world, name)
            world.act(act)
            _hear_streams(world, streams)
            if number == GREETED_AT:
                _greet(world)
        look_around(world, name)
        world.abandon()
        _hear_streams(world, streams)
    look_back(world)
    return world


class Frames(Protocol):
    """The frames that a viewer is sent while it follows a session."""

    def receive_text(self) -> str:
        """Return the next frame as it came."""


class FramesInLines:
    """The frames of REST as lines."""

    def __init__(self, lines: Iterator[str]) -> None:
        # An empty line is the heartbeat; here it also stands for the end, of which a WebSocket has a message.
        self._lines = chain(filter(None, lines), [""])

    def receive_text(self) -> str:
        """Return the next frame, and once nothing, after the last one."""
        return next(self._lines)


def _ways_to_follow(world: World, viewer: Viewer) -> Iterator[AbstractContextManager[Frames]]:
    """Yield streams that follow the session as a viewer: of whole frames, of changes, and of changes in codes."""
    yield _follow(world, viewer, with_changes=False)
    yield _follow(world, viewer, with_changes=True)
    yield _follow_in_codes(world, viewer)


@contextmanager
def _follow_in_codes(world: World, viewer: Viewer) -> Iterator[FramesInLines]:
    """Follow the session in codes as a viewer, until the context ends."""
    bearer = world.bearers(viewer)[0]
    headers = {"Accept": LINES, **({} if bearer is None else {"Authorization": f"Bearer {bearer}"})}
    url = f"{world.server.root}/v1/sessions/{world.id}/frames?codes=true"
    with world.server.http.stream("GET", url, headers=headers) as answer:
        assert answer.status_code == 200
        yield FramesInLines(answer.iter_lines())


@contextmanager
def _follow(world: World, viewer: Viewer, *, with_changes: bool) -> Iterator[Stream]:
    """Follow the session as a viewer, until the context ends."""
    with Stream(world.server, world.bearers(viewer)[0]) as stream:
        document = operation("Subscription", "sessionUpdates", seat=viewer or 0, with_changes=with_changes)
        stream.ask(document, sessionId=world.id, after=None, untilRematch=False)
        yield stream


def _greet(world: World) -> None:
    """Let the first seat send an emote, and keep what each viewer gets of it; at some tables it is refused."""
    with ExitStack() as stack:
        watching = [(who, stack.enter_context(_follow(world, who, with_changes=True))) for who in world.received]
        for _, stream in watching:
            stream.ask(operation("Subscription", "sessionEmotes"), "emotes", sessionId=world.id)
            # Both listen to the same channel of the store, and the emotes were asked for first.
            stream.receive()
        greeting = ask_graphql(
            "greet", operation("Mutation", "sendEmote"), input={"sessionId": world.id, "emote": "OOPS"}
        )
        sent = world.ask(0, world.tokens[0], greeting)["data"]["sendEmote"]
        for viewer, stream in watching if "seat" in sent else ():
            world.hear(viewer, "emote", stream.receive_text().encode())


def _hear_streams(world: World, streams: Iterable[tuple[Viewer, Frames]]) -> None:
    """Keep the frame that each version brings."""
    for viewer, stream in streams:
        world.hear(viewer, f"frame {world.version}", stream.receive_text().encode())


def look_around(world: World, name: str) -> None:
    """Let every viewer read everything, and try acts that change nothing."""
    for viewer in world.received:
        seen = world.read(viewer)
        chance = Random(f"{name} {viewer} {world.version}")
        for request in questions(world, viewer, seen, chance):
            world.ask(viewer, world.bearers(viewer)[0], request)


def look_back(world: World) -> None:
    """Let every viewer read all that is left, watch it all again, and repeat its acts."""
    for viewer, done in world.done.items():
        world.read(viewer)
        for number, bearer in enumerate(world.bearers(viewer)[:2]):
            world.ask(viewer, bearer, watch(world, str(1 + number), STREAMS[number % 2]))
            frames = f"/v1/sessions/{world.id}/frames?after={2 - number}"
            accept = REST_STREAMS[number % 2]
            for path in (frames, f"{frames}&changes=true", f"{frames}&codes=true"):
                world.ask(viewer, bearer, Request(f"GET {accept}", b"", "GET", path, (("Accept", accept),)))
        for bearer, request in done:
            # Meanwhile the host may have taken its seat, or left it.
            if bearer != world.host or viewer == world.host_is:
                world.ask(viewer, bearer, replace(request, what=f"again: {request.what}"))
