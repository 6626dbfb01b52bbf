"""Play the registered plan of the arena, going on where it stopped; write benchmarks/results/arena.*."""

import os
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic

import engine
from benchmarks.arena.pages import format_markdown
from benchmarks.arena.plan import go_round, limit, list_matches, name_plan
from benchmarks.arena.plot import draw
from benchmarks.arena.report import OBSERVATIONS, REPORT, Report, format_json, make_report, read_report
from benchmarks.figures import RESULTS, CannotMeasure, Knob, benchmark
from bots.arena.match import Deal, Match, Observation, play_deals
from bots.arena.results import Results, ResultsError, find_origin, open_results
from tools.measuring.clock import tell
from tools.measuring.machine import describe_machine

Played = tuple[Match, Observation]


@benchmark(
    Knob("game", tuple(engine.GAMES), "the games to play", tuple(engine.GAMES)),
    Knob("deals", 0, "play no more than so many deals of each pair; 0 for all that are registered"),
    Knob("without-playing", False, "play nothing; write the report of what an interrupted run has played"),
    Knob("processes", os.cpu_count() or 1, "the number of processes that play"),
    Knob("results", str(RESULTS), "the folder to go on in, and to write the report to"),
)
def arena(wanted: Namespace) -> Sequence[str]:
    """Play the registered plan of the arena, going on where it stopped; write benchmarks/results/arena.*.

    Its deals, its goals and its figures: docs/bots.md.
    """
    if wanted.deals < 0 or wanted.processes < 1:
        raise CannotMeasure("--deals is 0 or more, --processes is 1 or more.")
    registered = list_matches()
    matches = [] if wanted.without_playing else limit(registered, wanted.game, wanted.deals)
    report = run(registered, matches, Path(wanted.results), wanted.processes)
    return [format_json(report).decode() if wanted.json else format_markdown(report)]


def run(registered: tuple[Match, ...], wanted: Sequence[Match], folder: Path, processes: int) -> Report:
    """Play the deals that are wanted of registered matches, and write the report of all that was ever played."""
    origin = find_origin(name_plan(registered))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        results = open_results(folder / OBSERVATIONS, origin)
    except (ResultsError, OSError) as problem:
        raise CannotMeasure(str(problem)) from problem
    missing = find_missing(results, wanted)
    kept = read_report(folder).machine
    # A report that is only rewritten keeps its date and its machine.
    machine = describe_machine() if missing or not kept else kept
    for match, observation in tell_progress(play_deals(missing, processes), len(missing)):
        results.add(match, observation)
    report = make_report(origin, machine, registered, open_results(folder / OBSERVATIONS, origin))
    write_report(report, folder)
    return report


def find_missing(results: Results, matches: Sequence[Match]) -> list[Deal]:
    """Return the deals that results lack, in the order in which they are to be played."""
    played = {match.title: {seen.deal for seen in results.of(match)} for match in matches}
    return [deal for deal in go_round(matches) if deal.number not in played[deal.match.title]]


def tell_progress(played: Iterable[Played], total: int) -> Iterator[Played]:
    """Pass on what is played, and tell after each hundredth how far it is."""
    began = monotonic()
    told = -1
    for count, (match, observation) in enumerate(played, 1):
        yield match, observation
        if (part := 100 * count // total) > told:
            told = part
            minutes = (monotonic() - began) / 60
            left = minutes * (total - count) / count
            tell(f"{count:5,} of {total:,} deals in {minutes:.0f} min, {left:.0f} min left: {match.title}")


def write_report(report: Report, folder: Path) -> None:
    """Write a report as JSON, as a page, and as a plot."""
    (folder / REPORT).write_bytes(format_json(report))
    (folder / "arena.md").write_text(format_markdown(report), encoding="utf-8")
    (folder / "arena.svg").write_text(draw(report), encoding="utf-8")
