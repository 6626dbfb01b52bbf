"""The files of the page: found by name, read once, and compressed once."""

import gzip
import hashlib
import posixpath
import re
from functools import cache, lru_cache
from pathlib import Path

import msgspec

STATIC = Path(__file__).parent / "static"
MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".ico": "image/x-icon",
}

# No part of a name begins with a dot, so no name leads out of the folder.
_NAME = re.compile(r"(?:[\w-]+/)*[\w-]+(?:\.[\w-]+)+", re.ASCII)
# A comment that has its lines for itself.
_COMMENT = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)[ \t]*$", re.MULTILINE)
# A type within a line of code.
_TYPE = re.compile(r"/\*\* ?@(?:type|param)\b(?:[^*]|\*(?!/))*\*/ ?")
# `import("./x.js")` names a module that is loaded later.
_IMPORT = re.compile(r'(?:\bfrom|\bimport) "(\.{1,2}/[^"]+)"')


class Asset(msgspec.Struct, frozen=True):
    """A file of the page; `digest` differs when its bytes do."""

    body: bytes
    compressed: bytes
    digest: str
    media_type: str

    @property
    def is_text(self) -> bool:
        """Tell whether compressing it is worth it."""
        return "charset" in self.media_type

    @property
    def text(self) -> str:
        """Return the file as text."""
        return self.body.decode()

    def replace(self, blank: bytes, filled: bytes) -> "Asset":
        """Return the file with a blank filled in."""
        return make_asset(self.body.replace(blank, filled), self.media_type)


def find_asset(name: str) -> Asset | None:
    """Return the file of this name below `static`, None if there is none."""
    path = STATIC / name
    if not _NAME.fullmatch(name) or path.suffix not in MEDIA_TYPES or not path.is_file():
        return None
    return _read(path, path.stat().st_mtime_ns)


def find_imports(entry: str) -> set[str]:
    """Return the names of all modules that a module needs before it runs, and its own."""
    found: set[str] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        asset = None if name in found else find_asset(name)
        if asset is not None:
            found.add(name)
            waiting += [posixpath.normpath(f"{name}/../{target}") for target in _IMPORT.findall(asset.text)]
    return found


@lru_cache(maxsize=500)
def _read(path: Path, _changed: int) -> Asset:
    """Read a file once for each of its states: whoever edits it sees that at the next load."""
    body = path.read_bytes()
    if path.suffix in (".js", ".css"):
        body = _cut_comments(body.decode()).encode()
    return make_asset(body, MEDIA_TYPES[path.suffix])


def _cut_comments(text: str) -> str:
    """Leave out comments, which are two fifths of what would be sent; each line keeps its number."""
    return _TYPE.sub("", _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text))


@cache
def make_asset(body: bytes, media_type: str) -> Asset:
    """Return a file, ready to be sent."""
    digest = hashlib.sha256(body).hexdigest()[:16]
    return Asset(body, gzip.compress(body, 9, mtime=0), digest, media_type)
