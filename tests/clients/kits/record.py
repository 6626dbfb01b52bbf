"""Record the answers of a real service, for the conversations.

    PYTHONPATH=clients/python python -m tests.clients.kits.record

A conversation names an answer of `recorded.json`. Ids and secrets are replaced, so that they can be told by name.
"""

import re
import tempfile
from pathlib import Path
from typing import Any

import httpx2
import msgspec

from tests.clients.kits.games import SMALL
from tools.services import Service

RECORDED = Path(__file__).parent / "conversations" / "recorded.json"
SEED = "00" * 31 + "07"
Answer = dict[str, Any]


class Recorder:
    """Asks a service and keeps the answers by name."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self.answers: dict[str, Answer] = {}
        self.names: dict[str, str] = {}

    def ask(self, name: str, path: str, body: object = None, token: str = "", **headers: str) -> Any:  # noqa: ANN401
        """Send a request, keep the answer, and return its body."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        method = "GET" if body is None else "POST"
        answer: httpx2.Response = self._service.http.request(
            method, f"{self._service.root}/v1{path}", json=body, headers=sent
        )
        self.answers[name] = {"status": answer.status_code, "body": answer.json()}
        return answer.json()

    def stream(self, path: str, token: str) -> None:
        """Keep every frame of a table that has a rematch, as `frame3` and so on, and what differs, as `changes4`."""
        headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {token}"}
        address = f"{self._service.root}/v1{path}/frames?after=2&untilRematch=true"
        for kind, which in (("frame", ""), ("changes", "&changes=true")):
            streamed = self._service.http.get(address + which, headers=headers)
            for data in re.findall(r"^event: frame\ndata: (.*)$", streamed.text, re.MULTILINE):
                frame = msgspec.json.decode(data)
                self.answers[f"{kind}{frame['version']}"] = {"status": 200, "body": frame}


def record(service: Service) -> dict[str, Answer]:
    """Play a small table, ask what is refused, and return all answers by name."""
    recorder = Recorder(service)
    made = recorder.ask("created", "/sessions", {**SMALL, "seed": SEED})
    path = f"/sessions/{(session := made['session']['id'])}"
    ada = recorder.ask("joined", f"{path}/seats", {"name": "Ada"})["seatToken"]
    bob = recorder.ask("joinedBob", f"{path}/seats", {"name": "Bob"})["seatToken"]
    names = {session: "SESSION", made["hostToken"]: "HOST", ada: "ADA", bob: "BOB"}
    names |= {link["code"]: f"CODE-{link['seat']}" for link in made["joinLinks"]}
    _refuse(recorder, path, {0: ada, 1: bob})
    _play(recorder, path, {0: ada, 1: bob})
    names[recorder.ask("rematch", f"{path}/rematch", {}, ada)["session"]["id"]] = "NEXT"
    recorder.stream(path, ada)
    _race(recorder)
    table = recorder.ask("table", "/tables", {**SMALL, "seed": SEED, "viewer": 0})["table"]
    move = {"state": table["state"], "seat": table["activeSeats"][0], "viewer": 0}
    recorder.ask("tableMoved", "/tables/moves", {**move, "move": "place @1"})
    recorder.ask("tableIllegal", "/tables/moves", {**move, "move": "place @9"})
    recorder.ask("notFound", "/sessions/none")
    text = msgspec.json.encode(recorder.answers).decode()
    for secret, name in names.items():
        text = text.replace(secret, name)
    answers: dict[str, Answer] = msgspec.json.decode(text)
    return answers


def _refuse(recorder: Recorder, path: str, tokens: dict[int, str]) -> None:
    asked = recorder.ask("openTable", path)["view"]["turn"][0]
    recorder.ask("read", path, token=tokens[asked])
    recorder.ask("illegal", f"{path}/moves", {"move": "place @9"}, tokens[asked], If_Match="*")
    recorder.ask("badNotation", f"{path}/moves", {"move": "nonsense"}, tokens[asked], If_Match="*")
    recorder.ask("notYourTurn", f"{path}/moves", {"move": "place @1"}, tokens[1 - asked], If_Match="*")
    recorder.ask("preview", f"{path}/moves/preview", {"move": "place @1"}, tokens[asked])
    recorder.ask("rolledBack", f"{path}/moves", {"move": "place @1"}, tokens[asked], If_Match='"9-0123456789abcdef"')


def _play(recorder: Recorder, path: str, tokens: dict[int, str]) -> None:
    for version in (3, 4, 5):
        asked = recorder.ask("openTable", path)["view"]["turn"][0]
        way = (f"{path}/moves", {"move": "place @1"}, tokens[asked])
        key = {"If_Match": f'"{version}"', "Idempotency_Key": f"key-{version}"}
        recorder.ask(f"changed{version + 1}", *way, **key, Prefer="return=changes;events")
        whole = recorder.ask(f"replayed{version + 1}", *way, **key)
        # What a release answers that does not know that preference.
        recorder.answers[f"applied{version + 1}"] = {"status": 200, "body": {**whole, "replayed": False}}
        if version == 4:
            recorder.ask("stale", f"{path}/moves", {"move": "place @1"}, tokens[1 - asked], If_Match='"4"')
    recorder.ask("tableOver", f"{path}/moves", {"move": "place @1"}, tokens[0], If_Match="*")
    recorder.ask("sessionOver", f"{path}/resign", {}, tokens[0], If_Match="*")


def _race(recorder: Recorder) -> None:
    """Draw at once where others have a minute to react to the first card."""
    kept = dict(recorder.answers)
    wish = {"game": "zar", "seats": 2, "reactionMillis": 60000}
    path = f"/sessions/{recorder.ask('', '/sessions', {**wish, 'seed': SEED})['session']['id']}"
    tokens = [recorder.ask("", f"{path}/seats", {})["seatToken"] for _ in range(2)]
    asked = recorder.ask("", path)["view"]["turn"][0]
    recorder.ask("tooEarly", f"{path}/moves", {"move": "draw"}, tokens[asked], If_Match="*")
    recorder.answers = {**kept, "tooEarly": recorder.answers["tooEarly"]}


def main() -> None:
    """Record the answers again."""
    with tempfile.TemporaryDirectory() as folder, Service(f"sqlite:{folder}/croupier.db", Path(folder)) as service:
        answers = record(service)
    lines = [f'"{name}": {msgspec.json.encode(answer).decode()}' for name, answer in answers.items()]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
