"""The pages' Python for use as a library runs unchanged, and the names in the README exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ("README.md", "docs/library.md", "docs/learning.md", "compiled/README.md", "store/README.md")


def read_library_blocks() -> list[tuple[str, str]]:
    """Return the blocks of Python that need no service, with their pages; tests/service/api runs the others."""
    pages = [(page, (ROOT / page).read_text(encoding="utf-8")) for page in PAGES]
    block = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    blocks = [(page, code) for page, text in pages for code in block.findall(text)]
    return [(page, code) for page, code in blocks if "http://localhost" not in code]


@pytest.mark.parametrize(("page", "code"), read_library_blocks(), ids=[page for page, _ in read_library_blocks()])
def test_the_python_of_a_page_runs_and_prints_what_it_says(page: str, code: str) -> None:
    completed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    promised = re.findall(r"^# (.+)$", code, re.MULTILINE)
    assert promised, page
    assert completed.stdout.splitlines()[: len(promised)] == promised


def test_there_is_python_in_each_page() -> None:
    assert [page for page, _ in read_library_blocks()] == [*PAGES]


def test_the_targets_of_make_that_the_readme_names_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z-]+)(?=`|$)", README, re.MULTILINE))
    assert {"serve", "test", "bench"} <= named <= targets
