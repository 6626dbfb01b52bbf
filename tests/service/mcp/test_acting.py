"""What an agent does beside moves, over HTTP and over standard streams: deadlines, take-backs, and tables that wait."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import anyio
import pytest
from mcp import Client, types

from tests.service.mcp.agents import agent_at, agent_beside, call, choose, refuse, text_of
from tests.support.graphql_client import Json
from tools.services import LocalService

pytestmark = pytest.mark.anyio

GAME = "zeven"
# Nobody learns anything from many moves of this game.
QUIET = "zlam"
# Less than the longest wait.
SOON = 20


@pytest.fixture(params=["http", "streams"])
async def agent(request: pytest.FixtureRequest, server: LocalService, tmp_path: Path) -> AsyncIterator[Client]:
    opened = agent_at(server) if request.param == "http" else agent_beside(tmp_path)
    async with opened as client:
        yield client


async def open_seats(agent: Client, seats: int, game: str = GAME, **setup: object) -> list[str]:
    """Open a table for agents alone and return the handles of its seats; the first has opened it."""
    opened = await call(agent, "create_table", game=game, seats=seats, bots=0, **setup)
    table = opened.structured_content
    joined = [await call(agent, "join_table", table=table["table"]) for _ in range(seats - 1)]
    return [table["seat"], *(answer.structured_content["seat"] for answer in joined)]


async def look(agent: Client, seat: str) -> Json:
    """Return the structured answer of a look."""
    return (await call(agent, "look", seat=seat)).structured_content


async def sort_by_turn(agent: Client, seats: list[str]) -> list[str]:
    """Return the seats, the one that is asked first."""
    tables = {seat: await look(agent, seat) for seat in seats}
    return sorted(seats, key=lambda seat: not tables[seat]["yourTurn"])


def offered(answer: types.CallToolResult | Json) -> list[str]:
    """Return the actions of an answer. Its text, if it has one, lists the same."""
    if isinstance(answer, types.CallToolResult):
        actions = answer.structured_content["actions"]
        lines = text_of(answer).splitlines()
        assert all(f"- {one['action']}: {one['label']}" in lines for one in actions)
        return offered(answer.structured_content)
    return [one["action"] for one in answer["actions"]]


def code_of(answer: types.CallToolResult) -> str:
    """Return the code of a refusal that shows the table."""
    code: str = answer.structured_content["problem"]["code"]
    return code


# ---- deadlines


async def test_a_wait_ends_when_others_are_late_and_their_deadline_is_claimed(agent: Client) -> None:
    seats = await open_seats(agent, 2, moveSeconds=1)
    late, waiting = await sort_by_turn(agent, seats)
    version = (await look(agent, waiting))["version"]
    waited = await call(agent, "wait_for_turn", seat=waiting, version=version, seconds=25)
    assert text_of(waited).startswith("The time of the others is over")
    assert waited.structured_content["version"] == version
    assert offered(waited) == ["claim_deadline"]
    polled = await call(agent, "wait_for_turn", seat=waiting, version=version, seconds=0)
    assert text_of(polled).startswith("The time of the others is over")
    assert "is over" not in text_of(await call(agent, "wait_for_turn", seat=late))
    wish = {"seat": waiting, "action": "claim_deadline", "version": version, "idempotencyKey": "late"}
    claimed = await call(agent, "act", **wish)
    assert text_of(claimed).startswith("You have done this: claim_deadline")
    assert "What has happened:" in text_of(claimed)
    assert claimed.structured_content["version"] == version + 1
    assert (await look(agent, late))["version"] == version + 1
    again = await call(agent, "act", **wish)
    assert text_of(again).startswith("With this key, you had done this already: claim_deadline")
    assert again.structured_content["version"] == version + 1
    assert code_of(await refuse(agent, "act", **{**wish, "action": "undo"})) == "KEY_REUSED"
    assert code_of(await refuse(agent, "act", **{**wish, "idempotencyKey": "new"})) == "STALE_VERSION"


async def test_a_deadline_is_not_claimed_early_and_not_where_there_is_none(agent: Client) -> None:
    seats = await open_seats(agent, 2, moveSeconds=600)
    asked, waiting = await sort_by_turn(agent, seats)
    assert offered(await call(agent, "look", seat=waiting)) == ["claim_deadline"]
    assert "claim_deadline" not in offered(await call(agent, "look", seat=asked))
    early = await refuse(agent, "act", seat=waiting, action="claim_deadline")
    assert code_of(early) == "TOO_EARLY"
    assert offered(early) == ["claim_deadline"]
    over = await call(agent, "wait_for_turn", seat=waiting, seconds=1)
    assert "is over" not in text_of(over)
    timeless = await open_seats(agent, 2)
    assert code_of(await refuse(agent, "act", seat=timeless[0], action="claim_deadline")) == "NO_DEADLINE"


# ---- taking moves back


async def test_a_move_from_which_nobody_learned_anything_is_undone(agent: Client) -> None:
    seats = await open_seats(agent, 2, QUIET)
    chance = Random(3)
    while True:
        mover, other = await sort_by_turn(agent, seats)
        made = await call(agent, "play", seat=mover, **choose(await look(agent, mover), chance))
        if "undo" in offered(made):
            break
    version = made.structured_content["version"]
    assert code_of(await refuse(agent, "act", seat=other, action="undo")) == "UNDO_REFUSED"
    undone = await call(agent, "act", seat=mover, action="undo", version=version)
    assert undone.structured_content["version"] == version + 1
    assert undone.structured_content["yourTurn"]
    assert "undo" not in offered(undone)


@pytest.mark.parametrize("agrees", [True, False], ids=["agreed", "refused"])
async def test_a_request_to_take_back_ends_the_waits_of_others_who_answer_it(agent: Client, agrees: bool) -> None:
    seats = await open_seats(agent, 3, takeBacks=True)
    mover, *others = await sort_by_turn(agent, seats)
    before = await look(agent, mover)
    assert "ask_take_back" not in offered(before)
    made = await call(agent, "play", seat=mover, move=before["moves"][0]["notation"])
    while made.structured_content["yourTurn"]:
        move = made.structured_content["moves"][0]["notation"]
        made = await call(agent, "play", seat=mover, move=move)
    assert {"undo", "ask_take_back"} & {*offered(made)}
    version = made.structured_content["version"]
    waited: list[types.CallToolResult] = []

    async def wait(seat: str) -> None:
        with anyio.fail_after(SOON):
            waited.append(await call(agent, "wait_for_turn", seat=seat, version=version, seconds=25))

    asked, idle = await sort_by_turn(agent, others)
    async with anyio.create_task_group() as group:
        group.start_soon(wait, idle)
        asking = await call(agent, "act", seat=mover, action="ask_take_back", version=version)
    assert "must answer." in text_of(asking)
    assert offered(waited[0]) == ["agree_take_back", "refuse_take_back"]
    assert "asks to take back its last move" in text_of(waited[0])
    await call(agent, "act", seat=idle, action="agree_take_back")
    last = await call(agent, "act", seat=asked, action="agree_take_back" if agrees else "refuse_take_back")
    assert offered(last) == []
    assert (await look(agent, mover))["yourTurn"] == agrees
    assert code_of(await refuse(agent, "act", seat=idle, action="agree_take_back")) == "UNDO_REFUSED"


# ---- tables that wait


async def test_who_has_opened_a_table_starts_it_without_the_players_who_do_not_come(agent: Client) -> None:
    opened = await call(agent, "create_table", game=GAME, seats=3, bots=0)
    assert offered(opened) == ["add_bot", "start"]
    table = opened.structured_content
    joined = await call(agent, "join_table", table=table["table"])
    guest = joined.structured_content["seat"]
    assert offered(joined) == []
    for action in ("start", "add_bot"):
        refused = await refuse(agent, "act", seat=guest, action=action, place=2)
        assert code_of(refused) == "UNAUTHORIZED"
        assert "Only the player who has opened the table" in text_of(refused)
        assert "Authorization" not in text_of(refused)
    wish = {"seat": table["seat"], "action": "start", "idempotencyKey": "start"}
    started = await call(agent, "act", **wish)
    assert "It is your turn." in text_of(started) or "It is not your turn." in text_of(started)
    assert text_of(await call(agent, "act", **wish)).startswith("With this key, you had done this already")
    late = await refuse(agent, "act", seat=table["seat"], action="start")
    assert code_of(late) == "ALREADY_STARTED"


async def test_bots_take_the_seats_of_players_who_do_not_come_and_of_those_who_left(agent: Client) -> None:
    opened = (await call(agent, "create_table", game=GAME, seats=3, bots=0)).structured_content
    seat = opened["seat"]
    wish = {"seat": seat, "action": "add_bot", "place": 2, "level": 1, "idempotencyKey": "bot"}
    await call(agent, "act", **wish)
    assert text_of(await call(agent, "act", **wish)).startswith("With this key, you had done this already")
    assert code_of(await refuse(agent, "act", **{**wish, "place": 1})) == "KEY_REUSED"
    for missing in ({"place": None}, {"place": 99}):
        wrong = await refuse(agent, "act", seat=seat, action="add_bot", **missing)
        assert code_of(wrong) == "INVALID_INPUT"
    guest = (await call(agent, "join_table", table=opened["table"])).structured_content["seat"]
    await call(agent, "leave", seat=guest)
    assert "add_bot" in offered(await call(agent, "look", seat=seat))
    replaced = await call(agent, "act", seat=seat, action="add_bot", place=1, level=1)
    assert "seat 1 is a bot of level 1" in text_of(replaced)
    assert "add_bot" not in offered(replaced)
    assert (await call(agent, "wait_for_turn", seat=seat)).structured_content["yourTurn"]
