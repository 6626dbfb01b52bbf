"""The archives of finished sessions, each with the record of its table.

The commit that finishes a table writes its archive, which outlives the session. While it is kept, no new session gets
the same id.
"""

from collections.abc import Iterable, Sequence

import msgspec

import engine
from service.sessions.changes import LogEntry
from service.sessions.corruption import DataCorrupted, report_corruption
from service.sessions.session import Session
from service.storage.codec import add_checksum, take_checked
from service.storage.port import Store
from service.storage.session_log import read_log


class Archive(msgspec.Struct, frozen=True):
    """The archive of a finished session: its last document, and the record of its table."""

    document: msgspec.Raw
    record: msgspec.Raw


_decode = msgspec.json.Decoder(Archive).decode


async def read_archive(store: Store, session_id: str) -> Archive | None:
    """Return the archive of a session, None when there is none."""
    stored = await store.archived(session_id)
    if stored is None:
        return None
    try:
        return _decode(take_checked(stored, session_id))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise report_corruption("archive", session_id, "it cannot be read") from None
    except ValueError as error:
        raise report_corruption("archive", session_id, str(error)) from None


async def make_archive(store: Store, session: Session, document: bytes, newest: LogEntry) -> bytes | None:
    """Return the stored form of a finished session's archive, made from its document and its log.

    None if the log is corrupted: a table ends without a record rather than with a false one, or not at all.
    """
    before = session.version - 1
    try:
        earlier = [logged.entry async for logged in read_log(store, session.id, 0) if logged.version <= before]
        if len(earlier) < before:
            raise report_corruption("entry", session.id, f"the log has {len(earlier)} of {before} versions")
    except DataCorrupted:
        return None
    record = engine.dump_record(_make_record(session, _lines_of((*earlier, newest))))
    whole = msgspec.json.encode(Archive(msgspec.Raw(take_checked(document, session.id)), msgspec.Raw(record)))
    return add_checksum(whole, session.id)


def _make_record(session: Session, lines: Sequence[str]) -> engine.Record:
    """Return the record of a session's finished table, with the proof of its key."""
    assert session.state is not None
    dealing = session.dealing
    fairness = None
    if dealing.is_committed:
        entropy = tuple(seat.entropy for seat in session.seats)
        fairness = engine.KeyProof(
            table=session.id,
            commitment=engine.commit(dealing.server_seed),
            server_seed=dealing.server_seed,
            entropy=entropy,
        )
    return engine.make_record(
        game=session.game,
        seats=len(session.seats),
        options=session.options,
        seed=session.state.seed,
        deck=dealing.deck,
        moves=lines,
        outcome=engine.result(session.state),
        fairness=fairness,
    )


def _lines_of(entries: Iterable[LogEntry]) -> list[str]:
    """Return the moves of a session as a record's lines, without those that were taken back."""
    made: list[tuple[str, ...]] = []
    for entry in entries:
        if entry.undoes:
            made.pop()
        if entry.made:
            made.append(entry.made)
    return [line for lines in made for line in lines]
