"""Responses cut at every byte, doubled, delayed or refused: a move is made once, and each version reported once."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
import uvloop
from croupier_client import AsyncClient, Client, Settings

from tests.clients.kits.converse import First
from tests.clients.kits.games import WHOLE
from tests.clients.kits.servers.faulty_proxy import FAULTS, FaultyProxy
from tests.clients.kits.servers.http_server import serving
from tests.clients.kits.servers.tiny_service import FIRST, LAST, TinyService, longest_answer
from tests.clients.kits.test_javascript import KIT
from tests.clients.node import run_script
from tools.services import Service

CUTS = range(longest_answer() + 1)
# The kit without asyncio is written from the one with it, and uvloop runs the same code: they are cut here and there.
SOME_CUTS = CUTS[::20]
# The kit waits only for a moment before it tries again, as nobody else does.
AT_ONCE = Settings(first_wait=0.001, longest_wait=0.002)

# Many faults may come in a row.
PATIENT = {"attempts": 30, "longestWait": 20}

Met = tuple[str, list[int]]
Meet = Callable[[str, range], list[Met]]
# The version of a frame, and whether it asks for a redraw.
Shown = tuple[int, bool]


def met_in_javascript(url: str, cuts: range) -> list[Met]:
    given = {"kit": KIT, "url": url, "cuts": [*cuts]}
    return [(kind, versions) for kind, versions in run_script("kits/cuts.mjs", given)]


def met_in_python(url: str, cuts: range) -> list[Met]:
    with Client(url, settings=AT_ONCE) as client:
        tables = [client.table(str(cut)) for cut in cuts]
        return [(table.move("pass").kind, [frame["version"] for frame in table.frames()]) for table in tables]


def met_with_asyncio(url: str, cuts: range) -> list[Met]:
    return asyncio.run(meet_all(url, cuts))


def met_with_uvloop(url: str, cuts: range) -> list[Met]:
    return uvloop.run(meet_all(url, cuts))


async def meet_all(url: str, cuts: range) -> list[Met]:
    async def meet(client: AsyncClient, cut: int) -> Met:
        table = await client.table(str(cut))
        return (await table.move("pass")).kind, [frame["version"] async for frame in table.frames()]

    async with AsyncClient(url, settings=AT_ONCE) as client:
        return [await meet(client, cut) for cut in cuts]


@pytest.mark.parametrize(
    ("meet", "cuts"),
    [(met_in_javascript, CUTS), (met_with_asyncio, CUTS), (met_in_python, SOME_CUTS), (met_with_uvloop, SOME_CUTS)],
)
def test_an_answer_that_is_cut_at_any_byte_changes_nothing(meet: Meet, cuts: range) -> None:
    tiny = TinyService()
    with serving(tiny.respond) as url:
        found = meet(url, cuts)
    assert found == [("applied", list(range(FIRST, LAST + 1)))] * len(cuts)
    assert tiny.made == {str(cut): 1 for cut in cuts}
    # Most of the answers were cut, so that they were asked for again.
    assert sum(count > 1 for count in tiny.heard.values()) > len(cuts)


def played_in_javascript(url: str) -> list[Shown]:
    given = {"kit": KIT, "way": "disturbed", "url": url, "session": WHOLE[0], "settings": {**PATIENT, "firstWait": 2}}
    played: dict[str, list[int]] = run_script("kits/play.mjs", given)
    return [(version, version in played["resynced"]) for version in played["told"]]


def played_in_python(url: str) -> list[Shown]:
    settings = Settings(attempts=PATIENT["attempts"], first_wait=0.002, longest_wait=PATIENT["longestWait"] / 1000)
    with Client(url, settings=settings) as client, ThreadPoolExecutor() as pool:
        hosted = client.create(WHOLE[0])
        watched = pool.submit(lambda: [(one["version"], one["resync"]) for one in client.table(hosted.id).frames()])
        tables = [client.join(hosted.id, name="Ada", player=str(seat)) for seat in range(WHOLE[0]["seats"])]
        results = list(pool.map(First().play, tables))
        assert results == [results[0]] * len(tables)
        return watched.result()


@pytest.mark.parametrize("play", [played_in_javascript, played_in_python])
def test_a_table_is_played_through_a_failing_network(one_service: Service, play: Callable[[str], list[Shown]]) -> None:
    proxy = FaultyProxy(one_service.root, 7)
    with serving(proxy.respond) as url:
        told = play(url)
    # No version occurs twice, and none is missing except before a resync, after many faults in a row.
    for (before, _), (version, resync) in pairwise(told):
        assert version == before + 1 or (resync and version > before)
    assert sum(resync for _, resync in told) < len(told) / 4
    assert min(proxy.faults[fault] for fault in FAULTS) > 0
