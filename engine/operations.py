"""The operations of engine 2: pure functions from states to states, views, moves and results."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from engine.core.errors import BadNotation, IllegalMove, NotYourTurn
from engine.core.game import Action, Game, TableSetup, zone_map_of
from engine.core.layout import Layout
from engine.core.moves import Move
from engine.core.notation import parse_move
from engine.core.values import Event, LegalMove, Options, Result, State, View, draw_first_seat
from engine.disclosure import find_disclosure
from engine.explanations import refusal_of
from engine.games import GAME_OF_STATE
from engine.options import read_options
from engine.sentences import describe
from engine.state_cache import LEGAL, Public, facts_of, legal_of, public_of
from engine.validation import (
    check_options,
    check_seat,
    check_seats,
    check_seed,
    find_game,
    no_seat,
    read_move,
    read_stack,
)

# The rule of the events that show all cards at the end, and of no others.
_END_SHOWS_ALL = "engine 5"


def new_game(
    game: str, *, seats: int, options: Mapping[str, object] | None = None, seed: str, deck: Sequence[str] | None = None
) -> State:
    """Deal a table of `game` and return its first state.

    `options` are those that differ from the defaults. `seed` is the table's key, 64 lower-case hex digits
    (engine 4). `deck` stacks the first deal, top card first. Raises `UnknownGame`, `InvalidOption`, or
    `InvalidInput` for an invalid number of seats, seed or deck.
    """
    return deal_table(game, seats=seats, options=options, seed=seed, deck=deck)[0]


def deal_table(
    game: str, *, seats: int, options: Mapping[str, object] | None, seed: str, deck: Sequence[str] | None
) -> tuple[State, Layout]:
    """Return the first state of a table as `new_game` does, and the layout of its deal."""
    rules = find_game(game)
    check_seats(rules, seats)
    chosen = read_options(rules.options, {} if options is None else options)
    check_options(rules, seats, chosen)
    check_seed(seed)
    first, words = draw_first_seat(chosen, seats, seed)
    layout = Layout(zone_map_of(rules, chosen), {}, seed, words, read_stack(rules, deck))
    state = rules.new(layout, TableSetup(seats, chosen, seed, first))
    return replace(state, zones=layout.zones, words=layout.words), layout


class Played(msgspec.Struct, frozen=True):
    """A move that was made: the new state, the events, and what else is known of it.

    `move` is the move as `describe` gives it, `learned` the code that `learned` gives, and `opens_reaction` tells what
    the function of that name does.
    """

    state: State
    events: tuple[Event, ...]
    move: LegalMove
    learned: str | None
    opens_reaction: bool


def active_seats(state: State) -> tuple[int, ...]:
    """Return the seats that have a move, ascending; empty exactly when the table is over."""
    return GAME_OF_STATE[type(state)].active(state)


def asked_seats(state: State) -> tuple[int, ...]:
    """Return the seats that are openly asked now, ascending: the `turn` of every view."""
    return public_of(state).turn


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return the legal moves of `seat`, in canonical order. Raises `InvalidInput` when there is no such seat."""
    check_seat(state, seat)
    return legal_of(state, seat)


def describe_moves(state: State, seat: int) -> tuple[LegalMove, ...]:
    """Return the legal moves of `seat` as `describe` gives them. Raises `InvalidInput` when there is no such seat."""
    return tuple([describe(state, seat, move) for move in legal_moves(state, seat)])


def apply(state: State, seat: int, move: Move | str) -> tuple[State, tuple[Event, ...]]:
    """Make a move and return the new state and the events.

    Accepts exactly the members of `legal_moves` (and offences that a game punishes: zar 8, `vincent`); otherwise
    raises a `Refusal` with the rule that forbids the move, and nothing changed. The events hold hidden cards: send
    them to a viewer through `events_for`.
    """
    _, after, layout = carry_out(state, seat, move)
    return after, _tell(state, after, layout)[0]


def play(state: State, seat: int, move: Move | str) -> Played:
    """Make a move as `apply` does, and return all that is known of it."""
    chosen, after, layout = carry_out(state, seat, move)
    events, public = _tell(state, after, layout)
    reaction = GAME_OF_STATE[type(state)].reaction
    return Played(
        after,
        events,
        describe(state, seat, chosen),
        find_disclosure(layout.zone_map, state, after, events, seat, public.outcome),
        reaction is not None and reaction.is_played(after) and reaction.opens(after, events),
    )


def next_state(state: State, seat: int, move: Move | str) -> State:
    """Return the state after a move, as `apply` does, without the events: for replays and searches."""
    return carry_out(state, seat, move)[1]


