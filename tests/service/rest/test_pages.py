"""The pages for people: the API's own, and one for each code of a problem."""

import re

import pytest

from service.rest.pages import POLICY, STATIC
from service.rest.problems import MEANINGS
from tests.service.services import Service


def test_the_document_is_served_as_it_is_committed(one_service: Service) -> None:
    answer = one_service.http.get(f"{one_service.root}/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["info"]["title"] == "Croupier"


def test_the_page_is_served_from_files_of_the_project_under_a_strict_policy(one_service: Service) -> None:
    page = one_service.http.get(f"{one_service.root}/docs")
    assert page.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert "'none'" in POLICY
    wanted = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert {"/docs/static/page.css", "/docs/static/page.js", "/openapi.json"} <= set(wanted)
    for address in wanted:
        assert address.startswith("/")
        assert one_service.http.get(one_service.root + address, follow_redirects=True).status_code != 404


@pytest.mark.parametrize("file", sorted(STATIC.iterdir()), ids=lambda file: file.name)
def test_no_file_of_the_page_names_another_host_or_runs_text(one_service: Service, file: object) -> None:
    text = one_service.http.get(f"{one_service.root}/docs/static/{getattr(file, 'name', '')}").text
    assert not re.findall(r"https?://|//cdn|innerHTML|eval\(|document\.write| style=| on\w+=", text)


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
