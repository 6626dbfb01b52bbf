"""The inputs of the operations on tournaments that the caller keeps: a plan, its entrants, and the rounds so far."""

from collections.abc import Sequence
from typing import Annotated

from service.use_cases.inputs import Input
from service.use_cases.tournaments.inputs import BYES, DEALS, FORMATS, MOST_ENTRANTS, POINT_SCHEMES
from service.views.fields import described

MOST_ROUNDS = 100
MOST_GAMES = 1_000
MOST_TEAMS = 100
# The bounds of the work, whatever the size of a body: a second of a core at most. With a body of a MiB no tournament
# reaches the first one.
MOST_RESULTS = 300_000
MOST_RATED = 100_000
LARGEST_TABLE = 100


class PairingPlanInput(Input, frozen=True, kw_only=True):
    """How a tournament is played."""

    format: Annotated[str, described(f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}.", words=FORMATS)]
    seats: Annotated[int, described(f"The seats of a full table, 2–{LARGEST_TABLE}.", within=(2, LARGEST_TABLE))]
    least_seats: Annotated[
        int, described("The seats of the smallest table; 2 by default.", within=(2, LARGEST_TABLE))
    ] = 2
    rounds: Annotated[
        int,
        described(
            f"The number of rounds, at most {MOST_ROUNDS}; by default 0, as many as the format needs.",
            within=(0, MOST_ROUNDS),
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
            "The others are MEDIAN_BUCHHOLZ, PROGRESSIVE and MARGIN."
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


class BoardResultInput(Input, frozen=True, kw_only=True):
    """The end of a deal."""

    scores: Annotated[Sequence[int], described("The total of each seat.", items=(2, LARGEST_TABLE))]
    ranking: Annotated[Sequence[int], described("The rank of each seat, from 1.", items=(2, LARGEST_TABLE))]


class PairedTableInput(Input, frozen=True, kw_only=True):
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


class PairedRoundInput(Input, frozen=True, kw_only=True):
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
        described(f"The rounds so far, at most {MOST_ROUNDS}; none at first.", maxItems=MOST_ROUNDS),
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

    mu: Annotated[float, described("The mean; 25 at first.")] = 25.0
    sigma: Annotated[float, described("The deviation, above 0; 25/3 at first.")] = 25.0 / 3.0


class RatedTeamInput(Input, frozen=True, kw_only=True):
    """A team of a game; often of one player."""

    players: Annotated[
        Sequence[int], described("The places of the players in the list, from 0.", items=(1, MOST_TEAMS))
    ]
    rank: Annotated[int, described("The rank of the team, from 1; it may be shared.", minimum=1)]


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
