"""Log lines: structured, to standard error, for people or as JSON.

Our own lines do not pass the standard library's logging, which costs several times as much as the line itself; those
of the libraries do, and look the same. The line of each request passes structlog neither, and looks the same, too:
`log_request` writes it together with those of the same turn of the event loop, and before any other line.
"""

import asyncio
import atexit
import logging
import re
import sys
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from threading import Lock
from types import MappingProxyType
from typing import Literal, TextIO, get_args

import msgspec
import structlog
from structlog.typing import EventDict, Processor

Style = Literal["console", "json"]
Level = Literal["debug", "info", "warning", "error"]

# What each line says that is written on behalf of one request.
REQUEST_FACTS: ContextVar[Mapping[str, str]] = ContextVar("request_facts", default=MappingProxyType({}))

# These the library sets out in ways of its own.
_ELABORATE = frozenset({"exc_info", "exception", "stack", "logger", "logger_name"})
# How lines begin that the server's library writes of connections, bad requests and messages.
_ABOUT_CLIENTS = ("connection ", "Invalid HTTP request", "Invalid UTF-8", "Unsupported upgrade request")
_IN_NEED_OF_QUOTES = re.compile("[ \t=\r\n\"']")

_any_json: Processor = structlog.processors.JSONRenderer()
_json = msgspec.json.Encoder()


class RequestLine(msgspec.Struct, frozen=True):
    """What is told of a request: its route by the template, its time in milliseconds."""

    level: Level
    request_id: str
    trace_id: str
    method: str
    route: str
    status: int
    milliseconds: float


class RequestLines:
    """The lines of requests of some levels: those of one turn of the event loop are written to a file together.

    They have one time, that of the first: writing a time takes as long as all the rest of a line.
    """

    def __init__(self, file: TextIO, render: Callable[[RequestLine, str], str], levels: frozenset[Level]) -> None:
        self._file = file
        self._render = render
        self._levels = levels
        self._waiting: list[str] = []
        self._time = ""
        self._lock = Lock()

    def tell(self, line: RequestLine) -> None:
        """Write a line soon. It is to be called in the event loop."""
        if line.level not in self._levels:
            return
        if not self._waiting:
            self._time = datetime.now(UTC).isoformat().replace("+00:00", "Z")
            asyncio.get_running_loop().call_soon(self.flush)
        self._waiting.append(self._render(line, self._time))

    def flush(self) -> None:
        """Write the lines that wait."""
        with self._lock:
            lines = self._waiting[:]
            if lines:
                # Others may have come by now, from another thread: they wait for the next time.
                del self._waiting[: len(lines)]
                self._file.write("".join(lines))
                self._file.flush()


# None is where the library alone knows how lines look: in colors, or as it was left.
_request_lines: RequestLines | None = None


def log_request(line: RequestLine) -> None:
    """Write the line of a request, on whose behalf the caller still is."""
    if _request_lines is not None:
        _request_lines.tell(line)
        return
    tell = getattr(structlog.get_logger("croupier.requests"), line.level)
    tell("request", method=line.method, route=line.route, status=line.status, milliseconds=line.milliseconds)


def configure_logging(style: Style, level: Level) -> None:
    """Send every log line of the process, the libraries' included, to standard error in one style."""
    global _request_lines  # noqa: PLW0603 - as the libraries' logging is the process's
    _request_lines = _open_request_lines(style, level)
    shared: list[Processor] = [
        _after_requests,
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


def _open_request_lines(style: Style, level: Level) -> RequestLines | None:
    if style == "console" and sys.stderr.isatty():
        return None
    levels = get_args(Level)
    render = request_as_json if style == "json" else request_as_text
    lines = RequestLines(sys.stderr, render, frozenset(levels[levels.index(level) :]))
    atexit.register(lines.flush)
    return lines


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
    """Tell a line about the server from those about clients: some show query strings, and ours tell the rest."""
    message = str(record.msg)
    return '"WebSocket' not in message and not message.startswith(_ABOUT_CLIENTS)


def _after_requests(_logger: object, _name: str, facts: EventDict) -> EventDict:
    """Keep the lines in their order: this one comes after those of requests that wait."""
    if _request_lines is not None:
        _request_lines.flush()
    return facts


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


def request_as_text(line: RequestLine, timestamp: str) -> str:
    """Return the line of a request as `render_plain` writes it: no fact of it needs quotes."""
    return (
        f"{timestamp} [{line.level:9}] request                        method={line.method} "
        f"milliseconds={line.milliseconds} request_id={line.request_id} route={line.route} status={line.status} "
        f"trace_id={line.trace_id}\n"
    )


def request_as_json(line: RequestLine, timestamp: str) -> str:
    """Return the line of a request as `render_json` writes it: no fact of it needs escapes."""
    return (
        f'{{"method": "{line.method}", "route": "{line.route}", "status": {line.status}, '
        f'"milliseconds": {line.milliseconds}, "event": "request", "request_id": "{line.request_id}", '
        f'"trace_id": "{line.trace_id}", "level": "{line.level}", "timestamp": "{timestamp}"}}\n'
    )
