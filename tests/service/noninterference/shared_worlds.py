"""Sessions of a closed deal, played to their end, and every byte that their seats are sent until it is opened."""

import asyncio
from random import Random

from msgspec.structs import replace

from service.sessions.session import Dealing, Seat, Setup
from service.sessions.tokens import new_token
from service.storage.documents import new_document_id
from service.storage.sessions import SessionRepository
from tests.engine.play import Table, random_table, stackable
from tests.service.noninterference.deals import Deal, Script, finish
from tests.service.noninterference.worlds import World
from tests.support.shared_deals import LIFETIMES, plan
from tools.stores import started_store


class SharedWorld(World):
    """A session whose deal other tables play; the scheduler opens it on the store."""

    def open(self) -> tuple[str, str]:
        host = new_token()
        return asyncio.run(self._open(host)), host

    async def _open(self, host: str) -> str:
        script = self.script
        dealing = Dealing(seed=script.deal.seed, deck=script.deal.deck, is_shared=True)
        made = plan(script.game, [], host=host, options=script.options, dealing=dealing, setup=script.setup)
        async with started_store(self.server.app.state.store_url) as store:
            opened = replace(made, seats=(Seat(),) * script.seats, at=await store.now())
            return (await SessionRepository(store, LIFETIMES).create(new_document_id(), opened)).id


def invent_to_end(game: str, chance: Random, most_seats: int = 2) -> Script:
    """Return a random table of a game, and moves that end it."""
    while (table := random_table(game, chance)).seats > most_seats:
        continue
    return shared_script(table, chance)


def shared_script(table: Table, chance: Random) -> Script:
    """Return a table with a stacked deck, and random moves that end it."""
    deck = stackable(table)
    chance.shuffle(deck)
    deal = Deal(table.seed, tuple(deck))
    return finish(Script(table.game, table.seats, table.options, Setup(hints=True), deal), chance)
