"""Log lines are written by faster means than the library's own, and look as the library writes them."""

import asyncio
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
import structlog
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.typing import FilteringBoundLogger

from service.app import create_app
from service.observability import logs as telemetry
from service.observability.logs import (
    REQUEST_FACTS,
    Level,
    RequestLine,
    Style,
    configure_logging,
    log_request,
    render_json,
    render_plain,
    request_as_json,
    request_as_text,
)
from service.settings import load_settings

# JSON may have DEL as it is or as an escape: the two do not agree.
CHARACTERS = st.characters(exclude_characters="\x7f")
TEXTS = st.text(CHARACTERS, max_size=12) | st.sampled_from(
    ["two words", "a=b", 'say "so"', "it's", "tab\there", "next\nline", ""]
)
VALUES = (
    TEXTS
    | st.integers()
    | st.integers(0, 10**6).map(lambda tenths: tenths / 10)
    | st.booleans()
    | st.none()
    | st.lists(TEXTS, max_size=2)
)
LINES = st.fixed_dictionaries(
    {"event": TEXTS, "level": st.sampled_from(["debug", "info", "warning", "error"]), "timestamp": st.just("now")}
).flatmap(
    lambda line: st.dictionaries(st.from_regex("[a-z_]{4,8}", fullmatch=True), VALUES, max_size=4).map(
        lambda more: {**more, **line}
    )
)
PLAIN = structlog.dev.ConsoleRenderer(colors=False)
JSON = structlog.processors.JSONRenderer()


@settings(max_examples=200)
@given(LINES)
def test_lines_look_as_the_library_writes_them(line: dict[str, object]) -> None:
    assert render_plain(None, "info", dict(line)) == PLAIN(None, "info", dict(line))
    assert render_json(None, "info", dict(line)) == JSON(None, "info", dict(line))


REQUESTS = st.builds(
    RequestLine,
    level=st.sampled_from(["debug", "info"]),
    request_id=st.from_regex("[A-Za-z0-9_-]{8,64}", fullmatch=True),
    trace_id=st.from_regex("[0-9a-f]{32}", fullmatch=True),
    method=st.sampled_from(["GET", "WEBSOCKET", "OTHER"]),
    route=st.sampled_from(["(none)", "/graphql", "/v1/sessions/{session_id}", "/v1/{rest:path}"]),
    status=st.integers(100, 599),
    milliseconds=st.integers(0, 10**9).map(lambda tenths: round(tenths / 10, 1)),
)


@settings(max_examples=200)
@given(REQUESTS)
def test_the_line_of_a_request_looks_as_every_line(line: RequestLine) -> None:
    facts = {name: getattr(line, name) for name in ("method", "route", "status", "milliseconds")}
    ids = {"request_id": line.request_id, "trace_id": line.trace_id}
    whole = {**facts, "event": "request", **ids, "level": line.level, "timestamp": "now"}
    assert request_as_text(line, "now") == f"{render_plain(None, 'info', dict(whole))}\n"
    assert request_as_json(line, "now") == f"{render_json(None, 'info', dict(whole))}\n"


def test_no_route_has_what_needs_quotes_or_escapes() -> None:
    routes = create_app(load_settings({})).routes
    assert all(re.fullmatch(r"[A-Za-z0-9/_.{}:-]+", route.path) for route in routes if hasattr(route, "path"))


QUIET_LINE = RequestLine("debug", "the-request", "0" * 32, "GET", "/livez", 200, 0.1)
LINE = RequestLine("info", "the-request", "0" * 32, "GET", "/livez", 200, 0.1)


def events(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [msgspec.json.decode(line)["event"] for line in capsys.readouterr().err.splitlines()]


def test_lines_of_requests_are_written_soon_and_before_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    async def serve() -> None:
        log_request(LINE)
        log_request(QUIET_LINE)
        log_request(LINE)
        assert events(capsys) == []
        await asyncio.sleep(0)
        assert events(capsys) == ["request", "request"]
        log_request(LINE)
        log.info("ours")
        log_request(LINE)
        logging.getLogger("a.library").warning("theirs")
        assert events(capsys) == ["request", "ours", "request", "theirs"]

    with configured("json", "info") as log:
        asyncio.run(serve())


def test_a_line_looks_the_same_when_the_library_writes_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with configured("console", "info"):
        log_request(LINE)
        log_request(QUIET_LINE)
    (line,) = capsys.readouterr().err.splitlines()
    assert re.sub("\x1b\\[[0-9;]*m", "", line).endswith("route=/livez status=200")


LAST_WORDS = """
import asyncio
from service.observability.logs import RequestLine, configure_logging, log_request

async def end():
    log_request(RequestLine("info", "the-request", "0" * 32, "GET", "/livez", 200, 0.1))
    asyncio.get_running_loop().stop()

configure_logging("json", "info")
asyncio.run(end())
"""


def test_lines_of_requests_are_written_before_the_process_ends() -> None:
    ended = subprocess.run([sys.executable, "-c", LAST_WORDS], capture_output=True, text=True, check=False)
    assert '"event": "request"' in ended.stderr


@pytest.mark.parametrize("value", ["\ud800", "naïve", object, {"a": {1: object}}])
def test_json_takes_what_the_faster_encoder_does_not(value: object) -> None:
    assert render_json(None, "info", {"event": "x", "value": value}) == JSON(
        None, "info", {"event": "x", "value": value}
    )


@contextmanager
def configured(style: Style, level: Level) -> Iterator[FilteringBoundLogger]:
    """Configure the logging of this process for a moment."""
    root, server = logging.getLogger(), logging.getLogger("uvicorn.error")
    before, lines = structlog.get_config(), telemetry._request_lines
    handlers, number, filters = root.handlers, root.level, server.filters
    root.handlers, server.filters = [], []
    try:
        configure_logging(style, level)
        yield structlog.get_logger("test")
    finally:
        root.handlers, server.filters = handlers, filters
        root.setLevel(number)
        structlog.configure(**before)
        telemetry._request_lines = lines


def test_lines_of_a_request_have_its_facts(capsys: pytest.CaptureFixture[str]) -> None:
    with configured("json", "info") as log:
        before = REQUEST_FACTS.set({"request_id": "the-request"})
        log.info("inside", seat=1)
        REQUEST_FACTS.reset(before)
        log.info("outside")
        log.debug("nobody sees it")
        logging.getLogger("a.library").warning("two %s", "words")
        logging.getLogger("uvicorn.error").info("connection open")
    inside, outside, library = capsys.readouterr().err.splitlines()
    assert re.fullmatch(
        r'{"seat": 1, "event": "inside", "request_id": "the-request", "level": "info", "timestamp": "[^"]+Z"}', inside
    )
    assert "request_id" not in outside
    assert re.fullmatch(r'{"event": "two words", "level": "warning", "timestamp": "[^"]+Z"}', library)


def test_a_terminal_gets_colors(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with configured("console", "info") as log:
        log.info("seen")
    assert "\x1b[" in capsys.readouterr().err
