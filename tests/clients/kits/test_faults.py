"""Cut at every byte, doubled, delayed, refused for now: a move is made once, and each version is told once."""

import asyncio
from collections.abc import Callable

import pytest
from croupier_client import AsyncClient, Client, Settings

from tests.clients.kits.http_server import serving
from tests.clients.kits.test_javascript import KIT
from tests.clients.kits.tiny_service import FIRST, LAST, TinyService, longest_answer
from tests.clients.node import run_script

CUTS = longest_answer() + 1
# The kit waits only for a moment before it tries again, as nobody else does.
AT_ONCE = Settings(first_wait=0.001, longest_wait=0.002)

Met = tuple[str, list[int]]


def met_in_javascript(url: str) -> list[Met]:
    return [(kind, versions) for kind, versions in run_script("kits/cuts.mjs", {"kit": KIT, "url": url, "cuts": CUTS})]


def met_in_python(url: str) -> list[Met]:
    with Client(url, settings=AT_ONCE) as client:
        tables = [client.table(str(cut)) for cut in range(CUTS)]
        return [(table.move("pass").kind, [frame["version"] for frame in table.frames()]) for table in tables]


def met_with_asyncio(url: str) -> list[Met]:
    async def meet(client: AsyncClient, cut: int) -> Met:
        table = await client.table(str(cut))
        return (await table.move("pass")).kind, [frame["version"] async for frame in table.frames()]

    async def meet_all() -> list[Met]:
        async with AsyncClient(url, settings=AT_ONCE) as client:
            return [await meet(client, cut) for cut in range(CUTS)]

    return asyncio.run(meet_all())


@pytest.mark.parametrize("meet", [met_in_javascript, met_in_python, met_with_asyncio])
def test_an_answer_that_is_cut_at_any_byte_changes_nothing(meet: Callable[[str], list[Met]]) -> None:
    tiny = TinyService()
    with serving(tiny.respond) as url:
        found = meet(url)
    assert found == [("applied", list(range(FIRST, LAST + 1)))] * CUTS
    assert tiny.made == {str(cut): 1 for cut in range(CUTS)}
    # Most of the answers were cut, so that they were asked for again.
    assert sum(count > 1 for count in tiny.heard.values()) > CUTS
