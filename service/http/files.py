"""Files and documents of the APIs: compressed once, with a tag, so that clients ask only for newer ones."""

import asyncio
import hashlib
import mimetypes
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from service.http.call import Fields, call_of
from service.http.compression import choose_coding, pack

# The header of what clients may keep for a while: it changes with the release alone.
KEPT: Mapping[str, str] = {"Cache-Control": "public, max-age=300"}
_NO_HEADERS: Mapping[str, str] = {}


def make_route(path: str, folder: Path) -> Route:
    """Return the route of the files of a folder; `path` has the parameter `name`."""
    files = {file.name: file for file in folder.iterdir() if file.is_file()}

    async def read(request: Request) -> Response:
        file = files.get(request.path_params["name"])
        if file is None:
            raise HTTPException(404)
        return await answer_file(fields_of(request), file)

    return Route(path, read)


def fields_of(request: Request) -> Fields:
    """Return the header fields of a request."""
    return call_of(request.scope).fields


async def answer_file(fields: Fields, file: Path, headers: Mapping[str, str] = _NO_HEADERS) -> Response:
    """Answer with a file of the release."""
    media_type, _ = mimetypes.guess_type(file.name)
    return await answer_document(fields, file.read_bytes, media_type or "application/octet-stream", headers)


async def answer_document(
    fields: Fields, read: Callable[[], bytes], media_type: str, headers: Mapping[str, str] = _NO_HEADERS
) -> Response:
    """Answer with what `read` returns, which changes with the release alone, or with 304 if the client has it.

    The answer is kept for each `read`: hand in the same function, or a method of the same object, every time.
    It is compressed once, in another thread: that takes 0.4 s for the largest file, without the interpreter.
    """
    coding = choose_coding(fields.get(b"accept-encoding", b"").decode("latin-1"))
    tag, body = await asyncio.to_thread(_pack, read, coding)
    own = {"Vary": "Accept-Encoding", **headers, "ETag": tag}
    if coding:
        own["Content-Encoding"] = coding
    known = fields.get(b"if-none-match", b"").decode("latin-1")
    if tag in known or known.strip() == "*":
        return Response(None, 304, own)
    return Response(body, 200, own, media_type)


@lru_cache(maxsize=200)
def _pack(read: Callable[[], bytes], coding: str) -> tuple[str, bytes]:
    """Return the tag of a body in a coding, and that body."""
    body = pack(read(), coding, quality=9)
    return f'"{hashlib.sha256(body).hexdigest()[:16]}"', body
