"""Structs of live sessions, their changes, and the frames of their streams."""

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Protocol

from service.sessions.session import Setup
from service.views.fields import SEATS, ContractStruct, Page, described, fill, open_choices, page_of, sized
from service.views.table_view import (
    OF_A_CHANGE,
    OF_OTHER_EVENTS,
    OF_ZONES,
    ZONES,
    Breakdown,
    Decision,
    Event,
    Fact,
    Move,
    Outcome,
    Refusal,
    Result,
    Score,
    Undo,
    View,
    Zone,
)

# The maximum number of items on a page. Listed sessions are checked one by one.
LARGEST_LIST = 20
# The maximum number of seats in a poll.
MOST_SEATS = 100
# The maximum number of sessions in its answer. The others follow in the next polls, so no answer holds up the process.
MOST_TOLD = 6

SESSION_STATUS = open_choices(
    "SessionStatus",
    "The stage of a session.",
    "status",
    OPEN="Seats are open; nothing is dealt.",
    ACTIVE="The table is being played.",
    FINISHED="The session has its outcome.",
    ABANDONED="The session was ended before the table was finished.",
)
SEAT_KIND = open_choices(
    "SeatKind",
    "The player of a seat.",
    "kind",
    HUMAN="The holder of its token: a person or a program.",
    DEFAULT_POLICY="The default policy: when the seat is asked, its first legal move is made, visibly.",
    BOT="A bot, which knows only what the seat knows. A person who joins with the seat's code takes over the seat.",
)
BEARER = open_choices(
    "Bearer",
    "What a bearer token stands for in a session.",
    "kind",
    NONE="No token was sent; the viewer is a spectator.",
    SEAT="The token of a seat.",
    HOST="The token of a host without a seat.",
    UNKNOWN="A token of another session, or a void one; the viewer is a spectator.",
)
FAIRNESS_KIND = open_choices(
    "FairnessKind",
    "The source of the key that determines a table's shuffles.",
    "kind",
    COMMITTED=(
        "A secret of the server and the entropy of the seats. The server committed to its secret before the seats "
        "chose their entropy."
    ),
    GIVEN=(
        "The caller who opened the session, for a test, a puzzle, or one deal at many tables. The shuffle is not fair."
    ),
)


HEAD = "The hash of the history up to this version, 16 characters. Versions with the same head have the same history."

Deadline = Annotated[
    str | None,
    described(
        "The time after which any caller may have default moves made for the asked seats; null for never.",
        scalar="DateTime",
    ),
]
RematchId = Annotated[
    str | None, described("The id of the rematch, a session for the same seats; null if there is none.", scalar="ID")
]


class Bot(ContractStruct, frozen=True):
    """A bot that plays a seat."""

    is_cacheable = True

    level: Annotated[int, described("How far the bot looks ahead, from 1 (not at all) to 4.")]
    version: Annotated[int, described("The version of the bot's search. Another version may prefer other moves.")]


@sized(SEATS)
class Seat(ContractStruct, frozen=True):
    """A place at a session's table."""

    is_cacheable = True

    index: Annotated[int, described("The seat's number, from 0, in order of play.")]
    name: Annotated[str | None, described("The holder's name.")]
    taken: Annotated[bool, described("Whether the seat has a holder. A bot is not a holder; see `kind`.")]
    kind: Annotated[str, described("The player of the seat.", choices=SEAT_KIND)]
    bot: Annotated[Bot | None, described("The bot, if `kind` is BOT; else null.")]


class SetOption(ContractStruct, frozen=True):
    """An option and its value at this table."""

    is_cacheable = True

    name: Annotated[str, described("The option's name.")]
    value: Annotated[str, described("The option's value, as text.")]


