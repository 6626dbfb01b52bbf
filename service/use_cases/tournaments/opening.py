"""The use cases that create tournaments and enter them."""

import secrets

from msgspec.structs import replace

from service.sessions.history_hash import new_history_key
from service.sessions.names import check_name
from service.sessions.problems import Problem
from service.sessions.tokens import (
    Secret,
    check_secret_key,
    derive_token,
    fingerprint,
    is_token,
    keep,
    key_reused,
    make_change_request,
    new_token,
    scope_key,
)
from service.storage.documents import new_document_id
from service.storage.tournaments import TournamentRepository, tournament_id_of
from service.tournaments.changes import Created, Done, Entered
from service.tournaments.tournament import Entry, Tournament
from service.use_cases.context import RequestContext
from service.use_cases.lobby import check_entropy
from service.use_cases.operation import CREATION_COST, CREATION_PROBLEMS, TOURNAMENT_PROBLEMS, in_rest, mutation, raises
from service.use_cases.tournaments.inputs import MOST_ENTRANTS, CreateTournamentInput, EnterTournamentInput
from service.use_cases.tournaments.terms import check_rating, read_entries, read_terms
from service.views.tournament_view import TournamentCreated, TournamentEntered, project_tournament


def _cost_of_creation(input: CreateTournamentInput) -> int:
    """Return the price: as a session's, and a request for every twenty entrants."""
    return CREATION_COST + len(input.entrants or ()) // 20


@mutation("/v1/tournaments", "Tournaments", cost=_cost_of_creation)
@in_rest(status=201, example={"title": "Friday night", "game": "zar", "format": "SWISS", "open": True})
@raises(*CREATION_PROBLEMS)
async def create_tournament(context: RequestContext, input: CreateTournamentInput) -> TournamentCreated:
    """Create a tournament.

    The service pairs its rounds, opens their tables, and collects the results.
    """
    repository, key = context.tournaments, input.idempotency_key
    check_secret_key(key)
    secret = key or new_token()
    scoped = scope_key(key, context.app)
    tournament_id = new_document_id() if scoped is None else tournament_id_of(scoped)
    wanted = await _plan(repository, tournament_id, secret, input)
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
    """Return the change that creates a tournament; its secrets follow from `secret`. Raises `Problem`."""
    host = keep(secret, _host_purpose(tournament_id))
    terms = read_terms(input, fingerprint(_entry_code(secret, host, tournament_id)))
    return Created(
        at=await repository.store.now(),
        lifetime=repository.lifetimes.session,
        finished_lifetime=repository.lifetimes.finished,
        terms=terms,
        host=host,
        seed=secrets.token_hex(32),
        history_key=new_history_key(),
        entries=read_entries(
            input.entrants or (), lambda number: keep(secret, _entrant_purpose(tournament_id, number))
        ),
    )


def _determined_parts(tournament: Tournament | Created) -> tuple[object, ...]:
    """Return the parts of a tournament that its input determines, without those drawn at random."""
    terms = tournament.terms
    # A retry may come after bots have got a newer version.
    named = tuple(
        (entry.name, entry.rating, entry.bot and entry.bot.level) for entry in tournament.entries[: terms.named]
    )
    return replace(terms, entry_code=""), bool(terms.entry_code), named


@mutation("/v1/tournaments/{tournamentId}/entrants", "Tournaments")
@in_rest(status=201, example={"name": "Ada"})
@raises(*TOURNAMENT_PROBLEMS, "ALREADY_STARTED", "SEAT_TAKEN")
async def enter_tournament(context: RequestContext, input: EnterTournamentInput) -> TournamentEntered:
    """Enter a tournament and get an entrant's token.

    The token is that of the entrant's seats, too. Who enters late plays from the next round on.
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
            token=Secret(fingerprint(token), salt),
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
        raise Problem("ALREADY_STARTED", "Nobody can enter the tournament any more.", ("tournamentId",))
    if terms.entry_code and not (code and is_token(code, terms.entry_code)):
        raise Problem("UNAUTHORIZED", "Entering takes the code of the tournament.", ("code",))
    if len(tournament.entries) >= MOST_ENTRANTS or _is_table_full(tournament):
        raise Problem("SEAT_TAKEN", "The tournament has as many entrants as it can take.", ("tournamentId",))


def _is_table_full(tournament: Tournament) -> bool:
    """Tell whether everybody sits at one table, and it has no seat left."""
    playing = sum(entry.until_round is None for entry in tournament.entries)
    return tournament.terms.plan.format == "ONE_TABLE" and playing >= tournament.terms.plan.seats


def _answer_entrant(done: Done, secret: str) -> TournamentEntered:
    change, tournament = done.entry.change, done.tournament
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
