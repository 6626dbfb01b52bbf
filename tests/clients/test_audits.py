"""The audits of the reference implementation check GraphQL over HTTP against its specification."""

from tests.clients.node import run_script
from tools.services import Service

AUDITS = 61


def test_every_audit_of_graphql_over_http_passes(one_service: Service) -> None:
    found = run_script("audits.mjs", one_service.url)
    assert [audit for audit in found if audit["status"] != "ok"] == []
    assert len(found) == AUDITS
