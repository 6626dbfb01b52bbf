"""Tables whose hosts have webhooks: workers, the store and the receiver are killed, and every notice must arrive."""

import asyncio
import os
import secrets
import signal
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from service.notices.endpoints import owner_of_session
from service.notices.late import Delivery
from service.notices.recovery import outbox_of_sessions
from service.notices.repository import EndpointRepository
from service.notices.versions import version_of_session
from service.storage.sessions import Lifetimes, SessionRepository
from store.port import Store
from tools.faults.checker import Violation
from tools.faults.fleet import Fleet
from tools.faults.history import History
from tools.faults.players import Players, Table
from tools.faults.run import Harm, Run, together
from tools.faults.scenarios.kills import kills_of, store_of
from tools.faults.scenarios.topologies import REPLICATED, failing_over_cluster, failing_over_set
from tools.inbox import Answer, Inbox, Message
from tools.services import CROUPIER
from tools.stores import started_store

# A service that tries notices again soon, and takes those of a dead worker over after seconds.
SOON = (
    "from service.notices import forwarder, recovery; launch = forwarder.launch; "
    "forwarder.launch = lambda module, niceness: launch('tools.faults.hasty_notices', niceness); "
    "recovery.Pace.__new__.__defaults__ = (3000, {share}); "
)
HASTY = f"{SOON.format(share=1.0)}{CROUPIER}"
# Services that the checker must condemn: one does not look for the notices of dead workers, and one takes every
# message for accepted.
PLANTED = {
    "careless": f"{SOON.format(share=0.0)}{CROUPIER}",
    "content": HASTY.replace("hasty_notices", "content_notices"),
}
# The stores of several servers, whose primaries are replaced.
REPLICATED_STORES = {"sentinel": failing_over_set, "cluster": failing_over_cluster}
# The share of messages that the receiver refuses although it has got them.
REFUSED = 0.1
AWAY_SECONDS = (0.2, 1.5)
# How long the last notices may take to be accepted by a receiver that refuses nothing more: the next try of a notice
# comes after one and a half times its age at most, and a worker that dies keeps what it took over for a minute.
ARRIVAL_SECONDS = 90.0
ARRIVAL_AGES = 2.0
# They decide only on what is created.
LIFETIMES = Lifetimes(604_800, 86_400, 86_400)


class _Webhook(msgspec.Struct):
    id: str


class _WebhookCreated(msgspec.Struct):
    webhook: _Webhook
    secret: str


class HookedPlayers(Players):
    """Players whose tables send their notices to an inbox, from the deal on."""

    def __init__(self, inbox: Inbox, fleet: Fleet, history: History, chance: Random) -> None:
        super().__init__(fleet, history, chance)
        self._inbox = inbox
        self.tables: list[str] = []

    async def open_table(self) -> Table:
        """Open a table, seat its players, and let its host create a webhook."""
        table = await super().open_table()
        version = await self.look(table)
        wish = self.history.wish("host", table.id, "", "noticeswanted")
        body = {"sessionId": table.id, "url": self._inbox.url(f"/{table.id}")}
        headers: Mapping[str, str] = {"Authorization": f"Bearer {table.host}"}
        await self._settle(wish, "/v1/webhooks", secrets.token_urlsafe(16), body, _WebhookCreated, headers)
        # Nobody else changes the table before it is played.
        self.history.acknowledge(wish, version + 1)
        self.tables.append(table.id)
        return table


