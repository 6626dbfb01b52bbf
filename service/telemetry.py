"""Log lines: structured, to standard error, for people or as JSON."""

import logging
import sys
from typing import Literal

import structlog

_SHARED: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
]

Style = Literal["console", "json"]
Level = Literal["debug", "info", "warning", "error"]


def configure_logging(style: Style, level: Level) -> None:
    """Send every log line of the process, the libraries' included, to standard error in one style."""
    renderer: structlog.types.Processor = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(),
        # The library's own format shows local variables, and with them hands and tokens.
        exception_formatter=structlog.dev.plain_traceback,
    )
    if style == "json":
        renderer = structlog.processors.JSONRenderer()
    finish: list[structlog.types.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if style == "json":
        finish.append(structlog.processors.format_exc_info)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=_SHARED, processors=[*finish, renderer]))
    _set_levels(handler, logging.getLevelNamesMapping()[level.upper()])
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def _set_levels(handler: logging.Handler, level: int) -> None:
    """Let our own lines through from `level` on, the libraries' never below INFO, where they show headers."""
    logging.basicConfig(handlers=[handler], level=max(level, logging.INFO), force=True)
    logging.getLogger("croupier").setLevel(level)
    logging.getLogger("uvicorn.error").addFilter(_is_about_the_server)


def _is_about_the_server(record: logging.LogRecord) -> bool:
    """Tell a line about the server from those about WebSockets: they show query strings, and ours tell the rest."""
    message = str(record.msg)
    return '"WebSocket' not in message and not message.startswith("connection ")
