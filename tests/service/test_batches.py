"""Batches across crashes, full stores and time: a retry completes a batch, and its results outlive its sessions."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import httpx2
import msgspec
import pytest

from service.sessions.problems import Problem
from service.storage.batches import AT_ONCE, find_batch
from service.storage.codec import add_checksum
from service.storage.public_lists import OPEN
from service.storage.sessions import MANY_AT_ONCE, Lifetimes, SessionRepository
from service.use_cases import inputs
from service.use_cases.batches import batch_results, create_sessions
from service.views.lobby_view import LARGEST_RESULTS, MOST_BATCH_SEATS, MOST_SESSIONS, BatchResult, SessionsCreated
from store.port import Commit, Committed, Conflict, Repeated, Store, Stored
from store.problems import DataCorrupted, StoreFull, StoreUnavailable
from tests.support.apis import BOTH, Call, ask_both, over_graphql, over_rest
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, done, join, new_key, pairs
from tests.support.rest_client import Rest, check_problem
from tests.support.stores import gather
from tests.support.timed_sessions import Timed
from tools.redis.server import wait_until
from tools.services import Service
from tools.stores import StoreWrapper
from tools.use_cases import caller

pytestmark = pytest.mark.anyio

LIFETIMES = Lifetimes(600, 600, 600)
SHORT_OPTIONS = tuple(inputs.OptionInput(name=name, value=str(value)) for name, value in ONLY_THREES.items())
BOTS = tuple(inputs.SeatedBotInput(seat=seat, level=1) for seat in range(2))
COUNT = 20


class Failing(StoreWrapper):
    """A store that fails before each commit but the first few, as long as `error` is set."""

    def __init__(self, store: Store, commits: int, error: StoreUnavailable | None) -> None:
        super().__init__(store)
        self.left = commits
        self.error = error

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        self.left -= 1
        if self.left < 0 and self.error is not None:
            raise self.error
        return await super().commit(change)


class Counting(StoreWrapper):
    """A store that counts the commits that are under way."""

    now_running = 0
    most = 0

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        self.now_running += 1
        self.most = max(self.most, self.now_running)
        try:
            return await super().commit(change)
        finally:
            self.now_running -= 1


def batch_of(count: int, key: str | None, **each: object) -> inputs.CreateSessionsInput:
    """Return a batch of short tables, every other one with a tag."""
    given = {"game": "zlam", "seats": 2, "options": SHORT_OPTIONS, **each}
    tags = ["even" if number % 2 == 0 else None for number in range(count)]
    sessions = [inputs.BatchSessionInput(**given, tag=tag) for tag in tags]  # type: ignore[arg-type]
    return inputs.CreateSessionsInput(sessions=sessions, idempotency_key=key)


async def results_of(
    sessions: SessionRepository, made: SessionsCreated, tag: str | None = None
) -> tuple[BatchResult, ...]:
    return (await batch_results(caller(sessions), inputs.BatchResultsInput(batch_id=made.batch_id, tag=tag))).nodes


# ---- all or nothing


@pytest.mark.parametrize("error", [StoreUnavailable("away"), StoreFull("full")], ids=["away", "full"])
@pytest.mark.parametrize("commits", [0, 1, AT_ONCE + 1, COUNT])
async def test_a_retry_completes_an_interrupted_batch(store: Store, commits: int, error: StoreUnavailable) -> None:
    failing = Failing(store, commits, error)
    wanted = batch_of(COUNT, new_key(), public=True)
    sessions = SessionRepository(failing, LIFETIMES)
    with pytest.raises(type(error)):
        await create_sessions(caller(sessions), wanted)
    failing.error = None
    made = await create_sessions(caller(sessions), wanted)
    assert await create_sessions(caller(SessionRepository(store, LIFETIMES)), wanted) == made
    assert [one.version for one in await results_of(sessions, made)] == [1] * COUNT
    listed = {one.member for one in await store.listed(OPEN, None, 2 * COUNT)}
    assert listed == {one.session_id for one in made.sessions}


async def test_tries_that_come_at_once_get_the_same_batch(store: Store, second_store: Store) -> None:
    wanted = batch_of(COUNT, new_key(), bots=BOTS)
    workers = [SessionRepository(one, LIFETIMES) for one in (store, second_store)] * 2
    tries = [partial(create_sessions, caller(worker), wanted) for worker in workers]
    first, *others = await gather(tries)
    assert others == [first] * 3
    # Each was created, and dealt once.
    assert [one.version for one in await results_of(workers[0], first)] == [2] * COUNT


async def test_a_batch_keeps_a_few_commits_under_way_and_no_more(sqlite_store: Store) -> None:
    counting = Counting(sqlite_store)
    await create_sessions(caller(SessionRepository(counting, LIFETIMES)), batch_of(3 * AT_ONCE, None))
    assert counting.most == AT_ONCE


async def test_batches_that_are_opened_at_once_take_turns(sqlite_store: Store) -> None:
    counting = Counting(sqlite_store)
    context = caller(SessionRepository(counting, LIFETIMES))
    await gather([partial(create_sessions, context, batch_of(3 * AT_ONCE, None))] * 10)
    # The documents of the other batches may be committed meanwhile.
    assert AT_ONCE <= counting.most <= MANY_AT_ONCE * AT_ONCE + 10


async def test_apps_that_send_the_same_key_get_batches_of_their_own(sqlite_store: Store) -> None:
    sessions = SessionRepository(sqlite_store, LIFETIMES)
    wanted = batch_of(2, new_key())
    made = []
    for app in (None, "web", "league"):
        context = caller(sessions)
        context.app = app
        made.append(await create_sessions(context, wanted))
    assert len({one.batch_id for one in made}) == len({one.sessions[0].session_id for one in made}) == 3


# ---- time


async def test_results_come_from_archives_when_the_sessions_have_expired(timed: Timed) -> None:
    wanted = batch_of(3, new_key())
    made = await create_sessions(caller(timed.sessions), wanted)
    await timed.play(made.sessions[1].session_id)
    before = (await results_of(timed.sessions, made))[1]
    timed.seconds += 3000
    assert await timed.store.load(f"batch:{made.batch_id}") is None
    gone, over, also_gone = await results_of(timed.sessions, made)
    assert over == before
    assert over.result is not None
    for one in (gone, also_gone):
        assert (one.problem, one.status, one.version, one.result) == ("NOT_FOUND", None, None, None)
    assert [one.session_id for one in await results_of(timed.sessions, made, tag="even")] == [
        gone.session_id,
        also_gone.session_id,
    ]


async def test_a_batch_is_known_as_long_as_the_archive_of_a_table_that_began_with_it(timed: Timed) -> None:
    wanted = batch_of(2, new_key())
    made = await create_sessions(caller(timed.sessions), wanted)
    timed.seconds += 3650
    assert await find_batch(timed.store, made.batch_id) is not None
    assert (await create_sessions(caller(timed.sessions), wanted)).batch_id == made.batch_id
    with pytest.raises(Problem, match="a different request"):
        await create_sessions(caller(timed.sessions), msgspec.structs.replace(wanted, sessions=wanted.sessions[:1]))
    timed.seconds += 11
    assert await find_batch(timed.store, made.batch_id) is None
    with pytest.raises(Problem, match="There is no such batch") as refused:
        await results_of(timed.sessions, made)
    assert (refused.value.code, refused.value.path) == ("NOT_FOUND", ("batchId",))


async def test_archives_that_are_kept_for_ever_keep_their_batch_for_ever(timed: Timed) -> None:
    timed.sessions.lifetimes = Lifetimes(session=60, finished=60, archive=0)
    made = await create_sessions(caller(timed.sessions), batch_of(1, None))
    timed.seconds += 1e9
    assert await find_batch(timed.store, made.batch_id) is not None


class Gone(StoreWrapper):
    """A store from which a conflicting document vanishes before it can be read."""

    async def commit(self, _change: Commit) -> Committed | Repeated | Conflict:
        return Conflict(None)


async def test_a_request_for_a_batch_that_expires_meanwhile_must_be_sent_again(sqlite_store: Store) -> None:
    with pytest.raises(Problem) as refused:
        await create_sessions(caller(SessionRepository(Gone(sqlite_store), LIFETIMES)), batch_of(1, new_key()))
    assert refused.value.code == "BUSY"
    assert refused.value.retry_after in range(500, 1000)


# ---- corruption


class Spoilt(StoreWrapper):
    """A store that answers with another document about one id."""

    def __init__(self, store: Store, name: str, document: bytes) -> None:
        super().__init__(store)
        self.name = name
        self.document = document

    async def load(self, session_id: str) -> Stored | None:
        stored = await super().load(session_id)
        return Stored(1, self.document, stored.now) if stored and session_id == self.name else stored

    async def load_durable(self, session_id: str) -> Stored | None:
        return await self.load(session_id)


async def test_a_corrupted_session_is_told_beside_the_others(sqlite_store: Store) -> None:
    made = await create_sessions(caller(SessionRepository(sqlite_store, LIFETIMES)), batch_of(3, None))
    spoilt = Spoilt(sqlite_store, made.sessions[1].session_id, b"spoilt")
    told = await results_of(SessionRepository(spoilt, LIFETIMES), made)
    assert [one.problem for one in told] == [None, "DATA_CORRUPTED", None]


@pytest.mark.parametrize("valid_checksum", [False, True])
async def test_a_corrupted_batch_is_reported(sqlite_store: Store, *, valid_checksum: bool) -> None:
    made = await create_sessions(caller(SessionRepository(sqlite_store, LIFETIMES)), batch_of(1, None))
    name = f"batch:{made.batch_id}"
    document = add_checksum(b"1{}", name, 1) if valid_checksum else b"spoilt"
    with pytest.raises(DataCorrupted, match=made.batch_id):
        await results_of(SessionRepository(Spoilt(sqlite_store, name, document), LIFETIMES), made)


# ---- over both APIs


LINES = "application/x-ndjson"
TABLE: Json = {"game": "zeven", "seats": 2}
SHORT: Json = {"game": "zlam", "seats": 2, "options": pairs({"firstSeat": "0", **ONLY_THREES})}
EACH_API = pytest.mark.parametrize("call", BOTH)


def open_batch(service: Service, sessions: Sequence[Json], key: str | None = None, call: Call = over_rest) -> Json:
    return call(service, "createSessions", sessions=sessions, idempotencyKey=key)


def results(service: Service, batch_id: str, **page: Json) -> Json:
    """Return a page of results, about which both APIs agree."""
    return ask_both(service, "batchResults", batchId=batch_id, **page)


def ask_for_lines(service: Service, batch_id: str, query: str = "") -> httpx2.Response:
    return service.http.get(f"{service.root}/v1/batches/{batch_id}/results{query}", headers={"Accept": LINES})


def lines(service: Service, batch_id: str, query: str = "") -> list[Json]:
    """Return the results as lines."""
    answer = ask_for_lines(service, batch_id, query)
    assert (answer.status_code, answer.headers["content-type"]) == (200, LINES)
    assert answer.content.endswith(b"\n") or not answer.content
    return [msgspec.json.decode(line) for line in answer.content.splitlines()]


@EACH_API
def test_every_session_of_a_batch_has_its_tag_and_secrets_that_work(service: Service, call: Call) -> None:
    wanted = [{**TABLE, "tag": "a"}, {"game": "zar", "seats": 3, "tag": "a", "moveSeconds": 60}, {**TABLE}]
    made = open_batch(service, wanted, new_key(), call=call)["sessions"]
    assert [one["tag"] for one in made] == ["a", "a", None]
    assert [[link["seat"] for link in one["joinLinks"]] for one in made] == [[0, 1], [0, 1, 2], [0, 1]]
    for session, wish in zip(made, wanted, strict=True):
        seen = Rest(service, session["hostToken"]).get(f"/v1/sessions/{session['sessionId']}").json()
        assert (seen["game"], len(seen["seats"]), seen["isHost"]) == (wish["game"], wish["seats"], True)
        last = session["joinLinks"][-1]
        assert join(service, session["sessionId"], code=last["code"])["seat"] == last["seat"]
    assert Rest(service).get(f"/v1/sessions/{made[1]['sessionId']}").json()["settings"]["moveSeconds"] == 60


def test_a_retry_over_either_api_gets_the_same_sessions_and_secrets(service: Service) -> None:
    wanted = [{**TABLE, "tag": "a"}, {**SHORT, "public": True}]
    key = new_key()
    first = open_batch(service, wanted, key)
    assert join(service, first["sessions"][0]["sessionId"])["seat"] == 0
    assert open_batch(service, wanted, key, call=over_graphql) == open_batch(service, wanted, key) == first
    listed = Rest(service).get("/v1/sessions?game=zlam").json()["nodes"]
    assert [one["id"] for one in listed].count(first["sessions"][1]["sessionId"]) == 1


@EACH_API
def test_without_a_key_each_batch_is_another(one_service: Service, call: Call) -> None:
    first, second = (open_batch(one_service, [TABLE], call=call) for _ in range(2))
    assert first["batchId"] != second["batchId"]
    assert first["sessions"][0]["sessionId"] != second["sessions"][0]["sessionId"]


class Bad(NamedTuple):
    """A batch that is refused: how the session at place 17 differs from the others, and why it is."""

    change: Json
    code: str
    path: list[str]


BAD = {
    "option": Bad({"options": [{"name": "nope", "value": "1"}]}, "INVALID_OPTION", ["options", "nope"]),
    "empty tag": Bad({"tag": ""}, "INVALID_INPUT", ["tag"]),
    "long tag": Bad({"tag": "x" * (inputs.LONGEST_TAG + 1)}, "INVALID_INPUT", ["tag"]),
    "unprintable tag": Bad({"tag": "a\nb"}, "INVALID_INPUT", ["tag"]),
    "bot of no seat": Bad({"bots": [{"seat": 2, "level": 1}]}, "INVALID_INPUT", ["bots", "0", "seat"]),
    "bot of a seat below": Bad({"bots": [{"seat": -1, "level": 1}]}, "INVALID_INPUT", ["bots", "0", "seat"]),
    "two bots": Bad({"bots": [{"seat": 0, "level": 1}] * 2}, "INVALID_INPUT", ["bots", "1", "seat"]),
    "level": Bad({"bots": [{"seat": 0, "level": 5}]}, "INVALID_INPUT", ["bots", "0", "level"]),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_one_bad_session_refuses_the_whole_batch_and_is_named(one_service: Service, bad: Bad) -> None:
    key = new_key()
    good = [{**TABLE, "public": True, "invitationOnly": True}] * 20
    before = Rest(one_service).get("/v1/sessions").json()["nodes"]
    refused = open_batch(one_service, [*good[:17], {**TABLE, **bad.change}, *good[18:]], key)
    assert (refused["code"], refused["path"][: 2 + len(bad.path)]) == (bad.code, ["sessions", "17", *bad.path])
    assert Rest(one_service).get("/v1/sessions").json()["nodes"] == before
    # The key has opened nothing, so it is free.
    assert len(open_batch(one_service, [TABLE] * 2, key)["sessions"]) == 2


@EACH_API
@pytest.mark.parametrize("count", [0, MOST_SESSIONS + 1])
def test_a_batch_has_1_to_500_sessions(one_service: Service, call: Call, count: int) -> None:
    refused = open_batch(one_service, [TABLE] * count, call=call)
    assert (refused["code"], refused["path"]) == ("INVALID_INPUT", ["sessions"])


@EACH_API
def test_the_tables_of_a_batch_have_5000_seats_at_most(one_service: Service, call: Call) -> None:
    largest = {"game": "zlam", "seats": 100, "options": pairs({"decks": "20"})}
    refused = open_batch(one_service, [largest] * (MOST_BATCH_SEATS // 100) + [TABLE], call=call)
    assert (refused["code"], refused["path"]) == ("INVALID_INPUT", ["sessions"])
    assert str(MOST_BATCH_SEATS) in refused["message"]


@EACH_API
def test_500_sessions_with_settings_of_their_own_fit_into_one_request(service: Service, call: Call) -> None:
    wanted = [
        {**TABLE, "tag": f"table {number}", "options": pairs({"rounds": "2"}), "bots": [{"seat": 1, "level": 1}]}
        for number in range(MOST_SESSIONS)
    ]
    made = open_batch(service, wanted, new_key(), call=call)
    assert len({one["sessionId"] for one in made["sessions"]}) == MOST_SESSIONS
    told = lines(service, made["batchId"])
    assert [(one["sessionId"], one["tag"]) for one in told] == [
        (one["sessionId"], one["tag"]) for one in made["sessions"]
    ]
    assert {one["status"] for one in told} == {"OPEN"}


OTHERS = {
    "another tag": [{**TABLE, "tag": "b"}, TABLE],
    "another option": [{**TABLE, "tag": "a", "options": pairs({"rounds": "2"})}, TABLE],
    "a bot": [{**TABLE, "tag": "a"}, {**TABLE, "bots": [{"seat": 0, "level": 1}]}],
    "one less": [{**TABLE, "tag": "a"}],
    "another order": [TABLE, {**TABLE, "tag": "a"}],
    "a given deal": [{**TABLE, "tag": "a", "seed": "5" * 64}, TABLE],
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_a_key_of_another_batch_is_refused(one_service: Service, other: Sequence[Json]) -> None:
    key = new_key()
    made = open_batch(one_service, [{**TABLE, "tag": "a"}, TABLE], key)
    for call in BOTH:
        refused = open_batch(one_service, other, key, call=call)
        assert (refused["code"], refused["path"]) == ("KEY_REUSED", ["idempotencyKey"])
    assert len(results(one_service, made["batchId"])["nodes"]) == 2


@EACH_API
def test_a_key_that_others_may_send_is_refused(one_service: Service, call: Call) -> None:
    assert open_batch(one_service, [TABLE], "the first batch of all", call=call)["code"] == "INVALID_INPUT"


def test_a_batch_is_charged_as_so_many_sessions(tmp_path: Path) -> None:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, rate_address="25/day") as service:
        opened = Rest(service).post("/v1/batches", {"sessions": [TABLE] * 2})
        assert ";r=5;" in opened.headers["ratelimit"]
        assert opened.headers["location"] == f"/v1/batches/{opened.json()['batchId']}/results"
        told = ask_for_lines(service, opened.json()["batchId"])
        assert ";r=4;" in told.headers["ratelimit"]
        check_problem(Rest(service).post("/v1/batches", {"sessions": [TABLE]}), 429, "RATE_LIMITED")


def test_tables_of_bots_alone_run_by_themselves(service: Service) -> None:
    alone = {**SHORT, "bots": [{"seat": 0, "level": 1}, {"seat": 1, "level": 2}]}
    wanted = [{**alone, "tag": "bots"}] * 3 + [{**alone, "startByHost": True}]
    key = new_key()
    made = open_batch(service, wanted, key)

    def are_over() -> bool:
        return {one["status"] for one in lines(service, made["batchId"], "?tag=bots")} == {"FINISHED"}

    wait_until(are_over)
    assert open_batch(service, wanted, key, call=over_graphql) == made
    *over, waiting = results(service, made["batchId"])["nodes"]
    assert all(one["result"]["winners"] for one in over)
    assert (waiting["status"], waiting["version"], waiting["result"]) == ("OPEN", 1, None)


def test_people_play_against_the_bots_of_a_batch(one_service: Service) -> None:
    (made,) = open_batch(one_service, [{**SHORT, "bots": [{"seat": 1, "level": 1}]}])["sessions"]
    joined = join(one_service, made["sessionId"])
    assert joined["seat"] == 0
    table = Live(one_service, made["sessionId"], [Client(one_service, joined["seatToken"])])
    assert table.is_active()
    kinds = [(seat["kind"], seat["bot"] and seat["bot"]["level"]) for seat in table.read()["seats"]]
    assert kinds == [("HUMAN", None), ("BOT", 1)]


class Tables:
    """A batch with a table that waits, one that is played, one that is over, and one that was abandoned."""

    def __init__(self, service: Service) -> None:
        wanted = [{**TABLE, "tag": "odd"}, {**TABLE, "tag": "even"}, {**SHORT, "tag": "odd"}, {**TABLE, "tag": "even"}]
        self.made = open_batch(service, wanted, new_key())
        self.id: str = self.made["batchId"]
        self.sessions: list[Json] = self.made["sessions"]
        _, table = (live(service, made) for made in self.sessions[1:3])
        while table.is_active():
            (seat,) = table.turn()
            table.move(seat, table.legal(seat)[0])
        last = self.sessions[3]
        done(Client(service, last["hostToken"]), "abandonSession", last["sessionId"])


def live(service: Service, made: Json) -> Live:
    """Take both seats of a session of a batch."""
    tokens = [join(service, made["sessionId"], seat=seat)["seatToken"] for seat in range(2)]
    return Live(service, made["sessionId"], [Client(service, token) for token in tokens])


def test_the_results_tell_how_each_session_stands(service: Service) -> None:
    batch = Tables(service)
    told = results(service, batch.id)
    assert [one["status"] for one in told["nodes"]] == ["OPEN", "ACTIVE", "FINISHED", "ABANDONED"]
    assert [one["version"] for one in told["nodes"]] == [1, 3, 6, 2]
    assert [one["result"] is None for one in told["nodes"]] == [True, True, False, True]
    over = Rest(service).get(f"/v1/sessions/{batch.sessions[2]['sessionId']}").json()
    assert told["nodes"][2]["result"] == over["view"]["result"]
    assert told["nodes"] == [edge["node"] for edge in told["edges"]] == lines(service, batch.id)
    assert told["pageInfo"] == {
        "hasNextPage": False,
        "hasPreviousPage": False,
        "startCursor": told["edges"][0]["cursor"],
        "endCursor": told["edges"][3]["cursor"],
    }


def test_results_by_tag_are_those_of_its_sessions(service: Service) -> None:
    batch = Tables(service)
    for tag, places in (("odd", (0, 2)), ("even", (1, 3)), ("none", ())):
        wanted = [batch.sessions[place]["sessionId"] for place in places]
        assert [one["sessionId"] for one in results(service, batch.id, tag=tag)["nodes"]] == wanted
        assert [one["sessionId"] for one in lines(service, batch.id, f"?tag={tag}")] == wanted


def test_results_come_in_pages(one_service: Service) -> None:
    made = open_batch(one_service, [{**TABLE, "tag": str(number % 2)} for number in range(7)])
    ids = [one["sessionId"] for one in made["sessions"]]
    page = results(one_service, made["batchId"], first=3)
    found = [one["sessionId"] for one in page["nodes"]]
    while page["pageInfo"]["hasNextPage"]:
        page = results(one_service, made["batchId"], first=3, after=page["pageInfo"]["endCursor"])
        found += [one["sessionId"] for one in page["nodes"]]
        assert page["pageInfo"]["hasPreviousPage"]
    assert found == ids
    odd = results(one_service, made["batchId"], tag="1", first=2)
    rest = results(one_service, made["batchId"], tag="1", after=odd["pageInfo"]["endCursor"])
    assert [one["sessionId"] for one in (*odd["nodes"], *rest["nodes"])] == ids[1::2]
    cursor = odd["pageInfo"]["endCursor"]
    assert [one["sessionId"] for one in lines(one_service, made["batchId"], f"?first=2&after={cursor}")] == ids[4:6]


def test_a_page_has_100_results_and_the_lines_are_all(one_service: Service) -> None:
    made = open_batch(one_service, [TABLE] * (LARGEST_RESULTS + 5))
    for page in ({}, {"first": 100}):
        told = results(one_service, made["batchId"], **page)
        assert (len(told["nodes"]), told["pageInfo"]["hasNextPage"]) == (LARGEST_RESULTS, True)
    assert len(lines(one_service, made["batchId"])) == LARGEST_RESULTS + 5


BAD_PAGES = [
    *(("after", after) for after in ("-1", "1.0", "x", "٣", "")),
    *(("tag", tag) for tag in ("", "x" * (inputs.LONGEST_TAG + 1), "\n")),
]


@pytest.mark.parametrize(("name", "value"), BAD_PAGES)
def test_a_bad_cursor_and_an_impossible_tag_are_refused(one_service: Service, name: str, value: str) -> None:
    refused = results(one_service, open_batch(one_service, [TABLE] * 2)["batchId"], **{name: value})
    assert (refused["code"], refused["path"]) == ("INVALID_INPUT", [name])


def test_nothing_comes_after_a_cursor_behind_the_last_session(one_service: Service) -> None:
    batch_id = open_batch(one_service, [TABLE] * 2)["batchId"]
    for after in ("1", "2", "99999"):
        page = results(one_service, batch_id, after=after)
        assert (page["nodes"], page["pageInfo"]["hasNextPage"]) == ([], False)


@pytest.mark.parametrize("batch_id", ["none", "x" * 22, "batch:x", "¿", "a b"])
def test_what_is_no_batch_is_not_found(service: Service, batch_id: str) -> None:
    assert results(service, batch_id)["code"] == "NOT_FOUND"
    check_problem(Rest(service).get(f"/v1/batches/{batch_id}/results", Accept=LINES), 404, "NOT_FOUND")


def test_a_batch_is_no_session_and_a_session_no_batch(service: Service) -> None:
    made = open_batch(service, [TABLE])
    for name in (made["batchId"], f"batch:{made['batchId']}"):
        check_problem(Rest(service).get(f"/v1/sessions/{name}"), 404, "NOT_FOUND")
    assert results(service, made["sessions"][0]["sessionId"])["code"] == "NOT_FOUND"


def test_an_id_tells_nothing_of_the_key(one_service: Service) -> None:
    key = new_key()
    made = open_batch(one_service, [TABLE], key)
    assert len(made["batchId"]) == len(made["sessions"][0]["sessionId"]) == 22
    assert key not in msgspec.json.encode(made).decode()
