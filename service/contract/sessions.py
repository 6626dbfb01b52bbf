"""Live sessions, and the streams that tell how they go on."""

from typing import Annotated

from service.contract.fields import Choices, Told, told
from service.contract.views import Decision, Event, Move, Refusal, View

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


HEAD = (
    "The head of the chain of changes, 16 characters: two versions with one head have the same history. "
    "Null in a session that an earlier release made."
)


class Seat(Told, frozen=True):
    """A place at a session's table."""

    comes_again = True

    index: Annotated[int, told("The seat's number, from 0, in order of play.")]
    name: Annotated[str | None, told("The name that its holder goes by.")]
    taken: Annotated[bool, told("Whether somebody holds it.")]
    kind: Annotated[str, told("Who decides for the seat.", choices=SEAT_KIND)]


class SetOption(Told, frozen=True):
    """An option and the value that it has at this table."""

    comes_again = True

    name: Annotated[str, told("The option's name.")]
    value: Annotated[str, told("Its value, as text.")]


class SessionSettings(Told, frozen=True):
    """How a session is run, beside the options of its game."""

    public: Annotated[bool, told("Whether it is listed while seats are open.")]
    invitation_only: Annotated[bool, told("Whether a seat is taken by its join code alone.")]
    start_by_host: Annotated[bool, told("Whether the host starts, although every seat may be taken.")]
    move_seconds: Annotated[int | None, told("The time for a decision in seconds; null: unlimited.")]
    reaction_millis: Annotated[
        int | None, told("For how many milliseconds after a card is put down only a match is accepted; null: none.")
    ]
    take_backs: Annotated[bool, told("Whether a seat may ask the others to take back its last move.")]


class Fairness(Told, frozen=True):
    """What a player checks the shuffles by; the secrets are told when the table is finished."""

    kind: Annotated[str, told("Where the key comes from.", choices=FAIRNESS_KIND)]
    commitment: Annotated[
        str | None, told("SHA-256 of the server's secret, as 64 hex digits, told from the start; null for a given key.")
    ]
    server_seed: Annotated[str | None, told("The server's secret, as 64 hex digits; null before the end.")]
    entropy: Annotated[tuple[str, ...] | None, told("What each seat added when it joined; null before the end.")]
    key: Annotated[str | None, told("The table's key, as 64 hex digits; null before the end.")]


class TakeBack(Told, frozen=True):
    """A seat's wish to take back its last move."""

    seat: Annotated[int, told("The seat that asks.")]
    agreed: Annotated[tuple[int, ...], told("The seats that have agreed.")]
    awaited: Annotated[tuple[int, ...], told("The seats that have not answered.")]


class Session(Told, frozen=True):
    """A live table with people, as the viewer sees it: the seat of the bearer token, or a spectator."""

    id: Annotated[str, told("The session's id.", scalar="ID")]
    game: Annotated[str, told("The game's id.", scalar="ID")]
    options: Annotated[tuple[SetOption, ...], told("Every option and its value at this table.")]
    settings: Annotated[SessionSettings, told("How the session is run.")]
    status: Annotated[str, told("Where in its life the session is.", choices=SESSION_STATUS)]
    version: Annotated[int, told("How many changes have been committed; the first one made the session.")]
    head: Annotated[str | None, told(HEAD)]
    cursor: Annotated[str, told("Version and head as one text: give it as `after` to a stream to go on from here.")]
    seats: Annotated[tuple[Seat, ...], told("The seats, in order of play.")]
    viewer_seat: Annotated[int | None, told("The seat that the bearer token holds; null for a spectator.")]
    is_host: Annotated[bool, told("Whether the bearer token has the host's rights.")]
    view_id: Annotated[
        str,
        told(
            "The id of the session as this viewer sees it: the same at each version, and another for each seat, for "
            "the host without a seat, and for spectators. A cache that keeps objects by id takes it for the key.",
            scalar="ID",
        ),
    ]
    created_at: Annotated[str, told("When the session was made.", scalar="DateTime")]
    expires_at: Annotated[str, told("When the session is forgotten if nothing changes it before.", scalar="DateTime")]
    deadline: Annotated[
        str | None,
        told("When anybody may have the asked seats' moves made by default; null: never.", scalar="DateTime"),
    ]
    take_back: Annotated[TakeBack | None, told("The wish to take back the last move that is being asked about.")]
    fairness: Annotated[Fairness, told("What the shuffles can be checked by.")]
    rematch_id: Annotated[
        str | None, told("The id of the session in which the same seats go on; null: none.", scalar="ID")
    ]
    view: Annotated[View | None, told("What the viewer sees of the table; null while nothing is dealt.")]


