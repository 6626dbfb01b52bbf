"""`redeal` (engine 5): a random state out of all that look the same to a viewer, and no other."""

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest
from msgspec.structs import replace

from engine import GAMES, InvalidInput, InvalidState, State, dumps, game_of, loads, new_game, redeal, result
from engine.core.randomness import Randomness
from engine.core.values import draw_first_seat
from engine.core.zones import ZoneKind, ZoneMap
from engine.games.zar import state as zar
from engine.redeal import Hidden, deal_cards
from tests.engine.invariants import viewers
from tests.engine.play import play_on, positions, random_table
from tests.engine.redeal import Spot, Viewer, hidden_spots
from tests.engine.table import situation

SEED = "00" * 32

every_game = pytest.mark.parametrize("game", list(GAMES))


def key(number: int) -> str:
    return f"{number:064x}"


def open_positions(game: str, random: Random, wanted: int) -> Iterator[State]:
    """Return positions in which something may be hidden."""
    return (state for state in positions(game, random, wanted) if result(state) is None)


# ---- the unchanged part


@every_game
def test_a_redeal_keeps_the_number_of_cards_in_every_zone_and_all_cards(game: str) -> None:
    for number, state in enumerate(positions(game, Random(f"counts {game}"), 40)):
        dealt = redeal(state, None, key(number))
        assert {zone: len(cards) for zone, cards in dealt.zones.items()} == {
            zone: len(cards) for zone, cards in state.zones.items()
        }
        assert sorted(card for cards in dealt.zones.values() for card in cards) == sorted(
            card for cards in state.zones.values() for card in cards
        )


@every_game
def test_a_redeal_changes_nothing_but_where_cards_lie_and_the_key(game: str) -> None:
    for number, state in enumerate(positions(game, Random(f"rest {game}"), 40)):
        before = dumps(state)
        dealt = redeal(state, number % state.seats, key(number))
        assert replace(dealt, zones=state.zones, **hidden_marks(state)) == state
        assert dumps(state) == before
        assert loads(dumps(dealt)) == dealt


def hidden_marks(state: State) -> dict[str, object]:
    """Return the hidden facts besides cards: the key, and at Zar the place in the hand of a card just drawn."""
    key: dict[str, object] = {"seed": state.seed, "words": state.words}
    return {**key, "drawn": state.drawn} if isinstance(state, zar.State) else key


def test_the_card_just_drawn_at_zar_is_any_of_the_hand_to_others_and_the_same_to_its_owner() -> None:
    state = situation(
        "zar",
        seats=2,
        options={"playDrawn": True},
        zones={"hand:0": "Y1 Y3 G5", "hand:1": "B3", "discard": "BS B6"},
        rest="supply",
        phase="drawn",
        drawn=2,
        turn_taker=0,
        put_down_by=1,
        turns=40,
    )
    others = [redeal(state, 1, key(number)) for number in range(40)]
    assert {dealt.drawn for dealt in others if isinstance(dealt, zar.State)} == {0, 1, 2}
    own = [redeal(state, 0, key(number)) for number in range(40)]
    assert {dealt.drawn for dealt in own if isinstance(dealt, zar.State)} == {2}


# ---- the changed part


@every_game
def test_the_same_seed_deals_the_same_state(game: str) -> None:
    for number, state in enumerate(positions(game, Random(f"same {game}"), 20)):
        for viewer in viewers(state):
            assert dumps(redeal(state, viewer, key(number))) == dumps(redeal(state, viewer, key(number)))


@every_game
def test_different_seeds_deal_different_states(game: str) -> None:
    state = random_table(game, Random(f"different {game}")).deal()
    assert len({dumps(redeal(state, None, key(number))) for number in range(40)}) > 30


@every_game
def test_another_state_comes_wherever_two_hidden_cards_can_change_places(game: str) -> None:
    dealt_again = 0
    for state in open_positions(game, Random(f"other {game}"), 60):
        for viewer in viewers(state)[:4]:
            if any(redeal(state, viewer, key(number)).zones != state.zones for number in range(20)):
                dealt_again += 1
            else:
                assert not any(map(is_taken, exchanges(state, viewer)))
    assert dealt_again > 60


def exchanges(state: State, viewer: Viewer) -> Iterator[State]:
    """Return the states with two different hidden cards swapped."""
    for one, other in combinations(hidden_spots(state, viewer), 2):
        exchanged = lay(state, [one, other], [card_at(state, other), card_at(state, one)])
        if exchanged != state:
            yield exchanged


def card_at(state: State, spot: Spot) -> str:
    return state.zones[spot[0]][spot[1]]


