"""The wait of a seat: for its turn, for a request of another seat, or until the time of the others is over."""

import asyncio
from contextlib import aclosing, suppress
from functools import partial

from service.mcp.seated import Seated
from service.sessions.session import Session, asked_seats, deadline_of
from service.use_cases.watch import watch
from service.views.projection import ProjectedSession

# How long after a time of the store a wait for it ends. The claim or the move that follows must not come too early.
GRACE_SECONDS = 0.05


async def wait_for_news(seated: Seated, seen: int | None, seconds: float) -> None:
    """Wait some seconds, or until the seat can do something that it could not at the version `seen`.

    The wait ends, too, when the time of the asked seats is over. Raises `Problem`, and the refusal of the transport if
    the caller has too many requests open.
    """
    limit = asyncio.timeout(seconds)
    lateness = asyncio.timeout(None)
    try:
        async with limit, seated.context.hold(1, partial(_end, limit)), lateness:
            await _watch_for_news(seated, seen, lateness)
    except TimeoutError:
        if not (limit.expired() or lateness.expired()):
            raise


async def are_others_late(seated: Seated) -> bool:
    """Tell whether the time of the asked seats is over, and the seat is none of them."""
    session = await seated.context.sessions.read(seated.session_id)
    deadline = deadline_of(session)
    if session.is_over or deadline is None or session.seat_of(seated.handle.token) in asked_seats(session):
        return False
    return await seated.context.sessions.store.now() >= deadline


async def count_reaction_seconds(seated: Seated) -> float:
    """Return for how many more seconds only a match is accepted; 0 if any move of the asked seats is."""
    session = await seated.context.sessions.read(seated.session_id)
    now = await seated.context.sessions.store.now()
    left = session.reacting_until - now
    return left / 1000 + GRACE_SECONDS if left > 0 else 0


def _end(limit: asyncio.Timeout) -> None:
    with suppress(RuntimeError):  # the wait is over already
        limit.reschedule(0)


async def _watch_for_news(seated: Seated, seen: int | None, lateness: asyncio.Timeout) -> None:
    """Return at the first version that has news; `lateness` expires when the asked seats are late."""
    sessions = seated.context.sessions
    token = seated.handle.token
    following = watch(sessions, seated.session_id, None, presence=sessions.presence.poll(token))
    async with aclosing(following) as frames:  # type: ignore[type-var]
        async for frame in frames:
            if _has_news(ProjectedSession(frame.holders, token), seen):
                return
            lateness.reschedule(await _find_late(seated, frame.holders))


def _has_news(session: ProjectedSession, seen: int | None) -> bool:
    """Tell whether the seat has lost its place, the table is over, or something can be done since a version."""
    if session.viewer_seat is None or session.status in ("FINISHED", "ABANDONED"):
        return True
    if session.version == seen:
        return False
    asked = session.take_back
    is_asked = asked is not None and session.viewer_seat in asked.awaited
    return is_asked or (session.view is not None and session.view.legal_move_count > 0)


async def _find_late(seated: Seated, session: Session) -> float | None:
    """Return the time of the loop at which the asked seats are late; None if they have no deadline."""
    deadline = deadline_of(session)
    if deadline is None:
        return None
    now = await seated.context.sessions.store.now()
    return asyncio.get_running_loop().time() + (deadline - now) / 1000 + GRACE_SECONDS
