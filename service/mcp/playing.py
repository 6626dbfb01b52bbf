"""The tools at a table: look, wait, play and leave."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.mcp.answers import ToolAnswer, show_table
from service.mcp.caller import Caller
from service.mcp.handles import UNAUTHORIZED, no_seat
from service.mcp.inputs import LeaveInput, LookInput, PlayInput, WaitInput
from service.mcp.seated import Seated
from service.mcp.waiting import are_others_late, count_reaction_seconds, wait_for_news
from service.sessions.problems import Problem
from service.sessions.rules import check_range
from service.use_cases.inputs import LONGEST_WAIT_SECONDS, ApplyMoveInput, SessionActInput, SessionInput
from service.use_cases.lobby import leave_session
from service.use_cases.playing import apply_move, resign
from service.use_cases.watch import replay_to
from service.views.projection import ProjectedSession
from service.views.table_view import Move

# Some hosts abort a call that reports no progress.
REPORT_SECONDS = 5.0
LATE = 'The time of the others is over: act(seat, action="claim_deadline") has a move made for them.'
# No list of moves has a longer number.
MOST_DIGITS = 9


async def look(caller: Caller, wish: LookInput) -> ToolAnswer:
    """Show the table."""
    return await Seated(caller, wish.seat).show()


async def wait_for_turn(caller: Caller, wish: WaitInput) -> ToolAnswer:
    """Wait until the seat is asked or may newly do something, others are late, or the table is over; then show it."""
    check_range(wish.seconds, 0, LONGEST_WAIT_SECONDS, "seconds")
    seated = Seated(caller, wish.seat)
    session = await seated.read()
    seconds = await _count_seconds(seated, session, wish)
    if seconds:
        async with _reporting(caller, seconds):
            await wait_for_news(seated, wish.version, seconds)
    since = session.version if wish.version is None else wish.version
    # Since the wait has ended, the others may have moved.
    is_late = await are_others_late(seated)
    return await seated.show(LATE if is_late else "", since)


async def _count_seconds(seated: Seated, session: ProjectedSession, wish: WaitInput) -> float:
    """Return how many seconds to wait at most; a seat that is asked waits until more than a match is accepted.

    It may make a match at once, so it waits only from the version that it has seen.
    """
    if _is_over(session):
        return 0
    if not _is_asked(session):
        return wish.seconds
    if session.version != wish.version:
        return 0
    return min(wish.seconds, await count_reaction_seconds(seated))


def _is_over(session: ProjectedSession) -> bool:
    return session.status in ("FINISHED", "ABANDONED")


def _is_asked(session: ProjectedSession) -> bool:
    view = session.view
    return view is not None and session.viewer_seat in view.turn and bool(view.legal_moves)


@asynccontextmanager
async def _reporting(caller: Caller, longest: float) -> AsyncIterator[None]:
    """Report now and then for how long the caller has waited."""
    started = time.monotonic()

    async def report() -> None:
        while True:
            await caller.report(round(time.monotonic() - started, 1), longest, "waiting for your turn")
            await asyncio.sleep(REPORT_SECONDS)

    reporting = asyncio.create_task(report())
    try:
        yield
    finally:
        reporting.cancel()
        # The wait is complete even if a report could not be sent.
        await asyncio.gather(reporting, return_exceptions=True)


async def play(caller: Caller, wish: PlayInput) -> ToolAnswer:
    """Make a move. A refusal is an error that shows the table and the seat's moves as they stand now."""
    seated = Seated(caller, wish.seat)
    try:
        moving = ApplyMoveInput(
            session_id=seated.session_id,
            move=await _find_notation(seated, wish),
            expected_version=wish.version,
            idempotency_key=wish.idempotency_key,
        )
        made = await apply_move(seated.context, moving)
    except Problem as problem:
        return await seated.show_refusal(problem)
    begun = "With this key, you had made a move already" if made.replayed else "You have made your move"
    before = f"{begun}: {made.move.notation}"
    return await seated.show(before, since=made.version - 1)


async def _find_notation(seated: Seated, wish: PlayInput) -> str:
    """Return the notation of the wanted move; a number stands for a move in the list of a version. Raises `Problem`."""
    text = str(wish.move).strip()
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        return text
    if wish.version is None:
        message = "A number stands for a move only with the `version` of its list: send that, too, or the notation."
        raise Problem("INVALID_INPUT", message, ("version",))
    session = await seated.read()
    number = int(text)
    if session.version != wish.version:
        # Only a retry is not refused for its version, and its key stands for the move that the number meant then.
        moves = () if wish.idempotency_key is None else await _list_earlier_moves(seated, session, wish.version)
        return moves[number - 1].notation if 1 <= number <= len(moves) else text
    moves = _moves_of(session)
    if not 1 <= number <= len(moves):
        message = f"There is no move {number}: your moves are 1–{len(moves)}." if moves else "You have no move now."
        raise Problem("INVALID_INPUT", message, ("move",))
    return moves[number - 1].notation


async def _list_earlier_moves(seated: Seated, session: ProjectedSession, version: int) -> tuple[Move, ...]:
    """Return the seat's list of moves at an earlier version; nothing at a version that the session has not had."""
    if not 0 < version < session.version:
        return ()
    earlier = await replay_to(seated.context.sessions, session.id, version)
    return () if earlier is None else _moves_of(session.at(earlier))


def _moves_of(session: ProjectedSession) -> tuple[Move, ...]:
    return () if session.view is None else session.view.legal_moves


async def leave(caller: Caller, wish: LeaveInput) -> ToolAnswer:
    """Leave a seat, or resign."""
    seated = Seated(caller, wish.seat)
    table = seated.session_id
    try:
        if wish.resign:
            resigning = SessionActInput(session_id=table, idempotency_key=wish.idempotency_key)
            changed = await resign(seated.context, resigning)
            before = "You have resigned: your seat ranks behind all that play on."
        else:
            leaving = SessionInput(session_id=table, idempotency_key=wish.idempotency_key)
            changed = await leave_session(seated.context, leaving)
            before = (
                "You have left your seat. While the table lasts, "
                f'join_table(table="{table}", seat=…) with this handle takes you back.'
            )
    except Problem as problem:
        # The sentence of the use case names the header of the other APIs.
        raise (no_seat() if problem.code == UNAUTHORIZED else problem) from None
    assert isinstance(changed.session, ProjectedSession)
    return show_table(changed.session, before=before)
