"""Measure for how long the worst accepted documents keep a worker from everything else.

The time is CPU time of the steps that nothing interrupts: a document is checked, executed for the first time by
graphql-core, for the second time by its plan while that is made, and then by the plan.
"""

import asyncio
import gc
from collections.abc import Sequence
from tempfile import TemporaryDirectory
from time import thread_time

import msgspec

from service.graphql.documents.checking import check
from service.graphql.info import GraphQLContext
from service.graphql.schema import compiled, schema
from service.graphql.transport.subscriptions import format_result
from service.process.serve import spare_collector
from service.storage.adapters import open_store
from service.storage.repository import Lifetimes, SessionRepository
from service.use_cases.context import Backend, Tables
from tests.support.large_documents import ACCEPTED, WRONG

GOAL = 0.050


def main(_arguments: Sequence[str]) -> int:
    """Print what was found."""
    asyncio.run(measure_all())
    return 0


async def measure_all() -> None:
    """Print a line for each document, the slowest first."""
    with TemporaryDirectory() as folder:
        store = open_store(f"sqlite:{folder}/croupier.db")
        await store.start()
        backend = Backend(SessionRepository(store, Lifetimes(600, 600, 600)), Tables(None, store, 0))
        context = GraphQLContext(backend.sessions, backend.tables, None, scope={"type": "http", "headers": []})
        spare_collector()
        times = {name: await measure(text, context) for name, text in (ACCEPTED | WRONG).items()}
        await store.close()
    print(f"{'milliseconds':32} {'check':>8} {'first':>8} {'second':>8} {'third':>8}")
    for name, steps in sorted(times.items(), key=lambda row: -max(row[1])):
        print(f"{name:32} {' '.join(f'{1000 * step:8.1f}' for step in steps)}")
    slowest = max(map(max, times.values()))
    print(f"The goal is {1000 * GOAL:.0f} ms: {'reached' if slowest < GOAL else 'missed'}.")


async def measure(document: str, context: GraphQLContext) -> list[float]:
    """Return how long the steps take, in seconds."""
    gc.collect()
    start = thread_time()
    check(schema._schema, document)
    steps = [thread_time() - start]
    name = "A0" if document.startswith("query A0 ") else None
    for _ in range(3):
        start = thread_time()
        result = await compiled.execute(document, context_value=context, operation_name=name)
        msgspec.json.encode(format_result(result))
        steps.append(thread_time() - start)
    return steps
