"""All bytes that a seat of a closed deal receives, also after its table, depend on no card that it has not seen."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from msgspec.structs import replace

import engine
from service.sessions.session import Session
from tests.engine.play import Table
from tests.service.noninterference.comparison import app_on, check_alike, compare_shared
from tests.service.noninterference.deals import Act, Script, finish
from tests.service.noninterference.shared_worlds import SharedWorld, shared_script
from tests.service.noninterference.worlds import REST_STREAMS, STREAMS, Request, World, drive, questions, watch
from tools.services import LocalService

changed_zones = engine.changed_zones
SHORT = Table("zar", 2, {"hands": 1, "deal": 3}, "1" * 64)


@pytest.mark.parametrize("table", [SHORT, Table("zlam", 2, {}, "1" * 64)], ids=["zar", "zlam"])
def test_a_seat_is_sent_the_same_of_a_closed_deal_with_another_one(server: LocalService, table: Table) -> None:
    assert compare_shared(server, shared_script(table, Random(1)), table.game) == 2


def test_the_bytes_of_a_closed_deal_are_the_same_with_redis(redis_url: str) -> None:
    with LocalService(app_on(redis_url)) as server:
        assert compare_shared(server, shared_script(SHORT, Random(1)), "redis") > 0


@pytest.mark.parametrize(
    ("where", "name", "leak"),
    [
        (engine, "covered_view", engine.view),
        (engine, "covered_breakdown", engine.breakdown),
        (engine, "changed_zones", lambda compared, viewer, **_covered: changed_zones(compared, viewer)),
        (engine, "is_uncovering_of_end", lambda _event: False),
        (Session, "is_deal_closed", property(lambda session: session.status != "FINISHED")),
    ],
    ids=["the view", "the breakdown", "the changes", "the events", "the whole end"],
)
def test_a_shown_end_is_found(
    server: LocalService, monkeypatch: pytest.MonkeyPatch, where: object, name: str, leak: Callable[..., object]
) -> None:
    monkeypatch.setattr(where, name, leak)
    with pytest.raises(AssertionError, match=r"tells hidden cards|the key is told"):
        compare_shared(server, shared_script(SHORT, Random(1)), "planted")


def test_a_seat_is_sent_the_same_whatever_happens_at_another_table_of_its_deal(server: LocalService) -> None:
    script = shared_script(SHORT, Random(1))
    alone = play(server, script)
    other = finish(replace(script, acts=()), Random(4))
    assert other.acts != script.acts
    drive(SharedWorld(server, other, ()), "another table")
    beside = play(server, script)
    for seat in (0, 1):
        check_alike(alone.received[seat], beside.received[seat], seat)


@pytest.mark.parametrize("left", [0, 3], ids=["at the end", "before the end"])
@pytest.mark.parametrize("bearer", ["nobody", "stranger", "host"])
def test_nobody_without_a_seat_learns_which_deal_is_played_or_how(server: LocalService, bearer: str, left: int) -> None:
    worlds = []
    for table, chance in ((SHORT, 1), (Table("zar", 2, SHORT.options, "2" * 64), 4)):
        script = shared_script(table, Random(chance))
        world = SharedWorld(server, script, (None,))
        for act in (*map(join, range(2)), *script.acts[: len(script.acts) - left]):
            world.act(act)
        for request in asked_by_outsiders(world):
            world.ask(None, {"nobody": None, "stranger": "stranger", "host": world.host}[bearer], request)
        worlds.append(world)
    one, other = worlds
    assert one.version != other.version
    check_alike(one.received[None], other.received[None], None)


def join(seat: int) -> Act:
    return Act("joinSession", seat)


def asked_by_outsiders(world: World) -> Iterator[Request]:
    """Yield every question of a spectator, and every stream."""
    undo = {"available": False}
    seen = {"view": {"legalMoves": [], "undo": undo}, "takeBack": None, "settings": {"takeBacks": False}}
    chance = Random("outside")
    for _ in range(3):
        yield from questions(world, None, {**seen, "isHost": True, "status": "FINISHED"}, chance)
    for after in (None, "1"):
        for accept in STREAMS:
            yield watch(world, after, accept)
        where = f"/v1/sessions/{world.id}/frames" + ("" if after is None else f"?after={after}")
        for accept in REST_STREAMS:
            yield Request(f"GET {accept} {after}", b"", "GET", where, (("Accept", accept),))


def play(server: LocalService, script: Script) -> SharedWorld:
    return drive(SharedWorld(server, script, (0, 1)), "beside others")
