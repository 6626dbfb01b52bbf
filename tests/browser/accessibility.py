"""The accessibility of a screen: the findings of axe, and the text of a screen reader."""

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page

from tests.clients.node import find_clients

# `make snapshots` sets it: screens are then written instead of compared.
WRITE = "CROUPIER_WRITE_SNAPSHOTS"
SNAPSHOTS = Path(__file__).parent / "snapshots"

# A page has loaded everything once it reads the same so many times in a row. A page that does not read as wanted gets
# longer, since a busy machine may still load it.
LOOK_MILLIS = 100
STILL = 20
STILL_WRONG = 200

# The rules whose judgement depends on the scheme.
OF_COLOURS = ("color-contrast", "link-in-text-block")

# Ids, codes, addresses, durations and suggested names, which change with every run, are left out of the files.
CHANGING = (
    (re.compile(r"(/placeholder: Your name\n +- text: )\w+ \w+"), r"\1NAME"),
    (re.compile(r"#s=[\w-]{22}"), "#s=SESSION"),
    (re.compile(r"#t=[\w-]{22}"), "#t=TOURNAMENT"),
    (re.compile(r"http://127\.0\.0\.1:\d+"), "ADDRESS"),
    (re.compile(r"\b\d+ ms\b"), "N ms"),
)


async def faults_of(page: Page, *rules: str, within: str = "html") -> list[str]:
    """Return the findings of axe on a page, or in a part of it, by some rules, or by all: one line for each element."""
    # The page's policy does not apply to the driver's evaluation, so the page stays as users have it.
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(_axe())
    found: list[dict[str, Any]] = await page.evaluate(
        "async ([part, options]) => (await axe.run(part, options)).violations",
        [within, {"resultTypes": ["violations", "incomplete"], **({"runOnly": rules} if rules else {})}],
    )
    return [
        f"{fault['id']}: {node['target']} {node['html'][:120]} {node['failureSummary'][:200]}"
        for fault in found
        for node in fault["nodes"]
    ]


async def faults_in_both_schemes(page: Page, within: str = "html") -> list[str]:
    """Return the findings of axe on a page, or in a part of it, light and dark."""
    await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = await faults_of(page, *OF_COLOURS, within=within)
    await page.emulate_media(color_scheme="light", reduced_motion="reduce")
    light = await faults_of(page, within=within)
    return [*(f"dark: {fault}" for fault in dark), *(f"light: {fault}" for fault in light)]


async def check_snapshot(part: Locator, name: str) -> None:
    """Compare what a screen reader says of a part of a page with its file; `make snapshots` writes the files again."""
    file = SNAPSHOTS / f"{name}.yaml"
    if os.environ.get(WRITE):
        file.parent.mkdir(exist_ok=True)
        file.write_text(await read_until(part, None), encoding="utf-8")
    assert file.exists(), f"There is no {file.name}: run `make snapshots` and read what it writes."
    wanted = file.read_text(encoding="utf-8")
    assert await read_until(part, wanted) == wanted, f"{file.name} differs: run `make snapshots`, read the change."


async def read_until(part: Locator, wanted: str | None) -> str:
    """Return the screen reader's text of a part of a page: once it is as wanted, or when it no longer changes."""
    read = last = ""
    same = 0
    enough = STILL if wanted is None else STILL_WRONG
    while read != wanted and same < enough:
        read, last = await _read(part), read
        same = same + 1 if read == last else 0
        await part.page.wait_for_timeout(LOOK_MILLIS)
    return read


async def _read(part: Locator) -> str:
    read = await part.aria_snapshot()
    for pattern, word in CHANGING:
        read = pattern.sub(word, read)
    return f"{read}\n"


@cache
def _axe() -> str:
    return (find_clients() / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
