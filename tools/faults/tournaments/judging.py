"""The checker of tournaments: compares what clients were told with the store, and computes all of it again.

A tournament is right when each entrant has one place in each round, each board one session and that session's result,
and when pairings and standings are those that follow from the results that clients read.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

import apsw
import msgspec
from redis import Redis

import engine
import tournaments
from service.sessions.session import Session
from service.storage.codec import SESSIONS
from service.storage.tournaments import TOURNAMENTS
from service.tournaments.apply_change import apply_change, create
from service.tournaments.changes import Change, Created, Entered, LogEntry, Paused, ResultsReported, Resumed, Started
from service.tournaments.tournament import Place, Tournament
from store.port import Store
from tools.faults.checker import PAGE, Kind, Violation
from tools.faults.history import Wish
from tools.faults.run import Run
from tools.faults.tournaments.account import Account, Act, Ending, Position, ToldStanding, ToldTable
from tools.faults.tournaments.entrants import Entrants
from tools.stores import started_store
from tournaments import Board, Round, Standing, Table

ACTS: Mapping[Act, type[Change]] = {"start": Started, "pause": Paused, "resume": Resumed}


class Record(msgspec.Struct):
    """The store's content of a tournament: its log and document, and every session that belongs to it."""

    log: dict[int, LogEntry]
    document: Tournament | None
    sessions: dict[str, Session] = {}


async def judge_tournaments(run: Run, entrants: Entrants, store: str) -> None:
    """Check all tournaments of a run, and every session of their tables."""
    ids = list_sessions(store)
    async with started_store(store) as started:
        sessions = await read_sessions(started, ids)
        for account in entrants.accounts.values():
            own = {key: one for key, one in sessions.items() if _tournament_of(one) == account.id}
            record = await read_record(started, account.id, own)
            run.report.violations += check_tournament(account, record)
            run.report.add("boards", len(own))
            run.report.add("frames of tournaments", sum(map(len, account.frames.values())))
            _claim_for_scheduler(run, account)
    await run.judge(store)


def _tournament_of(session: Session) -> str | None:
    return None if session.tournament is None else session.tournament.tournament_id


def _claim_for_scheduler(run: Run, account: Account) -> None:
    """Record the changes to sessions that no client sent: each was opened, and then its shared deal, once."""
    for session, version in (account.ending.versions if account.ending else {}).items():
        _claim(run, session, "created", 1)
        if account.plan.deals == "SAME":
            _claim(run, session, "dealopened", version)


def _claim(run: Run, session: str, what: str, version: int) -> None:
    wish = Wish("scheduler", session, "", what, sent=0)
    run.history.wishes.append(wish)
    run.history.acknowledge(wish, version)


# ---- the store


def list_sessions(store: str) -> list[str]:
    """Return the id of every session in a store, which the port does not tell. It is the only kind without a colon."""
    if store.startswith("sqlite:"):
        with apsw.Connection(store.removeprefix("sqlite:"), flags=apsw.SQLITE_OPEN_READONLY) as database:
            found = [bytes(row[0]).decode() for row in database.execute("SELECT id FROM sessions")]
    else:
        with Redis.from_url(store) as client:
            found = [key.decode()[3:-3] for key in client.scan_iter("g:{*}:s", count=1000)]
    return [one for one in found if ":" not in one]


async def read_sessions(store: Store, ids: Sequence[str]) -> dict[str, Session]:
    """Return sessions by id."""
    found = {}
    for each in ids:
        stored = await store.load(each)
        if stored is not None:
            found[each] = SESSIONS.decode(stored.document, each)
    return found


async def read_record(store: Store, tournament_id: str, sessions: dict[str, Session]) -> Record:
    """Return the store's content of a tournament."""
    log: dict[int, LogEntry] = {}
    while page := await store.entries(TOURNAMENTS.prefix + tournament_id, max(log, default=0), PAGE):
        for entry in page:
            log[entry.version] = TOURNAMENTS.decode_entry(entry.body, tournament_id, entry.version)
    stored = await store.load(TOURNAMENTS.prefix + tournament_id)
    document = None if stored is None else TOURNAMENTS.decode(stored.document, tournament_id)
    return Record(log, document, sessions)


# ---- the checks


