"""Hot-seat play and replay in a terminal, on the engine alone. People are told of seats from 1; data counts from 0."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

import bots
import engine
from engine import Event, Move, Record, State, View

Ask = Callable[[str], str]
Print = Callable[[str], None]

WORDING = engine.Wording()

# The seat of the person at the keyboard, where bots play the others, and its answer to wait.
PERSON = 0
WAIT: tuple[int, str] = (PERSON, "")


def play(
    game: str,
    seats: int,
    options: Mapping[str, object],
    seed: str | None,
    ask: Ask,
    say: Print,
    level: bots.Level | None = None,
) -> Record:
    """Play a table, asking for one number a move, and return its record; an answer of `?` is answered with help.

    An answer of `q` leaves it unfinished.

    With a `level`, seat 0 is asked alone and bots of that level play the other seats. Raises `EngineError` when the
    table cannot be made.
    """
    key = secrets.token_hex(32) if seed is None else seed
    state = engine.new_game(game, seats=seats, options=options, seed=key)
    opponents = None if level is None else Opponents(state, level)
    moves: list[str] = []
    say("Answer with the number of a move. ? helps, q leaves.")
    while active := engine.active_seats(state):
        choice = _decide(state, active, opponents, ask, say)
        if choice is None:
            break
        seat, move = choice
        state, events = engine.apply(state, seat, move)
        moves.append(f"{seat} {move}")
        if opponents is not None:
            opponents.remember(events)
        for event in engine.events_for(events, None if opponents is None else PERSON):
            say(f"  {engine.sentence(game, event, WORDING)}")
    for line in format_result(engine.result(state)):
        say(line)
    changed = engine.changed_options(state.options)
    return engine.make_record(
        game=game, seats=seats, options=changed, seed=key, moves=moves, outcome=engine.result(state)
    )


class Opponents:
    """Bots of one level at all seats but the person's, each with its own memory."""

    def __init__(self, state: State, level: bots.Level) -> None:
        self._level = level
        self._memories = {seat: engine.begin_memory(state, seat) for seat in range(state.seats) if seat != PERSON}

    def remember(self, events: Sequence[Event]) -> None:
        """Let every bot see what has happened."""
        for seat, memory in self._memories.items():
            self._memories[seat] = engine.remember(memory, engine.events_for(events, seat))

    def decide(self, state: State) -> tuple[int, str] | None:
        """Return the move of the first bot that makes one, those that are not asked before those that are."""
        asked = engine.asked_seats(state)
        bots_to_move = [seat for seat in engine.active_seats(state) if seat in self._memories]
        for seat in sorted(bots_to_move, key=lambda seat: seat in asked):
            choice = bots.choose(state, seat, self._level.effort, secrets.token_hex(32), self._memories[seat])
            if choice.move is not None:
                return seat, choice.move
        return None


def _decide(
    state: State, active: Sequence[int], opponents: Opponents | None, ask: Ask, say: Print
) -> tuple[int, Move | str] | None:
    """Return who moves and how, None when the person leaves; a person who may move unasked may also wait."""
    if opponents is None:
        return _choose(state, active, ask, say)
    if PERSON in active and (choice := _choose(state, (PERSON,), ask, say)) != WAIT:
        return choice
    return opponents.decide(state)


def _choose(state: State, seats: Sequence[int], ask: Ask, say: Print) -> tuple[int, Move | str] | None:
    """Show each seat its view and legal moves; return the move chosen by number, None to leave."""
    choices: list[tuple[int, Move | str]] = []
    game = engine.game_of(state).name
    for seat in seats:
        for line in format_view(engine.view(state, seat)):
            say(line)
        for move in engine.legal_moves(state, seat):
            choices.append((seat, move))
            label = engine.move_label(game, engine.describe(state, seat, move), WORDING)
            say(f"{len(choices):4}  {label}")
    if seats == (PERSON,) and PERSON not in engine.asked_seats(state):
        choices.append(WAIT)
        say(f"{len(choices):4}  Wait")
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    numbered = ", ".join(str(seat + 1) for seat in seats)
    while (answer := ask(f"Move of seat {numbered} (1–{len(choices)}, q to leave)").strip()) != "q":
        if answer in numbers:
            return choices[numbers.index(answer)]
        for line in format_help(game) if answer == "?" else ():
            say(line)
        say(f"Answer with a number from 1 to {len(choices)}; ? helps, q leaves.")
    return None


