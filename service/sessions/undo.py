"""Whether a seat may take back its last move."""

import engine
from service.sessions.apply_change import FOLLOWED
from service.sessions.session import Session

NOBODY_MOVED = "NOBODY_MOVED"


NOT_LAST = "NOT_LAST"


# Why a last move stays as it is; the other codes are the engine's (`engine.learned`).
KEPT = {
    NOBODY_MOVED: "There is no move to take back.",
    NOT_LAST: "Somebody else has acted since.",
    FOLLOWED: "The default policy has moved since.",
}


def undo_refusal(session: Session, seat: int | None) -> str | None:
    """Return why a seat may not take back its last move, in one sentence; None when it may."""
    last = session.last_move
    if last is None or last.seat != seat:
        return not_last(session, seat)
    return KEPT.get(last.kept) or engine.LEARNED.get(last.kept)


def not_last(session: Session, seat: int | None) -> str | None:
    """Return why the last move is none of a seat's; None when it is."""
    if session.last_move is None:
        return KEPT[NOBODY_MOVED]
    return None if session.last_move.seat == seat else KEPT[NOT_LAST]
