"""Inputs and answers that only REST has: of its resources, and of stateless tables, which come with a view."""

from typing import Annotated

from service.use_cases.inputs import (
    SESSION_CURSOR,
    UNTIL_REMATCH,
    ApplyMoveToStateInput,
    GameId,
    Input,
    NewTableInput,
    OfSession,
    ReadTableInput,
    described_first,
)
from service.use_cases.tournaments.inputs import ReadTournamentInput
from service.views.catalogue import LANGUAGES_WANTED, Game, Rule
from service.views.codes import ChangesOfCodes, EventOfCodes, MoveOfCodes
from service.views.fields import LARGEST_PAGE, SEAT_COUNTS, ContractStruct, described
from service.views.session_view import ChangesValue
from service.views.table_view import Card, Event, HandCard, Move, Table, ViewValue
from service.views.wording import VOCABULARY_LISTS

# ---- inputs

# An option and its value: a word, a number, or a list of numbers.
_OPTION = r"[A-Za-z0-9]+:(?:[A-Za-z0-9]+|\[[0-9,]*\])"
# The parameters that are lists, with commas between their items.
COMMA_LISTS = frozenset({"options", "lists"})
OPTIONS = f"^{_OPTION}(?:,{_OPTION})*$"

SeenCursor = Annotated[
    str | None,
    described(
        "The cursor of the last frame that the client received. Without it, the first frame is a snapshot.",
        pattern=SESSION_CURSOR,
    ),
]
_ANY_LIST = "|".join(VOCABULARY_LISTS)


class GameInput(Input, frozen=True, kw_only=True):
    """A game."""

    game: GameId


class RuleInput(GameInput, frozen=True, kw_only=True):
    """A rule of a game."""

    number: Annotated[str, described("The rule's number.")]


class VocabularyInput(GameInput, frozen=True, kw_only=True):
    """A game, the wanted languages, and the wanted lists."""

    language: Annotated[str | None, described(LANGUAGES_WANTED)] = None
    lists: Annotated[
        str | None,
        described(
            "The wanted lists, such as `events,zones`. The other lists are empty.",
            pattern=f"^({_ANY_LIST})(,({_ANY_LIST}))*$",
        ),
    ] = None


class ListNotations(GameInput, frozen=True, kw_only=True):
    """A game, and a table of it."""

    seats: Annotated[int, described("The number of seats.", within=SEAT_COUNTS)]
    options: Annotated[
        str | None,
        described(
            "The options that differ from their defaults, each as `name:value`, with commas between them, such as "
            "`atRisk:true,gainCards:2`.",
            pattern=OPTIONS,
        ),
    ] = None


class ReadSession(OfSession, frozen=True, kw_only=True):
    """A session, and the cursor of the version that the caller knows."""

    seen: Annotated[
        str | None,
        described(
            "The cursor of a version that the client knows. The answer is ROLLED_BACK if the store has lost it.",
            pattern=SESSION_CURSOR,
        ),
    ] = None


class ListEvents(OfSession, frozen=True, kw_only=True):
    """A page of a session's events."""

    first: Annotated[int | None, described_first("events", LARGEST_PAGE)] = None
    after: Annotated[
        str | None,
        described("The cursor of an event or of a frame; only events after it are returned.", pattern=SESSION_CURSOR),
    ] = None


class FollowSession(OfSession, frozen=True, kw_only=True):
    """A session, the cursor after which its stream begins, and where it ends."""

    after: SeenCursor = None
    until_rematch: Annotated[bool, described(UNTIL_REMATCH)] = False
    changes: Annotated[
        bool,
        described("Whether frames have `changes` in place of `session` and `decision`, which are far larger."),
    ] = False
    codes: Annotated[
        bool,
        described(
            "Whether frames have `changes` with codes in place of cards, and without the texts that the vocabulary "
            "makes, for clients that have the game's catalogue."
        ),
    ] = False
    emotes: Annotated[bool, described("Whether the stream also sends the emotes of the session.")] = False


class FollowTournament(ReadTournamentInput, frozen=True, kw_only=True):
    """A tournament, and the cursor after which its stream begins."""

    after: SeenCursor = None


Viewer = Annotated[int | None, described("The seat whose view is returned; null for a spectator's view.")]


class NewTable(NewTableInput, frozen=True, kw_only=True):
    """The setup of a stateless table."""

    viewer: Viewer = None


class ReadTable(ReadTableInput, frozen=True, kw_only=True):
    """A state, and the viewer whose view of it is wanted."""

    viewer: Viewer = None


class MoveOnTable(ApplyMoveToStateInput, frozen=True, kw_only=True):
    """A move on a stateless table."""

    viewer: Annotated[int | None, described("The seat whose view is returned, and which sees the events.")] = None


# ---- answers


class ChangeMade(ContractStruct, frozen=True, kw_only=True):
    """A change without the session: the answer to a client that prefers the minimum."""

    version: Annotated[int, described("The version that the change made.")]
    head: Annotated[str | None, described("The head of that version.")]
    replayed: Annotated[bool, described("Whether an earlier request with the same idempotency key made the change.")]
    events: Annotated[tuple[Event, ...], described("The events of that version.")]


