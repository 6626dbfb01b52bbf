"""Deal the hidden cards of a viewer again: nothing it receives may distinguish the two tables (engine 5).

The visibility of cards is read here from the pages of the games, not from the engine, so that a zone that the engine
shows too widely is found like any other leak.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Literal

import msgspec
from msgspec.structs import replace

import engine
from engine.codec import check_state
from engine.core.values import Options
from engine.core.zones import ZoneMap
from tests.engine.naive.reading import information_of, reading_of
from tests.engine.play import Step, is_offence

Viewer = int | None
Spot = tuple[str, int]
# The differences that a viewer receives; scores come last.
Differences = tuple[tuple[engine.Zone, ...], tuple[str, ...] | None, tuple[engine.Fact, ...], object]
Received = tuple[tuple[engine.Event, ...], engine.View, Differences]
Answer = tuple[str, str, str, tuple[str, ...]] | None

# The number of retries for a redeal that no table can reach.
TRIES = 3


# ---- visibility


@lru_cache(maxsize=8192)
def sight_of(game: str, options: Options, zone: str, viewer: Viewer) -> Literal["everything", "top", "nothing"]:
    """Return a viewer's sight of a zone while the table goes on."""
    kind, _, place = zone.partition(":")
    sight = information_of(game, options)[kind]
    if sight == "everybody" or ("owner" in sight and place.partition(".")[0] == str(viewer)):
        return "everything"
    return "top" if "top" in sight else "nothing"


def hidden_spots(state: engine.State, viewer: Viewer) -> list[Spot]:
    """Return the places of the cards that a viewer cannot see: zone and index."""
    return [] if engine.result(state) is not None else covered_spots(state, viewer)


def covered_spots(state: engine.State, viewer: Viewer) -> list[Spot]:
    """Return the places of the cards that a viewer cannot see as long as the end shows none of them."""
    game = engine.game_of(state)
    spots: list[Spot] = []
    for zone in game.zones(state):
        sight = sight_of(game.name, state.options, zone, viewer)
        if sight != "everything":
            hidden = len(state.zones[zone]) - (sight == "top")
            spots += [(zone, index) for index in range(hidden)]
    return spots


def hidden_cards(state: engine.State, viewer: Viewer) -> tuple[str, ...]:
    """Return the cards that a viewer cannot see."""
    return tuple(state.zones[zone][index] for zone, index in hidden_spots(state, viewer))


def unlike_viewers(state: engine.State, seat: int, random: Random) -> tuple[Viewer, ...]:
    """Return the viewers that may get different events when a seat moves: the spectator and every seat.

    Where no zone has an owner who sees more than others (zlam), all viewers see the same cards and hide the same; their
    events can only depend on whether they are asked. Then the spectator, the seat and one other stand for all.
    """
    if any("owner" in sight for sight in information_of(engine.game_of(state).name, state.options).values()):
        return (None, *range(state.seats))
    return (None, seat, (seat + random.randrange(1, state.seats)) % state.seats)


# ---- other deals


def look_alike(state: engine.State, viewer: Viewer, random: Random, keep: Collection[str] = ()) -> engine.State | None:
    """Return a table that looks like this one to a viewer: its hidden cards change places, except those to `keep`.

    Return None where hardly any other deal is possible.
    """
    spots = [spot for spot in hidden_spots(state, viewer) if state.zones[spot[0]][spot[1]] not in keep]
    if len(spots) < 2:
        return None
    for _ in range(TRIES):
        dealt = redraw(state, viewer, deal_hidden(state, spots, random), random)
        if dealt.zones != state.zones and can_be(dealt):
            return dealt
    return None


def deal_hidden(state: engine.State, spots: Sequence[Spot], random: Random) -> engine.State:
    """Return the state with the cards of these spots in random places, each where it can lie (`ZoneKind.admits`)."""
    zone_map = engine.game_of(state).zone_map
    hidden: dict[str, list[int]] = {}
    for zone, index in spots:
        hidden.setdefault(zone, []).append(index)
    pool = [state.zones[zone][index] for zone, index in spots]
    zones = dict(state.zones)
    # Places that admit few cards, such as a pile of Door that keeps its suit, are dealt first.
    for zone in sorted(hidden, key=lambda zone: len(zone_map.admitted(zone))):
        # The rest of a pool from whose end some cards were picked is in no random order.
        random.shuffle(pool)
        cards = take_from(pool, zone_map.admitted(zone), len(hidden[zone]))
        if len(cards) < len(hidden[zone]):
            return state
        zones[zone] = lay_down(zone_map, zone, state.zones[zone], dict(zip(hidden[zone], cards, strict=True)))
    return replace(state, zones=zones)


