"""Measure environments for learners: steps per second beside RLCard's UNO, in the same process."""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

import msgspec

from benchmarks.engine.stepping import LOOP, UNO, UNO_IN_PETTINGZOO
from benchmarks.figures import Figures, Knob, Row, benchmark, say_goal
from engine import GAMES
from tools.measuring.clock import tell
from tools.measuring.environments import Environment

# In one environment, so that one process can import both.
ENVIRONMENT = Environment(
    "learners-venv", "RLCard and PettingZoo", ("rlcard-build.lock", "rlcard.lock", "pettingzoo.lock")
)
PEERS = (UNO, UNO_IN_PETTINGZOO)
# At least as fast as RLCard's, each in the same loop.
BAR = 1.0


@benchmark(
    Knob("seconds", 0.5, "CPU time of each measurement"),
    Knob("rounds", 5, "how often each is measured in a process, in turn"),
    Knob("processes", 3, "how many processes measure, one after the other"),
    Knob("game", tuple(GAMES), "measure these games", GAMES),
)
def learners(wanted: Namespace) -> Iterator[Figures]:
    """Measure environments for learners: steps per second beside RLCard's UNO, in the same process."""
    ENVIRONMENT.make()
    yield sum_up([_measure(wanted, number) for number in range(wanted.processes)])


def _measure(wanted: Namespace, number: int) -> Mapping[str, float]:
    """Return the medians of a process."""
    tell(f"process {number + 1} of {wanted.processes}")
    arguments = [str(wanted.seconds), str(wanted.rounds), str(number), *wanted.game]
    return msgspec.json.decode(ENVIRONMENT.run("-m", "benchmarks.engine.stepping", *arguments), type=dict[str, float])


def sum_up(processes: Sequence[Mapping[str, float]]) -> Figures:
    """Return the medians of the processes as a table, with the medians of the ratios to RLCard's, and the goals."""
    rows: list[Row] = []
    goals: list[str] = []
    for name in processes[0]:
        ratios = {peer: median([rates[name] / rates[peer] for rates in processes]) for peer in PEERS}
        rows.append(
            {
                "steps per second": name,
                "median": round(median([rates[name] for rates in processes])),
                **{f"to {peer}": round(ratio, 2) for peer, ratio in ratios.items()},
            }
        )
        if name not in PEERS:
            peer = UNO_IN_PETTINGZOO if name.endswith(LOOP) else UNO
            goals.append(say_goal(f"{name} ≥ {BAR:g} × {peer}", ratios[peer] >= BAR))
    return Figures("environments", {"processes": len(processes)}, rows, goals)
