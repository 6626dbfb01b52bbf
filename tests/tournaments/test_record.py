"""Records: what is written is read, anything else is refused, and every falsification is found."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import engine
from tournaments import (
    Entrant,
    Plan,
    RecordedBoard,
    RecordedEntrant,
    RecordedRound,
    RecordedTable,
    Ruling,
    TournamentRecord,
    dump,
    is_tournament,
    next_round,
    parse,
    standings,
    verify,
    verify_document,
)
from tournaments.record import FORMAT, PAIRINGS, list_entrants, list_rounds

SEED = "7b" * 32
NAMES = ("commitment", "pairings", "tables", "deals", "standings")


def play_board(seats: int, key: str) -> engine.Record:
    """Play a table of Zeven at random from a key, and return its record."""
    random = Random(key)
    state = engine.new_game("zeven", seats=seats, options=None, seed=key)
    moves = []
    while active := engine.active_seats(state):
        seat = random.choice(active)
        move = random.choice(engine.legal_moves(state, seat))
        moves.append(f"{seat} {move}")
        state, _ = engine.apply(state, seat, move)
    return engine.make_record(
        game="zeven", seats=seats, options={}, seed=key, moves=moves, outcome=engine.result(state)
    )


def record_board(seats: int, key: str) -> RecordedBoard:
    record = play_board(seats, key)
    assert record.result is not None
    return RecordedBoard(session=key[:8], scores=record.result.scores, ranking=record.result.ranking, record=record)


def play_recorded(plan: Plan, entrants: tuple[RecordedEntrant, ...], rounds: int) -> TournamentRecord:
    """Play a tournament, and return its record."""
    record = TournamentRecord(
        format=FORMAT,
        pairings=PAIRINGS,
        name="Spring",
        game="zeven",
        plan=plan,
        commitment=engine.commit(SEED),
        seed=SEED,
        entrants=entrants,
        rounds=(),
    )
    for number in range(rounds):
        paired = next_round(plan, list_entrants(record), list_rounds(record), SEED)
        assert paired is not None
        tables = tuple(
            RecordedTable(
                entrants=table.entrants,
                boards=tuple(
                    record_board(len(table.entrants), deal_key(plan, number, place, board))
                    for board in range(plan.boards)
                ),
            )
            for place, table in enumerate(paired.tables)
        )
        record = replace(record, rounds=(*record.rounds, RecordedRound(tables=tables, byes=paired.byes)))
    return replace(record, standings=standings(plan, list_entrants(record), list_rounds(record)))


def deal_key(plan: Plan, number: int, place: int, board: int) -> str:
    return f"{number:02x}{board:02x}{place if plan.deals == 'FRESH' else 0:060x}"


@pytest.fixture(scope="module")
def fresh() -> TournamentRecord:
    entrants = tuple(
        RecordedEntrant(name=name, until_round=2 if name == "Eve" else None)
        for name in ("Ada", "Bo", "Cy", "Di", "Eve")
    )
    return play_recorded(Plan(format="SWISS", seats=2, rounds=3), entrants, 3)


@pytest.fixture(scope="module")
def same() -> TournamentRecord:
    entrants = tuple(RecordedEntrant(name=name, rating=1500.0) for name in ("Ada", "Bo", "Cy", "Di"))
    return play_recorded(Plan(format="SWISS", seats=2, rounds=1, boards=2, deals="SAME"), entrants, 1)


def find(record: TournamentRecord) -> dict[str, bool | None]:
    return {check.name: check.holds for check in verify(record)}


def test_a_record_is_read_as_it_was_written(fresh: TournamentRecord, same: TournamentRecord) -> None:
    for record in (fresh, same):
        assert parse(dump(record)) == record
        assert parse(dump(record).decode()) == record
        assert is_tournament(dump(record))
    assert not is_tournament(engine.dump_record(play_board(2, "00" * 32)))
    assert not is_tournament("[]")


def test_a_played_tournament_verifies(fresh: TournamentRecord, same: TournamentRecord) -> None:
    assert find(fresh) == find(same) == dict.fromkeys(NAMES, True)


def change_board(record: TournamentRecord, change: Callable[[RecordedBoard], RecordedBoard]) -> TournamentRecord:
    """Return the record with another first board."""
    first, *rounds = record.rounds
    table, *tables = first.tables
    board, *boards = table.boards
    table = replace(table, boards=(change(board), *boards))
    return replace(record, rounds=(replace(first, tables=(table, *tables)), *rounds))


def change_record(**fields: object) -> Callable[[RecordedBoard], RecordedBoard]:
    """Return the change of a board's own record."""

    def change(board: RecordedBoard) -> RecordedBoard:
        assert board.record is not None
        return replace(board, record=replace(board.record, **fields))

    return change