def format_help(game: str) -> Iterator[str]:
    """Yield what a person at the keyboard needs to know, as lines of text."""
    rules = engine.find_game(game)
    yield f"{rules.title}: {rules.summary}"
    yield f"All rules are in docs/rules/{game}.md, and at /play/rules/{game} of a running service."
    yield "You see each pile and hand with the number of its cards, the top card last; ?? is hidden from your seat."
    yield "The numbers stand for the moves that are allowed now, among these:"
    for verb in rules.verbs:
        yield f"  {verb.name}: {verb.description}"


def format_view(view: View) -> Iterator[str]:
    """Yield a view as lines of text."""
    viewer = "a spectator" if view.viewer is None else f"seat {view.viewer + 1}"
    yield ""
    yield f"--- {view.game}, move {view.ply}, seen by {viewer}"
    for zone in view.zones:
        cards = " ".join(card or "??" for card in zone.cards)
        hidden = bool(zone.cards) and not any(zone.cards)
        value = "" if zone.value is None else f" = {zone.value}"
        label = engine.zone_label(view.game, zone.id, WORDING)
        yield f"{label[0].upper()}{label[1:]} ({zone.count}{value}): {'' if hidden else cards}".rstrip(" :")
    yield "; ".join(_format_fact(view.game, fact) for fact in view.facts)


def _format_fact(game: str, fact: engine.Fact) -> str:
    value = str(fact.value)
    if fact.name in _facts_of_seats(game):
        value = ",".join(str(int(seat) + 1) if seat.isdigit() else seat for seat in value.split(","))
    return f"{engine.fact_label(game, fact.name, WORDING)}: {value}"


@lru_cache
def _facts_of_seats(game: str) -> frozenset[str]:
    """Return the facts whose values are seats, as the events of the same names tell them."""
    events = engine.vocabulary(game).events
    return frozenset(event.key for event in events if event.blanks and event.blanks[0].kind in ("SEAT", "SEATS"))


def replay(
    record: Record, say: Print, *, viewer: int | None = None, ask: Ask | None = None, from_ply: int = 0
) -> engine.Result | None:
    """Step through a record from move `from_ply` on (the first is move 0), and return the result.

    Each event that `viewer` may know is a sentence. With `ask`, the replay pauses before each move and shows the view
    after it; an answer of `q` leaves. Raises `InvalidRecord` before the first sentence if the record does not replay,
    and `InvalidInput` if there is no such seat.
    """
    states = engine.replay(record)
    begin = _view_lines(states[min(from_ply, len(states) - 1)], viewer)
    say(f"{engine.find_game(record.game).title}, {record.seats} seats, {len(record.moves)} moves")
    for line in begin if ask is not None or from_ply else ():
        say(line)
    for ply in range(from_ply, len(record.moves)):
        if ask is not None and ask(f"Move {ply} of {len(record.moves)} (Enter goes on, q leaves)").strip() == "q":
            break
        seat, move = engine.split_line(record.moves[ply])
        say(f"{ply}: {move}")
        _, events = engine.apply(states[ply], seat, move)
        for event in engine.events_for(events, viewer):
            say(f"  {engine.sentence(record.game, event, WORDING)}")
        for line in _view_lines(states[ply + 1], viewer) if ask is not None else ():
            say(line)
    outcome = engine.result(states[-1])
    for line in format_result(outcome):
        say(line)
    return outcome


def _view_lines(state: State, viewer: int | None) -> tuple[str, ...]:
    return tuple(format_view(engine.view(state, viewer)))


def format_checks(checks: Sequence[engine.Check]) -> Iterator[str]:
    """Yield the checks of a record, one line each."""
    signs = {True: "ok", False: "WRONG", None: "-"}
    for check in checks:
        yield f"{signs[check.holds]:>5}  {check.name}: {check.message}"


def format_result(outcome: engine.Result | None) -> Iterator[str]:
    """Yield a result as lines of text."""
    if outcome is None:
        yield "The table is not finished."
        return
    for seat, (score, place) in enumerate(zip(outcome.scores, outcome.ranking, strict=True)):
        yield f"Seat {seat + 1}: {score} points, rank {place}"
    yield f"Won by seat {', '.join(str(seat + 1) for seat in outcome.winners)} ({outcome.reason})."
