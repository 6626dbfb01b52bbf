"""Figures that pages state, kept in `results` as they were measured last."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from benchmarks.figures import RESULTS, Figures, Knob, format_json, format_table
from tools.measuring.clock import tell
from tools.measuring.machine import describe_machine

WRITE = Knob("write", False, "keep the figures in benchmarks/results, from where `pages` writes them")


class Kept(msgspec.Struct, frozen=True):
    """What a benchmark has found, and the conditions."""

    machine: Mapping[str, str]
    figures: Sequence[Figures]


def keep(name: str, figures: Sequence[Figures], results: Path = RESULTS) -> None:
    """Keep figures under a name."""
    file = results / f"{name}.json"
    file.write_bytes(format_json(Kept(describe_machine(), figures)))
    tell(f"Written: {file}")


def read_kept(name: str, results: Path = RESULTS) -> Kept:
    """Read the figures that were kept last under a name."""
    return msgspec.json.decode((results / f"{name}.json").read_bytes(), type=Kept)


def write_kept(kept: Kept) -> str:
    """Write figures as they stand in a page: the conditions, and a table of each with its goals."""
    machine = kept.machine
    said = f"{machine['date']}: {machine['machine']}, load {machine['load before']}; Python {machine['Python']}."
    return "\n\n".join([said, *(_write(figures) for figures in kept.figures)])


def _write(figures: Figures) -> str:
    settings = ", ".join(f"{name} {value}" for name, value in figures.settings.items())
    heading = f"*{figures.name}* ({settings}):" if settings else f"*{figures.name}*:"
    goals = "\n".join(f"- {goal}" for goal in figures.goals)
    return "\n\n".join(part for part in (heading, format_table(figures.rows), goals) if part)
