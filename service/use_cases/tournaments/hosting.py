"""The use cases that change a tournament: creating, entering, hosting, and withdrawing."""

import secrets
from collections.abc import Callable

from msgspec.structs import replace

from service.scheduler.steps import give_up_seats
from service.sessions.history_hash import new_history_key
from service.sessions.names import check_name
from service.sessions.problems import Problem
from service.sessions.tokens import (
    Secret,
    check_key,
    check_secret_key,
    derive_token,
    hash_token,
    is_token,
    keep,
    key_reused,
    make_change_request,
    new_token,
    scope_key,
)
from service.storage.documents import new_document_id
from service.storage.tournaments import TournamentRepository, tournament_id_of
from service.tournaments.changes import (
    Abandoned,
    Change,
    Created,
    Done,
    Entered,
    Paused,
    Resumed,
    RoundAllowed,
    Ruled,
    Started,
    Withdrawn,
)
from service.tournaments.tournament import HOST_SECONDS, Entry, Tournament
from service.use_cases.context import RequestContext
from service.use_cases.lobby import check_entropy
from service.use_cases.operation import CREATION_COST, CREATION_PROBLEMS, TOURNAMENT_PROBLEMS, in_rest, mutation, raises
from service.use_cases.tournaments.inputs import (
    LONGEST_REASON,
    MOST_ENTRANTS,
    CreateTournamentInput,
    EnterTournamentInput,
    RuleOnTableInput,
    TournamentActInput,
    WithdrawInput,
)
from service.use_cases.tournaments.terms import (
    check_deals,
    check_rating,
    check_size,
    check_text,
    read_entries,
    read_terms,
)
from service.views.tournament_view import TournamentChanged, TournamentCreated, TournamentEntered, project_tournament
from tournaments import FORMATS


def _cost_of_creation(input: CreateTournamentInput) -> int:
    """Return the price: that of a session, and a request for every twenty entrants."""
    return CREATION_COST + len(input.entrants or ()) // 20


@mutation("/v1/tournaments", "Tournaments", cost=_cost_of_creation)
@in_rest(status=201, example={"title": "Friday night", "game": "zar", "format": "SWISS", "open": True})
@raises(*CREATION_PROBLEMS)
async def create_tournament(context: RequestContext, input: CreateTournamentInput) -> TournamentCreated:
    """Create a tournament.

    The service pairs its rounds, opens their tables, and collects the results.
    """
    repository = context.tournaments
    key = input.idempotency_key
    check_secret_key(key)
    secret = key or new_token()
    scoped = scope_key(key, context.app)
    tournament_id = new_document_id() if scoped is None else tournament_id_of(scoped)
    wanted = await _plan(repository, tournament_id, secret, input)
    app = await context.hooked_app()
    if app:
        wanted = replace(wanted, app=app, sends_notices=True)
    made = await repository.create(tournament_id, wanted)
    named = made.entries[: made.terms.named]
    if _determined_parts(made) != _determined_parts(wanted):
        raise key_reused()
    host_token = derive_token(secret, made.host.salt, _host_purpose(tournament_id))
    return TournamentCreated(
        tournament=project_tournament(made, host_token),
        host_token=host_token,
        entry_code=_entry_code(secret, made.host, tournament_id) if made.terms.entry_code else None,
        entrant_tokens=tuple(_token_of(entry, secret, tournament_id, number) for number, entry in enumerate(named)),
    )


async def _plan(
    repository: TournamentRepository, tournament_id: str, secret: str, input: CreateTournamentInput
) -> Created:
    """Return the change that creates a tournament, with secrets derived from `secret`. Raises `Problem`."""
    host = keep(secret, _host_purpose(tournament_id))
    terms = read_terms(input, hash_token(_entry_code(secret, host, tournament_id)))
    return Created(
        at=await repository.store.now(),
        lifetime=repository.lifetimes.of_session(terms.setup),
        finished_lifetime=repository.lifetimes.finished,
        terms=terms,
        host=host,
        seed=secrets.token_hex(32),
        history_key=new_history_key(),
        patience=HOST_SECONDS,
        entries=read_entries(
            input.entrants or (), lambda number: keep(secret, _entrant_purpose(tournament_id, number))
        ),
    )


