"""A session: a live table with people, as a value.

`changes` holds its changes. Times are milliseconds since 1970 by the store's clock.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import ceil
from typing import Any, ClassVar, Literal

import msgspec
from msgspec.structs import replace

import engine
from engine import Outcome, Plain, State
from service.sessions.history_hash import Cursor
from service.sessions.tokens import Secret, hash_of_bearer, is_token

Status = Literal["OPEN", "ACTIVE", "FINISHED", "ABANDONED"]
SeatKind = Literal["HUMAN", "DEFAULT_POLICY", "BOT"]

# The version of the rules between players at new tables (`Session.agreements`); release 0.2.0 had version 1.
AGREEMENTS = 2


class Bot(msgspec.Struct, frozen=True):
    """A bot that plays a seat: its level (`bots.LEVELS`), and the version of the search (`bots.VERSION`)."""

    level: int
    version: int


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table; without a token it is vacant.

    `code` is the hash of the seat's join code. `former` is the hash of the token that may take the seat again: that of
    its last holder, or in a rematch that of its holder in the session before. `entropy` is the holder's share in the
    shuffles. Only a seat of kind BOT has a `bot`. In a rematch, `stand_in` is the bot that plays from the deal on,
    unless the seat is taken first.
    """

    added: ClassVar[Mapping[str, int]] = {"bot": 2, "stand_in": 2}
    name: str | None = None
    token: Secret | None = None
    code: str = ""
    former: str = ""
    entropy: str = ""
    kind: SeatKind = "HUMAN"
    bot: Bot | None = None
    stand_in: Bot | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether somebody may sit down here."""
        return self.token is None and self.kind == "HUMAN"


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """The settings of a session, apart from the options of its game.

    - `public` sessions are listed while seats are open.
    - `invitation_only` sessions require a seat's join code.
    - With `start_by_host` the session waits for the host even if every seat is taken.
    - `move_seconds` is the time for a decision.
    - `reaction_millis` is the time after a card is put down during which only a match counts (0: none).
    - With `take_backs` a seat may ask the others to take back its last move.
    - With `hints` a seat may ask for the preferred move.
    - `bot_millis` is the pause before a bot moves.
    - `left_seat_level` is the level of the bot that plays a seat whose holder leaves (0: nobody plays it).
    - With `emotes` the holders of seats may send emotes.
    """

    added: ClassVar[Mapping[str, int]] = {"hints": 2, "bot_millis": 2, "left_seat_level": 2}
    public: bool = False
    invitation_only: bool = False
    start_by_host: bool = False
    move_seconds: int = 0
    reaction_millis: int = 0
    take_backs: bool = False
    hints: bool = False
    bot_millis: int = 0
    left_seat_level: int = 0
    emotes: bool = False

    @property
    def longest_wait(self) -> int:
        """Return the longest time in seconds that the table may wait for its next move, including the pauses."""
        pauses = self.reaction_millis + self.bot_millis
        return self.move_seconds + ceil(pauses / 1000)


class Dealing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The source of the table's key: a committed `server_seed` (engine 4), or else a given deal.

    A given deal is a `seed`, or a `deck` whose later shuffles follow from a seed that was `drawn` at random. `table` is
    the table's name in the key, by default the session's id. Other tables also play a deal that `is_shared`: it is
    closed until it is opened. It takes no entropy, so sessions with the same number of seats, server seed and table
    name have the same key.
    """

    added: ClassVar[Mapping[str, int]] = {"table": 2, "is_shared": 2}
    server_seed: str = ""
    seed: str = ""
    deck: tuple[str, ...] | None = None
    drawn: bool = False
    table: str = ""
    is_shared: bool = False

    @property
    def is_committed(self) -> bool:
        """Tell whether the key follows from a secret to which the service committed before the seats sent entropy."""
        return bool(self.server_seed)


class TournamentTable(msgspec.Struct, frozen=True):
    """The place of a session in a tournament: the round counts from 1, table and board from 0."""

    tournament_id: str
    round: int
    table: int
    board: int


class LastMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last move of a seat's holder.

    `kept` is the code of the reason why the move cannot be taken back; it is empty if it can. `asked` tells whether the
    seat has asked the others to take the move back; `agreed` are the seats that have agreed. `moved_at` and
    `reacting_until` are the session's values before the move, which was made at `made_at` (0 under the first rules of
    take-backs). Bots have made `answers` moves since.
    """

    added: ClassVar[Mapping[str, int]] = {"answers": 2}
    seat: int
    kept: str
    moved_at: int
    reacting_until: int
    asked: bool = False
    agreed: tuple[int, ...] = ()
    answers: int = 0
    made_at: int = 0


class Session(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """A session as of one version.

    - `state` is None until the cards are dealt; `before` is the state before `last_move`, stored as long as that move
      may be taken back.
    - `moved_at` is the time of the table's last change; until `reacting_until` only a match counts.
    - `host_seat` is the seat that the host took as the host, or left and may take again. Its token and the host's token
      belong to one viewer.
    - `rematch` is the id of the session that continues with the same seats.
    - `deal_opened` tells that no table plays the shared deal any more.
    - `tournament` is the session's place in a tournament, and `batch` the id of the batch that opened it, if any.
    - `history_key`, the key of the history hashes, is never disclosed.
    - `format_number` tells which releases can read the session (`formats`).
    - `resigned` are the seats that resigned, in order.
    - `sends_notices` tells that somebody has asked for notices of the session; `app` is the app that opened it, if the
      app has asked for notices of all its sessions.
    - `agreements` is the version of the rules between players. A table keeps it for life, so that its log replays.
      Under version 1, of release 0.2.0, seats whose holders had left had to agree to a take-back, the move came back
      with its old deadline, and a seat that had resigned could still win.
    """

    added: ClassVar[Mapping[str, int]] = {
        "deal_opened": 2,
        "tournament": 2,
        "batch": 2,
        "resigned": 2,
        "sends_notices": 3,
        "app": 3,
    }
    id: str
    version: int
    lifetime: int
    finished_lifetime: int
    game: str
    options: dict[str, Plain]
    seats: tuple[Seat, ...]
    setup: Setup
    dealing: Dealing
    host: Secret
    created_at: int
    expires_at: int
    history_key: str
    history_hash: str
    moved_at: int = 0
    reacting_until: int = 0
    last_move: LastMove | None = None
    abandoned: bool = False
    rematch: str | None = None
    host_seat: int | None = None
    deal_opened: bool = False
    tournament: TournamentTable | None = None
    batch: str = ""
    format_number: int = 1
    agreements: int = 1
    resigned: tuple[int, ...] = ()
    sends_notices: bool = False
    app: str = ""
    state: State | None = None
    before: State | None = None

    @cached_property
    def status(self) -> Status:
        """Return the stage of the session's life."""
        if self.abandoned:
            return "ABANDONED"
        if self.state is None:
            return "OPEN"
        is_over = engine.result(self.state) is not None or self.is_cut_short
        return "FINISHED" if is_over else "ACTIVE"

    @cached_property
    def lasting(self) -> dict[str, Any]:
        """Return values that others have computed from fields that moves do not change; later versions share them."""
        return {}

    @cached_property
    def is_played_by_people(self) -> bool:
        """Tell whether people decide for all seats: there is no bot, and no seat of the default policy."""
        return all(seat.kind == "HUMAN" for seat in self.seats)

    @property
    def is_over(self) -> bool:
        """Tell whether the session is finished or abandoned."""
        return self.status in ("FINISHED", "ABANDONED")

    @property
    def is_won_by_resignation(self) -> bool:
        """Tell whether all seats but one have resigned, so that the remaining seat has won."""
        return len(self.resigned) == len(self.seats) - 1

    @property
    def is_cut_short(self) -> bool:
        """Tell whether the session is over although the rules would let the table continue."""
        return self.abandoned or (bool(self.resigned) and self.is_won_by_resignation)

    @property
    def outcome(self) -> Outcome | None:
        """Return the result for the players, including resignations; None before the end and if abandoned."""
        if self.state is None or self.status != "FINISHED":
            return None
        return engine.decide_outcome(len(self.seats), engine.result(self.state), self.resigned)

    @property
    def is_deal_closed(self) -> bool:
        """Tell whether other tables may still play the deal, so that only the seats may see it."""
        return self.dealing.is_shared and not self.deal_opened

    @property
    def cursor(self) -> Cursor:
        """Return the version and its history hash."""
        return Cursor(self.version, self.history_hash)

    def seat_of(self, token: str | None) -> int | None:
        """Return the seat that a token holds; None for a spectator. The host's token holds the host's seat."""
        if token is None:
            return None
        seats = self.lasting.get("seats by token")
        if seats is None:
            seats = self.lasting["seats by token"] = self._list_tokens()
        # The time of this search tells nothing of a token, of which it has only the hash.
        found: int | None = seats.get(hash_of_bearer(token))
        return found

    def _list_tokens(self) -> dict[str, int]:
        """Return the seats by the hashes of the tokens that hold them."""
        seats: dict[str, int] = {}
        for index, seat in enumerate(self.seats):
            if seat.token is not None:
                seats.setdefault(seat.token.kept, index)
        if self.host_seat is not None and self.seats[self.host_seat].token is not None:
            seats.setdefault(self.host.kept, self.host_seat)
        return seats

    def is_host(self, token: str | None) -> bool:
        """Tell whether a token has the host's rights: it is the host's, or that of the host's seat."""
        if token is None:
            return False
        held = None if self.host_seat is None else self.seats[self.host_seat].token
        return is_token(token, self.host.kept) or (held is not None and is_token(token, held.kept))

    def is_member(self, token: str | None) -> bool:
        """Tell whether a token is that of a seat or the host's."""
        return self.seat_of(token) is not None or self.is_host(token)

    def is_closed_to(self, token: str | None) -> bool:
        """Tell whether the bearer of a token may see nothing of the table: its deal is closed, and this is no seat."""
        return self.is_deal_closed and self.seat_of(token) is None

    def open_seats(self) -> tuple[int, ...]:
        """Return the seats that somebody may take."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.is_open)

    def holders(self) -> tuple[int, ...]:
        """Return the seats that somebody holds and decides for."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.token and seat.kind == "HUMAN")

    def bot_seats(self) -> tuple[int, ...]:
        """Return the seats that bots play."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.kind == "BOT")

    def voters(self, seat: int) -> tuple[int, ...]:
        """Return the seats that vote when a seat asks to take back its move: the other seats whose holder plays.

        Seats that were left, given up, or taken over by a bot have no vote. A lost connection changes nothing.
        """
        if self.agreements == 1:
            return tuple(i for i, other in enumerate(self.seats) if i != seat and other.kind == "HUMAN")
        return tuple(holder for holder in self.holders() if holder != seat)

    def with_seat(self, index: int, seat: Seat) -> "Session":
        """Return the session with another seat at this place."""
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))


def key_of(session: Session) -> str:
    """Return the key of a session's table (engine 4)."""
    dealing = session.dealing
    if not dealing.is_committed:
        return dealing.seed
    return engine.derive_key(dealing.server_seed, table_name(session), entropies_of(session))


