"""Sealed states: they open completely or not at all, in one way, and reveal nothing, not even by their length."""

import base64
import string
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

import engine
from engine import GAMES, State
from service.sessions.sealing import BUCKET, KEY_BYTES, Sealed, Seals, Unsealable, is_sealed
from tests.engine.play import positions

SEED = "1f" * 32
OLD, NEW, OTHER = (bytes([number]) * KEY_BYTES for number in (1, 2, 3))
SEALS = Seals([NEW, OLD])
STATE = engine.new_game("zar", seats=3, seed=SEED)
TABLE = "t-8c1f"

every_game = pytest.mark.parametrize("game", list(GAMES))


def read_part(token: str, part: int) -> bytes:
    text = token.split(".")[part]
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def write(*parts: bytes) -> str:
    return ".".join(["cs1", *(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)])


def check_refused(token: str, seals: Seals = SEALS) -> None:
    """Check that all that is no token of these seals is refused with the same words, and without a cause."""
    with pytest.raises(Unsealable) as refused:
        seals.open(token)
    assert str(refused.value) == "This is not a sealed state that can be opened here."
    assert refused.value.__cause__ is None
    assert refused.value.__suppress_context__


# ---- opening


@every_game
def test_a_sealed_state_comes_back_as_it_was(game: str) -> None:
    for state in positions(game, Random(f"sealed {game}"), 30):
        assert SEALS.open(SEALS.seal(state, TABLE)) == Sealed(state, TABLE)


def test_two_seals_of_a_state_differ_in_all_but_the_header_and_the_key() -> None:
    one, other = (SEALS.seal(STATE, TABLE) for _ in range(2))
    assert read_part(one, 1) == read_part(other, 1)
    assert read_part(one, 2)[:8] == read_part(other, 2)[:8]
    assert sum(here == there for here, there in zip(one, other, strict=True)) < len(one) / 4


def test_a_token_says_of_what_it_is_and_nothing_more() -> None:
    token = SEALS.seal(STATE, TABLE)
    assert read_part(token, 1) == b'["zar",1,"t-8c1f",0]'
    body = read_part(token, 2)
    assert not any(readable in body for readable in (b"seed", SEED.encode(), bytes.fromhex(SEED), b"zones", b"hand"))


def test_a_token_can_stand_in_a_url_and_is_never_taken_for_an_open_state() -> None:
    token = SEALS.seal(STATE, TABLE)
    assert set(token) <= set(string.ascii_letters + string.digits + "-_.")
    assert is_sealed(token)
    assert not is_sealed(engine.dumps(STATE).decode())


# ---- keys


def test_states_sealed_with_an_older_key_open_and_new_ones_use_the_first_key() -> None:
    before = Seals([OLD])
    after = Seals([NEW])
    assert SEALS.open(before.seal(STATE, TABLE)).state == STATE
    assert after.open(SEALS.seal(STATE, TABLE)).state == STATE


def test_states_sealed_with_an_unlisted_key_are_refused() -> None:
    check_refused(Seals([OTHER]).seal(STATE, TABLE))
    check_refused(SEALS.seal(STATE, TABLE), Seals([OLD]))


@pytest.mark.parametrize("keys", [[], [b""], [NEW, NEW[:-1]], [NEW + b"x"]])
def test_seals_need_whole_keys(keys: list[bytes]) -> None:
    with pytest.raises(ValueError, match="at least one seal key, each of 32 bytes"):
        Seals(keys)


def test_a_grant_opens_its_seat_of_its_table_alone_with_every_key_that_is_listed() -> None:
    grant = Seals([OLD]).grant("table", 1)
    both = Seals([NEW, OLD])
    assert both.is_grant(grant, "table", 1)
    assert not any((both.is_grant(grant, "table", 0), both.is_grant(grant, "other", 1), both.is_grant("", "table", 1)))
    assert not Seals([NEW]).is_grant(grant, "table", 1)
    assert both.grant("table", 1) != grant


# ---- refusals