def check_tournament(account: Account, record: Record) -> Iterator[Violation]:
    """Yield the violations of one tournament."""
    yield from _check_log(account, record)
    yield from _check_reports(account, record)
    yield from _check_claims(account, record)
    yield from _check_heads(account, record)
    for name in account.frames:
        yield from _check_frames(account, record, name)
    yield from _check_sessions(account, record)
    ending = account.ending
    if ending is None or ending.tournament.status != "FINISHED":
        yield _violation(account, "unfinished", "it never came to its end")
        return
    yield from _check_places(account, ending)
    yield from _check_results(account, record, ending)
    yield from _check_pairings(account, ending)
    yield from _check_standings(account, ending)


def _check_log(account: Account, record: Record) -> Iterator[Violation]:
    """Check that the versions are 1, 2, 3 and so on, and give the document if they are made again."""
    if list(record.log) != list(range(1, len(record.log) + 1)):
        yield _violation(account, "gap", f"its log has the versions {list(record.log)}")
        return
    replayed: Tournament | None = None
    for version, entry in record.log.items():
        if isinstance(entry.change, Created):
            replayed, again = create(account.id, entry.change)
        else:
            assert replayed is not None
            replayed, again = apply_change(replayed, entry.change)
        if again != entry:
            yield _violation(account, "changed", f"version {version} is not what its change makes", version)
            return
    if replayed != record.document:
        yield _violation(account, "changed", "its log does not replay to its document", len(record.log))


def _check_reports(account: Account, record: Record) -> Iterator[Violation]:
    """Check that each board is reported once."""
    reports = [entry.change for entry in record.log.values() if isinstance(entry.change, ResultsReported)]
    places = Counter(result.place for report in reports for result in report.results)
    for place, times in places.items():
        if times > 1:
            yield _violation(account, "doubled", f"the result of {_name(place)} was reported {times} times")


def _check_claims(account: Account, record: Record) -> Iterator[Violation]:
    """Check that each acknowledged change to the tournament was made, and made once."""
    for act, version in account.hosted:
        made = [at for at, entry in record.log.items() if isinstance(entry.change, ACTS[act])]
        if made != [version]:
            yield _violation(account, "lost", f"'{act}' was acknowledged as {version}, and is at {made}")
    named = [entry.name for entry in record.document.entries] if record.document else []
    for number, name in account.entered:
        if named[number : number + 1] != [name] or named.count(name) != 1:
            yield _violation(account, "lost", f"{name} was told to be entrant {number} of {named}")
    entered = sum(isinstance(entry.change, Entered) for entry in record.log.values())
    unnamed = record.document.terms.named if record.document else 0
    if entered + unnamed != len(account.entered):
        yield _violation(account, "doubled", f"{len(account.entered)} have entered, and there are {len(named)}")


def _check_heads(account: Account, record: Record) -> Iterator[Violation]:
    """Check that every version that a client received is in the log, with the same head."""
    frames = [(frame.version, frame.head) for frames in account.frames.values() for frame in frames]
    for version, head in sorted({*account.heads, *frames}):
        kept = record.log.get(version)
        if kept is None or kept.history_hash != head:
            there = "nothing" if kept is None else kept.history_hash
            yield _violation(account, "lost", f"version {version} was told as {head}, and is {there}", version)


def _check_frames(account: Account, record: Record, name: str) -> Iterator[Violation]:
    """Check that a follower received each version once and in order, to the end."""
    before: int | None = None
    for frame in account.frames[name]:
        if before is not None and (frame.version < before if frame.fresh else frame.version != before + 1):
            yield _violation(account, "stream", f"{name} was told of {frame.version} after {before}", frame.version)
        before = frame.version
    if account.ending is not None and before != len(record.log):
        yield _violation(account, "stream", f"the stream of {name} ended at {before}, the log at {len(record.log)}")


def _check_sessions(account: Account, record: Record) -> Iterator[Violation]:
    """Check that each board has one session, the same for every reader, and that the store has no other."""
    told: dict[str, Position] = {}
    for position, ids in account.sessions.items():
        if len(ids) > 1:
            yield _violation(account, "table", f"{_name(position)} is said to be played in {sorted(ids)}")
        told.update(dict.fromkeys(ids, position))
    there = {key: msgspec.structs.astuple(one.tournament)[1:] for key, one in record.sessions.items() if one.tournament}
    for session in sorted(told.keys() | there.keys()):
        if told.get(session) != there.get(session) and account.ending is not None:
            sentence = f"session {session} is told to be {told.get(session)}, and is {there.get(session)}"
            yield _violation(account, "table", sentence)


