"""Log lines of the process, the libraries' included: on standard error, in one style, with the ids of the request."""

import logging
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Literal

import structlog
from structlog.typing import EventDict, Processor

Style = Literal["console", "json"]
Level = Literal["debug", "info", "warning", "error"]

# What each line says that is written on behalf of one request.
REQUEST_FACTS: ContextVar[Mapping[str, str]] = ContextVar("request_facts", default=MappingProxyType({}))

# How lines begin that the server's library writes of connections, bad requests and messages.
_ABOUT_CLIENTS = ("connection ", "Invalid HTTP request", "Invalid UTF-8", "Unsupported upgrade request")


def configure_logging(style: Style, level: Level) -> None:
    """Send every log line of the process, the libraries' included, to standard error in one style."""
    shared: list[Processor] = [
        _add_request_facts,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    finish = _finish(style)
    handler = logging.StreamHandler(sys.stderr)
    # Our own lines do not pass the library for logging, which costs several times as much as the line itself.
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
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    # The library's own format shows local variables, and with them hands and tokens.
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]


def _listen_to_libraries(handler: logging.Handler, level: int) -> None:
    """Let the libraries' lines through from `level` on, but never those below INFO, which show headers."""
    logging.basicConfig(handlers=[handler], level=max(level, logging.INFO), force=True)
    logging.getLogger("uvicorn.error").addFilter(_is_about_the_server)


def _is_about_the_server(record: logging.LogRecord) -> bool:
    """Tell a line about the server from those about clients: some show query strings, and ours tell the rest."""
    message = str(record.msg)
    return '"WebSocket' not in message and not message.startswith(_ABOUT_CLIENTS)


def _add_request_facts(_logger: object, _name: str, facts: EventDict) -> EventDict:
    facts.update(REQUEST_FACTS.get())
    return facts
