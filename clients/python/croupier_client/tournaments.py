"""Tournaments without asyncio, written from `async_tournaments.py` by `make kits`."""

from collections.abc import Generator, MutableMapping
from contextlib import closing
from typing import Any

from croupier_client.contract import (
    CreateTournament,
    EntrantConnection,
    MyTables,
    PairedRound,
    PairRound,
    PlayerRating,
    RankedEntrant,
    RateResults,
    StandingConnection,
    Standings,
    TableConnection,
    Tournament,
    TournamentChanged,
    TournamentConnection,
    TournamentCreated,
    TournamentEntered,
    TournamentFrame,
    TournamentTable,
)
from croupier_client.organizing import Organizing
from croupier_client.runner import Runner
from croupier_client.steps import Course, Request, ask, with_query


class Tournaments:
    """Create, enter, play and watch tournaments. The tokens of hosts and entrants are stored."""

    def __init__(self, runner: Runner, storage: MutableMapping[str, str]) -> None:
        self._runner = runner
        self._plans = Organizing(runner.wire, storage)

    def public(
        self, *, game: str | None = None, first: int | None = None, after: str | None = None
    ) -> TournamentConnection:
        """Return a page of the public tournaments that are not over, the newest first."""
        path = with_query("/v1/tournaments", game=game, first=first, after=after)
        page: TournamentConnection = self._runner.run(ask(self._runner.wire, Request(path)))
        return page

    def create(self, settings: CreateTournament, *, key: str | None = None) -> TournamentCreated:
        """Create a tournament as its host. Pass a `key` to be able to retry the request after a restart."""
        return self._runner.run(self._plans.create(settings, key))

    def enter(
        self,
        tournament: str,
        *,
        name: str | None = None,
        rating: float | None = None,
        code: str | None = None,
        entropy: str | None = None,
        player: str | None = None,
        key: str | None = None,
    ) -> TournamentEntered:
        """Enter a tournament, or return the entry that is already stored.

        `player` says which of several players of this storage enters.
        """
        entering = {"name": name, "rating": rating, "code": code, "entropy": entropy}
        return self._runner.run(self._plans.enter(tournament, player, entering, key))

    def token(self, tournament: str, *, player: str | None = None) -> str | None:
        """Return the stored token of an entrant. It is also the token of its seats: pass it to `table`."""
        return self._plans.entrant_token(tournament, player)

    def read(self, tournament: str, *, player: str | None = None, token: str | None = None) -> Tournament:
        """Return a tournament, viewed with the stored token: the entrant's, or else the host's."""
        found: Tournament = self._runner.run(self._plans.look(tournament, "", player, token))
        return found

    def entrants(self, tournament: str, *, first: int | None = None, after: str | None = None) -> EntrantConnection:
        """Return a page of the entrants, in order of entry."""
        page: EntrantConnection = self._runner.run(self._plans.look(tournament, "/entrants", first=first, after=after))
        return page

    def tables(
        self,
        tournament: str,
        *,
        round: int | None = None,  # noqa: A002  the name in the contract
        first: int | None = None,
        after: str | None = None,
    ) -> TableConnection:
        """Return a page of the tables of a round, by default the last one."""
        page: TableConnection = self._runner.run(
            self._plans.look(tournament, "/tables", round=round, first=first, after=after)
        )
        return page

    def standings(self, tournament: str, *, first: int | None = None, after: str | None = None) -> StandingConnection:
        """Return a page of the standings, the first rank first."""
        page: StandingConnection = self._runner.run(
            self._plans.look(tournament, "/standings", first=first, after=after)
        )
        return page

    def my_tables(
        self, tournament: str, *, player: str | None = None, token: str | None = None
    ) -> list[TournamentTable]:
        """Return an entrant's tables, the newest round first, each with its sessions."""
        mine: MyTables = self._runner.run(self._plans.look(tournament, "/my-tables", player, token))
        return mine["tables"]

    def record(self, tournament: str) -> dict[str, Any]:
        """Return the record of a finished tournament, which anybody can verify."""
        record: dict[str, Any] = self._runner.run(self._plans.look(tournament, "/record"))
        return record

    def frames(self, tournament: str, *, after: str | None = None) -> Generator[TournamentFrame, None, None]:
        """Yield each version of a tournament once, from now on (or after a cursor) until the tournament is over.

        Reconnects as often as necessary. Raises `Problem` when the tournament can no longer be watched.
        """
        with closing(self._runner.iterate(Course(self._plans.follow(tournament, after)))) as frames:
            for frame in frames:
                shown: TournamentFrame = frame
                yield shown

    def withdraw(self, tournament: str, *, player: str | None = None, token: str | None = None) -> TournamentChanged:
        """Withdraw from all further rounds, as an entrant."""
        return self._runner.run(self._plans.withdraw(tournament, player, token))

    def act(self, tournament: str, act: str, body: object = None, *, token: str | None = None) -> TournamentChanged:
        """Send a change to a tournament as its host. Raises `Problem` if it is refused.

        `act` is the end of its path in the REST API: `start`, `next-round`, `pause`, `resume`, `rulings`, `withdraw`
        (of an entrant), `abandon`.
        """
        return self._runner.run(self._plans.act(tournament, act, body, token))

    def pair_round(self, tournament: PairRound) -> PairedRound | None:
        """Pair the next round of a tournament that the caller keeps; None when it is over.

        The service stores nothing.
        """
        return self._runner.run(self._plans.pair_round(tournament))

    def standings_of(self, tournament: Standings) -> list[RankedEntrant]:
        """Return the standings of a tournament that the caller keeps, the best first."""
        return self._runner.run(self._plans.standings_of(tournament))

    def rate_results(self, results: RateResults) -> list[PlayerRating]:
        """Return the ratings of players after games, in the order in which the players were sent."""
        return self._runner.run(self._plans.rate_results(results))
