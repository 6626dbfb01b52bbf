"""The players of the arena: the bots of each level, and controls beside them."""

from collections.abc import Callable, Iterator, Mapping

import engine
from bots.chance import Chance, derive_seed
from bots.choose import Worlds, candidates, choose, find_biases
from bots.levels import LEVELS
from bots.playout import AT_RANDOM, play_out
from bots.search import search
from engine import Memory, State

PLAYERS = (
    "Who is measured: random, greedy, level-1 to level-4, a number of moves searched, cheat-NUMBER, which sees all, "
    "or monte-NUMBER, a plain Monte Carlo search."
)

# Decides for a seat of the true state, with the seat's memory and a key for all chance; None is to wait.
Player = Callable[[State, int, Memory, bytes], str | None]


def find_player(name: str) -> Player:
    """Return the player of a name: `random`, `greedy`, `level-3`, an effort such as `5000`, `cheat-5000`, `monte-5000`.

    The cheater searches the true state, with the shuffles to come: how strong the search would be if nothing was
    hidden. The control plays all moves equally often, on random moves to the end, and takes the best. Raises
    `ValueError` for a name that is none.
    """
    if name in CONTROLS:
        return CONTROLS[name]
    kind, _, number = name.rpartition("-")
    if not number.isdecimal() or kind not in (*KINDS, "level"):
        raise ValueError(f"There is no player {name!r}. {PLAYERS}")
    if kind == "level":
        if int(number) not in LEVELS:
            raise ValueError(f"There is no level {number}; the levels are 1 to {len(LEVELS)}.")
        return _fair(LEVELS[int(number)].effort)
    return KINDS[kind](int(number))


def _fair(effort: int) -> Player:
    def play(state: State, seat: int, memory: Memory, key: bytes) -> str | None:
        return choose(state, seat, effort, key.hex(), memory).move

    return play


def _cheating(effort: int) -> Player:
    def play(state: State, seat: int, _memory: Memory, key: bytes) -> str | None:
        moves = candidates(state, seat)
        if len(moves) == 1:
            return str(moves[0])
        biases = find_biases(state, seat, moves)
        return search(lambda _number: state, seat, moves, effort, key, biases=biases)[1][0].move

    return play


def _play_at_random(state: State, seat: int, _memory: Memory, key: bytes) -> str:
    return str(Chance(key, "random").pick(engine.legal_moves(state, seat)))


def _playing_at_random(effort: int) -> Player:
    def play(state: State, seat: int, memory: Memory, key: bytes) -> str | None:
        moves = candidates(state, seat)
        if len(moves) == 1:
            return str(moves[0])
        deal = Worlds(state, seat, key, memory).deal
        gains = [0.0] * len(moves)
        spent = world = 0
        while spent < effort:
            dealt = deal(world)
            for number, move in enumerate(moves):
                after = dealt if move is None else engine.next_state(dealt, seat, move)
                end = play_out(after, seat, Chance(key, f"{world} {number}"), waits=move is None, policy=AT_RANDOM)
                gains[number] += end.margin if end.win is None else end.win
                spent += end.moves + 1
            world += 1
        best = moves[gains.index(max(gains))]
        return None if best is None else str(best)

    return play


KINDS: Mapping[str, Callable[[int], Player]] = {"": _fair, "cheat": _cheating, "monte": _playing_at_random}
CONTROLS: Mapping[str, Player] = {"random": _play_at_random, "greedy": _fair(0)}


def play_table(game: str, line_up: tuple[str, ...], options: Mapping[str, object], deal: str) -> State:
    """Play a table to its end, one player for each seat; everything follows from the names and the deal, a text."""
    return play_players(game, [find_player(name) for name in line_up], options, deal)


def play_players(game: str, players: list[Player], options: Mapping[str, object], deal: str) -> State:
    """Play a table to its end, as `play_table` does, with players who need not have a name."""
    *_, end = play_through(game, players, options, deal)
    return end


def play_through(game: str, players: list[Player], options: Mapping[str, object], deal: str) -> Iterator[State]:
    """Play a table to its end, and yield each of its states."""
    key = bytes.fromhex(derive_seed(b"arena", deal))
    state = engine.new_game(game, seats=len(players), options=options, seed=derive_seed(key, "table"))
    memories = [engine.begin_memory(state, seat) for seat in range(state.seats)]
    yield state
    while engine.active_seats(state):
        state, memories = _play_move(state, memories, players, key)
        yield state


def _play_move(state: State, memories: list[Memory], players: list[Player], key: bytes) -> tuple[State, list[Memory]]:
    """Make the move of the first seat that wants to move: those that are not asked are quicker than those that are."""
    asked = engine.asked_seats(state)
    for seat in sorted(engine.active_seats(state), key=lambda seat: seat in asked):
        move = players[seat](state, seat, memories[seat], bytes.fromhex(derive_seed(key, f"{state.ply} {seat}")))
        if move is not None:
            after, events = engine.apply(state, seat, move)
            seen = [engine.events_for(events, viewer) for viewer in range(state.seats)]
            return after, [engine.remember(memory, told) for memory, told in zip(memories, seen, strict=True)]
    raise AssertionError("every seat waits for another")
