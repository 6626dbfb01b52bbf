"""The pages for people: the API's own, and one for each code of a problem."""

import re

import pytest

from service.http.page_policy import POLICY
from service.rest.pages import STATIC
from service.rest.problem_details import MEANINGS
from tools.services import Service

VENDORED = ("swagger-ui-bundle.min.js", "swagger-ui.min.css")


def test_the_document_is_served_as_it_is_committed(one_service: Service) -> None:
    answer = one_service.http.get(f"{one_service.root}/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["info"]["title"] == "Croupier"


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
