"""Commit and reveal (engine 4): a table's key is derived from a secret committed to before the seats chose."""

import re
from collections.abc import Sequence
from hashlib import sha256
from hmac import digest

import msgspec

LONGEST_ENTROPY = 64

_ENTROPY = re.compile(f"[ -~]{{0,{LONGEST_ENTROPY}}}")


class KeyProof(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel", forbid_unknown_fields=True
):
    """The evidence by which a player checks a table's key.

    `table` is the table's id and `commitment` the hash published before any seat could give entropy, 64 hex digits.
    `server_seed`, also 64 hex digits, and the `entropy` of each seat are revealed when the table is over.
    """

    table: str
    commitment: str
    server_seed: str = ""
    entropy: tuple[str, ...] = ()


def commit(server_seed: str) -> str:
    """Return the commitment to a server seed: SHA-256 of its 32 bytes, in hex."""
    return sha256(bytes.fromhex(server_seed)).hexdigest()


def derive_key(server_seed: str, table: str, entropy: Sequence[str]) -> str:
    """Return a table's key in hex: an HMAC-SHA-256 over the table's id and the entropy of every seat."""
    message = "\n".join(("croupier/1", table, *entropy)).encode()
    return digest(bytes.fromhex(server_seed), message, "sha256").hex()


def is_table_id(text: str) -> bool:
    """Tell whether a text may be a table's id in the key: printable ASCII, so the message has no other line feeds."""
    return bool(text) and text.isascii() and text.isprintable()


def is_entropy(text: str) -> bool:
    """Tell whether a seat may give this as entropy: at most 64 characters from U+0020 to U+007E."""
    return _ENTROPY.fullmatch(text) is not None