def test_every_change_of_a_single_character_is_refused() -> None:
    token = SEALS.seal(STATE, TABLE)
    random = Random("changes")
    for index, character in enumerate(token):
        others = {random.choice(f"{string.ascii_letters}{string.digits}-_"), chr(ord(character) ^ 1), "."} - {character}
        for other in others:
            check_refused(token[:index] + other + token[index + 1 :])


def test_every_change_of_a_single_bit_of_what_is_sealed_is_refused() -> None:
    token = SEALS.seal(STATE, TABLE)
    parts = [read_part(token, 1), read_part(token, 2)]
    for part, text in enumerate(parts):
        for index, byte in enumerate(text):
            changed = text[:index] + bytes([byte ^ 1 << index % 8]) + text[index + 1 :]
            check_refused(write(*[changed if there == part else parts[there] for there in range(2)]))


@pytest.mark.parametrize("length", [*range(60), 200, 1000])
def test_a_token_that_was_cut_is_refused(length: int) -> None:
    token = SEALS.seal(STATE, TABLE)
    check_refused(token[:length])
    check_refused(token[: len(token) - length - 1])
    check_refused(write(read_part(token, 1), read_part(token, 2)[:length]))


def malformed() -> Iterator[str]:
    token = SEALS.seal(STATE, TABLE)
    header, body = token.split(".")[1:]
    yield from ("", ".", "cs1", "cs1.", "cs1..", "cs1...", "{}", "null", "é", "\ud800", "\0", "cs1.é.é", "cs1.A.A")
    yield from (token + "=", token + "A", token + "\n", " " + token, token + ".", token.upper(), "x" * 300_000)
    yield from (
        f"cs2.{header}.{body}",
        f"CS1.{header}.{body}",
        f"cs1.{body}.{header}",
        f"cs1.{header}",
        f"{header}.{body}",
    )
    yield from (f"cs1.{header}=.{body}", f"cs1.{header}..{body}", f"cs1.{header}.{body[:9]} {body[9:]}")
    yield engine.dumps(STATE).decode()


def test_a_malformed_token_is_refused() -> None:
    for token in malformed():
        check_refused(token)


@pytest.mark.parametrize("token", [None, 7, b"cs1.AAAA.AAAA", ["cs1"], {}])
def test_a_token_that_is_not_text_is_refused(token: str) -> None:
    check_refused(token)


def test_a_token_does_not_go_with_the_header_of_another_table_ply_or_game() -> None:
    later = engine.next_state(STATE, *first_move(STATE))
    tokens = [SEALS.seal(STATE, TABLE), SEALS.seal(STATE, "t-other"), SEALS.seal(later, TABLE)]
    body = read_part(tokens[0], 2)
    for token in tokens[1:]:
        check_refused(write(read_part(token, 1), body))


def first_move(state: State) -> tuple[int, engine.Move]:
    seat = engine.active_seats(state)[0]
    return seat, engine.legal_moves(state, seat)[0]


def test_a_state_of_another_version_of_the_rules_is_refused() -> None:
    check_refused(SEALS.seal(replace(STATE, rules=2), TABLE))


def test_a_state_that_cannot_be_is_refused() -> None:
    lost = {**STATE.zones, "supply": STATE.zones["supply"][1:]}
    check_refused(SEALS.seal(replace(STATE, zones=lost), TABLE))


# ---- the length


@every_game
def test_the_length_of_a_token_tells_nothing_that_not_everybody_sees(game: str) -> None:
    """Not even the number of digits of a hidden number shows."""
    random = Random(f"length {game}")
    for state in positions(game, random, 60):
        length = len(SEALS.seal(state, TABLE))
        if engine.result(state) is None:
            other = engine.redeal(state, None, f"{random.getrandbits(256):064x}")
            assert len(SEALS.seal(replace(other, words=2**53 - 1), TABLE)) == length


def test_the_sealed_length_is_a_multiple_of_the_bucket_and_holds_the_state() -> None:
    for state in positions("zlam", Random("bucket"), 10):
        sealed = len(read_part(SEALS.seal(state, TABLE), 2)) - 8 - 24 - 16
        assert sealed % BUCKET == 0
        assert len(engine.dumps(state)) <= sealed
