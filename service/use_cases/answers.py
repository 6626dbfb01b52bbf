"""The use cases in the words of the contract: what both front ends call, and all that they answer.

Each function takes the caller and plain arguments, returns a value of the contract, and raises `Problem`.
"""

from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from service.sessions.changes import Done
from service.sessions.history_hash import Cursor, read_cursor
from service.sessions.session import Session, Setup
from service.storage.repository import SessionRepository
from service.use_cases import listing, lobby
from service.use_cases import moves as table
from service.use_cases.history import LARGEST_PAGE, read_events
from service.use_cases.lobby import Place
from service.use_cases.moves import Act
from service.use_cases.stateless import Tables, project_table
from service.views import session_view as told
from service.views.catalogue import read_options
from service.views.projection import ProjectedSession, project_change, project_move, project_preview, project_refusal
from service.views.stateless_view import Table, TableChanged
from service.views.table_view import Preview

LARGEST_LIST = 20
# A session costs the store more than a request does: so it costs the caller as much as so many more.
CREATION_COST = 9


class Play(msgspec.Struct):
    """What there is to be used: live sessions, and tables without a session."""

    sessions: SessionRepository
    tables: Tables


class RequestContext(msgspec.Struct):
    """Who calls: what can be used, the bearer token that came along, and the app by its key."""

    play: Play
    token: str | None
    app: str | None = None

    @property
    def sessions(self) -> SessionRepository:
        """The live sessions."""
        return self.play.sessions


# ---- reading


async def find_session(caller: RequestContext, session_id: str) -> told.Session | None:
    """Return a session, None when there is none of that id."""
    session = await caller.sessions.find(session_id)
    return None if session is None else project_session(session, caller.token)


async def read_session(caller: RequestContext, session_id: str) -> told.Session:
    """Return a session. Raises `Problem` with NOT_FOUND."""
    return project_session(await caller.sessions.read(session_id), caller.token)


async def check_seen(caller: RequestContext, session: told.Session, seen: str) -> None:
    """Raise `RolledBack` if the store has lost the version of a cursor, and `Problem` if it is no cursor."""
    cursor, _ = read_cursor(seen, "seen")
    now = Cursor(session.version, session.head or "")
    await caller.sessions.check_kept(session.id, now, cursor, caller.token, "seen")


async def list_sessions(
    caller: RequestContext, game: str | None, first: int | None, after: str | None
) -> told.SessionConnection:
    """Return a page of the public sessions with open seats, the newest first."""
    page = await listing.list_sessions(caller.sessions, game, _size(first, LARGEST_LIST), after)
    edges = tuple(
        told.SessionEdge(cursor=cursor, node=project_session(session, caller.token))
        for cursor, session in page.sessions
    )
    return told.SessionConnection(
        edges=edges,
        nodes=tuple(edge.node for edge in edges),
        page_info=told.PageInfo(
            has_next_page=page.more,
            has_previous_page=after is not None,
            start_cursor=edges[0].cursor if edges else None,
            end_cursor=edges[-1].cursor if edges else None,
        ),
    )


async def list_events(
    caller: RequestContext, session: told.Session, first: int | None, after: str | None
) -> told.EventConnection:
    """Return a page of a session's events, the oldest first, as its viewer may know them."""
    return await read_events(caller.sessions, session, caller.token, _size(first, LARGEST_PAGE), after)


async def find_record(caller: RequestContext, session: told.Session) -> str | None:
    """Return the record of a finished table as JSON."""
    return await caller.sessions.record(session.id) if session.status == "FINISHED" else None


async def explain_move(caller: RequestContext, session_id: str, move: str) -> told.MoveExplained:
    """Return why the caller's seat may not make a move now."""
    state, seat, refusal = await table.explain(caller.sessions, session_id, caller.token, move)
    told_refusal = None if refusal is None else project_refusal(state, seat, refusal)
    return told.MoveExplained(legal=refusal is None, refusal=told_refusal)


async def preview_move(caller: RequestContext, session_id: str, move: str) -> Preview:
    """Return what a move of the caller's seat would do, as far as it can know."""
    return project_preview(*await table.preview(caller.sessions, session_id, caller.token, move))


# ---- around the table


async def create_session(
    caller: RequestContext,
    *,
    game: str,
    seats: int,
    options: Iterable[tuple[str, str]],
    setup: Setup,
    seed: str | None,
    deck: Sequence[str] | None,
    key: str | None,
) -> told.SessionCreated:
    """Open a session."""
    opening = await lobby.open_session(
        caller.sessions,
        game=game,
        seats=seats,
        options=read_options(options),
        setup=setup,
        seed=seed,
        deck=deck,
        key=key,
        app=caller.app,
    )
    return told.SessionCreated(
        session=project_session(opening.session, caller.token),
        host_token=opening.host_token,
        join_links=tuple(told.JoinLink(seat=seat, code=code) for seat, code in enumerate(opening.codes)),
    )


async def join_session(caller: RequestContext, session_id: str, place: Place, key: str | None) -> told.SeatJoined:
    """Take a seat."""
    return _tell_joining(await lobby.join(caller.sessions, session_id, caller.token, place, key, caller.app))


