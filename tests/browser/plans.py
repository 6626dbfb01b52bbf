"""A whole table of each game, short and known in advance, so that players in browsers make the moves of a plan."""

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

import engine
from engine.options import Plain
from tests.support.graphql_client import Json, result_of
from tests.support.graphql_sessions import Live, opened
from tools.services import Service

NAMES = ("Ada", "Grace", "Edsger", "Barbara")


class Plan(msgspec.Struct, frozen=True):
    """A table: a deal by a seed, and moves by chance."""

    game: str
    options: Mapping[str, Plain]
    number: int
    chance: int
    seats: int = 2

    @property
    def seed(self) -> str:
        """Return the seed of the deal."""
        return f"{self.number:064x}"

    def states(self) -> Iterator[tuple[engine.State, int, str]]:
        """Yield each state but the last, the seat that moves there, and its move."""
        random = Random(self.chance)
        state = self.deal()
        while active := engine.active_seats(state):
            seat = random.choice(active)
            move = str(random.choice(engine.legal_moves(state, seat)))
            yield state, seat, move
            state, _ = engine.apply(state, seat, move)

    def moves(self) -> Iterator[tuple[int, str]]:
        """Yield the moves of the table, with the seats that make them."""
        return ((seat, move) for _, seat, move in self.states())

    def deal(self) -> engine.State:
        """Return the first state."""
        return engine.new_game(self.game, seats=self.seats, options=self.options, seed=self.seed)

    def result(self) -> Json:
        """Return the result of the table as the API shows it."""
        *_, (state, seat, move) = self.states()
        return result_of(engine.apply(state, seat, move)[0])

    def open(self, service: Service, **setup: object) -> Live:
        """Open the table at a service, with all seats taken."""
        options = {name: msgspec.json.encode(value).decode() for name, value in self.options.items()}
        table = opened(service, self.game, self.seats, options, seed=self.seed, **setup)
        named = enumerate(NAMES[: self.seats])
        return Live(service, table.id, [table.sit(seat=seat, name=name) for seat, name in named])


# Random tables that are over soon, and in which every kind of move of the game occurs that is frequent in it.
PLANS = {
    plan.game: plan
    for plan in (
        Plan("zeven", {"rounds": 1}, number=2, chance=1),
        Plan("bazaar", {"handSize": 3}, number=2, chance=3),
        Plan("door", {}, number=4, chance=1),
        Plan("zar", {"deal": 3}, number=27, chance=2),
        Plan("zlam", {"ones": 0, "twos": 0, "threes": 3, "fours": 1, "fives": 1, "zlams": 2}, number=6, chance=5),
    )
}
