"""The tool that reviews a table: what has happened, where the points came from, and how good the moves were."""

from collections.abc import Iterator, Sequence

from service.mcp import inputs
from service.mcp.answers import ToolAnswer
from service.mcp.caller import Caller
from service.mcp.seated import Seated
from service.mcp.table_text import describe_end, describe_table, list_seats, tell_event
from service.sessions.problems import Problem
from service.use_cases.inputs import ReviewInput
from service.use_cases.reading import list_events
from service.use_cases.reading import review as review_moves
from service.views.fields import LARGEST_PAGE
from service.views.projection import ProjectedSession
from service.views.suggestion_view import ReviewedMove
from service.views.table_view import Card, ScoreItem


async def review(caller: Caller, wish: inputs.ReviewInput) -> ToolAnswer:
    """Tell what has happened at a table; at its end, also where the points came from and how good the moves were."""
    seated = Seated(caller, wish.seat)
    session = await seated.read()
    if session.status != "FINISHED":
        return ToolAnswer("\n".join(await _tell_events(seated, session, wish.after)))
    lines = [*_tell_points(session), ""] if wish.after is None else []
    judging = ReviewInput(session_id=session.id, level=wish.level, after=wish.after)
    try:
        await caller.pay("review", judging)
        page = await review_moves(seated.context, judging)
    except Problem as problem:
        if problem.code not in ("NOT_FOUND", "NOT_OVER", "RULES_CHANGED"):
            raise
        return ToolAnswer("\n".join([*lines, f"The moves cannot be judged: {problem.message}"]))
    lines += [f"The moves, judged by a bot of level {page.level} that knew only what the seat knew:"]
    lines += map(_tell_reviewed, page.nodes)
    if page.page_info.has_next_page:
        lines.append(f'The next moves: review(seat, level={wish.level}, after="{page.page_info.end_cursor}").')
    return ToolAnswer("\n".join(lines))


async def _tell_events(seated: Seated, session: ProjectedSession, after: str | None) -> list[str]:
    """Return what the seat has seen happen at a table that is not finished, a page at a time, and the table."""
    page = await list_events(seated.context, session, LARGEST_PAGE, after)
    told = [f"- {tell_event(event)}" for event in page.nodes if event.weight != "DETAIL"]
    lines = ["What you have seen happen so far:", *told]
    if page.page_info.has_next_page:
        return [*lines, f'What came next: review(seat, after="{page.page_info.end_cursor}").']
    return [*lines, "", describe_table(session)]


def _tell_points(session: ProjectedSession) -> Iterator[str]:
    yield from describe_end(session)
    breakdown = None if session.view is None else session.view.breakdown
    for seat in () if breakdown is None else breakdown.seats:
        items = "; ".join(map(_tell_item, seat.items))
        whose = list_seats([seat.seat], session.viewer_seat)
        yield f"Points of {whose}: {seat.points}{f' = {items}' if items else ''}."


def _tell_item(item: ScoreItem) -> str:
    cards: Sequence[Card] = item.cards
    shown = f" ({' '.join(card.code for card in cards)})" if cards else ""
    return f"{item.label}{shown}: {item.points} (rule {item.rule})"


def _tell_reviewed(move: ReviewedMove) -> str:
    made = f"- Move {move.ply}, seat {move.seat}: {move.move.label}"
    if move.only_move:
        return f"{made}. It was the only move."
    if move.verdict == "BEST":
        return f"{made}. The bot prefers it, too."
    other = "to wait" if move.preferred is None else move.preferred.label
    if move.verdict == "WORSE":
        return f"{made}. A mistake that loses about {move.loss:.1f} points. The bot prefers this: {other}."
    return f"{made}. About as good as the bot's choice: {other}."
