"""The routes of the page: the lobby and the tables at `/play`, and all files that it loads.

A page and its files show no session, so they need no app key: whoever sits at the page gives one to it.
"""

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from service.http.compression import choose_coding, pack, pack_once
from service.http.page_policy import PAGE_HEADERS, allow_scripts
from web.assets import ADDRESS, Asset, find_asset, find_page
from web.previews import find_play_page

ICON = "icon.ico"
WORKER = "worker.js"
KEPT_FOR_EVER = "public, max-age=31536000, immutable"
# The page to play at, and the others.
PLAY = ("/", "/play")
PAGES = {"/play/inspect": "inspect/index.html", "/play/embed": "embed/index.html"}

_METHODS = ("GET", "HEAD")


def make_pages(find_network_host: Callable[[], str | None]) -> list[BaseRoute]:
    """Return the routes of the pages and their files.

    `find_network_host` returns the host by which others on the network reach the service, None if there is none.
    """

    async def read_play(request: Request) -> Response:
        """Answer with the page to play at; parts of it are a caller's choice, so it is not kept packed."""
        response = answer(request, find_play_page(request, find_network_host), pack)
        response.headers["Vary"] += ", Accept-Language"
        return response

    return [
        *[Route(path, read_play, methods=_METHODS) for path in PLAY],
        *[Route(path, read_page, methods=_METHODS) for path in PAGES],
        Route(f"{ADDRESS}{{name:path}}", read_file, methods=_METHODS),
        Route("/favicon.ico", read_file, methods=_METHODS),
    ]


def is_page(path: str) -> bool:
    """Tell whether a path is one of the pages or their files, which show no session."""
    return path in ("/", "/play", "/favicon.ico") or path.startswith("/play/")


async def read_page(request: Request) -> Response:
    """Answer with another page."""
    return answer(request, find_page(PAGES[request.scope["path"]]))


async def read_file(request: Request) -> Response:
    """Answer with a file of the pages; without a name, with the icon that browsers ask for unasked."""
    name = request.path_params.get("name", ICON)
    if name == WORKER:
        response = answer(request, find_page(WORKER))
        # It keeps files for the pages, too, which lie above its own folder.
        response.headers["Service-Worker-Allowed"] = "/play"
        return response
    asset = find_asset(name)
    if asset is None:
        raise HTTPException(404)
    return answer(request, asset)


def answer(request: Request, asset: Asset, pack: Callable[[bytes, str], bytes] = pack_once) -> Response:
    """Answer with a file, compressed if the browser takes that, or say that it has the newest one."""
    coding = choose_coding(request.headers.get("accept-encoding", "")) if asset.is_text else ""
    tag = f'"{asset.digest}{coding and "-"}{coding}"'
    keeping = KEPT_FOR_EVER if asset.is_immutable else "no-cache"
    headers = {**PAGE_HEADERS, "ETag": tag, "Cache-Control": keeping, "Vary": "Accept-Encoding"}
    if asset.inline:
        headers["Content-Security-Policy"] = allow_scripts(asset.inline)
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if coding:
        headers["Content-Encoding"] = coding
    return Response(pack(asset.body, coding), headers=headers, media_type=asset.media_type)
