"""The worst accepted request of every operation, or the reason why a row needs none of its own.

A request is made on a stage: a service with the largest table of ZLAM!, the largest tournament, and the largest batch.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

import msgspec

import engine
from service.rest.endpoints import ENDPOINTS
from tools.large import tournaments as large
from tools.load.connection import Json, new_key
from tools.redis.server import wait_until
from tools.services import Service

SEATS = 100
LARGEST: Json = {"game": "zlam", "seats": SEATS, "options": [{"name": "decks", "value": "20"}]}
# The options with the most moves that can be written.
MOST_STACKS = "stacks:5,decks:20,zlams:60,gainOn:Z,gainCards:10,lossCards:1,atRisk:true"
ENTRANTS = 3000
BATCH = 50
LONGEST_BODY = 1_048_576
_ENDPOINTS = {endpoint.id: endpoint for endpoint in ENDPOINTS}


class Request(NamedTuple):
    """A request over REST; `{sessionId}` and its like are filled in already."""

    method: str
    path: str
    body: bytes | None
    token: str | None


class Stage:
    """What the requests are about, made when it is first needed."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def send(self, request: Request) -> Any:  # noqa: ANN401 - JSON
        """Send a request and return its answer. Raises an error for a problem."""
        headers = {"Content-Type": "application/json", "If-Match": "*", "Idempotency-Key": new_key()}
        if request.token:
            headers["Authorization"] = f"Bearer {request.token}"
        answer = self._service.http.request(
            request.method, f"{self._service.root}{request.path}", content=request.body, headers=headers, timeout=600
        )
        if answer.status_code not in (200, 201):
            raise RuntimeError(f"{request.path}: {answer.status_code} {answer.text[:300]}")
        return answer.json()

    @cached_property
    def table(self) -> Json:
        """A table of a hundred seats, dealt: its id, its host and the tokens of its seats."""
        made = self.send(make("createSession", {**LARGEST, "hints": True}))
        session = made["session"]["id"]
        host = made["hostToken"]
        join = make("joinSession", {"name": "Ada"}, sessionId=session)
        return {"id": session, "host": host, "seats": [self.send(join)["seatToken"] for _ in range(SEATS)]}

    @property
    def asked(self) -> Json:
        """The seat that moves at that table now: its token, and a move."""
        for token in self.table["seats"]:
            for move in self.send(make("listLegalMoves", None, token, sessionId=self.table["id"]))["moves"]:
                return {"token": token, "move": move["notation"]}
        raise RuntimeError("Nobody is asked.")

    @cached_property
    def state(self) -> str:
        """A stateless table of a hundred seats, some moves on."""
        return write_state(SEATS)

    @cached_property
    def finished(self) -> str:
        """A finished table of six at Door, played by bots."""
        bots = [{"seat": seat, "level": 1} for seat in range(6)]
        batch = self.send(make("createSessions", {"sessions": [{"game": "door", "seats": 6, "bots": bots}]}))
        session: str = batch["sessions"][0]["sessionId"]
        wait_until(lambda: self.send(make("readSession", sessionId=session))["status"] == "FINISHED", 120)
        return session

    @cached_property
    def batch(self) -> str:
        """A batch of fifty tables of a hundred bots, which a host starts."""
        answer: str = self.send(make("createSessions", LARGEST_BATCH))["batchId"]
        return answer

    @cached_property
    def tournament(self) -> Json:
        """The largest tournament, whose first round is being played."""
        made = self.send(make("createTournament", LARGEST_CUP))
        id_ = made["tournament"]["id"]
        host = made["hostToken"]
        self.send(make("startTournament", {}, host, tournamentId=id_))
        wait_until(lambda: self._is_opened(id_), 600)
        return {"id": id_, "host": host, "entrant": made["entrantTokens"][0]}

    def _is_opened(self, tournament: str) -> bool:
        # It was created, started, paired and opened.
        version: int = self.send(make("readTournament", tournamentId=tournament))["version"]
        return version >= 4

    @cached_property
    def unstarted(self) -> Json:
        """A tournament of as many, which has not begun."""
        made = self.send(make("createTournament", {**LARGEST_CUP, "open": True}))
        return {"id": made["tournament"]["id"], "host": made["hostToken"]}


