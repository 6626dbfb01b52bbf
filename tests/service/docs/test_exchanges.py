"""A request on a page is compared with the response that really comes: what differs is found."""

import pytest

from tests.service.docs.exchanges import run_request
from tests.service.docs.pages import Known
from tools.services import Service

GAME = "GET /v1/games/zar HTTP/1.1\n\n"
RIGHT = '{"id": "zar", "options": [{"name": "firstSeat"}, "…"]}'
WRONG = {
    "another status": f"HTTP/1.1 201 Created\n\n{RIGHT}",
    "another reason": f"HTTP/1.1 200 Fine\n\n{RIGHT}",
    "another header": f'HTTP/1.1 200 OK\nETag: "none"\n\n{RIGHT}',
    "a header that is not sent": f"HTTP/1.1 200 OK\nLocation: …\n\n{RIGHT}",
    "another value": 'HTTP/1.1 200 OK\n\n{"id": "zeven"}',
    "a field that is not there": 'HTTP/1.1 200 OK\n\n{"hand": "…"}',
    "a list that is longer": 'HTTP/1.1 200 OK\n\n{"options": [{"name": "firstSeat"}]}',
    "no body": "HTTP/1.1 200 OK",
    "no response": "",
}
STREAM = "GET /v1/sessions/$SESSION/frames HTTP/1.1\nAccept: application/x-ndjson\n\n"
LINES = "HTTP/1.1 200 OK\nContent-Type: application/x-ndjson\n\n"


def test_a_response_as_it_is_shown_is_accepted_and_gives_placeholders_their_values(one_service: Service) -> None:
    known: Known = {}
    run_request(f"{GAME}HTTP/1.1 200 OK\nETag: $ETAG\n\n{RIGHT}", one_service, known, "page")
    assert known["ETAG"].startswith('"')
    unchanged = "GET /v1/games/zar HTTP/1.1\nIf-None-Match: $ETAG\n\nHTTP/1.1 304 Not Modified\n"
    run_request(unchanged, one_service, known, "page")


@pytest.mark.parametrize("shown", WRONG.values(), ids=WRONG)
def test_a_response_that_is_shown_otherwise_is_found(shown: str, one_service: Service) -> None:
    with pytest.raises(AssertionError):
        run_request(GAME + shown, one_service, {}, "page")


def test_a_line_that_a_stream_does_not_have_is_found(one_service: Service) -> None:
    known: Known = {}
    opening = 'POST /v1/sessions HTTP/1.1\n\n{"game": "zar", "seats": 2}\n\n'
    created = 'HTTP/1.1 201 Created\n\n{"session": {"id": "$SESSION"}, "hostToken": "$HOST"}'
    run_request(opening + created, one_service, known, "page")
    abandoning = "POST /v1/sessions/$SESSION/abandon HTTP/1.1\nAuthorization: Bearer $HOST\n\n"
    run_request(f'{abandoning}HTTP/1.1 200 OK\n\n{{"version": 2}}', one_service, known, "page")
    run_request(f'{STREAM}{LINES}{{"version":2,…', one_service, known, "page")
    with pytest.raises(AssertionError, match="ends without"):
        run_request(f'{STREAM}{LINES}{{"version":3,…', one_service, known, "page")
