"""The image, as far as its Dockerfile and its inputs can be checked without a container engine."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from service.rest.pages import PROBLEM_PAGES
from service.settings import SETTINGS, load_settings
from service.views.catalogue import RULE_PAGES
from tools.image_steps import read_dockerfile

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "service" / "graphql" / "static"


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def last_stage() -> list[tuple[str, str]]:
    stages = [index for index, (keyword, _) in enumerate(read_dockerfile()) if keyword == "FROM"]
    return read_dockerfile()[stages[-1] :]


def copied() -> list[str]:
    """The paths that the image copies out of the checkout."""
    from_checkout = [a for keyword, a in read_dockerfile() if keyword == "COPY" and not a.startswith("--from")]
    return [source for arguments in from_checkout for source in arguments.split()[:-1]]


def locked(name: str) -> dict[str, frozenset[str]]:
    """Each pinned requirement with its hashes; a lock of more packages may need one on more platforms."""
    entries = re.split(r"\n(?=[a-z])", read(name))
    return {re.split(r" [;\\]", entry)[0]: frozenset(re.findall(r"--hash=(\S+)", entry)) for entry in entries}


def is_healthy(port: int) -> bool:
    """Run the image's health check against a port of this machine."""
    check = dict(last_stage())["HEALTHCHECK"]
    python, *arguments = json.loads(check[check.index("[") :])
    assert python == "python"
    environment = {"CROUPIER_PORT": str(port)}
    return (
        subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, check=False).returncode == 0
    )


@contextmanager
def server_that_answers(status: int) -> Iterator[tuple[int, list[str]]]:
    """A server on a free port, and the paths of its requests."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_port, asked
        server.shutdown()
        thread.join()


def test_every_setting_is_documented_with_its_default() -> None:
    rows = re.findall(r"^\| `(CROUPIER_\w+)` \| `([^`]*)` \|", read("deploy/README.md"), re.MULTILINE)
    assert rows == [(name, setting.default) for name, setting in SETTINGS.items()]


def test_the_image_sets_known_settings_to_good_values() -> None:
    environment = dict(re.findall(r"(CROUPIER_\w+)=(\S+)", dict(last_stage())["ENV"]))
    settings = load_settings(environment)
    assert (settings.host, settings.store) == ("0.0.0.0", "sqlite:/data/croupier.db")


def test_every_path_that_the_image_copies_exists_and_reaches_the_builder() -> None:
    ignored, *allowed = [line for line in read(".dockerignore").splitlines() if not line.startswith("#")]
    assert ignored == "*"
    for source in copied():
        assert (ROOT / source).exists(), source
        assert f"!{source}" in allowed


@pytest.mark.parametrize("pages", [PROBLEM_PAGES, RULE_PAGES], ids=lambda pages: pages.name)
def test_the_image_has_the_pages_that_the_service_reads(pages: Path) -> None:
    assert f"{pages.resolve().relative_to(ROOT)}" in copied()


def test_the_image_installs_locked_dependencies_with_hashes() -> None:
    installs = [arguments for _, arguments in read_dockerfile() if "pip install" in arguments]
    for_agents, dependencies, project = installs
    assert "--require-hashes -r requirements-run.lock" in dependencies
    assert for_agents.startswith('if [ "$MCP" = yes ]; then')
    assert "--require-hashes -r requirements-mcp.lock" in for_agents
    assert "--no-deps --no-build-isolation" in project


def test_the_image_runs_as_a_user_without_rights() -> None:
    keywords = [keyword for keyword, _ in last_stage()]
    assert dict(last_stage())["USER"] == "croupier"
    assert keywords.index("USER") < keywords.index("CMD")


def test_the_image_keeps_sessions_on_a_volume_of_that_user() -> None:
    assert dict(last_stage())["VOLUME"] == "/data"
    assert "install --directory --owner croupier --group croupier /data" in dict(last_stage())["RUN"]


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False)])
def test_the_health_check_is_the_answer_of_the_ready_page(status: int, healthy: bool) -> None:
    with server_that_answers(status) as (port, asked):
        assert is_healthy(port) == healthy
    assert asked == ["/readyz"]


def test_the_health_check_fails_where_nothing_listens() -> None:
    with server_that_answers(200) as (port, _):
        pass
    assert not is_healthy(port)


def test_the_locks_agree() -> None:
    everything = locked("requirements.lock")
    for_agents = locked("requirements-mcp.lock")
    to_run = locked("requirements-run.lock")
    assert to_run.items() < for_agents.items() < everything.items()


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-run.lock", "requirements-mcp.lock"])
def test_every_dependency_is_locked_with_hashes(lock: str) -> None:
    declared = tomllib.loads(read("pyproject.toml"))["project"]["dependencies"]
    names = {re.split(r"[^a-z0-9-]", requirement)[0] for requirement in declared}
    assert names <= {pin.partition("==")[0] for pin in locked(lock)}
    assert all(locked(lock).values())


def test_the_graphql_page_loads_only_its_own_files() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    links = re.findall(r'(?:src|href)="([^"]*)"', html)
    assert links.count("data:,") == 1
    for link in links:
        if link != "data:,":
            assert link.startswith("graphql/static/")
            assert (PAGE / link.removeprefix("graphql/static/")).is_file()
    for style in PAGE.glob("*.css"):
        text = style.read_text(encoding="utf-8")
        assert "@import" not in text
        assert all(target.startswith("data:") for target in re.findall(r"url\([\"']?([^)]*)", text))
