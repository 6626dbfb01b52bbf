"""The operations of engine 2: pure functions from states to states, views, moves and results."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from engine.core.errors import IllegalMove, NotYourTurn
from engine.core.game import Action, Game, TableSetup, zone_map_of
from engine.core.layout import Layout
from engine.core.moves import Move
from engine.core.values import Event, Options, Result, State, View, draw_first_seat
from engine.explanations import choose
from engine.games import GAME_OF_STATE
from engine.options import read_options
from engine.state_cache import facts_of, legal_of, public_of
from engine.validation import check_options, check_seat, check_seats, check_seed, find_game, read_move, read_stack

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


def apply(state: State, seat: int, move: Move | str) -> tuple[State, tuple[Event, ...]]:
    """Make a move and return the new state and the events.

    Accepts exactly the members of `legal_moves` (and offences that a game punishes: zar 8, `vincent`); otherwise
    raises a `Refusal` with the rule that forbids the move, and nothing changed. The events hold hidden cards: send
    them to a viewer through `events_for`.
    """
    after, layout = carry_out(state, seat, move)
    return after, (*layout.events, *_find_public_changes(state, after))


def next_state(state: State, seat: int, move: Move | str) -> State:
    """Return the state after a move, as `apply` does, without the events: for replays and searches."""
    return carry_out(state, seat, move)[0]


def carry_out(state: State, seat: int, move: Move | str) -> tuple[State, Layout]:
    """Make a move as `apply` does; return the new state, and the layout on which it was made."""
    rules = GAME_OF_STATE[type(state)]
    check_seat(state, seat)
    chosen, make = accept(rules, state, seat, move)
    layout = Layout(zone_map_of(rules, state.options), dict(state.zones), state.seed, state.words)
    moved = make(layout, state, seat, chosen)
    return replace(moved, zones=layout.zones, words=layout.words, ply=state.ply + 1), layout


def view(state: State, seat: int | None) -> View:
    """Return the view of `seat`, or of a spectator (None), built from nothing, field by field (engine 5)."""
    seen = covered_view(state, seat)
    if seen.result is None:
        return seen
    rules = GAME_OF_STATE[type(state)]
    return replace(seen, zones=zone_map_of(rules, state.options).uncover(tuple(rules.zones(state)), state.zones))


def covered_view(state: State, seat: int | None) -> View:
    """Return the view like `view`, but when the table is over, no card that was hidden until then.

    It is for a deal that is still played at other tables; see `is_uncovering_of_end`, too.
    """
    rules = GAME_OF_STATE[type(state)]
    if seat is not None:
        check_seat(state, seat)
    public = public_of(state)
    zones, zone_map = tuple(rules.zones(state)), zone_map_of(rules, state.options)
    return View(
        game=rules.name,
        viewer=seat,
        seats=state.seats,
        ply=state.ply,
        turn=public.turn,
        zones=zone_map.view(zones, state.zones, seat),
        facts=facts_of(state, public),
        scores=public.scores if public.outcome is not None or seat is None else rules.scores(state, seat),
        result=public.outcome,
    )


def result(state: State) -> Result | None:
    """Return the result, or None while play goes on."""
    return public_of(state).outcome


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


def accept(rules: Game[State, Options], state: State, seat: int, move: Move | str) -> tuple[Move, Action[State]]:
    """Return a legal move with its action, or a punished one with its penalty. Raises a `Refusal` for any other."""
    try:
        chosen = choose(rules, state, seat, move)
    except (IllegalMove, NotYourTurn):
        offence = read_move(move)
        if rules.penalty is not None and rules.penalty.applies(state, seat, offence):
            return offence, rules.penalty.pay
        raise
    return chosen, rules.actions[chosen.verb]


def _find_public_changes(before: State, after: State) -> list[Event]:
    """Return the events that follow from comparing two states: facts, turn, public scores, and the end."""
    old, new = public_of(before), public_of(after)
    events, known = [], old.facts
    for name, value in new.facts.items():
        if known[name] != value:
            events.append(_fact_event(name, value))
    if new.turn != old.turn:
        events.append(_turn_event(new.turn))
    if new.scores != old.scores:
        scores = ",".join("?" if points is None else str(points) for points in new.scores)
        events.append(Event("scores", value=scores, rule="engine 9"))
    if new.outcome is not None:
        rules = GAME_OF_STATE[type(after)]
        end = Layout(zone_map_of(rules, after.options), dict(after.zones), after.seed, after.words)
        end.uncover(rules.zones(after), _END_SHOWS_ALL)
        end.happen("ended", None, "engine 9", new.outcome.reason)
        events += end.events
    return events


# The same few events recur: making each of them once saves a twentieth of a playout.
@lru_cache(maxsize=1024)
def _fact_event(name: str, value: str | int) -> Event:
    return Event(name, value=str(value), rule="engine 6")


@lru_cache(maxsize=1024)
def _turn_event(seats: tuple[int, ...]) -> Event:
    return Event("turn", value=",".join(map(str, seats)), rule="engine 6")
