"""The files of the page: found by name, and read once."""

import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path

import msgspec

# Where files of the page are served.
ADDRESS = "/play/static/"
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
    ".jpg": "image/jpeg",
    ".webmanifest": "application/manifest+json; charset=utf-8",
}

# No part of a name begins with a dot, so no name leads out of the folder.
_NAME = re.compile(r"(?:[\w-]+/)*[\w-]+(?:\.[\w-]+)+", re.ASCII)
# The kit's own modules are served for those who load it from here, and what is shown of an installed page or of a link.
_AS_WRITTEN = re.compile(r"kit/|icon[-.]|preview-|croupier\.webmanifest$")
# What packed files call their folder; its address differs when any of them does, so they can be kept for ever.
_FOLDER = b"/static/built/"


class Asset(msgspec.Struct, frozen=True):
    """A file of the page; `digest` differs when its bytes do."""

    body: bytes
    digest: str
    media_type: str
    # Whether a file of this address is never another one.
    is_immutable: bool = False

    @property
    def is_text(self) -> bool:
        """Tell whether compressing it is worth it."""
        return "charset" in self.media_type

    @property
    def text(self) -> str:
        """Return the file as text."""
        return self.body.decode()


def find_asset(name: str) -> Asset | None:
    """Return the file of the page of this name, None if there is none."""
    if _AS_WRITTEN.match(name):
        return _read(STATIC, name)
    folder, _, packed = name.partition("/")
    # Pages have addresses of their own.
    is_packed = folder == find_digest() and not packed.endswith(".html")
    return _read(BUILT, packed, is_immutable=True) if is_packed else None


def find_page(name: str) -> Asset:
    """Return a packed page, or the service worker, in which the packed files have their addresses."""
    asset = _read(BUILT, name)
    assert asset is not None, name
    return make_asset(asset.body.replace(_FOLDER, f"/static/{find_digest()}/".encode()), asset.media_type)


@cache
def find_digest() -> str:
    """Return what tells the packed files from those of any other release."""
    digest = hashlib.sha256()
    for path in sorted(path for path in BUILT.rglob("*") if path.is_file()):
        digest.update(path.relative_to(BUILT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@lru_cache(maxsize=500)
def _read(root: Path, name: str, *, is_immutable: bool = False) -> Asset | None:
    path = root / name
    if not _NAME.fullmatch(name) or path.suffix not in MEDIA_TYPES or not path.is_file():
        return None
    return make_asset(path.read_bytes(), MEDIA_TYPES[path.suffix], is_immutable=is_immutable)


@lru_cache(maxsize=500)
def make_asset(body: bytes, media_type: str, *, is_immutable: bool = False) -> Asset:
    """Return a file, ready to be sent."""
    digest = hashlib.sha256(body).hexdigest()[:16]
    return Asset(body, digest, media_type, is_immutable)
