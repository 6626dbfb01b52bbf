"""Contracts, stored data and code of each release: `python -m tests.contract.released` adds a folder to `released/`.

The stored data is everything that callers use after an upgrade: sessions in every form of store, sealed states, and
the secrets of their players. A folder is never written again: its content must stay readable for ever.

The code is the packages of the release, so that tests run it and this release on one store. It uses the libraries of
this environment, without the third-party files of its pages.
"""

import gzip
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from msgspec.structs import replace
from redis import Redis

import engine
from service.app import create_app
from service.observability.logs import configure_logging
from service.sessions.formats import FORMAT
from service.settings import load_settings
from tests.contract.stored_structure import Structure, read_structure
from tests.service.api.test_sealed import NEW
from tests.support.graphql_client import Client
from tests.support.graphql_sessions import ONLY_THREES, Live, opened
from tools.redis.server import RedisServer
from tools.services import LocalService

ROOT = Path(__file__).parents[2]
RELEASED = Path(__file__).parent / "released"
RELEASES = sorted(RELEASED.iterdir())
CONTRACTS = ("schema.graphql", "openapi.json")
SQLITE = "sessions.sqlite.gz"
REDIS = "sessions.redis.json"
SECRETS = "secrets.json"
PACKAGES = "packages.zip"
STRUCTURE = "structure.json"
# Folders with files of others, which are a large part of the packages; no test asks for them.
THIRD_PARTY = ("service/graphql/static/", "service/rest/static/")
# The same packages make the same file.
EPOCH = (1980, 1, 1, 0, 0, 0)
STORES = ("sqlite", "redis")
SEAL_KEY = "5ea1" * 16
# No session may expire before its tests do.
CENTURY = 36525 * 24 * 60 * 60


class Held(msgspec.Struct, frozen=True):
    """A session, and the values that its players keep: their tokens, and the move that made `version` under the key."""

    game: str
    id: str
    status: str
    tokens: tuple[str, ...]
    seat: int
    move: str
    key: str
    version: int


class Sealed(msgspec.Struct, frozen=True):
    """A table whose sealed state its players keep, and the grants of its seats."""

    game: str
    state: str
    grants: tuple[str, ...]


class Secrets(msgspec.Struct, frozen=True):
    """All secrets of the callers, by the form of the store."""

    sessions: dict[str, tuple[Held, ...]]
    sealed: tuple[Sealed, ...]


def read_secrets(release: Path) -> Secrets:
    """Return the secrets of the callers of a release."""
    return msgspec.json.decode((release / SECRETS).read_bytes(), type=Secrets)


def unpack_file(release: Path, folder: Path) -> str:
    """Unpack the SQLite file of a release into a folder, and return its URL."""
    (folder / "croupier.db").write_bytes(gzip.decompress((release / SQLITE).read_bytes()))
    return f"sqlite:{folder / 'croupier.db'}"


def fill_server(release: Path, server: RedisServer) -> str:
    """Write the keys of a release into an empty Redis, and return its URL."""
    for command in msgspec.json.decode((release / REDIS).read_bytes(), type=list[list[bytes]]):
        server.call(*command)
    return server.url


class StoredStructure(msgspec.Struct, frozen=True):
    """The highest format number that a release knows, and what it stores (`stored_structure`)."""

    format_number: int
    structure: Structure


def read_stored_structure(release: Path) -> StoredStructure:
    """Return the structure of what a release stores."""
    return msgspec.json.decode((release / STRUCTURE).read_bytes(), type=StoredStructure)


def unpack_program(release: Path, folder: Path) -> str:
    """Unpack the packages of a release into a folder, and return a Python program that is its command `croupier`."""
    with ZipFile(release / PACKAGES) as packages:
        packages.extractall(folder)
    return (
        f"import os, sys; sys.path.insert(0, {str(folder)!r})\n"
        # A release refuses settings that it does not know, and this one is set for every service of a test.
        "os.environ.pop('CROUPIER_BOT_NICENESS', None)\n"
        "from importlib.metadata import distribution\n"
        "(command,) = distribution('croupier').entry_points.select(name='croupier')\n"
        "command.load()()"
    )


# ---- writing


