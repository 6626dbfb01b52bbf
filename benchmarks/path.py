"""Trace the path of a move: count the service's calls between the socket and the store."""

from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from benchmarks.figures import Figures, Knob, Row, benchmark
from engine import GAMES
from tools.load.moves import REST, by_graphql
from tools.load.operations import view_document
from tools.load.tables import write_scripts
from tools.measuring.tracing import Length, Trace, Traced, trace_service
from tools.servers import REPOSITORY

# So many other tables are played first, half of them by REST: a warm service has made moves of this game before.
WARM_TABLES = 8
# What else the process does now and then, on a busy machine, only adds to a path: one that is too long is traced again,
# in another process, since this one has made and kept the parts of the answer; the least of so many traces counts.
TRACES = 6
# Moves of Zar and ZLAM! pass fewer calls, in every path.
LONGEST = ("zeven", "bazaar", "door")
# The lengths that no change may exceed, beside the bars.
RATCHET = Path(__file__).with_name("path.json")

PATHS = BY_GRAPHQL, BY_REST, FRAME = "applyMove by GraphQL", "applyMove by REST", "frame of a stream"


@benchmark(
    Knob("game", "zar", "what is played", GAMES),
    Knob("checkout", REPOSITORY, "trace the code of another checkout"),
    Knob("list", "", "print the calls of this path as a tree", PATHS),
    Knob("worst", False, "print the greatest lengths, beside those that no change may exceed"),
)
def path(wanted: Namespace) -> list[Figures | str]:
    """Trace the path of a move: count the service's calls between the socket and the store.

    One warm `applyMove` by GraphQL, one by REST, and one frame of a stream are traced in a real process over SQLite,
    from the bytes of the request to the log line. All three make the same move; the frame's path is the work for a
    follower.
    """
    checkout = wanted.checkout.resolve()
    if wanted.worst:
        return [_compare(_find_worst(checkout))]
    traces = trace_paths(checkout, wanted.game)
    if wanted.list:
        return ["\n".join(traces[wanted.list].tree())]
    rows = [{"path": name, **msgspec.structs.asdict(trace.length())} for name, trace in traces.items()]
    return [Figures("path of a move", {"game": wanted.game}, rows)]


class Ratchet(msgspec.Struct, frozen=True):
    """The most that a path may have of each kind, which only goes down, and the goals."""

    most: Length
    bars: dict[str, int] = {}


def _read_ratchet() -> dict[str, Ratchet]:
    """Return for each path the lengths that no change may exceed, and the bars."""
    return msgspec.json.decode(RATCHET.read_bytes(), type=dict[str, Ratchet])


def _find_worst(checkout: Path) -> dict[str, Length]:
    """Return for each path the greatest number of each kind, of the games whose paths are the longest."""
    found = [_find_least(checkout, game) for game in LONGEST]
    return {name: _join(max, [lengths[name] for lengths in found]) for name in PATHS}


def _find_least(checkout: Path, game: str) -> dict[str, Length]:
    """Return the lengths of the paths: the least of some traces where the first is longer than it may be."""
    most, found = {name: allowed.most for name, allowed in _read_ratchet().items()}, list[dict[str, Length]]()
    while True:
        found.append({name: trace.length() for name, trace in trace_paths(checkout, game).items()})
        least = {name: _join(min, [lengths[name] for lengths in found]) for name in PATHS}
        is_short = all(_join(max, [least[name], most[name]]) == most[name] for name in PATHS)
        if is_short or len(found) == TRACES:
            return least


def _join(choose: Callable[[Sequence[int]], int], lengths: Sequence[Length]) -> Length:
    return Length(*(choose(numbers) for numbers in zip(*map(msgspec.structs.astuple, lengths), strict=True)))


def _compare(worst: dict[str, Length]) -> Figures:
    rows: list[Row] = []
    for name, allowed in _read_ratchet().items():
        for kind, most in msgspec.structs.asdict(allowed.most).items():
            now, bar = getattr(worst[name], kind), allowed.bars.get(kind)
            rows.append({"path": name, "kind": kind, "now": now, "most": most, "bar": bar})
    return Figures("path of a move, the worst of the longest games", {}, rows)


def trace_paths(checkout: Path, game: str) -> dict[str, Trace]:
    """Trace every path with the code of a checkout."""
    script, *others = write_scripts(game, 1 + WARM_TABLES)
    graphql = by_graphql(view_document())

    async def trace_all(service: Traced) -> dict[str, Trace]:
        await service.play(others[::2], graphql)
        await service.play(others[1::2], REST)
        alone = await service.trace_move(script, graphql)
        rest = await service.trace_move(script, REST)
        # A subscription has a plan from the second time on.
        await service.trace_move(script, graphql, is_followed=True)
        followed = await service.trace_move(script, graphql, is_followed=True)
        known = {callback[0].name for callback in alone.callbacks}
        added = [callback for callback in followed.callbacks if callback[0].name not in known]
        return {BY_GRAPHQL: alone, BY_REST: rest, FRAME: Trace(checkout, added)}

    return trace_service(checkout, trace_all)
