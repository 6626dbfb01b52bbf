"""The inputs of the operations on tournaments: those of the service, and those that callers keep."""

from collections.abc import Sequence
from typing import Annotated, get_args

from service.use_cases.inputs import (
    HIGHEST_LEVEL,
    TRIMMED,
    BotMillis,
    Entropy,
    GameId,
    Hints,
    HolderName,
    IdempotencyKey,
    Input,
    LeftSeatLevel,
    MoveSeconds,
    OptionInputs,
    ReactionMillis,
    SecretKey,
    TakeBacks,
    described_first,
    described_level,
)
from service.views.fields import LARGEST_PAGE, PLACE, SEAT_COUNTS, described, pattern_of
from service.views.tournament_view import MOST_NAMED
from tournaments import FORMATS, Bye, Deals, Plan, PointScheme, TieBreak

DEALS, POINT_SCHEMES, BYES, TIE_BREAKS = map(get_args, (Deals, PointScheme, Bye, TieBreak))
DEFAULT_TIE_BREAKS = Plan.__struct_defaults__[Plan.__struct_fields__.index("tie_breaks") - len(Plan.__struct_fields__)]
MOST_ENTRANTS = 5_000
# The most boards of a whole tournament: each is a session.
MOST_PLAYED = 200_000
MOST_BOARDS = 20
MOST_ROUNDS = 1000
*EARLIER_FORMATS, LAST_FORMAT = FORMATS
# The other formats are drawn at the start.
TAKING_LATE_ENTRIES = tuple(name for name, facts in FORMATS.items() if facts.takes_late_entries)
LONGEST_TITLE = 100
LONGEST_REASON = 500
HIGHEST_SEED_RATING = 1_000_000
_TIE_BREAK = {"type": "string", "pattern": f"^({'|'.join(TIE_BREAKS)})$"}
_SHARE = {"type": "number", "minimum": 0, "maximum": 1}

TournamentId = Annotated[str, described("The tournament's id.", scalar="ID")]
RoundNumber = Annotated[int, described("The round, from 1.", minimum=1)]
First = Annotated[int | None, described_first("items", LARGEST_PAGE)]
After = Annotated[str | None, described("Only the items after this cursor.", pattern=pattern_of(PLACE))]


class EntrantInput(Input, frozen=True, kw_only=True):
    """An entrant whom the host names: a person or program, who gets a token, or a bot."""

    name: HolderName = None
    rating: Annotated[
        float | None,
        described(
            "Seeds the entrant, the highest first; entrants without one come after those.",
            within=(-HIGHEST_SEED_RATING, HIGHEST_SEED_RATING),
        ),
    ] = None
    bot_level: Annotated[int | None, described_level(f"The level of a bot, 1–{HIGHEST_LEVEL}; none for a person.")] = (
        None
    )


