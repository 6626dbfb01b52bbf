"""The use cases of a tournament's host, and of entrants who withdraw."""

from collections.abc import Callable

from service.organizer.tables import give_up_seats
from service.sessions.problems import Problem
from service.sessions.tokens import check_key, make_change_request
from service.tournaments.changes import (
    Abandoned,
    Change,
    Done,
    Paused,
    Resumed,
    RoundAllowed,
    Ruled,
    Started,
    Withdrawn,
)
from service.tournaments.tournament import Tournament
from service.use_cases.context import RequestContext
from service.use_cases.operation import TOURNAMENT_PROBLEMS, in_rest, mutation, raises
from service.use_cases.tournaments.inputs import LONGEST_REASON, RuleOnTableInput, TournamentActInput, WithdrawInput
from service.use_cases.tournaments.terms import check_deals, check_size, check_text
from service.views.tournament_view import TournamentChanged, project_tournament

_PROBLEMS = (*TOURNAMENT_PROBLEMS, "ALREADY_STARTED", "NOT_STARTED", "NOT_OVER", "RESIGNED")


@mutation("/v1/tournaments/{tournamentId}/start", "Tournaments", result="TournamentResult")
@raises(*_PROBLEMS)
async def start_tournament(context: RequestContext, input: TournamentActInput) -> TournamentChanged:
    """Have a tournament begin, as the host.

    Its first round is paired.
    """

    def decide(tournament: Tournament, now: int) -> Started:
        if tournament.status != "OPEN":
            raise Problem("ALREADY_STARTED", "The tournament has begun already.", ("tournamentId",))
        playing = [entry for entry in tournament.entries if entry.until_round is None]
        check_size(tournament.terms.plan, len(playing))
        check_deals(tournament.terms.plan, len(playing))
        return Started(now)

    return await _change(context, input, "startTournament", decide)


@mutation("/v1/tournaments/{tournamentId}/next-round", "Tournaments", result="TournamentResult")
@raises(*_PROBLEMS)
async def pair_next_round(context: RequestContext, input: TournamentActInput) -> TournamentChanged:
    """Have the next round paired, as the host of a tournament `byHost`.

    When no round is left it ends the tournament: until then results can be ruled on. The first round is paired when the
    tournament begins.
    """

    def decide(tournament: Tournament, now: int) -> RoundAllowed:
        last = tournament.last_round
        if tournament.status != "RUNNING":
            raise Problem("NOT_STARTED", "The tournament is not running.", ("tournamentId",))
        if last is not None and last.stage != "OVER":
            raise Problem("NOT_OVER", "The last round is not over yet.", ("tournamentId",))
        if tournament.is_next_allowed:
            raise Problem("ALREADY_STARTED", "The next round is being paired.", ("tournamentId",))
        return RoundAllowed(now)

    return await _change(context, input, "pairNextRound", decide)


@mutation("/v1/tournaments/{tournamentId}/pause", "Tournaments", result="TournamentResult")
@raises(*_PROBLEMS)
async def pause_tournament(context: RequestContext, input: TournamentActInput) -> TournamentChanged:
    """Have no further round paired, as the host.

    Tables that are being played go on.
    """

    def decide(tournament: Tournament, now: int) -> Paused:
        if tournament.status != "RUNNING":
            raise Problem("NOT_STARTED", "The tournament is not running.", ("tournamentId",))
        return Paused(now)

    return await _change(context, input, "pauseTournament", decide)


@mutation("/v1/tournaments/{tournamentId}/resume", "Tournaments", result="TournamentResult")
@raises(*_PROBLEMS)
async def resume_tournament(context: RequestContext, input: TournamentActInput) -> TournamentChanged:
    """Have a paused tournament go on, as the host."""

    def decide(tournament: Tournament, now: int) -> Resumed:
        if tournament.status != "PAUSED":
            raise Problem("ALREADY_STARTED", "The tournament is not paused.", ("tournamentId",))
        return Resumed(now)

    return await _change(context, input, "resumeTournament", decide)


@mutation("/v1/tournaments/{tournamentId}/abandon", "Tournaments", result="TournamentResult")
@raises(*_PROBLEMS)
async def abandon_tournament(context: RequestContext, input: TournamentActInput) -> TournamentChanged:
    """End a tournament before its end, as the host.

    Its tables end at once, without results; deals that they share are opened.
    """
    return await _change(context, input, "abandonTournament", lambda _tournament, now: Abandoned(now))


