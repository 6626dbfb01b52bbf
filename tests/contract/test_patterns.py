"""Regular expressions are compared exactly, and the text that one excludes is a shortest one."""

import re

import pytest

from tests.contract.patterns import find_excluded

TAG = r'^(\*|"[1-9][0-9]{0,8}(\.[0-9a-f]{16})?")$'


@pytest.mark.parametrize(
    ("sent", "taken", "excluded"),
    [
        ("^a*$", "^a*b?$", None),
        ("^a*b?$", "^a*$", "b"),
        ("^(ab)+$", "^(ab|c)*$", None),
        ("^(ab|c)*$", "^(ab)+$", ""),
        ("^a{2,3}$", "^a{1,3}$", None),
        ("^a{1,3}$", "^a{2,3}$", "a"),
        ("^a{2,}$", "^a{2,9}$", "a" * 10),
        ("^[a-f]$", "^[a-z]$", None),
        ("^[^b]$", "^[^a-c]$", "a"),
        ("^[^a-c]$", "^[^b]$", None),
        (r"^\d$", r"^\w$", None),
        (r"^\w$", r"^\d$", "A"),
        (r"^[\d.]$", "^.$", None),
        ("^x?$", "^x$|^$", None),
        ("^x$|^$", "^x$", ""),
        # A pattern that is not anchored matches a part.
        ("ab", "b", None),
        ("b", "ab", "b"),
        ("^b", "b$", "b\x00"),
        ("^", "^.", ""),
        (TAG, TAG.replace("0,8", "0,9"), None),
        (TAG.replace("0,8", "0,9"), TAG, '"1000000000"'),
    ],
)
def test_a_text_is_found_that_one_pattern_excludes(sent: str, taken: str, excluded: str | None) -> None:
    found = find_excluded(sent, taken)
    assert (found is None) == (excluded is None)
    if found is not None and excluded is not None:
        assert len(found) == len(excluded)
        for text in (found, excluded):
            assert re.search(sent, text)
            assert not re.search(taken, text)
