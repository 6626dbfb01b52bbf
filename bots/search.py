"""Sequential halving at the root: which of a seat's moves does best over many worlds.

Each move that is still in the running is played out in every world, so all are compared on the same luck; after each
round the worse half is dropped (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, log2, sqrt

import msgspec

import engine
from bots.averages import Averages
from bots.chance import Chance
from bots.choice import Candidate
from bots.playout import End, Policy, find_policy, play_out
from engine import Move, State

# Deals the world with a number.
DealWorld = Callable[[int], State]
# Decides after each world whether the search ends; receives the effort spent.
Stop = Callable[[int], bool]
# Plays the worlds with these numbers, here or in other processes, and returns their ends in the same order.
MapWorlds = Callable[[Callable[[int], list[End]], Iterable[int]], Iterable[list[End]]]
BLOCK = 16
# After this many worlds a bias counts as much as the results; with 24 and 0.3, Zar lost 46 % (41 to 51) to greedy.
BIASED_WORLDS = 8
# Even a short playout needs time to deal its world and to judge its end for each seat. Both count towards the allowed
# effort, as these numbers of calls.
LEAST_OF_WORLD = 12
LEAST_OF_SEAT = 2
INTERVAL = 1.96


class Arm:
    """A move in the running (None: wait), with the ends of the worlds that it was played in.

    `bias` is how much better the move looks than the others; it counts as long as there are few worlds.
    """

    def __init__(self, move: Move | None, order: int, bias: float) -> None:
        self.move = move
        self.order = order
        self.bias = bias
        self.ends: list[End] = []


class Trial(msgspec.Struct, frozen=True):
    """The moves in the running, each to be played out in the same worlds on the same random words.

    With `averages`, the playouts use the results of earlier playouts.
    """

    deal: DealWorld
    seat: int
    moves: tuple[Move | None, ...]
    key: bytes
    averages: Averages | None = None

    def play(self, number: int) -> list[End]:
        """Play every move out in the world of a number."""
        world = self.deal(number)
        policy = self._find_policy(world)
        return [self._play_move(world, move, policy, Chance(self.key, f"playout {number}")) for move in self.moves]

    def _play_move(self, world: State, move: Move | None, policy: Policy, chance: Chance) -> End:
        after = world if move is None else engine.next_state(world, self.seat, move)
        return play_out(after, self.seat, chance, waits=move is None, policy=policy)

    def _find_policy(self, world: State) -> Policy:
        policy = find_policy(engine.game_of(world))
        if self.averages is None:
            return policy
        return msgspec.structs.replace(policy, score=self.averages.score, keeps_path=True)


def search(
    deal: DealWorld,
    seat: int,
    moves: Sequence[Move | None],
    effort: int,
    key: bytes,
    stop: Stop | None = None,
    map_worlds: MapWorlds = map,
    biases: Sequence[float] | None = None,
    averages: Averages | None = None,
) -> tuple[int, list[Candidate]]:
    """Return the effort spent, in calls of `next_state`, and the candidates, the best first.

    Worlds are played to their end, so the search may take a little more effort than allowed. It takes less where tables
    are nearly over, since more worlds would reveal nothing new. `key` decides all chance.
    `stop` may end the search after any world; the remaining rounds are then skipped. `map_worlds` may play a block of
    worlds at once; surplus worlds of the block change nothing. A move's bias counts as long as there are few worlds.
    The `averages`, if given, learn from each whole block before the next one is played.
    """
    biases = biases or [0.0] * len(moves)
    running = [Arm(move, order, biases[order]) for order, move in enumerate(moves)]
    dropped = list[Arm]()
    rounds = ceil(log2(len(moves)))
    spent = world = judged = 0
    least_of_end = LEAST_OF_SEAT * deal(0).seats
    for number in range(1, rounds + 1):
        trial = Trial(deal, seat, tuple(arm.move for arm in running), key, averages)
        allowed = effort * number // rounds
        for ends in _play_worlds(trial, world, map_worlds):
            spent += _note(running, ends)
            world += 1
            judged += len(ends)
            if stop is not None and stop(spent):
                return spent, describe_arms(_rank(running) + dropped)
            if max(spent, LEAST_OF_WORLD * world, least_of_end * judged) >= allowed:
                break
        ranked = _rank(running)
        keep = ceil(len(ranked) / 2)
        running = ranked[:keep]
        dropped = ranked[keep:] + dropped
    return spent, describe_arms(running + dropped)


def _play_worlds(trial: Trial, first: int, map_worlds: MapWorlds) -> Iterator[list[End]]:
    while True:
        block = list[End]()
        for ends in map_worlds(trial.play, range(first, first + BLOCK)):
            yield ends
            block += ends
        if trial.averages is not None:
            trial.averages.learn(block)
        first += BLOCK


def _note(arms: Sequence[Arm], ends: Sequence[End]) -> int:
    """Note how a world ended for each arm; return the effort."""
    for arm, end in zip(arms, ends, strict=True):
        arm.ends.append(end)
    return sum([end.moves + 1 for end in ends])


def _rank(arms: Sequence[Arm]) -> list[Arm]:
    """Return the arms, the best first: by their mean reward, as if they had been played in a few worlds before.

    In these each got the mean of all, and its bias (progressive bias: Chaslot et al., 2008).
    """
    scale = _scale(arms)
    rewards = [_rewards(arm, scale) for arm in arms]
    usual = _mean([reward for of_arm in rewards for reward in of_arm])
    known = BIASED_WORLDS * usual
    means = [
        (sum(of_arm) + known + BIASED_WORLDS * arm.bias) / (len(of_arm) + BIASED_WORLDS)
        for arm, of_arm in zip(arms, rewards, strict=True)
    ]
    return [arm for _, arm in sorted(zip(means, arms, strict=True), key=lambda pair: (-pair[0], pair[1].order))]


def _rewards(arm: Arm, scale: float) -> list[float]:
    """Return the rewards, -1 to 1, of an arm's ends: half for the margin, squashed, and half for winning.

    Where nobody has won yet the margin counts for both.
    """
    squashed = [end.margin / (abs(end.margin) + scale) for end in arm.ends]
    wins = [margin if end.win is None else end.win for margin, end in zip(squashed, arm.ends, strict=True)]
    return [(margin + win) / 2 for margin, win in zip(squashed, wins, strict=True)]


def _scale(arms: Sequence[Arm]) -> float:
    """Return the margin that is worth half of what a margin can be worth: the usual one."""
    return _mean([abs(end.margin) for arm in arms for end in arm.ends]) or 1.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def describe_arms(arms: Sequence[Arm]) -> list[Candidate]:
    """Return the candidates for the ends of the arms, in their order."""
    scale = _scale(arms)
    return [_candidate(arm, _rewards(arm, scale)) for arm in arms]


def _candidate(arm: Arm, rewards: Sequence[float]) -> Candidate:
    count = len(rewards)
    mean = _mean(rewards)
    variance = sum([(reward - mean) ** 2 for reward in rewards]) / max(count - 1, 1)
    # A single playout gives no variance.
    half = INTERVAL * sqrt(variance / count) if count > 1 else 2.0
    low = max(mean - half, -1.0)
    high = min(mean + half, 1.0)
    margin = _mean([end.margin for end in arm.ends])
    return Candidate(None if arm.move is None else str(arm.move), count, mean, low, high, margin)