CUP: Json = {"title": "Cup", "game": "zlam", "format": "SWISS", "rounds": 9}
LARGEST_CUP: Json = {**CUP, "entrants": [{"name": f"Entrant {number}"} for number in range(ENTRANTS)]}
LARGEST_BATCH: Json = {
    "sessions": [
        {**LARGEST, "startByHost": True, "bots": [{"seat": seat, "level": 1} for seat in range(SEATS)]}
        for _ in range(BATCH)
    ]
}


def make(name: str, body: object = None, token: str | None = None, query: str = "", **parameters: str) -> Request:
    """Return a request of an endpoint."""
    endpoint = _ENDPOINTS[name]
    sent = None if endpoint.method == "GET" else msgspec.json.encode(body or {})
    return Request(endpoint.method, endpoint.path.format(**parameters) + query, sent, token)


Make = Callable[[Stage], Request]


def at_table(name: str, **body: object) -> Make:
    """Return the request of the seat that is asked at the largest table."""

    def build(stage: Stage) -> Request:
        asked = stage.asked
        given = {field: asked["move"] if value is MOVE else value for field, value in body.items()}
        return make(name, given, asked["token"], sessionId=stage.table["id"])

    return build


def by_host(name: str, **body: object) -> Make:
    """Return the request of the host of the largest table."""
    return lambda stage: make(name, body, stage.table["host"], sessionId=stage.table["id"])


def in_tournament(name: str, who: str = "host", query: str = "", **body: object) -> Make:
    """Return a request in the largest tournament."""
    return lambda stage: make(name, body, stage.tournament[who], query, tournamentId=stage.tournament["id"])


def with_state(name: str, **body: object) -> Make:
    """Return a request with the state of a table of a hundred seats."""
    return lambda stage: make(name, {"state": stage.state, **body})


def alone(name: str, build: Callable[[], Json]) -> Make:
    """Return a request that needs no stage."""
    return lambda _stage: make(name, build())


def move_state(stage: Stage) -> Request:
    """Return a move at a stateless table of a hundred seats."""
    state = engine.loads(stage.state)
    seat = engine.active_seats(state)[0]
    return make(
        "applyMoveToState", {"state": stage.state, "seat": seat, "move": str(engine.legal_moves(state, seat)[-1])}
    )


def suggest_for_state(seats: int, level: int) -> Json:
    """Return the question what to do at a stateless table."""
    state = write_state(seats)
    return {"state": state, "seat": engine.active_seats(engine.loads(state))[0], "level": level}


def write_state(seats: int) -> str:
    """Return the state of a table, some moves on."""
    state = engine.new_game("zlam", seats=seats, options={"decks": 20}, seed="00" * 32)
    chance = Random(1)
    for _ in range(3 * seats):
        seat = engine.active_seats(state)[0]
        state, _ = engine.apply(state, seat, chance.choice(engine.legal_moves(state, seat)))
    return engine.dumps(state).decode()


def suggest(stage: Stage) -> Request:
    """Return the question what to do at the largest table, at the highest level that there is for it."""
    asked = stage.asked
    return make("suggestMove", None, asked["token"], "?level=1", sessionId=stage.table["id"])


# Stands for a legal move, which is known only when the request is made.
MOVE = object()
_SEATED = "A commit to one session, as applyMove makes it at the same table."
_HOOKED = "It reads or changes a document of its own, whose size is bounded."
_TOURNAMENT = "A commit to one tournament, as ruleOnTable makes it."

