"""A run: one look at the responses first; then every contender gets a short slice in each round, in changing order."""

import asyncio
from collections.abc import Sequence
from statistics import median

import msgspec

from benchmarks.client.connection import Connection
from benchmarks.client.moves import by_graphql, make_move
from benchmarks.client.tables import Script, Table, open_tables, write_scripts
from benchmarks.figures import tell
from benchmarks.processes import resident_bytes
from benchmarks.speed.contenders import CONTENDERS, Contender, Settings
from benchmarks.speed.load import Slice
from benchmarks.speed.operations import count_leaves, view_document
from benchmarks.speed.servers import HOST, Server, Servers
from service.storage.adapters import open_store

# The number of tables of each game in that look.
LOOKED_AT = 2


class Asked(msgspec.Struct, frozen=True):
    """The size of a response and of its stored session: the minimum, and the median of all sampled ones."""

    least_leaves: int
    leaves: int
    answer_bytes: int
    least_stored: int
    stored_bytes: int


class Medians(msgspec.Struct, frozen=True):
    """The medians of one contender over all rounds; rates are a second, CPU and latencies µs, memory MB."""

    rate: float
    cpu: float
    load: float
    p50: float
    p99: float
    busy: float
    memory: float
    rates: tuple[float, ...]


class Run(msgspec.Struct, frozen=True):
    """The sizes of the operation, and the medians of each contender."""

    asked: Asked
    figures: dict[str, Medians]


async def run(servers: Servers, settings: Settings, names: Sequence[str]) -> Run:
    """Measure the named contenders."""
    tell("writing the scripts of the tables")
    scripts = {game: write_scripts(game) for game in settings.games}
    asked, answer = await look_at(
        servers.find("croupier"), [script for of in scripts.values() for script in of[:LOOKED_AT]]
    )
    servers.answer, servers.stored_bytes = servers.folder() / "answer.json", asked.stored_bytes
    servers.answer.write_bytes(answer)
    contenders = {}
    for name in names:
        tell(f"starting the server of {name}")
        contenders[name] = CONTENDERS[name](servers, settings, scripts)
    slices = await _measure(contenders, settings)
    return Run(asked, {name: _sum_up(found, contenders[name].server) for name, found in slices.items()})


async def _measure(contenders: dict[str, Contender], settings: Settings) -> dict[str, list[Slice]]:
    slices: dict[str, list[Slice]] = {name: [] for name in contenders}
    for number in range(settings.rounds):
        for place in range(len(contenders)):
            name = list(contenders)[(place + number) % len(contenders)]
            found = await contenders[name].run(settings.seconds)
            slices[name].append(found)
            tell(
                f"round {number + 1} of {settings.rounds}, {place + 1:2} of {len(contenders)}: {name:32}"
                f"{found.rate:10,.0f}/s {found.cpu_micros:8,.0f} µs of CPU"
            )
    return slices


def _sum_up(slices: Sequence[Slice], server: Server) -> Medians:
    return Medians(
        rate=median(found.rate for found in slices),
        cpu=median(found.cpu_micros for found in slices),
        load=median(found.load_micros for found in slices),
        p50=1e6 * median(found.p50 for found in slices),
        p99=1e6 * median(found.p99 for found in slices),
        busy=median(found.busy for found in slices),
        memory=resident_bytes(server.process_id) / 1_000_000,
        rates=tuple(found.rate for found in slices),
    )


async def look_at(server: Server, scripts: Sequence[Script]) -> tuple[Asked, bytes]:
    """Play tables once and keep every response; return their sizes, and a response of median length."""
    tables = await open_tables(HOST, server.opens_at, scripts)
    answers = [answer for table in tables for answer in await _play(server, table)]
    leaves = sorted(count_leaves(msgspec.json.decode(answer)) for answer in answers)
    stored = sorted(await _stored_bytes(server.store, tables))
    answers.sort(key=len)
    answer = answers[len(answers) // 2]
    middles = leaves[len(leaves) // 2], len(answer), stored[0], stored[len(stored) // 2]
    return Asked(leaves[0], *middles), answer


async def _play(server: Server, table: Table) -> list[bytes]:
    """Play the first half of a table, which leaves it live, and return the responses."""
    way = by_graphql(view_document())
    async with Connection(HOST, server.port) as connection:
        return [await make_move(connection, table, way) for _ in range(table.left // 2)]


async def _stored_bytes(store: str, tables: Sequence[Table]) -> list[int]:
    port = open_store(store)
    await port.start()
    try:
        documents = await asyncio.gather(*(port.load(table.id.decode()) for table in tables))
        return [len(document.document) for document in documents if document is not None]
    finally:
        await port.close()
