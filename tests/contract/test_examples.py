"""The example answers in openapi.json equal the service's answers."""

import jsonschema_rs
import pytest

from service.rest.examples import read_examples
from service.rest.openapi import make_document
from tests.contract.examples import is_same, record
from tests.support.graphql_client import Json
from tests.support.openapi import write_out
from tests.support.services import service_with
from tools.services import Service

DOCUMENT: Json = write_out(make_document())
OPERATIONS = {operation["operationId"]: operation for item in DOCUMENT["paths"].values() for operation in item.values()}


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_has_an_example_that_fits_its_schema(name: str) -> None:
    answers = [answer for status, answer in OPERATIONS[name]["responses"].items() if status in ("200", "201")]
    contents = [media for answer in answers for media in answer["content"].values()]
    examples = [media for media in contents if "example" in media]
    assert len(examples) == 1
    for media in examples:
        schema = {**media["schema"], "components": DOCUMENT["components"]}
        jsonschema_rs.Draft202012Validator(schema).validate(media["example"])


# One of the examples is a notice to this machine.
recording = service_with(webhooks="private")


def test_the_examples_are_what_the_service_answers(recording: Service) -> None:
    recorded = record(recording)
    assert recorded.keys() == read_examples().keys()
    differing = [name for name, example in recorded.items() if not is_same(name, example, read_examples()[name])]
    assert differing == [], "run `make examples openapi kits` and review the difference"
