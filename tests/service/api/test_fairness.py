"""Verifiable shuffles, given deals, and tables that can be read after their session."""

from hashlib import sha256
from pathlib import Path
from random import Random

import apsw
import msgspec
import pytest

import engine
from tests.support.graphql_client import CREATE, EVENTS, RECORD, Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, done, opened
from tools.services import Service, seconds_at_most

SEED = "5eed" * 16


def test_the_commitment_is_told_before_anybody_joins_and_kept_at_the_end(service: Service) -> None:
    table = opened(service, "zlam", 2, ONLY_THREES)
    promised = table.session["fairness"]
    assert promised == {
        "kind": "COMMITTED",
        "commitment": promised["commitment"],
        "serverSeed": None,
        "entropy": None,
        "key": None,
        "closed": False,
    }
    players = [table.sit(entropy="Ada's coin: heads"), table.sit()]
    live = Live(service, table.id, players)
    assert [live.read(viewer)["fairness"] for viewer in live.viewers()] == [promised] * 3
    live.play_to_the_end(Random(1))
    fairness = live.read()["fairness"]
    assert (fairness["commitment"], fairness["entropy"]) == (promised["commitment"], ["Ada's coin: heads", ""])
    assert sha256(bytes.fromhex(fairness["serverSeed"])).hexdigest() == promised["commitment"]
    assert fairness["key"] == engine.derive_key(fairness["serverSeed"], table.id, fairness["entropy"])
    record = live.record()
    assert record is not None
    checks = engine.verify(record)
    assert {check.name for check in checks} >= {"commitment", "key", "deal", "moves", "result"}
    assert all(check.holds for check in checks if check.name in ("commitment", "key", "deal", "moves", "result"))


def test_entropy_that_differs_gives_another_deal_and_is_seen_by_nobody_before_the_end(service: Service) -> None:
    table = opened(service, "zeven", 2)
    table.sit(entropy="SECRET-SHARE")
    other = table.sit(entropy="another")
    for viewer in (other, table.host, Client(service)):
        assert "SECRET-SHARE" not in msgspec.json.encode(viewer.read(table.id)).decode()
        assert "SECRET-SHARE" not in msgspec.json.encode(viewer.ask(EVENTS, id=table.id)).decode()


@pytest.mark.parametrize("entropy", ["x" * 65, "é", "a\nb", "\x7f"])
def test_invalid_entropy_is_refused(one_service: Service, entropy: str) -> None:
    answer = opened(one_service).join(entropy=entropy)
    assert (answer["code"], answer["path"]) == ("INVALID_INPUT", ["entropy"])


def test_a_given_deal_is_the_same_for_many_tables_and_says_that_it_was_given(service: Service) -> None:
    tables = [opened(service, "zeven", 2, seed=SEED) for _ in range(2)]
    refused = tables[0].join(entropy="mine")
    assert (refused["code"], refused["path"]) == ("INVALID_INPUT", ["entropy"])
    lives = [table.live() for table in tables]
    assert lives[0].read(0)["view"]["zones"] == lives[1].read(0)["view"]["zones"]
    fairness = lives[0].read()["fairness"]
    assert (fairness["kind"], fairness["commitment"], fairness["key"]) == ("GIVEN", None, None)
    end = lives[0].play_to_the_end(Random(2))
    assert (end["fairness"]["key"], end["fairness"]["serverSeed"]) == (SEED, None)
    record = lives[0].record()
    assert record is not None
    assert {check.name: check.holds for check in engine.verify(record)}["commitment"] is None


def test_a_stacked_deck_lies_as_it_was_stacked(service: Service) -> None:
    dealt = engine.new_game("zlam", seats=2, options={"firstSeat": 0}, seed=SEED)
    deck = sorted(card for cards in dealt.zones.values() for card in cards)
    table = opened(service, "zlam", 2, {"firstSeat": "0"}, deck=deck)
    assert table.session["fairness"]["kind"] == "GIVEN"
    zones = {zone["key"]: zone["cards"] for zone in table.live().read()["view"]["zones"]}
    state = engine.new_game("zlam", seats=2, options={"firstSeat": 0}, seed="0" * 64, deck=deck)
    assert zones == {zone.id: [it and shown_card(it) for it in zone.cards] for zone in engine.view(state, None).zones}
    wrong = Client(service).ask(CREATE, input={"game": "zlam", "seats": 2, "deck": deck[1:]})
    assert wrong["__typename"] == "InvalidInput"


def shown_card(code: str) -> Json:
    """Return a card of ZLAM! as the API shows it."""
    card = engine.find_game("zlam").cards[code]
    return {"code": code, "suit": card.suit, "color": card.color, "value": card.value, "label": card.label}


# ---- after the session


def test_a_finished_table_stays_readable_when_its_session_has_expired(tmp_path: Path) -> None:
    file = tmp_path / "croupier.db"
    with Service(f"sqlite:{file}", tmp_path) as service:
        table = opened(service, "zlam", 2, ONLY_THREES)
        live = table.live()
        end = live.play_to_the_end(Random(1))
        seen = live.read(0)
        record = live.record()
        # Much later: every session has expired.
        database = apsw.Connection(str(file))
        # The service may be noting who is there.
        database.set_busy_timeout(10_000)
        database.execute("UPDATE sessions SET expires_at = 0")
        assert live.read(0) == seen
        assert live.read()["view"]["result"] == end["view"]["result"]
        assert live.record() == record
        assert live.spectator.ask(EVENTS, id=table.id)["events"]["edges"] == []
        assert live.move(0, "place @1")["code"] == "SESSION_OVER"
        assert Client(service).ask(RECORD, id="no-such-session") is None


def test_a_session_that_is_over_is_kept_for_less_long(service: Service) -> None:
    table = opened(service)
    lively = table.session["expiresAt"]
    ended = done(table.host, "abandonSession", table.id)["session"]["expiresAt"]
    assert ended < lively
    with seconds_at_most(20):
        assert table.host.read(table.id)["status"] == "ABANDONED"
