"""Normalizing caches, set up as docs/api/graphql.md says, keep the views of different viewers of a session apart."""

from pathlib import Path

import pytest

from tests.clients.node import ROOT, run_script
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import done, opened
from tools.services import Service

HERE = Path(__file__).parent
CLIENTS = ["cache_apollo.mjs", "cache_urql.mjs"]


def test_the_page_shows_what_the_scripts_do() -> None:
    page = (ROOT / "docs" / "api" / "graphql.md").read_text(encoding="utf-8")
    for script in CLIENTS:
        (line,) = [one for one in (HERE / script).read_text(encoding="utf-8").splitlines() if "viewId" in one]
        assert line in page


def cached(script: str, service: Service, *, host_sits: bool) -> list[Json]:
    """Return a client's cached sessions for a spectator and for seats 0 and 1, after acts of seat 0 and the host.

    The host plays at seat 0: as the host, or with the seat's own token as well.
    """
    table = opened(service, "zeven", 3, {"firstSeat": "0"})
    players = [table.sit(table.host.token if host_sits else None, seat=0), table.sit(seat=1), table.sit(seat=2)]
    done(players[2], "leaveSession", table.id)
    tokens = {"tokens": [player.token for player in players[:2]], "host": table.host.token}
    found: list[Json] = run_script(script, {"url": service.url, "id": table.id, "turn": 0, "left": 2, **tokens})
    return found


def hands(session: Json) -> list[int]:
    """Return the owners of the cards that a session shows."""
    hands = {zone["key"]: zone["cards"] for zone in session["view"]["zones"] if zone["key"].startswith("hand:")}
    return [int(key.partition(":")[2]) for key, cards in hands.items() if any(cards)]


@pytest.mark.parametrize("script", CLIENTS)
def test_a_cache_keeps_a_seat_another_seat_and_a_spectator_apart(one_service: Service, script: str) -> None:
    spectator, ada, bob = cached(script, one_service, host_sits=True)
    assert [one["viewerSeat"] for one in (spectator, ada, bob)] == [None, 0, 1]
    assert [hands(one) for one in (spectator, ada, bob)] == [[], [0], [1]]
    # Seat 0 sees the host's act, and the other views stay as they were read.
    assert ada["version"] == spectator["version"] + 2 == bob["version"] + 2
    assert ada["isHost"]


@pytest.mark.parametrize("script", CLIENTS)
def test_a_host_who_plays_with_two_tokens_does_not_lose_the_hand(one_service: Service, script: str) -> None:
    spectator, ada, bob = cached(script, one_service, host_sits=False)
    assert [hands(one) for one in (spectator, ada, bob)] == [[], [0], [1]]
    assert (ada["version"], ada["isHost"]) == (spectator["version"] + 1, False)
