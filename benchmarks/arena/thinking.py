"""Measure how long a decision of a bot takes, in CPU time on one core; write benchmarks/results/thinking.json."""

from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import process_time

import msgspec

import bots
import engine
from benchmarks.figures import RESULTS, CannotMeasure, Figures, Knob, Row, benchmark, format_json, format_table
from bots.arena.players import Player, find_player, play_players
from bots.chance import Chance
from bots.choose import candidates
from engine import Memory, State
from tools.measuring.clock import percentile, tell
from tools.measuring.machine import describe_machine

KEPT = RESULTS / "thinking.json"
# In the games with the largest tables, those are reported too, and have no goal.
SEATS: Mapping[str, tuple[int, ...]] = {"zar": (2, 4, 9), "zlam": (2, 4, 15)}
USUAL = (2, 4)
GOALS = {1: 0.1, 2: 0.1, 3: 0.6, 4: 2.0}
GOAL_SEATS = 4
# Every so many decisions the bot thinks, so that they come from all parts of several tables.
EVERY = 7
# Away from the deals that are registered for the arena.
FIRST_DEAL = 1_000_000


@benchmark(
    Knob("game", tuple(engine.GAMES), "the games", tuple(engine.GAMES)),
    Knob("level", 3, "the level, 1 to 4"),
    Knob("decisions", 60, "how many decisions of each game and number of seats"),
    Knob("results", str(KEPT), "the file to keep the findings in"),
)
def thinking(wanted: Namespace) -> Iterator[Figures]:
    """Measure how long a decision of a bot takes, in CPU time on one core; write benchmarks/results/thinking.json.

    The tables are played greedily, and every few decisions the bot thinks too, about the same position.
    """
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
    Path(wanted.results).write_bytes(format_json(figures))
    yield figures


def write_findings(file: Path = KEPT) -> str:
    """Return the findings that were kept last, if there are any, as a part of a page."""
    if not file.exists():
        return "Not measured yet: `python -m benchmarks thinking`."
    found = msgspec.json.decode(file.read_bytes(), type=Figures)
    conditions = (
        f"Level {found.settings['level']} ({found.settings['effort']:,} moves), bots of version "
        f"{found.settings['version']}; {found.settings['machine']}, Python {found.python}. The goal is a 95th "
        f"percentile of {GOALS[int(str(found.settings['level']))]:g} s at up to {GOAL_SEATS} seats."
    )
    return f"{conditions}\n\n{format_table(found.rows)}"


def _measure(game: str, seats: int, level: int, count: int) -> Row:
    times: list[float] = []
    deal = FIRST_DEAL
    while len(times) < count:
        play_players(game, [_think(level, times, count)] * seats, {}, f"{game} {seats} {deal}")
        deal += 1
    ordered = sorted(times)
    p95 = percentile(ordered, 95)
    verdict = "MET" if p95 <= GOALS[level] else "FALLS SHORT"
    tell(f"{game}, {seats} seats: {len(times)} decisions, p95 {p95:.2f} s")
    return {
        "game": game,
        "seats": seats,
        "decisions": len(times),
        "p50 s": percentile(ordered, 50),
        "p95 s": p95,
        "longest s": ordered[-1],
        "goal": verdict if seats <= GOAL_SEATS else "reported",
    }


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
