"""Deal the hidden cards again (engine 5): other states that look the same to a viewer.

The new deal depends only on the viewer's view and on the seed, never on the true places of the hidden cards.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from engine.core.game import zone_map_of
from engine.core.randomness import Randomness
from engine.core.values import State, draw_first_seat, draw_seat
from engine.core.zones import ZoneMap
from engine.games import game_of
from engine.memory import Memory, check_memory
from engine.validation import check_seat, check_seed


class Hidden(msgspec.Struct, frozen=True):
    """The cards that are hidden from a viewer, and their number at the bottom of each zone.

    The zones that admit the fewest cards come first; the cards are in canonical order.
    """

    viewer: int | None
    counts: tuple[tuple[str, int], ...]
    cards: tuple[str, ...]


def redeal(state: State, seat: int | None, seed: str, memory: Memory | None = None) -> State:
    """Return a random state that looks the same to `seat`, or to a spectator (None), as this one.

    Every card that the viewer sees keeps its place, every zone keeps its number of cards, and no zone gets a card that
    public knowledge excludes there (`ZoneKind.admits`). The game chooses its other hidden facts again. The new state
    has a different key, so future chance differs, too. `seed` is 64 hex digits: the same seed gives the same state.
    With the viewer's `memory` of this state, no card goes to a place where the viewer knows it cannot lie.
    A table that is over hides nothing and is returned unchanged. Raises `InvalidInput` for an invalid seat, seed or
    memory.
    """
    check_seed(seed)
    if seat is not None:
        check_seat(state, seat)
    if game_of(state).result(state) is not None:
        return state
    random = Randomness(seed, 0)
    if memory is None:
        dealt = deal_again(state, find_hidden(state, seat), random)
    else:
        check_memory(memory, state, seat)
        dealt = _lay_again(state, seat, deal_remembered(state, hidden_counts(state, seat), memory, random), random)
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
    lying = state.zones
    visible = zone_map_of(rules, state.options).visible
    counts = {zone: len(lying[zone]) - len(visible(zone, lying[zone], viewer)) for zone in rules.zones(state)}
    return {zone: count for zone, count in counts.items() if count}


def deal_again(state: State, hidden: Hidden, random: Randomness) -> State:
    """Return the state with its hidden cards in random possible places, and other hidden marks."""
    return _lay_again(state, hidden.viewer, deal_cards(game_of(state).zone_map, hidden, random), random)


def _lay_again(state: State, viewer: int | None, dealt: Mapping[str, Sequence[str]], random: Randomness) -> State:
    """Return the state with these cards at the bottom of its zones, and with other hidden marks."""
    rules = game_of(state)
    zones = dict(state.zones)
    for zone, cards in dealt.items():
        lying = (*cards, *state.zones[zone][len(cards) :])
        zones[zone] = rules.zone_map.sort(lying) if rules.zone_map.naming(zone).hand else lying
    laid = replace(state, zones=zones)
    return laid if rules.choose_hidden is None else rules.choose_hidden(laid, viewer, random)


def deal_remembered(
    state: State, counts: Mapping[str, int], memory: Memory, random: Randomness
) -> dict[str, list[str]]:
    """Deal the hidden cards to places that the memory allows; at least one such deal must exist."""
    zone_map = game_of(state).zone_map
    admitted = {zone: _bits(memory, zone_map.admitted(zone)) for zone in counts}
    # Places that allow the same cards are dealt together, the places that allow the fewest cards first.
    kinds: dict[int, list[tuple[str, int]]] = {}
    for zone, count in counts.items():
        for place, known in enumerate(memory.places[zone][:count]):
            kinds.setdefault(known & admitted[zone], []).append((zone, place))
    ordered = sorted(kinds.items(), key=lambda kind: kind[0].bit_count())
    left = ~sum(_seen(memory, counts))
    while (dealt := _try_to_remember(ordered, left & (1 << len(memory.deck)) - 1, random)) is None:
        continue
    return {
        zone: [memory.deck[dealt[zone, place].bit_length() - 1] for place in range(counts[zone])] for zone in counts
    }


def _bits(memory: Memory, cards: frozenset[str]) -> int:
    return sum(1 << index for index, card in enumerate(memory.deck) if card in cards)


def _seen(memory: Memory, counts: Mapping[str, int]) -> Iterator[int]:
    """Yield the visible cards of each zone."""
    for zone, places in memory.places.items():
        yield from places[counts.get(zone, 0) :]


def _try_to_remember(
    kinds: Sequence[tuple[int, list[tuple[str, int]]]], left: int, random: Randomness
) -> dict[tuple[str, int], int] | None:
    """Deal cards to kinds of places in their order; return None if too few cards are left for one."""
    dealt: dict[tuple[str, int], int] = {}
    for possible, places in kinds:
        cards = _split(possible & left)
        if len(cards) < len(places):
            return None
        for place in places:
            index = random.below(len(cards))
            cards[index], cards[-1] = cards[-1], cards[index]
            dealt[place] = cards.pop()
            left ^= dealt[place]
    return dealt


def _split(cards: int) -> list[int]:
    """Return the single bits of a set of cards."""
    bits = []
    while cards:
        bits.append(cards & -cards)
        cards &= cards - 1
    return bits


def deal_cards(zone_map: ZoneMap, hidden: Hidden, random: Randomness) -> dict[str, list[str]]:
    """Deal hidden cards to their zones in random order; a possible deal must exist."""
    while (dealt := _try_to_deal(zone_map, hidden, random)) is None:
        continue
    return dealt


def _try_to_deal(zone_map: ZoneMap, hidden: Hidden, random: Randomness) -> dict[str, list[str]] | None:
    """Deal hidden cards to their zones in their order; return None if too few cards are left for a zone."""
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
    """Return a new key with the same first seat, which views show, and the number of words that drawing it used."""
    first, words = draw_first_seat(state.options, state.seats, state.seed)
    key = random.key()
    if not words:
        return key, 0
    # With a hundred seats only every hundredth key fits, so caching each draw would cost more than it saves.
    while (drawn := draw_seat(state.seats, key))[0] != first:
        key = random.key()
    return key, drawn[1]
