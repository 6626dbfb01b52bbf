"""Tournaments that the caller keeps: over both APIs the same rounds, standings, ratings and problems."""

from collections.abc import Callable
from random import Random

import pytest

import tournaments
from service.sessions.problems import Problem
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.operations import OPERATIONS
from service.use_cases.tournaments import inputs
from service.use_cases.tournaments.stateless import pair_round, rate_results, standings_of
from store.port import Store
from tests.support.graphql_client import Client, Json
from tests.support.graphql_selections import operation
from tests.support.rest_client import Rest
from tools.random_tournaments import make_entrants, play, play_round
from tools.services import Service
from tools.use_cases import caller

pytestmark = pytest.mark.anyio

SEED = "4e" * 32
PATHS = {"pairRound": "/v1/pairings", "standingsOf": "/v1/standings", "rateResults": "/v1/ratings"}
Ask = Callable[[str, Json], Json]


@pytest.fixture
def ask(one_service: Service) -> Ask:
    """Ask both APIs, which must agree, and return the answer or the problem's code, message and path."""

    def ask_both(name: str, sent: Json) -> Json:
        by_rest = strip(Rest(one_service).post(PATHS[name], sent).json())
        by_graphql = strip(Client(one_service).ask(operation("Query", name), **sent))
        assert by_rest == by_graphql
        return by_rest

    return ask_both


def strip(answer: Json) -> Json:
    if "code" in answer:
        return {field: answer[field] for field in ("code", "message", "path") if field in answer} | {
            "message": answer.get("message") or answer.get("detail")
        }
    return without_types(answer)