class MoveMade(ContractStruct, frozen=True, kw_only=True, omit_defaults=True):
    """The differences that a move made: the answer to a client that prefers the changes."""

    version: Annotated[int, described("The version that the move made.")]
    head: Annotated[str | None, described("The head of that version.")]
    replayed: Annotated[bool, described("Whether an earlier request with the same idempotency key made the move.")]
    move: Annotated[Move | None, described("The move; only with `return=changes;events`.")] = None
    events: Annotated[
        tuple[Event, ...] | None, described("The events of that version; only with `return=changes;events`.")
    ] = None
    changes: Annotated[
        ChangesValue,
        described(
            "The differences from the session and the view at the version that `If-Match` names; the whole session if "
            "it names none, or if the answer is replayed."
        ),
    ]


class FrameOfChanges(ContractStruct, frozen=True, kw_only=True):
    """A frame of a stream with `changes=true`: a version of the session, its events, and the differences."""

    version: Annotated[
        int, described("The version. Each version comes once, in order, unless versions were rolled back.")
    ]
    head: Annotated[str | None, described("The head of that version.")]
    cursor: Annotated[str, described("The cursor of this frame. Pass it as `after` to continue after the frame.")]
    resync: Annotated[bool, described("As in `SessionFrame`. If it is true, `changes` has the whole session.")]
    rolled_back: Annotated[bool, described("As in `SessionFrame`.")]
    events: Annotated[tuple[Event, ...], described("The events of this version; empty in a snapshot.")]
    changes: Annotated[
        ChangesValue,
        described("The differences from the previous frame; the whole session in the first frame of a connection."),
    ]


class MoveMadeOfCodes(ContractStruct, frozen=True, kw_only=True, omit_defaults=True):
    """The differences that a move made, in codes."""

    version: Annotated[int, described("The version that the move made.")]
    cursor: Annotated[str, described("The cursor of that version.")]
    replayed: Annotated[
        bool, described("Whether an earlier request with the same idempotency key made the move; absent if not.")
    ] = False
    move: Annotated[MoveOfCodes | None, described("The move; only with the parameter `events`.")] = None
    events: Annotated[
        tuple[EventOfCodes, ...] | None,
        described("The events of that version, as in `FrameOfCodes`; only with the parameter `events`."),
    ] = None
    changes: Annotated[ChangesOfCodes, described("The differences, as in `MoveMade`.")]


class FrameOfCodes(ContractStruct, frozen=True, kw_only=True, omit_defaults=True):
    """A frame of a stream with `codes=true`: a version of the session, its events, and the differences, in codes."""

    version: Annotated[
        int, described("The version. Each version comes once, in order, unless versions were rolled back.")
    ]
    cursor: Annotated[str, described("The cursor of this frame. Pass it as `after` to continue after the frame.")]
    resync: Annotated[
        bool, described("As in `SessionFrame`; absent if false. If it is true, `changes` has the whole session.")
    ] = False
    rolled_back: Annotated[bool, described("As in `SessionFrame`; absent if false.")] = False
    events: Annotated[
        tuple[EventOfCodes, ...],
        described(
            "The events of this version in their order, without those that only report a new fact, turn or score, "
            "which `changes` has. Absent if there are none."
        ),
    ] = ()
    changes: Annotated[
        ChangesOfCodes,
        described("The differences from the previous frame; the whole session in the first frame of a connection."),
    ]


class Games(ContractStruct, frozen=True, kw_only=True):
    """Every game."""

    games: Annotated[tuple[Game, ...], described("The games.")]


class Cards(ContractStruct, frozen=True, kw_only=True):
    """The cards of a game."""

    cards: Annotated[tuple[Card, ...], described("The face of every card, once each, in the order of the game's page.")]


class Rules(ContractStruct, frozen=True, kw_only=True):
    """A rule page."""

    rules: Annotated[tuple[Rule, ...], described("The rules: each section, followed by its numbered rules.")]


class Hand(ContractStruct, frozen=True, kw_only=True):
    """The viewer's hand at one version."""

    version: Annotated[int, described("The version of the session.")]
    cards: Annotated[
        tuple[HandCard, ...],
        described(
            "The cards, each with its moves or the reason why it has none; empty for a spectator, and before the deal."
        ),
    ]


class LegalMoves(ContractStruct, frozen=True, kw_only=True):
    """The viewer's legal moves at one version."""

    version: Annotated[int, described("The version of the session.")]
    moves: Annotated[
        tuple[Move, ...], described("The legal moves, in canonical order; empty for a spectator, and before the deal.")
    ]


SeenView = Annotated[
    ViewValue | None,
    described("The view of the viewer; null if there is no such seat, or if it is closed to the caller."),
]


class TableSeen(ContractStruct, frozen=True, kw_only=True):
    """A stateless table, and its view for a viewer."""

    table: Annotated[Table, described("The table.")]
    view: SeenView


class TableMoved(ContractStruct, frozen=True, kw_only=True):
    """A move made on a stateless table, and the view after it for a viewer."""

    table: Annotated[Table, described("The table after the move.")]
    view: SeenView
    move: Annotated[Move, described("The move.")]
    events: Annotated[tuple[Event, ...], described("The events of the move, as the viewer may see them.")]
