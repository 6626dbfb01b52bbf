"""What stays of a session that is over: its archive, with the record of its table.

The commit that finishes a table writes its archive, which outlives the session. While it is kept no new session gets
the same id.
"""

from collections.abc import Iterable, Sequence

import msgspec

import engine
from service.sessions.changes import LogEntry
from service.sessions.session import Session
from service.storage.codec import add_checksum, take_checked


class Archive(msgspec.Struct, frozen=True):
    """What stays of a session that is over: its last document, and the record of its table."""

    document: msgspec.Raw
    record: msgspec.Raw


def encode_archive(session: Session, document: bytes, entries: Iterable[LogEntry]) -> bytes:
    """Return the archive of a session whose table is finished, as a store keeps it: of its document and its log."""
    record = engine.dump_record(_make_record(session, _lines_of(entries)))
    whole = msgspec.json.encode(Archive(msgspec.Raw(take_checked(document, session.id)), msgspec.Raw(record)))
    return add_checksum(whole, session.id)


_decode = msgspec.json.Decoder(Archive).decode


def decode_archive(archive: bytes, session_id: str) -> Archive:
    """Return an archive from its stored bytes. Raises `ValueError` for anything else."""
    try:
        return _decode(take_checked(archive, session_id))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise ValueError("it cannot be read") from None


def _make_record(session: Session, lines: Sequence[str]) -> engine.Record:
    """Return the record of a session's finished table, with what its key can be checked by."""
    assert session.state is not None
    dealing = session.dealing
    fairness = None
    if dealing.is_committed:
        entropy = tuple(seat.entropy for seat in session.seats)
        fairness = engine.Fairness(
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
    """Return the moves of a session, those that were taken back left out, as a record's lines."""
    made: list[tuple[str, ...]] = []
    for entry in entries:
        if entry.undoes:
            made.pop()
        if entry.made:
            made.append(entry.made)
    return [line for lines in made for line in lines]
