"""The scenario `tournament`: workers and the store are killed while tournaments are played, within rounds and between.

A kill comes at random after the followers of some tournament were told of an event: so it hits the pairing of rounds,
the opening and the playing of tables, the report of results, and the end of rounds.
"""

import asyncio
from collections.abc import Awaitable, Callable

from tools.faults.players import GivenUp, Refused, Table
from tools.faults.run import GoesOn, Run, together
from tools.faults.scenarios.kills import kills_of, store_of
from tools.faults.tournaments.entrants import Entrants, TournamentFollower
from tools.faults.tournaments.judging import judge_tournaments

MOMENTS = ("started", "roundPaired", "tablesOpened", "boardFinished", "roundClosed")
# After an event so long at most: a round of a small tournament takes about as long.
LONGEST_DELAY = 0.3
FOLLOWERS = 2
HEARD_POLL_SECONDS = 0.002


async def tournament(run: Run) -> None:
    """Kill -9 of the store and of workers while tournaments are played; with SQLite, of workers only."""
    async with store_of(run) as (store, server):
        async with run.service(store, run.knobs.worker_kills, players=Entrants) as players:
            assert isinstance(players, Entrants)
            await run.play(
                lambda: together(*(at_moments(run, players, *harm) for harm in kills_of(run, server))),
                lambda table, goes_on: play_tournament(run, players, table, goes_on),
            )
        await judge_tournaments(run, players, store)


async def at_moments(run: Run, entrants: Entrants, count: int, act: Callable[[], Awaitable[None]], name: str) -> None:
    """Do something so many times, each time at random after an event of some tournament."""
    for _ in range(count):
        kind = run.chance.choice(MOMENTS)
        heard = entrants.heard[kind]
        while entrants.heard[kind] == heard:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(HEARD_POLL_SECONDS)
        await asyncio.sleep(run.chance.uniform(0, LONGEST_DELAY))
        await act()
        run.report.add(name)


async def play_tournament(run: Run, entrants: Entrants, table: Table, _goes_on: GoesOn) -> None:
    """Play a tournament to its end, and read it; the checker condemns one that does not end."""
    account = entrants.accounts[table.id]
    try:
        async with asyncio.TaskGroup() as group:
            for number in range(FOLLOWERS):
                follower = TournamentFollower(entrants, run.chance, account, f"follower {number}")
                group.create_task(follower.follow())
            await entrants.host(table, "start")
            await entrants.enter(account)
            # Its first round cannot be over before the entrants play.
            await entrants.host(table, "pause")
            await entrants.host(table, "resume")
            for entrant in entrants.tokens[account.id]:
                group.create_task(entrants.take_part(account, entrant))
    except* (GivenUp, Refused) as end:
        run.say(f"a tournament is given up: {end.exceptions}")
    else:
        await entrants.read_ending(account)
        run.report.add("tournaments")
    run.progress()