class CreateTournamentInput(Input, frozen=True, kw_only=True):
    """The game, the format and the terms of a new tournament."""

    title: Annotated[
        str, described(f"Its name, 1–{LONGEST_TITLE} characters.", length=(1, LONGEST_TITLE), pattern=TRIMMED)
    ]
    game: GameId
    options: OptionInputs = None
    format: Annotated[str, described("How rounds are paired.", words=tuple(FORMATS))]
    seats_per_table: Annotated[int, described("The number of seats of a full table.", within=SEAT_COUNTS)] = 2
    least_seats: Annotated[
        int | None,
        described(
            "The number of seats of the smallest table, where entrants do not fill all tables.", within=SEAT_COUNTS
        ),
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
    deals: Annotated[
        str, described("Whether tables of a round play the same deals; then no move can be taken back.", words=DEALS)
    ] = "FRESH"
    points: Annotated[str, described("How a table's order becomes points.", words=POINT_SCHEMES)] = "LINEAR"
    byes: Annotated[str, described("What a bye is worth.", words=BYES)] = "WIN"
    tie_breaks: Annotated[
        Sequence[str] | None,
        described(
            f"What parts equal points, in this order, of {', '.join(TIE_BREAKS)}; by default "
            f"{', '.join(DEFAULT_TIE_BREAKS)}.",
            each=_TIE_BREAK,
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
    public: Annotated[bool, described("Whether the tournament is listed until it is over.")] = False
    move_seconds: MoveSeconds = None
    reaction_millis: ReactionMillis = None
    take_backs: TakeBacks = False
    hints: Hints = False
    bot_millis: BotMillis = None
    left_seat_level: LeftSeatLevel = None
    idempotency_key: SecretKey = None


class ReadTournamentInput(Input, frozen=True, kw_only=True):
    """A tournament."""

    tournament_id: TournamentId


class EnterTournamentInput(ReadTournamentInput, frozen=True, kw_only=True):
    """Who enters."""

    name: HolderName = None
    rating: Annotated[
        float | None,
        described(
            "Seeds the entrant, where the host gives no ratings.", within=(-HIGHEST_SEED_RATING, HIGHEST_SEED_RATING)
        ),
    ] = None
    code: Annotated[str | None, described("The entry code, if one is needed.")] = None
    entropy: Entropy = None
    idempotency_key: SecretKey = None


class TournamentActInput(ReadTournamentInput, frozen=True, kw_only=True):
    """The tournament to change, as the bearer of the token."""

    idempotency_key: IdempotencyKey = None


class WithdrawInput(TournamentActInput, frozen=True, kw_only=True):
    """The entrant who plays no further round."""

    entrant: Annotated[
        int | None, described("The entrant's number; only the host may name another than the bearer.", minimum=0)
    ] = None


class RuleOnTableInput(TournamentActInput, frozen=True, kw_only=True):
    """The points of a table that the host decides on."""

    round: RoundNumber
    table: Annotated[int, described("The table, from 0.", minimum=0)]
    points: Annotated[
        Sequence[float], described("The points of each entrant of the table, in its order, from 0 to 1.", each=_SHARE)
    ]
    reason: Annotated[
        str,
        described(
            f"The reason, which everybody sees: 1–{LONGEST_REASON} characters.",
            length=(1, LONGEST_REASON),
            pattern=TRIMMED,
        ),
    ]


class PageInput(ReadTournamentInput, frozen=True, kw_only=True):
    """A page of a list of a tournament."""

    first: First = None
    after: After = None


class TablesInput(PageInput, frozen=True, kw_only=True):
    """A page of the tables of a round."""

    round: Annotated[int | None, described("The round, from 1; by default the last one.", minimum=1)] = None


# ---- tournaments that callers keep: a plan, its entrants, and the rounds so far

MOST_KEPT_ROUNDS = 100
MOST_GAMES = 1_000
MOST_TEAMS = 100
# Ratings beyond these are no ratings, and their powers are no numbers.
HIGHEST_RATING = 10_000.0
LEAST_DEVIATION = 0.001
HIGHEST_DEVIATION = 10_000.0
# The bounds of the work, whatever the size of a body: a second of a core at most. With a body of a MiB no tournament
# reaches the first one.
MOST_RESULTS = 300_000
MOST_RATED = 100_000
LARGEST_TABLE = 100


class PairingPlanInput(Input, frozen=True, kw_only=True, omit_defaults=True):
    """How a tournament is played."""

    format: Annotated[str, described(f"{', '.join(EARLIER_FORMATS)} or {LAST_FORMAT}.", words=tuple(FORMATS))]
    seats: Annotated[int, described(f"The seats of a full table, 2–{LARGEST_TABLE}.", within=(2, LARGEST_TABLE))]
    least_seats: Annotated[
        int, described("The seats of the smallest table; 2 by default.", within=(2, LARGEST_TABLE))
    ] = 2
    rounds: Annotated[
        int,
        described(
            f"The number of rounds, at most {MOST_KEPT_ROUNDS}; by default 0, as many as the format needs.",
            within=(0, MOST_KEPT_ROUNDS),
        ),
    ] = 0
    boards: Annotated[
        int, described("The deals that a table plays in a round, 1–100; 1 by default.", within=(1, 100))
    ] = 1
    deals: Annotated[
        str, described("SAME if all tables of a round play the same deals; FRESH by default.", words=DEALS)
    ] = "FRESH"
    points: Annotated[
        str,
        described(
            "What ranks are worth: LINEAR, which is the default, from 1 down to 0, or WINNER, 1 for the first.",
            words=POINT_SCHEMES,
        ),
    ] = "LINEAR"
    byes: Annotated[str, described("What a bye is worth: WIN, which is the default, DRAW or ZERO.", words=BYES)] = "WIN"
    tie_breaks: Annotated[
        Sequence[str] | None,
        described(
            "The tie-breaks in turn; by default BUCHHOLZ_CUT_1, BUCHHOLZ, DIRECT_ENCOUNTER, SONNEBORN_BERGER, WINS. "
            "The others are MEDIAN_BUCHHOLZ, PROGRESSIVE and MARGIN.",
            each=_TIE_BREAK,
        ),
    ] = None


class PairingEntrantInput(Input, frozen=True, kw_only=True):
    """An entrant, whose number is the place in the list, from 0."""

    rating: Annotated[
        float | None, described("The rating, by which entrants are seeded; those without one follow in their order.")
    ] = None
    from_round: Annotated[int, described("The first round in which it takes part; 1 by default.", minimum=1)] = 1
    until_round: Annotated[
        int | None, described("The last round in which it takes part, 0 if none; by default to the end.", minimum=0)
    ] = None


class BoardResultInput(Input, frozen=True, kw_only=True, omit_defaults=True):
    """The end of a deal."""

    scores: Annotated[Sequence[int], described("The total of each seat.", items=(2, LARGEST_TABLE))]
    ranking: Annotated[Sequence[int], described("The rank of each seat, from 1.", items=(2, LARGEST_TABLE))]
    resigned: Annotated[
        Sequence[int] | None,
        described("The seats that resigned, in that order, as in the outcome of a session; none by default."),
    ] = None


class PairedTableInput(Input, frozen=True, kw_only=True, omit_defaults=True):
    """A table of a round and its results."""

    entrants: Annotated[
        Sequence[int],
        described(
            "The numbers of the entrants by seat at the first board; at each further board all sit one seat further "
            "up, the last at seat 0.",
            items=(2, LARGEST_TABLE),
        ),
    ]
    boards: Annotated[
        Sequence[BoardResultInput] | None, described("The results of all boards; none while it is not over.")
    ] = None
    ruling: Annotated[
        Sequence[float] | None,
        described("Points from 0 to 1 that were set for each of the entrants; they go before the boards."),
    ] = None


class PairedRoundInput(Input, frozen=True, kw_only=True, omit_defaults=True):
    """A round."""

    tables: Annotated[Sequence[PairedTableInput], described("The tables.")]
    byes: Annotated[Sequence[int] | None, described("The numbers of the entrants who had a bye.")] = None


class StandingsInput(Input, frozen=True, kw_only=True):
    """A tournament that the caller keeps."""

    plan: Annotated[PairingPlanInput, described("How it is played.")]
    entrants: Annotated[
        Sequence[PairingEntrantInput], described(f"The entrants, 2–{MOST_ENTRANTS}.", items=(2, MOST_ENTRANTS))
    ]
    rounds: Annotated[
        Sequence[PairedRoundInput] | None,
        described(f"The rounds so far, at most {MOST_KEPT_ROUNDS}; none at first.", maxItems=MOST_KEPT_ROUNDS),
    ] = None


class PairRoundInput(StandingsInput, frozen=True, kw_only=True):
    """A tournament that the caller keeps, whose rounds are complete, and the chance of its pairings."""

    seed: Annotated[
        str,
        described(
            "What is drawn by lot follows from this, 64 lower-case hex digits: the same in every round.",
            pattern="^[0-9a-f]{64}$",
        ),
    ]


class RatingInput(Input, frozen=True, kw_only=True):
    """A rating."""

    mu: Annotated[float, described("The mean; 25 at first.", within=(-HIGHEST_RATING, HIGHEST_RATING))] = 25.0
    sigma: Annotated[
        float, described("The deviation, above 0; 25/3 at first.", within=(LEAST_DEVIATION, HIGHEST_DEVIATION))
    ] = 25.0 / 3.0


class RatedTeamInput(Input, frozen=True, kw_only=True):
    """A team of a game; often of one player."""

    players: Annotated[
        Sequence[int],
        described(
            "The places of the players in the list, from 0.",
            items=(1, MOST_TEAMS),
            each={"type": "integer", "minimum": 0, "maximum": MOST_ENTRANTS - 1},
        ),
    ]
    rank: Annotated[int, described("The rank of the team, from 1; it may be shared.", within=(1, MOST_TEAMS))]


class RatedGameInput(Input, frozen=True, kw_only=True):
    """A game."""

    teams: Annotated[Sequence[RatedTeamInput], described("The teams.", items=(2, MOST_TEAMS))]


class RateResultsInput(Input, frozen=True, kw_only=True):
    """Ratings, and games in turn."""

    ratings: Annotated[
        Sequence[RatingInput], described(f"The ratings before the games, 2–{MOST_ENTRANTS}.", items=(2, MOST_ENTRANTS))
    ]
    games: Annotated[
        Sequence[RatedGameInput],
        described(f"The games, at most {MOST_GAMES}, the first one first.", maxItems=MOST_GAMES),
    ]
