"""Log lines: the libraries' have the format of ours, and each has the ids of its request."""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import structlog
from structlog.typing import FilteringBoundLogger

from service.observability.logs import REQUEST_FACTS, LogLevel, Style, configure_logging


@contextmanager
def configured(style: Style, level: LogLevel) -> Iterator[FilteringBoundLogger]:
    """Configure the logging of this process for a moment."""
    root = logging.getLogger()
    server = logging.getLogger("uvicorn.error")
    before = structlog.get_config()
    handlers = root.handlers
    number = root.level
    filters = server.filters
    root.handlers = []
    server.filters = []
    try:
        configure_logging(style, level)
        yield structlog.get_logger("test")
    finally:
        root.handlers = handlers
        server.filters = filters
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
        r'{"seat":1,"event":"inside","request_id":"the-request","level":"info","timestamp":"[^"]+Z"}', inside
    )
    assert "request_id" not in outside
    assert re.fullmatch(r'{"event":"two words","level":"warning","timestamp":"[^"]+Z"}', library)


def test_a_line_keeps_what_is_no_unicode_and_an_error_with_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    with configured("json", "info") as log:
        log.info("half \ud800", number=1 << 70, kind=int)
        try:
            _ = 1 // 0
        except ZeroDivisionError:
            log.exception("bug")
            logging.getLogger("a.library").exception("bug")
    odd, own, library = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (odd["event"], odd["number"], odd["kind"]) == ("half \ud800", 1 << 70, "<class 'int'>")
    for line in (own, library):
        assert line["level"] == "error"
        assert "ZeroDivisionError" in line["exception"]


def test_a_terminal_gets_colors(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with configured("console", "info") as log:
        log.info("seen")
    assert "\x1b[" in capsys.readouterr().err