def _check_places(account: Account, ending: Ending) -> Iterator[Violation]:
    """Check that in each round every entrant has one place at most; where nobody leaves, exactly one."""
    for number, (tables, told) in enumerate(zip(ending.rounds, ending.tournament.played_rounds, strict=True), 1):
        places = Counter([*(entrant for table in tables for entrant in table.entrants), *told.byes])
        for entrant, one in enumerate(ending.entrants):
            least = account.plan.format == "SWISS" and one.from_round <= number
            if not least <= places[entrant] <= 1:
                sentence = f"entrant {entrant} has {places[entrant]} places in round {number}"
                yield _violation(account, "pairing", sentence)
        for table in tables:
            if sorted(table.boards[0].seats) != sorted(table.entrants):
                yield _violation(account, "table", f"table {table.table} of round {number} seats other entrants")


def _check_results(account: Account, record: Record, ending: Ending) -> Iterator[Violation]:
    """Check that a board has one result, that of its session as its log has it and as anybody reads it."""
    for table in (table for tables in ending.rounds for table in tables):
        for number, board in enumerate(table.boards):
            position = table.round, table.table, number
            session = record.sessions.get(board.session_id)
            results = {board.result, ending.results.get(board.session_id), *account.results[position]}
            if session is not None:
                results.add(result_of(session))
            if len(results) != 1 or None in results:
                yield _violation(account, "result", f"{_name(position)} has the results {results}")


def result_of(session: Session) -> Board | None:
    """Return the result of a session."""
    result = None if session.state is None else engine.result(session.state)
    return None if result is None else Board(result.scores, result.ranking)


def _check_pairings(account: Account, ending: Ending) -> Iterator[Violation]:
    """Check that the rounds follow from the results and from the seed to which the service committed at the start."""
    seed = ending.tournament.seed
    plan = account.plan
    rounds = rounds_of(ending)
    if seed is None or not account.commitment == ending.tournament.commitment == engine.commit(seed):
        yield _violation(account, "pairing", "its seed is not the one that it committed to")
        return
    for number in range(len(rounds) + 1):
        again = tournaments.next_round(plan, ending.entrants, rounds[:number], seed)
        paired = _pairs(rounds[number]) if number < len(rounds) else None
        if paired != (again and _pairs(again)):
            sentence = f"round {number + 1} is {paired}, and follows as {again and _pairs(again)}"
            yield _violation(account, "pairing", sentence)


def rounds_of(ending: Ending) -> tuple[Round, ...]:
    """Return the rounds with the results that clients read of their sessions."""
    return tuple(
        Round(tuple(_table_of(table, ending.results) for table in tables), told.byes)
        for tables, told in zip(ending.rounds, ending.tournament.played_rounds, strict=True)
    )


def _table_of(table: ToldTable, results: Mapping[str, Board]) -> Table:
    return Table(table.entrants, tuple(results.get(board.session_id) for board in table.boards))


def _pairs(paired: Round) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    return tuple(table.entrants for table in paired.tables), paired.byes


def _check_standings(account: Account, ending: Ending) -> Iterator[Violation]:
    """Check that the standings follow from the results."""
    again = tournaments.standings(account.plan, ending.entrants, rounds_of(ending))
    for told, one in zip_longest(ending.standings, map(_told_standing, again)):
        if told != one:
            yield _violation(account, "standings", f"{told} should be {one}")


def _told_standing(standing: Standing) -> ToldStanding:
    return ToldStanding(*msgspec.structs.astuple(standing))


def _name(place: Place | Position) -> str:
    number, table, board = place if isinstance(place, tuple) else msgspec.structs.astuple(place)
    return f"board {board} of table {table} in round {number}"


def _violation(account: Account, kind: Kind, sentence: str, version: int = 0) -> Violation:
    return Violation(kind, f"Tournament {account.id}: {sentence}.", account.id, version)
