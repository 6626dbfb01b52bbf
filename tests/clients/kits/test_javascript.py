"""The kit for JavaScript plays whole tables at a real service."""

from pathlib import Path

import pytest

from service.middleware.rate_limit import EMOTES as RATE
from service.sessions.emotes import EMOTES
from tests.clients.kits.games import SMALL, WHOLE
from tests.clients.node import ROOT, run_script
from tests.support.graphql_client import Json
from tools.services import Service

KIT = str(ROOT / "clients" / "javascript" / "src" / "index.js")


def run(way: str, service: Service, **given: object) -> Json:
    """Run a script of the kit against a service, and return its output."""
    found: Json = run_script("kits/play.mjs", {"kit": KIT, "way": way, "url": service.root, **given})
    return found


@pytest.mark.parametrize("session", WHOLE, ids=lambda session: session["game"])
def test_bots_play_a_whole_table_and_a_store_is_told_of_every_version(one_service: Service, session: Json) -> None:
    found = run("played", one_service, session=session)
    results = found["results"]
    told = found["told"]
    assert results[0]["reason"]
    assert results == [results[0]] * session["seats"]
    assert found["statuses"] == ["FINISHED"] * session["seats"]
    assert told == list(range(told[0], told[-1] + 1))
    assert len(told) > session["seats"]


def test_a_table_is_played_without_a_stream(one_service: Service) -> None:
    found = run("polled", one_service, session=SMALL)
    assert found["statuses"] == ["FINISHED", "FINISHED"]


def test_a_sealed_table_is_played_from_hand_to_hand(tmp_path: Path) -> None:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, seal_keys="07" * 32) as service:
        found = run("sealed", service, table={**SMALL, "sealed": True})
    assert (found["refused"], found["over"]) == ("illegal", "over")
    assert found["result"]["reason"]


def test_a_returning_player_has_the_stored_seat(one_service: Service) -> None:
    found = run("stored", one_service, session=SMALL)
    assert found["seats"] == [[0, True], [1, False], [0, True], [1, False]]
    assert found["kept"] == 2


def test_an_emote_reaches_those_who_watch_and_one_too_many_is_refused_at_once(one_service: Service) -> None:
    found = run("emotes", one_service, session=SMALL, tries=2 * RATE.amount + 1)
    assert found["got"] == [{"seat": 1, "emote": "WELL_PLAYED", "text": "Gut gespielt!"}] * 2
    assert (found["code"], found["listed"]) == ("RATE_LIMITED", len(EMOTES))
