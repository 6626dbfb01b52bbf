"""Conversations: a call of a kit, the requests it must send, the answers to them, and the result of the call.

Each file of `conversations/` is one. An exchange names a recorded answer, or describes one; `cut` is the number of its
bytes that arrive. Requests with the same `key` must have the same idempotency key, and others another one.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from tests.clients.kits.servers.http_server import End, Heard, response, stream_head

FOLDER = Path(__file__).parent / "conversations"
RECORDED: dict[str, Any] = msgspec.json.decode((FOLDER / "recorded.json").read_bytes())
FILES = sorted(file for file in FOLDER.glob("*.json") if file.name != "recorded.json")
# What only the kit for JavaScript can do.
FILES_IN_JAVASCRIPT = sorted((FOLDER / "javascript").glob("*.json"))


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that was not recorded, or with other headers (`recorded`).

    `stream` are its events, and `hold` keeps it open without a sign of life. Its frames have what differs from the one
    before, unless they are of a release that does not know that (`whole`).
    """

    status: int = 200
    body: Any = None
    recorded: str | None = None
    headers: dict[str, str] = {}
    stream: list[Any] | None = None
    hold: bool = False
    whole: bool = False


class Exchange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request that is expected, and its answer; without one the connection is closed."""

    ask: str
    answer: Answer | str | None = None
    cut: int | None = None
    token: str | None = None
    key: str | None = None
    if_match: str | None = msgspec.field(default=None, name="ifMatch")
    if_none_match: str | None = msgspec.field(default=None, name="ifNoneMatch")
    language: str | None = None
    prefer: str | None = None
    body: Any = None


class Conversation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is done, and what is exchanged for it; `settings` are those of the kit, with times in milliseconds."""

    title: str
    calls: list[dict[str, Any]]
    exchanges: list[Exchange]
    settings: dict[str, Any] = {}


def read_conversation(file: Path) -> Conversation:
    """Return a conversation; `{3}` stands for the cursor of version 3."""
    text = re.sub(r"\{(\d)\}", lambda found: RECORDED[f"frame{found[1]}"]["body"]["cursor"], file.read_text("utf-8"))
    return msgspec.json.decode(text, type=Conversation)


class Script:
    """Answers as a conversation says, and notes what was not expected."""

    def __init__(self, conversation: Conversation) -> None:
        self.faults: list[str] = []
        self.left = list(conversation.exchanges)
        self._keys: dict[str, str] = {}
        self._lock = Lock()

    def respond(self, heard: Heard) -> Iterator[bytes | End]:
        """Return the bytes of the answer to a request."""
        with self._lock:
            if not self.left:
                self.faults.append(f"unexpected: {heard.method} {heard.path}")
                return
            exchange = self.left.pop(0)
            self._check(exchange, heard)
        if exchange.answer is None:
            return
        yield _bytes_of(exchange.answer)[: exchange.cut]
        if isinstance(exchange.answer, Answer) and exchange.answer.hold:
            yield End.HOLD

    def _check(self, exchange: Exchange, heard: Heard) -> None:
        expected = {"ask": exchange.ask, "body": exchange.body}
        found = {"ask": f"{heard.method} {heard.path}", "body": heard.body}
        if exchange.token is not None:
            expected["token"] = f"Bearer {exchange.token}" if exchange.token else ""
            found["token"] = heard.headers.get("authorization", "")
        if exchange.if_match is not None:
            expected["ifMatch"] = exchange.if_match
            found["ifMatch"] = heard.headers.get("if-match")
        if exchange.language is not None:
            expected["language"] = exchange.language
            found["language"] = heard.headers.get("croupier-language", "")
        if exchange.prefer is not None:
            expected["prefer"] = exchange.prefer
            found["prefer"] = heard.headers.get("prefer", "")
        if exchange.if_none_match is not None:
            expected["ifNoneMatch"] = exchange.if_none_match
            found["ifNoneMatch"] = heard.headers.get("if-none-match", "")
        if exchange.key is not None:
            key = heard.headers.get("idempotency-key", "")
            expected["key"] = self._keys.setdefault(exchange.key, key)
            found["key"] = key
            if len(set(self._keys.values())) < len(self._keys):
                self.faults.append(f"a key was used twice: {exchange.ask}")
        if expected != found:
            self.faults.append(f"expected {expected}, heard {found}")


def _bytes_of(answer: Answer | str) -> bytes:
    if isinstance(answer, str):
        return response(*_recorded(answer))
    if answer.recorded is not None:
        return response(*_recorded(answer.recorded), answer.headers)
    if answer.stream is None:
        return response(answer.status, answer.body, answer.headers)
    return stream_head() + b"".join(_events(answer))


def _recorded(name: str) -> tuple[int, object]:
    """Return the status and the body of a recorded answer, or of a part of it: `joined.session`."""
    name, _, part = name.partition(".")
    recorded = RECORDED[name]
    return recorded["status"], recorded["body"][part] if part else recorded["body"]


def _events(answer: Answer) -> Iterator[bytes]:
    """Yield the bytes of the events of a stream: `:`, recorded frames (with other fields), and names with data."""
    is_first = True
    for event in answer.stream or ():
        if event == ":":
            yield b":\n\n"
        elif isinstance(event, str) and not event.startswith("frame"):
            yield b"retry: 1000\n\nevent: %s\ndata: {}\n\n" % event.encode()
        elif "problem" in event:
            yield b"event: problem\ndata: " + msgspec.json.encode(RECORDED[event["problem"]]["body"]) + b"\n\n"
        else:
            asked = {"frame": event} if isinstance(event, str) else event
            frame = _whole_frame(asked) if answer.whole else _frame_of_changes(asked, is_first=is_first)
            head = b"id: %s\nevent: frame\ndata: " % frame["cursor"].encode()
            yield head + msgspec.json.encode(frame) + b"\n\n"
            is_first = False


def _whole_frame(asked: dict[str, Any]) -> dict[str, Any]:
    frame = {**RECORDED[asked["frame"]]["body"], **asked.get("with", {})}
    if "session" in asked:
        frame["session"] = {**frame["session"], **asked["session"]}
    return frame


def _frame_of_changes(asked: dict[str, Any], *, is_first: bool) -> dict[str, Any]:
    """Return a frame with what differs, or with everything if the board has to draw it whole."""
    whole = _whole_frame(asked)
    if is_first or whole["resync"]:
        changes = {"session": whole["session"]}
    else:
        recorded = RECORDED[asked["frame"].replace("frame", "changes")]["body"]
        changes = {**recorded["changes"], **asked.get("changes", {})}
    kept = {name: value for name, value in whole.items() if name not in ("session", "decision")}
    return {**kept, "changes": changes}
