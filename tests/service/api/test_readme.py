"""The README's tour, executed block by block."""

import re
import subprocess
from pathlib import Path

from tests.service.services import REPOSITORY, Service

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
ADDRESS = "http://localhost:8000"


def tour() -> list[tuple[str, str]]:
    """Return the blocks of the tour with their languages, in order."""
    (section,) = re.findall(r"^## Tour\n(.*?)(?=^## )", README, re.MULTILINE | re.DOTALL)
    blocks: list[tuple[str, str]] = re.findall(r"^```(\w+)\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
    return blocks


def test_the_tour_shows_what_it_prints(one_service: Service, tmp_path: Path) -> None:
    blocks = tour()
    script = "\n".join(f"{text}\necho '=== {number}'" for number, (kind, text) in enumerate(blocks) if kind == "sh")
    assert ADDRESS in script
    script = script.replace(ADDRESS, one_service.url.removesuffix("/graphql"))
    run = subprocess.run(
        ["bash", "-eu"],
        input=script,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    printed = printed_by_block(run.stdout)
    shown = [number for number, (kind, _) in enumerate(blocks) if kind == "text"]
    assert len(shown) >= 4
    for number in shown:
        check_shown(blocks[number][1], printed[number - 1])


def printed_by_block(output: str) -> dict[int, list[str]]:
    parts = re.split(r"^=== (\d+)\n", output, flags=re.MULTILINE)
    return {int(number): text.splitlines() for text, number in zip(parts[::2], parts[1::2], strict=False)}


def check_shown(expected: str, printed: list[str]) -> None:
    """Each line that is shown is printed, in this order; … stands for anything."""
    rest = iter(printed)
    for line in expected.splitlines():
        pattern = re.compile(".*".join(re.escape(part) for part in line.split("…")))
        assert any(pattern.fullmatch(one) for one in rest), f"{line!r} is not among {printed}"


def test_the_games_of_the_readme_are_those_of_the_service(one_service: Service) -> None:
    answer = one_service.http.post(one_service.url, json={"query": "{ games { title minSeats maxSeats summary } }"})
    for game in answer.json()["data"]["games"]:
        assert f"| {game['title']} | {game['minSeats']}–{game['maxSeats']} | {game['summary']} |" in README
