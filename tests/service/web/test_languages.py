"""A language of the page is found from its folder: no other file names it."""

import shutil
from pathlib import Path

from tools.languages import BOARD, PAGE, ROOT, find_outdated, list_languages, write_modules


def with_another_language(folder: Path) -> Path:
    """Return a copy of all languages, with one that has the German texts under a code of its own."""
    for texts in (PAGE, BOARD):
        shutil.copytree(ROOT / texts, folder / texts)
    shutil.copytree(folder / PAGE / "de", folder / PAGE / "xx")
    shutil.copy(folder / BOARD / "de.js", folder / BOARD / "xx.js")
    return folder


def test_the_modules_that_list_the_languages_are_up_to_date() -> None:
    assert list(find_outdated()) == []


def test_english_comes_first() -> None:
    assert list_languages() == ["en", "de"]


def test_a_new_language_is_in_every_list(tmp_path: Path) -> None:
    root = with_another_language(tmp_path)
    written = write_modules(root)
    assert {*find_outdated(root)} == {*written}
    assert [path.name for path, text in written.items() if "xx" not in text] == []


def test_no_other_module_of_the_page_names_a_language() -> None:
    own = {ROOT / path for path in write_modules()}
    folders = (ROOT / "web/static", ROOT / "clients/javascript/src")
    modules = [
        path for folder in folders for path in folder.rglob("*.js") if path not in own and "de" not in path.parts
    ]
    naming = [path.name for path in modules if "languages/de" in path.read_text() or '"de"' in path.read_text()]
    assert naming == []
