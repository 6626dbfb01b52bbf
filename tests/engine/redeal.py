"""Deal again what a viewer cannot see: nothing that it is told may tell the two tables apart (engine 5)."""

from collections.abc import Collection, Iterable, Iterator
from random import Random

import msgspec
from msgspec.structs import replace

from engine import (
    Event,
    InvalidState,
    Move,
    State,
    View,
    apply,
    describe,
    events_for,
    explain,
    game_of,
    legal_moves,
    result,
    view,
)
from engine.codec import check_state
from engine.zones import may_see

Viewer = int | None
Told = tuple[tuple[Event, ...], View]


def hidden_zones(state: State, viewer: Viewer) -> list[str]:
    """Return the zones whose cards a viewer cannot see, in the order of the page."""
    if result(state) is not None:
        return []
    game = game_of(state)
    return [zone for zone in game.zones(state) if not may_see(game.zone_map.naming(zone).audience, viewer)]


def hidden_cards(state: State, viewer: Viewer) -> tuple[str, ...]:
    """Return the cards that a viewer cannot see."""
    return tuple(card for zone in hidden_zones(state, viewer) for card in state.zones[zone])


def redeals(state: State, viewer: Viewer, random: Random, wanted: int, keep: Collection[str] = ()) -> Iterator[State]:
    """Return tables that look like this one to a viewer: its hidden cards change places, but for those to `keep`.

    Gives fewer than wanted where hardly any other deal can be.
    """
    zones = hidden_zones(state, viewer)
    for _ in range(3 * wanted):
        dealt = deal_again(state, zones, random, keep)
        if dealt == state or not can_be(dealt):
            continue
        yield dealt
        wanted -= 1
        if not wanted:
            return


def deal_again(state: State, zones: list[str], random: Random, keep: Collection[str]) -> State:
    """Return the state with the cards of these zones permuted; a hand stays in canonical order."""
    game = game_of(state)
    loose = [card for zone in zones for card in state.zones[zone] if card not in keep]
    random.shuffle(loose)
    dealt = dict(state.zones)
    for zone in zones:
        cards = [card if card in keep else loose.pop() for card in state.zones[zone]]
        hand = game.zone_map.naming(zone).hand
        dealt[zone] = tuple(sorted(cards, key=game.zone_map.order.__getitem__) if hand else cards)
    return replace(state, zones=dealt)


def can_be(state: State) -> bool:
    """Tell whether the engine takes a state for one that a table can reach."""
    try:
        check_state(state)
    except InvalidState:
        return False
    return True


# ---- what is compared


def check_looks_alike(one: State, other: State, viewer: Viewer, moves: Iterable[Move]) -> None:
    """Everything that a viewer can ask is answered alike: its view, its legal moves, the answer to any move."""
    assert msgspec.json.encode(view(one, viewer)) == msgspec.json.encode(view(other, viewer))
    if viewer is None:
        return
    legal = legal_moves(one, viewer)
    assert legal == legal_moves(other, viewer)
    assert [describe(one, viewer, move) for move in legal] == [describe(other, viewer, move) for move in legal]
    for move in moves:
        assert answer(one, viewer, move) == answer(other, viewer, move), f"{move} is answered differently"


def answer(state: State, seat: int, move: Move) -> tuple[str, str, str] | None:
    """Return what a seat is told that asks about a move: the refusal, or that there is none."""
    refusal = explain(state, seat, move)
    if refusal is None:
        return None
    assert state.seed not in refusal.message
    return refusal.code, refusal.rule, refusal.message


def check_moves_alike(state: State, viewer: Viewer, seat: int, move: Move, random: Random, wanted: int) -> int:
    """What a viewer is told about a move depends on nothing hidden but the cards that the move itself makes visible.

    Those are kept where they lie; then all of the rest can change, and the events and the view after stay the same,
    byte for byte. Returns how many deals were compared.
    """
    events, seen = told = told_about(state, viewer, seat, move)
    shown = {card for event in events for card in event.cards}
    shown |= {card for zone in seen.zones for card in zone.cards if card is not None}
    shown |= {card for event in events if event.value is not None for card in event.value.split()}
    compared = 0
    for other in redeals(state, viewer, random, wanted, keep=shown & set(hidden_cards(state, viewer))):
        if move not in legal_moves(other, seat):
            assert seat != viewer, "what is legal for a seat depends on cards that it cannot see"
            continue
        check_told_alike(told, told_about(other, viewer, seat, move))
        compared += 1
    return compared


def told_about(state: State, viewer: Viewer, seat: int, move: Move) -> Told:
    """Return the events that a viewer is sent when a seat moves, and its view afterwards."""
    after, events = apply(state, seat, move)
    return events_for(events, viewer), view(after, viewer)


def check_told_alike(one: Told, other: Told) -> None:
    """Two viewers were told the same; where a new deal shows that a round was scored, the points may differ."""
    scored = any(event.kind == "shuffled" for event in one[0])
    if scored:
        one, other = without_points(one), without_points(other)
    assert msgspec.json.encode(one) == msgspec.json.encode(other)


def without_points(told: Told) -> Told:
    """Return the events and the view without the points, which become public when a round is over."""
    events, seen = told
    kept = tuple(event if "score" not in event.kind else replace(event, value=None) for event in events)
    return tuple(event for event in kept if event.kind != "scores"), replace(seen, scores=())