# Each row of the table of operations; several requests where it is not known which one is worst.
WORST: Mapping[str, Mapping[str, Make] | str] = {
    "listNotations": {
        "1,405 stacks": lambda _stage: make("listNotations", query=f"?seats={SEATS}&options={MOST_STACKS}", game="zlam")
    },
    "listEmotes": "It lists fourteen emotes.",
    "listNoticeTypes": "It lists twelve types.",
    "createWebhook": _HOOKED,
    "listWebhooks": _HOOKED,
    "readWebhook": _HOOKED,
    "testWebhook": "It sends a few bytes.",
    "replayWebhook": "It moves at most ten members of a list.",
    "rotateWebhookSecret": _HOOKED,
    "deleteWebhook": _HOOKED,
    "pushKey": "It has one key.",
    "subscribePush": _HOOKED,
    "unsubscribePush": _HOOKED,
    "listSessions": "A page of 20 entries of a list, whose size is bounded.",
    "listRunningSessions": "A page of 20 entries of a list, whose size is bounded.",
    "listTournaments": "A page of 20 tournaments, each read as readTournament reads it.",
    "mySessions": {
        "100 seats": lambda stage: make(
            "mySessions",
            {"seats": [{"sessionId": stage.table["id"], "seatToken": token} for token in stage.table["seats"]]},
        )
    },
    "joinOrCreate": "It is listSessions, then joinSession or createSession.",
    "createSessions": {"50 tables of 100": alone("createSessions", lambda: LARGEST_BATCH)},
    "batchResults": {"50 tables of 100": lambda stage: make("batchResults", batchId=stage.batch)},
    "createSession": {"100 seats": alone("createSession", lambda: LARGEST)},
    "joinSession": {
        "100 seats": lambda stage: make(
            "joinSession", {"name": "Ada"}, sessionId=stage.send(make("createSession", LARGEST))["session"]["id"]
        )
    },
    "leaveSession": _SEATED,
    "handOverSeat": _SEATED,
    "addBot": _SEATED,
    "removeBot": _SEATED,
    "startSession": "It deals a table, as newTable does, and commits it, as createSession does.",
    "abandonSession": _SEATED,
    "offerRematch": "It opens a table as createSession does.",
    "applyMove": {"100 seats": at_table("applyMove", move=MOVE)},
    "explainMove": {
        "100 seats": at_table("explainMove", move=MOVE),
        "a long text": at_table("explainMove", move="x" * (LONGEST_BODY - 100)),
    },
    "previewMove": {"100 seats": at_table("previewMove", move=MOVE)},
    "suggestMove": {"100 seats, level 1": suggest},
    "review": {"10 moves, level 4": lambda stage: make("review", query="?level=4&first=10", sessionId=stage.finished)},
    "presence": {"100 seats": lambda stage: make("presence", sessionId=stage.table["id"])},
    "sendEmote": "It stores nothing, and sends a few bytes.",
    "resign": _SEATED,
    "giveUpSeat": _SEATED,
    "claimDeadline": _SEATED,
    "undoMove": _SEATED,
    "askTakeBack": _SEATED,
    "answerTakeBack": _SEATED,
    "nextDecision": {
        "100 seats": lambda stage: make(
            "nextDecision",
            {
                "seats": [{"sessionId": stage.table["id"], "seatToken": token} for token in stage.table["seats"]],
                "waitSeconds": 0,
            },
        )
    },
    "newTable": {"100 seats": alone("newTable", lambda: {**LARGEST, "viewer": 0})},
    "readTable": {"100 seats": with_state("readTable", viewer=0)},
    "applyMoveToState": {"100 seats": move_state},
    "suggestMoveForState": {
        "100 seats, level 1": alone("suggestMoveForState", lambda: suggest_for_state(SEATS, 1)),
        "20 seats, level 4": alone("suggestMoveForState", lambda: suggest_for_state(20, 4)),
    },
    "createTournament": {"3,000 entrants": alone("createTournament", lambda: LARGEST_CUP)},
    "enterTournament": {
        "3,000 entrants": lambda stage: make("enterTournament", {"name": "Ada"}, tournamentId=stage.unstarted["id"])
    },
    "withdrawFromTournament": _TOURNAMENT,
    "startTournament": {
        "3,000 entrants": lambda stage: make(
            "startTournament", {}, stage.unstarted["host"], tournamentId=stage.unstarted["id"]
        )
    },
    "pairNextRound": "It pairs a round, as startTournament does.",
    "pauseTournament": _TOURNAMENT,
    "resumeTournament": _TOURNAMENT,
    "ruleOnTable": {
        "3,000 entrants": in_tournament("ruleOnTable", round=1, table=0, points=[1, 0], reason="They did not come.")
    },
    "abandonTournament": _TOURNAMENT,
    "readTournament": {"3,000 entrants": in_tournament("readTournament")},
    "tournamentEntrants": {"3,000 entrants": in_tournament("tournamentEntrants")},
    "tournamentTables": {"3,000 entrants": in_tournament("tournamentTables")},
    "tournamentStandings": {"3,000 entrants": in_tournament("tournamentStandings")},
    "myTables": {"3,000 entrants": in_tournament("myTables", "entrant")},
    "tournamentRecord": "It reads 500 records at most, and the standings are those of tournamentStandings.",
    "pairRound": {name: alone("pairRound", build) for name, build in large.PAIRINGS.items()},
    "standingsOf": {name: alone("standingsOf", build) for name, build in large.STANDINGS.items()},
    "rateResults": {name: alone("rateResults", build) for name, build in large.RATINGS.items()},
}
