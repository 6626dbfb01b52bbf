"""The answer to a change: the tag for the next change, and as much of the session as the client prefers (RFC 7240)."""

from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from service.http.call import read_fields
from service.rest.preferences import CHANGE_JSON, CHANGES_JSON, CODES_JSON, read_return
from tests.support.rest_client import JSON, Rest, Table, check_problem
from tools.services import Service

MINIMAL = "return=minimal"
SETUP: dict[str, Any] = {"seed": "0" * 64, "options": [{"name": "firstSeat", "value": "0"}]}


@pytest.fixture
def table(one_service: Service) -> Table:
    """A table of Bazaar at which seat 0 begins, and a move may be taken back."""
    return Table(one_service, "bazaar", takeBacks=True, **SETUP).fill()


def move(table: Table, seat: int = 0, **headers: str) -> httpx2.Response:
    """Make the first legal move of a seat."""
    wish = {"move": table.legal(seat)[0]}
    return table.seats[seat].post(f"{table.path}/moves", wish, **{"If_Match": "*", **headers})


# ---- the tag of the next act


def test_the_answer_to_a_move_has_the_tag_of_the_next_one(table: Table) -> None:
    first = move(table, 0, If_Match=table.seats[0].get(table.path).headers["etag"])
    assert first.headers["cache-control"] == "no-store"
    read = table.seats[0].get(table.path, If_None_Match=first.headers["etag"])
    assert read.status_code == 304, "reading the session has another tag"
    asked = table.seats[0].post(f"{table.path}/take-back", If_Match=first.headers["etag"])
    assert asked.json()["version"] == first.json()["version"] + 1
    assert table.seats[0].get(table.path).headers["etag"] == asked.headers["etag"]


def test_the_tag_is_that_of_the_viewer_who_made_the_change(table: Table) -> None:
    moved = move(table)
    tags = {viewer.get(table.path).headers["etag"] for viewer in (table.spectator, table.host, table.seats[1])}
    assert moved.headers["etag"] not in tags


def test_every_change_of_a_session_has_its_tag(one_service: Service) -> None:
    made = Rest(one_service).post("/v1/sessions", {"game": "zeven", "seats": 2})
    path = made.headers["location"]
    host = Rest(one_service, made.json()["hostToken"])
    assert made.headers["etag"] == Rest(one_service).get(path).headers["etag"]
    joined = Rest(one_service).post(f"{path}/seats", {})
    player = Rest(one_service, joined.json()["seatToken"])
    assert joined.headers["etag"] == player.get(path).headers["etag"]
    added = host.post(f"{path}/bots", {"seat": 1, "level": 1})
    assert added.headers["etag"] == host.get(path).headers["etag"]
    resigned = player.post(f"{path}/resign", If_Match="*")
    assert resigned.headers["etag"] == player.get(path).headers["etag"]
    again = player.post(f"{path}/rematch")
    assert again.headers["etag"] == player.get(again.headers["location"]).headers["etag"]


def test_a_stale_act_is_told_the_tag_that_holds(table: Table) -> None:
    stale = move(table, 0, If_Match='"1"')
    check_problem(stale, 412, "STALE_VERSION")
    assert stale.headers["cache-control"] == "no-store"
    assert move(table, 0, If_Match=stale.headers["etag"]).status_code == 200


# ---- the minimum


def test_a_client_that_prefers_the_minimum_gets_the_effects_of_its_move(table: Table) -> None:
    moved = move(table, 0, Prefer=MINIMAL)
    assert moved.status_code == 200
    assert moved.headers["content-type"] == CHANGE_JSON
    assert moved.headers["preference-applied"] == MINIMAL
    assert "Prefer" in moved.headers["vary"]
    read = table.read(0)
    events = table.seats[0].get(f"{table.path}/events").json()["nodes"]
    assert moved.json() == {
        "version": read["version"],
        "head": read["head"],
        "replayed": False,
        "events": [event for event in events if event["version"] == read["version"]],
    }
    assert moved.headers["etag"] == table.seats[0].get(table.path).headers["etag"]


def _ask_take_back(table: Table) -> httpx2.Response:
    wish = {"move": next(notation for notation in table.legal(0) if notation.startswith("play"))}
    table.seats[0].done(f"{table.path}/moves", wish)
    return table.seats[0].post(f"{table.path}/take-back", If_Match="*", Prefer=MINIMAL)


CHANGES: dict[str, Callable[[Table], httpx2.Response]] = {
    "resign": lambda table: table.seats[0].post(f"{table.path}/resign", If_Match="*", Prefer=MINIMAL),
    "take back": _ask_take_back,
    "leave": lambda table: table.seats[0].post(f"{table.path}/leave", Prefer=MINIMAL),
    "abandon": lambda table: table.host.post(f"{table.path}/abandon", Prefer=MINIMAL),
}


@pytest.mark.parametrize("change", CHANGES)
def test_another_change_returns_the_minimum_too(table: Table, change: str) -> None:
    made = CHANGES[change](table)
    assert (made.status_code, made.headers["preference-applied"]) == (200, MINIMAL)
    assert made.json().keys() == {"version", "head", "replayed", "events"}
    assert made.json()["version"] == table.read()["version"]


