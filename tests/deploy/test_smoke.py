"""`deploy/smoke.py` accepts a real service, and rejects anything else at an address."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest

from tests.deploy.nginx_server import Nginx
from tests.support.services import service_with
from tools.redis.server import RedisServer
from tools.services import Service

SCRIPT = Path(__file__).parents[2] / "deploy" / "smoke.py"
CHECKS = ["alive", "ready", "OpenAPI", "games", "opening", "joining", "stream", "retry", "stale", "playing", "record"]
APP_KEY = "the key of an app, drawn by lot"
SECONDS = 120


def smoke(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script as any user would, without the project on the path."""
    command = [sys.executable, "-I", str(SCRIPT), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)


def report(*arguments: str, **environment: str) -> tuple[int, Any]:
    ran = smoke(*arguments, "--json", **environment)
    assert ran.stderr == ""
    return ran.returncode, msgspec.json.decode(ran.stdout)


# It was started in a shell that has the variable of the script.
service = service_with(app_keys=f"web={hashlib.sha256(APP_KEY.encode()).hexdigest()}", smoke_app_key=APP_KEY)


@contextmanager
def answering(status: int, kind: str, body: bytes) -> Iterator[str]:
    """Yield the address of a server that answers everything in the same way."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("game", ["zlam", "zeven"])
def test_all_is_well_with_a_real_service(service: Service, game: str) -> None:
    status, summary = report(service.root, "--game", game, CROUPIER_SMOKE_APP_KEY=APP_KEY)
    assert [check["name"] for check in summary["checks"] if check["ok"]] == CHECKS, summary
    assert (status, summary["ok"]) == (0, True)


def test_it_tells_people_line_by_line(service: Service) -> None:
    ran = smoke(service.root, "--app-key", APP_KEY)
    lines = ran.stdout.splitlines()
    assert [line.split()[1] for line in lines] == CHECKS
    assert all(line.startswith("ok ") for line in lines)


def test_it_goes_through_a_proxy_with_a_certificate_of_its_own(service: Service) -> None:
    with Nginx([service.address, service.address]) as proxy:
        assert report(proxy.root, CROUPIER_SMOKE_APP_KEY=APP_KEY)[1]["checks"][0]["ok"] is False
        status, summary = report(proxy.root, "--trust", str(proxy.certificate), CROUPIER_SMOKE_APP_KEY=APP_KEY)
    assert (status, summary["checks"][1]["found"]) == (0, "/readyz is not published"), summary


@pytest.mark.parametrize(
    ("arguments", "failing", "said"),
    [
        ((), "games", "APP_KEY_REQUIRED"),
        (("--game", "whist", "--app-key", APP_KEY), "games", "there is no game whist"),
        (("--timeout", "0.0001"), "alive", "the time is over"),
    ],
)
def test_a_report_names_the_failed_check(service: Service, arguments: tuple[str, ...], failing: str, said: str) -> None:
    status, summary = report(service.root, *arguments)
    assert status == 1
    assert summary["checks"][-1]["name"] == failing
    assert said in summary["checks"][-1]["found"]


def test_a_service_whose_store_is_away_is_not_well(tmp_path: Path) -> None:
    with RedisServer() as server, Service(server.url, tmp_path) as service:
        server.kill()
        status, summary = report(service.root)
    assert status == 1
    assert (summary["checks"][-1]["name"], summary["checks"][0]["ok"]) == ("ready", True)
    assert "the store does not answer" in summary["checks"][-1]["found"]


@pytest.mark.parametrize(
    ("code", "kind", "body", "said"),
    [
        (200, "text/html", b"<h1>Welcome</h1>", "is that the address of a Croupier?"),
        (200, "application/json", b"<h1>", "makes no sense"),
        (200, "application/json", b"[]", "/livez says []"),
        (500, "application/json", b'{"oh": "no"}', "500 instead of 200"),
    ],
)
def test_something_else_at_the_address_is_not_well(code: int, kind: str, body: bytes, said: str) -> None:
    with answering(code, kind, body) as address:
        status, summary = report(address)
    assert (status, summary["ok"], len(summary["checks"])) == (1, False, 1)
    assert said in summary["checks"][0]["found"]


def test_the_smoke_test_fails_where_nothing_listens() -> None:
    with answering(200, "text/html", b"") as address:
        pass
    status, summary = report(address)
    assert (status, "does not answer" in summary["checks"][0]["found"]) == (1, True)


def test_a_bad_address_is_a_usage_error() -> None:
    assert smoke("play.example").returncode == 2
