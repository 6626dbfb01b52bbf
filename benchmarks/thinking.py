"""Measure how long a decision of a bot takes, in CPU time on one core; write benchmarks/results/thinking.json.

The tables are played greedily, and every few decisions the bot thinks too, about the same position.
"""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import process_time

import msgspec

import bots
import engine
from benchmarks.figures import CannotMeasure, Figures, Knob, Row, format_table, tell
from benchmarks.speed.results import describe_machine
from bots.arena.players import Player, find_player, play_players
from bots.chance import Chance
from bots.choose import candidates
from engine import Memory, State

RESULTS = Path(__file__).parent / "results" / "thinking.json"
KNOBS = (
    Knob("game", tuple(engine.GAMES), "the games", tuple(engine.GAMES)),
    Knob("level", 3, "the level, 1 to 4"),
    Knob("decisions", 60, "how many decisions of each game and number of seats"),
    Knob("results", str(RESULTS), "the file to keep the findings in"),
)
# In the games with the largest tables, those are reported too, and have no goal.
SEATS: Mapping[str, tuple[int, ...]] = {"zar": (2, 4, 9), "zlam": (2, 4, 15)}
USUAL = (2, 4)
GOAL, GOAL_SEATS = 1.0, 4
# Every so many decisions the bot thinks, so that they come from all parts of several tables.
EVERY = 7
# Away from the deals that are registered for the arena.
FIRST_DEAL = 1_000_000


def measure(wanted: Namespace) -> Iterator[Figures]:
    """Measure decisions, keep the findings, and return them."""
    if wanted.decisions < 1 or wanted.level not in bots.LEVELS:
        raise CannotMeasure(f"--decisions is 1 or more, --level 1 to {len(bots.LEVELS)}.")
    rows = [
        _measure(game, seats, wanted.level, wanted.decisions)
        for game in wanted.game
        for seats in SEATS.get(game, USUAL)
    ]
    settings = {"level": wanted.level, "effort": bots.LEVELS[wanted.level].effort, "version": bots.VERSION}
    machine = describe_machine()
    figures = Figures("thinking", {**settings, "machine": f"{machine['date']}: {machine['machine']}"}, rows)
    Path(wanted.results).write_bytes(msgspec.json.format(msgspec.json.encode(figures)) + b"\n")
    yield figures


def read_figures(file: Path = RESULTS) -> Figures | None:
    """Read the findings that were kept last, if there are any."""
    return msgspec.json.decode(file.read_bytes(), type=Figures) if file.exists() else None


def write_findings(file: Path = RESULTS) -> str:
    """Return the findings that were kept last as a part of a page."""
    found = read_figures(file)
    if found is None:
        return "Not measured yet: `python -m benchmarks thinking`."
    conditions = (
        f"Level {found.settings['level']} ({found.settings['effort']:,} moves), bots of version "
        f"{found.settings['version']}; {found.settings['machine']}, Python {found.python}. The goal is a 95th "
        f"percentile of {GOAL:g} s at up to {GOAL_SEATS} seats."
    )
    return f"{conditions}\n\n{format_table(found.rows)}"


def _measure(game: str, seats: int, level: int, count: int) -> Row:
    times: list[float] = []
    deal = FIRST_DEAL
    while len(times) < count:
        play_players(game, [_think(level, times, count)] * seats, {}, f"{game} {seats} {deal}")
        deal += 1
    ordered = sorted(times)
    p95 = ordered[int(len(ordered) * 0.95)]
    tell(f"{game}, {seats} seats: {len(times)} decisions, p95 {p95:.2f} s")
    return {
        "game": game,
        "seats": seats,
        "decisions": len(times),
        "p50 s": ordered[len(ordered) // 2],
        "p95 s": p95,
        "longest s": ordered[-1],
        "goal": _judge(p95) if seats <= GOAL_SEATS else "reported",
    }


def _judge(p95: float) -> str:
    return "MET" if p95 <= GOAL else "FALLS SHORT"


def _think(level: int, times: list[float], count: int) -> Player:
    """Return a player that is greedy, and notes how long a bot thinks about some of its positions."""
    greedy = find_player("greedy")

    def play(state: State, seat: int, memory: Memory, key: bytes) -> str | None:
        chosen = len(times) < count and Chance(key, "sample").pick(range(EVERY)) == 0
        if chosen and len(candidates(state, seat)) > 1:
            began = process_time()
            bots.choose(state, seat, bots.LEVELS[level].effort, key.hex(), memory)
            times.append(process_time() - began)
        return greedy(state, seat, memory, key)

    return play
