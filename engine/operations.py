"""The operations of engine 2: pure functions from states to states, views, moves and results."""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.errors import (
    BadNotation,
    IllegalMove,
    InvalidInput,
    InvalidOption,
    NotYourTurn,
    Refusal,
    TableOver,
    UnknownGame,
)
from engine.game import (
    Event,
    Fact,
    Game,
    LegalMove,
    Options,
    Result,
    Setup,
    State,
    View,
    Zone,
    draw_first_seat,
)
from engine.games import GAMES, game_of
from engine.layout import Layout
from engine.moves import Move, fits_pattern, parse_move, quote
from engine.options import read_options
from engine.zones import may_see


def find_game(name: str) -> Game[State, Options]:
    """Return a game of the register. Raises `UnknownGame`, which lists them."""
    game = GAMES.get(name)
    if game is None:
        raise UnknownGame(f"There is no game {quote(name)}; the games are {', '.join(GAMES)}.", ("game",))
    return game


def new_game(
    game: str,
    *,
    seats: int,
    options: Mapping[str, object] | None = None,
    seed: str,
    deck: Sequence[str] | None = None,
) -> State:
    """Deal a table of `game` and return its first state.

    `options` are those that differ from the defaults. `seed` is the table's key, 64 lower-case hex digits
    (engine 4). `deck` stacks the first deal, top card first. Raises `UnknownGame`, `InvalidOption`, or
    `InvalidInput` for a number of seats, a seed or a deck that cannot be.
    """
    rules = find_game(game)
    _check_seats(rules, seats)
    chosen = read_options(rules.options, options or {})
    check_options(rules, seats, chosen)
    _check_seed(seed)
    first, words = draw_first_seat(chosen, seats, seed)
    layout = Layout(rules.zone_map, {}, seed, words, _read_stack(rules, deck))
    state = rules.new(layout, Setup(seats, chosen, seed, first))
    return replace(state, zones=layout.zones, words=layout.random.used)


