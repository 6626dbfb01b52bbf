"""Tables whose hosts have webhooks: workers, the store and the receiver are killed, and every notice must arrive."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from functools import partial
from random import Random

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
from tools.inbox import Answer, Inbox, Message, accept
from tools.services import CROUPIER
from tools.stores import started_store

# A service that takes the notices of a dead worker over after seconds.
HASTY = f"from service.notices import recovery; recovery.Pace.__new__.__defaults__ = (3000, 1.0); {CROUPIER}"
# A service that does not look for the notices of dead workers: the checker must condemn it.
CARELESS = f"from service.notices import recovery; recovery.Pace.__new__.__defaults__ = (3000, 0.0); {CROUPIER}"
# The share of messages that the receiver refuses although it has got them.
REFUSED = 0.1
AWAY_SECONDS = (0.2, 1.5)
# How long the last notices may take to arrive at a receiver that refuses nothing more: the next try of a notice comes
# after one and a half times its age at most.
ARRIVAL_SECONDS = 400.0
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


async def notices(run: Run) -> None:
    """Kill -9 of the store, of workers and of the receiver, which also refuses messages at random."""
    careless = run.knobs.store == "careless"
    if careless:
        run.knobs = msgspec.structs.replace(run.knobs, store="redis")
    chance = Random(f"receiver {run.knobs.seed}")

    def answer(_message: Message) -> Answer:
        return Answer(500 if chance.random() < REFUSED else 204)

    async with Inbox(answer) as inbox, store_of(run) as (store, server):
        programs = (CARELESS if careless else HASTY,)
        players = partial(HookedPlayers, inbox)
        service = run.service(store, run.knobs.worker_kills, programs, players, webhooks="private")
        async with service as hooked:
            assert isinstance(hooked, HookedPlayers)
            of_receiver: Harm = (run.knobs.count, partial(interrupt, run, inbox), "receiver kills")
            harms = (*kills_of(run, server), of_receiver)
            await run.play(lambda: together(*(run.spread(*harm) for harm in harms)))
            inbox.answer = accept
            await run.judge(store)
            async with started_store(store) as started:
                await judge_notices(run, started, inbox, hooked.tables)


async def interrupt(run: Run, inbox: Inbox) -> None:
    """Kill the receiver, and start it again after a while."""
    await inbox.stop()
    await asyncio.sleep(run.chance.uniform(*AWAY_SECONDS))
    await inbox.start(inbox.port)


async def judge_notices(run: Run, store: Store, inbox: Inbox, tables: list[str]) -> None:
    """Compare the messages that have come with those that the logs of the tables call for."""
    expected = {message_id: table for table in tables async for message_id in _expected(store, table)}
    with suppress(TimeoutError):
        async with asyncio.timeout(ARRIVAL_SECONDS):
            await run.until(lambda: expected.keys() <= {message.id for message in inbox.messages})
    found = {message.id: message.path.strip("/") for message in inbox.messages}
    run.report.add("notices", len(expected))
    run.report.add("notices that came again", len(inbox.messages) - len(found))
    sentence = "a notice of an acknowledged change has not come"
    lost = [Violation("lost", sentence, table, key=one) for one, table in expected.items() if one not in found]
    sentence = "a notice of a change that the log does not have has come"
    unsent = [Violation("unsent", sentence, table, key=one) for one, table in found.items() if one not in expected]
    run.report.violations += [*lost, *unsent]


async def _expected(store: Store, table: str) -> AsyncIterator[str]:
    """Yield the ids of the messages that the log of a table calls for."""
    endpoints = await EndpointRepository(store).read(owner_of_session(table))
    assert endpoints is not None, "the webhook was acknowledged"
    async for one in outbox_of_sessions(SessionRepository(store, LIFETIMES)).replay(table):
        version = version_of_session(one.before, one.entry, one.after)
        for notice in version.notices if one.after.sends_notices else ():
            for endpoint in version.audience.endpoints_for(notice, endpoints):
                yield Delivery(endpoints.owner, endpoint.id, notice, 0).id
