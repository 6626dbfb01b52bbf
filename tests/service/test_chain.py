"""The heads of a session's chain."""

from service.sessions.changes import Moved
from service.sessions.history_hash import Cursor, is_signed, new_history_key, next_hash

PASS = Moved(1, 2, "pass")


def test_a_head_is_signed_for_its_session_and_its_version() -> None:
    key, before = new_history_key(), Cursor(4, "x" * 16)
    head = next_hash(key, before, PASS)
    assert is_signed(key, Cursor(5, head))
    assert not is_signed(key, Cursor(5))
    assert not is_signed(key, Cursor(6, head))
    assert not is_signed(new_history_key(), Cursor(5, head))
    for place in range(16):
        other = "A" if head[place] != "A" else "B"
        assert not is_signed(key, Cursor(5, head[:place] + other + head[place + 1 :]))


def test_heads_differ_by_what_happened_before_and_by_what_happens() -> None:
    key = new_history_key()
    befores = [Cursor(4, "x" * 16), Cursor(4, "y" * 16)]
    heads = [next_hash(key, before, change) for before in befores for change in (PASS, Moved(1, 2, "draw"))]
    assert len({head[:8] for head in heads}) == 4
    assert {len(head) for head in heads} == {16}
