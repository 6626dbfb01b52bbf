"""Rule tables: rows of situation, seat, move and expectation, each named by the number of its rule.

A game's rows stand as text in `rules/<game>`, which `rule_text.py` reads; `test_rules.py` checks every one.
"""

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

import engine
from engine.codec import check_state
from engine.options import Plain

SEED = "00" * 32


class Refused(msgspec.Struct, frozen=True):
    """The move is refused with this code, by the rule of the row, and, unless it is empty, with this sentence."""

    code: str = "ILLEGAL_MOVE"
    says: str = ""


class Punished(msgspec.Struct, frozen=True):
    """The move is not legal, and costs its seat a card by the rule of the row; nothing else changes (zar 8)."""


# Predicate on the state after a row's move and on the events.
Holds = Callable[[engine.State, tuple[engine.Event, ...]], bool]


class Becomes(msgspec.Struct, frozen=True, kw_only=True):
    """The move is accepted, and the named expectations hold afterwards; anything not named is not compared.

    `zones` are by id, their cards bottom first ("AR3 GB1"; null: there is no such zone). `events` are kinds that occur,
    in this order, others between them. `facts` are by name, as text. `scores`, `turn` and `reason` are those of the
    public view. `would` are the effects that a preview of the move names, in plain English. `holds` are predicates for
    anything else. An offence is accepted although `explain` refuses it.
    """

    zones: Mapping[str, str | None] = {}
    turn: tuple[int, ...] | None = None
    facts: Mapping[str, str] = {}
    scores: tuple[int | None, ...] | None = None
    reason: str | None = None
    events: tuple[str, ...] = ()
    would: tuple[str, ...] | None = None
    holds: tuple[Holds, ...] = ()
    is_offence: bool = False


class Row(msgspec.Struct, frozen=True):
    """One line of a rule table: `rule` is its number ("zeven 3.4"), `says` the sentence that the row proves."""

    rule: str
    says: str
    state: engine.State
    seat: int
    move: str
    expected: Refused | Punished | Becomes


def situation(
    game: str,
    *,
    seats: int,
    options: Mapping[str, Plain] | None = None,
    zones: Mapping[str, str] | None = None,
    rest: str = "deck",
    **fields: object,
) -> engine.State:
    """Return a state with these cards in these zones (codes, bottom first) and these fields, the others as dealt.

    Cards that are not named lie in the zone `rest`, in canonical order, unless that zone is named too; then every card
    must be named. Seat 0 begins unless `options` say otherwise. Raises `InvalidState` for an impossible state.
    """
    rules = engine.find_game(game)
    dealt = engine.new_game(game, seats=seats, options={"firstSeat": 0, **(options or {})}, seed=SEED)
    named = {zone: tuple(codes.split()) for zone, codes in (zones or {}).items()}
    if rest not in named:
        named[rest] = _left_over(rules.deck(dealt.options), named)
    draft: engine.State = replace(dealt, zones=named, **fields)
    lying = {zone: named.pop(zone, ()) for zone in rules.zones(draft)} | named
    hands = {zone for zone in lying if rules.zone_map.naming(zone).hand}
    order = rules.zone_map.order
    state = replace(
        draft,
        zones={
            zone: tuple(sorted(cards, key=order.__getitem__)) if zone in hands else cards
            for zone, cards in lying.items()
        },
    )
    check_state(state)
    return state


def check_row(row: Row) -> None:
    """Assert that a row holds."""
    if isinstance(row.expected, Refused):
        check_refused(row, row.expected)
    elif isinstance(row.expected, Punished):
        check_punished(row)
    else:
        check_becomes(row, row.expected)


def check_refused(row: Row, expected: Refused) -> None:
    refusal = engine.explain(row.state, row.seat, row.move)
    assert refusal is not None, "the move is accepted"
    assert (refusal.code, refusal.rule) == (expected.code, row.rule), refusal.message
    assert expected.says in ("", refusal.message)


def check_punished(row: Row) -> None:
    state = row.state
    seat = row.seat
    hand = f"hand:{seat}"
    assert engine.explain(state, seat, row.move) is not None
    after, events = engine.apply(state, seat, row.move)
    check_state(after)
    assert [(it.kind, it.seat, it.rule) for it in events] == [("offended", seat, row.rule), ("drawn", seat, "zar 8")]
    assert after.ply == state.ply + 1
    assert len(after.zones[hand]) == len(state.zones[hand]) + 1
    assert len(after.zones["supply"]) == len(state.zones["supply"]) - 1
    assert {**after.zones, hand: (), "supply": ()} == {**state.zones, hand: (), "supply": ()}
    assert replace(engine.view(after, None), ply=state.ply, zones=()) == replace(engine.view(state, None), zones=())
    assert not engine.opens_reaction(after, events)
    others = [other for other in range(state.seats) if other != seat]
    assert all(engine.legal_moves(after, other) == engine.legal_moves(state, other) for other in others)


