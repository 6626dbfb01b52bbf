"""The pages for people: the API's own, and one for each code of a problem."""

import re

import msgspec
import pytest

from service.http.page_policy import POLICY
from service.rest.pages import STATIC
from service.rest.problem_details import MEANINGS
from tools.servers import REPOSITORY
from tools.services import Service

AS_PAGE = {"Accept": "text/html,*/*;q=0.8"}
LARGEST_DOCUMENT = 46_000
VENDORED = ("swagger-ui-bundle.min.js", "swagger-ui.min.css")


def test_the_document_is_served_as_it_is_committed(one_service: Service) -> None:
    answer = one_service.http.get(f"{one_service.root}/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == msgspec.json.decode((REPOSITORY / "openapi.json").read_bytes())
    assert b"\n" not in answer.content


def test_the_page_loads_only_files_of_the_service_under_a_strict_policy(one_service: Service) -> None:
    page = one_service.http.get(f"{one_service.root}/docs")
    assert page.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert POLICY.startswith("default-src 'none'; script-src 'self'; ")
    assert not re.findall(r"<script(?![^>]* src=)|<style| style=| on\w+=", page.text)
    wanted = set(re.findall(r'(?:src|href)="([^"]+)"', page.text)) - {"data:,"}
    assert {f"/docs/static/{name}" for name in ("page.css", "page.js", *VENDORED)} | {"/openapi.json"} <= wanted
    for address in wanted:
        assert address.startswith("/")
        accept = {"Accept": "text/html" if address == "/graphql" else "*/*"}
        assert one_service.http.get(one_service.root + address, headers=accept).status_code == 200


@pytest.mark.parametrize("name", ["index.html", "problem.html", "page.css", "page.js"])
def test_no_file_of_ours_names_another_host_or_runs_text(one_service: Service, name: str) -> None:
    text = one_service.http.get(f"{one_service.root}/docs/static/{name}").text
    assert not re.findall(r"https?://|//cdn|innerHTML|eval\(|document\.write| style=| on\w+=", text)


def test_the_reference_asks_no_other_host_and_keeps_no_token(one_service: Service) -> None:
    script = one_service.http.get(f"{one_service.root}/docs/static/page.js").text
    for setting in ('url: "/openapi.json"', "validatorUrl: null", "queryConfigEnabled: false"):
        assert setting in script
    assert "persistAuthorization: false" in script
    style = one_service.http.get(f"{one_service.root}/docs/static/swagger-ui.min.css").text
    assert "@import" not in style
    assert all(target.startswith("data:") for target in re.findall(r"url\([\"']?([^)]*)", style))


def test_the_vendored_bundle_is_served_with_its_licences(one_service: Service) -> None:
    bundle, style = (one_service.http.get(f"{one_service.root}/docs/static/{name}") for name in VENDORED)
    assert bundle.headers["content-type"].startswith("text/javascript")
    assert "SwaggerUIBundle" in bundle.text
    assert style.headers["content-type"].startswith("text/css")
    assert "sourceMappingURL" not in bundle.text + style.text
    licences = one_service.http.get(f"{one_service.root}/docs/static/LICENSES.txt").text
    (named,) = re.findall(r"`swagger-ui-dist` \| ([0-9.]+) ", (STATIC / "README.md").read_text(encoding="utf-8"))
    assert f"swagger-ui-dist {named}\n" in licences
    assert f"swagger-ui-dist@{named} " in (STATIC / "refresh.sh").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", MEANINGS)
def test_the_type_of_a_problem_leads_to_a_page(one_service: Service, code: str) -> None:
    address = f"{one_service.root}/problems/{code}"
    text = one_service.http.get(address)
    assert text.headers["content-type"] == "text/markdown; charset=utf-8"
    assert code in text.text
    page = one_service.http.get(address, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-security-policy"] == POLICY
    assert f"<title>{code}" in page.text


def test_there_is_no_page_for_a_code_that_is_none(one_service: Service) -> None:
    for code in ("NOTHING", "..%2F..%2FREADME", "busy"):
        assert one_service.http.get(f"{one_service.root}/problems/{code}").status_code == 404


PAGES = (
    "/openapi.json",
    "/schema.graphql",
    "/docs",
    "/docs/static/swagger-ui-bundle.min.js",
    "/docs/static/swagger-ui.min.css",
    "/problems/BUSY",
    "/graphql/static/graphiql.min.js",
    "/graphql",
)
TAGGED = tuple(page for page in PAGES if not page.startswith("/problems"))


@pytest.mark.parametrize("coding", ["br", "gzip"])
@pytest.mark.parametrize("address", PAGES)
def test_pages_and_their_files_are_compressed(one_service: Service, address: str, coding: str) -> None:
    plain = one_service.http.get(one_service.root + address, headers={**AS_PAGE, "Accept-Encoding": "identity"})
    packed = one_service.http.get(one_service.root + address, headers={**AS_PAGE, "Accept-Encoding": coding})
    assert plain.status_code == packed.status_code == 200
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == coding
    assert "Accept-Encoding" in packed.headers["vary"]
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"])


@pytest.mark.parametrize("address", TAGGED)
def test_a_client_that_has_the_newest_page_gets_no_body(one_service: Service, address: str) -> None:
    tags = set()
    for coding in ("identity", "br", "gzip"):
        headers = {**AS_PAGE, "Accept-Encoding": coding}
        tag = one_service.http.get(one_service.root + address, headers=headers).headers["etag"]
        again = one_service.http.get(one_service.root + address, headers={**headers, "If-None-Match": tag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        other = one_service.http.get(one_service.root + address, headers={**headers, "If-None-Match": '"0"'})
        assert other.status_code == 200
        tags.add(tag)
    assert len(tags) == 3, "a coding is a representation of its own"


def test_the_document_takes_few_bytes(one_service: Service) -> None:
    answer = one_service.http.get(f"{one_service.root}/openapi.json", headers={"Accept-Encoding": "br"})
    assert int(answer.headers["content-length"]) < LARGEST_DOCUMENT


def test_the_schema_is_served_as_it_is_committed(one_service: Service) -> None:
    answer = one_service.http.get(f"{one_service.root}/schema.graphql")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == (REPOSITORY / "schema.graphql").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", ["/docs/static/", "/graphql/static/"])
def test_no_name_leads_out_of_a_folder_of_files(one_service: Service, folder: str) -> None:
    for name in ("", "nothing.js", "..%2Fpages.py", "%2e%2e%2fpages.py", "static/page.js"):
        assert one_service.http.get(one_service.root + folder + name).status_code == 404, name
