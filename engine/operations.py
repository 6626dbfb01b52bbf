"""The operations of engine 2: pure functions from states to states, views, moves and results.

Values derived from a state alone are computed once and cached in the state's `__dict__`. A caller that lists the moves
of a state usually makes one of them next, and the facts after one move are the facts before the next one. A state never
changes, so the cached values stay valid.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

import msgspec
from msgspec.structs import replace

from engine.core.game import Action, Game, TableSetup, zone_map_of
from engine.core.moves import BadNotation, IllegalMove, Move, NotYourTurn, parse_move
from engine.core.values import (
    MOST_SEATS,
    Event,
    Fact,
    LegalMove,
    Options,
    Result,
    State,
    View,
    Zone,
    Zones,
    draw_first_seat,
)
from engine.core.zones import Layout, OpenView, ZoneMap, may_see
from engine.explanations import refusal_of
from engine.games import GAME_OF_STATE
from engine.options import read_options
from engine.sentences import describe_as, describe_fact
from engine.validation import (
    check_options,
    check_seats,
    check_seed,
    find_game,
    no_seat,
    read_move,
    read_stack,
)

# The ways in which a move can disclose information (engine 5).
LEARNED: Mapping[str, str] = {
    "OVER": "The table is over.",
    "CHANCE": "Chance has played a part in the move.",
    "REVEALED": "A card was shown to somebody who did not see it before.",
    "ANSWERED": "The answer says something about cards that others do not see.",
}
# The keys in a state's `__dict__` for the legal moves of each seat.
_LEGAL = tuple(f"legal {seat}" for seat in range(MOST_SEATS))
# Only the events that show all cards at the end have this rule.
_END_SHOWS_ALL = "engine 5"


def new_game(
    game: str, *, seats: int, options: Mapping[str, object] | None = None, seed: str, deck: Sequence[str] | None = None
) -> State:
    """Deal a table of `game` and return its first state.

    `options` holds the options that differ from the defaults. `seed` is the table's key, 64 lower-case hex digits
    (engine 4). `deck` stacks the first deal, top card first. Raises `UnknownGame`, `InvalidOption`, or
    `InvalidInput` for an invalid number of seats, seed or deck.
    """
    return deal_table(game, seats=seats, options=options, seed=seed, deck=deck)[0]


def deal_table(
    game: str, *, seats: int, options: Mapping[str, object] | None, seed: str, deck: Sequence[str] | None
) -> tuple[State, Layout]:
    """Return the first state of a table as `new_game` does, and the layout of its deal."""
    rules, chosen = read_terms(game, seats, options)
    check_seed(seed)
    first, words = draw_first_seat(chosen, seats, seed)
    layout = Layout(zone_map_of(rules, chosen), {}, seed, words, read_stack(rules, deck))
    state = rules.new(layout, TableSetup(seats, chosen, seed, first))
    return replace(state, zones=layout.zones, words=layout.words), layout


def possible_moves(game: str, *, seats: int, options: Mapping[str, object] | None = None) -> tuple[Move, ...]:
    """Return every move that can be legal at some moment of a table with these terms, in canonical order.

    The index of a move in this list numbers it at all tables with the same terms. The list includes a few moves that
    are never legal, where a rule forbids them in a way that is hard to see in advance. With the option `vincent` it
    includes moves that only cost a card (zar 8).
    Raises `UnknownGame`, `InvalidOption`, or `InvalidInput` for an invalid number of seats.
    """
    rules, chosen = read_terms(game, seats, options)
    return tuple(rules.possible(seats, chosen))


def read_terms(game: str, seats: int, options: Mapping[str, object] | None) -> tuple[Game[State, Options], Options]:
    """Return a game and the checked options of a table with this number of seats."""
    rules = find_game(game)
    check_seats(rules, seats)
    chosen = read_options(rules.options, {} if options is None else options)
    check_options(rules, seats, chosen)
    return rules, chosen


class Public(msgspec.Struct, frozen=True):
    """The public part of a state besides its cards; `scores` holds the scores that a spectator sees."""

    facts: Mapping[str, str | int]
    turn: tuple[int, ...]
    outcome: Result | None
    scores: tuple[int | None, ...]


class Played(msgspec.Struct, frozen=True):
    """The effect of a move: the new state, the events, and what follows from them.

    `move` is the move as `describe` returns it. `learned` and `opens_reaction` are the return values of the functions
    with these names. `outcome` is the result, None while play continues.
    """

    state: State
    events: tuple[Event, ...]
    move: LegalMove
    learned: str | None
    opens_reaction: bool
    outcome: Result | None


def active_seats(state: State) -> tuple[int, ...]:
    """Return the seats that have a move, ascending; empty exactly when the table is over."""
    return GAME_OF_STATE[type(state)].active(state)


def asked_seats(state: State) -> tuple[int, ...]:
    """Return the seats that are openly asked now, ascending: the `turn` of every view."""
    return public_of(state).turn


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return the legal moves of `seat`, in canonical order. Raises `InvalidInput` when there is no such seat."""
    if type(seat) is not int or not 0 <= seat < state.seats:
        raise no_seat(state, seat)
    kept: dict[str, tuple[Move, ...]] = state.__dict__
    legal = kept.get(_LEGAL[seat])
    if legal is None:
        legal = kept[_LEGAL[seat]] = GAME_OF_STATE[type(state)].legal(state, seat)
    return legal


