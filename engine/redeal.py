"""Deal again what a viewer cannot see (engine 5): the other states that look the same to it."""

from msgspec.structs import replace

from engine.game import State
from engine.games import game_of
from engine.inputs import check_seat, check_seed
from engine.randomness import Randomness
from engine.zones import ZoneMap, shown_cards

# Each pass gives every hidden card a chance to change places with any other.
PASSES = 3

Spot = tuple[str, int]


def redeal(state: State, seat: int | None, seed: str) -> State:
    """Return a random state that looks the same to `seat`, or to a spectator (None), as this one.

    Every card that the viewer sees stays where it lies, every zone keeps its number of cards, and no zone gets a
    card that everybody knows cannot be there (`ZoneKind.admits`); what is hidden besides cards, the game chooses anew.
    `seed` is 64 hex digits: the same seed gives the same state. The state itself is one of those that may come, and
    the only one where nothing is hidden. Raises `InvalidInput` for a seat or a seed that cannot be.
    """
    check_seed(seed)
    if seat is not None:
        check_seat(state, seat)
    random = Randomness(seed, 0)
    dealt = deal_again(state, hidden_spots(state, seat), random)
    return game_of(state).choose_hidden(dealt, seat, random)


def hidden_spots(state: State, seat: int | None) -> list[Spot]:
    """Return where the cards lie that a viewer cannot see: zone and index, in the order of the page."""
    rules = game_of(state)
    if rules.result(state) is not None:
        return []
    spots: list[Spot] = []
    for zone in rules.zones(state):
        shown = shown_cards(rules.zone_map.naming(zone), state.zones[zone], seat)
        spots += [(zone, index) for index, card in enumerate(shown) if card is None]
    return spots


def deal_again(state: State, spots: list[Spot], random: Randomness) -> State:
    """Return the state with the cards of these spots in random places, each where it can lie."""
    zone_map = game_of(state).zone_map
    lying = {zone: list(cards) for zone, cards in state.zones.items()}
    for _ in range(PASSES):
        for index in range(len(spots) - 1, 0, -1):
            _exchange(lying, zone_map, spots[index], spots[random.below(index + 1)])
    return replace(state, zones={zone: _freeze(zone_map, zone, cards) for zone, cards in lying.items()})


def _exchange(lying: dict[str, list[str]], zone_map: ZoneMap, one: Spot, other: Spot) -> None:
    """Let two cards change places, if each can lie where the other does."""
    (here, i), (there, j) = one, other
    if zone_map.admits(here, lying[there][j]) and zone_map.admits(there, lying[here][i]):
        lying[here][i], lying[there][j] = lying[there][j], lying[here][i]


def _freeze(zone_map: ZoneMap, zone: str, cards: list[str]) -> tuple[str, ...]:
    hand = zone_map.naming(zone).hand
    return tuple(sorted(cards, key=zone_map.order.__getitem__) if hand else cards)
