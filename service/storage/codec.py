"""The stored forms of documents, log entries and receipts. Each has a checksum, which also covers its place.

The checksum detects a value that was damaged, truncated or moved. It is CRC-32 (ISO/IEC 3309, as in gzip), which
detects every error of up to 32 bits in a row. The format number (`service.sessions.formats`), one byte, comes before
the checksum and is covered, too. Both keep this form for ever: a release must read them even from values that it cannot
read otherwise.

A log entry is JSON, compressed with a dictionary of text that most entries share: a byte that identifies the
compression and its dictionary, then a Zstandard frame (RFC 8878). A dictionary never changes, since its entries must
stay readable for ever: a better one gets the next number. `tools/entry_dictionary.py` built the present one from the
entries of random tables.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib.resources import files
from itertools import chain
from struct import Struct
from typing import Generic, TypeVar
from zlib import crc32

import msgspec
import structlog
from msgspec.structs import fields, replace
from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor, ZstdError

import engine
from engine import State
from service.sessions.changes import LogEntry
from service.sessions.formats import FORMAT
from service.sessions.history_hash import Cursor
from service.sessions.problems import Problem
from service.sessions.session import Session
from service.sessions.tokens import ChangeRequest
from service.tournaments.changes import LogEntry as TournamentEntry
from service.tournaments.tournament import Tournament
from store.port import Commit, Receipt, StoredEntry
from store.problems import StoredKind, report_corruption

log = structlog.get_logger("croupier.storage")

R = TypeVar("R")
T = TypeVar("T", Session, Tournament)
E = TypeVar("E", LogEntry, TournamentEntry)


class Logged(msgspec.Struct, Generic[E], frozen=True):
    """The log entry of one version."""

    version: int
    entry: E


class DocumentForm(msgspec.Struct, Generic[T, E], frozen=True):
    """The stored form of one kind of documents, and of their log entries.

    The id in the store is `prefix` followed by the document's id. `write` turns a document into bytes, and `read` reads
    it. Entries are encoded and then packed; `mark`, before them, identifies the packing.
    """

    prefix: str
    write: Callable[[T], bytes]
    read: Callable[[bytes], T]
    mark: bytes
    pack: Callable[[bytes], bytes]
    unpack: Callable[[bytes], bytes]
    encode: Callable[[E], bytes]
    read_entry: Callable[[bytes], E]

    def encode_change(self, before: Cursor, value: T, entry: E, request: ChangeRequest | None) -> Commit:
        """Return the commit of the version after `before`, with its log entry and its receipt, if any."""
        name = self.prefix + value.id
        document = self.write(value)
        body = self.mark + self.pack(self.encode(entry))
        place = f"{name} {value.version}"
        # The checksums are those of `add_checksum`, inline: every change passes here.
        number = value.format_number
        key = None
        receipt = ""
        if request is not None:
            key = request.key
            request_hash = request.request_hash
            check = crc32(request_hash.encode("utf-8", "surrogatepass"), crc32(f"{place} {key}".encode()))
            receipt = f"{check:08x}.{request_hash}"
        return Commit(
            document_id=name,
            expected=before.version,
            expected_hash=before.history_hash,
            history_hash=value.history_hash,
            document=_make_head(number, crc32(document, crc32(name.encode(), number - 1))) + document,
            entry=_make_head(number, crc32(body, crc32(place.encode(), number - 1))) + body,
            expires_in=(value.expires_at - entry.change.at) // 1000,
            key=key,
            request_hash=receipt,
        )

    def decode(self, document: bytes, document_id: str) -> T:
        """Return a document from its stored bytes. Raises `ValueError` for other bytes, and the errors of `read`."""
        value = decode_checked(document, self.prefix + document_id, self.read)
        if value.id != document_id:
            raise ValueError(f"it is the document of {value.id}")
        return value

    def decode_entry(self, body: bytes, document_id: str, version: int) -> E:
        """Return the log entry of a version from its stored bytes. Raises `ValueError` for other bytes."""
        return decode_checked(body, f"{self.prefix}{document_id} {version}", self._unpack)

    def _unpack(self, packed: bytes) -> E:
        if not packed.startswith(self.mark):
            raise ValueError("it is packed in another way")
        return self.read_entry(self.unpack(packed[len(self.mark) :]))

    def check_entry(self, document_id: str, entry: StoredEntry) -> Logged[E]:
        """Return a log entry from its stored form. If it is corrupted, reports that and raises `DataCorrupted`."""
        try:
            return Logged(entry.version, self.decode_entry(entry.body, document_id, entry.version))
        except ValueError as error:
            reason = f"version {entry.version}: {error}"
            raise report_corruption("entry", self.prefix + document_id, reason) from None


# ---- sessions


class NewerRelease(Problem):
    """A stored value was written by a newer release, and uses a feature that this one does not know."""

    def __init__(self, place: str, number: int) -> None:
        message = "A newer release of the service has written this, and this release cannot read it."
        super().__init__("NEWER_RELEASE", message)
        _log_newer(place, number)


@lru_cache(maxsize=10_000)
def _log_newer(place: str, number: int) -> None:
    """Log a value of a newer release, once for each value."""
    log.warning("the store holds a value of a newer release", name=place, format=number, known=FORMAT)


class RulesChanged(Problem):
    """A stored table was dealt under another version of the rules."""

    def __init__(self) -> None:
        message = "The table was dealt under another version of the rules, which this service does not play."
        super().__init__("RULES_CHANGED", message, ("sessionId",))


class _Document(msgspec.Struct, frozen=True):
    """A session without its states, and the states as the engine writes and reads them."""

    session: Session
    state: msgspec.Raw
    before: msgspec.Raw


_NOTHING = b"null"
_encode = msgspec.json.Encoder(order="deterministic").encode
_decode_document = msgspec.json.Decoder(_Document).decode

# The fields of a session that a move changes, beside its states. Those of `_Latest` follow directly on the others.
_CHANGING = ("version", "expires_at", "history_hash")
_LATEST = ("moved_at", "reacting_until", "last_move")
_Latest = msgspec.defstruct(
    "_Latest", [(one.name, one.type, one.default) for one in fields(Session) if one.name in _LATEST], omit_defaults=True
)
# JSON never contains this byte.
_MARK = b"\0"


def _write_session(session: Session) -> bytes:
    state = _NOTHING if session.state is None else engine.dumps(session.state)
    before = _NOTHING if session.before is None else engine.dumps(session.before)
    if not session.moved_at:
        return _encode(_Document(replace(session, state=None, before=None), msgspec.Raw(state), msgspec.Raw(before)))
    # The fields that no move changes are written once: this saves 3 % of a move's instructions.
    outline = session.lasting.get("outline")
    if outline is None:
        outline = session.lasting["outline"] = _make_outline(session)
    latest = _encode(_Latest(session.moved_at, session.reacting_until, session.last_move))[1:-1]
    return outline % (session.version, session.expires_at, session.history_hash.encode(), latest, state, before)


def _make_outline(session: Session) -> bytes:
    """Return the document of a session with a blank for each value that a move changes."""
    mark = msgspec.Raw(_MARK)
    # Fields with their default values are left out.
    left_out = {field.name: field.default for field in fields(_Latest)}
    marked = replace(session, **dict.fromkeys(_CHANGING, mark), **left_out, state=None, before=None)
    pieces = _encode(_Document(marked, mark, mark)).replace(b"%", b"%%").split(_MARK)
    blanks = (b"%d", b"%d", b'"%b",%b', b"%b", b"%b", b"")
    return b"".join(chain.from_iterable(zip(pieces, blanks, strict=True)))


def _read_session(document: bytes) -> Session:
    """Return a session from its document. Raises `RulesChanged` for a state of another version of the rules."""
    stored = _decode_document(document)
    return replace(stored.session, state=_load(stored.state), before=_load(stored.before))


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


_FOLDER = files("service.storage")
PACKED = b"\x01"
DICTIONARY = (_FOLDER / "entries-1.dict").read_bytes()
LEVEL = 3

_TRAINED = ZstdCompressionDict(DICTIONARY)
# A digested dictionary is not parsed again for each entry: packing takes a fifth of the time of deflate.
_TRAINED.precompute_compress(level=LEVEL)
# The first byte already identifies the dictionary.
_pack = ZstdCompressor(dict_data=_TRAINED, write_dict_id=False).compress
_unpack = ZstdDecompressor(dict_data=_TRAINED).decompress

SESSIONS: DocumentForm[Session, LogEntry] = DocumentForm(
    prefix="",
    write=_write_session,
    read=_read_session,
    mark=PACKED,
    pack=_pack,
    unpack=_unpack,
    encode=msgspec.json.Encoder().encode,
    read_entry=msgspec.json.Decoder(LogEntry).decode,
)


# ---- receipts


def decode_receipt(receipt: Receipt, name: str, key: str | None) -> str:
    """Return the request hash of a receipt under a key. Raises `ValueError` if the receipt is corrupted."""
    checksum, _, request_hash = receipt.request_hash.partition(".")
    place = f"{name} {receipt.version} {key}".encode()
    if checksum != f"{crc32(request_hash.encode('utf-8', 'surrogatepass'), crc32(place)):08x}":
        raise ValueError("the checksum does not fit")
    return request_hash


# ---- checksums

# The format number, and the checksum.
_HEAD = Struct(">BI")
_make_head = _HEAD.pack


def add_checksum(value: bytes, place: str, format_number: int) -> bytes:
    """Return a value after its format number and a checksum of the number, the value and its place."""
    # The first releases wrote the number 1, and started their checksums at 0.
    return _make_head(format_number, crc32(value, crc32(place.encode(), format_number - 1))) + value


def take_checked(stored: bytes, place: str) -> bytes:
    """Return a value without its checksum. Raises `ValueError` if it is corrupted, and `NewerRelease`."""
    number = stored[0] if stored else 0
    value = stored[_HEAD.size :]
    if number < 1 or stored != add_checksum(value, place, number):
        raise ValueError("the checksum does not fit")
    if number > FORMAT:
        raise NewerRelease(place, number)
    return value


def decode_checked(stored: bytes, place: str, read: Callable[[bytes], R]) -> R:
    """Check a value, and return the result of `read` for it. Raises `ValueError` if it is corrupted."""
    value = take_checked(stored, place)
    try:
        return read(value)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ZstdError):
        # The library's message may quote hidden parts of the value.
        raise ValueError("it cannot be read") from None


@contextmanager
def reporting(kind: StoredKind, name: str) -> Iterator[None]:
    """Report a `ValueError` as a corrupted value of the store, and raise `DataCorrupted` instead."""
    try:
        yield
    except ValueError as error:
        raise report_corruption(kind, name, str(error)) from None
