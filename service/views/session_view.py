"""Live sessions, and the streams that tell how they go on."""

from collections.abc import Sequence
from typing import Annotated

from service.views.fields import Choices, ContractStruct, described
from service.views.table_view import Decision, Event, Move, Refusal, View

SESSION_STATUS = Choices(
    "SessionStatus",
    "Where in its life a session is.",
    {
        "OPEN": "Seats are open; nothing is dealt.",
        "ACTIVE": "The table is being played.",
        "FINISHED": "The table has its result.",
        "ABANDONED": "The table was left before its end.",
        "OTHER": "A status that is newer than this schema.",
    },
)
SEAT_KIND = Choices(
    "SeatKind",
    "Who decides for a seat.",
    {
        "HUMAN": "Its holder: a person or a program.",
        "DEFAULT_POLICY": "Nobody any more: its first legal move is made, visibly, whenever it is asked.",
        "OTHER": "A kind that is newer than this schema.",
    },
)
FAIRNESS_KIND = Choices(
    "FairnessKind",
    "Where a table's key comes from.",
    {
        "COMMITTED": "From a secret of the server that was promised before the seats chose, and from their entropy.",
        "GIVEN": "From whoever opened the session, for a test, a puzzle, the same deal for many: not a fair shuffle.",
        "OTHER": "A kind that is newer than this schema.",
    },
)


HEAD = "The hash of the history up to this version, 16 characters: two versions with one head have the same history."


class Seat(ContractStruct, frozen=True):
    """A place at a session's table."""

    is_cacheable = True

    index: Annotated[int, described("The seat's number, from 0, in order of play.")]
    name: Annotated[str | None, described("The name that its holder goes by.")]
    taken: Annotated[bool, described("Whether somebody holds it.")]
    kind: Annotated[str, described("Who decides for the seat.", choices=SEAT_KIND)]


class SetOption(ContractStruct, frozen=True):
    """An option and the value that it has at this table."""

    is_cacheable = True

    name: Annotated[str, described("The option's name.")]
    value: Annotated[str, described("Its value, as text.")]


class SessionSettings(ContractStruct, frozen=True):
    """How a session is run, beside the options of its game."""

    public: Annotated[bool, described("Whether it is listed while seats are open.")]
    invitation_only: Annotated[bool, described("Whether a seat is taken by its join code alone.")]
    start_by_host: Annotated[bool, described("Whether the host starts, although every seat may be taken.")]
    move_seconds: Annotated[int | None, described("The time for a decision in seconds; null: unlimited.")]
    reaction_millis: Annotated[
        int | None,
        described("For how many milliseconds after a card is put down only a match is accepted; null: none."),
    ]
    take_backs: Annotated[bool, described("Whether a seat may ask the others to take back its last move.")]


class Fairness(ContractStruct, frozen=True):
    """What a player checks the shuffles by; the secrets are told when the table is finished."""

    kind: Annotated[str, described("Where the key comes from.", choices=FAIRNESS_KIND)]
    commitment: Annotated[
        str | None,
        described("SHA-256 of the server's secret, as 64 hex digits, told from the start; null for a given key."),
    ]
    server_seed: Annotated[str | None, described("The server's secret, as 64 hex digits; null before the end.")]
    entropy: Annotated[tuple[str, ...] | None, described("What each seat added when it joined; null before the end.")]
    key: Annotated[str | None, described("The table's key, as 64 hex digits; null before the end.")]


class TakeBack(ContractStruct, frozen=True):
    """A seat that asks to take back its last move."""

    seat: Annotated[int, described("The seat that asks.")]
    agreed: Annotated[tuple[int, ...], described("The seats that have agreed.")]
    awaited: Annotated[tuple[int, ...], described("The seats that have not answered.")]


class Session(ContractStruct, frozen=True):
    """A live table with people, as the viewer sees it: the seat of the bearer token, or a spectator."""

    id: Annotated[str, described("The session's id.", scalar="ID")]
    game: Annotated[str, described("The game's id.", scalar="ID")]
    options: Annotated[tuple[SetOption, ...], described("Every option and its value at this table.")]
    settings: Annotated[SessionSettings, described("How the session is run.")]
    status: Annotated[str, described("Where in its life the session is.", choices=SESSION_STATUS)]
    version: Annotated[int, described("How many changes have been committed; the first one made the session.")]
    head: Annotated[str | None, described(HEAD)]
    cursor: Annotated[
        str, described("Version and head as one text: give it as `after` to a stream to go on from here.")
    ]
    seats: Annotated[tuple[Seat, ...], described("The seats, in order of play.")]
    viewer_seat: Annotated[int | None, described("The seat that the bearer token holds; null for a spectator.")]
    is_host: Annotated[bool, described("Whether the bearer token has the host's rights.")]
    view_id: Annotated[
        str,
        described(
            "The id of the session as this viewer sees it: the same at each version, and another for each seat, for "
            "the host without a seat, and for spectators. A cache that keeps objects by id takes it for the key.",
            scalar="ID",
        ),
    ]
    created_at: Annotated[str, described("When the session was made.", scalar="DateTime")]
    expires_at: Annotated[
        str, described("When the session is forgotten if nothing changes it before.", scalar="DateTime")
    ]
    deadline: Annotated[
        str | None,
        described("When anybody may have the asked seats' moves made by default; null: never.", scalar="DateTime"),
    ]
    take_back: Annotated[TakeBack | None, described("The seat that asks to take back the last move, if one does.")]
    fairness: Annotated[Fairness, described("What the shuffles can be checked by.")]
    rematch_id: Annotated[
        str | None, described("The id of the session in which the same seats go on; null: none.", scalar="ID")
    ]
    view: Annotated[View | None, described("What the viewer sees of the table; null while nothing is dealt.")]


