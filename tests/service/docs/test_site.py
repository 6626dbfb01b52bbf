"""The static site: it is built without a warning, has every page and a search, and its links lead to something."""

import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from html.parser import HTMLParser
from os.path import normpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.service.docs.test_pages import PAGES
from tools.servers import REPOSITORY

SECONDS = 300


class Page(HTMLParser):
    """The addresses that a page of the site names, and the anchors that it has."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.addresses: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value}
        self.addresses |= {found[name] for name in ("href", "src", "srcset") if name in found}
        self.anchors |= {found["id"]} if "id" in found else set()


def test_the_site_has_every_page_and_all_of_its_links_lead_to_something(tmp_path: Path) -> None:
    site = build(tmp_path)
    files = {str(file) for file in site.rglob("*") if file.is_file()}
    pages = {file: Page(Path(file)) for file in files if file.endswith(".html")}
    missing = [page for page in PAGES if str(site / page.relative_to(REPOSITORY).with_suffix(".html")) not in pages]
    assert missing == [], "list them in docs/site/conf.py"
    broken = {file: [*broken_links(page, pages, files)] for file, page in pages.items()}
    assert {file: links for file, links in broken.items() if links} == {}
    check_contents(site, pages[str(site / "docs" / "api" / "playing.html")])
    assert '"docs/rules/zar"' in (site / "searchindex.js").read_text(encoding="utf-8")


def build(folder: Path) -> Path:
    """Build the site as `make site` does, and return its folder; a warning fails."""
    site = folder / "site"
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet"]
    command += ["-d", str(folder / "parsed"), "-c", "docs/site", ".", str(site)]
    ran = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return site


def broken_links(page: Page, pages: Mapping[str, Page], files: Collection[str]) -> Iterator[str]:
    """Yield the links of a page to a file or an anchor that is not in the site."""
    for address in page.addresses:
        parts = urlsplit(address)
        if parts.scheme:
            continue
        target = normpath(page.file.parent / unquote(parts.path)) if parts.path else str(page.file)
        known = pages[target].anchors if target in pages else set[str]()
        if target not in files or (parts.fragment and unquote(parts.fragment) not in known):
            yield address


def check_contents(site: Path, page: Page) -> None:
    """Check that the contents beside a page lead to every part of the site."""
    reached = {normpath(page.file.parent / address) for address in page.addresses}
    wanted = ("README.html", "docs/rules/zar.html", "docs/problems/STALE_VERSION.html", "deploy/README.html")
    assert {str(site / name) for name in wanted} <= reached
