"""Documents that are known by their hash, so that a client need not send them, and may be held to those of a list.

A hash comes as `extensions.persistedQuery` (Apollo's automatic persisted queries): whoever sends a hash that is not
known here is told so and sends the document along once. What is remembered is bounded, and only what is valid is
remembered at all. A list of trusted documents, if there is one, is known from the start.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from service.graphql.compiled.lru_cache import LRUCache
from service.graphql.documents.checking import check
from service.graphql.documents.limits import MAX_CHARACTERS, MAX_VARIABLES, are_too_many
from service.graphql.errors import BAD_REQUEST
from service.graphql.schema import schema
from service.settings import SettingsError

PERSISTED_QUERY_NOT_FOUND = "PERSISTED_QUERY_NOT_FOUND"
DOCUMENT_NOT_TRUSTED = "DOCUMENT_NOT_TRUSTED"
# Clients look for this very word; without it they take the answer for a failure.
NOT_FOUND_MESSAGE = "PersistedQueryNotFound"

MAX_KEPT = 1000
MAX_KEPT_CHARACTERS = 1_000_000

VARIABLE = "CROUPIER_TRUSTED_DOCUMENTS"
ONLY_VARIABLE = "CROUPIER_TRUSTED_ONLY"

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class DocumentRefused(Exception):
    """A document that is not executed: a code, and one sentence."""

    def __init__(self, message: str, code: str = BAD_REQUEST) -> None:
        super().__init__(message)
        self.message = message
        self.code = code

    @property
    def error(self) -> dict[str, Any]:
        """Return what stands in `errors[]`."""
        return {"message": self.message, "extensions": {"code": self.code}}


class _PersistedQuery(msgspec.Struct, rename={"sha256_hash": "sha256Hash"}):
    version: Literal[1]
    sha256_hash: Hash


class Documents:
    """The documents that are known by their hash: those of a list, and those that clients have sent lately.

    `trusted` are texts by their hash. With `only_trusted`, no other document is executed.
    """

    def __init__(self, trusted: Mapping[str, str] | None = None, *, only_trusted: bool = False) -> None:
        self._trusted = trusted or {}
        self._only_trusted = only_trusted
        self._kept = LRUCache[str, str](MAX_KEPT, MAX_KEPT_CHARACTERS)

    def find(self, query: str, extensions: Mapping[str, Any] | None, variables: Mapping[str, Any] | None = None) -> str:
        """Return the text of the document that a request means; `query` is what it sent, "" for nothing.

        Raises `DocumentRefused`, also for a document that is too long and for too many variables.
        """
        if are_too_many(variables):
            raise DocumentRefused(f"The variables have more than {MAX_VARIABLES} values.")
        if len(query) > MAX_CHARACTERS:
            raise DocumentRefused(f"The query has more than {MAX_CHARACTERS} characters.")
        hash_sent = _read_hash(extensions) if extensions else None
        if not query.strip() and hash_sent is None:
            raise DocumentRefused("The query is missing or empty.")
        if not query:
            return self._look_up(hash_sent or "")
        if hash_sent is not None and hash_of(query) != hash_sent:
            raise DocumentRefused("`extensions.persistedQuery.sha256Hash` is not the SHA-256 of the query.")
        if self._only_trusted:
            return self._look_up(hash_of(query))
        if hash_sent is not None:
            self._keep(hash_sent, query)
        return query

    def _look_up(self, hash_sent: str) -> str:
        if hash_sent in self._trusted:
            return self._trusted[hash_sent]
        if self._only_trusted:
            raise DocumentRefused("Only documents of the service's list are executed.", DOCUMENT_NOT_TRUSTED)
        text = self._kept.find(hash_sent)
        if text is None:
            raise DocumentRefused(NOT_FOUND_MESSAGE, PERSISTED_QUERY_NOT_FOUND)
        return text

    def _keep(self, key: str, text: str) -> None:
        """Remember a document that is valid."""
        if key not in self._trusted and key not in self._kept and find_fault(text) is None:
            self._kept.add(key, text, len(text))


def hash_of(text: str) -> str:
    """Return the SHA-256 of a document, as hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def find_fault(text: str) -> str | None:
    """Return what is wrong with a document, None if it can be executed."""
    _, faults = check(schema._schema, text)
    return faults[0].message if faults else None


def load_documents(file: Path | None, *, only_trusted: bool) -> Documents:
    """Return the documents of a service, those of a list read from its file.

    Raises `SettingsError` for a file that cannot be read, and for a hash or a document in it that is wrong.
    """
    if file is None:
        if only_trusted:
            raise SettingsError(f'{ONLY_VARIABLE} is "true", but {VARIABLE} names no file of documents.')
        return Documents()
    try:
        trusted = _read_list(file)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SettingsError(f'{VARIABLE} is "{file}": {reason}.') from None
    return Documents(trusted, only_trusted=only_trusted)


def _read_list(file: Path) -> Mapping[str, str]:
    """Return the documents of a file by their hashes. Raises `ValueError` and `OSError`."""
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
    """Return the hash that a request names. Raises `DocumentRefused`."""
    sent = extensions.get("persistedQuery")
    if sent is None:
        return None
    try:
        return msgspec.convert(sent, _PersistedQuery).sha256_hash
    except msgspec.ValidationError as error:
        expected = '{"version": 1, "sha256Hash": 64 hex digits in lower case}'
        raise DocumentRefused(f"`extensions.persistedQuery` is not {expected}: {error}.") from None
