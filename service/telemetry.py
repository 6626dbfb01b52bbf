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


def configure_logging(style: Literal["console", "json"]) -> None:
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
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
