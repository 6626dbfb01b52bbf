"""Stateless tables: pure functions of a serialized state that the caller keeps."""

import secrets
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager

import msgspec

import engine
from engine import Event, LegalMove, State
from service.sessions.problems import Problem


class MoveRefused(Problem):
    """The rules forbid a move: `rule` is the number of one that does, `legal_moves` what the seat may do."""

    def __init__(self, refusal: engine.Refusal, state: State, seat: int) -> None:
        super().__init__(refusal.code, refusal.message, refusal.path)
        self.rule = refusal.rule
        self.game = engine.game_of(state).name
        self.legal_moves = legal_moves(state, seat)


class Applied(msgspec.Struct, frozen=True):
    """A move that was made: the state after it, and what happened (hidden cards included)."""

    state: State
    move: LegalMove
    events: tuple[Event, ...]


class _EngineProblems:
    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, engine.EngineError):
            raise Problem(error.code, error.message, error.path) from None


_ENGINE_PROBLEMS = _EngineProblems()


def engine_problems() -> AbstractContextManager[None]:
    """Turn what the engine refuses into a `Problem` with the same code."""
    return _ENGINE_PROBLEMS


def new_table(
    game: str, seats: int, options: Mapping[str, object], seed: str | None, deck: Sequence[str] | None
) -> State:
    """Deal a table; without a seed the key is random. Raises `Problem`."""
    key = secrets.token_hex(32) if seed is None else seed
    with engine_problems():
        return engine.new_game(game, seats=seats, options=options, seed=key, deck=deck)


def open_state(token: str) -> State:
    """Return the state that a client sent. Raises `Problem` with INVALID_STATE."""
    with engine_problems():
        return engine.loads(token)


def write_state(state: State) -> str:
    """Return the state as it travels: open, as JSON."""
    return engine.dumps(state).decode()


def legal_moves(state: State, seat: int | None) -> tuple[LegalMove, ...]:
    """Return what a seat may do, labelled; nothing for a spectator. Raises `Problem` when there is no such seat."""
    if seat is None:
        return ()
    with engine_problems():
        return tuple([engine.describe(state, seat, move) for move in engine.legal_moves(state, seat)])


def apply_move(state: State, seat: int, notation: str, viewer: int | None) -> Applied:
    """Make a move. Raises `MoveRefused`, or `Problem` for a seat or a viewer that is not at the table."""
    if viewer is not None and not 0 <= viewer < state.seats:
        raise Problem("INVALID_INPUT", f"There is no seat {viewer}; the seats are 0–{state.seats - 1}.", ("viewer",))
    with engine_problems():
        try:
            after, events = engine.apply(state, seat, notation)
        except engine.Refusal as refusal:
            raise MoveRefused(refusal, state, seat) from None
        return Applied(after, engine.describe(state, seat, engine.parse_move(notation)), events)
