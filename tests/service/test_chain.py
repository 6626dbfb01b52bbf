"""The heads of a session's chain."""

import hmac
from base64 import urlsafe_b64encode

import msgspec
import pytest

from service.play.chain import HEAD_BYTES, next_head
from service.play.changes import Moved


@pytest.mark.parametrize("length", [1, 43, 64, 65, 200])
def test_a_head_is_an_hmac_whatever_the_length_of_its_key(length: int) -> None:
    key, change = "k" * length, Moved(1, 2, "pass")
    digest = hmac.digest(key.encode(), b"before\n" + msgspec.json.encode(change), "sha256")
    assert next_head(key, "before", change) == urlsafe_b64encode(digest[:HEAD_BYTES]).decode()


def test_without_a_key_there_is_no_head() -> None:
    assert next_head("", "", Moved(1, 2, "pass")) == ""
