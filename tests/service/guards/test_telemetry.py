"""Log lines are written by faster means than the library's own, and look as the library writes them."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import structlog
from hypothesis import given, settings
from hypothesis import strategies as st
from structlog.typing import FilteringBoundLogger

from service.telemetry import REQUEST_FACTS, Level, Style, configure_logging, render_json, render_plain

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


@pytest.mark.parametrize("value", ["\ud800", "naïve", object, {"a": {1: object}}])
def test_json_takes_what_the_faster_encoder_does_not(value: object) -> None:
    assert render_json(None, "info", {"event": "x", "value": value}) == JSON(
        None, "info", {"event": "x", "value": value}
    )


@contextmanager
def configured(style: Style, level: Level) -> Iterator[FilteringBoundLogger]:
    """Configure the logging of this process for a moment."""
    root, server = logging.getLogger(), logging.getLogger("uvicorn.error")
    before = structlog.get_config()
    handlers, number, filters = root.handlers, root.level, server.filters
    root.handlers, server.filters = [], []
    try:
        configure_logging(style, level)
        yield structlog.get_logger("test")
    finally:
        root.handlers, server.filters = handlers, filters
        root.setLevel(number)
        structlog.configure(**before)


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
