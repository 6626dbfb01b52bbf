"""Pages for people and tools: the explorer, GraphiQL, with its files, and the schema as text."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from service.graphql.export import export_schema
from service.http.call import Fields
from service.http.files import KEPT, answer_document, answer_file, fields_of, make_route

STATIC = Path(__file__).parent / "static"

_EXPLORER = STATIC / "index.html"
_EXPLORER_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Vary": "Accept, Accept-Encoding",
}


def make_pages() -> list[Route]:
    """Return the routes of the schema and of the explorer's files."""
    return [Route("/schema.graphql", _read_schema), make_route("/graphql/static/{name}", STATIC)]


def is_page(path: str) -> bool:
    """Tell whether a path is one of these, which show no session."""
    return path == "/schema.graphql" or path.startswith("/graphql/static/")


async def answer_explorer(fields: Fields) -> Response:
    """Answer with the explorer's page, which is at the endpoint's own address."""
    return await answer_file(fields, _EXPLORER, _EXPLORER_HEADERS)


async def _read_schema(request: Request) -> Response:
    """Answer with the schema in its own language, which browsers show as text."""
    return await answer_document(fields_of(request), _write_schema, "text/plain", KEPT)


def _write_schema() -> bytes:
    return export_schema().encode()
