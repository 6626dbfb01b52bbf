"""The history hashes of a session."""

import hmac
from base64 import urlsafe_b64decode

import msgspec

from service.sessions.changes import Moved
from service.sessions.history_hash import Cursor, is_signed, new_history_key, next_hash

PASS = Moved(1, 2, "pass")


def test_a_hash_is_signed_for_its_session_and_its_version() -> None:
    key = new_history_key()
    hashed = next_hash(key, 5, "x" * 16, PASS)
    assert is_signed(key, Cursor(5, hashed))
    assert not is_signed(key, Cursor(5))
    assert not is_signed(key, Cursor(6, hashed))
    assert not is_signed(new_history_key(), Cursor(5, hashed))
    for place in range(16):
        other = "A" if hashed[place] != "A" else "B"
        assert not is_signed(key, Cursor(5, hashed[:place] + other + hashed[place + 1 :]))


def test_hashes_differ_by_what_happened_before_and_by_what_happens() -> None:
    key = new_history_key()
    befores = ["x" * 16, "y" * 16]
    hashes = [next_hash(key, 5, before, change) for before in befores for change in (PASS, Moved(1, 2, "draw"))]
    assert len({hashed[:8] for hashed in hashes}) == 4
    assert {len(hashed) for hashed in hashes} == {16}


def test_a_hash_is_half_digest_and_half_signature_both_of_them_hmacs() -> None:
    key = new_history_key()
    before = "x" * 16
    version = 5
    decoded = urlsafe_b64decode(next_hash(key, version, before, PASS))
    digest = hmac.digest(key.encode(), before.encode() + b"\n" + msgspec.json.encode(PASS), "sha256")
    signature = hmac.digest(key.encode(), b"signature\n%d\n%b" % (version, decoded[:6]), "sha256")
    assert decoded == digest[:6] + signature[:6]
