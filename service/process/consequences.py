"""Consequences of settings that their names do not tell, for the log of a service that starts."""

import structlog

from service.settings import Settings
from service.use_cases.webhooks import SHORTEST_LIFE_SECONDS

log = structlog.get_logger("croupier")


def log_consequences(settings: Settings) -> None:
    """Log what the service does not do because of its settings."""
    lives = {
        "CROUPIER_SESSION_SECONDS": settings.session_seconds,
        "CROUPIER_FINISHED_SECONDS": settings.finished_seconds,
    }
    short = {name: seconds for name, seconds in lives.items() if seconds < SHORTEST_LIFE_SECONDS}
    if settings.webhooks != "off" and short:
        log.warning("webhooks are off: sessions are kept for less than a day", **short)
