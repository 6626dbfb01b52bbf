"""Record an example answer of every operation of the REST API: `python -m tests.contract.examples` (`make examples`).

The calls go to a service of their own, in the order below. What differs from one recording to the next (ids, tokens,
times) is replaced by samples, and lists and texts are cut, since an example shows what an answer is like.
"""

import hashlib
import re
import tempfile
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from service.rest.endpoints import ENDPOINTS
from service.rest.examples import FILE
from service.rest.streams import EVENT_STREAM
from tests.support.graphql_client import Json
from tests.support.receivers import receiving
from tests.support.rest_client import JSON, Rest
from tools.services import Service

LONGEST_WAIT_SECONDS = 60
LONGEST_LIST = 2
LONGEST_TEXT = 200
SEED = "7" * 64
# What is drawn by lot, or depends on the time that the service takes: only the fields of these answers are the same.
BY_CHANCE = frozenset(
    {
        "review",
        "presence",
        *("startTournament", "pairNextRound", "pauseTournament", "resumeTournament", "ruleOnTable", "readTournament"),
        *("tournamentTables", "tournamentStandings", "myTables", "tournamentRecord", "followTournament"),
        *("testWebhook", "pushKey"),
        *("abandonTournament", "withdrawFromTournament", "tournamentEntrants"),
    }
)

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:\+00:00|Z)")
_MILLISECONDS = re.compile(r"(?<![0-9A-Za-z_-])1[0-9]{12}(?![0-9])")
# Hashes, tokens and ids, by their lengths; then the heads in cursors, and heads alone.
_RANDOM = re.compile(r"(?<![A-Za-z0-9_-])(?:[0-9a-f]{64}|[A-Za-z0-9_-]{43}|[A-Za-z0-9_-]{22})(?![A-Za-z0-9_-])")
_HEAD = re.compile(r"(?:(?<=[0-9]-)|^)[A-Za-z0-9_-]{16}(?![A-Za-z0-9_-])")
_SECRET = re.compile(r"whsec_[A-Za-z0-9+/]{43}=")
_RECEIVER = re.compile(r"http://127\.0\.0\.1:\d+")
WITH_HEADS = frozenset({"head", "cursor", "startCursor", "endCursor", "id"})
SAMPLE_TIME = "2026-12-01T20:00:00+00:00"
SAMPLE_MILLISECONDS = "1764619200000"
SAMPLE_SECRET = f"whsec_{'A' * 43}="

Examples = Mapping[str, Json]


