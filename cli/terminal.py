"""Hot-seat play and replay in a terminal, on the engine alone. Texts count seats from 1, data from 0."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rich.console import RenderableType

import bots
import engine
from cli.drawing import (
    WORDING,
    draw_events,
    draw_facts,
    draw_help,
    draw_moves,
    draw_outcome,
    draw_power,
    draw_result,
    draw_view,
)
from engine import Event, Move, Record, State

Ask = Callable[[str], str]
Print = Callable[[RenderableType], None]

# The seat of the person at the keyboard when bots play the other seats.
PERSON = 0
# The person's choice to wait.
WAIT: tuple[int, str] = (PERSON, "")


def play(
    game: str,
    seats: int,
    options: Mapping[str, object],
    seed: str | None,
    ask: Ask,
    say: Print,
    level: bots.Level | None = None,
) -> Record:
    """Play a table, asking for the number of each move, and return its record.

    `?` shows help, `? CODE` explains a card, and `q` leaves the table unfinished.

    With a `level`, only seat 0 is asked, and bots of that level play the other seats. Raises `EngineError` when the
    table cannot be made.
    """
    key = secrets.token_hex(32) if seed is None else seed
    fitting = engine.fitting_options(engine.find_game(game), seats)
    state = engine.new_game(game, seats=seats, options={**fitting, **options}, seed=key)
    opponents = None if level is None else Opponents(state, level)
    person = None if level is None else PERSON
    moves: list[str] = []
    say(engine.introduction(game, options).goal)
    say("Answer with the number of a move; ? tells how to play, q leaves.")
    while active := engine.active_seats(state):
        choice = _decide(state, active, opponents, ask, say)
        if choice is None:
            break
        seat, move = choice
        state, events = engine.apply(state, seat, move)
        moves.append(f"{seat} {move}")
        if opponents is not None:
            opponents.remember(events)
        _say_all(say, draw_events(game, engine.events_for(events, person)))
    _say_all(say, draw_result(game, engine.result(state), person))
    changed = engine.changed_options(state.options)
    return engine.make_record(
        game=game, seats=seats, options=changed, seed=key, moves=moves, outcome=engine.result(state)
    )


class Opponents:
    """Bots of one level at all seats but the person's, each with its own memory."""

    def __init__(self, state: State, level: bots.Level) -> None:
        self._level = level
        self._memories = {seat: engine.begin_memory(state, seat) for seat in range(state.seats) if seat != PERSON}

    def remember(self, events: Sequence[Event]) -> None:
        """Add the events that each bot may see to its memory."""
        for seat, memory in self._memories.items():
            self._memories[seat] = engine.remember(memory, engine.events_for(events, seat))

    def decide(self, state: State) -> tuple[int, str] | None:
        """Return the move of the first bot that makes one. Bots that are not asked come first."""
        asked = engine.asked_seats(state)
        bots_to_move = [seat for seat in engine.active_seats(state) if seat in self._memories]
        for seat in sorted(bots_to_move, key=lambda seat: seat in asked):
            choice = bots.choose(state, seat, self._level.effort, secrets.token_hex(32), self._memories[seat])
            if choice.move is not None:
                return seat, choice.move
        return None


def _decide(
    state: State, active: Sequence[int], opponents: Opponents | None, ask: Ask, say: Print
) -> tuple[int, Move | str] | None:
    """Return the next seat and its move; None when the person leaves or no bot moves."""
    if opponents is None:
        return _choose(state, active, ask, say)
    if PERSON in active:
        choice = _choose(state, (PERSON,), ask, say)
        if choice != WAIT:
            return choice
    return opponents.decide(state)


