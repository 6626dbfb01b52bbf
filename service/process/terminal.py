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
    """Show each active seat its view and legal moves; return the move chosen by number, None to leave."""
    choices: list[tuple[int, Move]] = []
    for seat in active:
        for line in format_view(engine.view(state, seat)):
            say(line)
        for move in engine.legal_moves(state, seat):
            choices.append((seat, move))
            say(f"{len(choices):4}  {engine.describe(state, seat, move).label}")
    numbers = [str(number) for number in range(1, len(choices) + 1)]
    while (answer := ask(f"Move of seat {', '.join(map(str, active))} (1–{len(choices)}, q to leave)").strip()) != "q":
        if answer in numbers:
            return choices[numbers.index(answer)]
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


def replay(
    record: Record, say: Say, *, viewer: int | None = None, ask: Ask | None = None, from_ply: int = 0
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
        say(f"{ply}: {record.moves[ply]}")
        _, events = engine.apply(states[ply], *engine.split_line(record.moves[ply]))
        for event in engine.events_for(events, viewer):
            say(f"  {engine.sentence(record.game, event)}")
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
        yield f"Seat {seat}: {score} points, rank {place}"
    yield f"Won by seat {', '.join(map(str, outcome.winners))} ({outcome.reason})."