def deal_of(session: Session) -> State:
    """Return the table of a session as it is dealt."""
    return engine.new_game(
        session.game, seats=len(session.seats), options=session.options, seed=key_of(session), deck=session.dealing.deck
    )


def table_name(session: Session) -> str:
    """Return the name of a session's table in its key (engine 4)."""
    return session.dealing.table or session.id


def entropies_of(session: Session) -> tuple[str, ...]:
    """Return the entropy of each seat for the shuffles; in a shared deal no seat has any."""
    return tuple("" if session.dealing.is_shared else seat.entropy for seat in session.seats)


# One for each seat of the largest table, and short enough for a small seat. Each of the first 26 begins with another
# letter, so that the letter is enough where there is little room.
BOT_NAMES = (
    *("Alma", "Bruno", "Cleo", "Dario", "Edda", "Falk", "Gesa", "Hugo", "Ines", "Juno", "Kai", "Lale", "Milo"),
    *("Nora", "Otis", "Pia", "Quin", "Remy", "Suna", "Timo", "Uma", "Vito", "Wanda", "Xenia", "Yuri", "Zoe"),
    *("Ben", "Dana", "Finn", "Mara"),
)


def name_bot(seats: Sequence[Seat], index: int) -> str:
    """Return a name for a seat's bot: a name that no seat has, or "Bot" if all are taken."""
    taken = {seat.name for seat in seats}
    names = BOT_NAMES[index:] + BOT_NAMES
    return next((name for name in names if name not in taken), "Bot")