def _determined_parts(tournament: Tournament | Created) -> tuple[object, ...]:
    """Return the parts of a tournament that its input determines, without random parts."""
    terms = tournament.terms
    # The bots' version is left out, since it may have changed before a retry.
    named = tuple(
        (entry.name, entry.rating, entry.bot and entry.bot.level) for entry in tournament.entries[: terms.named]
    )
    return replace(terms, entry_code=""), bool(terms.entry_code), named


@mutation("/v1/tournaments/{tournamentId}/entrants", "Tournaments")
@in_rest(status=201, example={"name": "Ada"})
@raises(*TOURNAMENT_PROBLEMS, "ALREADY_STARTED", "SEAT_TAKEN")
async def enter_tournament(context: RequestContext, input: EnterTournamentInput) -> TournamentEntered:
    """Enter a tournament and get an entrant's token.

    The token is also the token of the entrant's seats. A late entrant plays from the next round on.
    """
    key = input.idempotency_key
    check_secret_key(key)
    check_name(input.name)
    check_rating(input.rating)
    check_entropy(input.entropy)
    secret = key or new_token()
    salt = new_token()

    def decide(tournament: Tournament, now: int) -> Entered:
        _check_open(tournament, input.code)
        number = len(tournament.entries)
        token = derive_token(secret, salt, _entrant_purpose(tournament.id, number))
        entry = Entry(
            name=input.name,
            token=Secret(hash_token(token), salt),
            rating=input.rating,
            entropy=input.entropy or "",
            from_round=len(tournament.rounds) + 1,
        )
        return Entered(now, entry)

    details = (input.name, input.rating, input.code, input.entropy)
    request = make_change_request("enter", None, scope_key(key, context.app), *details)
    done = await context.tournaments.change(input.tournament_id, request, decide)
    return _answer_entrant(done, secret)


def _check_open(tournament: Tournament, code: str | None) -> None:
    terms = tournament.terms
    if tournament.is_over:
        raise Problem("SESSION_OVER", "The tournament is over.", ("tournamentId",))
    if not tournament.takes_entries:
        raise Problem("ALREADY_STARTED", "The tournament takes no entrants any more.", ("tournamentId",))
    if terms.entry_code and not (code and is_token(code, terms.entry_code)):
        raise Problem("UNAUTHORIZED", "This tournament requires its entry code: send it as `code`.", ("code",))
    if len(tournament.entries) >= MOST_ENTRANTS or _is_table_full(tournament):
        raise Problem("SEAT_TAKEN", "The tournament is full.", ("tournamentId",))


def _is_table_full(tournament: Tournament) -> bool:
    """Tell whether all entrants sit at one table, and it has no seat left."""
    playing = sum(entry.until_round is None for entry in tournament.entries)
    plan = tournament.terms.plan
    return FORMATS[plan.format].has_one_table and playing >= plan.seats


def _answer_entrant(done: Done, secret: str) -> TournamentEntered:
    change = done.entry.change
    tournament = done.tournament
    assert isinstance(change, Entered)
    # The entrant may have withdrawn since.
    number = next(number for number, entry in enumerate(tournament.entries) if entry.token == change.entry.token)
    token = _token_of(change.entry, secret, tournament.id, number)
    assert token is not None
    return TournamentEntered(
        tournament=project_tournament(tournament, token), entrant=number, entrant_token=token, replayed=done.replayed
    )


def _token_of(entry: Entry, secret: str, tournament_id: str, number: int) -> str | None:
    if entry.token is None:
        return None
    return derive_token(secret, entry.token.salt, _entrant_purpose(tournament_id, number))


def _entry_code(secret: str, host: Secret, tournament_id: str) -> str:
    return derive_token(secret, host.salt, f"entry\n{tournament_id}")