class SessionSettings(ContractStruct, frozen=True):
    """The settings of a session, apart from the options of its game."""

    public: Annotated[bool, described("Whether the session is listed while seats are open.")]
    invitation_only: Annotated[bool, described("Whether taking a seat requires its join code.")]
    start_by_host: Annotated[
        bool, described("Whether the deal waits for the host to start, even when every seat is taken.")
    ]
    move_seconds: Annotated[int | None, described("The time for a decision in seconds; null for no limit.")]
    reaction_millis: Annotated[
        int | None,
        described("The milliseconds after a card is put down in which only a match is accepted; null for none."),
    ]
    take_backs: Annotated[bool, described("Whether a seat may ask the others to take back its last move.")]
    hints: Annotated[bool, described("Whether a seat may ask for the move that a bot prefers.")]
    bot_millis: Annotated[int | None, described("The pause before a bot moves, in milliseconds; null for none.")]
    left_seat_level: Annotated[
        int | None,
        described(
            "The level of the bot that takes over a seat whose holder leaves during play; null if the seat waits."
        ),
    ]
    shared_deal: Annotated[bool, described("Whether other tables play the same deal.")]
    emotes: Annotated[bool, described("Whether the holders of seats may send emotes.")]


@lru_cache(maxsize=256)
def project_settings(setup: Setup, *, shared_deal: bool) -> SessionSettings:
    """Return the settings of a session, with null for a number that is 0."""
    numbers = ("move_seconds", "reaction_millis", "bot_millis", "left_seat_level")
    shown = {name: getattr(setup, name) or None for name in numbers}
    return fill(SessionSettings, setup, shared_deal=shared_deal, **shown)


@sized(entropy=SEATS)
class Fairness(ContractStruct, frozen=True):
    """The data for checking the shuffles. The secrets are revealed when the table is finished."""

    kind: Annotated[str, described("The source of the key.", choices=FAIRNESS_KIND)]
    commitment: Annotated[
        str | None,
        described("SHA-256 of the server's secret, as 64 hex digits, shown from the start; null for a given key."),
    ]
    server_seed: Annotated[str | None, described("The server's secret, as 64 hex digits; null before the end.")]
    entropy: Annotated[
        tuple[str, ...] | None,
        described("The entropy that each seat added when it joined, by seat; null before the end."),
    ]
    key: Annotated[str | None, described("The table's key, as 64 hex digits; null before the end.")]
    closed: Annotated[
        bool,
        described(
            "Whether other tables may still play the deal. Until the deal is opened, only the seats see the session, "
            "and its end reveals neither cards nor secrets."
        ),
    ]


@sized(agreed=SEATS, awaited=SEATS)
class TakeBack(ContractStruct, frozen=True):
    """A request to take back a seat's last move."""

    seat: Annotated[int, described("The seat that asks to take back its move.")]
    agreed: Annotated[tuple[int, ...], described("The seats that have agreed.")]
    awaited: Annotated[tuple[int, ...], described("The seats that have not answered.")]


class TournamentPlace(ContractStruct, frozen=True):
    """The place of a session in a tournament."""

    is_cacheable = True

    tournament_id: Annotated[str, described("The tournament's id.", scalar="ID")]
    round: Annotated[int, described("The round, from 1.")]
    table: Annotated[int, described("The table of the round, from 0.")]
    board: Annotated[int, described("The board of the table, from 0.")]


