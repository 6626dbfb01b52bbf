"""The inputs of operations on tournaments, both those that the service runs and those that callers keep."""

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
After = Annotated[str | None, described("The cursor after which the page begins.", pattern=pattern_of(PLACE))]


class EntrantInput(Input, frozen=True, kw_only=True):
    """An entrant named by the host: a person or program, who gets a token, or a bot."""

    name: HolderName = None
    rating: Annotated[
        float | None,
        described(
            "The rating by which the entrant is seeded, the highest first; entrants without a rating come last.",
            within=(-HIGHEST_SEED_RATING, HIGHEST_SEED_RATING),
        ),
    ] = None
    bot_level: Annotated[
        int | None, described_level(f"The level of a bot, 1–{HIGHEST_LEVEL}; omit it for a person.")
    ] = None


class CreateTournamentInput(Input, frozen=True, kw_only=True):
    """The game, the format and the terms of a new tournament."""

    title: Annotated[
        str,
        described(f"The tournament's name, 1–{LONGEST_TITLE} characters.", length=(1, LONGEST_TITLE), pattern=TRIMMED),
    ]
    game: GameId
    options: OptionInputs = None
    format: Annotated[str, described("How rounds are paired.", words=tuple(FORMATS))]
    seats_per_table: Annotated[int, described("The number of seats of a full table.", within=SEAT_COUNTS)] = 2
    least_seats: Annotated[
        int | None,
        described(
            "The number of seats of the smallest table, for when the entrants do not fill all tables.",
            within=SEAT_COUNTS,
        ),
    ] = None
    rounds: Annotated[
        int | None,
        described("The number of rounds; if it is 0 or missing, as many as the format needs.", within=(0, MOST_ROUNDS)),
    ] = None
    boards: Annotated[
        int,
        described(
            f"The number of deals that a table plays in a round, 1–{MOST_BOARDS}; "
            "the entrants move up one seat for each.",
            within=(1, MOST_BOARDS),
        ),
    ] = 1
    deals: Annotated[
        str,
        described("Whether the tables of a round play the same deals; if so, no move can be taken back.", words=DEALS),
    ] = "FRESH"
    points: Annotated[str, described("How the ranks at a table become points.", words=POINT_SCHEMES)] = "LINEAR"
    byes: Annotated[str, described("The value of a bye.", words=BYES)] = "WIN"
    tie_breaks: Annotated[
        Sequence[str] | None,
        described(
            f"The tie-breaks in the order in which they apply, out of {', '.join(TIE_BREAKS)}; by default "
            f"{', '.join(DEFAULT_TIE_BREAKS)}.",
            each=_TIE_BREAK,
        ),
    ] = None
    entrants: Annotated[
        Sequence[EntrantInput] | None,
        described(f"The entrants named by the host, at most {MOST_NAMED}.", maxItems=MOST_NAMED),
    ] = None
    open: Annotated[bool, described("Whether anybody may enter.")] = False
    with_entry_code: Annotated[bool, described("Whether entering requires a code, which the host gets.")] = False
    last_entry_round: Annotated[
        int,
        described(
            "The last round in which a late entrant may begin; with 1, nobody can enter late. More than 1 is only for "
            f"the formats {' and '.join(TAKING_LATE_ENTRIES)}.",
            within=(1, MOST_ROUNDS),
        ),
    ] = 1
    by_host: Annotated[
        bool,
        described(
            "Whether the host starts each round after the first with `pairNextRound`, and in the same way ends the "
            "tournament after the last."
        ),
    ] = False
    public: Annotated[bool, described("Whether the tournament is listed until it is over.")] = False
    move_seconds: MoveSeconds = None
    reaction_millis: ReactionMillis = None
    take_backs: TakeBacks = False
    hints: Hints = False
    bot_millis: BotMillis = None
    left_seat_level: LeftSeatLevel = None
    emotes: Annotated[bool, described("Whether the holders of seats may send emotes at the tables.")] = False
    idempotency_key: SecretKey = None


class ReadTournamentInput(Input, frozen=True, kw_only=True):
    """A tournament."""

    tournament_id: TournamentId


class EnterTournamentInput(ReadTournamentInput, frozen=True, kw_only=True):
    """The tournament to enter, and the new entrant."""

    name: HolderName = None
    rating: Annotated[
        float | None,
        described(
            "The rating by which the entrant is seeded, if the host gives no ratings.",
            within=(-HIGHEST_SEED_RATING, HIGHEST_SEED_RATING),
        ),
    ] = None
    code: Annotated[str | None, described("The entry code, if the tournament requires one.")] = None
    entropy: Entropy = None
    idempotency_key: SecretKey = None


class TournamentActInput(ReadTournamentInput, frozen=True, kw_only=True):
    """The tournament to change, as the bearer of the token."""

    idempotency_key: IdempotencyKey = None


class WithdrawInput(TournamentActInput, frozen=True, kw_only=True):
    """The entrant to withdraw."""

    entrant: Annotated[
        int | None,
        described("The entrant's number; only the host may name an entrant other than the bearer.", minimum=0),
    ] = None


