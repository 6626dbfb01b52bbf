"""Every operation that the schema allows is answered without `errors[]`: tried by an unmodified Schemathesis."""

import re
from pathlib import Path

from tests.contract.contract import check
from tools.services import Service

CASES = 5


def test_nothing_that_the_schema_allows_is_an_error(one_service: Service, tmp_path: Path) -> None:
    ran = check(one_service.url, tmp_path, CASES, seed=1)
    assert ran.returncode == 0, ran.stdout
    selected = re.search(r"Operations: +(\d+) selected / \1 total", ran.stdout)
    passed = re.search(r"(\d+) generated, \1 passed", ran.stdout)
    assert selected is not None, ran.stdout
    assert passed is not None, ran.stdout
    assert int(passed[1]) > int(selected[1])
