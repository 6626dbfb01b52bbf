"""Changes over the wire: moves and streams of both APIs, applied by a client, give what a read returns."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from random import Random

import jsonschema_rs
import msgspec
import pytest

from service.rest.openapi import make_document
from service.rest.preferences import CHANGES_JSON, CODES_JSON
from service.views.session_view import ViewChanges
from service.views.table_view import Event, Move
from tests.service.rest.test_streams import EVENTS, LINES, Reader
from tests.support.apis import fragments, plain
from tests.support.graphql_client import Client, Json
from tests.support.graphql_stream import Stream
from tests.support.openapi import write_out
from tests.support.rest_client import Rest
from tools.changes import apply_changes
from tools.codes import apply_codes, events_in_codes, move_in_codes, session_in_codes
from tools.services import Service

# What only GraphQL has beside `cards`.
CODES = """
fragment EventCodes on Event { codes }
fragment ChangesCodes on ViewChanges { zones { codes } session { view { zones { codes } } } }
"""
FOLLOW = f"""{fragments(ViewChanges, Event)} {CODES}
subscription Follow($id: ID!, $after: String) {{
  sessionUpdates(sessionId: $id, after: $after) {{
    version head cursor resync rolledBack
    events {{ ...AllEvent ...EventCodes }} otherEvents {{ ...AllEvent }} changes {{ ...AllViewChanges ...ChangesCodes }}
  }}
}}"""
MOVE = f"""{fragments(ViewChanges, Event, Move)} {CODES}
mutation Move($input: ApplyMoveInput!) {{
  applyMove(input: $input) {{
    ... on MoveApplied {{
      version head replayed move {{ ...AllMove }}
      events {{ ...AllEvent ...EventCodes }}
      otherEvents {{ ...AllEvent }}
      changes {{ ...AllViewChanges ...ChangesCodes }}
    }}
  }}
}}"""
# What GraphQL answers where REST leaves a field out.
ABSENT = dict(zip(ViewChanges.__struct_encode_fields__, ViewChanges.__struct_defaults__, strict=True))
COMPONENTS = write_out(make_document())["components"]
FRAME, FRAME_OF_CODES, MOVE_IN_CODES = (
    jsonschema_rs.Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": COMPONENTS})
    for name in ("FrameOfChanges", "FrameOfCodes", "MoveMadeOfCodes")
)

# Events of any game that only tell what the changes have.
CHANGED_BY_ALL = {"turn", "scores"}

# What a frame has.
WHOLE = "the whole session"
CHANGES = "what differs"

Next = Callable[[], Json]


class Viewer(msgspec.Struct, frozen=True):
    """Somebody who follows a session, by a token or without one, in a language or in plain English."""

    token: str | None
    language: str | None = None

    def headers(self, **more: str) -> dict[str, str]:
        """Return the headers of a request, including the viewer's."""
        own = {"Authorization": f"Bearer {self.token}", "Croupier-Language": self.language}
        if self.token is None:
            del own["Authorization"]
        return {name: value for name, value in (own | more).items() if value is not None}


def as_rest(told: Json) -> Json:
    """Return an answer or a frame with changes in the form of REST, which leaves unchanged parts out, and codes."""
    told = plain(without_codes(told))
    others = told.pop("otherEvents")
    assert all(other in told["events"] for other in others)
    # What is left out is in the changes, if the view is as it was before.
    changed = {fact["name"] for fact in told["changes"]["facts"]} | CHANGED_BY_ALL
    since = told["changes"]["since"]
    assert since is None or all(event in others or event["kind"] in changed for event in told["events"])
    assert since is None or not any(other["kind"] in changed for other in others)
    changes = {name: value for name, value in told["changes"].items() if value not in (None, _default(name))}
    return {**told, "changes": changes}


