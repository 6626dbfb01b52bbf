"""The catalogues of languages: `LANGUAGE.po` in the package of each game, and in `engine/games` for shared phrases.

Catalogues are gettext files, which many tools can edit, so a translator needs no Python. They belong to the package
like its modules, and never change while the process runs. docs/translating.md describes them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from gettext import c2py
from importlib.resources import files

import msgspec

from engine.core.game import Game
from engine.core.values import Options, State

# Translations by context and English text, including the plural forms of phrases: see `plural_context`.
Catalogue = Mapping[tuple[str, str], str]

SHARED = "engine.games"
SOURCE_LANGUAGE = "en"
_LINE = re.compile(r'(?:(?P<field>msgctxt|msgid|msgid_plural|msgstr|msgstr\[\d\]) +)?(?P<text>".*")')
_HEADER_FIELD = re.compile(r"^(?P<name>[\w-]+): *(?P<value>.*)$", re.MULTILINE)
_PLURAL_FORMS = re.compile(r"nplurals=\d+; plural=(?P<rule>.+);")


class Plurals(msgspec.Struct, frozen=True):
    """The plural forms of a language.

    `form_of` gives the index of a number's form, and `categories` the CLDR's name for each form, as
    `Intl.PluralRules` has them: `one`, `other`.
    """

    form_of: Callable[[int], int]
    categories: tuple[str, ...]


@cache
def languages() -> tuple[str, ...]:
    """Return the available languages, English first."""
    found = [file.name.removesuffix(".po") for file in files(SHARED).iterdir() if file.name.endswith(".po")]
    return tuple(sorted(found, key=lambda language: (language != SOURCE_LANGUAGE, language)))


@cache
def catalogue(package: str, language: str) -> Catalogue:
    """Return the phrases of a package in a language, by their context and their English; empty if it has none."""
    file = files(package).joinpath(f"{language}.po")
    return dict(parse_catalogue(file.read_text(encoding="utf-8"))) if file.is_file() else {}


@cache
def plurals_of(language: str) -> Plurals:
    """Return the plural forms of a language, as the header of its shared catalogue declares them."""
    text = files(SHARED).joinpath(f"{language}.po").read_text(encoding="utf-8")
    fields = read_header(text)
    declared = _PLURAL_FORMS.fullmatch(fields["Plural-Forms"])
    assert declared is not None, f"{language}.po: Plural-Forms is not as gettext has it"
    return Plurals(c2py(declared["rule"]), tuple(fields["X-Plural-Categories"].split()))


def count_noun(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number of things in English, for messages to programmers: `1 round`, `2 rounds`."""
    return f"{number} {(noun, plural or f'{noun}s')[plurals_of(SOURCE_LANGUAGE).form_of(number)]}"


def plural_context(context: str, index: int) -> str:
    """Return the context under which a catalogue has a plural form of a phrase."""
    return f"{context} [{index}]"


def read_header(text: str) -> Mapping[str, str]:
    """Return the fields of a catalogue's header."""
    header, *_ = re.split(r"\n\s*\n", text)
    return {field["name"]: field["value"] for field in _HEADER_FIELD.finditer(_read_entry(header)["msgstr"])}


def package_of(rules: Game[State, Options]) -> str:
    """Return the package whose catalogues hold the phrases of a game."""
    return rules.state.__module__.rpartition(".")[0]


@cache
def phrases_of(package: str, language: str) -> Catalogue:
    """Return the phrases of a game in a language: the shared ones, and its own, which come first."""
    return {**catalogue(SHARED, language), **catalogue(package, language)}


def parse_catalogue(text: str) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield context, English and translation of each entry that is translated; the English itself in English.

    An entry that depends on a number stands there by its English plural: as a whole in its last form, and each form
    in its `plural_context`.
    """
    for block in re.split(r"\n\s*\n", text):
        entry = _read_entry(block)
        context = entry.get("msgctxt", "")
        english = entry.get("msgid_plural") or entry.get("msgid")
        if not english:
            continue
        forms = [said for field, said in entry.items() if field.startswith("msgstr[")]
        # An entry with plural forms counts as translated only when all of them are.
        translation = forms[-1] if forms and all(forms) else entry.get("msgstr", "")
        if translation:
            yield (context, english), translation
            yield from (((plural_context(context, index), english), form) for index, form in enumerate(forms))


def _read_entry(block: str) -> dict[str, str]:
    """Return the fields of an entry; a line that begins with a quote continues the field before it."""
    entry: dict[str, str] = {}
    field = ""
    for line in block.splitlines():
        if (match := _LINE.fullmatch(line.strip())) is not None:
            field = match["field"] or field
            entry[field] = entry.get(field, "") + msgspec.json.decode(match["text"], type=str)
    return entry