FALSIFIED: dict[str, tuple[Callable[[TournamentRecord], TournamentRecord], set[str]]] = {
    "another seed": (lambda r: replace(r, seed="11" * 32), {"commitment", "pairings"}),
    "no seed": (lambda r: replace(r, seed="no"), {"commitment"}),
    "other standings": (
        lambda r: replace(r, standings=(replace(r.standings[0], points=9.0), *r.standings[1:])),
        {"standings"},
    ),
    "another pairing": (
        lambda r: replace(r, rounds=(*r.rounds[:-1], replace(r.rounds[-1], tables=r.rounds[-1].tables[::-1]))),
        {"pairings"},
    ),
    "other byes": (
        lambda r: replace(r, rounds=(replace(r.rounds[0], byes=()), *r.rounds[1:])),
        {"pairings", "standings"},
    ),
    "another result": (
        lambda r: change_board(r, lambda b: replace(b, scores=tuple(score + 1 for score in b.scores or ()))),
        {"tables"},
    ),
    "another game": (lambda r: change_board(r, change_record(game="door")), {"tables"}),
    "another move": (lambda r: change_board(r, change_record(moves=("0 draw",))), {"tables"}),
    "a cut record": (lambda r: change_board(r, change_record(seed="", result=None)), {"tables", "deals"}),
    "a cut record with its result": (lambda r: change_board(r, change_record(seed="")), {"tables"}),
    "another deal": (lambda r: change_board(r, change_record(seed="99" * 32)), {"tables"}),
    "a deal twice": (
        lambda r: change_board(r, lambda _board: r.rounds[1].tables[0].boards[0]),
        {"deals", "pairings", "standings"},
    ),
}


@pytest.mark.parametrize("name", FALSIFIED)
def test_falsified_records_are_found(fresh: TournamentRecord, name: str) -> None:
    falsify, expected = FALSIFIED[name]
    wrong = {check for check, holds in find(falsify(fresh)).items() if holds is False}
    assert wrong
    assert wrong <= expected


def test_tables_that_played_another_deal_than_the_others_are_found(same: TournamentRecord) -> None:
    other = record_board(2, "ee" * 32)
    assert find(change_board(same, lambda _board: other))["deals"] is False


def test_the_verifier_decides_nothing_that_a_record_leaves_out(fresh: TournamentRecord) -> None:
    bare = replace(fresh, commitment="", seed="", standings=(), rounds=())
    assert find(bare) == dict.fromkeys(NAMES)
    without = [
        replace(
            played,
            tables=tuple(replace(t, boards=tuple(replace(b, record=None) for b in t.boards)) for t in played.tables),
        )
        for played in fresh.rounds
    ]
    assert find(replace(fresh, rounds=tuple(without))) == dict.fromkeys(NAMES, True) | {"tables": None, "deals": None}


def test_a_ruling_counts_for_the_rounds_that_were_paired_after_it(fresh: TournamentRecord) -> None:
    table = fresh.rounds[0].tables[0]
    late = Ruling(points=(0.5, 0.5), reason="The clock had stopped.", round=3)
    ruled = replace(table, rulings=(late,))
    first = replace(fresh.rounds[0], tables=(ruled, *fresh.rounds[0].tables[1:]))
    record = replace(fresh, rounds=(first, *fresh.rounds[1:]))
    record = replace(record, standings=standings(record.plan, list_entrants(record), list_rounds(record)))
    assert find(record) == dict.fromkeys(NAMES, True)
    assert list_rounds(record)[0].tables[0].ruling == (0.5, 0.5)
    assert list_rounds(record, 2)[0].tables[0].ruling is None