@mutation("/v1/tournaments/{tournamentId}/rulings", "Tournaments", result="TournamentResult")
@in_rest(example={"round": 1, "table": 0, "points": [1, 0], "reason": "Nobody came."})
@raises(*_PROBLEMS)
async def rule_on_table(context: RequestContext, input: RuleOnTableInput) -> TournamentChanged:
    """Decide on the points of a table, as the host, in place of its result.

    The reason is shown to everybody. Rounds that are paired already stay as they are.
    """
    check_text(input.reason, LONGEST_REASON, "reason")

    def decide(tournament: Tournament, now: int) -> Ruled:
        _check_ruling(tournament, input)
        return Ruled(now, input.round, input.table, tuple(map(float, input.points)), input.reason)

    details = (input.round, input.table, tuple(input.points), input.reason)
    return await _change(context, input, "ruleOnTable", decide, *details)


def _check_ruling(tournament: Tournament, input: RuleOnTableInput) -> None:
    rounds = len(tournament.rounds)
    if not 1 <= input.round <= rounds:
        raise Problem("NOT_FOUND", f"Round {input.round} has not been paired.", ("round",))
    if input.round < rounds and tournament.terms.plan.format in ("SINGLE_ELIMINATION", "DOUBLE_ELIMINATION"):
        raise Problem("NOT_OVER", "The next round of the elimination rests on this result.", ("round",))
    tables = tournament.rounds[input.round - 1].tables
    if not 0 <= input.table < len(tables):
        raise Problem("NOT_FOUND", f"Round {input.round} has no table {input.table}.", ("table",))
    seats = len(tables[input.table].entrants)
    if len(input.points) != seats or not all(0 <= points <= 1 for points in input.points):
        raise Problem("INVALID_INPUT", f"points are {seats} numbers from 0 to 1.", ("points",))


@mutation("/v1/tournaments/{tournamentId}/withdraw", "Tournaments", result="TournamentResult")
@in_rest(example={"entrant": 3})
@raises(*_PROBLEMS)
async def withdraw_from_tournament(context: RequestContext, input: WithdrawInput) -> TournamentChanged:
    """Play no further round, as an entrant, or have one play none, as the host.

    At the entrant's tables that are being played the default policy goes on.
    """
    check_key(input.idempotency_key)

    def decide(tournament: Tournament, now: int) -> Withdrawn:
        entrant = _check_withdrawal(tournament, context.token, input.entrant)
        _check_not_over(tournament)
        if tournament.entries[entrant].until_round is not None:
            raise Problem("RESIGNED", "The entrant has withdrawn already.", ("entrant",))
        return Withdrawn(now, entrant)

    request = make_change_request("withdraw", context.token, input.idempotency_key, input.entrant)
    done = await context.tournaments.change(input.tournament_id, request, decide)
    # Should this worker die first, the organizer does it.
    await give_up_seats(context.sessions, done.tournament)
    return _answer(done, context.token)


def _check_withdrawal(tournament: Tournament, token: str | None, named: int | None) -> int:
    own = tournament.entrant_of(token)
    if named is not None and not 0 <= named < len(tournament.entries):
        raise Problem("NOT_FOUND", f"There is no entrant {named}.", ("entrant",))
    if named is not None and (named == own or tournament.is_host(token)):
        return named
    if named is None and own is not None:
        return own
    if named is None and tournament.is_host(token):
        raise Problem("INVALID_INPUT", "The host says which entrant withdraws: entrant is missing.", ("entrant",))
    raise Problem("UNAUTHORIZED", "This needs the bearer token of the entrant, or of the host.", ("tournamentId",))


async def _change(
    context: RequestContext,
    input: TournamentActInput,
    name: str,
    decide: Callable[[Tournament, int], Change],
    *details: object,
) -> TournamentChanged:
    """Commit a change of the host's."""
    check_key(input.idempotency_key)

    def decide_as_host(tournament: Tournament, now: int) -> Change:
        if not tournament.is_host(context.token):
            message = "This needs the bearer token of the tournament's host."
            raise Problem("UNAUTHORIZED", message, ("tournamentId",))
        _check_not_over(tournament)
        return decide(tournament, now)

    request = make_change_request(name, context.token, input.idempotency_key, *details)
    return _answer(await context.tournaments.change(input.tournament_id, request, decide_as_host), context.token)


def _check_not_over(tournament: Tournament) -> None:
    if tournament.is_over:
        raise Problem("SESSION_OVER", "The tournament is over.", ("tournamentId",))


def _answer(done: Done, token: str | None) -> TournamentChanged:
    return TournamentChanged(
        tournament=project_tournament(done.tournament, token), version=done.version, replayed=done.replayed
    )