def pack_packages(root: Path, target: Path) -> None:
    """Write the packages of the project at `root` into a file, as a wheel without third-party files."""
    with TemporaryDirectory() as name:
        build = [sys.executable, "-m", "pip", "wheel", str(root), "--no-deps", "--quiet", "--wheel-dir", name]
        subprocess.run(build, check=True)
        (wheel,) = Path(name).iterdir()
        with ZipFile(wheel) as built, ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as packed:
            for folder in THIRD_PARTY:
                packed.writestr(ZipInfo(folder, EPOCH), b"")
            for file in sorted(built.namelist()):
                if not file.startswith(THIRD_PARTY):
                    packed.writestr(ZipInfo(file, EPOCH), built.read(file), ZIP_DEFLATED)


def _play(server: LocalService, game: str, moves: int, options: dict[str, str] | None = None) -> Held:
    """Make moves at a table of two, and one with a key, and return the values that the players keep."""
    table = opened(server, game, 2, options)
    chance = Random(game)
    live = Live(server, table.id, [table.sit(seat=seat, name=f"Player {seat}", entropy="5eed") for seat in (0, 1)])
    live.play(chance, moves)
    seat, move, at = live.choose(chance)
    key = f"the key of {game}"
    assert live.move(seat, move, at, key)["version"] == at + 1
    tokens = tuple(str(player.token) for player in live.players)
    return Held(game, table.id, live.look()["status"], tokens, seat, move, key, at + 1)


def _play_all(server: LocalService) -> Iterator[Held]:
    for game in engine.GAMES:
        yield _play(server, game, 3)
    # Its third move is the last.
    yield _play(server, "zlam", 2, ONLY_THREES)


def _seal(server: LocalService, game: str) -> Sealed:
    """Return a new table whose state its players keep."""
    made = Client(server).ask(NEW, input={"game": game, "seats": 2, "sealed": True}, seat=0, other=1)
    return Sealed(game, made["state"], tuple(grant["token"] for grant in made["grants"]))


def _serve(store: str) -> LocalService:
    settings = load_settings({"CROUPIER_STORE": store, "CROUPIER_SEAL_KEYS": SEAL_KEY})
    return LocalService(create_app(replace(settings, session_seconds=CENTURY, finished_seconds=CENTURY)))


def _dump(server: RedisServer) -> Iterator[list[bytes | str | int]]:
    """Yield commands that write the keys of a server."""
    with Redis("127.0.0.1", server.port, protocol=2) as client:
        for key in sorted(client.keys()):
            kind = client.type(key)
            if kind == b"hash":
                yield [b"HSET", key, *(part for pair in client.hgetall(key).items() for part in pair)]
            elif kind == b"stream":
                for number, fields in client.xrange(key):
                    yield [b"XADD", key, number, *(part for pair in fields.items() for part in pair)]
            else:
                yield [b"SET", key, client.get(key)]
            if (life := client.ttl(key)) > 0:
                yield [b"EXPIRE", key, str(life).encode()]


def write_release(folder: Path) -> None:
    """Write this release's data into a new folder."""
    folder.mkdir(parents=True)
    for contract in CONTRACTS:
        shutil.copy(ROOT / contract, folder)
    pack_packages(ROOT, folder / PACKAGES)
    structure = msgspec.json.encode(StoredStructure(FORMAT, read_structure()), order="sorted")
    (folder / STRUCTURE).write_bytes(msgspec.json.format(structure, indent=1) + b"\n")
    with TemporaryDirectory() as name, RedisServer() as redis:
        file = Path(name) / "croupier.db"
        with _serve(f"sqlite:{file}") as server:
            sessions = {"sqlite": tuple(_play_all(server))}
            sealed = tuple(_seal(server, game) for game in engine.GAMES)
        (folder / SQLITE).write_bytes(gzip.compress(file.read_bytes(), mtime=0))
        with _serve(redis.url) as server:
            sessions["redis"] = tuple(_play_all(server))
        (folder / REDIS).write_bytes(msgspec.json.encode([*_dump(redis)]))
    secrets = msgspec.json.encode(Secrets(sessions, sealed))
    (folder / SECRETS).write_bytes(msgspec.json.format(secrets, indent=1) + b"\n")


if __name__ == "__main__":
    configure_logging("console", "error")
    write_release(RELEASED / version("croupier"))
