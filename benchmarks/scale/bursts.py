"""Measure how long a burst of changes to one tournament or session takes at two workers, and how many are refused."""

import asyncio
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import AsyncExitStack

from benchmarks.client.connection import Connection, Json, new_key
from benchmarks.figures import Figures, Knob, Row, say_goal, tell
from benchmarks.scale.servers import STORES, connect, start_service, start_store
from tools.services import Service

GOAL_SECONDS = 3.0
MOST_SEATS = 100

KNOBS = (
    Knob("entrants", 500, "callers that enter one tournament at once"),
    Knob("workers", 2, "processes of the service"),
    Knob("store", STORES, "measure these stores", STORES),
)


async def measure(wanted: Namespace) -> list[Figures]:
    """Return the seconds of each burst, and its refusals."""
    rows: list[Row] = []
    for kind in wanted.store:
        tell(f"bursts: {kind}")
        with start_store(kind) as url, start_service(url, wanted.workers) as service:
            async with AsyncExitStack() as stack:
                callers = [await stack.enter_async_context(connect(service)) for _ in range(wanted.entrants)]
                rows += [await _enter(kind, service, callers), await _join(kind, service, callers[:MOST_SEATS])]
    slowest = max(float(row["seconds"] or 0) for row in rows)
    goals = [
        say_goal(f"at most {GOAL_SECONDS:g} s", slowest <= GOAL_SECONDS),
        say_goal("nobody is refused", not any(row["refused"] for row in rows)),
    ]
    return [Figures("bursts of changes", {"workers": wanted.workers}, rows, goals)]


async def _enter(kind: str, service: Service, callers: Sequence[Connection]) -> Row:
    terms = {"title": "Cup", "game": "zlam", "format": "SWISS", "open": True}
    tournament = _create(service, "tournaments", terms)["tournament"]["id"]
    return await _burst(f"{kind}: enter", callers, f"/v1/tournaments/{tournament}/entrants")


async def _join(kind: str, service: Service, callers: Sequence[Connection]) -> Row:
    table = {"game": "zlam", "seats": len(callers), "options": [{"name": "decks", "value": "20"}]}
    session = _create(service, "sessions", table)["session"]["id"]
    return await _burst(f"{kind}: join", callers, f"/v1/sessions/{session}/seats")


def _create(service: Service, kind: str, body: Json) -> Json:
    made = service.http.post(f"{service.root}/v1/{kind}", json=body, headers={"Idempotency-Key": new_key()})
    created: Json = made.raise_for_status().json()
    return created


async def _burst(name: str, callers: Sequence[Connection], path: str) -> Row:
    """Have all callers send the same at once, each with a key of its own; nobody sends again."""
    body = b'{"name": "Ada"}'
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    )
    requests = [f"{head}Idempotency-Key: {new_key()}\r\n\r\n".encode() + body for _ in callers]
    began = time.perf_counter()
    sent = (caller.send(request) for caller, request in zip(callers, requests, strict=True))
    answers = await asyncio.gather(*sent, return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    for refusal in refused[:1]:
        tell(f"{name}: {refusal}")
    return {"burst": name, "callers": len(callers), "seconds": time.perf_counter() - began, "refused": len(refused)}
