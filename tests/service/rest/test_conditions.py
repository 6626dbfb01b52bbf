"""Entity tags, conditions and idempotency keys over REST."""

import re
from random import Random

import pytest

from service.http.compression import choose_coding, pack_once
from service.rest.encoding import choose_media
from service.rest.preconditions import is_known, read_expected, read_key
from service.sessions.problems import Problem
from tests.support.graphql_sessions import opened
from tests.support.rest_client import Rest, Table, check_problem
from tests.support.shared_deals import SharedDeal
from tools.services import Service

READINGS = ["", "/hand", "/legal-moves"]
HEAD = "Ab-_" * 4


def tag_of(caller: Rest, path: str) -> str:
    return caller.get(path).headers["etag"]


@pytest.mark.parametrize("reading", READINGS)
def test_an_unchanged_resource_is_not_sent_again(service: Service, reading: str) -> None:
    table = Table(service).fill()
    path = table.path + reading
    tag = tag_of(table.seats[0], path)
    assert re.fullmatch(r'"[1-9]\d*-[\w-]{16}\.[0-9a-f]{16}"', tag)
    for known in (tag, f'"other", W/{tag}', "*"):
        answer = table.seats[0].get(path, If_None_Match=known)
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == tag
        assert "authorization" in answer.headers["vary"].lower()
    assert table.seats[0].get(path, If_None_Match='"other"').status_code == 200
    seat = table.turn()
    table.seats[seat].done(f"{table.path}/moves", {"move": table.legal(seat)[0]})
    assert table.seats[0].get(path, If_None_Match=tag).status_code == 200


def test_conditions_on_several_lines_are_one_list(one_service: Service) -> None:
    table = Table(one_service).fill()
    version = table.seats[0].get(table.path).json()["version"]
    for lines, status in (([f'"{version - 1}"', f'"{version}"'], 200), (['"1"', '"2"'], 412)):
        seat = table.turn()
        headers = [("Authorization", f"Bearer {table.seats[seat].token}"), *(("If-Match", line) for line in lines)]
        url = f"{one_service.root}{table.path}/moves"
        moved = one_service.http.post(url, json={"move": table.legal(seat)[0]}, headers=headers)
        assert moved.status_code == status


def test_a_tag_is_that_of_one_viewer_one_session_and_one_representation(one_service: Service) -> None:
    table = Table(one_service).fill()
    twin = Table(one_service).fill()
    tags = [tag_of(viewer, table.path) for viewer in (table.spectator, table.host, *table.seats)]
    tags += [tag_of(table.seats[0], table.path + reading) for reading in READINGS[1:]]
    tags.append(tag_of(twin.spectator, twin.path))
    tags.append(tag_of(Rest(one_service, "nobody"), table.path))
    assert len(set(tags)) == len(tags)
    assert tag_of(Rest(one_service, "no-one"), table.path) == tags[-1]


def test_a_tagged_answer_may_be_kept_and_asked_about(one_service: Service) -> None:
    table = Table(one_service)
    assert table.spectator.get(table.path).headers["cache-control"] == "private, no-cache"
    assert table.spectator.get("/v1/sessions").headers["cache-control"] == "no-store"


def test_a_move_counts_from_the_version_that_was_seen(service: Service) -> None:
    table = Table(service).fill()
    seat = table.turn()
    tag = tag_of(table.seats[seat], table.path)
    moved = table.seats[seat].post(f"{table.path}/moves", {"move": table.legal(seat)[0]}, If_Match=tag)
    assert moved.status_code == 200
    late = table.seats[seat].post(f"{table.path}/moves", {"move": "pass"}, If_Match=tag)
    problem = check_problem(late, 412, "STALE_VERSION")
    assert problem["currentVersion"] == moved.json()["version"]
    assert problem["session"] == table.read(seat)
    assert problem["path"] == ["If-Match"]


def test_a_version_in_quotes_is_a_tag_for_followers_of_a_stream(one_service: Service) -> None:
    table = Table(one_service).fill()
    version = table.read()["version"]
    stale = table.seats[0].post(f"{table.path}/resign", If_Match=f'"{version - 1}"')
    problem = check_problem(stale, 412, "STALE_VERSION")
    assert problem["detail"] == f"The session is at version {version}, not {version - 1}."
    assert table.seats[0].post(f"{table.path}/resign", If_Match=f'"{version}"').status_code == 200


