"""A memory holds exactly what a viewer has seen: compared with every other deal that looks the same to the viewer."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

import engine
from engine import Event, Memory, State
from engine.games import game_of
from engine.validation import find_game

SEATS = 3
OPTIONS: Mapping[str, Mapping[str, engine.Plain]] = {
    "zeven": {"rounds": 1},
    "zar": {"vincent": True, "hands": 2},
    "zlam": {"gainCards": 2, "lossCards": 2},
}
Seen = tuple[tuple[Event, ...], ...]


class Played:
    """A table of random moves: its states, and the events that each seat received."""

    def __init__(self, game: str, seed: int, deck: Sequence[str] | None = None) -> None:
        self.state = engine.new_game(game, seats=SEATS, options=OPTIONS.get(game), seed=f"{seed:064x}", deck=deck)
        self.at_deal = self.memories = [engine.begin_memory(self.state, seat) for seat in range(SEATS)]
        self.told: list[Seen] = []
        self.moves: list[str] = []

    def move(self, seat: int, move: str) -> None:
        """Make a move, and let everybody remember it."""
        self.state, events = engine.apply(self.state, seat, move)
        told = [engine.events_for(events, viewer) for viewer in range(SEATS)]
        self.memories = [engine.remember(memory, seen) for memory, seen in zip(self.memories, told, strict=True)]
        self.told.append(tuple(told))
        self.moves.append(f"{seat} {move}")

    def play(self, random: Random, most: int) -> Iterator[int]:
        """Play random moves, at most so many, while the table is not over; yield the number of each."""
        for number in range(most):
            seat = random.choice(engine.active_seats(self.state))
            self.move(seat, str(random.choice(engine.legal_moves(self.state, seat))))
            if engine.result(self.state) is not None:
                return
            yield number


def places(memory: Memory, state: State) -> Iterator[tuple[str, int, frozenset[str]]]:
    """Yield each place of a zone with an order: the zone, the place, and the cards that can lie there."""
    for zone, known in memory.places.items():
        if not game_of(state).zone_map.naming(zone).hand:
            for place, cards in enumerate(known):
                yield zone, place, frozenset(card for bit, card in enumerate(memory.deck) if cards >> bit & 1)


@pytest.mark.parametrize("game", ["zeven", "bazaar", "door", "zar", "zlam", "high"])
def test_viewers_remember_alike_where_no_zone_shows_its_cards_to_its_owner_alone(game: str) -> None:
    played = Played(game, 3)
    spectator = engine.begin_memory(played.state, None)
    are_alike = engine.remember_alike(game)
    for _ in played.play(Random(3), 200):
        spectator = engine.remember(spectator, played.told[-1][0])
        assert not are_alike or all(replace(spectator, viewer=memory.viewer) == memory for memory in played.memories)
    assert are_alike == (game == "zlam")


@pytest.mark.parametrize("game", ["zeven", "bazaar", "door", "zar", "zlam", "high"])
@pytest.mark.parametrize("seed", range(4))
def test_every_card_lies_where_it_is_remembered(game: str, seed: int) -> None:
    played = Played(game, seed)
    for number in played.play(Random(seed), 150):
        for memory in played.memories:
            for zone, place, cards in places(memory, played.state):
                assert played.state.zones[zone][place] in cards
            for zone, cards_of_zone in played.state.zones.items():
                assert can_lie(memory, zone, cards_of_zone)
        if number % 5 == 0:
            for seat, memory in enumerate(played.memories):
                other = engine.redeal(played.state, seat, f"{number:064x}", memory)
                assert engine.view(other, seat) == engine.view(played.state, seat)
                assert engine.loads(engine.dumps(other)) == other


@pytest.mark.parametrize("game", ["zeven", "bazaar"])
@pytest.mark.parametrize("seed", range(3))
def test_a_memory_holds_exactly_what_no_other_deal_contradicts(game: str, seed: int) -> None:
    # Two hidden cards change places in the deck, and the same moves are made: that they now lie each where the other
    # did, and the viewer was told the same, is so exactly if its memory lets them change places. After the deal these
    # games have no chance that could hide a difference.
    random = Random(seed)
    deck = shuffled_deck(game, random)
    played = Played(game, seed, deck)
    for _ in played.play(random, 40):
        pass
    hidden = [card for zone in hidden_zones(played.state) for card in played.state.zones[zone]]
    for one, other in combinations(hidden, 2):
        swap = {one: other, other: one}
        if swapped(played.state, swap) == swapped(played.state, {}):
            continue  # They are in one hand.
        again = Played(game, seed, [swap.get(card, card) for card in deck])
        is_possible = looks_the_same(played, again) and swapped(played.state, swap) == swapped(again.state, {})
        assert can_swap(played, swap) == is_possible, (one, other)


def test_nothing_is_dealt_again_with_what_another_viewer_or_another_state_remembers() -> None:
    played = Played("zeven", 1)
    for _ in played.play(Random(1), 1):
        pass
    for memory in (played.memories[1], played.at_deal[0]):
        with pytest.raises(engine.InvalidInput, match="not that of this viewer at this state"):
            engine.redeal(played.state, 0, "5" * 64, memory)


def test_a_card_that_leaves_a_hand_unseen_can_be_any_that_lay_there() -> None:
    # None of our games lets that happen with some cards of a hand; another game may.
    state = engine.new_game("zeven", seats=SEATS, seed="5" * 64)
    known, other, *_ = state.zones["hand:1"]
    shown = Event("shown", seat=1, cards=(known,), count=1)
    gone = Event("returned", seat=1, count=1, from_zone="hand:1", to_zone="deck")
    memory = engine.remember(engine.begin_memory(state, VIEWER), [shown])
    assert can_lie(memory, "hand:1", state.zones["hand:1"])
    after = engine.remember(memory, [gone])
    for card in (known, other):
        left = list(state.zones["hand:1"])
        left.remove(card)
        assert can_lie(after, "hand:1", left)
        assert after.places["deck"][-1] >> after.deck.index(card) & 1


VIEWER = 0
CUSTOMERS = ("FR1", "FY2", "FB3")


def shuffled_deck(game: str, random: Random) -> list[str]:
    """Return a deck to stack, top card first; in Bazaar the customers are always the same."""
    first = CUSTOMERS if game == "bazaar" else ()
    rest = [card for card in find_game(game).cards if card not in first]
    random.shuffle(rest)
    return [*first, *rest]


def hidden_zones(state: State) -> list[str]:
    """Return the zones with a card that the viewer does not see."""
    return [zone.id for zone in engine.view(state, VIEWER).zones if None in zone.cards]


def can_swap(played: Played, swap: Mapping[str, str]) -> bool:
    """Tell whether the viewer's memory lets two hidden cards lie each where the other does."""
    memory = played.memories[VIEWER]
    zones = played.state.zones
    return all(
        can_lie(memory, zone, [swap.get(card, card) for card in cards])
        for zone, cards in zones.items()
        if not swap.keys().isdisjoint(cards)
    )


