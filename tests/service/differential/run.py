"""A run: operations are made, answered by both executors, and compared."""

import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import service.middleware.requests
from service.app import create_app
from service.settings import load_settings
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.context import Backend, StatelessTables
from store.adapters import open_store
from tests.service.differential import valid_changes
from tests.service.differential.arguments import fill_in, variables_of
from tests.service.differential.breaking_changes import BREAKING, spoil_text
from tests.service.differential.clients import (
    EVENTS,
    JSON,
    NEWER,
    PARTS,
    SOCKET,
    Answer,
    Application,
    Endpoint,
    Request,
    Watch,
)
from tests.service.differential.recording import Recorder
from tests.service.differential.samples import invented, samples
from tests.service.differential.session_pool import Focus, SessionPool
from tests.service.differential.tree import Document, Node, copy, operations, read, write
from tools.use_cases import tournaments_of

# Each document comes with several variables, callers and responses, as with real clients.
REQUESTS_PER_DOCUMENT = 4
# The share of the operations that are executed on values with something wrong in them.
SPOILT = 0.3
# Plans must answer at least so many of the operations that are executed on sound values.
LEAST_BY_PLAN = 0.5
MOST_DIFFERENCES = 10
SEAL_KEY = "5ea1" * 16

Progress = Callable[["Report"], None]
Around = Callable[[Endpoint], Endpoint]


class Execution(msgspec.Struct, frozen=True):
    """The outcome of an operation: the response, the number of calls of each use case, and the logged bugs."""

    answer: Answer
    calls: dict[str, int]
    logged: list[object]


class Difference(msgspec.Struct):
    """Two executions of an operation that differ."""

    request: Request
    spoilt: int | None
    expected: str
    actual: str


class Report(msgspec.Struct):
    """The findings of a run."""

    operations: int = 0
    documents: int = 0
    executed: int = 0
    sound: int = 0
    by_plan: int = 0
    spoilt: int = 0
    with_errors: int = 0
    refused: int = 0
    streams: int = 0
    sockets: int = 0
    differences: list[Difference] = []

    @property
    def share_by_plan(self) -> float:
        """Return the share of the operations executed on sound values that plans have answered."""
        return self.by_plan / max(self.sound, 1)

    def is_good(self) -> bool:
        """Tell whether nothing differed, and plans answered their share."""
        return not self.differences and self.share_by_plan >= LEAST_BY_PLAN


class Run:
    """A comparison of responses until there are enough; use `running` for one."""

    def __init__(
        self, pool: SessionPool, endpoints: tuple[Endpoint, Endpoint], recorder: Recorder, watch: Watch, chance: Random
    ) -> None:
        self._pool = pool
        self._plain, self._fast = endpoints
        self._recorder = recorder
        self._watch = watch
        self._chance = chance
        self._bases = [read(text) for text in samples()]
        self.report = Report()

    def invent(self, count: int, key: int) -> None:
        """Begin with documents of hypothesis-graphql, too."""
        self._bases += [read(text) for text in invented(count, key)]

    async def compare(
        self, count: int, *, spoilt: float = SPOILT, most: int = MOST_DIFFERENCES, progress: Progress | None = None
    ) -> Report:
        """Compare so many operations, a part of them on spoilt values; stop after some differences."""
        self.report = Report()
        while self.report.operations < count and len(self.report.differences) < most:
            await self._compare_document(copy(self._chance.choice(self._bases)), spoilt)
            if self.report.documents % 200 == 0:
                await self._pool.renew()
                if progress is not None:
                    progress(self.report)
        return self.report

    async def ask_both(self, request: Request) -> tuple[Execution, Execution]:
        """Return what graphql-core and the plans make of a request."""
        with self._recorder.operation(None):
            expected = await self._execute(self._plain, request, is_first=True)
            return expected, await self._execute(self._fast, request)

    @contextmanager
    def with_fault(self, around: Around) -> Iterator[None]:
        """Compare another endpoint, built on the one with compiled operations."""
        sound = self._fast
        self._fast = around(sound)
        try:
            yield
        finally:
            self._fast = sound

    async def _compare_document(self, document: Document, spoilt: float) -> None:
        chance = self._chance
        focus = await self._pool.focus()
        make_variant(document, chance)
        if chance.random() < 0.8:
            fill_in(document, focus, chance)
        text = write(document)
        if chance.random() < 0.03:
            text = spoil_text(text, chance)
        self.report.documents += 1
        for _ in range(REQUESTS_PER_DOCUMENT):
            request = make_request(text, operations(document), focus, chance)
            await self._compare_request(request, chance.randrange(2**32) if chance.random() < spoilt else None)
            focus = await self._pool.focus()

    async def _compare_request(self, request: Request, key: int | None) -> None:
        with self._recorder.operation(key):
            expected = await self._execute(self._plain, request, is_first=True)
            self._watch.by_plan = 0
            actual = await self._execute(self._fast, request)
            self._count(request, expected.answer, key)
            if not is_equal(expected, actual, request):
                # With real waits for the store, several errors may come in another order: so nobody waits here.
                expected = await self._execute(self._plain, request)
                actual = await self._execute(self._fast, request)
        if not is_equal(expected, actual, request):
            self.report.differences.append(Difference(request, key, str(expected), str(actual)))

    async def _execute(self, endpoint: Endpoint, request: Request, *, is_first: bool = False) -> Execution:
        self._recorder.start(is_first=is_first)
        answer = await endpoint.ask(request)
        return Execution(answer, dict(self._recorder.calls), self._recorder.logged)

    def _count(self, request: Request, expected: Answer, key: int | None) -> None:
        report = self.report
        report.operations += 1
        report.spoilt += key is not None
        report.streams += request.method != SOCKET and request.accept in (EVENTS, PARTS)
        report.sockets += request.method == SOCKET
        is_executed = b'"data":' in expected.body
        report.refused += not is_executed
        report.executed += is_executed
        report.with_errors += is_executed and b'"errors":' in expected.body
        if key is None and is_executed:
            report.sound += 1
            report.by_plan += self._watch.by_plan > 0


