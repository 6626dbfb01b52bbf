"""Which form of an answer a client takes."""

from collections.abc import Sequence

from service.http.accept import read_accept

PROBLEM_JSON = "application/problem+json"


def choose_media(accept: str, offers: Sequence[str]) -> str | None:
    """Return the offer that an Accept header likes best, the first among equals; None when it takes none of them."""
    if accept == "*/*" or not accept:
        return offers[0]
    return accept if accept in offers else read_accept(accept).choose(offers)
