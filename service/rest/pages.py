"""Pages for people: the OpenAPI document, Swagger UI that shows it, and a page for each code of a problem."""

from collections.abc import Mapping
from html import escape
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from service.http.compression import choose_coding, pack
from service.http.files import KEPT, answer_document, answer_file, fields_of, make_route
from service.http.media_types import JSON
from service.http.page_policy import POLICY
from service.rest.encoding import choose_media
from service.rest.openapi import make_document
from service.rest.problem_details import MEANINGS
from service.sessions.problems import DOCUMENT_REFUSALS

STATIC = Path(__file__).parent / "static"
# A link to docs/problems in a checkout, and the same files in a wheel.
PROBLEM_PAGES = Path(__file__).parent / "problems"
HTML = "text/html"
MARKDOWN = "text/markdown"

_REFERENCE = STATIC / "index.html"
_REFERENCE_HEADERS: Mapping[str, str] = {"Content-Security-Policy": POLICY}
_PROBLEM_HEADERS: Mapping[str, str] = {"Content-Security-Policy": POLICY, "Vary": "Accept, Accept-Encoding"}


def make_pages() -> list[Route]:
    """Return the routes of the pages."""
    return [
        Route("/openapi.json", read_document),
        Route("/docs", read_page),
        make_route("/docs/static/{name}", STATIC),
        Route("/problems/{code}", read_problem),
    ]


def is_page(path: str) -> bool:
    """Tell whether a path is one of the pages, which show no session."""
    return path in ("/openapi.json", "/docs") or path.startswith(("/docs/static/", "/problems/"))


async def read_document(request: Request) -> Response:
    """Answer with the OpenAPI document; the committed one has line breaks, for reviews."""
    return await answer_document(fields_of(request), _write_document, JSON, KEPT)


def _write_document() -> bytes:
    return msgspec.json.encode(make_document())


async def read_page(request: Request) -> Response:
    """Answer with the page that shows the document."""
    return await answer_file(fields_of(request), _REFERENCE, _REFERENCE_HEADERS)


async def read_problem(request: Request) -> Response:
    """Answer with the page about a code, as HTML for a browser, else as Markdown."""
    code = request.path_params["code"]
    if code not in MEANINGS and code not in DOCUMENT_REFUSALS:
        raise HTTPException(404)
    text = (PROBLEM_PAGES / f"{code}.md").read_text(encoding="utf-8")
    if choose_media(request.headers.get("accept", ""), (MARKDOWN, HTML)) != HTML:
        return _answer_text(request, text, MARKDOWN)
    template = (STATIC / "problem.html").read_text(encoding="utf-8")
    page = template.replace("{code}", code).replace("{text}", escape(text))
    return _answer_text(request, page, HTML)


def _answer_text(request: Request, text: str, media_type: str) -> Response:
    coding = choose_coding(request.headers.get("accept-encoding", ""))
    headers = {**_PROBLEM_HEADERS, "Content-Encoding": coding} if coding else _PROBLEM_HEADERS
    return Response(pack(text.encode(), coding), headers=headers, media_type=media_type)
