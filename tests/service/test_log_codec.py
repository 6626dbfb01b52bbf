"""The stored form of log entries."""

import hashlib
from random import Random

import msgspec
import pytest

from service.storage.codec import DICTIONARY, SESSIONS, add_checksum, take_checked
from tests.service.api.test_catalogue import GAMES
from tools.entry_dictionary import BYTES, entries_of, make_dictionary
from tools.stored import encode_entry


@pytest.mark.parametrize("game", GAMES)
def test_an_entry_comes_back_as_it_was_and_is_kept_in_few_bytes(game: str) -> None:
    plain = packed = 0
    for entry in entries_of(game, Random(7)):
        body = encode_entry(entry, "table", 7)
        assert SESSIONS.decode_entry(body, "table", 7) == entry
        plain += len(msgspec.json.encode(entry))
        packed += len(body)
    assert packed < plain / 4


def test_a_dictionary_never_changes() -> None:
    expected = "22afba96f9e75899684c7f8704a24b09d2f699839d364f13297d7da5b7c63620"
    assert hashlib.sha256(DICTIONARY).hexdigest() == expected


def test_an_entry_without_its_checksum_or_in_another_packing_is_refused() -> None:
    body = encode_entry(next(entries_of("zar", Random(8))), "table", 7)
    repacked = add_checksum(b"\x02" + take_checked(body, "table 7")[1:], "table 7", 1)
    for other in (b"", body[5:], repacked):
        with pytest.raises(ValueError, match=r"checksum|packed"):
            SESSIONS.decode_entry(other, "table", 7)


def test_a_dictionary_is_learned_from_random_tables() -> None:
    made = make_dictionary(Random(3), tables=3)
    assert 0 < len(made) <= BYTES == len(DICTIONARY)