def check_becomes(row: Row, expected: Becomes) -> None:
    refusal = engine.explain(row.state, row.seat, row.move)
    assert (refusal is not None) == expected.is_offence, refusal
    state, events = engine.apply(row.state, row.seat, row.move)
    check_state(state)
    seen = engine.view(state, None)
    facts = {fact.name: fact.value for fact in seen.facts}
    lying = {zone: " ".join(cards) for zone, cards in state.zones.items()}
    assert {zone: lying.get(zone) for zone in expected.zones} == dict(expected.zones)
    assert {name: facts[name] for name in expected.facts} == dict(expected.facts)
    assert expected.turn is None or seen.turn == expected.turn
    assert expected.scores is None or seen.scores == expected.scores
    assert expected.reason is None or (seen.result is not None and seen.result.reason == expected.reason)
    kinds = iter(event.kind for event in events)
    missing = [kind for kind in expected.events if kind not in kinds]
    assert not missing, f"missing, or not in this order: {missing}; there were {[event.kind for event in events]}"
    assert expected.would in (None, sentences_of_effects(row))
    assert all(holds(state, events) for holds in expected.holds), engine.dumps(state).decode()


def sentences_of_effects(row: Row) -> tuple[str, ...]:
    """Return the effects that a preview of a row's move names, in plain English."""
    game = engine.game_of(row.state).name
    return tuple(engine.foretell(game, effect) for effect in engine.preview(row.state, row.seat, row.move).effects)


# ---- expectations beyond named cards


def moves_are(*moves: str) -> Holds:
    """Expect exactly these legal moves for the active seat, in this order."""
    return lambda state, _events: [*map(str, engine.legal_moves(state, engine.view(state, None).turn[0]))] == [*moves]


def everything_is_shown(state: engine.State, _events: tuple[engine.Event, ...]) -> bool:
    """Expect every card of every zone shown to everybody."""
    return all(zone.cards == state.zones[zone.id] for who in (None, 0, 1) for zone in engine.view(state, who).zones)


def shows(viewer: int | None, zone: str, cards: str) -> Holds:
    """Expect a viewer to see these cards in a zone, `??` for a hidden one."""

    def holds(state: engine.State, _events: tuple[engine.Event, ...]) -> bool:
        (seen,) = [seen for seen in engine.view(state, viewer).zones if seen.id == zone]
        return " ".join(card or "??" for card in seen.cards) == cards

    return holds


def counts(kind: str, number: int) -> Holds:
    """Expect so many events of a kind."""
    return lambda _state, events: sum(event.kind == kind for event in events) == number


def told(*events: str) -> Holds:
    """Expect these events and facts aside no other: the kind, the seat and the rule of each."""
    return lambda _state, happened: (
        [f"{event.kind} {event.seat} {event.rule}" for event in happened if event.rule != "engine 6"] == [*events]
    )


def cites(*events: str) -> Holds:
    """Expect these events by rules of the game, and no other: the kind and the rule of each."""
    return lambda _state, happened: (
        [f"{event.kind} {event.rule}" for event in happened if not event.rule.startswith("engine")] == [*events]
    )


def says(text: str) -> Holds:
    """Expect an event with this sentence."""
    return lambda state, events: text in [engine.sentence(engine.game_of(state).name, event) for event in events]


def cards_of(kind: str, *cards: str) -> Holds:
    """Expect events of a kind with these cards, in this order, and no other."""
    return lambda _state, events: [" ".join(event.cards) for event in events if event.kind == kind] == [*cards]


def goes(kind: str, source: str, target: str) -> Holds:
    """Expect the events of a kind to move cards from a zone to a zone."""
    return lambda _state, events: (
        {(event.from_zone, event.to_zone) for event in events if event.kind == kind} == {(source, target)}
    )


def asks_to_react(state: engine.State, events: tuple[engine.Event, ...]) -> bool:
    """Expect the move to open a window for reactions (zar 5.9), as spectators are told."""
    return engine.opens_reaction(state, events) and engine.opens_reaction(state, engine.events_for(events, None))


