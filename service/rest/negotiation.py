"""Which form of an answer a client takes (RFC 9110, section 12.5.1)."""

import re
from collections.abc import Sequence

PROBLEM_JSON = "application/problem+json"

_QUALITY = re.compile(r"q=(?P<quality>[01](\.\d{0,3})?)")


def choose_media(accept: str, offers: Sequence[str]) -> str | None:
    """Return the offer that an Accept header likes best, the first among equals; None when it takes none of them."""
    if accept == "*/*" or not accept.strip():
        return offers[0]
    if accept in offers:
        return accept
    ranges = dict(_read_range(part) for part in accept.lower().split(","))
    best = max(offers, key=lambda offer: _quality_of(offer, ranges))
    return best if _quality_of(best, ranges) > 0 else None


def _read_range(part: str) -> tuple[str, float]:
    name, *parameters = (piece.strip() for piece in part.split(";"))
    matches = [match for match in map(_QUALITY.fullmatch, parameters) if match]
    return name, float(matches[0]["quality"]) if matches else 1.0


def _quality_of(offer: str, ranges: dict[str, float]) -> float:
    """Return the quality of the most specific range that takes an offer."""
    kind = offer.partition("/")[0]
    return next((ranges[name] for name in (offer, f"{kind}/*", "*/*") if name in ranges), 0.0)
