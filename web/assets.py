"""The files of the page: found by name, and read once."""

import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path

import msgspec

STATIC = Path(__file__).parent / "static"
# What `make page` packs of it.
BUILT = Path(__file__).parent / "built"
MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".ico": "image/x-icon",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json; charset=utf-8",
}

# No part of a name begins with a dot, so no name leads out of the folder.
_NAME = re.compile(r"(?:[\w-]+/)*[\w-]+(?:\.[\w-]+)+", re.ASCII)
_NAMED_BY_CONTENT = re.compile(r"-[0-9a-z]{8}\.(?:js|css)$")
# The kit's own modules are served for those who load it from here, and what a browser shows of an installed page.
_AS_WRITTEN = re.compile(r"kit/|icon[-.]|croupier\.webmanifest$")


class Asset(msgspec.Struct, frozen=True):
    """A file of the page; `digest` differs when its bytes do."""

    body: bytes
    digest: str
    media_type: str
    # Whether it is named by what is in it, so that a file of this name is never another one.
    is_immutable: bool = False

    @property
    def is_text(self) -> bool:
        """Tell whether compressing it is worth it."""
        return "charset" in self.media_type


def find_asset(name: str) -> Asset | None:
    """Return the file of the page of this name, None if there is none."""
    path = (STATIC if _AS_WRITTEN.match(name) else BUILT) / name
    if not _NAME.fullmatch(name) or path.suffix not in MEDIA_TYPES or not path.is_file():
        return None
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=500)
def _read(path: Path, _changed: int) -> Asset:
    """Read a file once for each of its states: whoever packs the page anew sees that at the next load."""
    is_immutable = _NAMED_BY_CONTENT.search(path.name) is not None
    return make_asset(path.read_bytes(), MEDIA_TYPES[path.suffix], is_immutable=is_immutable)


@cache
def make_asset(body: bytes, media_type: str, *, is_immutable: bool = False) -> Asset:
    """Return a file, ready to be sent."""
    digest = hashlib.sha256(body).hexdigest()[:16]
    return Asset(body, digest, media_type, is_immutable)
