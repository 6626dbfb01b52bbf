"""The use cases that find tables: lists of sessions, the caller's sessions, and a seat at any table of a kind.

A caller who wants any table of a kind gets a seat at an open table, or else at a new one. The caller takes a seat at a
new table before the table is published. The watermark of the kind names the newest published table. So if several
callers open a table at the same time, only the first publishes it; the others close theirs and join the published one.

With an idempotency key, a second watermark names the session that the request has chosen, and later records that it has
a seat there. So simultaneous requests with the same key either all get that seat, or all choose the next session. A
retry goes to the chosen session first, and that session's receipt has the seat that was taken.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from service.sessions.names import check_name
from service.sessions.problems import DATA_CORRUPTED, Problem
from service.sessions.session import Session, asked_seats
from service.sessions.tokens import check_secret_key, key_reused, new_token, read_token, scope_key, short_hash
from service.storage.codec import NewerRelease
from service.storage.documents import ATTEMPTS, Reader, T, busy, new_document_id
from service.storage.public_lists import (
    OPEN,
    RUNNING,
    has_room,
    keep_listed,
    kind_of,
    list_of,
    part_of_game,
    part_of_kind,
)
from service.storage.sessions import SessionRepository
from service.use_cases.context import RequestContext
from service.use_cases.inputs import (
    JoinOrCreateInput,
    JoinSessionInput,
    ListInput,
    NewSessionInput,
    SeatTokenInput,
    SeatTokensInput,
    SessionInput,
)
from service.use_cases.lobby import abandon_session, check_entropy, join_session, leave_session, take_seat
from service.use_cases.opening import host_token_of, note_app, plan_session
from service.use_cases.operation import (
    CREATION_PROBLEMS,
    cost_of_creation,
    cost_of_seats,
    in_rest,
    mutation,
    query,
    raises,
)
from service.views.fields import LIST_CURSOR, PLACE, make_page
from service.views.lobby_view import MySession, MySessions, SessionSummaryConnection, project_summary
from service.views.projection import project_session
from service.views.session_view import LARGEST_LIST, MOST_SEATS, SeatJoined, SessionConnection
from store.port import Listed, Store, Watermark
from store.problems import DataCorrupted

# A session is listed before it is created. If it is still missing after this time, it was never created or is gone.
GHOST_MILLISECONDS = 60_000


@query("/v1/sessions", "Sessions", field="sessions")
async def list_sessions(context: RequestContext, input: ListInput) -> SessionConnection:
    """List the public sessions with open seats, newest first.

    A session opened with `public` is listed until its seats are taken or it is over.
    """
    found, has_next = await read_page(context.sessions, lambda one: list_of(one) == OPEN, OPEN, input)
    items = [(cursor, project_session(one, context.token)) for cursor, one in found]
    return make_page(SessionConnection, items, after=input.after, has_next=has_next)


@query("/v1/running-sessions", "Sessions", field="runningSessions")
async def list_running_sessions(context: RequestContext, input: ListInput) -> SessionSummaryConnection:
    """List the public tables in play, newest first.

    A summary has no view: to watch a table, read or stream its session.
    """
    found, has_next = await read_page(context.sessions, lambda one: list_of(one) == RUNNING, RUNNING, input)
    items = [(cursor, project_summary(one)) for cursor, one in found]
    return make_page(SessionSummaryConnection, items, after=input.after, has_next=has_next)


@query(
    "POST /v1/my-sessions",
    "Sessions",
    result="MySessionsResult",
    cost=cost_of_seats,
    mutation_deprecated="Use the query `mySessions`.",
)
@in_rest(answered="The sessions.", example={"seats": [{"sessionId": "…", "seatToken": "…"}]})
async def my_sessions(context: RequestContext, input: SeatTokensInput) -> MySessions:
    """Return several sessions by the caller's tokens, and whether it is the caller's turn there.

    Nothing is changed. The method is POST, since tokens do not belong in an address. The bearer token is ignored. Five
    seats are charged as one request.
    """
    if not 1 <= len(input.seats) <= MOST_SEATS:
        raise Problem("INVALID_INPUT", f"Send 1 to {MOST_SEATS} seats.", ("seats",))
    ids = tuple(dict.fromkeys(seat.session_id for seat in input.seats))
    found = await asyncio.gather(*(read_or_code(context.sessions, session_id) for session_id in ids))
    known = dict(zip(ids, found, strict=True))
    return MySessions(sessions=tuple(_project(seat, known[seat.session_id]) for seat in input.seats))


def page_size(first: int | None, largest: int) -> int:
    """Return the number of items on a page: `first`, limited to 0 to `largest`."""
    return largest if first is None else max(0, min(first, largest))


def first_place(after: str | None) -> int:
    """Return the place of the first item after a cursor; the cursor is the place of an item. Raises `Problem`."""
    if after is not None and PLACE.fullmatch(after) is None:
        raise _not_a_cursor()
    return 0 if after is None else int(after) + 1


async def read_page(
    documents: Reader[T, Any], belongs: Callable[[T], bool], list_name: str, input: ListInput
) -> tuple[list[tuple[str, T]], bool]:
    """Return the documents of a page of a public list with their cursors, and whether more follow."""
    size = page_size(input.first, LARGEST_LIST)
    found = await find_listed(documents, belongs, part_of_game(list_name, input.game), size, input.after)
    return found[:size], len(found) > size


async def find_listed(
    documents: Reader[T, Any], belongs: Callable[[T], bool], part: str, size: int, after: str | None = None
) -> list[tuple[str, T]]:
    """Return documents of a part of a list with their cursors, newest first; more than `size` if more follow."""
    before = None if after is None else _read_cursor(after)
    found: list[tuple[str, T]] = []
    while len(found) <= size:
        listed = await documents.store.listed(part, before, size + 1)
        for entry in listed:
            before = (entry.at, entry.member)
            document = await _still_listed(documents, belongs, part, entry)
            if document is not None:
                found.append((f"{entry.at}.{entry.member}", document))
        if len(listed) <= size:
            break
    return found


async def _still_listed(documents: Reader[T, Any], belongs: Callable[[T], bool], part: str, entry: Listed) -> T | None:
    """Return a listed document if it still belongs on the list; otherwise remove it from the list."""
    try:
        document = await documents.find(entry.member)
    except NewerRelease:
        # The newer release that wrote the document needs the entry.
        return None
    except (Problem, DataCorrupted):
        document = None
    if document is not None and belongs(document):
        return document
    if document is not None or await documents.store.now() - entry.at > GHOST_MILLISECONDS:
        await documents.store.unlist(part, entry.member)
    return None


async def find_playable(documents: Reader[T, Any], document_id: str) -> T | None:
    """Return a session or a tournament; None if none that can be played has this id."""
    try:
        return await documents.find(document_id)
    except (Problem, DataCorrupted):
        return None  # under other rules, of a newer release, or corrupted


async def read_or_code(sessions: SessionRepository, session_id: str) -> Session | str:
    """Return a session, or the code of the problem with it. Raises `StoreUnavailable`."""
    try:
        return await sessions.read(session_id)
    except Problem as problem:
        return problem.code
    except DataCorrupted:
        return DATA_CORRUPTED


def _read_cursor(cursor: str) -> tuple[int, str]:
    match = LIST_CURSOR.fullmatch(cursor)
    if match is None:
        raise _not_a_cursor()
    return int(match["at"]), match["id"]


def _not_a_cursor() -> Problem:
    return Problem("INVALID_INPUT", "This is not a cursor that the service returned.", ("after",))


# ---- the caller's sessions


def _project(sent: SeatTokenInput, known: Session | str) -> MySession:
    if isinstance(known, str):
        return _refuse(sent, known)
    token = read_token(sent.seat_token)
    if not known.is_member(token) or known.is_closed_to(token):
        return _refuse(sent, "UNAUTHORIZED")
    seat = known.seat_of(token)
    return MySession(
        session_id=sent.session_id,
        problem=None,
        session=project_summary(known),
        seat=seat,
        is_host=known.is_host(token),
        is_my_turn=seat is not None and seat in asked_seats(known) and known.seats[seat].kind == "HUMAN",
    )


def _refuse(sent: SeatTokenInput, code: str) -> MySession:
    return MySession(session_id=sent.session_id, problem=code, session=None, seat=None, is_host=False, is_my_turn=False)


# ---- any table of a kind

# Of many simultaneous callers, each may lose to all before it.
MOST_TRIES = 200
# Why a seat at a table with room could not be taken: others were faster, or the seat is reserved.
_TAKEN = {"SEAT_TAKEN", "SESSION_OVER", "UNAUTHORIZED", "NOT_FOUND", "RULES_CHANGED", "NEWER_RELEASE"}


@mutation("/v1/seats", "Seats", cost=cost_of_creation)
@in_rest(status=201, example={"game": "zeven", "seats": 2, "name": "Ada"})
@raises(*CREATION_PROBLEMS)
async def join_or_create(context: RequestContext, input: JoinOrCreateInput) -> SeatJoined:
    """Take a seat at an open public table of a kind, or open a table and take a seat there.

    Tables are of one kind if their game, options, number of seats and settings are the same. A caller who opens a table
    is its host, with the seat's token.
    """
    check_secret_key(input.idempotency_key)
    check_name(input.name)
    check_entropy(input.entropy)
    search = _Search(context, input)
    await search.begin()
    for _ in range(MOST_TRIES):
        joined = await search.try_next()
        if joined is not None:
            return joined
    raise busy()


class _Search:
    """One caller's search for a seat. The caller takes seats with `secret`: the idempotency key, or a random key."""

    def __init__(self, context: RequestContext, input: JoinOrCreateInput) -> None:
        self._context = msgspec.structs.replace(context, token=None)
        self._sessions = context.sessions
        self._store = context.sessions.store
        self._input = input
        self._secret = input.idempotency_key or new_token()
        names = set(NewSessionInput.__struct_fields__).intersection(input.__struct_fields__)
        self._wanted = NewSessionInput(public=True, **{name: getattr(input, name) for name in names})
        self._kind = ""
        # The lifetime of a session of this kind, in seconds.
        self._lifetime = 0
        self._refused: set[str] = set()
        self._choice: _Choice | None = None
        # The session that this request has chosen; "" if there is none.
        self._chosen = ""
        # The table that this request has opened, and may publish if no other table is open; "" if there is none.
        self._own = ""

    async def begin(self) -> None:
        """Check the input, and read the choice of an earlier request with the same key. Raises `Problem`."""
        planned = await plan_session(self._sessions, "", self._secret, self._wanted)
        self._kind = kind_of(planned)
        self._lifetime = planned.lifetime
        scoped = scope_key(self._input.idempotency_key, self._context.app)
        if scoped is not None:
            self._choice = _Choice(self._store, scoped, self._input, planned.lifetime)
            self._chosen = await self._choice.read()

    async def try_next(self) -> SeatJoined | None:
        """Take a seat at the chosen table, or choose the next one; None if the caller must try again."""
        if not self._chosen:
            chosen = await self._find() or self._own or await self._open()
            if not await self._choose(chosen):
                return None
        joined = await self._sit_down(self._chosen)
        if joined is None or joined.session.viewer_seat is None:
            self._give_up_chosen(has_left=joined is not None)
            return None
        if self._choice is not None and not await self._choice.settle():
            # Another request with the same key has chosen again in the meantime, perhaps the same table.
            chosen = await self._choice.read()
            if chosen != self._chosen:
                await self._leave(joined)
            self._chosen = chosen
            return None
        if self._own not in ("", self._chosen):
            await self._close_own()
        return joined

    def _give_up_chosen(self, *, has_left: bool) -> None:
        """Drop the chosen table, and refuse it from now on unless it is this request's own and still usable.

        `has_left` tells that another request with the same key has left its seat there again.
        """
        if has_left and self._chosen == self._own:
            self._own = ""
        if self._chosen != self._own:
            self._refused.add(self._chosen)
        self._chosen = ""

    async def _choose(self, session_id: str) -> bool:
        self._chosen = session_id
        if self._choice is None or await self._choice.make(session_id):
            return True
        self._chosen = await self._choice.read()
        return False

    async def _find(self) -> str | None:
        """Return the oldest open table of the kind; None if there is none."""
        found = await find_listed(
            self._sessions, lambda one: list_of(one) == OPEN, part_of_kind(self._kind), LARGEST_LIST
        )
        open_ones = [session.id for _, session in reversed(found) if has_room(session)]
        newest = await self._store.read_watermark(self._published)
        if newest is not None and await self._is_open(newest.token):
            # The newest published table may not be listed yet.
            open_ones.append(newest.token)
        return next((one for one in open_ones if one not in self._refused), None)

    async def _open(self) -> str:
        """Open an unlisted table."""
        session_id = new_document_id()
        planned = await plan_session(self._sessions, session_id, self._secret, self._wanted)
        planned = await note_app(self._context, planned)
        await self._sessions.create(session_id, planned)
        return session_id

    async def _sit_down(self, session_id: str) -> SeatJoined | None:
        """Take a seat at a table, and publish the table if this request opened it; None if either fails."""
        try:
            session = await self._sessions.read(session_id)
            host = host_token_of(session, self._secret)
            if not session.is_host(host):
                return await join_session(self._context, self._wish(session_id))
            is_closed = session.abandoned and len(session.holders()) == 1
            self._own = "" if is_closed else session_id
            if is_closed:
                return None
            # A table is not listed before it is published.
            _, joined = await take_seat(msgspec.structs.replace(self._context, token=host), self._wish(session_id))
        except Problem as problem:
            if problem.code not in _TAKEN:
                raise
            return None
        # If another request with the same key has already answered with this seat, the key keeps it.
        is_settled = self._choice is not None and self._choice.is_settled
        return joined if is_settled or await self._publish(session_id) else None

    def _wish(self, session_id: str) -> JoinSessionInput:
        name = self._input.name
        entropy = self._input.entropy
        return JoinSessionInput(session_id=session_id, name=name, entropy=entropy, idempotency_key=self._secret)

    async def _publish(self, session_id: str) -> bool:
        """Publish this request's own table; False if another table of the kind is open, and nobody else sits here."""
        for _ in range(ATTEMPTS):
            session = await self._sessions.read(session_id)
            if session.status != "OPEN" or len(session.holders()) != 1:
                return True
            newest = await self._store.read_watermark(self._published) or Watermark(0, "")
            if newest.token != session_id:
                if newest.token not in self._refused and await self._is_open(newest.token):
                    return False
                height = newest.height + 1
                if not await self._store.advance_watermark(self._published, height, session_id, self._lifetime):
                    continue
            await keep_listed(self._store, session)
            return True
        raise busy()

    async def _close_own(self) -> None:
        session = await self._sessions.read(self._own)
        if len(session.holders()) != 1:
            return
        caller = msgspec.structs.replace(self._context, token=host_token_of(session, self._secret))
        with suppress(Problem):  # a request with the same key may have closed it
            await abandon_session(caller, SessionInput(session_id=self._own))

    async def _leave(self, joined: SeatJoined) -> None:
        caller = msgspec.structs.replace(self._context, token=joined.seat_token)
        with suppress(Problem):
            await leave_session(caller, SessionInput(session_id=joined.session.id))

    async def _is_open(self, session_id: str) -> bool:
        session = await find_playable(self._sessions, session_id)
        return session is not None and has_room(session)

    @property
    def _published(self) -> str:
        return f"published:{self._kind}"