def test_a_board_that_is_not_over_has_no_result() -> None:
    table = RecordedTable(entrants=(0, 1), boards=(RecordedBoard(session="s"),))
    record = TournamentRecord(
        format=FORMAT,
        pairings=PAIRINGS,
        name="",
        game="zeven",
        plan=Plan(format="SWISS", seats=2),
        entrants=(RecordedEntrant(name="A"), RecordedEntrant(name="B")),
        rounds=(RecordedRound(tables=(table,)),),
    )
    assert parse(dump(record)) == record
    assert list_rounds(record)[0].tables[0].boards == (None,)
    assert list_entrants(record) == (Entrant(), Entrant())


BAD, GOOD = ({"points": points, "reason": "", "round": 1} for points in ([2, 0], [1, 0]))
RULED = {"entrants": [0, 1], "boards": [], "rulings": [BAD, GOOD]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda plain: plain | {"format": 2}, "format 1"),
        (lambda plain: plain | {"surprise": 1}, "surprise"),
        (lambda plain: plain | {"plan": plain["plan"] | {"seats": 1}}, "from 2"),
        (lambda plain: plain | {"entrants": plain["entrants"][:3]}, "no entrant"),
        (lambda plain: plain | {"rounds": [{"tables": [RULED]}]}, "ruling"),
        (lambda _plain: [], "tournament's record"),
    ],
)
def test_what_is_no_record_is_refused(
    fresh: TournamentRecord, change: Callable[[dict[str, object]], object], message: str
) -> None:
    with pytest.raises(engine.InvalidRecord) as refused:
        parse(msgspec.json.encode(change(msgspec.json.decode(dump(fresh)))))
    assert message in refused.value.message


def test_what_is_no_json_is_refused() -> None:
    for text in ("", "{", b"\xff", "[" * 100_000):
        assert not is_tournament(text)
        with pytest.raises(engine.InvalidRecord):
            parse(text)


# ---- records of other releases


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": 2}, "format 2 with pairings 1"),
        ({"pairings": 2}, "format 1 with pairings 2"),
        ({"rulings": 3}, "rulings of version 3"),
        ({"format": 2, "clock": 5}, "format 2"),
        ({"clock": 5}, "the field 'clock' is unknown"),
    ],
    ids=str,
)
def test_a_record_of_another_release_is_not_verifiable_here(
    fresh: TournamentRecord, changes: dict[str, object], says: str
) -> None:
    document = msgspec.json.encode(msgspec.json.decode(dump(fresh)) | changes)
    (found,) = verify_document(document)
    assert (found.name, found.holds, found.verifiable) == ("version", None, False)
    assert says in found.message


def test_tables_of_other_rules_are_not_verifiable_here(fresh: TournamentRecord) -> None:
    document = msgspec.json.decode(dump(fresh))
    document["rounds"][0]["tables"][0]["boards"][0]["record"]["rules"] = 7
    found = {check.name: check for check in verify_document(msgspec.json.encode(document))}
    assert (found["tables"].holds, found["tables"].verifiable) == (None, False)
    assert "version 7 of the rules of zeven" in found["tables"].message
    assert found["standings"].holds


def test_standings_of_an_earlier_release_with_rulings_that_counted_otherwise_are_not_called_wrong(
    fresh: TournamentRecord,
) -> None:
    (first, *others), *later = [played.tables for played in fresh.rounds]
    ruled = replace(
        first, rulings=(Ruling(points=(0.0,) * len(first.entrants), reason="Both late.", round=len(fresh.rounds)),)
    )
    rounds = [RecordedRound(tables=(ruled, *others), byes=fresh.rounds[0].byes), *fresh.rounds[1:]]
    assert later == [played.tables for played in rounds[1:]]
    earlier = replace(fresh, rounds=tuple(rounds))
    for rulings, verifiable in ((1, False), (2, True)):
        found = {check.name: check for check in verify(replace(earlier, rulings=rulings))}
        assert (found["standings"].holds, found["standings"].verifiable) == (
            None if rulings == 1 else False,
            verifiable,
        )
