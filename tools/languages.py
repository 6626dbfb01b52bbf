"""Write the modules of the page and the board that list their languages: `python -m tools.languages`, or `make page`.

A language is a folder in `web/static/languages/` and a module in `clients/javascript/src/board/languages/` and in
`clients/javascript/src/board/happened/languages/`. The modules that are written here, one for each part of the texts,
import what all of them have; so no other file names a language.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
PAGE = Path("web/static/languages")
BOARD = Path("clients/javascript/src/board/languages")
HAPPENED = Path("clients/javascript/src/board/happened/languages")
ENGLISH = "en"
# These come with the part of the page that uses them; the others are loaded in the language that is wanted.
LOADED_AT_ONCE = (
    "app_key",
    "embed",
    "emotes",
    "hint",
    "lesson",
    "mcp_app",
    "notices",
    "profile",
    "rules",
    "seldom",
    "tournament",
)
LOADED_WHEN_WANTED = ("app", "end", "explorer", "lobby", "problems")
HEAD = "// Written by `make page` from the folders of the languages.\n\n"


def list_languages(root: Path = ROOT) -> list[str]:
    """Return the codes of the page's languages, English first."""
    found = [folder.name for folder in (root / PAGE).iterdir() if folder.is_dir()]
    return sorted(found, key=lambda language: (language != ENGLISH, language))


def write_modules(root: Path = ROOT) -> Mapping[Path, str]:
    """Return the text of each module that lists the languages, by its path."""
    languages = list_languages(root)
    texts = {PAGE / "index.js": _write_index(root, languages)}
    for part in LOADED_AT_ONCE:
        texts[PAGE / f"{part}.js"] = _write_table(languages, part)
    for part in LOADED_WHEN_WANTED:
        had = [language for language in languages if (root / PAGE / language / f"{part}.js").exists()]
        texts[PAGE / f"{part}.js"] = _write_loaders(had, f"./{{language}}/{part}.js")
    texts[PAGE / "board.js"] = _write_loaders(languages, "../kit/board/languages/{language}.js")
    for folder in (BOARD, HAPPENED):
        texts[folder / "index.js"] = _write_board(languages)
    return texts


def _write_index(root: Path, languages: list[str]) -> str:
    rows = [f"  {language}: {_quote(_name_of(root, language))}," for language in languages]
    return _join("/** The languages of the page, by their own names. */", "export const NAMES = {", *rows, "};")


def _quote(text: str) -> str:
    return msgspec.json.encode(text).decode()


def _name_of(root: Path, language: str) -> str:
    served = msgspec.json.decode((root / PAGE / language / "served.json").read_bytes())
    return str(served["name"])


def _write_table(languages: list[str], part: str) -> str:
    imports = [f'import {{ texts as {language} }} from "./{language}/{part}.js";' for language in sorted(languages)]
    return _join(*imports, "", f"export const TEXTS = {{ {', '.join(languages)} }};")


def _write_loaders(languages: list[str], address: str) -> str:
    rows = [f'  {language}: () => import("{address.format(language=language)}"),' for language in languages]
    return _join("export const LOADERS = {", *rows, "};")


def _write_board(languages: list[str]) -> str:
    imports = [f'import * as {language} from "./{language}.js";' for language in sorted(languages)]
    return _join(*imports, "", f"export const WORDS = {{ {', '.join(languages)} }};")


def _join(*lines: str) -> str:
    return HEAD + "\n".join(lines) + "\n"


def find_outdated(root: Path = ROOT) -> Iterator[Path]:
    """Yield the modules that are not as they would be written."""
    for path, text in write_modules(root).items():
        if not (root / path).exists() or (root / path).read_text() != text:
            yield path


def main() -> None:
    """Write the modules."""
    for path, text in write_modules().items():
        (ROOT / path).write_text(text)


if __name__ == "__main__":
    main()
