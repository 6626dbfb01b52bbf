"""Write the catalogues of every language from the code: `python -m tests.engine.catalogues [GAME …]`.

The English ones list every phrase of the games; their entries come into the files of other languages, where the
translations of phrases that are still there stay. A phrase in the shared catalogue, `engine/games/en.po`, is not
repeated by the games; any other phrase is in the catalogue of each game that says it. So a new game changes no other
game's files. `--share` moves phrases that several games say to the shared catalogues.

Which phrases depend on a number, and the English for one, stand in the English catalogues: an entry with
`msgid_plural` stays one. A translator needs none of this: docs/translating.md.
"""

import argparse
import ast
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

import msgspec

from engine import GAMES, Game, Options, State, languages
from engine.core import messages
from engine.core.templates import parse_template
from engine.core.values import Refused
from engine.sentences import REFUSAL
from engine.translations import (
    SHARED,
    SOURCE_LANGUAGE,
    package_of,
    parse_catalogue,
    plural_context,
    plurals_of,
    read_header,
)
from engine.vocabulary import context_of, english
from tests.engine.example_game import register_example

ROOT = Path(__file__).parents[2]
Key = tuple[str, str]
HEADER_FIELDS = ("Language", "Content-Type", "Plural-Forms", "X-Plural-Categories")


