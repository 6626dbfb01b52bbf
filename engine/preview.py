"""Preview a legal move as far as its seat can know: effects of hidden cards or chance are unknown.

A preview depends only on the seat's view. The move is made in `WORLDS` states that look the same to the seat, dealt
from a digest of its view and its move: effects that all of them share are certain, the rest is unknown.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from hashlib import sha256
from operator import and_
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from engine.core.moves import Move
from engine.core.randomness import Randomness
from engine.core.values import Effect, Event, Fact, LegalMove, Result, State, View, Zone
from engine.core.zones import ZoneMap
from engine.games import game_of
from engine.operations import apply, carry_out, describe, events_for, view
from engine.redeal import Hidden, deal_again, find_hidden

# Enough for each kind of card of a game with few kinds to be on top of its deck once. Of 1,500 previews of each game,
# each compared with 60 other worlds, 0.01 % were wrong for Zeven (in the score of a round that ends) and none for the
# others; with 12 worlds it was 0.4 % for ZLAM! (`python -m tests.engine.previews`).
WORLDS = 24

# Each world uses its own range of the key's words.
WORDS_OF_A_WORLD = 2**32

T = TypeVar("T")
ShownCards = tuple[str | None, ...]


class PreviewZone(msgspec.Struct, frozen=True):
    """A zone as the seat would see it after a move; null is unknown, or not there.

    `cards` are bottom first, null for one that the seat would not see or cannot foresee. In a hand, the certain cards
    come first, in canonical order, and then the unknown ones.
    """

    id: str
    kind: str
    owner: int | None
    label: str
    count: int | None
    value: int | None
    cards: tuple[str | None, ...] | None


class Preview(msgspec.Struct, frozen=True):
    """The effect of a legal move, as the seat that makes it would see it.

    `effects` lists the certain effects in the terms of the game, the most important one first (`Game.effects`).
    `events` lists the certain events, up to the first uncertain one; `events_complete` tells whether these are all. An
    unknown card is absent from its event, like a hidden one. `facts` lists the certain facts. `turn`, `over`, `result`
    and a seat's score are null where they are unknown. A score that the seat would not see is null, too, and so is the
    result while play continues.
    """

    move: LegalMove
    events: tuple[Event, ...]
    events_complete: bool
    zones: tuple[PreviewZone, ...]
    facts: tuple[Fact, ...]
    turn: tuple[int, ...] | None
    scores: tuple[int | None, ...]
    result: Result | None
    over: bool | None
    effects: tuple[Effect, ...]


def preview(state: State, seat: int, move: Move | str) -> Preview:
    """Preview a move, as far as the seat can know. Changes nothing, and refuses the moves that `apply` refuses."""
    chosen, _, _ = carry_out(state, seat, move)
    worlds = list(_imagine(state, seat, chosen))
    made = [apply(world, seat, chosen) for world in worlds]
    shown = [events_for(events, seat) for _, events in made]
    views = [view(after, seat) for after, _ in made]
    effects = [find_effects(world, seat, chosen, *after) for world, after in zip(worlds, made, strict=True)]
    return _agree(game_of(state).zone_map, describe(worlds[0], seat, chosen), shown, views, effects)


def find_effects(before: State, seat: int, move: Move, after: State, events: Sequence[Event]) -> tuple[Effect, ...]:
    """Return the effects of a move that its game names; what hidden cards cause is among them."""
    effects = game_of(before).effects
    return () if effects is None else tuple(effects.find(before, seat, move, after, events))


def _imagine(state: State, seat: int, move: Move) -> Iterator[State]:
    """Deal worlds that look like the true one to a seat; they depend on its view and its move alone."""
    digest = sha256(msgspec.json.encode((view(state, seat), str(move)))).hexdigest()
    random = Randomness(digest, 0)
    hidden = find_hidden(state, seat)
    for number in range(WORLDS):
        dealt = _vary_tops(deal_again(state, hidden, random), hidden, number)
        yield replace(dealt, seed=digest, words=(number + 1) * WORDS_OF_A_WORLD)


def _vary_tops(world: State, hidden: Hidden, number: int) -> State:
    """Vary the kind of each pile's uppermost hidden card from world to world, as far as the pile has other kinds.

    Moves turn up that card, so this covers kinds of which few cards are left.
    """
    zone_map = game_of(world).zone_map
    zones = dict(world.zones)
    for zone, count in hidden.counts:
        if not zone_map.naming(zone).hand:
            kinds = _kinds(hidden.cards, zone_map.admitted(zone))
            zones[zone] = _put_on_top(zones[zone], count - 1, kinds[number * len(kinds) // WORLDS])
    return replace(world, zones=zones)


def _kinds(cards: tuple[str, ...], admitted: frozenset[str]) -> tuple[str, ...]:
    return tuple(card for card in dict.fromkeys(cards) if card in admitted)


def _put_on_top(pile: tuple[str, ...], top: int, wanted: str) -> tuple[str, ...]:
    """Swap a card of a pile with the one at `top`, if it lies below that."""
    if wanted not in pile[:top]:
        return pile
    cards = list(pile)
    index = cards.index(wanted)
    cards[index], cards[top] = cards[top], cards[index]
    return tuple(cards)


def _agree(
    zone_map: ZoneMap,
    move: LegalMove,
    shown: Sequence[tuple[Event, ...]],
    views: Sequence[View],
    effects: Sequence[tuple[Effect, ...]],
) -> Preview:
    """Return the preview that the events, views and effects of all worlds agree on."""
    events = _agree_on_events(shown)
    facts = [set(seen.facts) for seen in views]
    return Preview(
        move=move,
        events=events,
        events_complete=all(len(all_events) == len(events) for all_events in shown),
        zones=_agree_on_zones(zone_map, views),
        facts=tuple(fact for fact in views[0].facts if all(fact in there for there in facts)),
        turn=_same([seen.turn for seen in views]),
        scores=tuple(map(_same, zip(*[seen.scores for seen in views], strict=True))),
        result=_same([seen.result for seen in views]),
        over=_same([seen.result is not None for seen in views]),
        effects=tuple(effect for effect in effects[0] if all(effect in found for found in effects)),
    )


def _same(values: Sequence[T]) -> T | None:
    """Return the common value, or None if the values differ."""
    return values[0] if all(value == values[0] for value in values) else None


def _agree_on_events(shown: Sequence[tuple[Event, ...]]) -> tuple[Event, ...]:
    """Return the common first events; an event that differs only in its cards is included without them."""
    agreed: list[Event] = []
    for events in zip(*shown, strict=False):
        event = _same(events) or _same([replace(event, cards=()) for event in events])
        if event is None:
            break
        agreed.append(event)
    return tuple(agreed)


def _agree_on_zones(zone_map: ZoneMap, views: Sequence[View]) -> tuple[PreviewZone, ...]:
    """Return every possible zone: those of one world in the order of the page, then those of the others."""
    found = [{zone.id: zone for zone in seen.zones} for seen in views]
    named = {zone: there[zone] for there in found for zone in there}
    return tuple(_agree_on_zone(zone_map, named[zone], [there.get(zone) for there in found]) for zone in named)


def _agree_on_zone(zone_map: ZoneMap, named: Zone, zones: Sequence[Zone | None]) -> PreviewZone:
    """Return the certain facts of a zone: none if it may not exist; for a pile, card by card."""
    there = [zone for zone in zones if zone is not None]
    count = value = cards = None
    if len(there) == len(zones):
        count = _same([zone.count for zone in there])
        value = _same([zone.value for zone in there])
    if count is not None:
        piles = [zone.cards for zone in there]
        is_hand = zone_map.naming(named.id).hand
        cards = _agree_on_hand(piles) if is_hand else tuple(map(_same, zip(*piles, strict=True)))
    return PreviewZone(named.id, named.kind, named.owner, named.label, count, value, cards)


def _agree_on_hand(hands: Sequence[ShownCards]) -> ShownCards:
    """Return the cards that are in all hands, and then the unknown ones, whose place in the order is unknown, too."""
    common = reduce(and_, map(Counter, hands))
    certain = [card for card in common.elements() if card is not None]
    return (*certain, *(None,) * (len(hands[0]) - len(certain)))