def asks_nobody_to_react(state: engine.State, events: tuple[engine.Event, ...]) -> bool:
    """Expect the move to open no window for reactions."""
    return not engine.opens_reaction(state, events) and not engine.opens_reaction(
        state, engine.events_for(events, None)
    )


def seats_of(kind: str, *seats: int) -> Holds:
    """Expect events of a kind for these seats, in this order, and for no other."""
    return lambda _state, events: [event.seat for event in events if event.kind == kind] == [*seats]


def values_of(kind: str, *values: str) -> Holds:
    """Expect events of a kind with these values, in this order, and no other."""
    return lambda _state, events: [event.value for event in events if event.kind == kind] == [*values]


def is_named_to(kind: str, *audiences: tuple[int, ...] | None) -> Holds:
    """Expect the events of a kind to name their cards to these seats, None for everybody."""
    return lambda _state, events: [it.seen_by for it in events if it.kind == kind and it.cards] == [*audiences]


def has_event(kind: str, value: str | None, rule: str) -> Holds:
    """Expect an event of this kind with this value, because of this rule."""
    return lambda _state, events: (kind, value, rule) in [(event.kind, event.value, event.rule) for event in events]


def holds_cards(zone: str, number: int) -> Holds:
    """Expect so many cards in a zone."""
    return lambda state, _events: len(state.zones[zone]) == number


def holds_copies(zone: str, card: str, number: int) -> Holds:
    """Expect a card so many times in a zone."""
    return lambda state, _events: state.zones[zone].count(card) == number


def ranks(*places: int) -> Holds:
    """Expect the table to end with this ranking."""
    return lambda state, _events: (outcome := engine.result(state)) is not None and outcome.ranking == places


def is_won_by(*winners: int) -> Holds:
    """Expect the table over, and won by these seats."""
    return lambda state, _events: (outcome := engine.result(state)) is not None and outcome.winners == winners


def scores_are(viewer: int | None, *scores: int | None) -> Holds:
    """Expect a viewer to see these scores."""
    return lambda state, _events: engine.view(state, viewer).scores == scores


def adds(seat: int, *items: str) -> Holds:
    """Expect the table over, and the score of a seat to add up from these items: `colour Y zeven 4.2: AY1 FY2 = 2`."""

    def holds(state: engine.State, _events: tuple[engine.Event, ...]) -> bool:
        found = engine.breakdown(state)
        assert found is not None
        listed = [_write_item(item) for item in found.seats[seat]]
        assert listed == [*items], listed
        return True

    return holds


def _write_item(item: engine.ScoreItem) -> str:
    about = [item.code, item.value, None if item.seat is None else f"#{item.seat}", item.rule]
    named = " ".join(part for part in about if part is not None)
    return f"{named}: {' '.join([*item.cards, '='])} {item.points}"


def is_decided(sentence: str) -> Holds:
    """Expect the table over, and this sentence about what decided it."""

    def holds(state: engine.State, _events: tuple[engine.Event, ...]) -> bool:
        found = engine.breakdown(state)
        assert found is not None
        told = engine.tell_decided(engine.game_of(state).name, found.decided_by)
        assert told == sentence, told
        return True

    return holds


def zones_are(*ids: str) -> Holds:
    """Expect these zones for every viewer, in this order."""
    return lambda state, _events: tuple(zone.id for zone in engine.view(state, None).zones) == ids


# ---- impossible states


def laid(state: engine.State, zone: str, cards: str) -> engine.State:
    """Lay cards on top of a zone, from wherever they lie."""
    moved = cards.split()
    lying = {name: tuple(card for card in there if card not in moved) for name, there in state.zones.items()}
    lying[zone] += tuple(moved)
    if zone.startswith("hand"):
        lying[zone] = tuple(sorted(lying[zone], key=engine.game_of(state).zone_map.order.__getitem__))
    return replace(state, zones=lying)


def swapped(state: engine.State, one: str, other: str) -> engine.State:
    """Swap two cards."""
    names = {one: other, other: one}
    return replace(state, zones={zone: tuple(names.get(it, it) for it in cards) for zone, cards in state.zones.items()})


def _left_over(deck: tuple[str, ...], named: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the cards of a deck that do not lie in the named zones, in its order."""
    left = list(deck)
    for cards in named.values():
        for card in cards:
            assert card in left, f"{card} is named too often"
            left.remove(card)
    return tuple(left)
