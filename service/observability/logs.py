"""Log lines of the service and its libraries: on standard error, in one style, with the ids of the request."""

import asyncio
import atexit
import json
import logging
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import BinaryIO, Literal

import msgspec
import structlog
from structlog.typing import EventDict, Processor

_log = structlog.get_logger("croupier.requests")

Style = Literal["console", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]

# The facts that each log line of the current request carries.
REQUEST_FACTS: ContextVar[Mapping[str, str]] = ContextVar("request_facts", default=MappingProxyType({}))

# How long lines of requests are gathered: each write costs as much as making several lines.
GATHER_SECONDS = 0.02

# The beginnings of the server library's lines about connections, bad requests and messages.
_ABOUT_CLIENTS = ("connection ", "Invalid HTTP request", "Invalid UTF-8", "Unsupported upgrade request")


def configure_logging(style: Style, level: LogLevel) -> None:
    """Send every log line of the process, the libraries' included, to standard error in one style."""
    number = logging.getLevelNamesMapping()[level.upper()]
    render: Processor = _render_text if style == "json" else _console_renderer()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(render, foreign_pre_chain=[_add_facts]))
    _configure_libraries(handler, number)
    # Our own lines bypass the standard `logging`, which costs several times as much as the line itself.
    lines = _Lines(sys.stderr.buffer) if style == "json" else None
    _requests.lines = lines if number <= logging.INFO else None
    structlog.configure(
        processors=[_add_facts, _render_bytes if style == "json" else render],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr) if lines is None else lambda *_: lines,
        cache_logger_on_first_use=True,
    )


def log_request(facts: EventDict) -> None:
    """Log that a request was answered. Lines in JSON are written together, some milliseconds later."""
    lines = _requests.lines
    if lines is None:
        _log.info("request", **facts)
    else:
        line = _encode(
            {**facts, "event": "request", **REQUEST_FACTS.get(), "level": "info", "timestamp": datetime.now(UTC)}
        )
        if not lines.gathered:
            asyncio.get_running_loop().call_later(GATHER_SECONDS, lines.write_gathered)
        lines.gathered.append(line)


class _Lines(structlog.BytesLogger):
    """Writes lines at once, but those that were `gathered` together, after a moment or before any other line."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file)
        self.gathered: list[bytes] = []
        atexit.register(self.write_gathered)

    def write_gathered(self) -> None:
        """Write what was gathered."""
        if self.gathered:
            lines, self.gathered = self.gathered, []
            super().msg(b"\n".join(lines))

    def msg(self, message: bytes) -> None:
        """Write a line, after those before it."""
        self.write_gathered()
        super().msg(message)

    # What the library calls by the level of a line.
    debug = info = warning = error = critical = msg


class _Requests(msgspec.Struct):
    """Where the lines of requests are gathered; None if the library writes each."""

    lines: _Lines | None = None


_requests = _Requests()


def _add_facts(_logger: object, level: str, facts: EventDict) -> EventDict:
    """Add the ids of the request, the level and the time, in one processor, since each costs a call per line."""
    facts.update(REQUEST_FACTS.get())
    facts["level"] = level
    facts["timestamp"] = datetime.now(UTC).isoformat().replace("+00:00", "Z")
    return facts


def _render_bytes(logger: object, level: str, facts: EventDict) -> bytes:
    if "exc_info" in facts:
        facts = structlog.processors.format_exc_info(logger, level, facts)
    try:
        return _encode(facts)
    except (ValueError, OverflowError, TypeError):
        # The fast encoder refuses lone surrogates and huge numbers, but no line may be lost.
        return json.dumps(facts, default=repr).encode()


_encode = msgspec.json.Encoder(enc_hook=repr).encode


def _render_text(logger: object, level: str, facts: EventDict) -> str:
    return _render_bytes(logger, level, facts).decode()


def _console_renderer() -> Processor:
    # The library's default format shows local variables, and with them hands and tokens.
    plain = structlog.dev.plain_traceback
    return structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)


def _configure_libraries(handler: logging.Handler, level: int) -> None:
    """Log the libraries' lines from `level` on, but never those below INFO, which show headers."""
    logging.basicConfig(handlers=[handler], level=max(level, logging.INFO), force=True)
    logging.getLogger("uvicorn.error").addFilter(_is_about_the_server)


def _is_about_the_server(record: logging.LogRecord) -> bool:
    """Tell whether a line is about the server; lines about clients may show query strings, and our own suffice."""
    message = str(record.msg)
    return '"WebSocket' not in message and not message.startswith(_ABOUT_CLIENTS)
