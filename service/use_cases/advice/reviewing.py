"""The use case of reviews: each move of a finished table beside the one that a bot prefers."""

import re
from collections.abc import Iterator
from itertools import islice

import msgspec

import engine
from engine import Event, Memory, Record, State
from service.opponents.question import ask_about
from service.opponents.timing import draw
from service.sessions.problems import Problem, deal_is_played
from service.sessions.rules import check_may_see, check_range
from service.sessions.session import Session
from service.storage.sessions import read_archive
from service.use_cases.advice.suggesting import SEARCH_COSTS, check_may_search, think
from service.use_cases.context import RequestContext
from service.use_cases.finding.listing import page_size
from service.use_cases.inputs import HIGHEST_LEVEL, LARGEST_REVIEW, ReviewInput
from service.use_cases.operation import SESSION_PROBLEMS, operation
from service.views.session_view import page_of
from service.views.suggestion_view import Review, ReviewEdge, ReviewedMove, project_review

# At level 1 nothing is looked at ahead, so no loss is known.
LOWEST_LEVEL = 2

_CURSOR = re.compile("[0-9]{1,9}")


class _Step(msgspec.Struct, frozen=True):
    """A move of a table: the deal and the events before it, and the state at which it was made."""

    dealt: State
    told: list[Event]
    state: State
    seat: int
    move: str

    def remembered(self) -> Memory:
        """Return what the seat remembered."""
        seen = engine.events_for(self.told, self.seat)
        return engine.remember(engine.begin_memory(self.dealt, self.seat), seen)


def _cost_of_review(input: ReviewInput) -> int:
    """Return the price of a page: for each move a search, and a comparison that takes as long."""
    return 2 * page_size(input.first, LARGEST_REVIEW) * SEARCH_COSTS.get(input.level, 0)


@operation("query", *SESSION_PROBLEMS, "NOT_OVER", "BUSY", cost=_cost_of_review)
async def review(context: RequestContext, input: ReviewInput) -> Review:
    """Review the moves of a finished session, each beside the one that a bot prefers.

    The bot decides from what the seat knew then. Nothing is changed.
    """
    # The same table and level get the same answer from every process.
    check_range(input.level, LOWEST_LEVEL, HIGHEST_LEVEL, "level")
    start = 0 if input.after is None else _read_cursor(input.after) + 1
    session = await context.sessions.read(input.session_id)
    check_may_see(session, context.token)
    record = await _find_record(context, session)
    size = page_size(input.first, LARGEST_REVIEW)
    page = islice(_replay(record), start, start + size)
    nodes = [await _review_step(context, session, step, input.level) for step in page]
    edges = tuple(ReviewEdge(cursor=str(node.ply), node=node) for node in nodes)
    page_info = page_of(
        [edge.cursor for edge in edges], has_next=start + size < len(record.moves), has_previous=input.after is not None
    )
    return Review(level=input.level, edges=edges, nodes=tuple(nodes), page_info=page_info)


async def _review_step(context: RequestContext, session: Session, step: _Step, level: int) -> ReviewedMove:
    """Review a move by what its seat knew and remembered then."""
    state, seat = step.state, step.seat
    check_may_search(state, seat, level)
    seed = draw(session, f"review {state.ply} {seat}").hex()
    question = ask_about(state, seat, level, seed, step.remembered())
    thought = await think(context, msgspec.structs.replace(question, played=step.move))
    return project_review(state, seat, step.move, thought.choice, thought.loss)


async def _find_record(context: RequestContext, session: Session) -> Record:
    if session.status in ("OPEN", "ACTIVE"):
        raise Problem("NOT_OVER", "The session is not over yet.", ("sessionId",))
    archive = await read_archive(context.sessions.store, session.id)
    if session.is_deal_closed:
        raise deal_is_played()
    if session.status != "FINISHED" or archive is None:
        raise Problem("NOT_FOUND", "This session has no record.", ("sessionId",))
    record = engine.parse_record(bytes(archive.record))
    if record.rules != engine.find_game(record.game).rules:
        message = "The table was dealt under another version of the rules, which this service does not play."
        raise Problem("RULES_CHANGED", message, ("sessionId",))
    return record


def _replay(record: Record) -> Iterator[_Step]:
    """Yield the moves of a table."""
    dealt = state = engine.new_game(
        record.game, seats=record.seats, options=record.options, seed=record.seed, deck=record.deck
    )
    told: list[Event] = []
    for line in record.moves:
        seat, move = engine.split_line(line)
        yield _Step(dealt, told, state, seat, move)
        state, events = engine.apply(state, seat, move)
        told += events


def _read_cursor(cursor: str) -> int:
    if _CURSOR.fullmatch(cursor) is None:
        raise Problem("INVALID_INPUT", "This is not a cursor that the service gave.", ("after",))
    return int(cursor)
