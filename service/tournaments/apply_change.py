"""The next version of a tournament, made from the last version and a change."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import asdict, replace

from service.sessions.formats import format_of
from service.sessions.history_hash import next_hash
from service.tournaments.changes import (
    Abandoned,
    Change,
    Created,
    Entered,
    Finished,
    LogEntry,
    NoticesWanted,
    Paused,
    Prolonged,
    Result,
    ResultsReported,
    Resumed,
    RoundAllowed,
    RoundClosed,
    RoundPaired,
    Ruled,
    Started,
    TablesOpened,
    TournamentEvent,
    Withdrawn,
)
from service.tournaments.tournament import PlayedRound, Ruling, Tournament
from tournaments import Board, Table

# The changed tournament, before its version is raised, and the events of the change.
Made = tuple[Tournament, tuple[TournamentEvent, ...]]


def create(tournament_id: str, change: Created) -> tuple[Tournament, LogEntry]:
    """Return version 1 of a tournament."""
    # All fields but the time are also fields of the tournament.
    given = asdict(change)
    at = given.pop("at")
    # A new tournament waits for its host to start it.
    expires_at = at + 1000 * (change.lifetime + change.patience)
    history_hash = next_hash(change.history_key, 1, "", change)
    tournament = Tournament(
        id=tournament_id,
        version=1,
        created_at=at,
        expires_at=expires_at,
        history_hash=history_hash,
        format_number=format_of(change),
        **given,
    )
    return tournament, LogEntry(change, history_hash, (TournamentEvent("created"),))


def apply_change(tournament: Tournament, change: Change) -> tuple[Tournament, LogEntry]:
    """Return the next version of a tournament and its log entry."""
    changed, events = _MAKE[type(change)](tournament, change)
    version = tournament.version + 1
    history_hash = next_hash(tournament.history_key, version, tournament.history_hash, change)
    number = max(tournament.format_number, format_of(change), format_of(changed))
    after = replace(
        changed,
        version=version,
        history_hash=history_hash,
        expires_at=change.at + 1000 * changed.present_lifetime,
        format_number=number,
    )
    return after, LogEntry(change, history_hash, events, after.status, len(after.rounds))


# ---- entrants


def _enter(tournament: Tournament, change: Entered) -> Made:
    entries = (*tournament.entries, change.entry)
    event = TournamentEvent("entered", entrant=len(tournament.entries), value=change.entry.name)
    return replace(tournament, entries=entries), (event,)


def _withdraw(tournament: Tournament, change: Withdrawn) -> Made:
    entries = list(tournament.entries)
    entries[change.entrant] = replace(entries[change.entrant], until_round=len(tournament.rounds))
    return replace(tournament, entries=tuple(entries)), (TournamentEvent("withdrawn", entrant=change.entrant),)


# ---- rounds


def _pair(tournament: Tournament, change: RoundPaired) -> Made:
    paired = PlayedRound(change.tables, change.byes, server_seed=change.server_seed)
    rounds = (*tournament.rounds, paired)
    changed = replace(tournament, rounds=rounds, is_next_allowed=False)
    return changed, (TournamentEvent("roundPaired", round=len(rounds)),)


def _open_tables(tournament: Tournament, _change: TablesOpened) -> Made:
    number = len(tournament.rounds)
    opened = replace(tournament.rounds[-1], stage="PLAYING")
    return tournament.with_round(number, opened), (TournamentEvent("tablesOpened", round=number),)


def _report(tournament: Tournament, change: ResultsReported) -> Made:
    number = len(tournament.rounds)
    last = tournament.rounds[-1]
    tables = _with_results(last.tables, change.results, tournament.terms.plan.boards)
    events = tuple(
        TournamentEvent("boardFinished", round=number, table=result.place.table, board=result.place.board)
        for result in change.results
    )
    return tournament.with_round(number, replace(last, tables=tables)), events


def _with_results(tables: tuple[Table, ...], results: Iterable[Result], boards: int) -> tuple[Table, ...]:
    changed = list(tables)
    for result in results:
        table = changed[result.place.table]
        ends: list[Board | None] = list(table.boards or (None,) * boards)
        ends[result.place.board] = result.board
        changed[result.place.table] = replace(table, boards=tuple(ends))
    return tuple(changed)


def _rule(tournament: Tournament, change: Ruled) -> Made:
    ruling = Ruling(change.round, change.table, change.points, change.reason, len(tournament.rounds))
    event = TournamentEvent("ruled", round=change.round, table=change.table, value=change.reason)
    return replace(tournament, rulings=(*tournament.rulings, ruling)), (event,)


def _close_round(tournament: Tournament, _change: RoundClosed) -> Made:
    number = len(tournament.rounds)
    closed = replace(tournament.rounds[-1], stage="OVER")
    return tournament.with_round(number, closed), (TournamentEvent("roundClosed", round=number),)


# ---- the whole


def _prolong(tournament: Tournament, change: Prolonged) -> Made:
    """Store the time; like every change, this one restarts the tournament's lifetime."""
    return replace(tournament, prolonged_at=change.at), ()


def _send_notices(tournament: Tournament, _change: NoticesWanted) -> Made:
    return replace(tournament, sends_notices=True), ()


def _set(event: str, tournament: Tournament, _change: Change, **fields: object) -> Made:
    return replace(tournament, **fields), (TournamentEvent(event),)


_MAKE: Mapping[type[Change], Callable[[Tournament, Any], Made]] = {
    Entered: _enter,
    Withdrawn: _withdraw,
    Started: partial(_set, "started", status="RUNNING", is_next_allowed=True),
    RoundAllowed: partial(_set, "roundAllowed", is_next_allowed=True),
    RoundPaired: _pair,
    TablesOpened: _open_tables,
    ResultsReported: _report,
    Ruled: _rule,
    RoundClosed: _close_round,
    Prolonged: _prolong,
    NoticesWanted: _send_notices,
    Paused: partial(_set, "paused", status="PAUSED"),
    Resumed: partial(_set, "resumed", status="RUNNING"),
    Finished: partial(_set, "finished", status="FINISHED"),
    Abandoned: partial(_set, "abandoned", status="ABANDONED"),
}
