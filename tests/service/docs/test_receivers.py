"""The receivers of webhooks that pages and examples show: each is started, and gets genuine and forged requests."""

import os
import re
import sqlite3
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import msgspec
import pytest
from croupier_client import Notice, verify_webhook
from standardwebhooks import Webhook

from service.notices import notice as sent
from tests.service.docs.pages import DOCS, read_blocks
from tools.servers import REPOSITORY, find_node

RECEIVING = DOCS / "receiving-webhooks.md"
VERIFYING = DOCS / "verifying-webhooks.md"
LINKS = DOCS / "deep-links.md"
EXAMPLE = REPOSITORY / "examples" / "turn_links.py"
KITS = REPOSITORY / "clients"
MAX_LINES = 20
SECRET, OTHER = (f"whsec_{b64encode(bytes([number]) * 32).decode()}" for number in range(2))
AT = 1_674_087_230_250


def make_notice(kind: sent.NoticeType, version: int, deadline: str | None = None) -> sent.Notice:
    subject = sent.Subject("SESSION", version=version, seat=1, deadline=deadline)
    return sent.Notice(kind, AT, sent.make_origin("history", version), subject)


STARTED = make_notice("turn.started", 7, "2023-01-19T00:15:30.250Z")
ENDED = make_notice("turn.ended", 8)
AGAIN = make_notice("turn.started", 9)


class Receiver(NamedTuple):
    """A running receiver: its address, and the lines that it prints."""

    url: str
    printed: Iterator[str]

    def send(self, notice: sent.Notice, secret: str = SECRET, message_id: str = "") -> int:
        """Send a notice that is signed with a secret, and return the status of the answer."""
        body = sent.encode_payload(notice)
        return self.post(body, sign(body, secret, message_id or notice.origin))

    def post(self, body: bytes, headers: Mapping[str, str]) -> int:
        """Send a request, and return the status of the answer."""
        return httpx2.post(self.url, content=body, headers=headers).status_code


def sign(body: bytes, secret: str, message_id: str) -> dict[str, str]:
    """Return the headers of a request that is sent now."""
    now = datetime.now(UTC)
    signature = Webhook(secret).sign(message_id, now, body.decode())
    return {"webhook-id": message_id, "webhook-timestamp": str(int(now.timestamp())), "webhook-signature": signature}


@contextmanager
def running(folder: Path, *command: str) -> Iterator[Receiver]:
    """Run a receiver in a folder, until it prints its port."""
    environment = {**os.environ, "PYTHONPATH": str(KITS / "python"), "PYTHONUNBUFFERED": "1", "WEBHOOK_SECRETS": SECRET}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            lines = (line.rstrip() for line in process.stdout)
            port = next(lines).removeprefix("Listening on port ")
            yield Receiver(f"http://127.0.0.1:{port}", lines)
        finally:
            process.kill()


