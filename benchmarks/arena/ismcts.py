"""An experiment: single-observer ISMCTS against the search of `bots/`, at equal effort, on duplicate deals.

    python -m benchmarks ismcts --game zar --deals 200 --effort 2000

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012): one tree for the seat that decides,
each iteration in a world of its own, UCB over how often a move was available, and each seat after its own reward
(maxⁿ). What it found stands in docs/bots-search.md; the bots do not use it.
"""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from math import inf, log, sqrt

import engine
from benchmarks.figures import Knob, benchmark
from bots.arena.match import Match, Observation
from bots.arena.players import Player, find_player, play_players
from bots.arena.statistics import format_outcome, summarize
from bots.chance import Chance
from bots.choose import Worlds, candidates, score_looks
from bots.playout import REACTS, Policy, best_by_score, find_policy, judge
from engine import GAMES, Memory, Move, State

EXPLORATION = 0.7
Edge = tuple[int, Move | None]


class Node:
    """A sequence of moves as the seat that decides sees it: `total` is the rewards of the seat that made the last."""

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.total = 0.0
        self.children: dict[Edge, Node] = {}


class Tree:
    """A search for a seat: how the game is played on, and the usual margin so far."""

    def __init__(self, root: State, seat: int) -> None:
        rules = engine.game_of(root)
        self.policy: Policy = find_policy(rules)
        self.part = self.policy.part_of(root)
        self.turn = rules.turn
        self.most = self.policy.horizon * root.seats
        self.seat = seat
        self.root = Node()
        self.margins = self.count = 0.0

    def goes_on(self, state: State, moves: int) -> bool:
        """Tell whether a world is still played."""
        return moves < self.most and bool(self.turn(state)) and self.policy.part_of(state) == self.part

    def iterate(self, world: State, chance: Chance) -> int:
        """Play one world: down the tree, one move beyond it, and on to its end; return the calls of `next_state`."""
        path = [(self.seat, self.root)]
        state = world
        node = self.root
        moves = 0
        is_new = waits = False
        while self.goes_on(state, moves) and not is_new:
            mover = self.seat if node is self.root else pick_mover(state, chance, is_waited=waits)
            edge = self.choose(node, state, mover, chance)
            is_new = edge not in node.children
            node = node.children.setdefault(edge, Node())
            node.available += is_new
            path.append((mover, node))
            waits = edge[1] is None
            state = state if edge[1] is None else engine.next_state(state, mover, edge[1])
            moves += 1
        while self.goes_on(state, moves):
            state = self.play_on(state, pick_mover(state, chance, is_waited=waits), chance)
            moves += 1
            waits = False
        self.note(path, state)
        return moves

    def choose(self, node: Node, state: State, mover: int, chance: Chance) -> Edge:
        """Return the best-looking move that was never tried, else that with the highest bound."""
        known = node.children
        moves = list[Move | None](engine.legal_moves(state, mover))
        if node is self.root:
            moves = list(candidates(state, mover))
        for move in moves:
            if (mover, move) in known:
                known[mover, move].available += 1
        if untried := [move for move in moves if (mover, move) not in known]:
            looks = score_looks(state, mover, untried)
            best = [move for move, look in zip(untried, looks, strict=True) if look == max(looks)]
            return mover, chance.pick(best)
        return mover, max(moves, key=lambda move: bound(known[mover, move]))

    def play_on(self, state: State, mover: int, chance: Chance) -> State:
        """Play a move as the playouts of the bots do."""
        moves = engine.legal_moves(state, mover)
        score = self.policy.score
        if score is None or len(moves) == 1 or chance.word() < self.policy.random_below:
            return engine.next_state(state, mover, chance.pick(moves))
        return engine.next_state(state, mover, best_by_score(state, mover, moves, score))

    def note(self, path: Sequence[tuple[int, Node]], state: State) -> None:
        """Give every move of a world the reward of the seat that made it."""
        ends = [judge(state, seat, 0) for seat in range(state.seats)]
        self.margins += abs(ends[self.seat].margin)
        self.count += 1
        scale = self.margins / self.count or 1.0
        for mover, node in path:
            squashed = ends[mover].margin / (abs(ends[mover].margin) + scale)
            win = ends[mover].win
            node.visits += 1
            node.total += (squashed + (squashed if win is None else win)) / 2


def pick_mover(state: State, chance: Chance, *, is_waited: bool) -> int:
    """Return who moves: one who is asked, unless one who is not asked is quicker, as in the playouts of the bots.

    Where the seat that decides waits for those who are asked, nobody else is quicker: nobody else can hold the twin.
    """
    asked = engine.asked_seats(state)
    for seat in () if is_waited else engine.active_seats(state):
        if seat not in asked and chance.word() < REACTS:
            return seat
    return asked[0] if len(asked) == 1 else chance.pick(asked)


def bound(node: Node) -> float:
    """Return the upper confidence bound of a move, by how often it was available."""
    return node.total / node.visits + EXPLORATION * sqrt(log(node.available) / node.visits) if node.visits else inf


def search_in_a_tree(effort: int) -> Player:
    """Return the player that searches so many moves in a tree."""

    def play(state: State, seat: int, memory: Memory, key: bytes) -> str | None:
        world = engine.redeal(state, seat, key.hex(), memory)
        moves = candidates(world, seat)
        if len(moves) == 1:
            return str(moves[0])
        tree = Tree(world, seat)
        worlds = Worlds(world, seat, key, memory)
        spent = 0
        number = 0
        while spent < effort or number < len(moves):
            spent += tree.iterate(worlds.deal(number), Chance(key, f"iteration {number}"))
            number += 1
        best = max(moves, key=lambda move: tree.root.children[seat, move].visits)
        return None if best is None else str(best)

    return play


def play_deal(match: Match, deal: int, candidate: Player, baseline: Player) -> Observation:
    """Play a deal once with the candidate in each seat; return the means of its share of the win, rank and margin."""
    ends: list[tuple[float, float, float]] = []
    for seat in range(match.seats):
        players = [candidate if place == seat else baseline for place in range(match.seats)]
        state = play_players(match.game, players, match.options, f"{match.game} {match.seats} {deal}")
        result = engine.result(state)
        assert result is not None
        share = 1 / len(result.winners) if seat in result.winners else 0.0
        ends.append((share, float(result.ranking[seat]), judge(state, seat, 0).margin))
    return Observation(deal, *(sum(values) / match.seats for values in zip(*ends, strict=True)))


@benchmark(
    Knob("game", "zar", "the game", tuple(GAMES)),
    Knob("deals", 100, "how many deals, each played once from every seat"),
    Knob("effort", 2_000, "moves searched for a decision, of both"),
    Knob("seats", 2, "seats of a table"),
    Knob("first-deal", 1_000_000, "the number of the first deal"),
)
def ismcts(wanted: Namespace) -> Iterator[str]:
    """Play single-observer ISMCTS, an experiment, against the search of the bots, at equal effort on duplicate deals.

    It prints what was found after every tenth of the deals.
    """
    name = f"ismcts-{wanted.effort}"
    baseline = str(wanted.effort)
    match = Match(wanted.game, name, baseline, wanted.seats, wanted.deals, {}, wanted.first_deal)
    players = (search_in_a_tree(wanted.effort), find_player(baseline))
    found = list[Observation]()
    for deal in match.numbers:
        found.append(play_deal(match, deal, *players))
        if len(found) % max(match.deals // 10, 1) == 0:
            yield format_outcome(summarize(match, found))
