"""Choose a move for a seat from what the seat may know."""

from math import inf

import msgspec

import engine
from bots.averages import LEARNS_FROM, Averages
from bots.chance import WORDS, Chance, derive_seed
from bots.choice import Choice
from bots.search import MapWorlds, Stop, search
from bots.variety import pick
from engine import Memory, Move, State

VERSION = 3
# The most deals of one world until the others' last moves are plausible in it.
TRIES = 8


def choose(
    world: State,
    seat: int,
    effort: int,
    seed: str,
    memory: Memory | None = None,
    stop: Stop | None = None,
    temperature: float = 0.0,
    map_worlds: MapWorlds = map,
) -> Choice:
    """Choose a move for a seat of a table that looks to the seat like `world`; the seat must have a legal move.

    `effort` limits the calls of `engine.next_state`; with 0, the choice is the move that looks best by itself. `seed`
    is 64 hex digits. With the seat's `memory`, the search deals no card to a place where the seat knows it is not. The
    same view, memory, effort and seed give the same choice on every machine, whatever the world hides.

    `stop` receives the effort spent after each world and may end the search for lack of time. Stopping at the effort
    that the choice reports repeats the decision anywhere. With a `temperature` above 0, the choice is a random move
    among those that are not clearly worse than the best: a move is e times as likely as another if its reward is higher
    by the temperature. `map_worlds` may play worlds in several processes, such as the `map` of a `ProcessPoolExecutor`;
    it does not change the choice. Raises `engine.InvalidInput` for an invalid seat, effort, seed, memory or
    temperature, and for a seat without a move.
    """
    _check(effort, temperature)
    world = engine.redeal(world, seat, seed, memory)
    key = bytes.fromhex(seed)
    moves = candidates(world, seat)
    hidden = count_hidden(world, seat)
    if len(moves) == 1 or effort == 0:
        return Choice(choose_greedily(world, seat, moves), 0, (), hidden)
    spent, found = search(
        Worlds(world, seat, key, memory).deal,
        seat,
        moves,
        effort,
        key,
        stop,
        map_worlds,
        find_biases(world, seat, moves),
        find_averages(world, seat, effort),
    )
    return Choice(pick(found, temperature, key).move, spent, tuple(found), hidden)


def needs_memory(game: str, effort: int) -> bool:
    """Tell whether decisions use the seat's memory: in a search always, without one only if the guide recalls."""
    guide = engine.GAMES[game].guide
    return effort > 0 or (guide is not None and guide.recalls)


class Worlds(msgspec.Struct, frozen=True):
    """The worlds that look alike to a seat, by number.

    If the game's guide estimates the likelihood of the others' last moves in a world, the world is accepted with that
    probability, and otherwise dealt again, a few times at most.
    """

    world: State
    seat: int
    key: bytes
    memory: Memory | None

    def deal(self, number: int) -> State:
        """Deal the world of a number."""
        guide = engine.game_of(self.world).guide
        if guide is None or guide.likelihood is None:
            return self._deal(f"world {number}")
        chance = Chance(self.key, f"belief {number}")
        world = self._deal(f"world {number}")
        for attempt in range(1, TRIES):
            if chance.word() < guide.likelihood(world, self.seat) * WORDS:
                break
            world = self._deal(f"world {number}, {attempt}")
        return world

    def _deal(self, purpose: str) -> State:
        return engine.redeal(self.world, self.seat, derive_seed(self.key, purpose), self.memory)


def _check(effort: int, temperature: float) -> None:
    if effort < 0:
        raise engine.InvalidInput(f"An effort is a number from 0, not {effort}.", ("effort",))
    if not 0 <= temperature < inf:
        raise engine.InvalidInput(f"A temperature is a finite number from 0, not {temperature}.", ("temperature",))


def candidates(world: State, seat: int) -> list[Move | None]:
    """Return a seat's moves, with None for waiting if it is not asked.

    Raises `engine.InvalidInput` if there is no move.
    """
    moves: list[Move | None] = list(engine.legal_moves(world, seat))
    if not moves:
        raise engine.InvalidInput(f"Seat {seat} has no legal move.", ("seat",))
    return moves if seat in engine.asked_seats(world) else [*moves, None]


def choose_greedily(world: State, seat: int, moves: list[Move | None]) -> str:
    """Return the move that looks best by itself; the first one in a game that does not say."""
    looks = score_looks(world, seat, moves)
    return str(moves[looks.index(max(looks))])


def score_looks(world: State, seat: int, moves: list[Move | None]) -> list[float]:
    """Return how good each move looks by itself, and waiting the least; all the same in a game that does not say."""
    guide = engine.game_of(world).guide
    if guide is None:
        return [0.0] * len(moves)
    return [-inf if move is None else guide.score_move(world, seat, move) for move in moves]


def find_biases(world: State, seat: int, moves: list[Move | None]) -> list[float]:
    """Return a bias for each move, by how many look better: from the guide's to its opposite, 0 if all look alike."""
    guide = engine.game_of(world).guide
    looks = score_looks(world, seat, moves)
    if guide is None or len(set(looks)) == 1:
        return [0.0] * len(moves)
    better = [sum([other > look for other in looks]) for look in looks]
    return [guide.bias * (1 - 2 * rank / (len(moves) - 1)) for rank in better]


def find_averages(world: State, seat: int, effort: int) -> Averages | None:
    """Return empty averages for a search of this effort, or None if it does not learn in this game."""
    guide = engine.game_of(world).guide
    if guide is None or not guide.learning or effort < LEARNS_FROM:
        return None
    return Averages(seat, guide.score_move, guide.learning)


def count_hidden(world: State, seat: int) -> dict[str, int]:
    """Return how many cards of each zone a seat cannot see, where there are any."""
    counts = {zone.id: zone.cards.count(None) for zone in engine.view(world, seat).zones}
    return {zone: count for zone, count in counts.items() if count}