class Recorder:
    """A caller of the service that keeps the first answer of each operation."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.examples: dict[str, Json] = {}
        self._paths = {endpoint.id: (endpoint.method, endpoint.path) for endpoint in ENDPOINTS}
        self._samples: dict[str, str] = {}

    def call(
        self, operation: str, body: object = None, *, token: str | None = None, query: str = "", **path: object
    ) -> Json:
        """Call an operation, which must be possible, and return its answer."""
        method, template = self._paths[operation]
        headers = {"If-Match": "*"} if method == "POST" else {}
        answer = Rest(self.service, token).ask(method, template.format(**path) + query, body, headers)
        assert answer.headers["content-type"] == JSON, (operation, answer.text)
        self._keep(operation, answer.json())
        return answer.json()

    def follow(self, operation: str, **path: object) -> None:
        """Keep the first event of a stream."""
        url = self.service.root + self._paths[operation][1].format(**path)
        with self.service.http.stream("GET", url, headers={"Accept": EVENT_STREAM}) as answer:
            lines = answer.iter_lines()
            event: Json = {}
            while "data" not in event:
                name, _, value = next(lines).partition(": ")
                event[name] = int(value) if name == "retry" else value
        event.pop("", None)
        event.pop("retry", None)
        data = self._plain(msgspec.json.decode(event["data"]))
        self._keep(operation, event)
        self.examples[operation]["data"] = msgspec.json.encode(data).decode()

    def until(self, done: Callable[[Json], object], operation: str, **path: object) -> Json:
        """Ask until an answer is as wanted, keep it, and return it."""
        method, template = self._paths[operation]
        headers = {"If-Match": "*"} if method == "POST" else {}
        give_up_at = time.monotonic() + LONGEST_WAIT_SECONDS
        while True:
            answer = Rest(self.service).ask(method, template.format(**path), headers=headers)
            if done(answer.json()):
                assert answer.headers["content-type"] == JSON, (operation, answer.text)
                self._keep(operation, answer.json())
                return answer.json()
            assert time.monotonic() < give_up_at, (operation, answer.text)

    def _keep(self, operation: str, answer: Json) -> None:
        if operation not in self.examples:
            self.examples[operation] = self._plain(answer)

    def _plain(self, value: Json, field: str = "") -> Json:
        """Return a value with samples, and cut to what shows its form."""
        if isinstance(value, dict):
            return {name: self._plain(part, name) for name, part in value.items()}
        if isinstance(value, list):
            return [self._plain(part) for part in value[:LONGEST_LIST]]
        if isinstance(value, str):
            text = self._replace(value)
            text = _HEAD.sub(self._sample, text) if field in WITH_HEADS else text
            return text if len(text) <= LONGEST_TEXT else text[:LONGEST_TEXT] + "…"
        return value

    def _replace(self, text: str) -> str:
        text = _RECEIVER.sub("https://example.org", _SECRET.sub(SAMPLE_SECRET, text))
        text = _MILLISECONDS.sub(SAMPLE_MILLISECONDS, _TIME.sub(SAMPLE_TIME, text))
        return _RANDOM.sub(self._sample, text)

    def _sample(self, found: re.Match[str]) -> str:
        """Return the sample of a random text, which is the same wherever it stands."""
        text = found[0]
        if text not in self._samples:
            digest = hashlib.sha256(str(len(self._samples)).encode())
            made = digest.hexdigest() if len(text) == 64 else urlsafe_b64encode(digest.digest()).decode()
            self._samples[text] = made[: len(text)]
        return self._samples[text]


def record(service: Service) -> Examples:
    """Return an example answer of every operation, by its name, in the order of the document."""
    recorder = Recorder(service)
    for part in (
        *(record_games, record_lobby, record_play, record_taking_back, record_undoing, record_leaving, record_deadline),
        *(record_end, record_batch, record_states, record_tournament, record_end_of_tournament, record_calculations),
        record_webhooks,
    ):
        part(recorder)
    return {name: recorder.examples[name] for name in sorted(recorder.examples)}


def record_games(recorder: Recorder) -> None:
    recorder.call("listGames")
    for operation in ("readGame", "listCards", "listRules"):
        recorder.call(operation, game="zeven")
    recorder.call("listNotations", game="zlam", query="?seats=3")
    recorder.call("readRule", game="zeven", number="3.1")
    recorder.call("readVocabulary", game="zeven", query="?lists=verbs,zones")
    recorder.call("readLesson", game="zeven")


def record_lobby(recorder: Recorder) -> None:
    made = recorder.call("createSession", {"game": "zeven", "seats": 2, "public": True, "seed": SEED, "hints": True})
    recorder.call("listSessions")
    session = {"sessionId": made["session"]["id"]}
    host = made["hostToken"]
    recorder.call("addBot", {"seat": 1, "level": 2}, token=host, **session)
    recorder.call("removeBot", {"seat": 1}, token=host, **session)
    seat = recorder.call("joinSession", {"name": "Ada"}, **session)["seatToken"]
    recorder.call("handOverSeat", token=seat, **session)
    recorder.call("startSession", token=host, **session)
    recorder.call("listRunningSessions")
    recorder.call("abandonSession", token=host, **session)
    recorder.call("joinOrCreate", {"game": "bazaar", "seats": 2, "name": "Ada"})


class Table:
    """A session of two seats, and the tokens of its seats."""

    def __init__(self, recorder: Recorder, **setup: object) -> None:
        made = recorder.call("createSession", {"game": "zeven", "seats": 2, "seed": SEED, **setup})
        self.recorder = recorder
        self.session = {"sessionId": made["session"]["id"]}
        self.host: str = made["hostToken"]
        self.tokens: list[str] = [
            recorder.call("joinSession", {"name": name}, **self.session)["seatToken"] for name in ("Ada", "Grace")
        ]

    def call(self, operation: str, body: object = None, *, seat: int, query: str = "") -> Json:
        """Call an operation as a seat."""
        return self.recorder.call(operation, body, token=self.tokens[seat], query=query, **self.session)

    def turn(self) -> int:
        """Return the seat that is asked."""
        turn: list[int] = self.recorder.call("readSession", **self.session)["view"]["turn"]
        return turn[0]

    def move(self) -> Json:
        """Make the first legal move of the seat that is asked."""
        seat = self.turn()
        notation = self.call("listLegalMoves", seat=seat)["moves"][0]["notation"]
        return self.call("applyMove", {"move": notation}, seat=seat)


def record_play(recorder: Recorder) -> None:
    table = Table(recorder, hints=True)
    session = table.session["sessionId"]
    seat = 0
    for operation in ("readSession", "readHand", "listLegalMoves", "readIntroduction", "presence"):
        table.call(operation, seat=seat)
    recorder.call("listEmotes")
    table.call("sendEmote", {"emote": "HELLO"}, seat=seat)
    recorder.follow("followSession", **table.session)
    mover = table.turn()
    table.call("explainMove", {"move": "pass"}, seat=mover)
    table.call("previewMove", {"move": table.call("listLegalMoves", seat=mover)["moves"][0]["notation"]}, seat=mover)
    table.call("suggestMove", seat=mover, query="?level=1")
    seats = [{"sessionId": session, "seatToken": table.tokens[mover]}]
    recorder.call("mySessions", {"seats": seats})
    recorder.call("nextDecision", {"seats": seats, "waitSeconds": 0})
    table.move()
    table.call("listEvents", seat=seat)


def record_taking_back(recorder: Recorder) -> None:
    table = Table(recorder, takeBacks=True)
    mover = table.turn()
    table.move()
    table.call("askTakeBack", seat=mover)
    table.call("answerTakeBack", {"agree": True}, seat=1 - mover)


def record_undoing(recorder: Recorder) -> None:
    table = Table(recorder, game="zlam")
    while True:
        seat = table.turn()
        if table.move()["session"]["view"]["undo"]["available"]:
            break
    table.call("undoMove", seat=seat)


def record_leaving(recorder: Recorder) -> None:
    table = Table(recorder)
    table.call("leaveSession", seat=1)
    recorder.call("giveUpSeat", {"seat": 1}, token=table.host, **table.session)


def record_deadline(recorder: Recorder) -> None:
    table = Table(recorder, moveSeconds=1)
    recorder.until(lambda answer: answer.get("code") != "TOO_EARLY", "claimDeadline", **table.session)


def record_end(recorder: Recorder) -> None:
    table = Table(recorder)
    table.move()
    table.call("resign", seat=1)
    for operation in ("readRecord", "offerRematch"):
        table.call(operation, seat=0)
    table.call("review", seat=0, query="?level=2")


def record_batch(recorder: Recorder) -> None:
    sessions = [
        {"game": "zeven", "seats": 2, "tag": "round 1", "bots": [{"seat": 1, "level": 2}]},
        {"game": "zar", "seats": 3, "tag": "round 1"},
    ]
    batch = recorder.call("createSessions", {"sessions": sessions})
    recorder.call("batchResults", batchId=batch["batchId"])


def record_states(recorder: Recorder) -> None:
    made = recorder.call("newTable", {"game": "zeven", "seats": 2, "seed": SEED, "viewer": 0})
    state = {"state": made["table"]["state"]}
    recorder.call("readTable", {**state, "viewer": 0})
    (seat,) = made["view"]["turn"]
    suggested = recorder.call("suggestMoveForState", {**state, "seat": seat, "level": 1})
    recorder.call("applyMoveToState", {**state, "seat": seat, "move": suggested["move"]["notation"], "viewer": seat})


def record_tournament(recorder: Recorder) -> None:
    terms: Json = {"title": "Friday night", "game": "zeven", "format": "SWISS", "rounds": 2, "open": True}
    made = recorder.call("createTournament", {**terms, "public": True, "byHost": True, "entrants": [{"name": "Ada"}]})
    tournament = {"tournamentId": made["tournament"]["id"]}
    host = made["hostToken"]
    recorder.call("listTournaments")
    entrant = recorder.call("enterTournament", {"name": "Grace"}, **tournament)["entrantToken"]
    for name in ("Edsger", "Barbara"):
        recorder.call("enterTournament", {"name": name}, **tournament)
    recorder.call("startTournament", token=host, **tournament)
    recorder.until(is_playing, "tournamentTables", **tournament)
    recorder.call("tournamentTables", **tournament)
    recorder.call("myTables", token=entrant, **tournament)
    recorder.call("pauseTournament", token=host, **tournament)
    recorder.call("resumeTournament", token=host, **tournament)
    recorder.follow("followTournament", **tournament)
    for table in (0, 1):
        ruling = {"round": 1, "table": table, "points": [1, 0], "reason": "Nobody came."}
        recorder.call("ruleOnTable", ruling, token=host, **tournament)
    recorder.until(lambda read: read["playedRounds"][0]["isOver"], "readTournament", **tournament)
    for operation in ("readTournament", "tournamentEntrants", "tournamentStandings"):
        recorder.call(operation, **tournament)
    recorder.call("pairNextRound", token=host, **tournament)
    recorder.call("withdrawFromTournament", {"entrant": 3}, token=host, **tournament)
    recorder.call("abandonTournament", token=host, **tournament)


def is_playing(page: Json) -> bool:
    """Tell whether the tables of a round are open."""
    boards = [board for table in page["nodes"] for board in table["boards"]]
    return bool(boards) and all(board["status"] == "PLAYING" for board in boards)


def record_end_of_tournament(recorder: Recorder) -> None:
    entrants = [{"name": "Ada"}, {"name": "Grace"}]
    terms: Json = {"title": "A duel", "game": "zeven", "format": "SWISS", "rounds": 1, "entrants": entrants}
    made = recorder.call("createTournament", terms)
    tournament = {"tournamentId": made["tournament"]["id"]}
    token = made["entrantTokens"][0]
    recorder.call("startTournament", token=made["hostToken"], **tournament)
    page = recorder.until(is_playing, "tournamentTables", **tournament)
    session = page["nodes"][0]["boards"][0]["sessionId"]
    recorder.call("resign", token=token, sessionId=session)
    recorder.until(lambda read: read["status"] == "FINISHED", "readTournament", **tournament)
    recorder.call("tournamentRecord", **tournament)


def record_calculations(recorder: Recorder) -> None:
    for endpoint in ENDPOINTS:
        if endpoint.group == "Tournaments that the caller keeps":
            assert endpoint.example is not None
            recorder.call(endpoint.id, dict(endpoint.example))


def record_webhooks(recorder: Recorder) -> None:
    recorder.call("listNoticeTypes")
    recorder.call("pushKey")
    table = Table(recorder)
    wish = {**table.session, "types": ["turn.started", "turn.ended"], "url": "https://hooks.example/ada"}
    made = recorder.call("createWebhook", wish, token=table.tokens[0])
    recorder.call("listWebhooks", token=table.tokens[0], query=f"?sessionId={table.session['sessionId']}")
    which = {"webhookId": made["webhook"]["id"]}
    recorder.call("readWebhook", token=table.tokens[0], **which)
    recorder.call("rotateWebhookSecret", token=table.tokens[0], **which)
    recorder.call("replayWebhook", {}, token=table.tokens[0], **which)
    recorder.call("deleteWebhook", token=table.tokens[0], **which)
    with receiving() as receiver:
        made = recorder.call("createWebhook", {**wish, "url": receiver.url}, token=table.tokens[0])
        recorder.call("testWebhook", token=table.tokens[0], webhookId=made["webhook"]["id"])
    table.call("subscribePush", {"subscription": SUBSCRIPTION}, seat=0)
    table.call("unsubscribePush", {"endpoint": SUBSCRIPTION["endpoint"]}, seat=0)


# The keys are those of RFC 8291, appendix A.
SUBSCRIPTION = {
    "endpoint": "https://push.example.net/of-a-browser",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


def fields_of(value: Json) -> Json:
    """Return the fields of a value, without what they hold."""
    if isinstance(value, dict):
        return {name: fields_of(part) for name, part in value.items()}
    if isinstance(value, list):
        return [fields_of(part) for part in value[:1]]
    return None


def is_same(name: str, first: Json, second: Json) -> bool:
    """Tell whether two recordings of an operation's answer agree."""
    return bool(fields_of(first) == fields_of(second) if name in BY_CHANCE else first == second)


def main() -> None:
    """Write the examples; those that are the same but for chance stay as they are."""
    with tempfile.TemporaryDirectory() as name:
        store = f"sqlite:{name}/croupier.db"
        with Service(store, Path(name), webhooks="private") as service:
            recorded = record(service)
    known: Examples = msgspec.json.decode(FILE.read_bytes()) if FILE.exists() else {}
    kept = {
        name: known[name] if name in known and is_same(name, known[name], example) else example
        for name, example in recorded.items()
    }
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=2) + b"\n")


if __name__ == "__main__":
    main()
