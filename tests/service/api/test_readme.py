"""The README's first screen and its commands, run unchanged against a running service."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from graphql import parse, print_ast

from tests.support.graphql_client import Client
from tools.servers import REPOSITORY, find_node
from tools.services import Service

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
ADDRESS = "http://localhost:8000"
VENV = ".venv/bin/"


def read_blocks(kind: str) -> list[str]:
    """Return the fenced blocks of a kind, in order."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def imports_of(code: str) -> set[str]:
    """Return what a program imports: examples run without what `make serve` leaves out."""
    return set(re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE))


def run(command: list[str], folder: Path, text: str = "") -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=folder, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_first_example_opens_a_table_and_makes_a_move(one_service: Service, tmp_path: Path) -> None:
    (code,) = (block for block in read_blocks("python") if ADDRESS in block)
    assert README.index(code) < README.index("\n## "), "it belongs on the first screen"
    assert imports_of(code) <= sys.stdlib_module_names
    command = [sys.executable, "-c", code.replace(ADDRESS, one_service.root)]
    printed = run(command, tmp_path).splitlines()
    assert re.match(r"Ada \w+ ", printed[0])
    assert len(printed) > 1


def test_the_first_example_makes_the_same_calls_in_graphql(one_service: Service) -> None:
    (block,) = read_blocks("graphql")
    opening, sitting, starting, moving = (print_ast(operation) for operation in parse(block).definitions)
    opened = Client(one_service).ask(opening)
    table = opened["session"]["id"]
    seat = Client(one_service, opened["hostToken"]).ask(sitting, table=table)["seatToken"]
    started = Client(one_service, seat).ask(starting, table=table)
    move = started["session"]["view"]["legalMoves"][0]["notation"]
    moved = Client(one_service, seat).ask(moving, table=table, move=move)
    assert moved["events"][0]["sentence"]


def test_the_commands_for_one_keyboard_run_one_after_the_other(tmp_path: Path) -> None:
    lines = [line for block in read_blocks("sh") for line in block.splitlines()]
    commands = [line for line in lines if line.startswith(VENV)]
    assert len(commands) == 3
    for command in commands:
        program, *arguments = shlex.split(command.removeprefix(VENV))
        run([str(Path(sys.executable).with_name(program)), *arguments], tmp_path, text="1\nq\n")


@pytest.mark.parametrize("command", [line for line in "".join(read_blocks("sh")).splitlines() if " examples/" in line])
def test_the_examples_of_the_readme_play_a_table(command: str, one_service: Service) -> None:
    program, *arguments = shlex.split(command)
    source = (REPOSITORY / arguments[0]).read_text(encoding="utf-8")
    assert program == "node" or imports_of(source) <= sys.stdlib_module_names
    programs = {"python3": sys.executable, "node": find_node()}
    assert run([programs[program], *arguments, "--url", one_service.url], REPOSITORY)


def test_the_games_of_the_readme_are_those_of_the_service(one_service: Service) -> None:
    answer = one_service.http.post(one_service.url, json={"query": "{ games { id title minSeats maxSeats summary } }"})
    for game in answer.json()["data"]["games"]:
        row = f"| [{game['title']}](docs/rules/{game['id']}.md) | {game['minSeats']}–{game['maxSeats']} "
        assert f"{row}| {game['summary']} |" in README