def describe(state: State, seat: int, move: Move) -> LegalMove:
    """Return a move as data for a user interface, with a label in plain English.

    The move is one of `legal_moves`, or a move that `apply` has accepted.
    """
    rules = GAME_OF_STATE[type(state)]
    key = move.verb if rules.label_of is None else rules.label_of(state, move)
    return describe_as(rules.name, move, key, *rules.route(state, seat, move))


def describe_moves(state: State, seat: int) -> tuple[LegalMove, ...]:
    """Return the legal moves of `seat` as `describe` returns them. Raises `InvalidInput` when there is no such seat."""
    moves = legal_moves(state, seat)
    rules = GAME_OF_STATE[type(state)]
    name = rules.name
    label_of = rules.label_of
    route = rules.route
    return tuple(
        [
            describe_as(name, move, move.verb if label_of is None else label_of(state, move), *route(state, seat, move))
            for move in moves
        ]
    )


def apply(state: State, seat: int, move: Move | str) -> tuple[State, tuple[Event, ...]]:
    """Make a move and return the new state and the events.

    Accepts exactly the members of `legal_moves`, and offences that a game punishes (zar 8, `vincent`). Raises a
    `Refusal` with the rule that forbids any other move; the state stays unchanged. The events contain hidden cards:
    filter them with `events_for` before you send them to a viewer.
    """
    _, after, layout = carry_out(state, seat, move)
    return after, _tell(state, after, layout)[0]


def play(state: State, seat: int, move: Move | str) -> Played:
    """Make a move as `apply` does, and return everything that follows from it."""
    chosen, after, layout = carry_out(state, seat, move)
    events, public = _tell(state, after, layout)
    rules = GAME_OF_STATE[type(state)]
    reaction = rules.reaction
    key = chosen.verb if rules.label_of is None else rules.label_of(state, chosen)
    return Played(
        after,
        events,
        describe_as(rules.name, chosen, key, *rules.route(state, seat, chosen)),
        _find_disclosure(layout.zone_map, state, after, events, seat, public.outcome),
        reaction is not None and reaction.is_played(after) and reaction.opens(after, events),
        public.outcome,
    )


def next_state(state: State, seat: int, move: Move | str) -> State:
    """Return the state after a move as `apply` does, without the events, for replays and searches."""
    return carry_out(state, seat, move)[1]


def carry_out(state: State, seat: int, move: Move | str) -> tuple[Move, State, Layout]:
    """Make a move as `apply` does; return the move, the new state, and the layout that the move was made on."""
    if type(seat) is not int or not 0 <= seat < state.seats:
        raise no_seat(state, seat)
    rules = GAME_OF_STATE[type(state)]
    legal: tuple[Move, ...] | None = state.__dict__.get(_LEGAL[seat])
    if legal is None:
        legal = state.__dict__[_LEGAL[seat]] = rules.legal(state, seat)
    try:
        chosen = parse_move(move) if type(move) is str else move
    except BadNotation:
        chosen = move
    if chosen in legal:
        make = rules.actions[chosen.verb]
    else:
        chosen, make = _punish(rules, state, seat, move, legal)
    zone_map = rules.zone_map
    if (other := rules.other_zones) is not None and getattr(state.options, other.option) == other.value:
        zone_map = other.zone_map
    layout = Layout(zone_map, dict(state.zones), state.seed, state.words)
    moved = make(layout, state, seat, chosen)
    return chosen, replace(moved, zones=layout.zones, words=layout.words, ply=state.ply + 1), layout


