"""The outcomes of a move. Refusals are outcomes; only faults are raised."""

from dataclasses import dataclass
from typing import Any, Literal

from croupier_client.contract import Decision, Event, Move, Rule, Session, TableMoved, View, ViewChanges
from croupier_client.problems import Problem
from croupier_client.steps import Answer


@dataclass(frozen=True)
class Applied:
    """The move was made and stored; `replayed` if an earlier request with its key made it.

    `changes` has the differences from the session at which it was chosen; None: anything may differ.
    """

    version: int
    head: str | None
    replayed: bool
    move: Move
    events: list[Event]
    session: Session
    kind: Literal["applied"] = "applied"
    changes: ViewChanges | None = None


@dataclass(frozen=True)
class AppliedToState:
    """The move was made: `body` has the next state, the viewer's view of it, and the events."""

    body: TableMoved
    kind: Literal["applied"] = "applied"


@dataclass(frozen=True)
class Illegal:
    """The rules do not allow the move."""

    code: str
    rule: Rule | None
    message: str
    legal_moves: list[Move]
    kind: Literal["illegal"] = "illegal"


@dataclass(frozen=True)
class Stale:
    """The table has moved on. If `rolled_back`, the store has lost the version that was seen."""

    rolled_back: bool
    session: Session
    view: View | None
    decision: Decision | None
    kind: Literal["stale"] = "stale"


@dataclass(frozen=True)
class TooEarly:
    """Others may still react: the same move is accepted after this time."""

    retry_after_millis: int
    kind: Literal["tooEarly"] = "tooEarly"


@dataclass(frozen=True)
class Over:
    """The table is over."""

    message: str
    kind: Literal["over"] = "over"


MoveOutcome = Applied | Illegal | Stale | TooEarly | Over
TableOutcome = AppliedToState | Illegal | Over


def move_outcome(answer: Answer) -> MoveOutcome:
    """Return the outcome of a move in a session. Raises `Problem` for any other failure."""
    if answer.status < 400:
        names = ("version", "head", "replayed", "move", "events", "session", "changes")
        return Applied(**{name: answer.body[name] for name in names})
    return _refusal(answer.body)


def table_outcome(answer: Answer) -> TableOutcome:
    """Return the outcome of a move on a table that the caller keeps. Raises `Problem` for any other failure."""
    if answer.status < 400:
        return AppliedToState(answer.body)
    refusal = _refusal(answer.body)
    assert isinstance(refusal, Illegal | Over)
    return refusal


def _refusal(body: dict[str, Any]) -> Illegal | Stale | TooEarly | Over:
    match body["code"]:
        case "BAD_NOTATION" | "ILLEGAL_MOVE" | "NOT_YOUR_TURN":
            return Illegal(body["code"], body["rule"], body["detail"], body["legalMoves"])
        case "STALE_VERSION" | "ROLLED_BACK":
            view = body["session"]["view"]
            decision = view["decision"] if view else None
            return Stale(body["code"] == "ROLLED_BACK", body["session"], view, decision)
        case "TOO_EARLY":
            return TooEarly(body["retryAfterMillis"])
        case "TABLE_OVER" | "SESSION_OVER":
            return Over(body["detail"])
    raise Problem(body)