def test_a_retry_gets_the_minimum_of_the_first_try_with_the_tag_of_that_version(table: Table) -> None:
    wish = {"move": table.legal(0)[0]}
    sent = {"If_Match": "*", "Idempotency_Key": "once", "Prefer": MINIMAL}
    first = table.seats[0].post(f"{table.path}/moves", wish, **sent)
    move(table, 1)
    again = table.seats[0].post(f"{table.path}/moves", wish, **sent)
    assert again.json() == first.json() | {"replayed": True}
    assert again.headers["etag"] == first.headers["etag"]
    # All of the session comes with the tag of all of the session.
    whole = table.seats[0].post(f"{table.path}/moves", wish, If_Match="*", Idempotency_Key="once")
    assert whole.json()["session"] == table.read(0)
    assert whole.headers["etag"] == table.seats[0].get(table.path).headers["etag"]


def test_a_refusal_is_the_same_with_a_preference(table: Table) -> None:
    refused = table.seats[1].post(f"{table.path}/moves", {"move": "pass"}, If_Match="*", Prefer=MINIMAL)
    problem = check_problem(refused, 422, "BAD_NOTATION")
    assert "legalMoves" in problem
    assert "preference-applied" not in refused.headers


@pytest.mark.parametrize(
    ("headers", "media", "applied"),
    [
        ({}, JSON, None),
        ({"Prefer": "wait=10, handling=strict"}, JSON, None),
        ({"Prefer": "return=everything"}, JSON, None),
        ({"Prefer": "return=representation"}, JSON, "return=representation"),
        ({"Prefer": MINIMAL, "Accept": JSON}, JSON, None),
        ({"Prefer": MINIMAL, "Accept": f"{JSON}, text/plain, */*"}, CHANGE_JSON, MINIMAL),
        ({"Prefer": MINIMAL, "Accept": f"{CHANGE_JSON}, {JSON}"}, CHANGE_JSON, MINIMAL),
        ({"Accept": f"{CHANGE_JSON}, {JSON}"}, JSON, None),
        ({"Accept": CHANGE_JSON}, CHANGE_JSON, None),
        ({"Prefer": "return=changes"}, CHANGES_JSON, "return=changes"),
        ({"Prefer": "return=changes;codes"}, CODES_JSON, "return=changes"),
        ({"Prefer": 'return="changes" ; events ; Codes'}, CODES_JSON, "return=changes"),
        ({"Prefer": "return=changes;codes", "Accept": JSON}, JSON, None),
        ({"Prefer": "return=changes;codes", "Accept": f"{CHANGES_JSON}, {JSON}"}, CHANGES_JSON, "return=changes"),
        ({"Prefer": "return=changes;codes", "Accept": CHANGES_JSON}, CHANGES_JSON, "return=changes"),
        ({"Prefer": "return=minimal;codes"}, CHANGE_JSON, MINIMAL),
        ({"Accept": CODES_JSON}, CODES_JSON, None),
    ],
)
def test_accept_takes_precedence_over_prefer(
    table: Table, headers: dict[str, str], media: str, applied: str | None
) -> None:
    moved = move(table, 0, **headers)
    assert (moved.headers["content-type"], moved.headers.get("preference-applied")) == (media, applied)
    assert ("session" in moved.json()) == (media == JSON)


def test_a_client_that_does_not_accept_codes_gets_the_changes_with_the_events_that_it_prefers(table: Table) -> None:
    accepted = f"{CHANGES_JSON}, {JSON}"
    moved = move(table, 0, Prefer="return=changes;codes;events", Accept=accepted)
    assert moved.headers["content-type"] == CHANGES_JSON
    assert moved.json()["events"]


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ([], None),
        ([""], None),
        (["return=minimal"], "minimal"),
        (['Return = "Minimal" ; strict'], "minimal"),
        (["respond-async, wait=5", "return=minimal"], "minimal"),
        (["return=representation, return=minimal"], "representation"),
        (["return=other, return=minimal"], None),
        (['note="return=minimal, x"'], None),
        (["return"], None),
        ([";;,=,"], None),
        (["return=changes"], "changes"),
        (["return=changes ; Events"], "changes"),
        (["return=changes;codes"], "changes"),
        # Read in a moment, however long it is.
        (["a=" + " " * 60_000 + '"x'], None),
        ([" " * 60_000 + '"', "return=minimal"], None),
        (["return" + " " * 60_000 + "="], None),
    ],
)
def test_the_first_preference_for_a_return_counts(lines: list[str], wanted: str | None) -> None:
    fields = read_fields([(b"prefer", line.encode()) for line in lines])
    found = read_return(fields)
    assert (None if found is None else found.wanted) == wanted


@pytest.mark.parametrize(
    ("text", "media"),
    [
        ("return=changes;codes", CODES_JSON),
        ('return=changes; Codes = ""; other=1', CODES_JSON),
        ("return=changes;codes=", CODES_JSON),
        ("return=changes;codes=1", CHANGES_JSON),
        ('return=changes;note="a;codes;b"', CHANGES_JSON),
        ('return=changes;note="a;b";codes', CODES_JSON),
        ("return=changes;" + " " * 60_000 + '"', CHANGES_JSON),
    ],
)
def test_a_parameter_counts_outside_quotes_and_without_a_value(text: str, media: str) -> None:
    found = read_return(read_fields([(b"prefer", text.encode())]))
    assert found is not None
    assert found.offers[0] == media


def test_a_page_of_another_origin_may_prefer_and_read_the_answer(one_service: Service) -> None:
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    url = f"{one_service.root}/v1/sessions/none/moves"
    allowed = one_service.http.options(url, headers=asked | {"Access-Control-Request-Headers": "prefer"})
    assert "prefer" in allowed.headers["access-control-allow-headers"].lower()
    answered = one_service.http.get(f"{one_service.root}/v1/games", headers={"Origin": "https://example.org"})
    assert "Preference-Applied" in answered.headers["access-control-expose-headers"]
