"""Idempotency keys whose retry returns a secret again: random ones are accepted, guessable ones are refused."""

import base64
import time
import uuid
from collections.abc import Callable
from random import Random

import pytest

from service.sessions.secret_keys import DOUBT_BITS, _probability, explained_bits, looks_random
from service.sessions.tokens import LONGEST_KEY

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
TOKEN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
MARKS = "+/="
# In milliseconds since 1970.
MOMENT = 1_763_892_000_000
# Enough to find a form that is refused once in a thousand times; a proof shows less than once in a million.
TRIALS = 5_000


def uuid7(chance: Random) -> str:
    """Return a UUID of version 7."""
    number = (MOMENT << 80) | chance.getrandbits(80)
    number = number & ~(0xF << 76) | 7 << 76
    return str(uuid.UUID(int=number & ~(3 << 62) | 2 << 62))


FORMS: dict[str, Callable[[Random], str]] = {
    "UUIDv4": lambda chance: str(uuid.UUID(int=chance.getrandbits(128), version=4)),
    "UUIDv7": uuid7,
    "ULID": lambda chance: "01KAR3NDEK" + "".join(chance.choices(CROCKFORD, k=16)),
    "nanoid": lambda chance: "".join(chance.choices(TOKEN, k=21)),
    "hex": lambda chance: chance.randbytes(16).hex(),
    "base64": lambda chance: base64.b64encode(chance.randbytes(16)).decode(),
    "base64url": lambda chance: base64.urlsafe_b64encode(chance.randbytes(24)).decode(),
}

PREDICTABLE = [
    "a-table-of-four-1",
    "ada-joins-the-table-of-bob",
    "AdaJoinsTheTableOfBob1",
    "0" * 16,
    "0" * 32,
    "x" * LONGEST_KEY,
    "2026-11-23T10:00:00Z-1",
    "1234567890123456",
    "00000000000000000042",
    "order-000000000000000000123",
    "1763892000000-1763892000001-seat",
    "20261123100000000000000000000001",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "passwordpasswordpassword",
    "correct-horse-battery-staple-again",
    "create-session-for-player-ada-on-2026-11-23-at-10-00",
    "the-quick-brown-fox-jumps-over-the-lazy-dog",
    "der-tisch-von-anna-und-bernd-am-montag",
    "user42-room17-game3-seat1-try2",
    "the key of an open zeven",
    "player@example.com/2026-11-23/create",
    "deadbeefdeadbeefdeadbeefdeadbeef",
    "0123456789abcdef0123456789abcdef",
    "00000000-0000-0000-0000-000000000000",
    "00000000-0000-4000-8000-000000000042",
    "11111111-1111-4111-8111-111111111111",
    "12345678-1234-4123-8123-123456789012",
    "017F22E2-0000-7000-8000-000000000001",
    "01ARZ3NDEK0000000000000001",
    "KEY-KEY-KEY-KEY-KEY-KEY-KEY",
    "short",
    "",
]


@pytest.mark.parametrize("key", PREDICTABLE)
def test_a_key_that_others_may_come_to_is_refused(key: str) -> None:
    assert not looks_random(key)


@pytest.mark.parametrize("form", FORMS)
def test_random_keys_are_taken(form: str) -> None:
    chance = Random(form)
    refused = [key for key in (FORMS[form](chance) for _ in range(TRIALS)) if not looks_random(key)]
    assert refused == []


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("around", ["open-{}", "{}-join", "room 7: {}", "{{{}}}", "urn:uuid:{}"])
def test_a_random_key_may_have_something_around_it(form: str, around: str) -> None:
    chance = Random(form + around)
    assert all(looks_random(around.format(FORMS[form](chance))) for _ in range(100))


def test_upper_case_is_as_good() -> None:
    assert all(looks_random(FORMS[form](Random(form)).upper()) for form in ("UUIDv4", "UUIDv7", "ULID", "hex"))


def test_the_model_is_a_probability_so_less_than_one_random_key_in_a_million_is_refused() -> None:
    characters = TOKEN + MARKS
    for before in characters:
        assert sum(_probability(before, character) for character in characters) < 1.000001
        assert min(_probability(before, character) for character in characters) > 0
    assert 2**-DOUBT_BITS < 1e-6


def test_a_repetition_is_half_of_what_comes_next() -> None:
    assert explained_bits("q7" * 20) < explained_bits("q7") + 2 * 38 + 10


def test_the_longest_key_is_judged_in_a_fraction_of_a_millisecond() -> None:
    keys = [("ada-joins-the-table-of-bob-" * 9)[:LONGEST_KEY], "1" * LONGEST_KEY, "table7-" * 18, "f" * LONGEST_KEY]
    begun = time.process_time()
    for _ in range(50):
        assert [looks_random(key) for key in keys] == [False] * 4
    assert (time.process_time() - begun) / 200 < 0.005