class Session(ContractStruct, frozen=True):
    """A live session as its viewer sees it. The viewer is the seat of the bearer token, or a spectator."""

    id: Annotated[str, described("The session's id.", scalar="ID")]
    game: Annotated[str, described("The game's id.", scalar="ID")]
    options: Annotated[tuple[SetOption, ...], described("Every option and its value at this table.")]
    settings: Annotated[SessionSettings, described("The settings of the session.")]
    status: Annotated[str, described("The stage of the session.", choices=SESSION_STATUS)]
    version: Annotated[int, described("The number of committed changes. The first change created the session.")]
    head: Annotated[str | None, described(HEAD)]
    cursor: Annotated[
        str, described("Version and head as one text. Pass it to a stream as `after` to continue from here.")
    ]
    seats: Annotated[tuple[Seat, ...], described("The seats, in order of play.")]
    viewer_seat: Annotated[int | None, described("The seat that the bearer token holds; null for a spectator.")]
    is_host: Annotated[bool, described("Whether the bearer token has the host's rights.")]
    bearer: Annotated[str, described("What the bearer token stands for in this session.", choices=BEARER)]
    view_id: Annotated[
        str,
        described(
            "The id of this viewer's projection. It is the same at every version, and different for each seat, for a "
            "host without a seat, and for spectators. Clients that cache objects by id use it as the key.",
            scalar="ID",
        ),
    ]
    created_at: Annotated[str, described("The time when the session was created.", scalar="DateTime")]
    expires_at: Annotated[
        str, described("The time when the session expires, unless it is changed before.", scalar="DateTime")
    ]
    deadline: Deadline
    take_back: Annotated[
        TakeBack | None, described("The pending request to take back the last move; null if there is none.")
    ]
    fairness: Annotated[Fairness, described("The data for checking the shuffles.")]
    rematch_id: RematchId
    tournament: Annotated[
        TournamentPlace | None, described("The session's place in a tournament; null if it belongs to none.")
    ]
    outcome: Annotated[
        Outcome | None,
        described("How the session ended for its players; null before the end, and if it was abandoned."),
    ]
    view: Annotated[View | None, described("The table as the viewer sees it; null before the deal.")]


if TYPE_CHECKING:

    class SessionValue(Protocol):
        """The value of a field that `Session` describes: a projection, which computes each of its fields on access.

        Only these fields are read in Python; the APIs read all of them.
        """

        @property
        def id(self) -> str:
            """The session's id."""

        @property
        def status(self) -> str:
            """The stage of the session."""

        @property
        def version(self) -> int:
            """The number of committed changes."""

        @property
        def head(self) -> str | None:
            """The hash of the history up to this version."""

        @property
        def cursor(self) -> str:
            """Version and head as one text."""

        @property
        def viewer_seat(self) -> int | None:
            """The viewer's seat, if it has one."""

        @property
        def bearer(self) -> str:
            """What the viewer's token is here."""

        @property
        def take_back(self) -> TakeBack | None:
            """The pending request to take back the last move."""

        @property
        def fairness(self) -> Fairness:
            """The data for checking the shuffles."""

else:
    # The contracts describe the field by the struct.
    SessionValue = Session


# ---- changes

# The number of fields that may be null after they were not: `deadline`, `takeBack`, `prompt`, `notBefore`.
CLEARABLE = 4


@sized(turn=SEATS, zone_keys=ZONES, cleared=CLEARABLE, paths=OF_ZONES)
class ViewChanges(ContractStruct, frozen=True, omit_defaults=True):
    """The differences from an earlier version of the session and its view. Null, absent, not listed: unchanged."""

    since: Annotated[
        int | None,
        described(
            "The version that these changes start from; null where it is not known, as in the first frame of a stream. "
            "If it is null, `session` has everything."
        ),
    ] = None
    session: Annotated[SessionValue | None, described("The whole session, if `since` is null; else null.")] = None
    cursor: Annotated[str | None, described("The session's cursor.")] = None
    status: Annotated[str | None, described("The stage of the session.", choices=SESSION_STATUS)] = None
    seats: Annotated[tuple[Seat, ...], described("The seats that differ.")] = ()
    expires_at: Annotated[
        str | None, described("The time when the session expires, unless it is changed before.", scalar="DateTime")
    ] = None
    deadline: Annotated[
        str | None,
        described(
            "The time after which any caller may have default moves made for the asked seats.", scalar="DateTime"
        ),
    ] = None
    take_back: Annotated[TakeBack | None, described("The pending request to take back the last move.")] = None
    fairness: Annotated[Fairness | None, described("The data for checking the shuffles.")] = None
    rematch_id: Annotated[str | None, described("The id of the rematch.", scalar="ID")] = None
    outcome: Annotated[Outcome | None, described("How the session ended for its players.")] = None
    ply: Annotated[int | None, described("The number of moves made so far.")] = None
    turn: Annotated[tuple[int, ...] | None, described("The seats that are openly asked now.")] = None
    prompt: Annotated[str | None, described("The prompt for the viewer, in one sentence.")] = None
    zones: Annotated[tuple[Zone, ...], described("The zones that differ or are new, each in full.")] = ()
    zone_keys: Annotated[
        tuple[str, ...] | None,
        described("The keys of all zones in order, if a zone was added or removed. A zone that is not named is gone."),
    ] = None
    facts: Annotated[tuple[Fact, ...], described("The facts that differ.")] = ()
    scores: Annotated[tuple[Score, ...], described("The scores that differ.")] = ()
    result: Annotated[Result | None, described("The table's result.")] = None
    breakdown: Annotated[Breakdown | None, described("The items that the scores of the result add up from.")] = None
    legal_moves: Annotated[
        tuple[Move, ...] | None, described("All legal moves of the viewer, if any of them differs.")
    ] = None
    not_before: Annotated[
        str | None, described("The end of the time in which only a match is accepted.", scalar="DateTime")
    ] = None
    undo: Annotated[Undo | None, described("Whether the viewer may take back its last move.")] = None
    cleared: Annotated[
        tuple[str, ...], described("The names of the fields that have become null, such as `prompt` or `deadline`.")
    ] = ()


