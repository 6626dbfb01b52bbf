"""The static site of the Markdown pages, built by Sphinx: `make site` writes it to `dist/site`.

The pages stay plain Markdown, as the repository shows it. What only the site needs is added here while it is built: the
contents beside each page.
"""

import re
import shutil
from collections.abc import Mapping, Sequence

from docutils import nodes
from sphinx.addnodes import download_reference
from sphinx.application import Sphinx

# The parts of the site, in order, with their pages; a pattern stands for all pages that it fits.
CONTENTS: Mapping[str, Sequence[str]] = {
    "Play": ("docs/page", "docs/explorer"),
    "Write a client": (
        "docs/api",
        "docs/api/graphql",
        "docs/api/rest",
        "docs/api/sessions",
        "docs/api/finding",
        "docs/api/seats",
        "docs/api/playing",
        "docs/api/time",
        "docs/api/ending",
        "docs/api/streams",
        "docs/api/changes",
        "docs/api/games",
        "docs/api/batches",
        "docs/api/webhooks",
        "docs/api/tables",
        "docs/api/hints",
        "docs/api/tournaments",
        "docs/api/pairings",
        "docs/problems/README",
        "docs/contract-testing",
        "docs/deprecations",
        "docs/opponents",
        "docs/agents",
        "docs/kits",
        "docs/receiving-webhooks",
        "docs/verifying-webhooks",
        "docs/deep-links",
        "clients/javascript/README",
        "clients/javascript/src/board/README",
        "clients/python/README",
    ),
    "Rules": ("docs/rules/engine", "docs/rules/*", "docs/verifier/README", "docs/library", "docs/pairings"),
    "Learn": ("docs/learning",),
    "Regeln": ("docs/rules/de/engine", "docs/rules/de/*"),
    "Run the service": (
        "docs/installation",
        "deploy/README",
        "deploy/guard-rails",
        "deploy/kubernetes/README",
        "docs/operations",
        "docs/metrics",
        "docs/promises",
        "docs/failovers",
        "docs/watching",
        "docs/performance",
        "docs/measured/*",
        "SECURITY",
    ),
    "Change it": (
        "CONTRIBUTING",
        "docs/architecture",
        "docs/adding-a-game",
        "docs/showing-a-game",
        "docs/translating",
        "docs/releasing",
        "docs/package",
        "docs/bots",
        "docs/bots-search",
        "docs/bots-guide",
        "compiled/README",
        "store/README",
        "benchmarks/README",
        "benchmarks/results/*",
        "CHANGELOG",
    ),
}
# The pages below a page.
BELOW: Mapping[str, Sequence[str]] = {
    "docs/problems/README": ("docs/problems/*",),
    "docs/learning": ("docs/observations/*",),
}

project = "Croupier"
root_doc = "README"
include_patterns = [f"{page}.md" for pages in ([root_doc], *CONTENTS.values(), *BELOW.values()) for page in pages]
# These are large, and are not searched.
exclude_patterns = [".cache", ".git", ".venv", "build", "dist"]
extensions = ["myst_parser", "sphinxcontrib.mermaid"]
html_theme = "furo"
html_title = project
html_copy_source = False
html_extra_path = ["index.html"]
# Links lead to the anchors that the repository shows.
myst_heading_anchors = 6
myst_fence_as_directive = ["mermaid"]
# The examples leave parts out, which is no JSON.
suppress_warnings = ["misc.highlighting_failure"]
# What pages show or open as it is, at the same place.
FOLDERS = ("docs/pictures", "docs/verifier")
# What stands before a numbered rule, in a paragraph with others.
RULE = re.compile(r"\n(?=\d+\.\d+ )| (?=\d+\.\d+ \*\*)")


def add_contents(_app: Sphinx, page: str, source: list[str]) -> None:
    """Add to a page the contents that begin there, for the column beside every page."""
    if page == root_doc:
        for title, pages in CONTENTS.items():
            source[0] += list_pages(pages, f":caption: {title}\n")
    elif page in BELOW:
        source[0] += list_pages(BELOW[page])


def list_pages(pages: Sequence[str], caption: str = "") -> str:
    """Return the directive that lists pages."""
    listed = "\n".join(f"/{page}" for page in pages)
    return f"\n```{{toctree}}\n:hidden:\n:glob:\n{caption}\n{listed}\n```\n"


def separate_rules(_app: Sphinx, page: str, source: list[str]) -> None:
    """Let each numbered rule begin a paragraph, as it does where the service shows the page."""
    if page.startswith("docs/rules/"):
        source[0] = RULE.sub("\n\n", source[0])


def keep_pages(_app: Sphinx, page: nodes.document) -> None:
    """Let a link to a page in HTML open it where it is, beside the files that it needs."""
    for link in list(page.findall(download_reference)):
        if link["reftarget"].endswith(".html"):
            link.replace_self(nodes.reference("", "", *link.children, refuri=link["reftarget"]))


def copy_folders(app: Sphinx, error: Exception | None) -> None:
    """Copy the folders that pages show files of."""
    if error is None:
        for folder in FOLDERS:
            ignored = shutil.ignore_patterns("*.md", "*.py", "__pycache__")
            shutil.copytree(app.srcdir / folder, app.outdir / folder, ignore=ignored, dirs_exist_ok=True)


def setup(app: Sphinx) -> None:
    """Register what is done while the site is built."""
    app.connect("source-read", add_contents)
    app.connect("source-read", separate_rules)
    # Before Sphinx collects the files to download.
    app.connect("doctree-read", keep_pages, priority=400)
    app.connect("build-finished", copy_folders)
