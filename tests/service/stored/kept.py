"""What a release left behind: the sessions in its own SQLite file, and the secrets that one goes on with.

A folder beside this file holds the file and the secrets of one release. It is never written again: what that release
stored must be read for ever. The file is read here by the schema of that release, which no later one changes, so that
its sessions can be laid into any store.
"""

import gzip
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import apsw
import msgspec

from service.storage.port import Change, Committed, Store

HERE = Path(__file__).parent
FILE = "sessions.sqlite"
PACKED = f"{FILE}.gz"
SECRETS = "secrets.json"
# No session may expire before its tests do, so those who write them live for a century.
CENTURY = 36525 * 24 * 60 * 60


class KeyedMove(msgspec.Struct, frozen=True):
    """A move that was acknowledged under an idempotency key, and the version that it made."""

    seat: int
    move: str
    key: str
    version: int


class Held(msgspec.Struct, frozen=True):
    """A session of the release, and what those around it know.

    `tokens` has one for each seat, null where nobody sits; `former` is that of the holder who left, `keyed` a move to
    be sent again.
    """

    name: str
    game: str
    id: str
    status: str
    host: str
    codes: tuple[str, ...]
    tokens: tuple[str | None, ...]
    former: str | None = None
    keyed: KeyedMove | None = None


class Sealed(msgspec.Struct, frozen=True):
    """A table whose sealed state its players keep, each with the grant of a seat."""

    game: str
    state: str
    grants: tuple[str, ...]


class Secrets(msgspec.Struct, frozen=True):
    """All that callers of the release have in hand; `release` is the commit that wrote it, on the day `written`."""

    release: str
    written: str
    seal_key: str
    sessions: tuple[Held, ...]
    sealed: tuple[Sealed, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A session as it lies in the file: its newest document, its log, and its receipts by version."""

    id: str
    document: bytes
    expires_at: float
    entries: tuple[bytes, ...]
    receipts: dict[int, tuple[str, str]]
    archive: bytes | None


def releases() -> Sequence[Path]:
    """Return the folders of all releases."""
    return sorted(path.parent for path in HERE.glob(f"*/{PACKED}"))


def secrets_of(release: Path) -> Secrets:
    """Return what the callers of a release have in hand."""
    return msgspec.json.decode((release / SECRETS).read_bytes(), type=Secrets)


def unpack(release: Path, folder: Path) -> Path:
    """Unpack a release's file into a folder, and return its path."""
    (folder / FILE).write_bytes(gzip.decompress((release / PACKED).read_bytes()))
    return folder / FILE


def pack(file: Path) -> None:
    """Put the packed file in place of a file, which nobody has open."""
    file.with_name(PACKED).write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    file.unlink()


def rows(file: Path) -> Iterator[Row]:
    """Yield every session of a release's unpacked file, its pointers from keys to sessions too."""
    read_only = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    database = apsw.Connection(f"file:{file}?immutable=1", flags=read_only)
    try:
        for number, session, document, expires_at in database.execute(
            "SELECT number, id, document, expires_at FROM sessions ORDER BY number"
        ):
            log = database.execute("SELECT body FROM entries WHERE session = ? ORDER BY version", (number,))
            receipts = database.execute("SELECT version, key, fingerprint FROM receipts WHERE session = ?", (number,))
            archive = database.execute("SELECT body FROM archives WHERE id = ?", (session,)).fetchone()
            yield Row(
                id=session.decode(),
                document=document,
                expires_at=expires_at,
                entries=tuple(body for (body,) in log),
                receipts={version: (key.decode(), fingerprint) for version, key, fingerprint in receipts},
                archive=archive[0] if archive else None,
            )
    finally:
        database.close()


async def lay_into(store: Store, file: Path) -> None:
    """Put every session of an unpacked file into an empty store, through its port, version by version."""
    for row in rows(file):
        for change in _changes(row):
            assert await store.commit(change) == Committed(change.expected + 1)


def _changes(row: Row) -> Iterator[Change]:
    for expected, entry in enumerate(row.entries):
        key, fingerprint = row.receipts.get(expected + 1, (None, ""))
        yield Change(
            session_id=row.id,
            expected=expected,
            # Those of earlier versions are gone; nobody reads them on the way.
            document=row.document,
            entry=entry,
            expires_in=int(row.expires_at - time.time()),
            key=key,
            fingerprint=fingerprint,
            archive=row.archive if expected + 1 == len(row.entries) else None,
        )