@pytest.mark.parametrize("condition", ['W/"{version}"', '"0"', '"none-of-ours"', 'W/"{version}", "0"'])
def test_a_condition_that_does_not_hold_is_told_so_truly(one_service: Service, condition: str) -> None:
    table = Table(one_service).fill()
    version = table.read()["version"]
    answer = table.seats[0].post(f"{table.path}/resign", If_Match=condition.format(version=version))
    problem = check_problem(answer, 412, "STALE_VERSION")
    assert problem["detail"] == f"The session is at version {version}; send If-Match as the ETag came, without W/."
    assert problem["currentVersion"] == version


def test_no_change_at_the_table_is_made_without_a_condition(one_service: Service) -> None:
    table = Table(one_service).fill()
    before = table.read()
    for act, body in (
        ("moves", {"move": "pass"}),
        ("resign", None),
        ("claim", None),
        ("undo", None),
        ("take-back", None),
        ("take-back/answer", {"agree": True}),
    ):
        check_problem(table.seats[0].post(f"{table.path}/{act}", body), 428, "PRECONDITION_REQUIRED")
    assert table.read() == before


def test_a_repeated_move_is_made_once_and_says_so(service: Service) -> None:
    table = Table(service).fill()
    seat = table.turn()
    tag = tag_of(table.seats[seat], table.path)
    move = {"move": table.legal(seat)[0]}
    sent = [
        table.seats[seat].post(f"{table.path}/moves", move, If_Match=tag, Idempotency_Key=key)
        for key in ("k 1", '"k 1"', "k 1")
    ]
    assert [answer.json()["replayed"] for answer in sent] == [False, True, True]
    assert len({answer.json()["version"] for answer in sent}) == 1
    reused = table.seats[seat].post(f"{table.path}/moves", {"move": "pass"}, If_Match="*", Idempotency_Key="k 1")
    assert check_problem(reused, 422, "KEY_REUSED")["path"] == ["Idempotency-Key"]


@pytest.mark.parametrize("key", ['"', '"a', '"a"b"', '"\\x"', "k" * 129])
def test_a_malformed_key_is_refused(one_service: Service, key: str) -> None:
    table = Table(one_service).fill()
    answer = table.seats[0].post(f"{table.path}/resign", If_Match="*", Idempotency_Key=key)
    assert check_problem(answer, 422, "INVALID_INPUT")["path"] == ["Idempotency-Key"]


@pytest.mark.parametrize("headers", [{}, {"If_Match": "7"}])
@pytest.mark.parametrize("body", [{}, {"seat": "1"}, {"seat": 1, "other": 2}])
def test_bodies_come_before_conditions(one_service: Service, headers: dict[str, str], body: dict[str, object]) -> None:
    table = Table(one_service).fill()
    answer = table.seats[0].post(f"{table.path}/give-up", body, **headers)
    path = check_problem(answer, 422, "INVALID_INPUT")["path"]
    assert path == ["other" if "other" in body else "seat"]


@pytest.mark.parametrize("condition", ["7", "'7'", '"7', '"7""8"', "**", ""])
def test_a_malformed_condition_is_refused(one_service: Service, condition: str) -> None:
    table = Table(one_service).fill()
    answer = table.seats[0].post(f"{table.path}/resign", If_Match=condition)
    assert check_problem(answer, 422, "INVALID_INPUT")["path"] == ["If-Match"]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("*", None),
        (" * ", None),
        ('"7"', 7),
        ('"7.0123456789abcdef"', 7),
        (f'"7-{HEAD}"', 7),
        (f'"7-{HEAD}.0123456789abcdef"', 7),
        ('"7", "12.0123456789abcdef","9"', 12),
        ('"7.3"', 0),
        ('"7-short"', 0),
        ('W/"7"', 0),
        ('W/"9", "7"', 7),
        ('"0"', 0),
        ('"07"', 0),
        ('"7.x"', 0),
        ('""', 0),
        ('"something else"'.replace(" ", "-"), 0),
    ],
)
def test_of_several_tags_the_newest_strong_one_counts(condition: str, expected: int | None) -> None:
    position = read_expected(condition)
    assert (None if position is None else position.version) == expected
    assert position is None or position.history_hash == (HEAD if HEAD in condition else "")


