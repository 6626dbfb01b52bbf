"""Deal the hidden cards again (engine 5): other states that look the same to a viewer.

The new deal depends only on the viewer's view and on the seed, never on the true places of the hidden cards.
"""

import msgspec
from msgspec.structs import replace

from engine.core.randomness import Randomness
from engine.core.values import State, draw_first_seat
from engine.core.zones import ZoneMap
from engine.games import game_of
from engine.validation import check_seat, check_seed

WORDS_OF_A_KEY = 8


class Hidden(msgspec.Struct, frozen=True):
    """The cards that are hidden from a viewer, and their number at the bottom of each zone.

    The zones that admit the fewest cards come first; the cards are in canonical order.
    """

    viewer: int | None
    counts: tuple[tuple[str, int], ...]
    cards: tuple[str, ...]


def redeal(state: State, seat: int | None, seed: str) -> State:
    """Return a random state that looks the same to `seat`, or to a spectator (None), as this one.

    Every card that the viewer sees stays where it lies, every zone keeps its number of cards, and no zone gets a
    card that everybody knows cannot be there (`ZoneKind.admits`). The game chooses hidden facts besides cards again;
    the key is another one, so future chance differs, too. `seed` is 64 hex digits: the same seed gives the same state.
    A table that is over hides nothing and is returned unchanged. Raises `InvalidInput` for an invalid seat or seed.
    """
    check_seed(seed)
    if seat is not None:
        check_seat(state, seat)
    if game_of(state).result(state) is not None:
        return state
    random = Randomness(seed, 0)
    dealt = deal_again(state, find_hidden(state, seat), random)
    key, words = _choose_key(state, random)
    return replace(dealt, seed=key, words=words)


def find_hidden(state: State, viewer: int | None) -> Hidden:
    """Return the cards that are hidden from a viewer."""
    zone_map = game_of(state).zone_map
    counts = hidden_counts(state, viewer)
    cards = [card for zone, count in counts.items() for card in state.zones[zone][:count]]
    places = sorted(counts.items(), key=lambda place: len(zone_map.admitted(place[0])))
    return Hidden(viewer, tuple(places), zone_map.sort(cards))


def hidden_counts(state: State, viewer: int | None) -> dict[str, int]:
    """Return the number of hidden cards at the bottom of each zone that has any."""
    rules = game_of(state)
    if rules.result(state) is not None:
        return {}
    lying, visible = state.zones, rules.zone_map.visible
    counts = {zone: len(lying[zone]) - len(visible(zone, lying[zone], viewer)) for zone in rules.zones(state)}
    return {zone: count for zone, count in counts.items() if count}


def deal_again(state: State, hidden: Hidden, random: Randomness) -> State:
    """Return the state with its hidden cards in random possible places, and other hidden marks."""
    rules = game_of(state)
    zones = dict(state.zones)
    for zone, cards in deal_cards(rules.zone_map, hidden, random).items():
        lying = (*cards, *state.zones[zone][len(cards) :])
        zones[zone] = rules.zone_map.sort(lying) if rules.zone_map.naming(zone).hand else lying
    dealt = replace(state, zones=zones)
    return dealt if rules.choose_hidden is None else rules.choose_hidden(dealt, hidden.viewer, random)


def deal_cards(zone_map: ZoneMap, hidden: Hidden, random: Randomness) -> dict[str, list[str]]:
    """Deal hidden cards to their zones in random order; a possible deal must exist."""
    while (dealt := _try_to_deal(zone_map, hidden, random)) is None:
        continue
    return dealt


def _try_to_deal(zone_map: ZoneMap, hidden: Hidden, random: Randomness) -> dict[str, list[str]] | None:
    """Deal hidden cards to their zones, the scarce ones first; return None if a zone gets too few."""
    pool = hidden.cards
    dealt: dict[str, list[str]] = {}
    for zone, count in hidden.counts:
        wanted = zone_map.admitted(zone)
        fitting = [card for card in pool if card in wanted]
        if len(fitting) < count:
            return None
        dealt[zone] = _take_random(fitting, count, random)
        pool = (*fitting, *[card for card in pool if card not in wanted])
    return dealt


def _take_random(cards: list[str], count: int, random: Randomness) -> list[str]:
    """Take `count` random cards out of a list, in random order."""
    taken: list[str] = []
    for _ in range(count):
        index = random.below(len(cards))
        cards[index], cards[-1] = cards[-1], cards[index]
        taken.append(cards.pop())
    return taken


def _choose_key(state: State, random: Randomness) -> tuple[str, int]:
    """Return another key by which the same seat begins (a view shows no more of it), and the words that it has used."""
    first, _ = draw_first_seat(state.options, state.seats, state.seed)
    while True:
        key = "".join([f"{random.word():08x}" for _ in range(WORDS_OF_A_KEY)])
        other, words = draw_first_seat(state.options, state.seats, key)
        if other == first:
            return key, words
