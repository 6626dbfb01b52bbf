"""Persisted documents: a client sends a hash instead of a document, and may be limited to a list of trusted documents.

The hash is in `extensions.persistedQuery` (Apollo's automatic persisted queries). A client that sends an unknown hash
gets an error, and sends the document with the hash once. Only valid documents are kept, up to a number and a total
size. If there is a list of trusted documents, these are known from the start.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from compiled.cache import LRUCache
from compiled.documents.limits import MAX_CHARACTERS, MAX_VARIABLES, are_too_many
from service.graphql.errors import BAD_REQUEST
from service.graphql.schema import checks, schema
from service.use_cases.mistakes import in_words
from store.options import SettingsError

PERSISTED_QUERY_NOT_FOUND = "PERSISTED_QUERY_NOT_FOUND"
DOCUMENT_NOT_TRUSTED = "DOCUMENT_NOT_TRUSTED"
# Clients look for exactly this word. Without it, they treat the answer as a failure.
NOT_FOUND_MESSAGE = "PersistedQueryNotFound"

MAX_KEPT = 1000
MAX_KEPT_CHARACTERS = 1_000_000

VARIABLE = "CROUPIER_TRUSTED_DOCUMENTS"
ONLY_VARIABLE = "CROUPIER_TRUSTED_ONLY"

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class RequestRejected(Exception):
    """A request that is not executed, with a sentence, a code, an HTTP status (None: that of answers) and headers."""

    def __init__(self, message: str, code: str = BAD_REQUEST, status: int | None = 400, **headers: str) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.headers = headers

    @property
    def error(self) -> dict[str, Any]:
        """The entry of `errors[]`."""
        return {"message": self.message, "extensions": {"code": self.code}}


class _PersistedQuery(msgspec.Struct, rename={"sha256_hash": "sha256Hash"}):
    version: Literal[1]
    sha256_hash: Hash


class KnownDocuments:
    """The documents that are known by their hash: from a list, and from recent requests.

    `trusted` has the texts of the list by hash. With `only_trusted`, no other document is executed.
    """

    def __init__(self, trusted: Mapping[str, str] | None = None, *, only_trusted: bool = False) -> None:
        self._trusted = trusted or {}
        self.only_trusted = only_trusted
        self._kept = LRUCache[str, str](MAX_KEPT, MAX_KEPT_CHARACTERS)

    def find(self, query: str, extensions: Mapping[str, Any] | None, variables: Mapping[str, Any] | None = None) -> str:
        """Return the text of the document that a request names; `query` is the text that it sends, "" for none.

        Without an extension, that is `query` itself, unless only trusted documents are executed. Raises
        `RequestRejected`, also for a document that is too long and for too many variables.
        """
        if variables is not None and are_too_many(variables):
            raise RequestRejected(f"The variables have more than {MAX_VARIABLES} values.")
        if len(query) > MAX_CHARACTERS:
            raise RequestRejected(f"The query has more than {MAX_CHARACTERS} characters.")
        hash_sent = _read_hash(extensions) if extensions else None
        if not query.strip() and hash_sent is None:
            raise RequestRejected('The query is missing or empty: send JSON such as `{"query": "…"}`.')
        if not query:
            return self._look_up(hash_sent or "")
        if hash_sent is not None and hash_of(query) != hash_sent:
            raise RequestRejected("`extensions.persistedQuery.sha256Hash` is not the SHA-256 of the query.")
        if self.only_trusted:
            return self._look_up(hash_of(query))
        if hash_sent is not None:
            self._keep(hash_sent, query)
        return query

    def _look_up(self, hash_sent: str) -> str:
        if hash_sent in self._trusted:
            return self._trusted[hash_sent]
        if self.only_trusted:
            raise RequestRejected("Only documents of the service's list are executed.", DOCUMENT_NOT_TRUSTED, None)
        text = self._kept.find(hash_sent)
        if text is None:
            raise RequestRejected(NOT_FOUND_MESSAGE, PERSISTED_QUERY_NOT_FOUND, None)
        return text

    def _keep(self, key: str, text: str) -> None:
        """Keep a document if it is valid."""
        if key not in self._trusted and key not in self._kept and find_fault(text) is None:
            self._kept.add(key, text, len(text))


def hash_of(text: str) -> str:
    """Return the SHA-256 of a document, as hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def find_fault(text: str) -> str | None:
    """Return the first error of a document; None if it can be executed."""
    _, faults = checks.check(schema._schema, text)
    return faults[0].message if faults else None


def load_documents(file: Path | None, *, only_trusted: bool) -> KnownDocuments:
    """Return the documents of a service, with the trusted ones read from a file.

    Raises `SettingsError` for a missing or unreadable file, a wrong hash, and an invalid document.
    """
    if file is None:
        if only_trusted:
            raise SettingsError(f'{ONLY_VARIABLE} is "true", but {VARIABLE} names no file of documents.')
        return KnownDocuments()
    try:
        trusted = _read_list(file)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SettingsError(f'{VARIABLE} is "{file}": {reason}.') from None
    return KnownDocuments(trusted, only_trusted=only_trusted)


def _read_list(file: Path) -> Mapping[str, str]:
    """Return the documents of a file by hash. Raises `ValueError` and `OSError`."""
    try:
        listed = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError(f"it is no JSON object of hashes and documents: {error}") from None
    for key, text in listed.items():
        _check_listed(key, text)
    return listed


def _check_listed(key: str, text: str) -> None:
    name = f'the document "{key}"'
    if hash_of(text) != key:
        raise ValueError(f"{name} has another SHA-256, {hash_of(text)}; keys are the hashes of their documents")
    if (fault := find_fault(text)) is not None:
        raise ValueError(f"{name} cannot be executed: {fault.removesuffix('.')}")


def _read_hash(extensions: Mapping[str, Any]) -> str | None:
    """Return the hash in a request's extensions, or None. Raises `RequestRejected`."""
    sent = extensions.get("persistedQuery")
    if sent is None:
        return None
    try:
        return msgspec.convert(sent, _PersistedQuery).sha256_hash
    except msgspec.ValidationError as error:
        expected = '{"version": 1, "sha256Hash": 64 hex digits in lower case}'
        raise RequestRejected(f"`extensions.persistedQuery` is not {expected}: {in_words(str(error))}.") from None
