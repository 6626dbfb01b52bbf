"""Simulated workers that share the tournaments of one store, and make a step only when a test says so."""

from collections.abc import Sequence

import engine
from service.scheduler.driver import Scheduler
from service.scheduler.steps import Outdated, collect, due_step, make_step, plan_table
from service.sessions.problems import Problem
from service.sessions.session import Session, asked_seats
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TournamentRepository
from service.tournaments.tournament import Place, Tournament, missing_places, table_id
from service.use_cases.context import RequestContext, StatelessTables
from service.use_cases.inputs import ApplyMoveInput, OptionInput
from service.use_cases.playing import apply_move
from service.use_cases.tournaments import hosting, inputs
from service.views.tournament_view import TournamentCreated
from store.port import Store
from tests.support.graphql_sessions import ONLY_THREES, new_key

LIFETIMES = Lifetimes(600, 600, 600)
SHORT = tuple(OptionInput(name=name, value=str(value)) for name, value in ONLY_THREES.items())


class Worker:
    """A simulated process: its own repositories, and a scheduler that a test may start."""

    def __init__(self, store: Store) -> None:
        self.sessions = SessionRepository(store, LIFETIMES)
        self.tournaments = TournamentRepository(store, LIFETIMES)
        self.scheduler = Scheduler(self.sessions, self.tournaments)

    def caller(self, token: str | None = None) -> RequestContext:
        """Return the context of a caller."""
        return RequestContext(self.sessions, self.tournaments, StatelessTables(None, self.sessions.store, 0), token)

    async def open(self, people: int = 4, **terms: object) -> TournamentCreated:
        """Create a tournament of people at short tables, as its host."""
        given = {"title": "Test", "game": "zlam", "options": SHORT, "format": "SWISS", "rounds": 2, **terms}
        entrants = [inputs.EntrantInput(name=f"Player {number}") for number in range(people)]
        key = new_key()
        wish = inputs.CreateTournamentInput(entrants=entrants, idempotency_key=key, **given)  # type: ignore[arg-type]
        return await hosting.create_tournament(self.caller(), wish)

    async def start(self, made: TournamentCreated, key: str | None = None) -> None:
        """Have a tournament begin."""
        wish = inputs.TournamentActInput(tournament_id=made.tournament.id, idempotency_key=key)
        await hosting.start_tournament(self.caller(made.host_token), wish)

    async def withdraw(self, made: TournamentCreated, entrant: int) -> None:
        """Have an entrant play no further round, as the host."""
        wish = inputs.WithdrawInput(tournament_id=made.tournament.id, entrant=entrant)
        await hosting.withdraw_from_tournament(self.caller(made.host_token), wish)

    async def rule(self, made: TournamentCreated, number: int, table: int, points: Sequence[float] = (1, 0)) -> None:
        """Decide on a table, as the host."""
        wish = inputs.RuleOnTableInput(
            tournament_id=made.tournament.id, round=number, table=table, points=points, reason="Nobody came."
        )
        await hosting.rule_on_table(self.caller(made.host_token), wish)

    async def step(self, made: TournamentCreated) -> Tournament:
        """Make one step that is due, and return the tournament after it."""
        tournament = await self.read(made)
        step = due_step(tournament)
        return tournament if step is None else await make_step(self.sessions, self.tournaments, tournament, step)

    async def advance(self, made: TournamentCreated) -> Tournament:
        """Make every step that is due, as a scheduler does, including results that nobody has reported."""
        tournament = await self.read(made)
        places = missing_places(tournament)
        tournament = await collect(self.sessions, self.tournaments, tournament, places) or tournament
        while due_step(tournament) is not None:
            try:
                tournament = await self.step(made)
            except Outdated:
                tournament = await self.read(made)
        return tournament

    async def open_tables(self, paired: Tournament) -> Tournament:
        """Open the tables of a round that is paired, as this worker knows the tournament."""
        return await make_step(self.sessions, self.tournaments, paired, "OPEN")

    async def read(self, made: TournamentCreated) -> Tournament:
        """Return a tournament."""
        return await self.tournaments.read(made.tournament.id)

    async def tables(self, tournament: Tournament) -> list[Session]:
        """Return the sessions of the last round."""
        tables = range(len(tournament.rounds[-1].tables))
        ids = [table_id(tournament, Place(len(tournament.rounds), table, 0)) for table in tables]
        return [await self.sessions.read(one) for one in ids]

    async def play(self, made: TournamentCreated, session: Session) -> None:
        """Play a table to its end, with the tokens of its people."""
        while not (await self.sessions.read(session.id)).is_over:
            await self.move(made, session)

    async def move(self, made: TournamentCreated, session: Session) -> None:
        """Make one move at a table, with the token of the one whose turn it is."""
        tournament = await self.read(made)
        assert session.tournament is not None
        entrants = tournament.rounds[session.tournament.round - 1].tables[session.tournament.table].entrants
        newest = await self.sessions.read(session.id)
        (seat, *_) = asked_seats(newest)
        assert newest.state is not None
        move = ApplyMoveInput(session_id=session.id, move=str(engine.legal_moves(newest.state, seat)[0]))
        await apply_move(self.caller(made.entrant_tokens[entrants[seat]]), move)

    async def open_as_planned(self, tournament: Tournament, place: Place) -> Session:
        """Open one table of a round as it is known to this worker."""
        now = await self.sessions.store.now()
        return await self.sessions.create(table_id(tournament, place), plan_table(tournament, place, now))


async def refused(call: object) -> str:
    """Return the code of the problem that a call raises."""
    try:
        await call  # type: ignore[misc]  # a coroutine
    except Problem as problem:
        return problem.code
    raise AssertionError("it was not refused")
