"""The stored form of log entries."""

import hashlib
import zlib
from random import Random

import msgspec
import pytest

from service.storage.log_codec import DEFLATE_DICTIONARY, DICTIONARY, decode_entry, encode_entry
from tests.service.api.test_catalogue import GAMES
from tests.service.entry_dictionary import BYTES, entries_of, make_dictionary


@pytest.mark.parametrize("game", GAMES)
def test_an_entry_comes_back_as_it_was_and_is_kept_in_few_bytes(game: str) -> None:
    plain = packed = 0
    for entry in entries_of(game, Random(7)):
        body = encode_entry(entry, "table", 7)
        assert decode_entry(body, "table", 7) == entry
        plain, packed = plain + len(msgspec.json.encode(entry)), packed + len(body)
    assert packed < plain / 4


def test_an_entry_of_an_earlier_release_is_plain_json_and_is_read_for_ever() -> None:
    for entry in entries_of("zar", Random(8)):
        assert decode_entry(msgspec.json.encode(entry), "table", 7) == entry


def test_an_entry_that_an_earlier_release_deflated_is_read_for_ever() -> None:
    for entry in entries_of("zar", Random(9)):
        deflater = zlib.compressobj(5, zlib.DEFLATED, -15, zdict=DEFLATE_DICTIONARY)
        body = b"\x01" + deflater.compress(msgspec.json.encode(entry)) + deflater.flush()
        assert decode_entry(body, "table", 7) == entry


@pytest.mark.parametrize(
    ("dictionary", "fingerprint"),
    [
        (DEFLATE_DICTIONARY, "1204bc8e18ad7b5b4219b62aedfed997fad0353a19302624a26ee7585b5d03f0"),
        (DICTIONARY, "2f56854e092e035038d317c2815657f2ec3575f9f0ac16f847c09ef28e15d65e"),
    ],
)
def test_a_dictionary_never_changes(dictionary: bytes, fingerprint: str) -> None:
    assert hashlib.sha256(dictionary).hexdigest() == fingerprint


def test_a_dictionary_is_learned_from_random_tables() -> None:
    made = make_dictionary(Random(3), tables=3)
    assert 0 < len(made) <= BYTES == len(DICTIONARY)
