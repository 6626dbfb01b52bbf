"""Measure how long a burst of changes to one tournament or session takes at two workers, and how many are refused."""

import asyncio
import time
from argparse import Namespace
from collections.abc import Sequence

from benchmarks.figures import Figures, Knob, Row, benchmark, numbers_of, say_goal
from benchmarks.scale.common import EACH_STORE, connected
from tools.load.connection import Connection, new_key, write_post
from tools.load.serving import serving
from tools.measuring.clock import tell

GOAL_SECONDS = 3.0
MOST_SEATS = 100
CUP = {"title": "Cup", "game": "zlam", "format": "SWISS", "open": True}
TABLE = {"game": "zlam", "options": [{"name": "decks", "value": "20"}]}


@benchmark(
    Knob("entrants", 500, "callers that enter one tournament at once"),
    Knob("workers", 2, "processes of the service"),
    EACH_STORE,
)
async def bursts(wanted: Namespace) -> list[Figures]:
    """Measure how long a burst of changes to one tournament or session takes, and how many are refused."""
    rows: list[Row] = []
    for kind in wanted.store:
        tell(f"bursts: {kind}")
        with serving(kind, wanted.workers) as service:
            async with connected(service, wanted.entrants) as callers:
                cup = (await callers[0].post("/v1/tournaments", CUP))["tournament"]["id"]
                rows.append(await _burst(f"{kind}: enter", callers, f"/v1/tournaments/{cup}/entrants"))
                players = callers[:MOST_SEATS]
                table = (await callers[0].post("/v1/sessions", {**TABLE, "seats": len(players)}))["session"]["id"]
                rows.append(await _burst(f"{kind}: join", players, f"/v1/sessions/{table}/seats"))
    goals = [
        say_goal(f"at most {GOAL_SECONDS:g} s", max(numbers_of(rows, "seconds")) <= GOAL_SECONDS),
        say_goal("nobody is refused", not any(row["refused"] for row in rows)),
    ]
    return [Figures("bursts of changes", {"workers": wanted.workers}, rows, goals)]


async def _burst(name: str, callers: Sequence[Connection], path: str) -> Row:
    """Have all callers send the same at once, each with a key of its own; nobody sends again."""
    requests = [write_post(path, {"name": "Ada"}, f"Idempotency-Key: {new_key()}") for _ in callers]
    began = time.perf_counter()
    sent = (caller.send(request) for caller, request in zip(callers, requests, strict=True))
    answers = await asyncio.gather(*sent, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    for refusal in refused[:1]:
        tell(f"{name}: {refusal}")
    return {"burst": name, "callers": len(callers), "seconds": time.perf_counter() - began, "refused": len(refused)}
