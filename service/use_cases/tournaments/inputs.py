"""The inputs of tournaments' operations; they are declared as those of sessions are."""

from collections.abc import Sequence
from typing import Annotated, get_args

from service.use_cases.inputs import (
    HIGHEST_LEVEL,
    LARGEST_PAGE,
    BotMillis,
    Entropy,
    GameId,
    Hints,
    HolderName,
    Input,
    Key,
    LeftSeatLevel,
    MoveSeconds,
    Options,
    ReactionMillis,
    SecretKey,
    TakeBacks,
    described_level,
)
from service.views.fields import described
from tournaments import Bye, Deals, Format, Plan, PointScheme, TieBreak

FORMATS, DEALS, POINT_SCHEMES, BYES, TIE_BREAKS = map(get_args, (Format, Deals, PointScheme, Bye, TieBreak))
DEFAULT_TIE_BREAKS = Plan.__struct_defaults__[Plan.__struct_fields__.index("tie_breaks") - len(Plan.__struct_fields__)]
MOST_ENTRANTS = 5_000
# So many fit into the variables of a GraphQL operation; others enter by themselves.
MOST_NAMED = 3_000
# The most boards of a whole tournament: each is a session.
MOST_PLAYED = 200_000
MOST_BOARDS = 20
MOST_ROUNDS = 1000
# The other formats are drawn at the start.
TAKING_LATE_ENTRIES: tuple[Format, ...] = ("SWISS", "ONE_TABLE")
LONGEST_TITLE = 100
LONGEST_REASON = 500

TournamentId = Annotated[str, described("The tournament's id.", scalar="ID")]
EntrantNumber = Annotated[int, described("The entrant's number, from 0, in order of entry.", minimum=0)]
RoundNumber = Annotated[int, described("The round, from 1.", minimum=1)]
First = Annotated[int | None, described(f"The maximum number of items, 1–{LARGEST_PAGE}.")]
After = Annotated[str | None, described("Only the items after this cursor.")]


class EntrantInput(Input, frozen=True, kw_only=True):
    """An entrant whom the host names: a person or program, who gets a token, or a bot."""

    name: HolderName = None
    rating: Annotated[
        float | None, described("Seeds the entrant, the highest first; entrants without one come after those.")
    ] = None
    bot_level: Annotated[int | None, described_level(f"The level of a bot, 1–{HIGHEST_LEVEL}; none for a person.")] = (
        None
    )


class CreateTournamentInput(Input, frozen=True, kw_only=True):
    """The game, the format and the terms of a new tournament."""

    title: Annotated[str, described(f"Its name, 1–{LONGEST_TITLE} characters.", length=(1, LONGEST_TITLE))]
    game: GameId
    options: Options = None
    format: Annotated[str, described("How rounds are paired.", words=FORMATS)]
    seats_per_table: Annotated[int, described("The number of seats of a full table.", minimum=2)] = 2
    least_seats: Annotated[
        int | None,
        described("The number of seats of the smallest table, where entrants do not fill all tables.", minimum=2),
    ] = None
    rounds: Annotated[
        int | None,
        described("The number of rounds; if it is 0 or missing, as many as the format needs.", within=(0, MOST_ROUNDS)),
    ] = None
    boards: Annotated[
        int,
        described(
            f"How many deals a table plays in a round, 1–{MOST_BOARDS}: the entrants move one seat on with each.",
            within=(1, MOST_BOARDS),
        ),
    ] = 1
    deals: Annotated[str, described("Whether tables of a round play the same deals.", words=DEALS)] = "FRESH"
    points: Annotated[str, described("How a table's order becomes points.", words=POINT_SCHEMES)] = "LINEAR"
    byes: Annotated[str, described("What a bye is worth.", words=BYES)] = "WIN"
    tie_breaks: Annotated[
        Sequence[str] | None,
        described(
            f"What parts equal points, in this order, of {', '.join(TIE_BREAKS)}; by default "
            f"{', '.join(DEFAULT_TIE_BREAKS)}."
        ),
    ] = None
    entrants: Annotated[
        Sequence[EntrantInput] | None,
        described(f"The entrants whom the host names, at most {MOST_NAMED}.", maxItems=MOST_NAMED),
    ] = None
    open: Annotated[bool, described("Whether anybody may enter.")] = False
    with_entry_code: Annotated[bool, described("Whether entering takes the code that the host gets.")] = False
    last_entry_round: Annotated[
        int,
        described(
            "The last round in which those who enter late may begin; 1: nobody is late. More is for the formats "
            f"{' and '.join(TAKING_LATE_ENTRIES)}.",
            within=(1, MOST_ROUNDS),
        ),
    ] = 1
    by_host: Annotated[
        bool,
        described(
            "Whether each round after the first is paired only when the host says so, with `pairNextRound`, and the "
            "tournament ended likewise after the last."
        ),
    ] = False
    move_seconds: MoveSeconds = None
    reaction_millis: ReactionMillis = None
    take_backs: TakeBacks = False
    hints: Hints = False
    bot_millis: BotMillis = None
    left_seat_level: LeftSeatLevel = None
    idempotency_key: SecretKey = None


class EnterTournamentInput(Input, frozen=True, kw_only=True):
    """Who enters."""

    tournament_id: TournamentId
    name: HolderName = None
    rating: Annotated[float | None, described("Seeds the entrant, where the host gives no ratings.")] = None
    code: Annotated[str | None, described("The entry code, if one is needed.")] = None
    entropy: Entropy = None
    idempotency_key: SecretKey = None


class TournamentActInput(Input, frozen=True, kw_only=True):
    """The tournament to change, as the bearer of the token."""

    tournament_id: TournamentId
    idempotency_key: Key = None


class WithdrawInput(TournamentActInput, frozen=True, kw_only=True):
    """The entrant who plays no further round."""

    entrant: Annotated[
        int | None, described("The entrant's number; only the host may name another than the bearer.", minimum=0)
    ] = None


class RuleOnTableInput(TournamentActInput, frozen=True, kw_only=True):
    """The points of a table that the host decides on."""

    round: RoundNumber
    table: Annotated[int, described("The table, from 0.", minimum=0)]
    points: Annotated[Sequence[float], described("The points of each entrant of the table, in its order, from 0 to 1.")]
    reason: Annotated[
        str, described(f"The reason, which everybody sees: 1–{LONGEST_REASON} characters.", length=(1, LONGEST_REASON))
    ]


class ReadTournamentInput(Input, frozen=True, kw_only=True):
    """A tournament."""

    tournament_id: TournamentId


class PageInput(ReadTournamentInput, frozen=True, kw_only=True):
    """A page of a list of a tournament."""

    first: First = None
    after: After = None


class TablesInput(PageInput, frozen=True, kw_only=True):
    """A page of the tables of a round."""

    round: Annotated[int | None, described("The round, from 1; by default the last one.", minimum=1)] = None