def is_equal(expected: Execution, actual: Execution, request: Request) -> bool:
    """Tell whether two executions have the same outcome.

    Where one of several fields fails so that there is no data, graphql-core leaves out fields that a plan has read.
    """
    if b'"data":null' in expected.answer.body and "mutation" not in request.query:
        return (expected.answer, expected.logged) == (actual.answer, actual.logged) and (
            expected.calls.items() <= actual.calls.items()
        )
    return expected == actual


def make_variant(document: Document, chance: Random) -> None:
    """Change a document a few times; of four changes, three keep to the rules."""
    if chance.random() < 0.6:
        valid_changes.thin(document, chance)
    gentle = list(valid_changes.GENTLE)
    weights = list(valid_changes.GENTLE.values())
    chosen = chance.choices(gentle, weights, k=chance.choice((0, 1, 1, 2, 3, 5)))
    if chance.random() < 0.2:
        chosen.append(chance.choice([*BREAKING.values()]))
    if chance.random() < 0.95:
        chosen.insert(0, valid_changes.tidy)
    for change in chosen:
        change(document, chance)


def make_request(text: str, known: list[Node], focus: Focus, chance: Random) -> Request:
    """Return a request for one of a document's operations."""
    one = chance.choice(known) if known else Node("query", selections=[])
    name = one.name if len(known) > 1 or chance.random() < 0.3 else None
    if chance.random() < 0.02:
        name = chance.choice(("Nope", "", None))
    variables = variables_of(one, focus, chance)
    token = focus.token if chance.random() < 0.98 else chance.choice(("garbage", "a b", None))
    (method,) = chance.choices(("POST", "GET", SOCKET), (0.86, 0.04 if len(text) < 2000 else 0, 0.1))
    usual = EVENTS if one.kind == "subscription" else JSON
    accept = usual if chance.random() < 0.85 else chance.choice((JSON, NEWER, EVENTS, PARTS, f"{NEWER}, {JSON};q=0.9"))
    return Request(text, variables, name, token, method, accept)


# ---- the resources of a run


class _Silence:
    def __call__(self, *_given: object, **_named: object) -> None:
        pass

    def __getattr__(self, _name: str) -> Callable[..., None]:
        return self


@asynccontextmanager
async def running(seed: int, sessions: int = 2) -> AsyncIterator[Run]:
    """Return a run with an empty store and sessions of every game."""
    loud: list[tuple[Any, str]] = [(service.middleware.requests, "log")]
    silenced = [(module, name, getattr(module, name)) for module, name in loud]
    recorder = Recorder()
    watch = Watch()
    chance = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        file = f"sqlite:{Path(folder) / 'equal.db'}"
        store = open_store(load_settings({"CROUPIER_STORE": file}).store)
        await store.start()
        repository = SessionRepository(store, Lifetimes(9999, 9999, 9999))
        pool = SessionPool(Backend(repository, tournaments_of(repository), StatelessTables(None, store, 0)), chance)
        try:
            for module, name in loud:
                setattr(module, name, _Silence())
            async with _application(file, "off") as plain, _application(file, "on") as fast:
                await pool.open(sessions)
                with recorder.in_place(), watch.in_place():
                    yield Run(pool, (plain, fast), recorder, watch, chance)
        finally:
            for module, name, log in silenced:
                setattr(module, name, log)
            await store.close()


@asynccontextmanager
async def _application(file: str, compiled: str) -> AsyncIterator[Endpoint]:
    environ = {"CROUPIER_STORE": file, "CROUPIER_SEAL_KEYS": SEAL_KEY, "CROUPIER_COMPILED": compiled}
    app = create_app(load_settings(environ))
    async with app.router.lifespan_context(app):
        yield Application(app)
