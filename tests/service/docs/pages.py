"""Pages of documentation as data: their fenced blocks, and the match of a shown answer with the actual one.

In a block, `$NAME` is a placeholder: the first answer that shows it gives its value, and every later block uses it. In
an answer, … stands for anything: in a text for any characters, as an item of a list for any items, as a key for any
other fields, as a value for any value.
"""

import re
from pathlib import Path
from typing import NamedTuple

import msgspec

from tests.support.graphql_client import Json
from tools.servers import REPOSITORY

DOCS = REPOSITORY / "docs"
OMITTED = "…"

_FENCE = re.compile(r"^```(?P<kind>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"\$([A-Z][A-Z0-9_]*)")

Known = dict[str, str]


class Block(NamedTuple):
    """A fenced block: the words after its fence, its text, and the line that it begins in."""

    kind: str
    text: str
    line: int

    def json(self) -> Json:
        """Return the block as JSON."""
        return msgspec.json.decode(self.text)


def read_blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [Block(it["kind"].strip(), it["text"], text.count("\n", 0, it.start()) + 1) for it in _FENCE.finditer(text)]


def fill_in(text: str, known: Known) -> str:
    """Return a text with the values of its placeholders; an unknown one is an error of the page."""
    return _NAME.sub(lambda match: known[match[1]], text)


def fill_in_json(text: str, known: Known) -> str:
    """Fill placeholders into JSON, where each stands in quotation marks."""
    quoted = {name: msgspec.json.encode(value).decode()[1:-1] for name, value in known.items()}
    return fill_in(text, quoted)


def learn(shown: Json, came: Json, known: Known, where: str = "answer") -> None:
    """Check that the actual answer matches the shown one, and learn the placeholders in it."""
    if shown == OMITTED:
        return
    if isinstance(shown, dict):
        _learn_fields(shown, came, known, where)
    elif isinstance(shown, list):
        _learn_items(shown, came, known, where)
    elif isinstance(shown, str):
        learn_text(shown, came, known, where)
    else:
        assert shown == came, f"{where} is {came!r}, not {shown!r}"


def _learn_fields(shown: Json, came: Json, known: Known, where: str) -> None:
    assert isinstance(came, dict), f"{where} is {came!r}, not an object"
    names = shown.keys() - {OMITTED}
    assert names <= came.keys() if OMITTED in shown else names == came.keys(), f"{where} has {[*came]}, not {[*shown]}"
    for name in names:
        learn(shown[name], came[name], known, f"{where}.{name}")


def _learn_items(shown: Json, came: Json, known: Known, where: str) -> None:
    assert isinstance(came, list), f"{where} is {came!r}, not a list"
    index = 0
    for number, run in enumerate(_runs(shown)):
        if number:
            index = next((at for at in range(index, len(came)) if _begins(run, came[at:], known)), index)
        assert len(run) <= len(came) - index, f"{where} has {len(came)} items, but shown are {shown!r}"
        for item in run:
            learn(item, came[index], known, f"{where}[{index}]")
            index += 1
    assert index == len(came) or shown[-1:] == [OMITTED], f"{where} has {len(came)} items, not {index}: {came!r}"


def _runs(items: Json) -> list[list[Json]]:
    """Return the runs of items between the … marks."""
    runs: list[list[Json]] = [[]]
    for item in items:
        if item == OMITTED:
            runs.append([])
        else:
            runs[-1].append(item)
    return runs


def _begins(run: list[Json], came: list[Json], known: Known) -> bool:
    """Tell whether items begin with the items of a run."""
    try:
        for item, one in zip(run, came, strict=False):
            learn(item, one, dict(known))
    except AssertionError:
        return False
    return len(run) <= len(came)


def learn_text(shown: str, came: Json, known: Known, where: str) -> None:
    """Check that a text matches the shown one, and learn the placeholder that stands for the whole of it."""
    name = _NAME.fullmatch(shown)
    if name is not None and name[1] not in known:
        assert isinstance(came, str), f"{where} is {came!r}, not a text"
        known[name[1]] = came
        return
    assert is_like(came, fill_in(shown, known)), f"{where} is {came!r}, not {shown!r}"


def is_like(came: Json, shown: str) -> bool:
    """Tell whether a text matches the shown one."""
    pattern = ".*".join(re.escape(part) for part in shown.split(OMITTED))
    return isinstance(came, str) and re.fullmatch(pattern, came, re.DOTALL) is not None