class Receiver:
    """What a receiver answers: it refuses messages at random, and then none; it keeps those that it accepts."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.refusing = REFUSED
        self.accepted: list[Message] = []

    def answer(self, message: Message) -> Answer:
        """Return the answer to a message."""
        if self._chance.random() < self.refusing:
            return Answer(500)
        self.accepted.append(message)
        return Answer(204)


async def notices(run: Run) -> None:
    """Kill -9 of the store, of workers, of senders and of the receiver, which also refuses messages at random."""
    receiver = Receiver(Random(f"receiver {run.knobs.seed}"))
    async with Inbox(receiver.answer) as inbox, _stage_of(run) as stage:
        players = partial(HookedPlayers, inbox)
        settings = {"webhooks": "private", **stage.settings}
        service = run.service(stage.store, run.knobs.worker_kills, (stage.program,), players, **settings)
        async with service as hooked:
            assert isinstance(hooked, HookedPlayers)
            await wake(run, hooked, inbox)
            of_receiver: Harm = (run.knobs.count, partial(interrupt, run, inbox), "receiver kills")
            of_senders: Harm = (run.knobs.worker_kills, partial(kill_sender, run), "sender kills")
            harms = (*stage.harms, of_receiver, of_senders)
            await run.play(lambda: together(*(run.spread(*harm) for harm in harms)))
            receiver.refusing = 0.0
            await run.judge(stage.store)
            async with started_store(stage.store) as started:
                await judge_notices(run, started, receiver, hooked.tables)
        run.report.add("messages refused or cut off", len(inbox.messages) - len(receiver.accepted))


class _Stage(NamedTuple):
    """A store, what is done to it and to the workers, and what the workers run."""

    store: str
    harms: Sequence[Harm]
    program: str = HASTY
    settings: Mapping[str, str] = {}


@asynccontextmanager
async def _stage_of(run: Run) -> AsyncIterator[_Stage]:
    """Start the store of a run. Only where it is replicated, a level is asked for, which must survive failovers."""
    failing_over = REPLICATED_STORES.get(run.knobs.store)
    if failing_over is not None:
        async with failing_over(run) as (store, fail_over):
            failovers: Harm = (run.knobs.kills, fail_over, "failovers")
            settings = {"durability": REPLICATED["durability"], "replicas": REPLICATED["replicas"]}
            yield _Stage(store, (*kills_of(run, None), failovers), settings=settings)
        return
    program = PLANTED.get(run.knobs.store, HASTY)
    async with store_of(run) as (store, server):
        yield _Stage(store, tuple(kills_of(run, server)), program)


async def wake(run: Run, players: HookedPlayers, inbox: Inbox) -> None:
    """Have notices sent: the processes that send them start when they are needed, and take seconds for that."""
    for _ in range(2 * run.knobs.workers):
        await players.abandon(await players.open_table())
    await run.until(lambda: {message.path.strip("/") for message in inbox.messages} >= {*players.tables})


async def kill_sender(run: Run) -> None:
    """Kill -9 the process of a random worker that sends its notices."""
    running = [one for one in run.fleet.workers if one.is_running]
    # Either may have just ended with its worker.
    with suppress(IndexError, FileNotFoundError, ProcessLookupError):
        for sender in _senders_of(run.chance.choice(running).process_id):
            os.kill(sender, signal.SIGKILL)


def _senders_of(process_id: int) -> list[int]:
    """Return the ids of the processes that send the notices of a worker."""
    lists = Path(f"/proc/{process_id}/task").glob("*/children")
    children = [child for one in lists for child in one.read_text().split()]
    return [int(child) for child in children if b"notices" in Path(f"/proc/{child}/cmdline").read_bytes()]


async def interrupt(run: Run, inbox: Inbox) -> None:
    """Kill the receiver, and start it again after a while."""
    await inbox.stop()
    await asyncio.sleep(run.chance.uniform(*AWAY_SECONDS))
    await inbox.start(inbox.port)


async def judge_notices(run: Run, store: Store, receiver: Receiver, tables: Sequence[str]) -> None:
    """Compare the messages that were accepted with those that the logs of the tables call for."""
    expected = {message_id: table for table in tables async for message_id in _expected(store, table)}
    seconds = ARRIVAL_SECONDS + ARRIVAL_AGES * (time.monotonic() - run.started)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await run.until(lambda: expected.keys() <= {message.id for message in receiver.accepted})
    found = {message.id: message.path.strip("/") for message in receiver.accepted}
    run.report.add("notices", len(expected))
    run.report.add("notices accepted again", len(receiver.accepted) - len(found))
    run.report.violations += compare_notices(expected, found)


def compare_notices(expected: Mapping[str, str], found: Mapping[str, str]) -> Iterator[Violation]:
    """Yield what is wrong with the notices that were accepted; both name the tables of notices by their ids."""
    for one in expected.keys() - found.keys():
        yield Violation("lost", "a notice of an acknowledged change was not accepted", expected[one], key=one)
    for one in found.keys() - expected.keys():
        yield Violation("unsent", "a notice of a change that the log does not have has come", found[one], key=one)


async def _expected(store: Store, table: str) -> AsyncIterator[str]:
    """Yield the ids of the messages that the log of a table calls for."""
    endpoints = await EndpointRepository(store).read(owner_of_session(table))
    assert endpoints is not None, "the webhook was acknowledged"
    async for one in outbox_of_sessions(SessionRepository(store, LIFETIMES)).replay(table):
        version = version_of_session(one.before, one.entry, one.after)
        for notice in version.notices if one.after.sends_notices else ():
            for endpoint in version.audience.endpoints_for(notice, endpoints):
                yield Delivery(endpoints.owner, endpoint.id, notice, 0).id