def _host_purpose(tournament_id: str) -> str:
    return f"tournament host\n{tournament_id}"


def _entrant_purpose(tournament_id: str, number: int) -> str:
    """Return the purpose from which the token of an entrant is derived."""
    return f"entrant\n{tournament_id}\n{number}"


_PROBLEMS = (*TOURNAMENT_PROBLEMS, "ALREADY_STARTED", "NOT_STARTED", "NOT_OVER", "RESIGNED")


@mutation("/v1/tournaments/{tournamentId}/withdraw", "Tournaments", result="TournamentResult")
@in_rest(example={"entrant": 3})
@raises(*_PROBLEMS)
async def withdraw_from_tournament(context: RequestContext, input: WithdrawInput) -> TournamentChanged:
    """Withdraw from a tournament, as an entrant, or withdraw an entrant, as the host.

    The entrant plays no further round. At the entrant's tables in play, the default policy takes over.
    """
    check_key(input.idempotency_key)

    def decide(tournament: Tournament, now: int) -> Withdrawn:
        entrant = _check_withdrawal(tournament, context.token, input.entrant)
        _check_not_over(tournament)
        if tournament.entries[entrant].until_round is not None:
            raise Problem("RESIGNED", "The entrant has already withdrawn.", ("entrant",))
        return Withdrawn(now, entrant)

    request = make_change_request("withdraw", context.token, input.idempotency_key, input.entrant)
    done = await context.tournaments.change(input.tournament_id, request, decide)
    # If this worker dies first, the scheduler does this.
    await give_up_seats(context.sessions, done.tournament)
    return _answer(done, context.token)


@mutation("/v1/tournaments/{tournamentId}/start", "Tournaments", result="TournamentResult")
@raises(*_PROBLEMS)
async def start_tournament(context: RequestContext, input: TournamentActInput) -> TournamentChanged:
    """Start a tournament, as the host.

    Its first round is paired.
    """

    def decide(tournament: Tournament, now: int) -> Started:
        if tournament.status != "OPEN":
            raise Problem("ALREADY_STARTED", "The tournament has already started.", ("tournamentId",))
        playing = [entry for entry in tournament.entries if entry.until_round is None]
        check_size(tournament.terms.plan, len(playing))
        check_deals(tournament.terms.plan, len(playing))
        return Started(now)

    return await _change(context, input, "startTournament", decide)


@mutation("/v1/tournaments/{tournamentId}/next-round", "Tournaments", result="TournamentResult")
@raises(*_PROBLEMS)
async def pair_next_round(context: RequestContext, input: TournamentActInput) -> TournamentChanged:
    """Pair the next round, as the host of a tournament with `byHost`.

    If no round is left, this ends the tournament; until then, the host can rule on results. The first round is paired
    when the tournament starts.
    """

    def decide(tournament: Tournament, now: int) -> RoundAllowed:
        last = tournament.last_round
        if tournament.status != "RUNNING":
            raise Problem("NOT_STARTED", "The tournament is not running.", ("tournamentId",))
        if last is not None and last.stage != "OVER":
            raise Problem("NOT_OVER", "The last round is not over yet.", ("tournamentId",))
        if tournament.is_next_allowed:
            raise Problem("ALREADY_STARTED", "The next round is already being paired.", ("tournamentId",))
        return RoundAllowed(now)

    return await _change(context, input, "pairNextRound", decide)


@mutation("/v1/tournaments/{tournamentId}/pause", "Tournaments", result="TournamentResult")
@raises(*_PROBLEMS)
async def pause_tournament(context: RequestContext, input: TournamentActInput) -> TournamentChanged:
    """Pause a tournament, as the host: no further round is paired.

    Tables in play continue.
    """

    def decide(tournament: Tournament, now: int) -> Paused:
        if tournament.status != "RUNNING":
            raise Problem("NOT_STARTED", "The tournament is not running.", ("tournamentId",))
        return Paused(now)

    return await _change(context, input, "pauseTournament", decide)


