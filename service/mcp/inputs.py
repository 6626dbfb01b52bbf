"""The inputs of the tools. Their JSON Schemas are generated from these structs."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from service.use_cases.inputs import (
    HIGHEST_LEVEL,
    LONGEST_WAIT_SECONDS,
    HolderName,
    IdempotencyKey,
    Input,
    MoveSeconds,
    SecretKey,
    TakeBacks,
    described_level,
)
from service.views.fields import SEAT_COUNTS, described

SeatHandle = Annotated[
    str,
    described("Your seat handle, exactly as `create_table` or `join_table` returned it. Keep it secret."),
]
Game = Annotated[str, described("The game's id, as `list_games` has it.")]
OptionValue = bool | int | str | Sequence[int] | None
Options = Annotated[
    Mapping[str, OptionValue] | None,
    described("The options that differ from their defaults, by name. `list_games` with a `game` explains them."),
]


class ListGamesInput(Input, frozen=True, kw_only=True):
    """The game to describe in full, if one is wanted."""

    game: Annotated[
        str | None, described("A game's id: the answer then explains its options and lists its open tables.")
    ] = None


class CreateTableInput(Input, frozen=True, kw_only=True):
    """The table to open, who plays there, and your name."""

    game: Game
    seats: Annotated[
        int | None,
        described("The number of seats, yours included; by default the smallest possible one.", within=SEAT_COUNTS),
    ] = None
    bots: Annotated[
        int | None,
        described(
            "How many of the other seats bots play; by default all of them. The cards are dealt when players have "
            "taken the rest.",
            within=(0, SEAT_COUNTS[1] - 1),
        ),
    ] = None
    level: Annotated[
        int, described_level(f"The level of the bots, 1 (does not look ahead) to {HIGHEST_LEVEL}; 2 by default.")
    ] = 2
    options: Options = None
    move_seconds: MoveSeconds = None
    take_backs: TakeBacks = False
    public: Annotated[bool, described("Whether `list_games` shows the table while seats are open.")] = False
    name: HolderName = None
    idempotency_key: SecretKey = None


class JoinTableInput(Input, frozen=True, kw_only=True):
    """The table to join, or the kind of table; your name."""

    table: Annotated[
        str | None, described("The table's id. Without it, any open public table of the `game` is joined.")
    ] = None
    game: Annotated[
        str | None,
        described("The game to join any public table of; if none is open, a new one is opened to wait at."),
    ] = None
    seats: Annotated[
        int | None,
        described("With `game`: the number of seats; by default the smallest possible one.", within=SEAT_COUNTS),
    ] = None
    code: Annotated[str | None, described("The join code of a seat, if you were given one.")] = None
    seat: Annotated[
        str | None, described("The handle with which you left a seat of this table, to return to that seat.")
    ] = None
    name: HolderName = None
    idempotency_key: SecretKey = None


class LookInput(Input, frozen=True, kw_only=True):
    """Your seat."""

    seat: SeatHandle


class WaitInput(Input, frozen=True, kw_only=True):
    """Your seat, what you have seen, and how long to wait."""

    seat: SeatHandle
    version: Annotated[
        int | None,
        described(
            "The version of the last answer. You are then told what has happened since, and offers to move out of turn "
            "that you have already seen do not end the wait."
        ),
    ] = None
    seconds: Annotated[
        int,
        described(
            f"The longest wait, 0–{LONGEST_WAIT_SECONDS} seconds; 20 by default.", within=(0, LONGEST_WAIT_SECONDS)
        ),
    ] = 20


class PlayInput(Input, frozen=True, kw_only=True):
    """Your seat and your move."""

    seat: SeatHandle
    move: Annotated[
        str | int,
        described("The move's notation, or its number in your list of moves; a number needs the list's `version`."),
    ]
    version: Annotated[
        int | None,
        described("The version on which you decided. If the table has advanced since, nothing is played."),
    ] = None
    idempotency_key: IdempotencyKey = None


Action = Literal["claim_deadline", "undo", "ask_take_back", "agree_take_back", "refuse_take_back", "add_bot", "start"]


class ActInput(Input, frozen=True, kw_only=True):
    """Your seat, and what to do beside a move."""

    seat: SeatHandle
    action: Annotated[
        Action,
        described(
            "One of the `actions` of the last answer. `claim_deadline`: the first legal move is made for seats whose "
            "time is over. `undo`: take back your last move while nobody has learned anything from it. "
            "`ask_take_back`: ask the others for that; `agree_take_back`, `refuse_take_back`: answer them. The player "
            "who has opened the table may let a bot play a seat that nobody holds (`add_bot`), and `start` it."
        ),
    ]
    place: Annotated[
        int | None,
        described("For `add_bot`: the number of the seat.", within=(0, SEAT_COUNTS[1] - 1)),
    ] = None
    level: Annotated[int, described_level(f"For `add_bot`: the level of the bot, 1–{HIGHEST_LEVEL}; 2 by default.")] = 2
    version: Annotated[
        int | None,
        described(
            "The version on which you decided. If the table has advanced since, nothing is done. Only `start` and "
            "`add_bot` do not heed it: they are done at any version."
        ),
    ] = None
    idempotency_key: IdempotencyKey = None


class ExplainInput(Input, frozen=True, kw_only=True):
    """What to explain, at your table or of a game."""

    seat: Annotated[
        str | None, described("Your seat handle: the explanation then fits your table and its options.")
    ] = None
    game: Annotated[str | None, described("A game's id, if you have no seat.")] = None
    move: Annotated[
        str | None,
        described("The notation of a move: why you may not make it now, or what it would do. Nothing is played."),
    ] = None
    card: Annotated[str | None, described("A card's code or name: what the card does.")] = None
    rule: Annotated[
        str | None,
        described("The number of a rule, such as `zeven 3.4`, or of a section, `zeven 3`; at your table also `3.4`."),
    ] = None


class ReviewInput(Input, frozen=True, kw_only=True):
    """The seat whose table to review."""

    seat: SeatHandle
    level: Annotated[
        int,
        described_level(f"The level of the bot that judges the moves at the end, 2–{HIGHEST_LEVEL}.", lowest=2),
    ] = 2
    after: Annotated[str | None, described("Where to continue, as the last page of the review says.")] = None


class LeaveInput(Input, frozen=True, kw_only=True):
    """The seat to leave, and how."""

    seat: SeatHandle
    resign: Annotated[
        bool,
        described(
            "Whether to resign: the seat then ranks last, and the others play on at once. Otherwise the seat stays "
            "vacant, and you may return to it with `join_table`."
        ),
    ] = False
    idempotency_key: IdempotencyKey = None
