"""Pairs by maximum-weight matching, for fields in which exchanges are not enough to avoid second meetings."""

from itertools import combinations

import networkx

from tournaments.pairing.groups import Field, Tables

# The matching looks at every pair: a field of 100 takes a second or two.
LARGEST = 100


def match_pairs(field: Field) -> Tables:
    """Return the pairs of an even field that together cost least, in order: no second meeting while there is a way."""
    costs = {pair: field.cost(*pair) for pair in combinations(field.order, 2)}
    most = max(costs.values())
    graph = networkx.Graph()
    graph.add_nodes_from(field.order)
    graph.add_weighted_edges_from((one, other, most - cost) for (one, other), cost in costs.items())
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    places = {number: place for place, number in enumerate(field.order)}
    return sorted((sorted(pair, key=places.__getitem__) for pair in matching), key=lambda pair: places[pair[0]])