def _choose(state: State, seats: Sequence[int], ask: Ask, say: Print) -> tuple[int, Move | str] | None:
    """Ask for the number of a move. Return the seat and its move; None to leave."""
    choices = _show_choices(state, seats, say)
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    numbered = ", ".join(str(seat + 1) for seat in seats)
    while (answer := ask(f"Move of seat {numbered} (1–{len(choices)}, ? helps, q leaves)").strip()) != "q":
        if answer in numbers:
            return choices[numbers.index(answer)]
        _say_all(say, _answer_question(state, seats[0], answer))
    return None


def _show_choices(state: State, seats: Sequence[int], say: Print) -> list[tuple[int, Move | str]]:
    """Show each seat its view and its numbered moves; return the moves. A person who is not asked may also wait."""
    choices: list[tuple[int, Move | str]] = []
    game = engine.game_of(state).name
    may_wait = seats == (PERSON,) and PERSON not in engine.asked_seats(state)
    for seat in seats:
        _say_all(say, draw_view(state, seat))
        moves = engine.legal_moves(state, seat)
        labels = [engine.move_label(game, engine.describe(state, seat, move), WORDING) for move in moves]
        if may_wait:
            labels.append("Wait")
        say(draw_moves(labels, len(choices) + 1))
        choices += [(seat, move) for move in moves]
        if may_wait:
            choices.append(WAIT)
    return choices


def _answer_question(state: State, seat: int, asked: str) -> Iterator[RenderableType]:
    """Yield the reply to an answer that is not the number of a move."""
    game = engine.game_of(state).name
    introduction = engine.introduction(game, engine.changed_options(state.options))
    about = asked.removeprefix("?").strip()
    if not asked.startswith("?"):
        yield "That is the number of no move: answer with one of those above; ? helps, q leaves."
    elif about == "facts":
        yield from draw_facts(engine.view(state, seat))
    elif about:
        yield draw_power(game, about.upper(), introduction)
    else:
        yield from draw_help(game, introduction)


def _say_all(say: Print, lines: Iterable[RenderableType]) -> None:
    for line in lines:
        say(line)


def replay(
    record: Record, say: Print, *, viewer: int | None = None, ask: Ask | None = None, from_ply: int = 0
) -> engine.Result | engine.Outcome | None:
    """Step through a record from move `from_ply`, counted from 0. Return its result, or its outcome if seats resigned.

    Each event that `viewer` may know is a sentence. With `ask`, the replay pauses before each move and shows the view
    after it; an answer of `q` leaves. Raises `InvalidRecord` before the first sentence if the record does not replay,
    and `InvalidInput` if there is no such seat.
    """
    states = engine.replay(record)
    # Refuse an unknown seat before the first sentence.
    engine.view(states[0], viewer)
    moves = engine.count_noun(len(record.moves), "move")
    say(f"{engine.find_game(record.game).title}, {record.seats} seats, {moves}")
    if ask is not None or from_ply:
        _say_all(say, draw_view(states[min(from_ply, len(states) - 1)], viewer))
    for ply in range(from_ply, len(record.moves)):
        if ask is not None and ask(f"Move {ply} of {len(record.moves)} (Enter goes on, q leaves)").strip() == "q":
            break
        seat, move = engine.split_line(record.moves[ply])
        say(f"{ply}: {move}")
        _, events = engine.apply(states[ply], seat, move)
        _say_all(say, draw_events(record.game, engine.events_for(events, viewer)))
        if ask is not None:
            _say_all(say, draw_view(states[ply + 1], viewer))
    outcome = engine.outcome_of(record)
    result = engine.result(states[-1])
    if outcome is None or not outcome.resigned:
        _say_all(say, draw_result(record.game, result))
        return result
    _say_all(say, draw_outcome(outcome))
    return outcome


def format_checks(checks: Sequence[engine.Check]) -> Iterator[str]:
    """Yield the checks of a record, one line each."""
    signs = {True: "ok", False: "WRONG", None: "-"}
    for check in checks:
        sign = signs[check.holds] if check.verifiable else "?"
        yield f"{sign:>5}  {check.name}: {check.message}"
