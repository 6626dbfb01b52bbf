"""Hot-seat play and replay in a terminal, on the engine alone."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence

import engine
from engine import Move, Record, State, View

Ask = Callable[[str], str]
Say = Callable[[str], None]


def play(game: str, seats: int, options: Mapping[str, object], seed: str | None, ask: Ask, say: Say) -> Record:
    """Play a table, asking for one number a move, and return its record; an answer of `q` leaves it unfinished.

    Raises `EngineError` when the table cannot be made.
    """
    key = secrets.token_hex(32) if seed is None else seed
    state = engine.new_game(game, seats=seats, options=options, seed=key)
    moves: list[str] = []
    while active := engine.active_seats(state):
        choice = _choose(state, active, ask, say)
        if choice is None:
            break
        seat, move = choice
        state, events = engine.apply(state, seat, move)
        moves.append(f"{seat} {move}")
        for event in engine.events_for(events, None):
            say(f"  {engine.sentence(game, event)}")
    for line in format_result(engine.result(state)):
        say(line)
    changed = engine.changed_options(state.options)
    return engine.make_record(
        game=game, seats=seats, options=changed, seed=key, moves=moves, outcome=engine.result(state)
    )


def _choose(state: State, active: Sequence[int], ask: Ask, say: Say) -> tuple[int, Move] | None:
    """Show each active seat what it sees and may do; return the move that was chosen, by its number."""
    choices: list[tuple[int, Move]] = []
    for seat in active:
        for line in format_view(engine.view(state, seat)):
            say(line)
        for move in engine.legal_moves(state, seat):
            choices.append((seat, move))
            say(f"{len(choices):4}  {engine.describe(state, seat, move).label}")
    while (answer := ask(f"Move of seat {', '.join(map(str, active))} (1–{len(choices)}, q to leave)").strip()) != "q":
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        say(f"Answer with a number from 1 to {len(choices)}.")
    return None


def format_view(view: View) -> Iterator[str]:
    """Yield a view as lines of text."""
    viewer = "a spectator" if view.viewer is None else f"seat {view.viewer}"
    yield ""
    yield f"--- {view.game}, move {view.ply}, seen by {viewer}"
    for zone in view.zones:
        cards = " ".join(card or "??" for card in zone.cards)
        hidden = bool(zone.cards) and not any(zone.cards)
        value = "" if zone.value is None else f" = {zone.value}"
        yield f"{zone.label[0].upper()}{zone.label[1:]} ({zone.count}{value}): {'' if hidden else cards}".rstrip(" :")
    yield "; ".join(f"{fact.label}: {fact.value}" for fact in view.facts)


def replay(record: Record, say: Say) -> engine.Result | None:
    """Step through a record, one sentence for each public event, and return the result.

    Raises `InvalidRecord` before the first sentence when the record does not replay.
    """
    states = engine.replay(record)
    say(f"{engine.find_game(record.game).title}, {record.seats} seats, {len(record.moves)} moves")
    for state, line in zip(states, record.moves, strict=False):
        say(line)
        for event in engine.events_for(engine.apply(state, *engine.split_line(line))[1], None):
            say(f"  {engine.sentence(record.game, event)}")
    outcome = engine.result(states[-1])
    for line in format_result(outcome):
        say(line)
    return outcome


def format_result(outcome: engine.Result | None) -> Iterator[str]:
    """Yield a result as lines of text."""
    if outcome is None:
        yield "The table is not finished."
        return
    for seat, (score, place) in enumerate(zip(outcome.scores, outcome.ranking, strict=True)):
        yield f"Seat {seat}: {score} points, rank {place}"
    yield f"Won by seat {', '.join(map(str, outcome.winners))} ({outcome.reason})."
