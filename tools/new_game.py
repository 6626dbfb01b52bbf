"""Begin a new game as a copy of the example, `examples/high`: `make game NAME=…`.

The copy is registered, plays everywhere, and has every file that the tests expect; then the rules are changed, one
after the other. No file of another game changes. docs/adding-a-game.md describes the steps.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from keyword import iskeyword
from pathlib import Path

import engine.games
from tools.servers import REPOSITORY

EXAMPLE = "high"
TITLE = "High"
NAME = re.compile(r"[a-z]{2,12}")
GAMES = REPOSITORY / "engine" / "games"
PAGES = REPOSITORY / "docs" / "rules"
TESTS = REPOSITORY / "tests" / "engine"
# These pages quote the list of games.
LISTS_OF_GAMES = ("docs/api.md", "docs/problems/UNKNOWN_GAME.md")
# The modules that write the other files of a game, in this order, and their arguments before its name.
WRITERS = (
    ("tests.engine.catalogues",),
    ("tools.rule_lists",),
    ("tests.engine.regenerate",),
    ("tests.engine.corpus", "--write"),
    ("tests.engine.vectors", "--choose"),
)

LEFT_TO_DO = """
{title} is in the register, with the rules of the example. Try it: make serve, or make test-game NAME={name}

Left to do, in this order; docs/adding-a-game.md explains each step:
  1. docs/rules/{name}.md: write your rules; docs/rules/de/{name}.md in German.
  2. engine/games/{name}/: change the package in the order cards, state, rules, moves, words, primer.toml, __init__.
  3. tests/engine/rules/{name}/ and naive/{name}.py: a row for each rule, and a second reading of the page.
  4. make game-files NAME={name}: write catalogues, lists, counts, golden tables, corpus and vectors again; read them.
     tests/engine/counts/{name}-small.json is counted by hand. German: engine/games/{name}/de.po.
  5. tests/engine/prompt_clauses.py: what the clauses of your prompts offer or claim.
  6. docs/verifier/croupier-verify.js: the deck and the deal, which tests/verifier compares with the engine's.
  7. make examples openapi kits: the contracts name every game.
     make pictures: web/static/preview-{name}.jpg, the picture of links to tables; without it, they show the icon.
"""


class Refused(Exception):
    """A name that cannot be given to a new game."""


def main(arguments: Sequence[str]) -> int:
    """Make the game, or write its files again with `--files`; return 1 if the name cannot be used."""
    try:
        if arguments[:1] == ["--files"]:
            write_files(find_game(*arguments[1:]))
        else:
            make_game(check_name(*arguments))
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0


def check_name(name: str = "", *others: str) -> str:
    """Return a name that a new game may have. Raises `Refused`."""
    if not name or others:
        raise Refused("Name the new game: make game NAME=crazy")
    if not NAME.fullmatch(name):
        raise Refused(f"{name!r} is no name for a game: use 2 to 12 lower-case letters, such as crazy.")
    if name == EXAMPLE:
        raise Refused(f"{name!r} is taken: it is the example that games are copied from.")
    if name in engine.games.GAMES:
        raise Refused(f"{name!r} is taken: it is a game of the register.")
    if iskeyword(name):
        raise Refused(f"{name!r} is a word of Python: choose another name.")
    places = (*places_of(name), GAMES / f"{name}.py", PAGES / name)
    taken = [str(path.relative_to(REPOSITORY)) for path in places if path.exists()]
    if taken:
        raise Refused(f"{name!r} is taken: there is {', '.join(taken)}.")
    if hasattr(engine.games, name):
        raise Refused(f"{name!r} means something else in engine/games/__init__.py: choose another name.")
    return name


def find_game(name: str = "", *_others: str) -> str:
    """Return the name of a game of the register. Raises `Refused`."""
    if name not in engine.games.GAMES:
        raise Refused(f"There is no game {name!r}; the games are {', '.join(engine.games.GAMES)}.")
    return name


def places_of(name: str) -> Iterator[Path]:
    """Yield the files and folders of a game that are copied from the example."""
    return (target for _, target in copies(name))


def copies(name: str) -> Iterator[tuple[Path, Path]]:
    """Yield each file or folder of the example, and its place in a game."""
    example = REPOSITORY / "examples" / EXAMPLE
    yield example, GAMES / name
    yield example / "rules.md", PAGES / f"{name}.md"
    yield example / "rules.de.md", PAGES / "de" / f"{name}.md"
    yield TESTS / "rules" / EXAMPLE, TESTS / "rules" / name
    yield TESTS / "naive" / f"{EXAMPLE}.py", TESTS / "naive" / f"{name}.py"
    yield TESTS / "counts" / f"{EXAMPLE}-small.json", TESTS / "counts" / f"{name}-small.json"


def make_game(name: str) -> None:
    """Copy the example, register the copy, and write its other files."""
    for source, target in copies(name):
        copy(source, target, name)
    register(name)
    add_to_lists(name)
    write_files(name)
    print(LEFT_TO_DO.format(name=name, title=name.capitalize()))


def copy(source: Path, target: Path, name: str) -> None:
    """Copy a file, or the files of a folder but for the rule pages, under the name of the game."""
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(rename(source.read_text(encoding="utf-8"), name), encoding="utf-8")
        return
    for file in sorted(source.iterdir()):
        if file.is_file() and file.suffix != ".md":
            copy(file, target / file.name, name)


def rename(text: str, name: str) -> str:
    """Return a text of the example with the name of another game."""
    text = text.replace(f"examples/{EXAMPLE}/rules.md", f"docs/rules/{name}.md")
    text = text.replace(f"examples.{EXAMPLE}", f"engine.games.{name}").replace(f"rules.{EXAMPLE}", f"rules.{name}")
    text = re.sub(rf'\b{EXAMPLE}(?= \d|")', name, text)
    return re.sub(rf"\b{TITLE}\b", name.capitalize(), text)


def register(name: str) -> None:
    """Add the game to the register, as the last of the catalogue."""
    file = GAMES / "__init__.py"
    text = file.read_text(encoding="utf-8")
    imported = re.search(r"^from engine\.games import (.+)$", text, re.MULTILINE)
    assert imported is not None
    names = sorted([*imported[1].split(", "), name])
    text = text.replace(imported[0], f"from engine.games import {', '.join(names)}")
    file.write_text(f"{text}register({name}.GAME)\n", encoding="utf-8")


def add_to_lists(name: str) -> None:
    """Add the game to the README's table, and to the lists that pages quote."""
    games = ", ".join(engine.games.GAMES)
    for page in LISTS_OF_GAMES:
        change(REPOSITORY / page, f"the games are {games}.", f"the games are {games}, {name}.")
    last = f"](docs/rules/{[*engine.games.GAMES][-1]}.md)"
    readme = REPOSITORY / "README.md"
    row = next(line for line in readme.read_text(encoding="utf-8").splitlines() if last in line)
    title = name.capitalize()
    summary = "Lay the higher card, and take what lies on the table."
    change(readme, row, f"{row}\n| [{title}](docs/rules/{name}.md) | 2–3 | {summary} |")


def change(file: Path, old: str, new: str) -> None:
    """Put another text in the place of one that a file has."""
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file} does not say: {old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def write_files(name: str) -> None:
    """Write the files of a game that follow from its code; each by a process that knows the register as it is now."""
    for module, *arguments in WRITERS:
        command = [sys.executable, "-m", module, *arguments, name]
        done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Refused(f"{done.stderr}\n`python -m {module} {' '.join([*arguments, name])}` failed.")
        print(f"{module.partition('.')[2]}: written")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
