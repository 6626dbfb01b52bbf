"""Warnings about settings that turn off more than their names say, for the log of a service that starts."""

import structlog

from service.settings import Settings
from service.use_cases.webhooks import SHORTEST_LIFE_SECONDS

log = structlog.get_logger("croupier")


def log_consequences(settings: Settings) -> None:
    """Log which features are off because of other settings."""
    lives = {
        "CROUPIER_SESSION_SECONDS": settings.session_seconds,
        "CROUPIER_FINISHED_SECONDS": settings.finished_seconds,
    }
    short = {name: seconds for name, seconds in lives.items() if seconds < SHORTEST_LIFE_SECONDS}
    if settings.webhooks != "off" and short:
        log.warning("webhooks are off: sessions are kept for less than a day", **short)
