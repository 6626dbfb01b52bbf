"""The archives of finished sessions, each with the record of its table.

The commit that finishes a table writes its archive, which outlives the session. While it is kept, no new session gets
the same id.
"""

from collections.abc import Iterable, Iterator

import msgspec

import engine
from service.sessions.changes import LogEntry, Moved, standing_moves
from service.sessions.corruption import DataCorrupted, report_corruption
from service.sessions.session import Session, entropies_of, table_name
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
            stored = await store.load(session.id)
            if stored is None or stored.version < before:
                # The store has lost the session: the commit will find out.
                return None
            raise report_corruption("entry", session.id, f"the log has {len(earlier)} of {before} versions")
    except DataCorrupted:
        return None
    record = engine.dump_record(_make_record(session, (*earlier, newest)))
    whole = msgspec.json.encode(Archive(msgspec.Raw(take_checked(document, session.id)), msgspec.Raw(record)))
    return add_checksum(whole, session.id)


def _make_record(session: Session, entries: Iterable[LogEntry]) -> engine.Record:
    """Return the record of a session's finished table, with the proof of its key and what its bots decided with."""
    assert session.state is not None
    dealing = session.dealing
    fairness = None
    if dealing.is_committed:
        fairness = engine.KeyProof(
            table=table_name(session),
            commitment=engine.commit(dealing.server_seed),
            server_seed=dealing.server_seed,
            entropy=entropies_of(session),
        )
    standing = standing_moves(entries)
    return engine.make_record(
        game=session.game,
        seats=len(session.seats),
        options=session.options,
        seed=session.state.seed,
        deck=dealing.deck,
        moves=[line for entry in standing for line in entry.made],
        outcome=engine.result(session.state),
        fairness=fairness,
        decisions=tuple(_decisions_of(standing)),
    )


def _decisions_of(standing: Iterable[LogEntry]) -> Iterator[engine.Decision]:
    """Yield what each bot's move was chosen with; a version begins with that move."""
    ply = 0
    for entry in standing:
        if isinstance(entry.change, Moved) and entry.change.decision is not None:
            made = entry.change.decision
            yield engine.Decision(ply, made.level, made.version, made.effort, made.seed)
        ply += len(entry.made)