def refusals_of(module: ModuleType) -> Iterator[str]:
    """Yield the templates of the refusals that a module makes."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    for call in sorted(calls, key=lambda call: call.lineno):
        name = ast.unparse(call.func)
        if name == messages.other_verb_is_asked.__name__:
            yield messages.OTHER_VERB_IS_ASKED
        elif name == Refused.__name__:
            yield from _texts(module, call.args[1])


def _texts(module: ModuleType, node: ast.expr) -> Iterable[str]:
    """Return the texts that an expression may be: a literal, a constant of the module, or one of a table."""
    if isinstance(node, ast.Subscript):
        assert isinstance(node.value, ast.Name)
        return tuple(vars(module)[node.value.id].values())
    if isinstance(node, ast.Name):
        return (vars(module)[node.id],)
    assert isinstance(node, ast.Constant), f"{module.__name__}, line {node.lineno}: neither a literal nor a constant"
    return (str(node.value),)


def phrases_in(rules: Game[State, Options]) -> tuple[Key, ...]:
    """Return every phrase of a game: its context and its English, once each, in the order of the vocabulary."""
    package = package_of(rules)
    modules = [import_module(f"{package}.{name}") for name in ("moves", "rules")]
    spoken = [(context_of(name, key), text) for name, texts in english(rules).items() for key, text in texts.items()]
    refused = [(REFUSAL, text) for module in modules for text in refusals_of(module)]
    common = [(REFUSAL, text) for text in messages.COMMON_REFUSALS]
    return tuple(dict.fromkeys([*spoken, *refused, *common]))


def phrases_by_package() -> Mapping[str, tuple[Key, ...]]:
    """Return the phrases by the package whose catalogues hold them."""
    shared = said_in(SHARED, SOURCE_LANGUAGE)
    return divide_phrases({phrase for phrase in said_by_games() if phrase in shared})


def divide_phrases(shared: Collection[Key]) -> Mapping[str, tuple[Key, ...]]:
    """Return the phrases by package: those that are shared, and the others of each game."""
    said = {package_of(rules): phrases_in(rules) for rules in GAMES.values()}
    own = {package: tuple([phrase for phrase in said[package] if phrase not in shared]) for package in said}
    return {SHARED: tuple([phrase for phrase in said_by_games() if phrase in shared]), **own}


def said_by_games() -> Mapping[Key, int]:
    """Return every phrase of the games, and how many of them say it."""
    return Counter(phrase for rules in GAMES.values() for phrase in phrases_in(rules))


def said_in(package: str, language: str) -> Mapping[Key, str]:
    """Return what the catalogue of a package holds; nothing, if there is none yet."""
    file = file_of(package, language)
    return dict(parse_catalogue(file.read_text(encoding="utf-8"))) if file.exists() else {}


def file_of(package: str, language: str) -> Path:
    return ROOT.joinpath(*package.split("."), f"{language}.po")


def forms_of(phrase: Key, said: Mapping[Key, str]) -> list[Key]:
    """Return the forms of a phrase that a translator has added: `zone hand dative`, after `zone hand`."""
    context, text = phrase
    plurals = plural_keys(phrase, len(PLURAL_INDEXES))
    return [key for key in said if key[1] == text and key[0].startswith(f"{context} ") and key not in plurals]


# gettext has at most six forms, such as those of Arabic.
PLURAL_INDEXES = range(6)


def plural_keys(phrase: Key, count: int) -> list[Key]:
    """Return the keys of the plural forms of a phrase."""
    context, text = phrase
    return [(plural_context(context, index), text) for index in range(count)]


def singular_of(phrase: Key, english: Mapping[Key, str]) -> str | None:
    """Return the English of a phrase for one, if it depends on a number."""
    return english.get((plural_context(phrase[0], 0), phrase[1]))


def write_catalogue(language: str, phrases: Iterable[Key], said: Mapping[Key, str], english: Mapping[Key, str]) -> str:
    """Return a catalogue with the translations that there are; `english` is what the English catalogues hold."""
    entries = [_write_header(language)]
    for phrase in phrases:
        singular = singular_of(phrase, english)
        entries.append(
            _write_entry(language, phrase, said)
            if singular is None
            else _write_plural(language, phrase, singular, said)
        )
        entries += [_write_entry(language, key, said) for key in forms_of(phrase, said)]
    return "\n".join(entries)


def _write_header(language: str) -> str:
    """Return the header of a catalogue; that of the shared one holds for all of the language."""
    fields = read_header(file_of(SHARED, language).read_text(encoding="utf-8"))
    lines = [_quote(f"{name}: {fields[name]}\n") for name in HEADER_FIELDS]
    return "\n".join(['msgid ""', 'msgstr ""', *lines, ""])


def _write_entry(language: str, key: Key, said: Mapping[Key, str]) -> str:
    translation = key[1] if language == SOURCE_LANGUAGE else said.get(key, "")
    return f"msgctxt {_quote(key[0])}\nmsgid {_quote(key[1])}\nmsgstr {_quote(translation)}\n"


def _write_plural(language: str, phrase: Key, singular: str, said: Mapping[Key, str]) -> str:
    """Return an entry with one translation for each plural form of the language."""
    lines = [f"msgctxt {_quote(phrase[0])}", f"msgid {_quote(singular)}", f"msgid_plural {_quote(phrase[1])}"]
    forms = [singular, phrase[1]] if language == SOURCE_LANGUAGE else _plural_forms(language, phrase, said)
    lines += [f"msgstr[{index}] {_quote(form)}" for index, form in enumerate(forms)]
    return "\n".join([*lines, ""])


def _plural_forms(language: str, phrase: Key, said: Mapping[Key, str]) -> list[str]:
    """Return the translations of a phrase by plural form: where there is but one, it is each form."""
    keys = plural_keys(phrase, len(plurals_of(language).categories))
    return [said.get(key, said.get(phrase, "")) for key in keys]


def _quote(text: str) -> str:
    return msgspec.json.encode(text).decode()


def read_all(language: str) -> dict[Key, str]:
    """Return everything that is translated to a language, wherever it stands."""
    said: dict[Key, str] = {}
    for package in (SHARED, *map(package_of, GAMES.values())):
        said |= said_in(package, language)
    return said


def blanks_in(template: str) -> set[str]:
    return {part.blank for part in parse_template(template) if part.blank}


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the catalogues of every language: of all games, or of the named ones alone."""
    register_example()
    parser = argparse.ArgumentParser(prog="python -m tests.engine.catalogues", description="Write the catalogues.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games, and not what games share")
    parser.add_argument("--share", action="store_true", help="move what several games say to the shared catalogues")
    given = parser.parse_args(arguments)
    divided = phrases_by_package()
    if given.share:
        divided = divide_phrases({phrase for phrase, games in said_by_games().items() if games > 1})
    wanted = {package_of(GAMES[game]) for game in given.games} or set(divided)
    write_catalogues({package: phrases for package, phrases in divided.items() if package in wanted})


def write_catalogues(phrases_of: Mapping[str, Iterable[Key]]) -> None:
    """Write the catalogues of packages, in every language that has a shared one."""
    english = read_all(SOURCE_LANGUAGE)
    for language in languages():
        said = read_all(language)
        for package, phrases in phrases_of.items():
            written = write_catalogue(language, phrases, said, english)
            file_of(package, language).write_text(written, encoding="utf-8")


if __name__ == "__main__":
    main()