def carry_out(state: State, seat: int, move: Move | str) -> tuple[Move, State, Layout]:
    """Make a move as `apply` does; return the move, the new state, and the layout on which it was made."""
    if type(seat) is not int or not 0 <= seat < state.seats:
        raise no_seat(state, seat)
    rules = GAME_OF_STATE[type(state)]
    legal: tuple[Move, ...] | None = state.__dict__.get(LEGAL[seat])
    if legal is None:
        legal = legal_of(state, seat)
    try:
        chosen = parse_move(move) if type(move) is str else move
    except BadNotation:
        chosen = move
    if chosen in legal:
        make = rules.actions[chosen.verb]
    else:
        chosen, make = _punish(rules, state, seat, move, legal)
    zone_map = rules.zone_map if rules.other_zone_map is None else zone_map_of(rules, state.options)
    layout = Layout(zone_map, dict(state.zones), state.seed, state.words)
    moved = make(layout, state, seat, chosen)
    return chosen, replace(moved, zones=layout.zones, words=layout.words, ply=state.ply + 1), layout


def view(state: State, seat: int | None) -> View:
    """Return the view of `seat`, or of a spectator (None), built from nothing, field by field (engine 5)."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < state.seats):
        raise no_seat(state, seat)
    rules = GAME_OF_STATE[type(state)]
    zone_map = rules.zone_map if rules.other_zone_map is None else zone_map_of(rules, state.options)
    kept: dict[str, Public] = state.__dict__
    public = kept.get("public") or public_of(state)
    scores, zones, lying = public.scores, tuple(rules.zones(state)), state.zones
    return View(
        game=rules.name,
        viewer=seat,
        seats=state.seats,
        ply=state.ply,
        turn=public.turn,
        zones=zone_map.view(zones, lying, seat) if public.outcome is None else zone_map.uncover(zones, lying),
        facts=facts_of(state, public),
        # What a spectator knows all seats know.
        scores=scores if seat is None or None not in scores else rules.scores(state, seat),
        result=public.outcome,
    )


def covered_view(state: State, seat: int | None) -> View:
    """Return the view like `view`, but when the table is over, no card that was hidden until then.

    It is for a deal that is still played at other tables; see `is_uncovering_of_end`, too.
    """
    seen = view(state, seat)
    if seen.result is None:
        return seen
    rules = GAME_OF_STATE[type(state)]
    zones = zone_map_of(rules, state.options).view(tuple(rules.zones(state)), state.zones, seat)
    return replace(seen, zones=zones)


def result(state: State) -> Result | None:
    """Return the result, or None while play goes on."""
    kept: dict[str, Public] = state.__dict__
    return (kept.get("public") or public_of(state)).outcome


def events_for(events: Sequence[Event], viewer: int | None) -> tuple[Event, ...]:
    """Return all events for `viewer` (None: a spectator), without the cards that it may not see (engine 6)."""
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
    """Return a punished move with its penalty. Raises a `Refusal` for any other that is not legal."""
    refusal = refusal_of(rules, state, seat, move, legal)
    assert refusal is not None
    if rules.penalty is not None and isinstance(refusal, IllegalMove | NotYourTurn):
        offence = read_move(move)
        if rules.penalty.applies(state, seat, offence):
            return offence, rules.penalty.pay
    raise refusal


def _tell(before: State, after: State, layout: Layout) -> tuple[tuple[Event, ...], Public]:
    """Return the events of a move, and the public part of the state after it.

    After the changes on the layout come those that follow from comparing the states: facts, turn, public scores, the
    end.
    """
    kept: dict[str, Public] = before.__dict__
    old, new = kept.get("public") or public_of(before), public_of(after)
    events, known = layout.events, old.facts
    for name, value in new.facts.items():
        if known[name] != value:
            events.append(_fact_event(name, value))
    if new.turn != old.turn:
        events.append(_turn_event(new.turn))
    if new.scores != old.scores:
        scores = ",".join("?" if points is None else str(points) for points in new.scores)
        events.append(Event("scores", value=scores, rule="engine 9"))
    if new.outcome is not None:
        end = Layout(layout.zone_map, dict(after.zones), after.seed, after.words)
        end.uncover(GAME_OF_STATE[type(after)].zones(after), _END_SHOWS_ALL)
        end.happen("ended", None, "engine 9", new.outcome.reason)
        events += end.events
    return tuple(events), new


# The same few events recur: making each of them once saves a twentieth of a playout.
@lru_cache(maxsize=1024)
def _fact_event(name: str, value: str | int) -> Event:
    return Event(name, value=str(value), rule="engine 6")


@lru_cache(maxsize=1024)
def _turn_event(seats: tuple[int, ...]) -> Event:
    return Event("turn", value=",".join(map(str, seats)), rule="engine 6")