if TYPE_CHECKING:

    class ChangesValue(Protocol):
        """The value of a field described by `ViewChanges`: a projection, or the struct if `session` has everything."""

        @property
        def since(self) -> int | None:
            """The version whose view they change, if it is known."""

        @property
        def session(self) -> SessionValue | None:
            """All of the session, if that version is not known."""

else:
    ChangesValue = ViewChanges


@page_of(Event, "event")
class EventConnection(Page, frozen=True):
    """A page of a session's events, the oldest first."""


# Only open sessions are listed, and nothing has been dealt in them.
@page_of(Session, "session", LARGEST_LIST, paths={"Session.view": 0})
class SessionConnection(Page, frozen=True):
    """A page of sessions, the newest first."""


@sized(paths=OF_A_CHANGE | OF_OTHER_EVENTS)
class SessionFrame(ContractStruct, frozen=True):
    """A frame of a stream: a version of the session, and its events."""

    version: Annotated[
        int, described("The version. Each version comes once, in order, unless versions were rolled back.")
    ]
    head: Annotated[str | None, described(HEAD)]
    cursor: Annotated[str, described("The cursor of this frame. Pass it as `after` to continue after the frame.")]
    resync: Annotated[
        bool,
        described(
            "Whether versions before this one were skipped or taken back, or this one opened the deal. If so, redraw "
            "the table from `session` and ignore `events`."
        ),
    ]
    rolled_back: Annotated[
        bool,
        described(
            "Whether the store has lost versions that were sent before this frame. Later versions may reuse their "
            "numbers. If it is true, so is `resync`."
        ),
    ]
    events: Annotated[
        tuple[Event, ...],
        described("The events of this version; empty in a snapshot."),
    ]
    session: Annotated[Session, described("The session as of this version.")]
    decision: Annotated[
        Decision | None, described("The viewer's decision at this version; null if the viewer has no move.")
    ]


@sized(paths=OF_A_CHANGE | OF_OTHER_EVENTS)
class MoveApplied(ContractStruct, frozen=True):
    """The move was made and stored."""

    session: Annotated[Session, described("The session at `version`, or at a later version if the answer is replayed.")]
    move: Annotated[Move, described("The move.")]
    version: Annotated[int, described("The version that the move made.")]
    head: Annotated[str | None, described("The head of that version.")]
    replayed: Annotated[bool, described("Whether an earlier request with the same idempotency key made the move.")]
    events: Annotated[tuple[Event, ...], described("The events of that version.")]