class PageInfo(ContractStruct, frozen=True):
    """Where a page of a list begins and ends."""

    has_next_page: Annotated[bool, described("Whether more follows.")]
    has_previous_page: Annotated[bool, described("Whether something comes before.")]
    start_cursor: Annotated[str | None, described("The cursor of the first item.")]
    end_cursor: Annotated[str | None, described("The cursor of the last item.")]


def page_of(cursors: Sequence[str], *, has_next: bool, has_previous: bool) -> PageInfo:
    """Return where the page of the items with these cursors begins and ends."""
    first, last = (cursors[0], cursors[-1]) if cursors else (None, None)
    return PageInfo(has_next_page=has_next, has_previous_page=has_previous, start_cursor=first, end_cursor=last)


class EventEdge(ContractStruct, frozen=True):
    """An event in a page, with its cursor."""

    cursor: Annotated[str, described("Give it as `after` to go on behind this event.")]
    node: Annotated[Event, described("The event.")]


class EventConnection(ContractStruct, frozen=True):
    """A page of a session's events, the oldest first."""

    edges: Annotated[tuple[EventEdge, ...], described("The events with their cursors.")]
    nodes: Annotated[tuple[Event, ...], described("The events.")]
    page_info: Annotated[PageInfo, described("Where the page begins and ends.")]


class SessionEdge(ContractStruct, frozen=True):
    """A session in a page, with its cursor."""

    cursor: Annotated[str, described("Give it as `after` to go on behind this session.")]
    node: Annotated[Session, described("The session.")]


class SessionConnection(ContractStruct, frozen=True):
    """A page of sessions, the newest first."""

    edges: Annotated[tuple[SessionEdge, ...], described("The sessions with their cursors.")]
    nodes: Annotated[tuple[Session, ...], described("The sessions.")]
    page_info: Annotated[PageInfo, described("Where the page begins and ends.")]


class SessionFrame(ContractStruct, frozen=True):
    """What a stream sends: a version of the session, and what happened in it."""

    version: Annotated[int, described("The version; each one comes once, in order, unless some were rolled back.")]
    head: Annotated[str | None, described(HEAD)]
    cursor: Annotated[str, described("Give it as `after` to go on behind this frame.")]
    resync: Annotated[
        bool,
        described(
            "Whether versions before this one were skipped, or taken back: draw from the session, not from the events."
        ),
    ]
    rolled_back: Annotated[
        bool,
        described(
            "Whether the store has lost versions that were told before this frame, so that what follows may have their "
            "numbers again; then `resync` is true, too."
        ),
    ]
    events: Annotated[
        tuple[Event, ...], described("What happened in this version; empty in a first frame, which is a snapshot.")
    ]
    session: Annotated[Session, described("The session as of this version.")]
    decision: Annotated[Decision | None, described("What the viewer is asked now; null when it has no move.")]


class MoveApplied(ContractStruct, frozen=True):
    """The move was made, and is kept."""

    session: Annotated[
        Session, described("The session as it is now: at `version`, or later if the answer is a replayed one.")
    ]
    move: Annotated[Move, described("The move.")]
    version: Annotated[int, described("The version that the move made.")]
    head: Annotated[str | None, described("The head of that version.")]
    replayed: Annotated[bool, described("Whether the move had been made before, with the same idempotency key.")]
    events: Annotated[tuple[Event, ...], described("What happened in that version.")]


class SessionChanged(ContractStruct, frozen=True):
    """The session was changed, and the change is kept."""

    session: Annotated[Session, described("The session as it is now: at `version`, or later.")]
    version: Annotated[int, described("The version that the change made.")]
    head: Annotated[str | None, described("The head of that version.")]
    replayed: Annotated[bool, described("Whether it had been changed before, with the same idempotency key.")]
    events: Annotated[tuple[Event, ...], described("What happened in that version.")]


class JoinLink(ContractStruct, frozen=True):
    """A seat and the code that takes it."""

    seat: Annotated[int, described("The seat.")]
    code: Annotated[str, described("The join code, a secret for whoever shall sit there.")]


class SessionCreated(ContractStruct, frozen=True):
    """The session was made."""

    session: Annotated[Session, described("The session.")]
    host_token: Annotated[
        str,
        described(
            "The host's secret, shown only here: send it as `Authorization: Bearer …` to start or abandon, or to take "
            "a seat as the host."
        ),
    ]
    join_links: Annotated[tuple[JoinLink, ...], described("A join code for each seat, shown only here.")]


class SeatJoined(ContractStruct, frozen=True):
    """The seat is taken."""

    session: Annotated[Session, described("The session, as the new holder of the seat sees it.")]
    seat: Annotated[int, described("The seat.")]
    replayed: Annotated[
        bool,
        described(
            "Whether it had been taken before, with the same idempotency key; the token may be void by now, and "
            "`session` then is a spectator's."
        ),
    ]
    seat_token: Annotated[str, described("The holder's secret, shown only here: send it as `Authorization: Bearer …`.")]


class RematchOffered(ContractStruct, frozen=True):
    """A session for the same seats is open."""

    session: Annotated[
        Session, described("The new session: each seat joins it with its token of the old one as the bearer.")
    ]


class MoveExplained(ContractStruct, frozen=True):
    """What the rules say to a move."""

    legal: Annotated[bool, described("Whether the seat may make the move now.")]
    refusal: Annotated[Refusal | None, described("Why not; null when it is legal.")]