def without_types(value: Json) -> Json:
    if isinstance(value, list):
        return [without_types(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: without_types(item) for name, item in value.items() if name != "__typename"}


def describe(rounds: list[tournaments.Round]) -> list[Json]:
    """Return rounds as a caller sends them."""
    return [{"tables": [describe_table(one) for one in played.tables], "byes": [*played.byes]} for played in rounds]


def describe_table(table: tournaments.Table) -> Json:
    boards = [{"scores": [*board.scores], "ranking": [*board.ranking]} for board in table.boards if board]
    return {"entrants": [*table.entrants], "boards": boards}


@pytest.mark.parametrize(
    ("format_", "seats"), [("SWISS", 2), ("SWISS", 3), ("ROUND_ROBIN", 2), ("DOUBLE_ELIMINATION", 2), ("ONE_TABLE", 7)]
)
def test_rounds_and_standings_are_those_of_the_package(ask: Ask, format_: str, seats: int) -> None:
    plan = tournaments.Plan(format=format_, seats=seats)  # type: ignore[arg-type]
    entrants = make_entrants(7)
    sent: Json = {"plan": {"format": format_, "seats": seats}, "entrants": [{"rating": one.rating} for one in entrants]}
    rounds: list[tournaments.Round] = []
    while (told := ask("pairRound", sent | {"rounds": describe(rounds), "seed": SEED})["round"]) is not None:
        paired = tournaments.next_round(plan, entrants, rounds, SEED)
        assert paired is not None
        assert [tuple(table["entrants"]) for table in told["tables"]] == [table.entrants for table in paired.tables]
        assert tuple(told["byes"]) == paired.byes
        rounds.append(play_round(plan, paired, Random(len(rounds))))
    ranked = ask("standingsOf", sent | {"rounds": describe(rounds)})["standings"]
    expected = tournaments.standings(plan, entrants, rounds)
    assert [(one["rank"], one["entrant"], one["points"], one["isActive"]) for one in ranked] == [
        (standing.rank, standing.entrant, standing.points, standing.is_active) for standing in expected
    ]


def test_a_large_tournament_is_paired_over_rest(one_service: Service) -> None:
    plan = tournaments.Plan(format="SWISS", seats=4, rounds=3)
    rounds = play(plan, make_entrants(1000), Random(1), most=2)
    sent = {
        "plan": {"format": "SWISS", "seats": 4, "rounds": 3},
        "entrants": [{"rating": entrant.rating} for entrant in make_entrants(1000)],
        "rounds": describe(rounds),
        "seed": SEED,
    }
    answer = Rest(one_service).post("/v1/pairings", sent)
    assert answer.status_code == 200
    assert len(answer.json()["round"]["tables"]) == 250


def test_ratings_are_those_of_the_package(ask: Ask) -> None:
    ratings = [{"mu": 25.0, "sigma": 8.0}, {}, {"mu": 30.5, "sigma": 2.5}]
    first = {"teams": [{"players": [0], "rank": 1}, {"players": [1, 2], "rank": 2}]}
    second = {"teams": [{"players": [2], "rank": 1}, {"players": [0], "rank": 1}]}
    told = ask("rateResults", {"ratings": ratings, "games": [first, second]})
    before = [tournaments.Rating(25.0, 8.0), tournaments.Rating(), tournaments.Rating(30.5, 2.5)]
    expected = tournaments.rate_all(before, [([[0], [1, 2]], [1, 2]), ([[2], [0]], [1, 1])])
    assert [(one["mu"], one["sigma"]) for one in told["ratings"]] == [(one.mu, one.sigma) for one in expected]


PLAN: Json = {"format": "SWISS", "seats": 2}
FOUR: Json = [{}, {}, {}, {}]
OVER: Json = {"entrants": [0, 1], "boards": [{"scores": [1, 0], "ranking": [1, 2]}]}

WRONG: dict[str, tuple[str, Json, list[str]]] = {
    "an unknown format": ("standingsOf", {"plan": PLAN | {"format": "CUP"}, "entrants": FOUR}, ["plan", "format"]),
    "unknown deals": ("standingsOf", {"plan": PLAN | {"deals": "OLD"}, "entrants": FOUR}, ["plan", "deals"]),
    "an unknown tie-break": (
        "standingsOf",
        {"plan": PLAN | {"tieBreaks": ["LUCK"]}, "entrants": FOUR},
        ["plan", "tieBreaks"],
    ),
    "a part from before the first round": (
        "standingsOf",
        {"plan": PLAN, "entrants": [*FOUR, {"fromRound": 0}]},
        ["entrants", "4", "fromRound"],
    ),
    "a part until before the first round": (
        "pairRound",
        {"plan": PLAN, "entrants": [*FOUR, {"untilRound": -1}], "seed": SEED},
        ["entrants", "4", "untilRound"],
    ),
    "one seat": ("standingsOf", {"plan": PLAN | {"seats": 1}, "entrants": FOUR}, ["plan", "seats"]),
    "too large small tables": (
        "standingsOf",
        {"plan": PLAN | {"leastSeats": 3}, "entrants": FOUR},
        ["plan", "leastSeats"],
    ),
    "too many rounds": ("standingsOf", {"plan": PLAN | {"rounds": 101}, "entrants": FOUR}, ["plan", "rounds"]),
    "one entrant": ("standingsOf", {"plan": PLAN, "entrants": [{}]}, ["entrants"]),
    "too few for the smallest table": (
        "standingsOf",
        {"plan": PLAN | {"seats": 5, "leastSeats": 5}, "entrants": FOUR},
        ["entrants"],
    ),
    "a stranger": (
        "standingsOf",
        {"plan": PLAN, "entrants": FOUR, "rounds": [{"tables": [{"entrants": [0, 4]}]}]},
        ["rounds", "0"],
    ),
    "a ruling of two points": (
        "standingsOf",
        {"plan": PLAN, "entrants": FOUR, "rounds": [{"tables": [OVER | {"ruling": [2.0, 0.0]}]}]},
        ["rounds", "0", "tables", "0", "ruling"],
    ),
    "rulings of too many decimals": (
        "standingsOf",
        {
            "plan": PLAN | {"seats": 100},
            "entrants": [{}] * 40,
            "rounds": [{"tables": [{"entrants": list(range(40)), "ruling": [1 / (9900 + n) for n in range(40)]}]}],
        },
        ["rounds", "0", "tables", "0", "ruling"],
    ),
    "no seed": ("pairRound", {"plan": PLAN, "entrants": FOUR, "seed": "AA" * 32}, ["seed"]),
    "a round that still goes on": (
        "pairRound",
        {"plan": PLAN, "entrants": FOUR, "seed": SEED, "rounds": [{"tables": [OVER, {"entrants": [2, 3]}]}]},
        ["rounds"],
    ),
    "one rating": ("rateResults", {"ratings": [{}], "games": []}, ["ratings"]),
    "no deviation": ("rateResults", {"ratings": [{}, {"sigma": 0.0}], "games": []}, ["ratings", "1"]),
    "ratings too far apart": (
        "rateResults",
        {
            "ratings": [{"mu": 10000.0, "sigma": 0.1}, {"mu": -10000.0, "sigma": 0.1}],
            "games": [{"teams": [{"players": [0], "rank": 1}, {"players": [1], "rank": 2}]}],
        },
        ["ratings"],
    ),
    "one team": (
        "rateResults",
        {"ratings": [{}, {}], "games": [{"teams": [{"players": [0], "rank": 1}]}]},
        ["games", "0", "teams"],
    ),
    "a team of nobody": (
        "rateResults",
        {"ratings": [{}, {}], "games": [{"teams": [{"players": [0], "rank": 1}, {"players": [], "rank": 2}]}]},
        ["games", "0"],
    ),
    "a player against itself": (
        "rateResults",
        {"ratings": [{}, {}], "games": [{"teams": [{"players": [0], "rank": 1}, {"players": [0], "rank": 2}]}]},
        ["games", "0"],
    ),
    "a rank of zero": (
        "rateResults",
        {"ratings": [{}, {}], "games": [{"teams": [{"players": [0], "rank": 0}, {"players": [1], "rank": 2}]}]},
        ["games", "0"],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_mistakes_name_their_fields(ask: Ask, name: str) -> None:
    operation_name, sent, path = WRONG[name]
    problem = ask(operation_name, sent)
    assert (problem["code"], problem["path"]) == ("INVALID_INPUT", path)
    assert problem["message"].endswith(".")


async def test_a_calculation_that_would_take_too_long_is_refused_before_it_begins(store: Store) -> None:
    context = caller(SessionRepository(store, Lifetimes(600, 600, 600)))
    plan = inputs.PairingPlanInput(format="SWISS", seats=2)
    entrants = [inputs.PairingEntrantInput()] * 5000
    byes = [inputs.PairedRoundInput(tables=(), byes=range(5000))] * 61
    with pytest.raises(Problem, match="300000") as refused:
        await standings_of(context, inputs.StandingsInput(plan=plan, entrants=entrants, rounds=byes))
    assert (refused.value.code, refused.value.path) == ("INVALID_INPUT", ("rounds",))
    with pytest.raises(Problem, match="300000"):
        await pair_round(context, inputs.PairRoundInput(plan=plan, entrants=entrants, rounds=byes, seed=SEED))
    game = inputs.RatedGameInput(teams=[inputs.RatedTeamInput(players=[player], rank=1) for player in range(100)])
    with pytest.raises(Problem, match="100000") as refused:
        await rate_results(context, inputs.RateResultsInput(ratings=[inputs.RatingInput()] * 100, games=[game] * 334))
    assert (refused.value.code, refused.value.path) == ("INVALID_INPUT", ("games",))


def test_large_tournaments_are_charged_by_their_size() -> None:
    small, large = (
        inputs.PairRoundInput(
            plan=inputs.PairingPlanInput(format="SWISS", seats=2),
            entrants=[inputs.PairingEntrantInput()] * n,
            seed=SEED,
        )
        for n in (4, 4000)
    )
    assert _cost_of("pairRound", small) == 0
    assert _cost_of("pairRound", large) == 140
    assert _cost_of("standingsOf", large) == 0


def _cost_of(name: str, given: inputs.PairRoundInput) -> int:
    cost = OPERATIONS[name].cost
    assert cost is not None
    return cost(given)
