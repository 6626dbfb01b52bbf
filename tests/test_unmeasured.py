"""The list of unmeasured tests: each row names tests that exist."""

import pytest

from tests.conftest import UNMEASURED
from tools.servers import REPOSITORY


@pytest.mark.parametrize("row", UNMEASURED)
def test_each_row_names_tests_that_exist(row: str) -> None:
    path, _, name = row.partition("::")
    place = REPOSITORY / path
    assert place.exists()
    if name:
        assert f"def {name.partition('[')[0]}" in place.read_text(encoding="utf-8")