@sized(paths=OF_A_CHANGE)
class SessionChanged(ContractStruct, frozen=True):
    """The session was changed, and the change was stored."""

    session: Annotated[SessionValue, described("The session at `version`, or at a later version.")]
    version: Annotated[int, described("The version that the change made.")]
    head: Annotated[str | None, described("The head of that version.")]
    replayed: Annotated[bool, described("Whether an earlier request with the same idempotency key made the change.")]
    events: Annotated[tuple[Event, ...], described("The events of that version.")]


@sized(SEATS)
class JoinLink(ContractStruct, frozen=True):
    """A seat, and the code that lets a player take it."""

    seat: Annotated[int, described("The seat.")]
    code: Annotated[str, described("The join code, a secret for the future holder of the seat.")]


class SessionCreated(ContractStruct, frozen=True):
    """The session was created."""

    session: Annotated[SessionValue, described("The session.")]
    host_token: Annotated[
        str,
        described(
            "The host's token, a secret that is returned only here. Send it as `Authorization: Bearer …` to start or "
            "abandon the session, or to take a seat as the host."
        ),
    ]
    join_links: Annotated[tuple[JoinLink, ...], described("A join code for each seat, returned only here.")]


class SeatJoined(ContractStruct, frozen=True):
    """The seat is taken."""

    session: Annotated[SessionValue, described("The session as the new holder of the seat sees it.")]
    seat: Annotated[int, described("The seat.")]
    replayed: Annotated[
        bool,
        described(
            "Whether an earlier request with the same idempotency key took the seat. The token may be void by now; "
            "`session` is then what a spectator sees."
        ),
    ]
    seat_token: Annotated[
        str, described("The seat's token, a secret that is returned only here. Send it as `Authorization: Bearer …`.")
    ]


class RematchOffered(ContractStruct, frozen=True):
    """A rematch, a new session for the same seats, is open."""

    session: Annotated[
        SessionValue,
        described("The new session. Each seat joins it with its token of the old session as the bearer token."),
    ]


class MoveExplained(ContractStruct, frozen=True):
    """The verdict of the rules on a move."""

    legal: Annotated[bool, described("Whether the seat may make the move now.")]
    refusal: Annotated[Refusal | None, described("The reason why the move is illegal; null if it is legal.")]


# ---- polls for decisions

# The codes of sessions that cannot be read, with their meanings.
EXPIRED = "There is no such session, or it has expired."
UNREADABLE = {
    "RULES_CHANGED": "The table was dealt under another version of the rules.",
    "NEWER_RELEASE": "A newer release of the service wrote the session.",
    "DATA_CORRUPTED": "The stored session is corrupted and is not served.",
}

POLLED_SEAT_STATE = open_choices(
    "PolledSeatState",
    "The state of a seat in a poll.",
    "state",
    DECIDING="Since `after`, the seat has something to decide: it is asked, or may move out of turn.",
    WAITING="The seat has nothing new to decide. Continue polling with its `cursor`.",
    OVER="The session is finished or abandoned.",
    UNAUTHORIZED="The token does not belong to a seat of the session.",
    NOT_FOUND=EXPIRED,
    **UNREADABLE,
)


@sized(MOST_SEATS)
class PolledSeat(ContractStruct, frozen=True):
    """A seat of a poll, with its session if there is news."""

    session_id: Annotated[str, described("The session's id, as it was sent.", scalar="ID")]
    state: Annotated[str, described("The state of the seat.", choices=POLLED_SEAT_STATE)]
    cursor: Annotated[
        str | None,
        described("The cursor of the last version that was reported to the seat. Send it as `after` in the next poll."),
    ]
    session: Annotated[
        SessionValue | None,
        described(
            "The session as the seat sees it; null unless the seat has something to decide or the session is over, and "
            "`after` is not the session's cursor."
        ),
    ]


@sized(paths={"seats>PolledSeat.session": MOST_TOLD / MOST_SEATS})
class DecisionPoll(ContractStruct, frozen=True):
    """The seats of a poll."""

    seats: Annotated[tuple[PolledSeat, ...], described("The seats in the order in which they were sent.")]