def lay(state: State, spots: list[Spot], cards: list[str]) -> State:
    """Return a state with these cards in these places, and sorted hands."""
    zone_map = game_of(state).zone_map
    lying = {zone: list(there) for zone, there in state.zones.items()}
    for (zone, index), card in zip(spots, cards, strict=True):
        lying[zone][index] = card
    for zone, there in lying.items():
        if zone_map.naming(zone).hand:
            there.sort(key=zone_map.order.__getitem__)
    return replace(state, zones={zone: tuple(there) for zone, there in lying.items()})


def is_taken(state: State) -> bool:
    """Tell whether `loads` accepts a state."""
    try:
        loads(dumps(state))
    except InvalidState:
        return False
    return True


# ---- its inputs


@every_game
def test_a_redeal_follows_from_what_is_seen_and_the_seed_alone(game: str) -> None:
    for number, state in enumerate(positions(game, Random(f"forgets {game}"), 40)):
        for viewer in viewers(state)[:4]:
            other = redeal(state, viewer, key(number))
            assert dumps(redeal(other, viewer, SEED)) == dumps(redeal(state, viewer, SEED))


@every_game
def test_the_key_of_a_redeal_is_another_by_which_the_same_seat_begins(game: str) -> None:
    for number, state in enumerate(open_positions(game, Random(f"key {game}"), 40)):
        dealt = redeal(state, None, key(number))
        first, words = draw_first_seat(dealt.options, dealt.seats, dealt.seed)
        assert first == draw_first_seat(state.options, state.seats, state.seed)[0]
        assert (dealt.seed == state.seed, dealt.words) == (False, words)


def test_a_deal_that_leaves_a_zone_short_is_dealt_again() -> None:
    """Two zones admit two kinds each, of which they share one: if the first takes it, the second lacks it."""
    kinds = {
        "one": ZoneKind("one", "nobody", admits=lambda card, _: card in "AB"),
        "two": ZoneKind("two", "nobody", admits=lambda card, _: card in "BC"),
    }
    zone_map = ZoneMap(kinds, {"A": 0, "B": 1, "C": 2})
    hidden = Hidden(None, (("one", 1), ("two", 2)), ("A", "B", "C"))
    dealt = [deal_cards(zone_map, hidden, Randomness(key(number), 0)) for number in range(20)]
    assert {tuple(cards["one"]) for cards in dealt} == {("A",)}
    assert {tuple(cards["two"]) for cards in dealt} == {("B", "C"), ("C", "B")}


# ---- every possible deal


def all_deals(state: State, viewer: Viewer) -> set[bytes]:
    """Return every state that looks the same to a viewer and that `loads` accepts."""
    spots = hidden_spots(state, viewer)
    deals = {dumps(state): state}
    for cards in set(permutations(card_at(state, spot) for spot in spots)):
        dealt = lay(state, spots, list(cards))
        deals[dumps(dealt)] = dealt
    return {data for data, dealt in deals.items() if is_taken(dealt)}


def small_positions(game: str, random: Random, wanted: int) -> Iterator[tuple[State, Viewer]]:
    """Return positions in which a viewer does not see three or four cards."""
    while wanted:
        for step in play_on(random_table(game, random).deal(), random):
            state = step.after
            viewer = random.choice(viewers(step.after))
            if 3 <= len(hidden_spots(state, viewer)) <= 4 and random.random() < 0.5:
                yield state, viewer
                wanted -= 1
                break


@pytest.mark.parametrize("game", ["zeven", "zlam", "high"])
def test_over_many_seeds_every_deal_that_looks_the_same_is_made_and_no_other(game: str) -> None:
    compared = 0
    for state, viewer in small_positions(game, Random(f"all the deals of {game}"), 3):
        expected = all_deals(state, viewer)
        assert seen_over_seeds(state, viewer, len(expected)) == expected
        compared += len(expected)
    assert compared > 10


def seen_over_seeds(state: State, viewer: Viewer, deals: int) -> set[bytes]:
    """Return the states dealt over enough seeds to miss none of a number of deals."""
    dealt = [redeal(state, viewer, key(number)) for number in range(20 * deals + 20)]
    return {dumps(replace(other, seed=state.seed, words=state.words)) for other in dealt}


def stacked_zeven() -> State:
    """The other seat's hand and two scored cards, and one card on the deck: four places, four cards."""
    zones = {
        "area:1": "AR1",
        "area:2": "CR1",
        "area:3": "FR1",
        "hand:0": "GR1",
        "hand:1": "GB1",
        "score:1": "AR2 AR3",
        "deck": "ZY1",
    }
    return situation("zeven", seats=2, options={"rounds": 1}, zones=zones, rest="score:0")


def stacked_zar(hand: str, supply: str) -> State:
    """All but a few cards are discarded."""
    zones = {"hand:0": "Y4", "hand:1": hand, "supply": supply}
    return situation("zar", seats=2, zones=zones, rest="discard", named="1", turns=60)


def test_four_cards_in_four_hidden_places_are_dealt_in_all_24_ways() -> None:
    assert count_deals(stacked_zeven(), 0) == 4 * 3 * 2


