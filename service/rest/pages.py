"""Pages for people: the OpenAPI document, Swagger UI that shows it, and a page for each code of a problem."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from service.http.page_policy import POLICY
from service.rest.encoding import choose_media
from service.rest.openapi import export_document
from service.rest.problem_details import MEANINGS
from service.sessions.problems import DOCUMENT_REFUSALS

STATIC = Path(__file__).parent / "static"
# A link to docs/problems in a checkout, and the same files in a wheel.
PROBLEM_PAGES = Path(__file__).parent / "problems"
HTML = "text/html"
MARKDOWN = "text/markdown"

_HEADERS: Mapping[str, str] = {"Content-Security-Policy": POLICY, "Vary": "Accept"}


def make_pages() -> list[BaseRoute]:
    """Return the routes of the pages."""
    return [
        Route("/openapi.json", read_document),
        Route("/docs", read_page),
        Mount("/docs/static", StaticFiles(directory=STATIC)),
        Route("/problems/{code}", read_problem),
    ]


def is_page(path: str) -> bool:
    """Tell whether a path is one of the pages, which show no session."""
    return path in ("/openapi.json", "/docs") or path.startswith(("/docs/static/", "/problems/"))


async def read_document(_request: Request) -> Response:
    """Answer with the OpenAPI document."""
    return Response(export_document(), media_type="application/json")


async def read_page(_request: Request) -> Response:
    """Answer with the page that shows the document."""
    return FileResponse(STATIC / "index.html", headers=_HEADERS)


async def read_problem(request: Request) -> Response:
    """Answer with the page about a code, as HTML for a browser, else as Markdown."""
    code = request.path_params["code"]
    if code not in MEANINGS and code not in DOCUMENT_REFUSALS:
        raise HTTPException(404)
    text = (PROBLEM_PAGES / f"{code}.md").read_text(encoding="utf-8")
    if choose_media(request.headers.get("accept", ""), (MARKDOWN, HTML)) != HTML:
        return Response(text, headers=_HEADERS, media_type=MARKDOWN)
    template = (STATIC / "problem.html").read_text(encoding="utf-8")
    page = template.replace("{code}", code).replace("{text}", escape(text))
    return Response(page, headers=_HEADERS, media_type=HTML)
