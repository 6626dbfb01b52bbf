"""A whole table of each game, short and known in advance, so that players in browsers make the moves of a plan."""

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

import engine
from engine.options import Plain
from tests.support.graphql_sessions import Live, opened
from tests.support.services import Service


class Plan(msgspec.Struct, frozen=True):
    """A table for two: a deal by a seed, and moves by chance."""

    game: str
    options: Mapping[str, Plain]
    deal: int
    chance: int

    @property
    def seed(self) -> str:
        """Return the seed of the deal."""
        return f"{self.deal:064x}"

    def steps(self) -> Iterator[tuple[engine.State, int, str]]:
        """Yield each state but the last, the seat that moves there, and its move."""
        random = Random(self.chance)
        state = engine.new_game(self.game, seats=2, options=self.options, seed=self.seed)
        while active := engine.active_seats(state):
            seat = random.choice(active)
            move = random.choice(engine.legal_moves(state, seat))
            yield state, seat, str(move)
            state, _ = engine.apply(state, seat, move)

    def open(self, service: Service, **setup: object) -> Live:
        """Open the table at a service, with both seats taken."""
        options = {name: msgspec.json.encode(value).decode() for name, value in self.options.items()}
        table = opened(service, self.game, 2, options, seed=self.seed, **setup)
        return Live(service, table.id, [table.sit(seat=seat, name=name) for seat, name in enumerate(("Ada", "Grace"))])


# Random tables that are over soon, and in which every kind of move of the game occurs that is frequent in it.
PLANS = {
    plan.game: plan
    for plan in (
        Plan("zeven", {"rounds": 1}, deal=2, chance=1),
        Plan("bazaar", {"handSize": 3}, deal=2, chance=3),
        Plan("door", {}, deal=4, chance=1),
        Plan("zar", {"deal": 3}, deal=27, chance=2),
        Plan("zlam", {"ones": 0, "twos": 0, "threes": 3, "fours": 1, "fives": 1, "zlams": 2}, deal=6, chance=5),
    )
}