def view(state: State, seat: int | None) -> View:
    """Return the view of `seat`, or of a spectator (None), built from nothing, field by field (engine 5)."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < state.seats):
        raise no_seat(state, seat)
    rules = GAME_OF_STATE[type(state)]
    zone_map = rules.zone_map
    if (other := rules.other_zones) is not None and getattr(state.options, other.option) == other.value:
        zone_map = other.zone_map
    kept: dict[str, Public] = state.__dict__
    public = kept.get("public") or public_of(state)
    facts: tuple[Fact, ...] | None = state.__dict__.get("facts")
    if facts is None:
        named = public.facts.items()
        facts = state.__dict__["facts"] = tuple([describe_fact(rules.name, name, str(value)) for name, value in named])
    scores = public.scores
    if public.outcome is None:
        zones = _view_zones(rules, zone_map, state, seat)
    else:
        zones = zone_map.uncover(tuple(rules.zones(state)), state.zones)
    return View(
        game=rules.name,
        viewer=seat,
        seats=state.seats,
        ply=state.ply,
        turn=public.turn,
        zones=zones,
        facts=facts,
        # Every seat knows the scores that a spectator knows.
        scores=scores if seat is None or None not in scores else rules.scores(state, seat),
        result=public.outcome,
    )


def covered_view(state: State, seat: int | None) -> View:
    """Return the view as `view` does, but keep hidden cards hidden when the table is over.

    Use it while other tables still play the same deal. See also `is_uncovering_of_end`.
    """
    seen = view(state, seat)
    if seen.result is None:
        return seen
    rules = GAME_OF_STATE[type(state)]
    return replace(seen, zones=_view_zones(rules, zone_map_of(rules, state.options), state, seat))


def _view_zones(rules: Game[State, Options], zone_map: ZoneMap, state: State, seat: int | None) -> tuple[Zone, ...]:
    """Return the zones as a viewer sees them; the part that everybody sees is cached for the other viewers.

    The cache saves 3 % of a move's instructions at a table that four seats watch, and 12 % when there are too many
    tables for the caches of zones.
    """
    kept: dict[str, OpenView] = state.__dict__
    seen = kept.get("open")
    if seen is None:
        last = kept.pop("open before", None)
        seen = kept["open"] = zone_map.view_openly(tuple(rules.zones(state)), state.zones, last)
    return zone_map.view(seen, seat)


def learned(before: State, after: State, events: Sequence[Event], mover: int) -> str | None:
    """Return how a move disclosed information, as a code of `LEARNED`, or None if nobody learned anything from it.

    None means that no seat, including the one that moved, knows more about the cards or about chance than before, so
    the move can be taken back (engine 5). In doubt, a move counts as disclosing information.
    `after` and `events` are the return values of `apply` for the move of seat `mover` on `before`.
    """
    zone_map = zone_map_of(GAME_OF_STATE[type(before)], before.options)
    return _find_disclosure(zone_map, before, after, events, mover, public_of(after).outcome)


def result(state: State) -> Result | None:
    """Return the result, or None while play continues."""
    kept: dict[str, Public] = state.__dict__
    return (kept.get("public") or public_of(state)).outcome


def public_of(state: State) -> Public:
    """Return the public part of a state besides its cards."""
    kept: dict[str, Public] = state.__dict__
    public = kept.get("public")
    if public is None:
        rules = GAME_OF_STATE[type(state)]
        turn = rules.turn(state)
        # At least one seat is asked as long as there is no result.
        outcome = None if turn else rules.result(state)
        scores = rules.scores(state, None) if outcome is None else outcome.scores
        public = kept["public"] = Public(rules.read_facts(state), turn, outcome, scores)
    return public


def events_for(events: Sequence[Event], viewer: int | None) -> tuple[Event, ...]:
    """Return all events for `viewer` (None: a spectator), without the cards hidden from that viewer (engine 6)."""
    seen: list[Event] = []
    for event in events:
        if event.seen_by is None:
            seen.append(event)
        else:
            seen.append(replace(event, cards=event.cards if viewer in event.seen_by else (), seen_by=None))
    return tuple(seen)


def is_uncovering_of_end(event: Event) -> bool:
    """Tell whether an event shows cards only because the table is over: `covered_view` keeps them hidden."""
    return event.kind == "uncovered" and event.rule == _END_SHOWS_ALL


def _punish(
    rules: Game[State, Options], state: State, seat: int, move: Move | str, legal: tuple[Move, ...]
) -> tuple[Move, Action[State]]:
    """Return a punished move with its penalty. Raises a `Refusal` for any other illegal move."""
    refusal = refusal_of(rules, state, seat, move, legal)
    assert refusal is not None
    if rules.penalty is not None and isinstance(refusal, IllegalMove | NotYourTurn):
        offence = read_move(move)
        if rules.penalty.applies(state, seat, offence):
            return offence, rules.penalty.pay
    raise refusal


def _tell(before: State, after: State, layout: Layout) -> tuple[tuple[Event, ...], Public]:
    """Return the events of a move, and the public part of the state after it.

    The events of the layout come first, followed by the differences between the two states: facts, turn, public
    scores, the end.
    """
    kept: dict[str, Public] = before.__dict__
    old = kept.get("public") or public_of(before)
    new = public_of(after)
    # The new state reuses the views of zones that this move did not touch.
    seen: OpenView | None = before.__dict__.get("open") or before.__dict__.get("open before")
    if seen is not None:
        after.__dict__["open before"] = seen
    events = layout.events
    known = old.facts
    for name, value in new.facts.items():
        if known[name] != value:
            events.append(_make_event(name, value=str(value)))
    if new.turn != old.turn:
        events.append(_make_event("turn", value=",".join(map(str, new.turn))))
    if new.scores != old.scores:
        scores = ",".join("?" if points is None else str(points) for points in new.scores)
        events.append(Event("scores", value=scores, rule="engine 9"))
    if new.outcome is not None:
        end = Layout(layout.zone_map, dict(after.zones), after.seed, after.words)
        end.uncover(GAME_OF_STATE[type(after)].zones(after), _END_SHOWS_ALL)
        end.happen("ended", None, "engine 9", new.outcome.reason)
        events += end.events
    return tuple(events), new


# Few different events of facts exist: caching them saves a twentieth of a playout.
_make_event = lru_cache(maxsize=4096)(partial(Event, rule="engine 6"))


# ---- disclosure


def _find_disclosure(
    zone_map: ZoneMap, before: State, after: State, events: Sequence[Event], mover: int, outcome: Result | None
) -> str | None:
    """Return how a move disclosed information, as `learned` does; `outcome` is the result after the move.

    A seat that may answer with a hidden card (a match, a card of the colour of an Art) discloses something by any
    answer, even by declining: a seat that passes probably lacks the twin. A choice among open cards only, or no choice,
    discloses nothing.
    """
    if outcome is not None:
        return "OVER"
    if after.words != before.words:
        return "CHANCE"
    # Most moves show cards to viewers outside the audience of the zone that the cards leave. This check finds them in a
    # tenth of the time of the check for each viewer, which only the remaining moves need.
    named = [event for event in events if event.cards]
    # A plain `set()`: `set[str | None]()` takes ten times as long.
    entered: set[str | None] = set()
    for event in named:
        source = event.from_zone or event.to_zone
        if source is not None and source not in entered and event.seen_by != zone_map.naming(source).top_audience:
            return "REVEALED"
        entered.add(event.to_zone)
    if named and _reveals(zone_map, before.zones, after.zones, events):
        return "REVEALED"
    decides_in_secret = GAME_OF_STATE[type(before)].decides_in_secret
    return "ANSWERED" if decides_in_secret is None or decides_in_secret(before, mover) else None


def _reveals(zone_map: ZoneMap, before: Zones, after: Zones, events: Sequence[Event]) -> bool:
    """Tell whether some viewer sees a card, as it moves or in its new place, that was hidden from it before."""
    zones = {event.from_zone for event in events} | {event.to_zone for event in events}
    touched = {zone for zone in zones if zone is not None}
    audience = {seat for zone in touched for seat in zone_map.naming(zone).audience or ()}

    def look_at(zones: Zones, viewer: int | None) -> dict[str, list[str]]:
        return {zone: list(zone_map.visible(zone, zones.get(zone, ()), viewer)) for zone in touched}

    for viewer in (None, *audience):  # All other seats see the same as a spectator.
        shown = [event for event in events if event.cards and may_see(event.seen_by, viewer)]
        if _shows_more(shown, look_at(before, viewer), look_at(after, viewer)):
            return True
    return False


def _shows_more(events: Sequence[Event], seen: Mapping[str, list[str]], sees: Mapping[str, list[str]]) -> bool:
    """Tell whether events, or the cards that a viewer `sees` after them, show a card that was not `seen` before."""
    for event in events:
        if not _follow(seen, event):
            return True
    return any(not _holds(seen[zone], cards) for zone, cards in sees.items())


def _follow(seen: Mapping[str, list[str]], event: Event) -> bool:
    """Move an event's cards between the zones that a viewer has `seen`; return False if one was not seen there."""
    source = event.from_zone or event.to_zone
    if source is None or not _holds(seen[source], event.cards):
        return False
    if event.from_zone is not None and event.to_zone is not None:
        for card in event.cards:
            seen[source].remove(card)
        seen[event.to_zone].extend(event.cards)
    return True


def _holds(lying: Sequence[str], cards: Sequence[str]) -> bool:
    """Tell whether a zone contains all these cards, each at least as often."""
    return len(lying) >= len(cards) and all(lying.count(card) >= cards.count(card) for card in cards)
