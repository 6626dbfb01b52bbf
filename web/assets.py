"""The files of the page: found by name, and read once."""

import hashlib
import re
from collections.abc import Mapping
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
# What pages and the service worker call a packed file; the service puts its address in its place.
_PACKED = re.compile(rb"/play/static/built/([\w-]+/[\w.-]+)")
# The address of a packed module, of this release or of another one.
_ADDRESS = re.compile(r"[\w-]+\.[0-9a-f]{8}\.js", re.ASCII)
_INLINE = re.compile(rb'<script(?: type="importmap")?>(.*?)</script>')
# What a page gets instead of a module of another release.
_GONE = "gone.js"


class Asset(msgspec.Struct, frozen=True):
    """A file of the page; `digest` differs when its bytes do."""

    body: bytes
    digest: str
    media_type: str
    # Whether a file of this address is never another one.
    is_immutable: bool = False
    # The scripts and the import map that a page holds.
    inline: tuple[bytes, ...] = ()

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
    if name in _packed_files():
        return _packed_files()[name]
    return _read(STATIC, _GONE) if _ADDRESS.fullmatch(name) else None


def find_page(name: str) -> Asset:
    """Return a packed page, or the service worker, in which the packed files have their addresses."""
    asset = _read(BUILT, name)
    assert asset is not None, name
    body = _PACKED.sub(lambda found: find_address(found[1].decode()).encode(), asset.body)
    return make_asset(body, asset.media_type, inline=tuple(_INLINE.findall(body)))


def find_address(name: str) -> str:
    """Return the address of a packed file, such as `play/main.js`, which differs when its content does."""
    return ADDRESS + _name_of(BUILT / name)


@cache
def _packed_files() -> Mapping[str, Asset]:
    """Return the packed files by the last part of their addresses."""
    paths = [path for path in BUILT.glob("*/*") if path.suffix in (".js", ".css")]
    files = {_name_of(path): path.relative_to(BUILT).as_posix() for path in paths}
    assets = {address: _read(BUILT, name, is_immutable=True) for address, name in files.items()}
    return {address: asset for address, asset in assets.items() if asset is not None}


@cache
def _name_of(path: Path) -> str:
    return f"{path.stem}.{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}{path.suffix}"


@lru_cache(maxsize=500)
def _read(root: Path, name: str, *, is_immutable: bool = False) -> Asset | None:
    path = root / name
    if not _NAME.fullmatch(name) or path.suffix not in MEDIA_TYPES or not path.is_file():
        return None
    return make_asset(path.read_bytes(), MEDIA_TYPES[path.suffix], is_immutable=is_immutable)


@lru_cache(maxsize=500)
def make_asset(body: bytes, media_type: str, *, is_immutable: bool = False, inline: tuple[bytes, ...] = ()) -> Asset:
    """Return a file, ready to be sent; `inline` are the scripts that it may hold."""
    digest = hashlib.sha256(body).hexdigest()[:16]
    return Asset(body, digest, media_type, is_immutable, inline)
