"""No line of Python is too long: ruff does not count a comment that turns a check off, however long the line is."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIMIT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["line-length"]
MADE = {"build", "dist"}


def test_no_line_is_longer_than_the_limit() -> None:
    folders = [path for path in ROOT.iterdir() if path.name not in MADE and not path.name.startswith(".")]
    files = [file for folder in folders for file in sorted(folder.rglob("*.py"))]
    assert len(files) > 500
    assert [place for file in files for place in long_lines(file)] == []


def long_lines(file: Path) -> list[str]:
    """Return the places of the lines that are too long."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [f"{file.relative_to(ROOT)}:{number}" for number, line in enumerate(lines, 1) if len(line) > LIMIT]
