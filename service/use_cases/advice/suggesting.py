"""The use case of hints: the move that a bot prefers in the place of the caller's seat."""

import bots
import engine
from engine import State
from service.opponents.memories import Memories
from service.opponents.question import Question, Thought, ask_about
from service.opponents.timing import seed_of
from service.sessions.problems import Problem
from service.sessions.rules import MoveRefused, check_range, engine_problems
from service.use_cases.context import RequestContext
from service.use_cases.inputs import HIGHEST_LEVEL, SuggestMoveForStateInput, SuggestMoveInput
from service.use_cases.operation import TABLE_QUERY_PROBLEMS, query, raises
from service.use_cases.playing import check_playing
from service.views.suggestion_view import Suggestion, project_suggestion

# A search plays every move out at least once. At large tables of ZLAM! that takes 37 µs for each move and square of the
# seats: half a second at this bound, which tables of up to 20 seats keep, and 37 s at one of 100.
MOST_SEARCHED = 12_000
# The price of a search at each level, as many additional requests: one for each ten milliseconds of a core.
SEARCH_COSTS = {1: 0, 2: 4, 3: 40, 4: 200}


def cost_of_suggestion(input: SuggestMoveInput | SuggestMoveForStateInput) -> int:
    """Return the price of a search."""
    return SEARCH_COSTS.get(input.level, 0)


@query("/v1/sessions/{sessionId}/suggestion", "Table", cost=cost_of_suggestion)
@raises(*TABLE_QUERY_PROBLEMS, "HINTS_OFF", "RESIGNED", "NOT_YOUR_TURN", "BUSY")
async def suggest_move(context: RequestContext, input: SuggestMoveInput) -> Suggestion:
    """Suggest a move for the seat of the bearer token, in a session with `hints`.

    A bot decides from what the seat knows and remembers, and tells why. Nothing is changed.
    """
    # The same version and level get the same answer from every process.
    check_range(input.level, 1, HIGHEST_LEVEL, "level")
    session = await context.sessions.read(input.session_id)
    seat = check_playing(session, context.token)
    if not session.setup.hints:
        raise Problem("HINTS_OFF", "The session was opened without hints.", ("sessionId",))
    state = session.state
    assert state is not None
    check_may_move(state, seat, "sessionId")
    check_may_search(state, seat, input.level)
    needed = bots.needs_memory(session.game, bots.LEVELS[input.level].effort)
    memory = await Memories(context.sessions.store).recall(session, seat) if needed else None
    thought = await think(context, ask_about(state, seat, input.level, seed_of(session, seat), memory))
    return project_suggestion(state, seat, thought.choice, thought.level, session.version, str(session.cursor))


async def think(context: RequestContext, question: Question) -> Thought:
    """Have a question answered at its own level. Raises `Problem` with BUSY if too many others wait."""
    with engine_problems():
        return await context.pool.think_exactly(question)


def check_may_search(state: State, seat: int, level: int) -> None:
    """Raise `Problem` for a level at which a bot would look ahead for too long."""
    if level > 1 and len(engine.legal_moves(state, seat)) * state.seats**2 > MOST_SEARCHED:
        message = f"There is too much to look ahead at with {state.seats} seats: only the level 1 decides here."
        raise Problem("INVALID_INPUT", message, ("level",))


def check_may_move(state: State, seat: int, name: str) -> None:
    """Raise `Problem` if a seat, given by the input `name`, has no legal move."""
    if engine.legal_moves(state, seat):
        return
    refusal: engine.Refusal = engine.NotYourTurn("engine 2", f"Seat {seat} has no legal move now.")
    if engine.result(state) is not None:
        refusal = engine.TableOver("engine 9", "The table is over.")
    refusal.path = (name,)
    raise MoveRefused(refusal, state, seat)
