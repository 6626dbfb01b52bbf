"""Compare the certain part of a preview with the outcome: `python -m tests.engine.previews` measures the error rate.

A preview calls certain what is the same in a number of worlds, so it can miss rare events. To the seat any
other world is as likely as the true one: the command compares the previews of random tables with many of them.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from time import perf_counter

from msgspec.structs import replace

from engine import GAMES, Event, Preview, PreviewZone, State, View, Zone, apply, events_for, preview, redeal, view
from tests.engine.foreseen import untrue_effects
from tests.engine.play import Step, play_on, random_table

# The number of worlds that a preview is compared with, and of moves of each table.
TRUTHS = 60
MOVES_OF_A_TABLE = 6


# ---- contradictions of a preview


def mistakes(said: Preview, seen: View, events: Sequence[Event]) -> list[str]:
    """Return the certain parts of a preview that did not happen."""
    facts = {fact.name: fact for fact in seen.facts}
    pairs = {
        "turn": (said.turn, seen.turn),
        "over": (said.over, seen.result is not None),
        "result": (said.result, seen.result),
        **{fact.name: (fact, facts.get(fact.name)) for fact in said.facts},
        **{f"score {seat}": pair for seat, pair in enumerate(zip(said.scores, seen.scores, strict=True))},
    }
    wrong = [name for name, (certain, true) in pairs.items() if certain is not None and certain != true]
    return [*wrong, *mistaken_events(said, events), *mistaken_zones(said, {zone.id: zone for zone in seen.zones})]


def mistaken_events(said: Preview, events: Sequence[Event]) -> list[str]:
    """Return the first event that did not happen as foretold."""
    if len(events) < len(said.events) or (said.events_complete and len(events) > len(said.events)):
        return ["the number of events"]
    pairs = zip(said.events, events, strict=False)
    return [event.kind for event, true in pairs if event not in (true, replace(true, cards=()))][:1]


def mistaken_zones(said: Preview, seen: Mapping[str, Zone]) -> list[str]:
    """Return the zones that differ from the preview."""
    missed = sorted(seen.keys() - {zone.id for zone in said.zones})
    return [*missed, *(zone.id for zone in said.zones if is_mistaken(zone, seen.get(zone.id)))]


def is_mistaken(said: PreviewZone, seen: Zone | None) -> bool:
    """Tell whether a zone differs from the preview."""
    if said.count is None or said.cards is None:
        return False
    if seen is None or seen.count != said.count or said.value not in (None, seen.value):
        return True
    if said.kind == "hand":
        return bool(Counter(filter(None, said.cards)) - Counter(filter(None, seen.cards)))
    return any(card not in (None, true) for card, true in zip(said.cards, seen.cards, strict=True))


def outcome(state: State, seat: int, move: str) -> tuple[View, tuple[Event, ...]]:
    """Make a move and return the view and the events of its seat afterwards."""
    after, events = apply(state, seat, move)
    return view(after, seat), events_for(events, seat)


# ---- the error rate


def sampled_steps(game: str, tables: int, seed: int) -> Iterator[tuple[Step, Random]]:
    """Return some moves of random tables, each with a generator."""
    for number in range(tables):
        random = Random(f"previews {game} {seed} {number}")
        steps = list(play_on(random_table(game, random).deal(), random))
        for step in random.sample(steps, min(MOVES_OF_A_TABLE, len(steps))):
            yield step, random


def measure(game: str, tables: int, seed: int) -> str:
    """Count the previews that agree with all worlds, and measure their time."""
    times: list[float] = []
    wrong: Counter[str] = Counter()
    for step, random in sampled_steps(game, tables, seed):
        begun = perf_counter()
        said = preview(step.before, step.seat, step.move)
        times.append(perf_counter() - begun)
        wrong.update({name for _ in range(TRUTHS) for name in compare_once(said, step, random)})
    median = 1000 * sorted(times)[len(times) // 2]
    return f"{game}: {len(times)} previews, median {median:.2f} ms, wrong about {dict(wrong) or 'nothing'}"


def compare_once(said: Preview, step: Step, random: Random) -> list[str]:
    """Return the errors of a preview in a world that the seat cannot tell from the true one."""
    world = redeal(step.before, step.seat, f"{random.getrandbits(256):064x}")
    wrong = mistakes(said, *outcome(world, step.seat, step.move))
    return [*wrong, *untrue_effects(said.effects, world, step.seat, step.move)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.previews", description=__doc__)
    parser.add_argument("--tables", type=int, default=50, help="how many tables of each game")
    parser.add_argument("--seed", type=int, default=0, help="other tables with another seed")
    given = parser.parse_args(arguments)
    for game in GAMES:
        print(measure(game, given.tables, given.seed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
