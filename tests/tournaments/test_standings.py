"""Standings: by the definitions, read a second time, and what they promise of every tournament."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

import engine
from tests.tournaments.naive import Reading
from tests.tournaments.published import read_round
from tools.random_tournaments import make_board, make_entrants, play
from tournaments import Board, Entrant, Format, Plan, Round, Table, TieBreak, read_board, standings

# Direct encounters depend on the others before them: they have tests of their own.
TIE_BREAKS: tuple[TieBreak, ...] = (
    "BUCHHOLZ",
    "BUCHHOLZ_CUT_1",
    "MEDIAN_BUCHHOLZ",
    "SONNEBORN_BERGER",
    "PROGRESSIVE",
    "WINS",
    "MARGIN",
)

PLANS = [
    Plan(format="SWISS", seats=2, rounds=5, tie_breaks=TIE_BREAKS),
    Plan(format="SWISS", seats=3, rounds=4, boards=3, deals="SAME", tie_breaks=TIE_BREAKS),
    Plan(format="SWISS", seats=4, rounds=4, points="WINNER", byes="DRAW", least_seats=4, tie_breaks=TIE_BREAKS),
    Plan(format="ROUND_ROBIN", seats=2, boards=2, deals="SAME", byes="ZERO", tie_breaks=TIE_BREAKS),
    Plan(format="ONE_TABLE", seats=20, rounds=3, tie_breaks=TIE_BREAKS),
]


RULINGS = {
    2: ((1, 0), (0.5, 0.5), (0, 1), (0, 0), (0.5, 0), (0, 0.5), (1, 1), (1, 0.5), (0.25, 0.75)),
    3: ((1, 0.5, 0), (0, 0, 0), (1, 0, 0), (0.5, 0, 0), (1, 1, 0), (0.25, 0.25, 1)),
    4: ((1, 0, 0, 0), (0, 0, 0, 0), (1, 1, 0.5, 0.5), (0, 0.25, 0, 0.5)),
}


def rule_on_some(rounds: Sequence[Round], random: Random) -> list[Round]:
    """Return rounds with rulings at some tables, and resignations at others."""
    return [Round(tuple(disturb(table, random) for table in played.tables), played.byes) for played in rounds]


def disturb(table: Table, random: Random) -> Table:
    chance = random.random()
    seats = len(table.entrants)
    if chance < 0.3 and seats in RULINGS:
        return replace(table, ruling=random.choice(RULINGS[seats]))
    if chance < 0.5:
        return replace(table, boards=(give_up(seats, random), *table.boards[1:]))
    return table


def give_up(seats: int, random: Random) -> Board:
    """Return a board at which all but one have given up, or some had and the others played on."""
    resigned = random.sample(range(seats), random.randrange(1, seats))
    if len(resigned) == seats - 1:
        board = read_board(seats, None, resigned)
    else:
        played = make_board([random.randrange(6) for _ in range(seats)])
        result = engine.Result(played.scores, played.ranking, (), "")
        board = read_board(seats, result, resigned)
    assert board is not None
    return board


def some_entrants(random: Random) -> tuple[Entrant, ...]:
    """Entrants of whom some come late or leave early."""
    return tuple(
        Entrant(from_round=random.choice((1, 1, 1, 2)), until_round=random.choice((None, None, None, 2)))
        for _ in range(random.randrange(8, 15))
    )


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.format}-{plan.seats}")
def test_standings_equal_a_second_reading_of_the_definitions(plan: Plan, number: int) -> None:
    random = Random(number)
    entrants = some_entrants(random)
    check_standings(plan, entrants, play(plan, entrants, random))


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.format}-{plan.seats}")
def test_standings_with_rulings_and_resignations_equal_the_second_reading(plan: Plan, number: int) -> None:
    random = Random(number)
    entrants = some_entrants(random)
    check_standings(plan, entrants, rule_on_some(play(plan, entrants, random), random))


def check_standings(plan: Plan, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> None:
    """Compare standings with the second reading."""
    reading = Reading(plan, entrants, rounds)
    table = standings(plan, entrants, rounds)
    keys = {n: (reading.points[n], *(reading.tie_break(name, n) for name in TIE_BREAKS)) for n in reading.numbers}
    assert sorted(standing.entrant for standing in table) == list(reading.numbers)
    for standing in table:
        key = keys[standing.entrant]
        assert (standing.points, *standing.tie_breaks) == tuple(map(float, key))
        assert standing.rank == 1 + sum(other > key for other in keys.values())
    assert [standing.rank for standing in table] == sorted(standing.rank for standing in table)


FORMATS: list[tuple[Format, int]] = [
    ("SWISS", 2),
    ("SWISS", 4),
    ("ROUND_ROBIN", 3),
    ("SINGLE_ELIMINATION", 3),
    ("DOUBLE_ELIMINATION", 2),
]


@pytest.mark.parametrize(("format_", "seats"), FORMATS)
def test_no_points_are_made_or_lost(format_: Format, seats: int) -> None:
    plan = Plan(format=format_, seats=seats, byes="DRAW")
    entrants = make_entrants(11)
    rounds = play(plan, entrants, Random(3))
    tables = [table for played in rounds for table in played.tables]
    given = sum(len(table.entrants) for table in tables) + sum(len(played.byes) for played in rounds)
    table = standings(plan, entrants, rounds)
    assert sum(standing.points for standing in table) == pytest.approx(given / 2)
    assert sum(standing.played for standing in table) == sum(len(table.entrants) for table in tables)
    assert sum(standing.byes for standing in table) == sum(len(played.byes) for played in rounds)


def test_tables_that_still_play_do_not_count_yet() -> None:
    plan = Plan(format="SWISS", seats=2, rounds=2, tie_breaks=("BUCHHOLZ",))
    rounds = [Round((Table((0, 1), (make_board((3, 1)),)), Table((2, 3), (None,))))]
    assert [(s.entrant, s.rank, s.points, s.played) for s in standings(plan, make_entrants(4), rounds)] == [
        (0, 1, 1.0, 1),
        (1, 2, 0.0, 1),
        (2, 3, 0.0, 0),
        (3, 3, 0.0, 0),
    ]


def test_before_the_first_round_all_share_the_first_rank() -> None:
    plan = Plan(format="SWISS", seats=2)
    entrants = (*make_entrants(2), Entrant(until_round=0))
    assert [(s.rank, s.is_active) for s in standings(plan, entrants, ())] == [(1, True), (1, True), (1, False)]


def test_a_withdrawn_entrant_is_inactive_from_the_next_round_on() -> None:
    plan = Plan(format="SWISS", seats=2, rounds=3)
    entrants = (Entrant(until_round=1), *make_entrants(3))
    rounds = play(plan, entrants, Random(1), most=2)
    assert not next(s.is_active for s in standings(plan, entrants, rounds[:1]) if s.entrant == 0)
    assert all(0 not in table.entrants for table in rounds[1].tables)


def test_ties_are_broken_by_the_direct_encounter_where_all_who_are_tied_have_met() -> None:
    plan = Plan(format="ROUND_ROBIN", seats=2, tie_breaks=("DIRECT_ENCOUNTER",))
    rounds = [read_round(text, plan) for text in ("1-4 0, 2-3 1", "4-3 0, 1-2 1", "2-4 1, 3-1 0")]
    table = standings(plan, make_entrants(4), rounds)
    assert [(s.entrant, s.points, s.tie_breaks[0], s.rank) for s in table] == [
        (0, 2.0, 1.0, 1),
        (1, 2.0, 0.0, 2),
        (2, 1.0, 1.0, 3),
        (3, 1.0, 0.0, 4),
    ]


def test_a_direct_encounter_says_nothing_while_some_who_are_tied_have_not_met() -> None:
    plan = Plan(format="SWISS", seats=2, tie_breaks=("DIRECT_ENCOUNTER",))
    rounds = [read_round("1-2 =, 3-4 =", plan)]
    assert {s.tie_breaks for s in standings(plan, make_entrants(4), rounds)} == {(0.0,)}


def test_the_direct_encounter_is_among_those_whom_the_tie_breaks_before_it_leave_tied() -> None:
    plan = Plan(format="SWISS", seats=2, tie_breaks=("WINS", "DIRECT_ENCOUNTER"))
    rounds = [read_round("1-2 1, 3-4 =", plan), read_round("2-1 1, 4-3 =", plan)]
    table = standings(plan, make_entrants(4), rounds)
    assert [(s.entrant, s.tie_breaks) for s in table] == [
        (0, (1.0, 1.0)),
        (1, (1.0, 1.0)),
        (2, (0.0, 1.0)),
        (3, (0.0, 1.0)),
    ]


def test_a_small_tournament_has_the_sums_that_one_can_do_in_the_head() -> None:
    plan = Plan(format="SWISS", seats=2, rounds=2, tie_breaks=("BUCHHOLZ", "SONNEBORN_BERGER", "PROGRESSIVE"))
    rounds = [read_round("1-3 1, 2-4 1", plan), read_round("1-2 =, 4-3 1", plan)]
    table = standings(plan, make_entrants(4), rounds)
    assert [(s.entrant, s.points, s.tie_breaks) for s in table] == [
        (1, 1.5, (2.5, 1.75, 2.5)),
        (0, 1.5, (1.5, 0.75, 2.5)),
        (3, 1.0, (1.5, 0.0, 1.0)),
        (2, 0.0, (2.5, 0.0, 0.0)),
    ]


def test_a_ruling_goes_before_the_boards_and_a_third_is_a_third() -> None:
    plan = Plan(format="SWISS", seats=3, rounds=1, tie_breaks=())
    table = Table((0, 1, 2), (make_board((9, 5, 1)),))
    ruled = replace(table, ruling=(0.0, 0.3333333333, 1.0))
    before, after = (standings(plan, make_entrants(3), [Round((found,))]) for found in (table, ruled))
    assert [standing.entrant for standing in before] == [0, 1, 2]
    assert [(standing.entrant, standing.points) for standing in after] == [(2, 1.0), (1, 1 / 3), (0, 0.0)]


# What two get of a table that was ruled so: Sonneborn-Berger, if both end with 2 points, direct encounter, and wins.
RULED = {
    (1, 0): ((2, 0), (1, 0), (1, 0)),
    (0.5, 0.5): ((1, 1), (0.5, 0.5), (0, 0)),
    (0, 0): ((0, 0), (0, 0), (0, 0)),
    (0.5, 0): ((1, 0), (0.5, 0), (0, 0)),
    (1, 1): ((2, 2), (1, 1), (1, 1)),
    (0.75, 0.25): ((1.5, 0.5), (0.75, 0.25), (0, 0)),
}


@pytest.mark.parametrize(("ruling", "expected"), RULED.items(), ids=str)
def test_at_a_table_of_two_a_ruling_is_the_result_itself(
    ruling: tuple[float, float], expected: tuple[tuple[float, float], ...]
) -> None:
    plan = Plan(format="SWISS", seats=2, rounds=3, tie_breaks=("DIRECT_ENCOUNTER", "SONNEBORN_BERGER", "WINS"))
    # In further rounds each gets from somebody without points what it lacks.
    rest = [
        [Table((number, 2 + number), ruling=(part, 0)) for number, part in enumerate(parts)] for parts in lack(ruling)
    ]
    rounds = [Round((Table((0, 1), ruling=ruling),)), *(Round(tuple(tables)) for tables in rest)]
    table = {one.entrant: one for one in standings(plan, make_entrants(4), rounds)}
    assert [table[number].points for number in (0, 1)] == [2, 2]
    direct, sonneborn, wins = ([table[number].tie_breaks[place] for number in (0, 1)] for place in range(3))
    assert sonneborn == list(expected[0])
    assert direct == list(expected[1])
    further = [sum(parts[number] == 1 for parts in lack(ruling)) for number in (0, 1)]
    assert wins == [own + more for own, more in zip(expected[2], further, strict=True)]


def lack(ruling: Sequence[float]) -> list[list[float]]:
    """What is missing to 2 points in two rounds, of each."""
    return [[min(1, 2 - own) for own in ruling], [max(0, 1 - own) for own in ruling]]


def test_two_who_get_nothing_of_a_larger_table_have_no_result_against_each_other() -> None:
    plan = Plan(format="SWISS", seats=3, rounds=1, tie_breaks=("SONNEBORN_BERGER", "DIRECT_ENCOUNTER"))
    played = Table((0, 1, 2), (make_board((9, 0, 0)),))
    ruled = replace(played, ruling=(1.0, 0.0, 0.0))
    for table, encounter in ((replace(played, ruling=(1.0, 0.25, 0.25)), 0.5), (ruled, 0.0)):
        found = {one.entrant: one.tie_breaks for one in standings(plan, make_entrants(3), [Round((table,))])}
        assert found[1][1] == found[2][1] == encounter


def test_a_table_at_which_somebody_resigned_does_not_tell_whether_high_scores_win() -> None:
    plan = Plan(format="SWISS", seats=2, rounds=1, deals="SAME", tie_breaks=("MARGIN",))
    scores = [(9, 1), (5, 3), (2, 4)]
    others = [Table((2 * place, 2 * place + 1), (make_board(one),)) for place, one in enumerate(scores)]
    # The highest score gave up: it is last, and compared with nobody.
    resigned = Table((6, 7), (Board((50, 0), (2, 1), (0,)),))
    alone = standings(plan, make_entrants(6), [Round(tuple(others))])
    table = {one.entrant: one for one in standings(plan, make_entrants(8), [Round((*others, resigned))])}
    assert [(table[one.entrant].points, table[one.entrant].tie_breaks) for one in alone] == [
        (one.points, one.tie_breaks) for one in alone
    ]
    assert [(table[number].points, table[number].tie_breaks) for number in (6, 7)] == [(0.0, (0.0,)), (1.0, (0.0,))]


@pytest.mark.parametrize("tie_break", ["BUCHHOLZ", "BUCHHOLZ_CUT_1", "MEDIAN_BUCHHOLZ", "SONNEBORN_BERGER"])
def test_rounds_that_are_equal_in_everything_count_each(tie_break: TieBreak) -> None:
    plan = Plan(format="ONE_TABLE", seats=3, rounds=2, tie_breaks=(tie_break,))
    entrants = make_entrants(3)
    rounds = [Round((Table((0, 1, 2), (make_board((9, 5, 1)),)),))] * 2
    table = standings(plan, entrants, rounds)
    expected = {
        "BUCHHOLZ": (2.0, 4.0, 6.0),
        "BUCHHOLZ_CUT_1": (2.0, 4.0, 5.0),
        "MEDIAN_BUCHHOLZ": (1.0, 2.0, 3.0),
        "SONNEBORN_BERGER": (2.0, 0.0, 0.0),
    }
    assert tuple(standing.tie_breaks[0] for standing in table) == expected[tie_break]


@pytest.mark.parametrize("number", range(6))
def test_the_direct_encounter_counts_at_every_table_where_two_who_are_tied_sat(number: int) -> None:
    plan = Plan(format="SWISS", seats=4, rounds=9, points="WINNER", tie_breaks=("DIRECT_ENCOUNTER",))
    entrants = make_entrants(7)
    rounds = play(plan, entrants, Random(number))
    reading = Reading(plan, entrants, rounds)
    for standing in standings(plan, entrants, rounds):
        points = reading.points[standing.entrant]
        tied = [other for other in reading.numbers if reading.points[other] == points]
        assert standing.tie_breaks[0] == float(encounters(reading, standing.entrant, tied))


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_direct_encounter_counts_at_a_table_with_a_ruling_that_is_a_result(seats: int, number: int) -> None:
    plan = Plan(format="SWISS", seats=seats, rounds=9, points="WINNER", tie_breaks=("DIRECT_ENCOUNTER",))
    entrants = make_entrants(7)
    random = Random(number)
    rounds = rule_on_some(play(plan, entrants, random), random)
    reading = Reading(plan, entrants, rounds)
    for standing in standings(plan, entrants, rounds):
        points = reading.points[standing.entrant]
        tied = [other for other in reading.numbers if reading.points[other] == points]
        assert standing.tie_breaks[0] == float(encounters(reading, standing.entrant, tied))


def encounters(reading: Reading, number: int, tied: list[int]) -> Fraction:
    """The results against the tied entrants, nothing where two of them have not met."""
    met = list[tuple[int, int, int]]()
    for index in range(len(reading.rounds)):
        for one in tied:
            opponents = [other for other in reading.opponents(one, index) if other in tied]
            met += [(one, other, index) for other in opponents if reading.has_result(one, other, index)]
    if len({(one, other) for one, other, _ in met}) < len(tied) * (len(tied) - 1):
        return Fraction(0)
    return sum((reading.result(*meeting) for meeting in met if meeting[0] == number), Fraction(0))
