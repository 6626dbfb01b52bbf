"""Plans to create, enter, read and change tournaments."""

from collections.abc import Mapping, MutableMapping
from typing import Any
from urllib.parse import quote

from croupier_client.contract import (
    CreateTournament,
    NextRound,
    PairedRound,
    PairRound,
    PlayerRating,
    PlayerRatings,
    RankedEntrant,
    RankedEntrants,
    RateResults,
    Standings,
    Tournament,
    TournamentChanged,
    TournamentCreated,
    TournamentEntered,
)
from croupier_client.frames import OVER, Frame, follow, look_once
from croupier_client.lobby import post
from croupier_client.steps import Plan, Request, Wire, ask, with_query
from croupier_client.tables import fresh_key


class Organizing:
    """Makes the plans; `storage` keeps the tokens of hosts and entrants."""

    def __init__(self, wire: Wire, storage: MutableMapping[str, str]) -> None:
        self.wire = wire
        self.storage = storage

    def create(self, settings: CreateTournament, key: str | None) -> Plan[TournamentCreated]:
        """Create a tournament as its host."""
        made: TournamentCreated = yield from ask(self.wire, post("/v1/tournaments", settings, None, _with(key)))
        self.storage[_host_place(made["tournament"]["id"])] = made["hostToken"]
        return made

    def enter(
        self, tournament: str, player: str | None, entering: Mapping[str, object], key: str | None
    ) -> Plan[TournamentEntered]:
        """Enter a tournament, or return to the entry in the storage."""
        known = self.entrant_token(tournament, player)
        if known is not None:
            found: Tournament = yield from self.look(tournament, "", token=known)
            if found["entrant"] is not None:
                return {"tournament": found, "entrant": found["entrant"], "entrantToken": known, "replayed": True}
        body = {name: value for name, value in entering.items() if value is not None}
        request = post(f"{_path(tournament)}/entrants", body, None, _with(key))
        entered: TournamentEntered = yield from ask(self.wire, request)
        self.storage[_entrant_place(tournament, player)] = entered["entrantToken"]
        return entered

    def entrant_token(self, tournament: str, player: str | None) -> str | None:
        """Return the stored token of an entrant."""
        return self.storage.get(_entrant_place(tournament, player))

    def look(
        self,
        tournament: str,
        about: str,
        player: str | None = None,
        token: str | None = None,
        **which: object,
    ) -> Plan[Any]:
        """Read a tournament or a part of it."""
        known = token or self.entrant_token(tournament, player) or self.storage.get(_host_place(tournament))
        return ask(self.wire, Request(with_query(f"{_path(tournament)}{about}", **which), token=known))

    def follow(self, tournament: str, after: str | None) -> Plan[None]:
        """Show the frames of a tournament, which are the same for everybody."""
        return follow(self.wire, _path(tournament), None, after, lambda seen: _look(tournament, seen))

    def withdraw(self, tournament: str, player: str | None, token: str | None) -> Plan[TournamentChanged]:
        """Withdraw as an entrant."""
        return self._change(tournament, "withdraw", {}, token or self.entrant_token(tournament, player))

    def act(self, tournament: str, act: str, body: object, token: str | None) -> Plan[TournamentChanged]:
        """Change a tournament as its host."""
        return self._change(tournament, act, body, token or self.storage.get(_host_place(tournament)))

    def pair_round(self, tournament: PairRound) -> Plan[PairedRound | None]:
        """Pair the next round of a tournament that the caller keeps."""
        paired: NextRound = yield from ask(self.wire, post("/v1/pairings", tournament))
        return paired["round"]

    def standings_of(self, tournament: Standings) -> Plan[list[RankedEntrant]]:
        """Rank the entrants of a tournament that the caller keeps."""
        ranked: RankedEntrants = yield from ask(self.wire, post("/v1/standings", tournament))
        return ranked["standings"]

    def rate_results(self, results: RateResults) -> Plan[list[PlayerRating]]:
        """Rate players after games."""
        rated: PlayerRatings = yield from ask(self.wire, post("/v1/ratings", results))
        return rated["ratings"]

    def _change(self, tournament: str, act: str, body: object, token: str | None) -> Plan[TournamentChanged]:
        changed: TournamentChanged = yield from ask(
            self.wire, post(f"{_path(tournament)}/{act}", body, token, _with(None))
        )
        return changed


def _with(key: str | None) -> Mapping[str, str]:
    return {"Idempotency-Key": key or fresh_key()}


def _look(tournament: str, seen: str | None) -> Plan[tuple[Frame, bool]]:
    """Look once. What happened since the last frame is unknown, so the frame has no events."""
    now: Tournament = yield from look_once(Request(_path(tournament)))
    frame = {name: now[name] for name in ("version", "head", "cursor", "status")}
    rounds = len(now["playedRounds"])
    return {**frame, "resync": seen is not None, "events": [], "roundsPaired": rounds}, now["status"] in OVER


def _path(tournament: str) -> str:
    return f"/v1/tournaments/{quote(tournament, safe='')}"


# Separate names: `my_sessions` asks about the tokens of sessions only.
def _host_place(tournament: str) -> str:
    return f"croupier-host:{tournament}"


def _entrant_place(tournament: str, player: str | None) -> str:
    place = f"croupier-entrant:{tournament}"
    return place if player is None else f"{place}:{player}"
