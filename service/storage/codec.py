"""The stored forms of documents, log entries and receipts; each has a checksum, which covers its place, too.

The checksum detects a value that was damaged, truncated or moved. It is CRC-32 (ISO/IEC 3309, as in gzip), which
detects every error of up to 32 bits in a row. A byte that identifies this form comes before it.

A log entry is JSON, compressed with a dictionary of text that most entries share: a byte that identifies the
compression and its dictionary, then a Zstandard frame (RFC 8878). A dictionary never changes, since its entries must
stay readable for ever: a better one gets the next number. `tests/service/entry_dictionary.py` made it from the entries
of random tables.
"""

from importlib.resources import files
from struct import Struct
from zlib import crc32

import msgspec
from msgspec.structs import replace
from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor, ZstdError

import engine
from engine import State
from service.sessions.changes import LogEntry
from service.sessions.history_hash import Cursor
from service.sessions.session import Session
from service.sessions.tokens import ChangeRequest
from service.storage.port import Change, Receipt


class RulesChanged(Exception):
    """A stored table was dealt under another version of the rules."""


# ---- changes


class _Document(msgspec.Struct, frozen=True):
    """A session without its states, and these as the engine writes and reads them."""

    session: Session
    state: msgspec.Raw
    before: msgspec.Raw


_NOTHING = b"null"
_encode_document = msgspec.json.Encoder(order="deterministic").encode
_decode_document = msgspec.json.Decoder(_Document).decode


def encode_change(before: Cursor, session: Session, entry: LogEntry, request: ChangeRequest | None) -> Change:
    """Return the change that makes a session's version after `before`, with its log entry and its receipt, if any."""
    written = _Document(replace(session, state=None, before=None), _dump(session.state), _dump(session.before))
    document = _encode_document(written)
    body = PACKED + _pack(_encode_entry(entry))
    place = f"{session.id} {session.version}".encode()
    return Change(
        session_id=session.id,
        expected=before.version,
        expected_hash=before.history_hash,
        history_hash=session.history_hash,
        document=_make_head(CHECKED, crc32(document, crc32(session.id.encode()))) + document,
        entry=_make_head(CHECKED, crc32(body, crc32(place))) + body,
        expires_in=(session.expires_at - entry.change.at) // 1000,
        key=request.key if request else None,
        fingerprint=encode_receipt(request, session.id, session.version) if request else "",
    )


# ---- documents


def decode_session(document: bytes, session_id: str) -> Session:
    """Return a session from its stored bytes.

    Raises `RulesChanged` for a state of another version of the rules, and `ValueError` for anything else that is not a
    document of this session.
    """
    return decode_unchecked(take_checked(document, session_id), session_id)


def decode_unchecked(document: bytes, session_id: str) -> Session:
    """Return a session from a document whose checksum was removed; raises the errors of `decode_session`."""
    try:
        stored = _decode_document(document)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        # The library's message may quote what is hidden.
        raise ValueError("it cannot be read") from None
    if stored.session.id != session_id:
        raise ValueError(f"it is the document of session {stored.session.id}")
    return replace(stored.session, state=_load(stored.state), before=_load(stored.before))


def _dump(state: State | None) -> msgspec.Raw:
    return msgspec.Raw(_NOTHING if state is None else engine.dumps(state))


def _load(raw: msgspec.Raw) -> State | None:
    data = bytes(raw)
    if data == _NOTHING:
        return None
    try:
        return engine.loads(data)
    except engine.InvalidState:
        if _has_other_rules(data):
            raise RulesChanged from None
        raise ValueError("no table can be in its state") from None


class _Rules(msgspec.Struct, frozen=True):
    game: str
    rules: int


def _has_other_rules(state: bytes) -> bool:
    """Tell whether a serialized state names a version of the rules that this release does not play."""
    try:
        rules = msgspec.json.decode(state, type=_Rules)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return rules.game not in engine.GAMES or engine.GAMES[rules.game].rules != rules.rules


# ---- log entries

_FOLDER = files("service.storage")
PACKED, DICTIONARY = b"\x01", (_FOLDER / "entries-1.dict").read_bytes()
LEVEL = 3

_encode_entry = msgspec.json.Encoder().encode
_decode_entry = msgspec.json.Decoder(LogEntry).decode

_TRAINED = ZstdCompressionDict(DICTIONARY)
# A digested dictionary is not parsed again for each entry: this takes a fifth of the time of deflate.
_TRAINED.precompute_compress(level=LEVEL)
# The first byte already identifies the dictionary.
_pack = ZstdCompressor(dict_data=_TRAINED, write_dict_id=False).compress
_unpack = ZstdDecompressor(dict_data=_TRAINED).decompress


def decode_entry(body: bytes, session_id: str, version: int) -> LogEntry:
    """Return the log entry of a version from its stored bytes. Raises `ValueError` for anything else."""
    packed = take_checked(body, f"{session_id} {version}")
    if packed[:1] != PACKED:
        raise ValueError("it is packed in another way")
    try:
        return _decode_entry(_unpack(packed[1:]))
    except (ZstdError, msgspec.MsgspecError, UnicodeError, RecursionError):
        raise ValueError("it cannot be read") from None


# ---- receipts


def encode_receipt(request: ChangeRequest, session_id: str, version: int) -> str:
    """Return the fingerprint in a receipt: the receipt's checksum, and the hash of the request that made a version."""
    place = f"{session_id} {version} {request.key}".encode()
    check = crc32(request.request_hash.encode("utf-8", "surrogatepass"), crc32(place))
    return f"{check:08x}.{request.request_hash}"


def decode_receipt(receipt: Receipt, session_id: str, key: str | None) -> str:
    """Return the request hash of a receipt under a key. Raises `ValueError` if it is corrupted."""
    _, _, request_hash = receipt.fingerprint.partition(".")
    if receipt.fingerprint != encode_receipt(ChangeRequest(request_hash, key), session_id, receipt.version):
        raise ValueError("the checksum does not fit")
    return request_hash


# ---- checksums

# The byte of this form, and the checksum.
CHECKED, _HEAD = 1, Struct(">BI")
_make_head = _HEAD.pack


def add_checksum(value: bytes, place: str) -> bytes:
    """Return a value after a checksum of the value and its place."""
    return _make_head(CHECKED, crc32(value, crc32(place.encode()))) + value


def take_checked(stored: bytes, place: str) -> bytes:
    """Return the value without its checksum. Raises `ValueError` if it is corrupted."""
    value = stored[_HEAD.size :]
    if stored != add_checksum(value, place):
        raise ValueError("the checksum does not fit")
    return value