def take_from(pool: list[str], wanted: Collection[str], count: int) -> list[str]:
    """Take so many wanted cards out of a shuffled pool."""
    taken: list[str] = []
    for index in range(len(pool) - 1, -1, -1):
        if len(taken) == count:
            break
        if pool[index] in wanted:
            taken.append(pool.pop(index))
    return taken


def lay_down(zone_map: ZoneMap, zone: str, lying: tuple[str, ...], dealt: Mapping[int, str]) -> tuple[str, ...]:
    """Return the cards of a zone, some of them changed."""
    cards = [dealt.get(index, card) for index, card in enumerate(lying)]
    return tuple(sorted(cards, key=zone_map.order.__getitem__) if zone_map.naming(zone).hand else cards)


def redraw(state: engine.State, viewer: Viewer, dealt: engine.State, random: Random) -> engine.State:
    """Change the hidden facts other than cards, where the page of a game has any."""
    again = getattr(reading_of(engine.game_of(state).name), "redraw", None)
    return dealt if again is None else again(state, viewer, dealt, random)


def can_be(state: engine.State) -> bool:
    """Tell whether a table can reach a state, as far as `loads` can tell."""
    try:
        check_state(state)
    except engine.InvalidState:
        return False
    return True


def redeals(state: engine.State, viewer: Viewer, random: Random, wanted: int) -> Iterator[engine.State]:
    """Return tables that look like this one to a viewer; fewer than wanted where hardly any other deal is possible."""
    for _ in range(wanted):
        other = look_alike(state, viewer, random)
        if other is not None:
            yield other


# ---- queries of a viewer


def check_looks_alike(
    one: engine.State, other: engine.State, viewer: Viewer, probes: Iterable[engine.Move | str]
) -> None:
    """Check that every query of a viewer has the same answer: its view, its legal moves, the answer to any move."""
    check_same(engine.view(one, viewer), engine.view(other, viewer), f"the view of {viewer}")
    check_same(engine.prompt(one, viewer), engine.prompt(other, viewer), f"the prompt of {viewer}")
    if viewer is None:
        return
    legal = engine.legal_moves(one, viewer)
    check_same(legal, engine.legal_moves(other, viewer), f"what is legal for seat {viewer}")
    labels, labels_there = [[engine.describe(state, viewer, move) for move in legal] for state in (one, other)]
    check_same(labels, labels_there, f"how the moves of seat {viewer} are described")
    check_same(read_hand(one, viewer), read_hand(other, viewer), f"what is told of the hand of seat {viewer}")
    for probe in probes:
        check_same(answer(one, viewer, probe), answer(other, viewer, probe), f"the answer to seat {viewer}: {probe}")


def check_same(one: object, other: object, what: str) -> None:
    """Check that both are the same, byte for byte."""
    here = msgspec.json.encode(one)
    there = msgspec.json.encode(other)
    if here != there:
        raise AssertionError(f"{what} depends on cards that it cannot see: {difference(here, there)}")


def difference(one: bytes, other: bytes) -> str:
    """Quote the first place where two texts differ."""
    first = next((i for i, (here, there) in enumerate(zip(one, other, strict=False)) if here != there), 0)
    begin = max(0, first - 60)
    return f"{one[begin : first + 60].decode(errors='replace')} ≠ {other[begin : first + 60].decode(errors='replace')}"


def answer(state: engine.State, seat: int, probe: engine.Move | str) -> Answer:
    """Return a seat's answer about a move: the refusal, or None when the move is legal."""
    return read_refusal(state, engine.explain(state, seat, probe))


def read_refusal(state: engine.State, refusal: engine.Refusal | None) -> Answer:
    """Return all parts of a refusal."""
    if refusal is None:
        return None
    assert state.seed not in refusal.message
    return refusal.code, refusal.rule, refusal.message, tuple(map(str, refusal.alternatives))


def read_hand(state: engine.State, seat: int) -> list[tuple[str, tuple[engine.Move, ...], Answer]]:
    """Return the explanations of each card of a seat's hand."""
    return [(entry.card, entry.moves, read_refusal(state, entry.refusal)) for entry in engine.explain_hand(state, seat)]


# ---- the events of a move


def check_moves_alike(step: Step, viewer: Viewer, random: Random) -> int:
    """Check that a viewer's events depend on nothing hidden but the cards that the move itself makes visible.

    Those cards stay in their places; all of the rest can change, and the events, the view after and its differences
    from the one before stay the same, byte for byte. Returns how many deals were compared.
    """
    received = receive(step.before, step.events, step.after, viewer)
    check_named(step, viewer, received[0])
    shown = made_visible(step, viewer, received[0])
    piles = hidden_score_cards(step, viewer)
    compared = compare(step, viewer, received, look_alike(step.before, viewer, random, shown | piles), as_it_is)
    if piles:
        # The points of a round become public, and with them something about the hidden cards that gave them.
        compared += compare(step, viewer, received, look_alike(step.before, viewer, random, shown), without_points)
    return compared