def stacked_bazaar() -> State:
    """Five cards in the other seat's hand, one of them a Favors, which cannot be among the two scored cards."""
    zones = {
        "customer:red": "FR1 FR3 FW0",
        "customer:yellow": "FY1 FY2 FY3 FW4",
        "customer:blue": "FB1 FB2 FB3",
        "pile:0.red": "AR3",
        "hand:0": "AR1 AR2 CR1 CR2 CR3",
        "hand:1": "FR2 GR1 GR2 GR3 GY1",
        "score:1": "ZR1 ZR2",
    }
    return situation("bazaar", seats=2, zones=zones, rest="score:0", turns=40, last_lap="deck", last_seat=0)


def stacked_door() -> State:
    """A suit pile of three, of which the lower two are hidden, as is one scored card and a hand with an Art."""
    zones = {
        "suit:art": "AW0 AR1 AR2",
        "suit:change": "CW0",
        "suit:favors": "FW0",
        "suit:zont": "ZW0",
        "suit:giglets": "GW0",
        "hand:0": "CR1",
        "hand:1": "AR3 CR2",
        "score:1": "FR1 FR2",
        "deck": "",
    }
    return situation("door", seats=2, zones=zones, rest="score:0", phase="final", final=True, final_turns=6)


def test_no_favors_is_dealt_among_cards_that_were_scored() -> None:
    assert count_deals(stacked_bazaar(), 0) == 6 * 5


def test_a_suit_pile_keeps_its_suit() -> None:
    """Two of three Arts lie in order on the pile, the third in one of three places, and two other cards in the rest."""
    assert count_deals(stacked_door(), 0) == 3 * 2 * 3


def test_the_order_of_a_hand_makes_no_deal_of_its_own() -> None:
    assert count_deals(stacked_zar("G2 B3", "G5"), 0) == 3


def test_twins_that_change_places_make_no_deal_of_their_own() -> None:
    assert count_deals(stacked_zar("G2", "B3 G2"), 0) == 3


def test_a_spectator_sees_less_so_more_can_be_dealt() -> None:
    assert count_deals(stacked_zar("G2", "B3 G2"), None) == 4 * 3


def count_deals(state: State, viewer: Viewer) -> int:
    """Return how many states are dealt over many seeds: all possible ones."""
    seen = seen_over_seeds(state, viewer, 30)
    expected = all_deals(state, viewer)
    assert seen == expected
    return len(seen)


@every_game
def test_every_hidden_place_gets_every_card_that_can_lie_there(game: str) -> None:
    for state in open_positions(game, Random(f"places {game}"), 6):
        dealt = [redeal(state, None, key(number)) for number in range(2000)]
        possible = [other for other in exchanges(state, None) if is_taken(other)]
        expected = {place for other in possible for place in places(other, state)}
        assert expected <= {place for other in dealt for place in places(other, state)}


def places(state: State, before: State) -> set[tuple[str, int, str]]:
    """Return the cards that lie now where another lay before: by zone and index, or anywhere in a hand."""
    hands = {zone for zone in state.zones if zone.startswith("hand")}
    found = set[tuple[str, int, str]]()
    for zone, cards in state.zones.items():
        if cards != before.zones[zone]:
            found |= {(zone, -1 if zone in hands else index, card) for index, card in enumerate(cards)}
    return found


# ---- where nothing is dealt


@every_game
def test_a_table_that_is_over_comes_back_as_it_is(game: str) -> None:
    random = Random(f"over {game}")
    *_, last = play_on(random_table(game, random).deal(), random)
    assert result(last.after) is not None
    for viewer in viewers(last.after):
        assert redeal(last.after, viewer, SEED) == last.after


def test_a_table_with_one_hidden_card_comes_back_with_another_key_alone() -> None:
    state = stacked_zar("G2", "")
    dealt = redeal(state, 0, SEED)
    assert replace(dealt, seed=state.seed, words=state.words) == state
    assert dealt.seed != state.seed


@pytest.mark.parametrize("seat", [2, -1, 10**30, True, False, 1.0, "1", (), b"0"])
def test_a_redeal_for_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    state = new_game("zeven", seats=2, seed=SEED)
    with pytest.raises(InvalidInput, match="There is no seat") as refused:
        redeal(state, seat, SEED)
    assert refused.value.path == ("seat",)


@pytest.mark.parametrize("seed", ["", "0" * 63, "0" * 65, "G" * 64, "AB" * 32, "٠" * 64, None, 7, bytes(64)])
def test_a_redeal_with_no_seed_is_refused(seed: str) -> None:
    state = new_game("zeven", seats=2, seed=SEED)
    with pytest.raises(InvalidInput, match="64 lower-case hex digits") as refused:
        redeal(state, 0, seed)
    assert refused.value.path == ("seed",)
