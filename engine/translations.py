"""The catalogues of languages: `LANGUAGE.po` in the package of each game, and in `engine/games` what games share.

They are files of gettext, which many tools edit, so a translator needs no Python. They belong to the package as its
modules do, and never change while the process runs. docs/translating.md describes them.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from engine.core.game import Game
from engine.core.values import Options, State

Catalogue = Mapping[tuple[str, str], str]

SHARED = "engine.games"
SOURCE_LANGUAGE = "en"
_LINE = re.compile(r'(?:(?P<field>msgctxt|msgid|msgstr) +)?(?P<text>".*")')


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that sentences can be said in, English first."""
    found = [file.name.removesuffix(".po") for file in files(SHARED).iterdir() if file.name.endswith(".po")]
    return tuple(sorted(found, key=lambda language: (language != SOURCE_LANGUAGE, language)))


@cache
def catalogue(package: str, language: str) -> Catalogue:
    """Return the phrases of a package in a language, by their context and their English; empty if it has none."""
    file = files(package).joinpath(f"{language}.po")
    return dict(parse_catalogue(file.read_text(encoding="utf-8"))) if file.is_file() else {}


def package_of(rules: Game[State, Options]) -> str:
    """Return the package whose catalogues hold the phrases of a game."""
    return rules.state.__module__.rpartition(".")[0]


@cache
def phrases_of(package: str, language: str) -> Catalogue:
    """Return the phrases of a game in a language: the shared ones, and its own, which come first."""
    return {**catalogue(SHARED, language), **catalogue(package, language)}


def parse_catalogue(text: str) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield context, English and translation of each entry that is translated; the English itself in English."""
    for block in re.split(r"\n\s*\n", text):
        entry = _read_entry(block)
        if entry.get("msgid") and (said := entry.get("msgstr")):
            yield (entry.get("msgctxt", ""), entry["msgid"]), said


def _read_entry(block: str) -> dict[str, str]:
    """Return the fields of an entry; a line that begins with a quote goes on with the field before it."""
    entry: dict[str, str] = {}
    field = ""
    for line in block.splitlines():
        if (match := _LINE.fullmatch(line.strip())) is not None:
            field = match["field"] or field
            entry[field] = entry.get(field, "") + msgspec.json.decode(match["text"], type=str)
    return entry
