"""The changes of a session as data, their log entries, and their events as sentences.

A session is the result of its changes, applied in order (`apply_change`). So a change holds every decision from outside
the session, and nothing else.

The time also comes from outside: each change carries it, by the store's clock. So deadlines need no timer: a caller
claims a deadline, and the claim is a change like any other.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

import engine
from engine import Event, LegalMove, Plain
from service.sessions.session import Bot, Dealing, Seat, Session, Setup, TournamentTable
from service.sessions.tokens import Secret


class _Dated(msgspec.Struct, frozen=True):
    """A change at a time, by the store's clock."""

    at: int


class _AtSeat(_Dated, frozen=True):
    """A change of a seat."""

    seat: int


class Created(_Dated, frozen=True, tag="created", omit_defaults=True):
    """The session was created with these seats; `at` is the time by the store's clock, as in every change.

    An untouched session is kept for `lifetime` seconds, a finished one for `finished_lifetime`. `history_key` is the
    key of its history hashes. In a rematch, `host_seat` is the host's former seat. A table of a `tournament` has its
    players from the start and is dealt at once. A table of a `batch` has the batch's id. `sends_notices` and `app` are
    the session's. `agreements` is the version of
    the rules between players; logs of release 0.2.0 omit it.
    """

    added: ClassVar[Mapping[str, int]] = {"tournament": 2, "batch": 2, "sends_notices": 3, "app": 3}
    lifetime: int
    finished_lifetime: int
    game: str
    seats: tuple[Seat, ...]
    options: dict[str, Plain]
    setup: Setup
    dealing: Dealing
    host: Secret
    history_key: str
    host_seat: int | None = None
    tournament: TournamentTable | None = None
    batch: str = ""
    agreements: int = 1
    sends_notices: bool = False
    app: str = ""


class Joined(_AtSeat, frozen=True, tag="joined", omit_defaults=True):
    """A person with a `name` and a `token` took a seat; `by_host` tells whether it is the session's host."""

    token: Secret
    name: str | None = None
    entropy: str = ""
    by_host: bool = False


class Left(_AtSeat, frozen=True, tag="left", omit_defaults=True):
    """The holder of a seat left it; the `bot` plays it from now on, unless the table is abandoned."""

    added: ClassVar[Mapping[str, int]] = {"bot": 2}
    bot: Bot | None = None


class HandedOver(_AtSeat, frozen=True, tag="handedOver"):
    """A seat got a new token, for the same holder or the next."""

    token: Secret


class Started(_Dated, frozen=True, tag="started"):
    """The host had the cards dealt; the default policy plays the seats that nobody holds."""


class BotAdded(_AtSeat, frozen=True, tag="botAdded"):
    """The host let a bot play a seat that nobody holds, or changed the seat's bot."""

    since: ClassVar[int] = 2
    bot: Bot


class BotRemoved(_AtSeat, frozen=True, tag="botRemoved"):
    """The host took a bot away: its seat is vacant."""

    since: ClassVar[int] = 2


class Decision(msgspec.Struct, frozen=True):
    """The inputs of a bot's choice, so that anybody can repeat it.

    `level` is lower than the level of the seat's bot if the service had too little time. `effort` is what the search
    spent, and `seed` (64 hex digits) decided its random choices.
    """

    level: int
    version: int
    effort: int
    seed: str


class Moved(_AtSeat, frozen=True, tag="moved", omit_defaults=True):
    """A seat moved; a bot's move has the `decision` that chose it."""

    added: ClassVar[Mapping[str, int]] = {"decision": 2}
    move: str
    decision: Decision | None = None


class Claimed(_Dated, frozen=True, tag="claimed"):
    """The deadline of the asked seats passed, and a caller claimed default decisions for them."""


class Resigned(_AtSeat, frozen=True, tag="resigned"):
    """A seat resigned. Unless this ends the table, the default policy makes its further decisions."""


class Undone(_AtSeat, frozen=True, tag="undone"):
    """A seat took back its last move, from which nobody had learned anything."""