def test_a_quoted_key_is_the_same_as_its_characters() -> None:
    assert read_key("k 1") == "k 1"
    assert read_key('"k 1"') == "k 1"
    assert read_key(r'"a \"b\" \\"') == r'a "b" \\'[:-1]
    with pytest.raises(Problem, match="quoted key"):
        read_key('"a')


def test_a_known_tag_is_compared_weakly() -> None:
    assert is_known('W/"7.a", "8"', '"7.a"')
    assert not is_known('"7.b"', '"7.a"')
    assert not is_known("7.a", '"7.a"')


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("", "a/x"),
        ("*/*", "a/x"),
        ("b/y", "b/y"),
        ("B/*", "b/y"),
        ("a/x;q=0.1, b/y", "b/y"),
        ("a/x;q=0.5, b/y;q=0.9", "b/y"),
        ("*/*, a/x;q=0", "b/y"),
        ("a/*;q=0.2, b/*;q=0.1", "a/x"),
        ("c/z", None),
        ("a/x;q=0", None),
        ("a/x;q=high", "a/x"),
        ("b/y;q=0.0, a/x;q=0.000", None),
        ("a/x;Q=0, b/y;v=1;q=0.5", "b/y"),
        ('a/x;note=", b/y";q=0.1, b/y;q=0.5', "b/y"),
        ("a/x;q=0.1, c/z, , b/y;q=0.2,", "b/y"),
        (",", "a/x"),
        ('a/x;q=0.5;note="', "a/x"),
    ],
)
def test_the_form_that_the_client_likes_best_is_chosen(accept: str, chosen: str | None) -> None:
    assert choose_media(accept, ("a/x", "b/y")) == chosen


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/zar/vocabulary?language=de", "/v1/games/zar/rules/3.4"])
def test_the_texts_of_a_game_are_compressed_and_sent_only_when_they_are_new(one_service: Service, path: str) -> None:
    packed = one_service.http.get(one_service.root + path, headers={"Accept-Encoding": "gzip"})
    plain = one_service.http.get(one_service.root + path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert packed.headers["etag"] != plain.headers["etag"]
    for answer, coding in ((packed, "gzip"), (plain, "identity")):
        assert answer.headers["cache-control"] == "private, max-age=300"
        assert "Accept-Encoding" in answer.headers.get_list("vary", split_commas=True)
        known = {"Accept-Encoding": coding, "If-None-Match": answer.headers["etag"]}
        again = one_service.http.get(one_service.root + path, headers=known)
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip", "gzip"),
        ("gzip;q=0.0,br;q=0", ""),
        ("gzip;q=0.5", "gzip"),
        ("", ""),
        ("brotli, gzipped", ""),
        ("br;q=0.01", "br"),
        ("not-br, x-gzip", ""),
        ("GZIP", "gzip"),
        ("br;Q=0, gzip;q=0.0;x=1", ""),
    ],
)
def test_a_body_that_is_the_same_for_everybody_is_packed_once(accepted: str, coding: str) -> None:
    assert choose_coding(accepted) == choose_coding(f"{accepted}, x-{coding}1") == coding
    assert pack_once(b"cards " * 100, coding) is pack_once(b"cards " * 100, coding)


def test_a_session_is_packed_when_it_has_no_secret_left(service: Service) -> None:
    deal = SharedDeal(service)
    over = opened(service, "zlam", 2).live()
    closed = deal.table()
    for table, when_over in ((over, "gzip"), (closed, None)):
        seat = Rest(service, table.players[0].token)
        path = f"/v1/sessions/{table.id}"
        assert "content-encoding" not in seat.get(path, Accept_Encoding="gzip").headers
        table.play_to_the_end(Random(1))
        packed, plain = (seat.get(path, Accept_Encoding=coding) for coding in ("gzip", "identity"))
        assert (packed.headers.get("content-encoding"), packed.json()) == (when_over, plain.json())
        assert (packed.headers["etag"] == plain.headers["etag"]) is (when_over is None)
        assert seat.get(path, Accept_Encoding="gzip", If_None_Match=packed.headers["etag"]).status_code == 304
        # A tag still says which version it is of.
        refused = seat.post(f"{path}/moves", {"move": "draw"}, If_Match=packed.headers["etag"])
        assert refused.json()["code"] in ("SESSION_OVER", "TABLE_OVER")
    deal.open(closed)
    opened_deal = Rest(service).get(f"/v1/sessions/{closed.id}", Accept_Encoding="gzip")
    assert opened_deal.headers["content-encoding"] == "gzip"