def compare(
    step: Step, viewer: Viewer, received: Received, other: engine.State | None, kept: Callable[[Received], Received]
) -> int:
    """Make the move on another deal and compare everything that `kept` keeps; return how many deals were compared."""
    if other is None or not is_possible(step, viewer, other):
        return 0
    after, events = engine.apply(other, step.seat, step.move)
    received_there = receive(other, events, after, viewer)
    check_same(kept(received), kept(received_there), f"what {viewer} is told when seat {step.seat} moves {step.move}")
    return 1


def receive(before: engine.State, events: tuple[engine.Event, ...], after: engine.State, viewer: Viewer) -> Received:
    """Return what a viewer receives of a move: events, the view after it, and its differences from the view before."""
    compared = engine.compare(before, after)
    differences = (
        engine.changed_zones(compared, viewer),
        compared.order,
        engine.changed_facts(compared),
        engine.changed_scores(compared, viewer),
    )
    return engine.events_for(events, viewer), engine.view(after, viewer), differences


def is_possible(step: Step, viewer: Viewer, other: engine.State) -> bool:
    """Tell whether the seat can make the same move on another deal, and is not punished for it in one of them alone."""
    here = kind_of_move(step.before, step)
    there = kind_of_move(other, step)
    assert here == there or step.seat != viewer, f"whether seat {viewer} can {step.move} depends on hidden cards"
    return here == there


def kind_of_move(state: engine.State, step: Step) -> str:
    """Return the kind of a move: legal, an offence that is punished (zar 8), or refused."""
    refusal = engine.explain(state, step.seat, step.move)
    if refusal is None:
        return "legal"
    return "offence" if is_offence(state, step.seat, engine.parse_move(step.move)) else "refused"


def check_named(step: Step, viewer: Viewer, events: Sequence[engine.Event]) -> None:
    """Check that a card is named only to viewers that may see it where it was or is, or by a rule (engine 6)."""
    game = engine.game_of(step.before).name
    options = step.before.options
    for event in events:
        if not event.cards or event.from_zone is event.to_zone is None:
            continue
        if event.kind == "uncovered":
            assert may_be_uncovered(step, event), f"{event} is shown"
            continue
        touched = [zone for zone in (event.from_zone, event.to_zone) if zone is not None]
        sights = {sight_of(game, options, zone, viewer) for zone in touched}
        seen = "everything" in sights or ("top" in sights and event.count == 1)
        assert seen, f"{event} names to {viewer} what it cannot see"


def may_be_uncovered(step: Step, event: engine.Event) -> bool:
    """Tell whether cards may become visible where they lie."""
    game = engine.game_of(step.before).name
    zone = event.to_zone or ""
    if engine.result(step.after) is not None or zone.partition(":")[0] in getattr(
        reading_of(game), "SHOWN_BETWEEN_HANDS", ()
    ):
        return True
    return "top" in reading_of(game).INFORMATION[zone.partition(":")[0]] and event.count == 1


def made_visible(step: Step, viewer: Viewer, events: Sequence[engine.Event]) -> set[str]:
    """Return the cards that a move shows to a viewer for the first time."""
    sources = {zone for zone, _ in hidden_spots(step.before, viewer)} | {None}
    cards: set[str] = set()
    for event in events:
        if (event.to_zone if event.kind == "uncovered" else event.from_zone) in sources:
            cards.update(event.cards)
    return cards


def hidden_score_cards(step: Step, viewer: Viewer) -> set[str]:
    """Return the cards of score piles that a viewer cannot see, if a round is scored and the table goes on."""
    if not any(event.kind == "scored" and event.value is not None for event in step.events):
        return set()
    spots = hidden_spots(step.before, viewer)
    return {step.before.zones[zone][index] for zone, index in spots if zone.startswith("score")}


def as_it_is(received: Received) -> Received:
    """Return everything that a viewer received."""
    return received


def without_points(received: Received) -> Received:
    """Return the events, the view and the differences without the points of a round."""
    events, seen, (zones, order, facts, _scores) = received
    kept = tuple(replace(event, value=None) if event.kind == "scored" else event for event in events)
    told = tuple(event for event in kept if event.kind != "scores")
    return told, replace(seen, scores=()), (zones, order, facts, ())
