"""Pairs by maximum-weight matching, for fields in which exchanges are not enough to avoid second meetings."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import networkx

from tournaments.pairing.groups import LEVEL, MEETING, PairedTables, PairingField

# The matching looks at every pair: a field of 100 takes about a second.
LARGEST = 100

# A dummy: the entrant matched with it has the bye. A second bye is worse than a second meeting.
NOBODY = -1
SECOND_BYE = 2 * MEETING


def match_pairs(field: PairingField, had_byes: Mapping[int, int]) -> tuple[PairedTables, list[int]]:
    """Return the pairs of a field that together cost least, and the bye where it is odd: last by points if possible."""
    costs = {pair: field.cost(*pair) for pair in combinations(field.order, 2)}
    if len(field.order) % 2 == 1:
        costs |= {(NOBODY, number): _bye_cost(field, number, had_byes) for number in field.order}
    most = max(costs.values())
    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, most - cost) for (one, other), cost in costs.items())
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return _sort_pairs(field.order, [pair for pair in matching if NOBODY not in pair]), [
        max(pair) for pair in matching if NOBODY in pair
    ]


def _bye_cost(field: PairingField, number: int, had_byes: Mapping[int, int]) -> int:
    distance = max(field.levels.values()) - field.levels[number]
    return SECOND_BYE * had_byes[number] + LEVEL * distance * distance


def _sort_pairs(order: Sequence[int], pairs: Sequence[tuple[int, int]]) -> PairedTables:
    places = {number: place for place, number in enumerate(order)}
    return sorted((sorted(pair, key=places.__getitem__) for pair in pairs), key=lambda pair: places[pair[0]])
