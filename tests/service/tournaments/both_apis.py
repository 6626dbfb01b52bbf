"""Callers of tournaments' operations, alike over both APIs."""

from collections.abc import Iterator
from random import Random
from typing import Any, Protocol

import msgspec
import pytest

from tests.support.graphql_client import Client, Json
from tests.support.graphql_selections import operation
from tests.support.graphql_sessions import ONLY_THREES, new_key, pairs
from tests.support.rest_client import PROBLEM, Rest
from tools.services import Service

# A table of it takes few moves, and its options fit two to four seats.
SHORT: Json = {"game": "zlam", "options": pairs({"firstSeat": "0", **ONLY_THREES})}
LINES = "application/x-ndjson"

_PATHS = {
    "enterTournament": "entrants",
    "startTournament": "start",
    "pairNextRound": "next-round",
    "pauseTournament": "pause",
    "resumeTournament": "resume",
    "withdrawFromTournament": "withdraw",
    "ruleOnTable": "rulings",
    "abandonTournament": "abandon",
    "readTournament": "",
    "tournamentEntrants": "entrants",
    "tournamentTables": "tables",
    "tournamentStandings": "standings",
    "myTables": "my-tables",
    "tournamentRecord": "record",
}
_FIELDS = {"readTournament": "tournament"}


class Api(Protocol):
    """One of the two APIs."""

    def __call__(self, service: Service, name: str, token: str | None = None, /, **given: object) -> Json:
        """Return the answer of an operation, or its problem: code, message and path."""


def over_graphql(service: Service, name: str, token: str | None = None, /, **given: object) -> Json:
    """Ask over GraphQL."""
    field = _FIELDS.get(name, name)
    if name in READS:
        return plain(Client(service, token).ask(operation("Query", field), **given))
    return plain(Client(service, token).ask(operation("Mutation", field), input=given))


def over_rest(service: Service, name: str, token: str | None = None, /, **given: object) -> Json:
    """Ask over REST."""
    key = given.pop("idempotencyKey", None)
    tournament = given.pop("tournamentId", None)
    path = "/v1/tournaments" if tournament is None else f"/v1/tournaments/{tournament}/{_PATHS[name]}".rstrip("/")
    caller = Rest(service, token)
    headers = {} if key is None else {"Idempotency_Key": str(key)}
    if name in READS:
        answer = caller.get(path + "?" + "&".join(f"{field}={value}" for field, value in given.items()))
    else:
        answer = caller.post(path, given if name in BODIES else None, **headers)
    if answer.headers["content-type"] != PROBLEM:
        return answer.json()
    told = answer.json()
    return {"code": told["code"], "message": told["detail"], "path": told.get("path", [])}


BODIES = {"createTournament", "enterTournament", "withdrawFromTournament", "ruleOnTable"}
READS = {
    "readTournament",
    "tournamentEntrants",
    "tournamentTables",
    "tournamentStandings",
    "myTables",
    "tournamentRecord",
}


def plain(value: Json) -> Json:
    """Return a GraphQL value without its types."""
    if isinstance(value, list):
        return [plain(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {name: plain(one) for name, one in value.items() if name != "__typename"}


EACH_API = pytest.mark.parametrize("api", [over_graphql, over_rest])
# Each store and each API once: neither knows the other.
STORES_AND_APIS = pytest.mark.parametrize(
    ("service", "api"), [("sqlite", over_graphql), ("redis", over_rest)], indirect=["service"]
)


class Played:
    """A tournament at a service, over one API."""

    def __init__(self, service: Service, api: Api, **terms: Any) -> None:  # noqa: ANN401 - JSON
        self.service = service
        self.api = api
        made = api(service, "createTournament", **{"title": "Test", **SHORT, "idempotencyKey": new_key(), **terms})
        assert "code" not in made, made
        self.terms = terms
        self.id: str = made["tournament"]["id"]
        self.host: str = made["hostToken"]
        self.code: str | None = made["entryCode"]
        self.tokens: list[str | None] = made["entrantTokens"]

    def ask(self, name: str, token: str | None = None, /, **given: object) -> Json:
        """Return an answer about the tournament, or a problem."""
        return self.api(self.service, name, token, tournamentId=self.id, **given)

    def done(self, name: str, token: str | None = None, /, **given: object) -> Json:
        """Return an answer that must not be a problem."""
        answer = self.ask(name, token, **given)
        assert "code" not in answer, answer
        return answer

    def act(self, name: str, **given: object) -> Json:
        """Do something as the host, which must be possible."""
        return self.done(name, self.host, **given)["tournament"]

    def enter(self, **who: object) -> str:
        """Enter, and return the token."""
        entered = self.done("enterTournament", idempotencyKey=new_key(), **who)
        assert entered["entrant"] == len(self.tokens)
        self.tokens.append(entered["entrantToken"])
        token: str = entered["entrantToken"]
        return token

    def read(self, token: str | None = None) -> Json:
        """Return the tournament."""
        return self.done("readTournament", token)

    def list(self, name: str, **page: object) -> list[Json]:
        """Return every item of a list, page by page."""
        found: list[Json] = []
        answer = self.done(name, **page)
        while True:
            found += answer["nodes"]
            if not answer["pageInfo"]["hasNextPage"]:
                return found
            answer = self.done(name, **{**page, "after": answer["pageInfo"]["endCursor"]})

    def frames(self, after: str | None = None) -> Iterator[Json]:
        """Yield the frames until the tournament is over."""
        url = f"{self.service.root}/v1/tournaments/{self.id}/frames"
        with self.service.http.stream(
            "GET", url, headers={"Accept": LINES}, params={} if after is None else {"after": after}
        ) as answer:
            yield from (msgspec.json.decode(line) for line in answer.iter_lines() if line)

    def wait_for(self, kind: str, number: int | None = None) -> Json:
        """Return the frame, from the beginning on, that tells of an event."""
        for frame in self.frames(after="1"):
            if any(event["kind"] == kind and number in (None, event["round"]) for event in frame["events"]):
                return frame
        raise AssertionError(f"no {kind}")

    def finish(self) -> Json:
        """Wait until it is over, and return it."""
        *_, last = self.frames()
        assert last["status"] == "FINISHED"
        return self.read()

    def play(self, chance: Random) -> None:
        """Play every board of the people in the last round to its end, at random."""
        for token in filter(None, self.tokens):
            for table in self.done("myTables", token)["tables"]:
                for board in table["boards"]:
                    self.play_board(board["sessionId"], chance)

    def play_board(self, session: str, chance: Random) -> None:
        """Play a board among people to its end."""
        players = [(token, Rest(self.service, token)) for token in self.tokens if token is not None]
        while True:
            moved = [caller for _, caller in players if _move(caller, session, chance)]
            if not moved:
                return


def _move(caller: Rest, session: str, chance: Random) -> bool:
    """Make a random move, if the caller has one."""
    moves = caller.get(f"/v1/sessions/{session}/legal-moves")
    if moves.status_code != 200 or not moves.json()["moves"]:
        return False
    notation = chance.choice(moves.json()["moves"])["notation"]
    made = caller.post(f"/v1/sessions/{session}/moves", {"move": notation}, If_Match="*")
    return made.status_code == 200
