"""Log lines: structured, to standard error, for people or as JSON.

Our own lines do not pass the standard library's logging, which costs several times as much as the line itself; those
of the libraries do, and look the same.
"""

import logging
import re
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Literal

import msgspec
import structlog
from structlog.typing import EventDict, Processor

Style = Literal["console", "json"]
Level = Literal["debug", "info", "warning", "error"]

# What each line says that is written on behalf of one request.
REQUEST_FACTS: ContextVar[Mapping[str, str]] = ContextVar("request_facts", default=MappingProxyType({}))

# These the library sets out in ways of its own.
_ELABORATE = frozenset({"exc_info", "exception", "stack", "logger", "logger_name"})
_IN_NEED_OF_QUOTES = re.compile("[ \t=\r\n\"']")

_any_json: Processor = structlog.processors.JSONRenderer()
_json = msgspec.json.Encoder()


def configure_logging(style: Style, level: Level) -> None:
    """Send every log line of the process, the libraries' included, to standard error in one style."""
    shared: list[Processor] = [
        _add_request_facts,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    finish = _finish(style)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *finish]
        )
    )
    number = logging.getLevelNamesMapping()[level.upper()]
    _listen_to_libraries(handler, number)
    structlog.configure(
        processors=[*shared, *finish],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def _finish(style: Style) -> list[Processor]:
    """Return what makes a text of a line's facts."""
    if style == "json":
        return [structlog.processors.format_exc_info, render_json]
    return [_console(colors=True) if sys.stderr.isatty() else render_plain]


def _console(*, colors: bool) -> structlog.dev.ConsoleRenderer:
    # The library's own format shows local variables, and with them hands and tokens.
    return structlog.dev.ConsoleRenderer(colors=colors, exception_formatter=structlog.dev.plain_traceback)


def _listen_to_libraries(handler: logging.Handler, level: int) -> None:
    """Let the libraries' lines through from `level` on, but never those below INFO, which show headers."""
    logging.basicConfig(handlers=[handler], level=max(level, logging.INFO), force=True)
    logging.getLogger("uvicorn.error").addFilter(_is_about_the_server)


def _is_about_the_server(record: logging.LogRecord) -> bool:
    """Tell a line about the server from those about WebSockets: they show query strings, and ours tell the rest."""
    message = str(record.msg)
    return '"WebSocket' not in message and not message.startswith("connection ")


def _add_request_facts(_logger: object, _name: str, facts: EventDict) -> EventDict:
    facts.update(REQUEST_FACTS.get())
    return facts


_elaborate = _console(colors=False)


def render_plain(logger: object, name: str, facts: EventDict) -> str:
    """Return a line for people: as the library's renderer without colors writes it, at a tenth of its cost."""
    if not _ELABORATE.isdisjoint(facts):
        return _elaborate(logger, name, facts)
    words = [f"{facts.pop('timestamp')} [{facts.pop('level'):9}] {facts.pop('event'):30}"]
    for key in sorted(facts):
        value = facts[key]
        is_plain = isinstance(value, str) and not _IN_NEED_OF_QUOTES.search(value)
        words.append(f"{key}={value}" if is_plain else f"{key}={value!r}")
    return " ".join(words).rstrip(" ")


def render_json(logger: object, name: str, facts: EventDict) -> str:
    """Return a line as JSON in ASCII: as the library's renderer writes it, at a fraction of its cost."""
    try:
        return msgspec.json.format(_json.encode(facts), indent=0).decode("ascii")
    except (TypeError, UnicodeError):
        text = _any_json(logger, name, facts)
        assert isinstance(text, str)
        return text
