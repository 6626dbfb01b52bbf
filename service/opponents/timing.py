"""When bots decide: after a pause if they are asked, after a reaction time if they may act out of turn.

Everything here depends on the session only, so every worker makes the same decisions at the same times with the same
seeds.
"""

import hmac

import msgspec

import bots
import engine
from service.sessions.session import Session, asked_seats

# The time for a reaction (`bots.Level`) is up to a fifth shorter or longer.
REACTION_SPREAD = 0.2
# A bot reacts at the latest after a random part of the time for reactions, within these bounds.
LATEST_REACTION = (0.6, 0.8)
# How long before its move a bot begins to think, so that its pause hides how long it has thought.
AHEAD_MILLIS = 1000

_WORD = 1 << 32


class BotTurn(msgspec.Struct, frozen=True):
    """A decision of a bot at one version of a session: the seat, the bot's level, and the seed of its random choices.

    By the store's clock, `reacts_at` is the time for a move that counts as a reaction, and `moves_at` the time for any
    other move. A seat that is not `asked` may also wait.
    """

    seat: int
    level: int
    seed: str
    reacts_at: int
    moves_at: int
    asked: bool

    @property
    def begins_at(self) -> int:
        """Return the time when the bot begins to think."""
        return min(self.reacts_at, self.moves_at) - AHEAD_MILLIS

    def ready_at(self, session: Session, move: str) -> int:
        """Return the earliest time for a move."""
        assert session.state is not None
        return self.reacts_at if engine.is_reaction(session.state, move) else self.moves_at


def turns_of(session: Session) -> tuple[BotTurn, ...]:
    """Return the decisions of the first asked bot and of all bots that may act unasked."""
    if session.state is None or session.status != "ACTIVE":
        return ()
    bot_seats = [number for number, seat in enumerate(session.seats) if seat.bot is not None]
    asked = asked_seats(session)
    asked_bots = [seat for seat in asked if seat in bot_seats]
    active_bots = [seat for seat in engine.active_seats(session.state) if seat in bot_seats]
    turns = [_asked_turn(session, seat) for seat in asked_bots[:1]]
    turns += [_unasked_turn(session, seat) for seat in active_bots if seat not in asked]
    return tuple(turns)


def is_overdue(session: Session, now: int, milliseconds: int) -> bool:
    """Tell whether an asked bot's move is overdue by more than some milliseconds."""
    return any(turn.asked and now > turn.moves_at + milliseconds for turn in turns_of(session))


def _asked_turn(session: Session, seat: int) -> BotTurn:
    moves_at = max(session.moved_at, session.reacting_until) + session.setup.bot_millis
    level = _level_of(session, seat)
    reacts_at = _reacts_at(session, seat, level) if _may_react(session, seat) else moves_at
    return BotTurn(seat, level, seed_of(session, seat), reacts_at, moves_at, asked=True)


def _unasked_turn(session: Session, seat: int) -> BotTurn:
    level = _level_of(session, seat)
    reacts_at = _reacts_at(session, seat, level)
    moves_at = max(reacts_at, session.reacting_until)
    return BotTurn(seat, level, seed_of(session, seat), reacts_at, moves_at, asked=False)


def _level_of(session: Session, seat: int) -> int:
    bot = session.seats[seat].bot
    assert bot is not None
    return bot.level


def _may_react(session: Session, seat: int) -> bool:
    """Tell whether an asked seat has a move that counts in the time for reactions."""
    state = session.state
    assert state is not None
    is_open = session.reacting_until > session.moved_at
    return is_open and any(engine.is_reaction(state, move) for move in engine.legal_moves(state, seat))


def seed_of(session: Session, seat: int) -> str:
    """Return the secret seed of a seat's decision: 64 hex digits, the same in every worker."""
    return draw(session, f"bot {session.version} {seat}").hex()


def _reacts_at(session: Session, seat: int, level: int) -> int:
    """Return the time when a seat reacts, early enough for its move to count as a reaction."""
    drawn = draw(session, f"reaction {session.version} {seat}")
    slowness = int.from_bytes(drawn[:4], "big") / _WORD
    lateness = int.from_bytes(drawn[4:8], "big") / _WORD
    millis = bots.LEVELS[level].reaction_millis * (1 + REACTION_SPREAD * (2 * slowness - 1))
    window = session.reacting_until - session.moved_at
    if window > 0:
        earliest, latest = LATEST_REACTION
        millis = min(millis, window * (earliest + (latest - earliest) * lateness))
    return session.moved_at + round(millis)


def draw(session: Session, purpose: str) -> bytes:
    """Return 256 secret random bits, the same in every process."""
    return hmac.digest(session.history_key.encode(), purpose.encode(), "sha256")
