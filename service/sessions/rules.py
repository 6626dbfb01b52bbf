"""Refusals at a table: by the engine, by the session's version, and of seats and numbers that are out of range."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import engine
from engine import LegalMove, State
from service.sessions.history_hash import Cursor
from service.sessions.problems import Problem, deal_is_closed
from service.sessions.session import Session


class MoveRefused(Problem):
    """The rules forbid a move: `rule` is the number of a rule that does, `legal_moves` are the seat's legal moves.

    `people` is the session, if there is one, with the names of the players for the sentence.
    """

    def __init__(self, refusal: engine.Refusal, state: State, seat: int, people: Session | None = None) -> None:
        super().__init__(refusal.code, refusal.message, refusal.path)
        self.people = people
        self.rule = refusal.rule
        self.sentence = refusal.sentence
        self.game = engine.game_of(state).name
        self.legal_moves = legal_moves(state, seat)


class VersionConflict(Problem):
    """The bearer of a token expected another version than `session`, the newest one."""

    def __init__(
        self, expected: Cursor, session: Session, token: str | None = None, code: str = "STALE_VERSION", text: str = ""
    ) -> None:
        standard = f"The session is at version {session.version}, not {expected.version}."
        super().__init__(code, text or standard, ("expectedVersion",))
        self.expected = expected
        self.session = session
        self.token = token


class RolledBack(VersionConflict):
    """The store has lost the version that the caller knows; `session`, the newest one, continues from before it."""

    def __init__(self, seen: Cursor, session: Session, name: str = "expectedVersion", token: str | None = None) -> None:
        message = (
            f"The store has lost your version {seen.version}: the session continues from before it and is now at "
            f"version {session.version}."
        )
        super().__init__(seen, session, token, "ROLLED_BACK", message)
        self.path = (name,)


@contextmanager
def engine_problems() -> Iterator[None]:
    """Turn an error of the engine into a `Problem` with the same code."""
    try:
        yield
    except engine.EngineError as error:
        raise Problem(error.code, error.message, error.path) from None


@contextmanager
def within(*place: str) -> Iterator[None]:
    """Put a place before the path of a `Problem`."""
    try:
        yield
    except Problem as problem:
        problem.path = (*place, *problem.path)
        raise


def new_table(
    game: str, seats: int, options: Mapping[str, object], seed: str | None, deck: Sequence[str] | None
) -> State:
    """Deal a table; without a seed the key is random. Raises `Problem`."""
    key = secrets.token_hex(32) if seed is None else seed
    with engine_problems():
        return engine.new_game(game, seats=seats, options=options, seed=key, deck=deck)


def check_may_see(session: Session, token: str | None) -> None:
    """Raise `Problem` with UNAUTHORIZED if the deal is closed and the token holds no seat of the session."""
    if session.is_closed_to(token):
        raise deal_is_closed()


def check_seat(seat: int | None, seats: int, name: str) -> None:
    """Raise `Problem` if the input `name` is a seat that a table with `seats` seats does not have."""
    if seat is not None and not 0 <= seat < seats:
        raise Problem("INVALID_INPUT", f"There is no seat {seat}; the seats are 0–{seats - 1}.", (name,))


def check_range(value: int, least: int, most: int, name: str) -> None:
    """Raise `Problem` if the input `name` is out of range."""
    if not least <= value <= most:
        raise Problem("INVALID_INPUT", f"{name} must be a whole number from {least} to {most}.", (name,))


def legal_moves(state: State, seat: int | None) -> tuple[LegalMove, ...]:
    """Return the legal moves of a seat with their labels; a spectator (None) has none."""
    return () if seat is None else engine.describe_moves(state, seat)
