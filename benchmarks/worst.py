"""Measure what the worst accepted documents, and the worst request of each operation, cost a worker and the others.

The time of a document is CPU time of the uninterrupted steps: it is checked, executed for the first time by
graphql-core, for the second time by its plan while that is compiled, and then by the plan. Of a request, it is the CPU
time of the service and of its processes; meanwhile `/livez` is asked every ten milliseconds.
"""

import asyncio
import gc
from argparse import Namespace
from tempfile import TemporaryDirectory
from time import thread_time

import msgspec

from benchmarks.figures import Figures, Knob, Row, say_goal
from benchmarks.worst_operations import measure_requests
from service.graphql.documents.checking import check
from service.graphql.info import GraphQLContext
from service.graphql.schema import compiled, schema
from service.graphql.transport.subscriptions import format_result
from service.http.call import Call
from service.process.serve import spare_collector
from service.storage.adapters import open_store
from service.storage.sessions import Lifetimes, SessionRepository
from service.storage.tournaments import TournamentRepository
from service.use_cases.context import Tables
from tests.support.large_documents import ACCEPTED, WRONG

GOAL = 50
STEPS = ("check", "first", "second", "third")
KNOBS = (Knob("only", "", "measure the requests of this operation alone"),)


async def measure(wanted: Namespace) -> list[Figures]:
    """Return the figures of documents and of requests."""
    figures = [] if wanted.only else [await measure_documents()]
    return [*figures, await asyncio.to_thread(measure_requests, wanted.only)]


async def measure_documents() -> Figures:
    """Return the milliseconds of each document, the slowest first."""
    with TemporaryDirectory() as folder:
        store = open_store(f"sqlite:{folder}/croupier.db")
        await store.start()
        lifetimes = Lifetimes(600, 600, 600)
        repositories = SessionRepository(store, lifetimes), TournamentRepository(store, lifetimes)
        call = Call(method="POST", path="/graphql", headers=[], fields={}, client=None)
        context = GraphQLContext(*repositories, Tables(None, store, 0), None, call=call)
        spare_collector()
        times = {name: await measure_steps(text, context) for name, text in (ACCEPTED | WRONG).items()}
        await store.close()
    rows: list[Row] = [
        {"milliseconds": name, **dict(zip(STEPS, steps, strict=True))}
        for name, steps in sorted(times.items(), key=lambda row: -max(row[1]))
    ]
    return Figures("worst documents", {}, rows, [say_goal(f"{GOAL} ms", max(map(max, times.values())) < GOAL)])


async def measure_steps(document: str, context: GraphQLContext) -> list[float]:
    """Return the milliseconds of the steps."""
    gc.collect()
    start = thread_time()
    check(schema._schema, document)
    steps = [1000 * (thread_time() - start)]
    name = "A0" if document.startswith("query A0 ") else None
    for _ in range(3):
        start = thread_time()
        result = await compiled.execute(document, context_value=context, operation_name=name)
        msgspec.json.encode(format_result(result))
        steps.append(1000 * (thread_time() - start))
    return steps