def swapped(state: State, swap: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """Return the cards of each zone after two changed places; the order in a hand does not count."""
    lying = {zone: [swap.get(card, card) for card in cards] for zone, cards in state.zones.items()}
    return {zone: sorted(cards) if zone.startswith("hand") else cards for zone, cards in lying.items()}


def can_lie(memory: Memory, zone: str, cards: Sequence[str]) -> bool:
    """Tell whether these cards can lie in a zone, if it is a hand in any order."""
    copies = dict.fromkeys(memory.deck, 0)
    for index, card in enumerate(memory.deck):
        copies[card] |= 1 << index
    can = [[place for place, known in enumerate(memory.places[zone]) if known & copies[card]] for card in cards]
    if zone.startswith("hand"):
        return can_be_matched(can)
    return all(place in of_card for place, of_card in enumerate(can))


def can_be_matched(can: Sequence[Sequence[int]]) -> bool:
    """Tell whether each card can have a place of its own (augmenting paths: Kuhn, 1955)."""
    taken: dict[int, int] = {}

    def find(card: int, tried: set[int]) -> bool:
        for place in can[card]:
            if place not in tried:
                tried.add(place)
                if place not in taken or find(taken[place], tried):
                    taken[place] = card
                    return True
        return False

    return all(find(card, set()) for card in range(len(can)))


def looks_the_same(played: Played, other: Played) -> bool:
    """Tell whether another table looks the same to the viewer from the deal on, when the same moves are made."""
    if other.memories[VIEWER] != played.at_deal[VIEWER]:
        return False
    try:
        for line in played.moves:
            other.move(*engine.split_line(line))
    except engine.Refusal:
        return False
    return [step[VIEWER] for step in other.told] == [step[VIEWER] for step in played.told]