@mutation("/v1/tournaments/{tournamentId}/resume", "Tournaments", result="TournamentResult")
@raises(*_PROBLEMS)
async def resume_tournament(context: RequestContext, input: TournamentActInput) -> TournamentChanged:
    """Resume a paused tournament, as the host.

    The next round is paired as soon as it is due.
    """

    def decide(tournament: Tournament, now: int) -> Resumed:
        if tournament.status != "PAUSED":
            raise Problem("ALREADY_STARTED", "The tournament is not paused.", ("tournamentId",))
        return Resumed(now)

    return await _change(context, input, "resumeTournament", decide)


@mutation("/v1/tournaments/{tournamentId}/rulings", "Tournaments", result="TournamentResult")
@in_rest(example={"round": 1, "table": 0, "points": [1, 0], "reason": "Nobody came."})
@raises(*_PROBLEMS)
async def rule_on_table(context: RequestContext, input: RuleOnTableInput) -> TournamentChanged:
    """Set the points of a table in place of its result, as the host.

    The reason is public. Rounds that are already paired stay as they are.
    """

    def decide(tournament: Tournament, now: int) -> Ruled:
        check_text(input.reason, LONGEST_REASON, "reason")
        _check_ruling(tournament, input)
        return Ruled(now, input.round, input.table, tuple(map(float, input.points)), input.reason)

    details = (input.round, input.table, tuple(input.points), input.reason)
    return await _change(context, input, "ruleOnTable", decide, *details)


@mutation("/v1/tournaments/{tournamentId}/abandon", "Tournaments", result="TournamentResult")
@raises(*_PROBLEMS)
async def abandon_tournament(context: RequestContext, input: TournamentActInput) -> TournamentChanged:
    """Abandon a tournament, as the host.

    Its tables end at once, without results; deals that they share are opened.
    """
    return await _change(context, input, "abandonTournament", lambda _tournament, now: Abandoned(now))


def _check_ruling(tournament: Tournament, input: RuleOnTableInput) -> None:
    rounds = len(tournament.rounds)
    if not 1 <= input.round <= rounds:
        raise Problem("NOT_FOUND", f"Round {input.round} has not been paired.", ("round",))
    if input.round < rounds and FORMATS[tournament.terms.plan.format].is_elimination:
        raise Problem("NOT_OVER", "The next round of the elimination was already paired by this result.", ("round",))
    tables = tournament.rounds[input.round - 1].tables
    if not 0 <= input.table < len(tables):
        raise Problem("NOT_FOUND", f"Round {input.round} has no table {input.table}.", ("table",))
    seats = len(tables[input.table].entrants)
    if len(input.points) != seats or not all(0 <= points <= 1 for points in input.points):
        raise Problem("INVALID_INPUT", f"points must be {seats} numbers from 0 to 1.", ("points",))


def _check_withdrawal(tournament: Tournament, token: str | None, named: int | None) -> int:
    own = tournament.entrant_of(token)
    if named is not None and not 0 <= named < len(tournament.entries):
        raise Problem("NOT_FOUND", f"There is no entrant {named}.", ("entrant",))
    if named is not None and (named == own or tournament.is_host(token)):
        return named
    if named is None and own is not None:
        return own
    if named is None and tournament.is_host(token):
        raise Problem("INVALID_INPUT", "The host must name the entrant who withdraws: send `entrant`.", ("entrant",))
    raise Problem("UNAUTHORIZED", "This requires the bearer token of the entrant, or of the host.", ("tournamentId",))


async def _change(
    context: RequestContext,
    input: TournamentActInput,
    name: str,
    decide: Callable[[Tournament, int], Change],
    *details: object,
) -> TournamentChanged:
    """Commit a change by the host."""
    check_key(input.idempotency_key)

    def decide_as_host(tournament: Tournament, now: int) -> Change:
        if not tournament.is_host(context.token):
            message = "This requires the bearer token of the tournament's host."
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