def without_codes(value: Json) -> Json:
    """Return a GraphQL value without the codes of cards, which must be those of the cards beside them."""
    if isinstance(value, list):
        return [without_codes(part) for part in value]
    if not isinstance(value, dict):
        return value
    if "codes" in value:
        cards = [None if card is None else card["code"] for card in value["cards"]]
        hidden = 0 if "sequence" in value else value["count"] - len(value["codes"])
        assert [None] * hidden + value["codes"] == cards
    return {name: without_codes(part) for name, part in value.items() if name != "codes"}


def _default(name: str) -> list[object] | None:
    return None if ABSENT[name] is None else []


# ---- the ways to follow a session


@contextmanager
def over_rest(
    service: Service, session: str, viewer: Viewer, after: str | None, form: str, wanted: str = "changes=true"
) -> Iterator[Next]:
    address = f"{service.root}/v1/sessions/{session}/frames?{wanted}{'' if after is None else f'&after={after}'}"
    with service.http.stream("GET", address, headers=viewer.headers(Accept=form)) as answer:
        assert answer.status_code == 200, answer.read()
        reader = Reader(answer.iter_lines(), form)
        yield lambda: _frame_of(reader)


@contextmanager
def over_graphql_events(service: Service, session: str, viewer: Viewer, after: str | None) -> Iterator[Next]:
    body = msgspec.json.encode({"query": FOLLOW, "variables": {"id": session, "after": after}})
    headers = viewer.headers(Accept=EVENTS, **{"Content-Type": "application/json"})
    with service.http.stream("POST", service.url, content=body, headers=headers) as answer:
        assert answer.status_code == 200, answer.read()
        reader = Reader(answer.iter_lines(), EVENTS)
        yield lambda: as_rest(_frame_of(reader)["data"]["sessionUpdates"])


@contextmanager
def over_socket(service: Service, session: str, viewer: Viewer, after: str | None) -> Iterator[Next]:
    language = {} if viewer.language is None else {"Croupier-Language": viewer.language}
    with Stream(service, viewer.token, **language) as stream:
        stream.ask(FOLLOW, "s", id=session, after=after)
        yield lambda: as_rest(stream.frame())


def _frame_of(reader: Reader) -> Json:
    event = reader.next()
    assert event is not None
    return event.data


WAYS: Sequence[Callable[..., AbstractContextManager[Next]]] = (over_rest, over_rest, over_graphql_events, over_socket)
FORMS = ((EVENTS,), (LINES,), (), ())


class Follower:
    """A viewer that follows a session in every way at once, and applies every change that it receives."""

    def __init__(self, services: Sequence[Service], session: str, viewer: Viewer) -> None:
        self.services = services
        self.viewer = viewer
        self.known: Json | None = None
        self.known_in_codes: Json | None = None
        self._id = session
        self._ways: list[Next] = []
        self._in_codes: list[Next] = []

    def open(self, streams: ExitStack, after: str | None = None) -> None:
        """Follow from now on, or after a cursor."""
        self._ways = []
        for number, (way, form) in enumerate(zip(WAYS, FORMS, strict=True)):
            service = self.services[number % len(self.services)]
            self._ways.append(streams.enter_context(way(service, self._id, self.viewer, after, *form)))
        self._in_codes = [
            streams.enter_context(over_rest(service, self._id, self.viewer, after, form, "codes=true"))
            for service, form in zip(self.services, (LINES, EVENTS), strict=False)
        ]

    def take(self) -> Json:
        """Take the next frame, in which all ways agree, and check the session that it gives."""
        frames = [way() for way in self._ways]
        assert frames == frames[:1] * len(frames)
        FRAME.validate(frames[0])
        self.known = apply_changes(self.known, frames[0])
        assert self.known == self.read()
        for way in self._in_codes[:1]:
            self._check_codes(frames[0], way())
        return frames[0]

    def _check_codes(self, frame: Json, in_codes: Json) -> None:
        """Check a frame in codes against the same frame with changes, which have been applied."""
        FRAME_OF_CODES.validate(in_codes)
        self.known_in_codes = apply_codes(self.known_in_codes, in_codes)
        assert self.known_in_codes == session_in_codes(self.known)
        assert in_codes.get("events", []) == events_in_codes(self.known, frame["events"])
        for name in ("version", "cursor"):
            assert in_codes[name] == frame[name]
        for name in ("resync", "rolledBack"):
            assert in_codes.get(name, False) == frame[name]

    def read(self) -> Json:
        """Return the session as a read shows it."""
        answer = Rest(self.services[0]).ask("GET", f"/v1/sessions/{self._id}", headers=self.viewer.headers())
        assert answer.status_code == 200, answer.text
        return answer.json()