def shown(page: Path, kind: str, place: int = 0) -> str:
    """Return a block of a page."""
    return [block.text for block in read_blocks(page) if block.kind == kind][place]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the receivers of the page, which take any free port; JavaScript finds the kit there."""
    for name, kind in (("receiver.py", "python"), ("receiver.mjs", "js")):
        (tmp_path / name).write_text(shown(RECEIVING, kind).replace("9000", "0"), encoding="utf-8")
    (tmp_path / "node_modules" / "@croupier").mkdir(parents=True)
    (tmp_path / "node_modules" / "@croupier" / "client").symlink_to(KITS / "javascript")
    return tmp_path


@pytest.mark.parametrize("name", ["receiver.py", "receiver.mjs"])
def test_a_receiver_of_the_page_takes_each_genuine_notice_once(folder: Path, name: str) -> None:
    program = sys.executable if name.endswith(".py") else find_node()
    with running(folder, program, name) as receiver:
        assert [receiver.send(notice) for notice in (STARTED, STARTED, ENDED)] == [204] * 3
        assert [next(receiver.printed), next(receiver.printed)] == ["turn.started SESSION 1", "turn.ended SESSION 1"]
        assert receiver.send(AGAIN, OTHER) == 400
        body = sent.encode_payload(AGAIN)
        assert receiver.post(body + b" ", sign(body, SECRET, "msg_1")) == 400
        assert receiver.post(body, {}) == 400
        # It still runs, and has printed nothing of what it refused.
        assert receiver.send(ENDED, message_id="msg_2") == 204
        assert next(receiver.printed) == "turn.ended SESSION 1"


@pytest.mark.parametrize("kind", ["python", "js"])
def test_a_receiver_of_the_page_is_short(kind: str) -> None:
    lines = [line for line in shown(RECEIVING, kind).splitlines() if line]
    assert len(lines) <= MAX_LINES


def test_the_example_prints_a_link_for_each_turn_in_order(tmp_path: Path) -> None:
    page = "https://cards.example/"
    with running(tmp_path, sys.executable, str(EXAMPLE), "--port", "0", "--page", page) as receiver:
        assert [receiver.send(notice) for notice in (STARTED, ENDED, STARTED, AGAIN)] == [204] * 4
        link = "https://cards.example/play#s=SESSION"
        assert [next(receiver.printed) for _ in range(3)] == [
            f"Seat 1: your turn until 2023-01-19T00:15:30.250Z, {link}",
            f"Seat 1: nothing to do any more, {link}",
            f"Seat 1: your turn, {link}",
        ]
        assert receiver.send(make_notice("turn.ended", 10), OTHER) == 400
        assert receiver.post(b"{}", {}) == 400
        assert receiver.send(make_notice("table.finished", 11)) == 204
        assert receiver.send(make_notice("turn.started", 12)) == 204
        assert next(receiver.printed) == f"Seat 1: your turn, {link}"


def test_the_example_says_that_it_needs_a_secret(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "WEBHOOK_SECRETS"}
    command = [sys.executable, str(EXAMPLE), "--port", "0"]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "Set WEBHOOK_SECRETS to the secret of the webhook, which begins with whsec_\n"


def test_the_page_and_the_example_verify_in_the_same_way() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    code = text[text.index("def is_genuine") : text.index("class Turns")]
    untyped = re.sub(r": (?:bytes|str|Mapping\[.*?\]|Sequence\[.*?\])(?=[,)])| -> \w+(?=:)", "", code)
    assert untyped.strip() in shown(VERIFYING, "python")


def test_the_verification_of_the_page_without_a_kit_tells_genuine_from_forged() -> None:
    is_genuine: Callable[[bytes, Mapping[str, str], list[str]], bool] = defined_in(VERIFYING, 0)["is_genuine"]
    body = sent.encode_payload(STARTED)
    now = time.time()

    def at(seconds: float, secret: str = SECRET) -> dict[str, str]:
        time_of_attempt = datetime.fromtimestamp(int(now + seconds), UTC)
        signature = Webhook(secret).sign("msg_1", time_of_attempt, body.decode())
        return {
            "webhook-id": "msg_1",
            "webhook-timestamp": str(int(now + seconds)),
            "webhook-signature": f"v1a,foreign {signature} v1,=",
        }

    assert is_genuine(body, at(0), [OTHER, SECRET])
    assert not is_genuine(body, at(0), [OTHER])
    assert not is_genuine(body + b" ", at(0), [SECRET])
    assert not any(is_genuine(body, at(seconds), [SECRET]) for seconds in (-310, 310))
    assert not any(is_genuine(body, {**at(0), name: ""}, [SECRET]) for name in at(0))
    assert not is_genuine(body, {}, [SECRET])


def defined_in(page: Path, place: int) -> dict[str, Any]:
    """Run a block of Python of a page, and return what it defines."""
    defined: dict[str, Any] = {}
    exec(shown(page, "python", place), defined)
    return defined


def test_the_request_that_the_page_shows_is_genuine() -> None:
    rows = dict(re.findall(r"^\| `?([\w-]+)`? \| `(.*)` \|$", VERIFYING.read_text(encoding="utf-8"), re.MULTILINE))
    now = int(rows["webhook-timestamp"])
    body = rows["body"].encode()
    made = Webhook(rows["secret"]).sign(rows["webhook-id"], datetime.fromtimestamp(now, UTC), rows["body"])
    assert made == rows["webhook-signature"]
    with pytest.raises(Exception, match="The notice has no data"):
        verify_webhook(body, rows, rows["secret"], now=now)


def test_the_inbox_of_the_page_stores_a_notice_once() -> None:
    store: Callable[[sqlite3.Connection, Notice], None] = defined_in(RECEIVING, 1)["store"]
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE inbox (id TEXT PRIMARY KEY, type TEXT, session TEXT, seat INTEGER, version INTEGER)")
    body = sent.encode_payload(STARTED)
    notice = verify_webhook(body, sign(body, SECRET, "msg_1"), SECRET)
    store(database, notice)
    store(database, notice)
    assert database.execute("SELECT * FROM inbox").fetchall() == [("msg_1", "turn.started", "SESSION", 1, 7)]
    database.close()


def test_the_payloads_of_the_page_on_links_are_json() -> None:
    blocks = [block for block in read_blocks(LINKS) if block.kind == "json example"]
    assert len(blocks) == 5
    assert all(msgspec.json.decode(block.text) for block in blocks)