def active_seats(state: State) -> tuple[int, ...]:
    """Return the seats that have a move, ascending; empty exactly when the table is over."""
    return game_of(state).active(state)


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return all that `seat` may do now, in canonical order. Raises `InvalidInput` when there is no such seat."""
    _check_seat(state, seat)
    return game_of(state).legal(state, seat)


def apply(state: State, seat: int, move: Move | str) -> tuple[State, tuple[Event, ...]]:
    """Make a move and return the new state and what happened.

    Accepts exactly the members of `legal_moves`; otherwise raises a `Refusal` with the rule that forbids the
    move, and nothing changed. The events hold hidden cards: send them to a viewer through `events_for`.
    """
    rules = game_of(state)
    _check_seat(state, seat)
    chosen = _read_move(move)
    if chosen not in rules.legal(state, seat):
        raise _refusal(rules, state, seat, chosen)
    layout = Layout(rules.zone_map, state.zones, state.seed, state.words)
    moved = rules.apply(layout, state, seat, chosen)
    after = replace(moved, zones=layout.zones, words=layout.random.used, ply=state.ply + 1)
    _announce(layout, rules, state, after)
    return after, tuple(layout.events)


def explain(state: State, seat: int, move: Move | str) -> Refusal | None:
    """Return why `seat` may not make a move now, or None when it may."""
    rules = game_of(state)
    _check_seat(state, seat)
    try:
        chosen = _read_move(move)
    except BadNotation as problem:
        return problem
    return None if chosen in rules.legal(state, seat) else _refusal(rules, state, seat, chosen)


def view(state: State, seat: int | None) -> View:
    """Return what `seat`, or a spectator (None), may know: built from nothing, field by field (engine 5)."""
    rules = game_of(state)
    if seat is not None:
        _check_seat(state, seat)
    outcome = rules.result(state)
    return View(
        game=rules.name,
        viewer=seat,
        seats=state.seats,
        ply=state.ply,
        turn=rules.turn(state),
        zones=tuple(_view_zone(rules, state, zone, seat, over=outcome is not None) for zone in rules.zones(state)),
        facts=tuple(Fact(name, str(value), rules.facts[name]) for name, value in rules.read_facts(state).items()),
        scores=rules.scores(state, seat) if outcome is None else outcome.scores,
        result=outcome,
    )


def result(state: State) -> Result | None:
    """Return the result, or None while play goes on."""
    return game_of(state).result(state)


def describe(state: State, seat: int, move: Move) -> LegalMove:
    """Return a legal move as data for a front end, with a label in plain English."""
    rules = game_of(state)
    source, target = rules.route(state, seat, move)
    verb = next(verb for verb in rules.verbs if verb.name == move.verb)
    label = verb.label.format(
        cards=_name_cards(rules, move.cards, len(move.cards)),
        from_zone=_name_zone(rules, source),
        to_zone=_name_zone(rules, target),
        seat=f"seat {move.seat}",
        choice=rules.choices.get(move.choice or "", ""),
    )
    return LegalMove(
        str(move), move.verb, move.cards, source, target, move.seat, move.choice, label[0].upper() + label[1:]
    )


def events_for(events: Sequence[Event], viewer: int | None) -> tuple[Event, ...]:
    """Return all events as `viewer` (None: a spectator) may know them: without the cards it may not see (engine 6)."""
    return tuple(
        replace(event, cards=event.cards if may_see(event.seen_by, viewer) else (), seen_by=None) for event in events
    )


def sentence(game: str, event: Event) -> str:
    """Render an event as one plain English sentence."""
    rules = find_game(game)
    template = rules.events.get(event.kind) or COMMON_EVENTS.get(event.kind)
    if template is None:
        template = f"{rules.facts[event.kind]}: {{value}}."
    text = template.format(
        seat=f"seat {event.seat}",
        cards=_name_cards(rules, event.cards, event.count),
        from_zone=_name_zone(rules, event.from_zone),
        to_zone=_name_zone(rules, event.to_zone),
        value=event.value or "none",
    )
    return text[0].upper() + text[1:]


_SEED = re.compile("[0-9a-f]{64}")

COMMON_EVENTS: Mapping[str, str] = {
    "shuffled": "{to_zone} is shuffled.",
    "gathered": "{cards} go from {from_zone} to {to_zone}.",
    "uncovered": "{to_zone} shows {cards}.",
    "opened": "There is now {to_zone}.",
    "removed": "There is no longer {from_zone}.",
    "turn": "To move: {value}.",
    "scores": "The scores are {value}.",
    "ended": "The table is over: {value}.",
}


def check_options(rules: Game[State, Options], seats: int, options: Options) -> None:
    """Raise `InvalidOption` when options do not go with the number of seats or with each other."""
    if options.first_seat != "random" and options.first_seat >= seats:
        raise InvalidOption(
            f'The option firstSeat cannot be {options.first_seat}; it is "random" or a seat 0–{seats - 1}.',
            ("options", "firstSeat"),
        )
    rules.check_options(seats, options)


def _announce(layout: Layout, rules: Game[State, Options], before: State, after: State) -> None:
    """Add what followed from the move: changed facts, whose turn it is, scores that everybody knows, and the end."""
    old, new = rules.read_facts(before), rules.read_facts(after)
    if old != new:
        for name, value in new.items():
            if old[name] != value:
                layout.happen(name, None, "engine 6", str(value))
    turn = rules.turn(after)
    if turn != rules.turn(before):
        layout.happen("turn", None, "engine 6", format_seats(turn))
    outcome = rules.result(after)
    scores = rules.scores(after, None) if outcome is None else outcome.scores
    if scores != rules.scores(before, None):
        layout.happen("scores", None, "engine 9", ",".join("?" if n is None else str(n) for n in scores))
    if outcome is not None:
        layout.uncover(rules.zones(after), "engine 5")
        layout.happen("ended", None, "engine 9", outcome.reason)


def format_seats(seats: tuple[int, ...]) -> str:
    """Write a list of seats as the value of an event or a fact: `0,2`."""
    return ",".join(map(str, seats))


def _view_zone(rules: Game[State, Options], state: State, zone: str, viewer: int | None, *, over: bool) -> Zone:
    naming = rules.zone_map.naming(zone)
    cards = state.zones[zone]
    shown = cards if over or may_see(naming.audience, viewer) else (None,) * len(cards)
    return Zone(zone, naming.kind, naming.owner, naming.label, len(cards), rules.zone_value(state, zone), shown)


def _name_cards(rules: Game[State, Options], cards: tuple[str, ...], count: int) -> str:
    if cards:
        return ", ".join(rules.cards[card].label for card in cards)
    return "a card" if count == 1 else f"{count} cards"


def _name_zone(rules: Game[State, Options], zone: str | None) -> str:
    return "" if zone is None else rules.zone_map.naming(zone).label


def _read_move(move: Move | str) -> Move:
    if isinstance(move, Move):
        return move
    if not isinstance(move, str):
        raise InvalidInput(f"A move is a string, not {quote(move)}.", ("move",))
    return parse_move(move)


def _refusal(rules: Game[State, Options], state: State, seat: int, move: Move) -> Refusal:
    """Say why a move that is not legal is refused, from what the seat can see."""
    patterns = [verb.pattern for verb in rules.verbs if verb.name == move.verb]
    if not patterns:
        verbs = ", ".join(dict.fromkeys(verb.name for verb in rules.verbs))
        return BadNotation("engine 3", f"{rules.title} has no verb {quote(move.verb)}; its verbs are {verbs}.")
    if not any(fits_pattern(move, pattern) for pattern in patterns):
        return BadNotation(
            "engine 3", f"{quote(str(move))} is not complete or says too much; write {' or '.join(patterns)}."
        )
    unknown = [card for card in move.cards if card not in rules.cards]
    if unknown:
        return BadNotation("engine 3", f"{rules.title} has no card {quote(unknown[0])}.")
    if rules.result(state) is not None:
        return TableOver("engine 9", "The table is over.")
    rule, message = rules.refuse(state, seat, move)
    return IllegalMove(rule, message) if seat in rules.turn(state) else NotYourTurn(rule, message)


def _check_seats(rules: Game[State, Options], seats: int) -> None:
    if type(seats) is not int or not rules.min_seats <= seats <= rules.max_seats:
        raise InvalidInput(
            f"{rules.title} is for {rules.min_seats}–{rules.max_seats} seats, not {quote(seats)}.",
            ("seats",),
        )


def _check_seat(state: State, seat: int) -> None:
    if type(seat) is not int or not 0 <= seat < state.seats:
        raise InvalidInput(f"There is no seat {quote(seat)}; the seats are 0–{state.seats - 1}.", ("seat",))


def _check_seed(seed: object) -> None:
    if not (isinstance(seed, str) and _SEED.fullmatch(seed)):
        raise InvalidInput("A seed is 64 lower-case hex digits.", ("seed",))


def _read_stack(rules: Game[State, Options], deck: object) -> Sequence[str] | None:
    """Return a stacked deck bottom first, as it will lie."""
    if deck is None:
        return None
    if not isinstance(deck, list | tuple):
        raise InvalidInput(f"A deck is a list of cards, the top one first, not {quote(deck)}.", ("deck",))
    for card in deck:
        if not isinstance(card, str) or card not in rules.cards:
            raise InvalidInput(f"{rules.title} has no card {quote(card)}.", ("deck",))
    return tuple(reversed(deck))
