"""The page on promises names tests that exist, and its table has a cell for every store and fault."""

import re

from tools.servers import REPOSITORY

PAGE = (REPOSITORY / "docs" / "promises.md").read_text()


def test_the_tests_that_the_page_names_exist() -> None:
    names = re.findall(r"(?:((?:store/)?test_\w+\.py)|…)::(test_\w+)", PAGE)
    assert len(names) > 12
    folders = [REPOSITORY / "tests" / name for name in ("store", "service", "faults")]
    files = [path for folder in folders for path in folder.rglob("test_*.py")]
    modules = {("store/" if path.parent.name == "store" else "") + path.name: path.read_text() for path in files}
    for module, name in names:
        texts = [modules[module]] if module else list(modules.values())
        assert any(f"def {name}(" in text for text in texts), name


def test_every_fault_has_a_cell_for_every_store() -> None:
    rows = [row.strip("| ").split(" | ") for row in PAGE.splitlines() if re.match(r"\| \d+\. ", row)]
    assert [int(row[0].partition(".")[0]) for row in rows] == list(range(1, 12))
    assert {len(row) for row in rows} == {8}