def has_bots(session: Session) -> bool:
    """Tell whether a bot plays any seat."""
    return any([seat.bot for seat in session.seats])  # noqa: C419 - a generator costs twice as much


def asked_seats(session: Session) -> tuple[int, ...]:
    """Return the seats that are openly asked now, none unless the session is active."""
    if session.state is None or session.status != "ACTIVE":
        return ()
    return engine.asked_seats(session.state)


def decides(session: Session, seat: int) -> bool:
    """Tell whether the holder of a seat decides on its moves: nobody has taken over, and the table is in play."""
    return session.status == "ACTIVE" and session.seats[seat].kind == "HUMAN"


def deadline_of(session: Session) -> int | None:
    """Return the time from which anybody may claim default decisions for the asked seats; None if there is none.

    A seat of the default policy needs no time to decide, but waits for the end of the time for reactions.
    """
    seconds = session.setup.move_seconds
    kinds = [seat.kind for seat in session.seats]
    if not seconds and "DEFAULT_POLICY" not in kinds:
        return None
    asked = asked_seats(session)
    begun = max(session.moved_at, session.reacting_until)
    if any(kinds[seat] == "DEFAULT_POLICY" for seat in asked):
        return begun
    return begun + 1000 * seconds if asked and seconds else None


# ---- taking a move back

FOLLOWED = "FOLLOWED"
ANSWERED_BY_BOT = "BOT"
NO_MOVE = "There is no move to take back."
OTHER_ACTED = "Somebody else has acted since."
# The reasons why the last move cannot be taken back, by the code in `LastMove.kept`.
KEPT: Mapping[str, str] = {
    FOLLOWED: "An automatic move has followed.",
    ANSWERED_BY_BOT: "A bot has moved since.",
    **engine.LEARNED,
}


def is_asked_back(session: Session) -> bool:
    """Tell whether a seat has asked the others to take back its last move."""
    return session.last_move is not None and session.last_move.asked


def undo_refusal(session: Session, seat: int | None) -> str | None:
    """Return why a seat may not take back its last move, in one sentence; None if it may."""
    last = session.last_move
    if last is None or last.seat != seat:
        return not_last(session, seat)
    return KEPT.get(last.kept)


def take_back_refusal(session: Session, seat: int) -> str | None:
    """Return why a seat may not ask to take back its last move, in one sentence; None if it may."""
    if not session.setup.take_backs:
        return "This session was opened without take-backs."
    if session.is_deal_closed:
        # Release 0.2.0 opened such tables. Bots always agree, so a seat could try one decision after the other.
        return "Other tables play the deal of this session, so no move can be taken back."
    last = session.last_move
    if last is not None and last.seat == seat and last.asked:
        return "The other seats have already been asked."
    return not_last(session, seat)


def not_last(session: Session, seat: int | None) -> str | None:
    """Return why the last move does not belong to a seat, in one sentence; None if it does."""
    if session.last_move is None:
        return NO_MOVE
    return None if session.last_move.seat == seat else OTHER_ACTED


def stopped_millis(session: Session, last: LastMove, asked_since: int, now: int) -> int:
    """Return how long the clock of a seat has stood still when its move is taken back by agreement.

    The clock stopped when the move was made. In a tournament where only bots agree, it runs again from the time when
    seats were last asked: otherwise one seat could delay the whole round. Tables without time limits have no clock.
    """
    assert session.state is not None
    if session.agreements == 1 or not (session.setup.move_seconds or engine.has_reactions(session.state)):
        return 0
    if session.tournament is not None and not last.agreed:
        return min(now, asked_since) - last.made_at
    return now - last.made_at