class RuleOnTableInput(TournamentActInput, frozen=True, kw_only=True):
    """The points that the host sets for a table."""

    round: RoundNumber
    table: Annotated[int, described("The table, from 0.", minimum=0)]
    points: Annotated[
        Sequence[float],
        described("The points of each entrant of the table, from 0 to 1, in the order of the table.", each=_SHARE),
    ]
    reason: Annotated[
        str,
        described(
            f"The reason, which is public: 1–{LONGEST_REASON} characters.",
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
    """The format and the settings of a tournament."""

    format: Annotated[str, described(f"{', '.join(EARLIER_FORMATS)} or {LAST_FORMAT}.", words=tuple(FORMATS))]
    seats: Annotated[
        int, described(f"The number of seats of a full table, 2–{LARGEST_TABLE}.", within=(2, LARGEST_TABLE))
    ]
    least_seats: Annotated[
        int, described("The number of seats of the smallest table; 2 by default.", within=(2, LARGEST_TABLE))
    ] = 2
    rounds: Annotated[
        int,
        described(
            f"The number of rounds, at most {MOST_KEPT_ROUNDS}; by default 0, as many as the format needs.",
            within=(0, MOST_KEPT_ROUNDS),
        ),
    ] = 0
    boards: Annotated[
        int, described("The number of deals that a table plays in a round, 1–100; 1 by default.", within=(1, 100))
    ] = 1
    deals: Annotated[
        str, described("SAME if all tables of a round play the same deals; FRESH by default.", words=DEALS)
    ] = "FRESH"
    points: Annotated[
        str,
        described(
            "The points for ranks: LINEAR (the default), from 1 down to 0, or WINNER, 1 for the first only.",
            words=POINT_SCHEMES,
        ),
    ] = "LINEAR"
    byes: Annotated[str, described("The value of a bye: WIN (the default), DRAW or ZERO.", words=BYES)] = "WIN"
    tie_breaks: Annotated[
        Sequence[str] | None,
        described(
            "The tie-breaks in the order in which they apply; by default BUCHHOLZ_CUT_1, BUCHHOLZ, DIRECT_ENCOUNTER, "
            "SONNEBORN_BERGER, WINS. The others are MEDIAN_BUCHHOLZ, PROGRESSIVE and MARGIN.",
            each=_TIE_BREAK,
        ),
    ] = None


class PairingEntrantInput(Input, frozen=True, kw_only=True):
    """An entrant. Its number is its place in the list, from 0."""

    rating: Annotated[
        float | None,
        described(
            "The rating by which the entrant is seeded; entrants without a rating follow in the order of the list."
        ),
    ] = None
    from_round: Annotated[int, described("The first round in which it takes part; 1 by default.", minimum=1)] = 1
    until_round: Annotated[
        int | None, described("The last round in which it takes part, 0 if none; by default to the end.", minimum=0)
    ] = None


class BoardResultInput(Input, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a deal."""

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
            "The numbers of the entrants by seat at the first board. At each further board all move up one seat, and "
            "the last moves to seat 0.",
            items=(2, LARGEST_TABLE),
        ),
    ]
    boards: Annotated[
        Sequence[BoardResultInput] | None, described("The results of all boards; omit them until the table is over.")
    ] = None
    ruling: Annotated[
        Sequence[float] | None,
        described("The points set for each entrant by a ruling, from 0 to 1; they override the results of the boards."),
    ] = None


class PairedRoundInput(Input, frozen=True, kw_only=True, omit_defaults=True):
    """A round."""

    tables: Annotated[Sequence[PairedTableInput], described("The tables.")]
    byes: Annotated[Sequence[int] | None, described("The numbers of the entrants who had a bye.")] = None


class StandingsInput(Input, frozen=True, kw_only=True):
    """A tournament that the caller keeps."""

    plan: Annotated[PairingPlanInput, described("The format and the settings.")]
    entrants: Annotated[
        Sequence[PairingEntrantInput], described(f"The entrants, 2–{MOST_ENTRANTS}.", items=(2, MOST_ENTRANTS))
    ]
    rounds: Annotated[
        Sequence[PairedRoundInput] | None,
        described(f"The rounds so far, at most {MOST_KEPT_ROUNDS}; none at first.", maxItems=MOST_KEPT_ROUNDS),
    ] = None


class PairRoundInput(StandingsInput, frozen=True, kw_only=True):
    """A tournament that the caller keeps, with complete rounds, and the seed of its pairings."""

    seed: Annotated[
        str,
        described(
            "The seed of everything drawn by lot, 64 lower-case hex digits; send the same in every round.",
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
    """A team in a game, often of one player."""

    players: Annotated[
        Sequence[int],
        described(
            "The places of the players in the list of ratings, from 0.",
            items=(1, MOST_TEAMS),
            each={"type": "integer", "minimum": 0, "maximum": MOST_ENTRANTS - 1},
        ),
    ]
    rank: Annotated[int, described("The rank of the team, from 1; it may be shared.", within=(1, MOST_TEAMS))]


class RatedGameInput(Input, frozen=True, kw_only=True):
    """A game."""

    teams: Annotated[Sequence[RatedTeamInput], described("The teams.", items=(2, MOST_TEAMS))]


class RateResultsInput(Input, frozen=True, kw_only=True):
    """Ratings, and the games to rate in order."""

    ratings: Annotated[
        Sequence[RatingInput], described(f"The ratings before the games, 2–{MOST_ENTRANTS}.", items=(2, MOST_ENTRANTS))
    ]
    games: Annotated[
        Sequence[RatedGameInput],
        described(f"The games in the order in which they were played, at most {MOST_GAMES}.", maxItems=MOST_GAMES),
    ]