class TakeBackAsked(_AtSeat, frozen=True, tag="takeBackAsked"):
    """A seat asked the others to take back its last move."""


class TakeBackAnswered(_AtSeat, frozen=True, tag="takeBackAnswered"):
    """A seat answered whether the last move may be taken back."""

    agree: bool


class Abandoned(_Dated, frozen=True, tag="abandoned"):
    """The host ended the session before its result."""


class RematchMade(_Dated, frozen=True, tag="rematch"):
    """The same seats continue in another session."""

    session: str


class DealOpened(_Dated, frozen=True, tag="dealOpened"):
    """No table plays the session's shared deal any more: from now on everybody sees it as at any other table."""

    since: ClassVar[int] = 2


class Prolonged(_Dated, frozen=True, tag="prolonged"):
    """The session is over, but other tables still play its shared deal: it is kept until they end."""

    since: ClassVar[int] = 2


class NoticesWanted(_Dated, frozen=True, tag="noticesWanted"):
    """Somebody asked for notices of the session: from now on they are sent."""

    since: ClassVar[int] = 3


Change = (
    Joined
    | Left
    | HandedOver
    | Started
    | BotAdded
    | BotRemoved
    | Moved
    | Claimed
    | Resigned
    | Undone
    | TakeBackAsked
    | TakeBackAnswered
    | Abandoned
    | RematchMade
    | DealOpened
    | Prolonged
    | NoticesWanted
)


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """The log entry of a version: the change and its events (hidden cards included).

    `move` is the move of a `Moved`, as data; `made` are all moves of the version as lines of a record. `undoes` is the
    number of versions with moves that this version took back; true means one.
    """

    change: Created | Change
    history_hash: str
    events: tuple[Event, ...]
    move: LegalMove | None = None
    made: tuple[str, ...] = ()
    undoes: int | bool = 0


def standing_moves(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """Return the entries with moves, in order, without those that later entries took back."""
    standing: list[LogEntry] = []
    for entry in entries:
        if entry.undoes:
            del standing[-entry.undoes :]
        if entry.made:
            standing.append(entry)
    return standing


SOMEBODY = "somebody"
# {seat} is "seat 2" or the holder's name; {number} is the number alone.
SESSION_EVENTS: Mapping[str, str] = {
    "created": "The table is opened.",
    "joined": "Seat {number} is taken by {value}.",
    "left": "The holder of seat {number} leaves it.",
    "handedOver": "Seat {number} is handed over.",
    "started": "The cards are dealt.",
    "botAdded": "A bot of level {value} plays seat {number}.",
    "botRemoved": "The bot of seat {number} leaves.",
    "hurried": "{seat} moves at level {value}, since the service is busy.",
    "defaulted": "{seat} moves automatically.",
    "resigned": "{seat} gives up.",
    "wonByResignation": "{seat} wins, since nobody else has stayed.",
    "undone": "{seat} takes back their last move.",
    "takeBackAsked": "{seat} asks to take back their last move.",
    "takeBackAgreed": "{seat} agrees to that.",
    "takeBackRefused": "{seat} does not agree to that.",
    "abandoned": "The table is closed.",
    "rematch": "The same players go on at another table.",
    "dealOpened": "The deal is opened: no other table plays it any more.",
}


def describe_event(game: str, event: Event) -> str:
    """Return an event of a session as one English sentence."""
    template = SESSION_EVENTS.get(event.kind)
    if template is None:
        return engine.sentence(game, event)
    return template.format(seat=f"Seat {event.seat}", number=event.seat, value=event.value or SOMEBODY)


class Done(msgspec.Struct, frozen=True):
    """A committed change, which made `version` of the version `before`.

    `before` is None if an earlier request made the change; then `session` may be at a later version.
    """

    session: Session
    version: int
    entry: LogEntry
    before: Session | None

    @property
    def replayed(self) -> bool:
        """Tell whether an earlier request with the same key made the change."""
        return self.before is None