class PageInfo(Told, frozen=True):
    """Where a page of a list begins and ends."""

    has_next_page: Annotated[bool, told("Whether more follows.")]
    has_previous_page: Annotated[bool, told("Whether something comes before.")]
    start_cursor: Annotated[str | None, told("The cursor of the first item.")]
    end_cursor: Annotated[str | None, told("The cursor of the last item.")]


class EventEdge(Told, frozen=True):
    """An event in a page, with its cursor."""

    cursor: Annotated[str, told("Give it as `after` to go on behind this event.")]
    node: Annotated[Event, told("The event.")]


class EventConnection(Told, frozen=True):
    """A page of a session's events, the oldest first."""

    edges: Annotated[tuple[EventEdge, ...], told("The events with their cursors.")]
    nodes: Annotated[tuple[Event, ...], told("The events.")]
    page_info: Annotated[PageInfo, told("Where the page begins and ends.")]


class SessionEdge(Told, frozen=True):
    """A session in a page, with its cursor."""

    cursor: Annotated[str, told("Give it as `after` to go on behind this session.")]
    node: Annotated[Session, told("The session.")]


class SessionConnection(Told, frozen=True):
    """A page of sessions, the newest first."""

    edges: Annotated[tuple[SessionEdge, ...], told("The sessions with their cursors.")]
    nodes: Annotated[tuple[Session, ...], told("The sessions.")]
    page_info: Annotated[PageInfo, told("Where the page begins and ends.")]


class SessionFrame(Told, frozen=True):
    """What a stream sends: a version of the session, and what happened in it."""

    version: Annotated[int, told("The version; each one comes once, in order, unless some were rolled back.")]
    head: Annotated[str | None, told(HEAD)]
    cursor: Annotated[str, told("Give it as `after` to go on behind this frame.")]
    resync: Annotated[
        bool,
        told(
            "Whether versions before this one were skipped, or taken back: draw from the session, not from the events."
        ),
    ]
    rolled_back: Annotated[
        bool,
        told(
            "Whether the store has lost versions that were told before this frame, so that what follows may have their "
            "numbers again; then `resync` is true, too."
        ),
    ]
    events: Annotated[
        tuple[Event, ...], told("What happened in this version; empty in a first frame, which is a snapshot.")
    ]
    session: Annotated[Session, told("The session as of this version.")]
    decision: Annotated[Decision | None, told("What the viewer is asked now; null when it has no move.")]


class MoveApplied(Told, frozen=True):
    """The move was made, and is kept."""

    session: Annotated[
        Session, told("The session as it is now: at `version`, or later if the answer is a replayed one.")
    ]
    move: Annotated[Move, told("The move.")]
    version: Annotated[int, told("The version that the move made.")]
    head: Annotated[str | None, told("The head of that version.")]
    replayed: Annotated[bool, told("Whether the move had been made before, with the same idempotency key.")]
    events: Annotated[tuple[Event, ...], told("What happened in that version.")]


class SessionChanged(Told, frozen=True):
    """The session was changed, and the change is kept."""

    session: Annotated[Session, told("The session as it is now: at `version`, or later.")]
    version: Annotated[int, told("The version that the change made.")]
    head: Annotated[str | None, told("The head of that version.")]
    replayed: Annotated[bool, told("Whether it had been changed before, with the same idempotency key.")]
    events: Annotated[tuple[Event, ...], told("What happened in that version.")]


class JoinLink(Told, frozen=True):
    """A seat and the code that takes it."""

    seat: Annotated[int, told("The seat.")]
    code: Annotated[str, told("The join code, a secret for whoever shall sit there.")]


class SessionCreated(Told, frozen=True):
    """The session was made."""

    session: Annotated[Session, told("The session.")]
    host_token: Annotated[
        str,
        told(
            "The host's secret, shown only here: send it as `Authorization: Bearer …` to start or abandon, or to take "
            "a seat as the host."
        ),
    ]
    join_links: Annotated[tuple[JoinLink, ...], told("A join code for each seat, shown only here.")]


class SeatJoined(Told, frozen=True):
    """The seat is taken."""

    session: Annotated[Session, told("The session, as the new holder of the seat sees it.")]
    seat: Annotated[int, told("The seat.")]
    replayed: Annotated[
        bool,
        told(
            "Whether it had been taken before, with the same idempotency key; the token may be void by now, and "
            "`session` then is a spectator's."
        ),
    ]
    seat_token: Annotated[str, told("The holder's secret, shown only here: send it as `Authorization: Bearer …`.")]


class RematchOffered(Told, frozen=True):
    """A session for the same seats is open."""

    session: Annotated[
        Session, told("The new session: each seat joins it with its token of the old one as the bearer.")
    ]


class MoveExplained(Told, frozen=True):
    """What the rules say to a move."""

    legal: Annotated[bool, told("Whether the seat may make the move now.")]
    refusal: Annotated[Refusal | None, told("Why not; null when it is legal.")]
