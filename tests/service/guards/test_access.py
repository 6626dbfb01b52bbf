"""App keys: a key lets a caller in, the refusal explains how to send one, and keys change without a restart."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from service.http.call import Call, call_of
from service.middleware.app_keys import CHALLENGE, AppKeyGuard, AppKeys
from service.middleware.requests import RequestMiddleware
from service.settings import load_settings, parse_app_keys
from store.options import SettingsError
from tests.service.guards.conftest import Start
from tests.service.guards.logs_and_metrics import metric
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import new_key
from tests.support.graphql_stream import PROTOCOL, SECONDS, closed_with
from tests.support.services import service_with
from tools.servers import REPOSITORY
from tools.services import LocalService, Service

WEB = "the-key-of-the-web-front-end"
BOTS = "the-key-of-the-bots"
QUERY = {"query": "{ __typename }"}


def pair(name: str, key: str) -> str:
    return f"{name}={hashlib.sha256(key.encode()).hexdigest()}"


def with_key(key: str) -> dict[str, str]:
    return {"Croupier-App-Key": key}


locked = service_with(app_keys=f"{pair('web', WEB)},{pair('bots', BOTS)}")


# ---- keys of different apps


def open_with(service: Service, app_key: str, key: str) -> Json:
    wish = {"game": "zeven", "seats": 2}
    headers = {**with_key(app_key), "Idempotency-Key": key}
    answer = service.http.post(f"{service.root}/v1/sessions", json=wish, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()


def join_with(service: Service, app_key: str, session_id: str, key: str) -> httpx2.Response:
    headers = {**with_key(app_key), "Idempotency-Key": key}
    return service.http.post(f"{service.root}/v1/sessions/{session_id}/seats", json={}, headers=headers)


def test_the_same_key_of_another_app_gives_away_nothing(locked: Service) -> None:
    key = new_key()
    of_web = open_with(locked, WEB, key)
    of_bots = open_with(locked, BOTS, key)
    assert open_with(locked, WEB, key) == of_web
    assert of_web["session"]["id"] != of_bots["session"]["id"]
    assert of_web["hostToken"] != of_bots["hostToken"]
    seats = [join_with(locked, app, of_web["session"]["id"], key).json() for app in (WEB, BOTS, WEB)]
    assert [seat["seat"] for seat in seats] == [0, 1, 0]
    assert seats[0]["seatToken"] == seats[2]["seatToken"] != seats[1]["seatToken"]


def test_the_same_key_over_a_websocket_is_that_of_the_app_that_is_told_there(locked: Service) -> None:
    key = new_key()
    opened = set()
    for app_key in (WEB, BOTS, WEB):
        with connect(locked.websocket_url, subprotocols=[PROTOCOL]) as socket:
            socket.send(json.dumps({"type": "connection_init", "payload": {"Croupier-App-Key": app_key}}))
            assert json.loads(socket.recv(SECONDS))["type"] == "connection_ack"
            query = f"""mutation {{ createSession(input: {{game: "zeven", seats: 2, idempotencyKey: "{key}"}}) {{
                ... on SessionCreated {{ session {{ id }} hostToken }} }} }}"""
            socket.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": query}}))
            made = json.loads(socket.recv(SECONDS))["payload"]["data"]["createSession"]
            opened.add((made["session"]["id"], made["hostToken"]))
    of_web = open_with(locked, WEB, key)
    assert len(opened) == 2
    assert (of_web["session"]["id"], of_web["hostToken"]) in opened


# ---- over HTTP


@pytest.mark.parametrize("key", [WEB, BOTS])
def test_a_caller_with_a_key_comes_in(locked: Service, key: str) -> None:
    assert locked.http.post(locked.url, json=QUERY, headers=with_key(key)).json()["data"] == {"__typename": "Query"}


@pytest.mark.parametrize("headers", [{}, with_key("wrong"), with_key(""), {"Authorization": f"Bearer {WEB}"}])
def test_a_caller_without_a_key_is_told_what_is_needed(locked: Service, headers: dict[str, str]) -> None:
    before = metric(locked, "croupier_refusals_total", code="APP_KEY_REQUIRED")
    answer = locked.http.post(locked.url, json=QUERY, headers=headers)
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, CHALLENGE["WWW-Authenticate"])
    (error,) = answer.json()["errors"]
    assert error["extensions"] == {"code": "APP_KEY_REQUIRED"}
    assert "Croupier-App-Key" in error["message"]
    assert metric(locked, "croupier_refusals_total", code="APP_KEY_REQUIRED") == before + 1


def test_elsewhere_the_refusal_is_problem_details(locked: Service) -> None:
    answer = locked.http.get(f"{locked.root}/nowhere")
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json()["status"], answer.json()["code"]) == (401, "APP_KEY_REQUIRED")
    assert locked.http.get(f"{locked.root}/nowhere", headers=with_key(WEB)).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        *("/livez", "/healthz", "/readyz", "/metrics", "/graphql/static/graphiql.min.js", "/schema.graphql"),
        *("/docs", "/docs/static/page.js", "/openapi.json", "/problems/BUSY"),
    ],
)
def test_some_pages_need_no_key(locked: Service, path: str) -> None:
    assert locked.http.get(f"{locked.root}{path}").status_code in (200, 404)
    assert locked.http.get(f"{locked.root}{path}", headers=with_key("wrong")).status_code in (200, 404)


def test_the_page_of_graphiql_needs_no_key_but_its_requests_do(locked: Service) -> None:
    browser = {"Accept": "text/html,*/*"}
    assert locked.http.get(locked.url, headers=browser).headers["content-type"].startswith("text/html")
    for query in ("query={__typename}", "%71uery={__typename}", "x&query={__typename}"):
        assert locked.http.get(f"{locked.url}?{query}", headers=browser).status_code == 401
    assert locked.http.post(locked.url, json=QUERY, headers=browser).status_code == 401


def test_a_browser_may_ask_whether_it_may_send_a_key(locked: Service) -> None:
    asked = {"Origin": "https://front.end", "Access-Control-Request-Method": "POST"}
    asked["Access-Control-Request-Headers"] = "croupier-app-key,content-type"
    assert locked.http.options(locked.url, headers=asked).status_code == 200
    refused = locked.http.post(locked.url, json=QUERY, headers={"Origin": "https://front.end"})
    assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (401, "*")


# ---- over WebSocket


def test_a_websocket_opens_with_a_key_and_not_without(locked: Service) -> None:
    with connect(locked.websocket_url, subprotocols=[PROTOCOL], additional_headers=with_key(WEB), proxy=None) as socket:
        socket.send('{"type": "connection_init"}')
        assert socket.recv(SECONDS) == '{"type":"connection_ack"}'
    with pytest.raises(InvalidStatus) as refused:
        connect(locked.websocket_url, subprotocols=[PROTOCOL], additional_headers=with_key("wrong"), proxy=None)
    assert refused.value.response.status_code == 401
    assert b"APP_KEY_REQUIRED" in (refused.value.response.body or b"")
    with connect(locked.websocket_url, subprotocols=[PROTOCOL], proxy=None) as socket:
        socket.send('{"type": "connection_init"}')
        assert closed_with(socket) == 4403


async def ask_for_key(socket: WebSocket) -> None:
    """Serve a protocol whose first message is the key."""
    await socket.accept()
    call = call_of(socket.scope)
    if not call.admit(await socket.receive_text()):
        await socket.close(4403)
        return
    await socket.send_text(f"hello {call.app}")
    await socket.close()


@pytest.mark.parametrize(("sent", "reply"), [(WEB, "hello web"), ("wrong", None)])
def test_on_a_late_path_the_key_may_come_with_a_message(sent: str, reply: str | None) -> None:
    guard = AppKeyGuard(AppKeys(parse_app_keys(pair("web", WEB))), is_open=lambda _: False, late={"/late"})
    app = Starlette(
        routes=[WebSocketRoute("/late", ask_for_key)], middleware=[Middleware(RequestMiddleware, keys=guard)]
    )
    with LocalService(app) as server:
        url = server.url.replace("http", "ws").replace("/graphql", "/late")
        with connect(url, proxy=None) as socket:
            socket.send(sent)
            assert closed_with(socket) == 4403 if reply is None else socket.recv(SECONDS) == reply
        with pytest.raises(InvalidStatus):
            connect(url, additional_headers=with_key("wrong"), proxy=None)


def test_where_no_key_is_needed_everybody_is_admitted() -> None:
    call = Call(method="GET", path="/", headers=[], fields={}, client=None)
    assert call.admit(None)
    assert call.app is None


# ---- changing keys


def test_a_file_of_keys_is_read_again_when_it_has_changed(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(f"# apps\n{pair('web', 'old')}\n")
    service = start(app_keys=f"file:{file}", log="json")

    def status(key: str) -> int:
        return service.http.post(service.url, json=QUERY, headers=with_key(key)).status_code

    assert (status("old"), status("new")) == (200, 401)
    file.write_text(f"{pair('web', 'old')}\n{pair('web', 'new')}\n")
    assert any(status("new") == 200 for _ in range(10_000))
    assert status("old") == 200
    file.write_text(f"{pair('web', 'new')}\n")
    assert any(status("old") == 401 for _ in range(10_000))
    assert status("new") == 200


class Clock:
    """A clock that the test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_file_that_is_gone_or_senseless_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "keys"
    clock = Clock()
    file.write_text(pair("web", WEB))
    keys = AppKeys(file, clock)
    for spoil in (lambda: file.write_text("web=plain"), lambda: file.write_bytes(b"\xff"), file.unlink):
        spoil()
        for _ in range(3):
            clock.now += 1
            assert keys.find(WEB) == "web"
        output = capsys.readouterr().out
        assert output.count("those from before hold") == 1, output
        assert "plain" not in output
    file.write_text(pair("bots", BOTS))
    assert keys.find(BOTS) is None
    clock.now += 1
    assert (keys.find(BOTS), keys.find(WEB)) == ("bots", None)
    file.write_text("")
    clock.now += 1
    assert keys.find(BOTS) is None


@pytest.mark.parametrize(
    ("content", "reason"),
    [(None, "No such file or directory"), (b"web=plain", "no NAME=SHA256"), (b"\xff", "no text in UTF-8")],
)
def test_a_bad_file_stops_the_start_and_is_not_quoted(tmp_path: Path, content: bytes | None, reason: str) -> None:
    file = tmp_path / "keys"
    if content is not None:
        file.write_bytes(content)
    source = load_settings({"CROUPIER_APP_KEYS": f"file:{file}"}).app_keys
    assert source is not None
    with pytest.raises(SettingsError, match=f'^CROUPIER_APP_KEYS is "file:{file}": .*{reason}') as refusal:
        AppKeys(source)
    assert "plain" not in str(refusal.value)


def test_the_documented_commands_make_a_key_and_its_line() -> None:
    page = (REPOSITORY / "deploy" / "guard-rails.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"^```sh\n(key=.*?)^```", page, re.MULTILINE | re.DOTALL)
    run = subprocess.run(["sh", "-eu"], input=script, capture_output=True, text=True, timeout=60, check=True)
    shown, line = run.stdout.splitlines()
    assert AppKeys(parse_app_keys(line)).find(shown.removeprefix("key: ")) == "web"