class _Choice:
    """The choice of all requests with one key: its watermark rises with each choice, and when a choice is settled."""

    def __init__(self, store: Store, scoped_key: str, input: JoinOrCreateInput, lifetime: int) -> None:
        self._store = store
        self._name = f"choice:{short_hash(scoped_key.encode())}"
        self._request = short_hash(msgspec.json.encode(input))
        self._lifetime = lifetime
        self._height = 0
        self._session_id = ""
        self.is_settled = False

    async def read(self) -> str:
        """Return the chosen session; "" if there is none. Raises `Problem` if the key belongs to another request."""
        mark = await self._store.read_watermark(self._name)
        if mark is None:
            return ""
        request, session_id, *settled = mark.token.split(" ")
        if request != self._request:
            raise key_reused()
        self._height = mark.height
        self._session_id = session_id
        self.is_settled = bool(settled)
        return session_id

    async def make(self, session_id: str) -> bool:
        """Choose a session in place of the last choice read; False if another request was faster."""
        if not await self._raise(f"{self._request} {session_id}"):
            return False
        self._session_id = session_id
        self.is_settled = False
        return True

    async def settle(self) -> bool:
        """Record that the key has a seat in the chosen session; False if another request has chosen again."""
        if not self.is_settled:
            self.is_settled = await self._raise(f"{self._request} {self._session_id} settled")
        return self.is_settled

    async def _raise(self, token: str) -> bool:
        made = await self._store.advance_watermark(self._name, self._height + 1, token, self._lifetime)
        self._height += made
        return made