# ---- a session that is followed


class Followed:
    """A session on two workers, its seats, and its followers."""

    def __init__(self, services: Sequence[Service], game: str, chance: Random, **setup: object) -> None:
        self.services = services
        self.chance = chance
        made = Rest(services[0]).done("/v1/sessions", {"game": game, "seats": 2, **setup})
        self.id: str = made["session"]["id"]
        self.path = f"/v1/sessions/{self.id}"
        self.host: str = made["hostToken"]
        self.tokens = [self.done(None, "seats", name=f"Player {seat}")["seatToken"] for seat in range(2)]
        viewers = (
            Viewer(None),
            Viewer(None, "de"),
            Viewer(self.host, "en"),
            Viewer("nobody"),
            Viewer(self.tokens[0]),
            Viewer(self.tokens[1], "de"),
        )
        self.followers = [Follower(services, self.id, viewer) for viewer in viewers]

    def done(self, token: str | None, act: str, **body: object) -> Json:
        """Carry out an act on one of the workers."""
        return Rest(self.chance.choice(self.services), token).done(f"{self.path}/{act}", body)

    def take(self) -> list[str]:
        """Let all followers take a frame, and return what each one has."""
        frames = [follower.take() for follower in self.followers]
        return [WHOLE if frame["changes"].get("since") is None else CHANGES for frame in frames]

    def move(self) -> None:
        """Let a seat make a random move, and apply the changes of the answer to what it knew."""
        service = self.chance.choice(self.services)
        readers = [Follower((service,), self.id, Viewer(token)) for token in self.tokens]
        reader, known = next((one, seen) for one in readers if (seen := one.read())["view"]["legalMoves"])
        move = self.chance.choice(known["view"]["legalMoves"])["notation"]
        if self.chance.random() < 0.3:
            self.make_in_codes(service, reader, move, known)
            return
        make = self.chance.choice((self.make_over_rest, self.make_over_graphql))
        made = make(service, reader.viewer.token, move, known)
        assert apply_changes(known, made) == reader.read()
        assert made["changes"]["since"] == known["version"]
        assert (made["move"]["notation"], made["replayed"]) == (move, False)

    def make_over_rest(self, service: Service, token: str | None, move: str, known: Json) -> Json:
        """Make a move over REST, with the events."""
        headers = {"If-Match": f'"{known["cursor"]}"', "Prefer": "return=changes;events"}
        answer = Rest(service, token).ask("POST", f"{self.path}/moves", {"move": move}, headers)
        assert answer.headers["content-type"] == CHANGES_JSON
        # The tag is that of the session that the client has then.
        seen = Viewer(token).headers(**{"If-None-Match": answer.headers["etag"]})
        assert Rest(service).ask("GET", self.path, headers=seen).status_code == 304
        return answer.json()

    def make_in_codes(self, service: Service, reader: Follower, move: str, known: Json) -> None:
        """Make a move over REST in codes, and check the answer."""
        headers = {"If-Match": f'"{known["cursor"]}"', "Prefer": "return=changes;codes;events"}
        answer = Rest(service, reader.viewer.token).ask("POST", f"{self.path}/moves", {"move": move}, headers)
        assert answer.headers["content-type"] == CODES_JSON
        assert answer.headers["preference-applied"] == "return=changes"
        made = answer.json()
        MOVE_IN_CODES.validate(made)
        now = reader.read()
        assert apply_codes(session_in_codes(known), made) == session_in_codes(now)
        chosen = next(one for one in known["view"]["legalMoves"] if one["notation"] == move)
        assert made["move"] == move_in_codes(chosen)
        listed = Rest(service, reader.viewer.token).ask("GET", f"{self.path}/events?after={known['cursor']}").json()
        assert made["events"] == events_in_codes(known, listed["nodes"])

    def make_over_graphql(self, service: Service, token: str | None, move: str, known: Json) -> Json:
        """Make a move over GraphQL."""
        wish = {"sessionId": self.id, "move": move, "expectedVersion": known["version"], "expectedHead": known["head"]}
        return as_rest(Client(service, token).ask(MOVE, input=wish))