async def hand_over_seat(caller: RequestContext, session_id: str, key: str | None) -> told.SeatJoined:
    """Give the caller's seat another token."""
    return _tell_joining(await lobby.hand_over(caller.sessions, session_id, caller.token, key))


async def leave_session(caller: RequestContext, session_id: str, key: str | None) -> told.SessionChanged:
    """Leave the caller's seat."""
    return _tell_change(caller, await lobby.leave(caller.sessions, session_id, caller.token, key))


async def start_session(caller: RequestContext, session_id: str, key: str | None) -> told.SessionChanged:
    """Have the cards dealt, as the host."""
    return _tell_change(caller, await lobby.start(caller.sessions, session_id, caller.token, key))


async def abandon_session(caller: RequestContext, session_id: str, key: str | None) -> told.SessionChanged:
    """End the session before its result, as the host."""
    return _tell_change(caller, await lobby.abandon(caller.sessions, session_id, caller.token, key))


async def offer_rematch(caller: RequestContext, session_id: str, key: str | None) -> told.RematchOffered:
    """Open a session for the same seats."""
    session = await lobby.offer_rematch(caller.sessions, session_id, caller.token, key)
    return told.RematchOffered(session=project_session(session, caller.token))


# ---- at the table


async def apply_move(caller: RequestContext, act: Act, move: str) -> told.MoveApplied:
    """Make a move for the caller's seat."""
    done = await table.move(caller.sessions, act, move)
    assert done.entry.move is not None
    session = project_session(done.session, caller.token)
    return told.MoveApplied(
        session=session,
        move=project_move(done.session.game, done.entry.move),
        version=done.version,
        head=done.entry.history_hash,
        replayed=done.replayed,
        events=project_change(done, session.viewer_seat),
    )


async def resign(caller: RequestContext, act: Act) -> told.SessionChanged:
    """Give the caller's seat up to the default policy."""
    return _tell_change(caller, await table.resign(caller.sessions, act))


async def give_up_seat(caller: RequestContext, act: Act, seat: int) -> told.SessionChanged:
    """Have the default policy play a seat that its holder has left, as the host."""
    return _tell_change(caller, await table.give_up(caller.sessions, act, seat))


async def claim_deadline(caller: RequestContext, act: Act) -> told.SessionChanged:
    """Have the asked seats' decisions made by default, when their time is over."""
    return _tell_change(caller, await table.claim(caller.sessions, act))


async def undo_move(caller: RequestContext, act: Act) -> told.SessionChanged:
    """Take back the last move of the caller's seat."""
    return _tell_change(caller, await table.undo(caller.sessions, act))


async def ask_take_back(caller: RequestContext, act: Act) -> told.SessionChanged:
    """Ask the others to take back the last move of the caller's seat."""
    return _tell_change(caller, await table.ask_take_back(caller.sessions, act))


async def answer_take_back(caller: RequestContext, act: Act, *, agree: bool) -> told.SessionChanged:
    """Agree that the last move is taken back, or refuse it."""
    return _tell_change(caller, await table.answer_take_back(caller.sessions, act, agree=agree))


# ---- without a session


async def new_table(
    caller: RequestContext,
    *,
    game: str,
    seats: int,
    options: Iterable[tuple[str, str]],
    seed: str | None,
    deck: Sequence[str] | None,
    sealed: bool,
) -> Table:
    """Deal a table whose state the caller keeps."""
    seen = caller.play.tables.deal(game, seats, read_options(options), seed=seed, deck=deck, sealed=sealed)
    return project_table(seen)


async def read_table(caller: RequestContext, state: str) -> Table:
    """Return the table of a state."""
    return project_table(caller.play.tables.read(state, caller.token))


async def apply_move_to_state(
    caller: RequestContext, *, state: str, seat: int, move: str, viewer: int | None
) -> TableChanged:
    """Make a move on a table whose state the caller keeps."""
    return await caller.play.tables.apply(state, seat, move, viewer, caller.token)


def project_session(session: Session, token: str | None, holders: Session | None = None) -> told.Session:
    """Return a session as the bearer of a token may see it: who that is, a later version may tell (`holders`)."""
    # It has the fields of the contract's struct, each worked out when it is asked for.
    return cast("told.Session", ProjectedSession(session, token, holders))


def _tell_change(caller: RequestContext, done: Done) -> told.SessionChanged:
    session = project_session(done.session, caller.token)
    return told.SessionChanged(
        session=session,
        version=done.version,
        head=done.entry.history_hash,
        replayed=done.replayed,
        events=project_change(done, session.viewer_seat),
    )


def _tell_joining(joining: lobby.Joining) -> told.SeatJoined:
    return told.SeatJoined(
        session=project_session(joining.done.session, joining.token),
        seat=joining.seat,
        seat_token=joining.token,
        replayed=joining.done.replayed,
    )


def _size(first: int | None, largest: int) -> int:
    return largest if first is None else max(0, min(first, largest))