@pytest.mark.parametrize("game", ["zeven", "zar"])
def test_every_way_to_follow_gives_the_same_changes_and_they_what_is_read(
    two_services: list[Service], game: str
) -> None:
    followed = Followed(two_services, game, Random(f"wire {game}"), moveSeconds=900)
    with ExitStack() as streams:
        for follower in followed.followers:
            follower.open(streams)
        assert followed.take() == [WHOLE] * 6
        for _ in range(4):
            followed.move()
            assert followed.take() == [CHANGES] * 6
        # The token is void from now on: its bearer is shown what everybody sees.
        followed.tokens[0] = followed.done(followed.tokens[0], "hand-over")["seatToken"]
        assert followed.take() == [CHANGES, CHANGES, CHANGES, CHANGES, WHOLE, CHANGES]
        followed.move()
        assert followed.take() == [CHANGES] * 6
        # Texts for people contain names; texts in plain English do not.
        followed.done(followed.tokens[1], "leave")
        assert followed.take() == [CHANGES, WHOLE, WHOLE, CHANGES, CHANGES, WHOLE]
        followed.tokens[1] = followed.done(followed.tokens[1], "seats", name="Ada")["seatToken"]
        assert followed.take() == [CHANGES, WHOLE, WHOLE, CHANGES, CHANGES, WHOLE]
        followed.done(followed.tokens[1], "resign")
        assert followed.take() == [CHANGES] * 6


def test_a_follower_that_comes_back_is_told_everything_first(two_services: list[Service]) -> None:
    followed = Followed(two_services, "zeven", Random("back"))
    cursor = followed.followers[0].read()["cursor"]
    followed.move()
    with ExitStack() as streams:
        for follower in followed.followers:
            follower.open(streams, cursor)
        assert followed.take() == [WHOLE] * 6
        followed.move()
        assert followed.take() == [CHANGES] * 6


def test_a_move_at_any_version_or_once_more_is_answered_with_everything(one_service: Service) -> None:
    followed = Followed([one_service], "zeven", Random("any"))
    token = followed.tokens[0]
    key = {"Idempotency-Key": "a key", "Prefer": "return=changes"}
    reader = Follower([one_service], followed.id, Viewer(token))
    # Another seat may begin, and move more than once.
    while not (known := reader.read())["view"]["legalMoves"]:
        followed.move()
    move = known["view"]["legalMoves"][0]["notation"]
    named = {"If-Match": f'"{known["cursor"]}"'}
    at_any = {"If-Match": "*"}
    answers = [
        Rest(one_service, token).ask("POST", f"{followed.path}/moves", {"move": move}, key | match).json()
        for match in (at_any, named)
    ]
    assert [(answer["replayed"], answer["changes"]) for answer in answers] == [
        (False, {"session": reader.read()}),
        (True, {"session": reader.read()}),
    ]
    assert answers[0].keys() == {"version", "head", "replayed", "changes"}
    wish = {"sessionId": followed.id, "move": move, "idempotencyKey": "a key"}
    again = as_rest(Client(one_service, token).ask(MOVE, input=wish))
    assert (again["replayed"], again["changes"]) == (True, {"session": reader.read()})
