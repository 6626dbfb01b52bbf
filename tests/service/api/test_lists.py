"""The public lists and their pages, over both APIs: open tables, running ones to watch, and tournaments."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from graphql import GraphQLObjectType

from service.rest.endpoints import ENDPOINTS
from service.storage.public_lists import RUNNING, enlist, list_of
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.finding import list_running_sessions
from service.use_cases.inputs import CreateSessionInput, JoinSessionInput, ListInput, SessionInput
from service.use_cases.lobby import abandon_session, join_session
from service.use_cases.opening import create_session
from service.use_cases.operations import OPERATIONS
from service.views.fields import EMPTY_PAGE
from store.port import Store
from tests.support.apis import ask_both, over_rest
from tests.support.graphql_client import Client, Json
from tests.support.graphql_selections import SCHEMA, operation
from tests.support.graphql_sessions import ONLY_THREES, create, done, new_key, open_table, opened, pairs
from tests.support.rest_client import Rest
from tools.redis.server import wait_until
from tools.services import Service
from tools.use_cases import caller, session_of

SMALL = ONLY_THREES | {"firstSeat": "0"}
LISTS = {"listSessions": "id", "listRunningSessions": "sessionId", "listTournaments": "id"}
EVERY_LIST = pytest.mark.parametrize("name", LISTS)
CUP: Json = {"title": "Cup", "game": "bazaar", "format": "SWISS", "open": True}


def listed(service: Service, name: str, size: int = 2, game: str | None = None) -> list[str]:
    """Return the ids on a list, read page by page."""
    found = list[str]()
    after = None
    while True:
        page = ask_both(service, name, first=size, game=game, after=after)
        found += [node[LISTS[name]] for node in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            return found


def running(service: Service, game: str) -> list[str]:
    return listed(service, "listRunningSessions", 100, game)


def test_public_sessions_are_listed_while_seats_are_open_the_newest_first(service: Service) -> None:
    games = ["zeven", "zlam", "zeven", "door", "zeven"]
    made = [opened(service, game, public=True) for game in games]
    create(service, "zeven", 2)
    ids = [table.id for table in made]

    def ours(size: int, game: str | None = None) -> list[str]:
        return [one for one in listed(service, "listSessions", size, game) if one in ids]

    assert ours(2) == list(reversed(ids))
    assert ours(1, "zeven") == [ids[4], ids[2], ids[0]]
    made[2].live()
    done(made[4].host, "abandonSession", ids[4])
    assert ours(3) == [ids[3], ids[1], ids[0]]
    assert ours(3, "zeven") == [ids[0]]


def test_a_public_table_is_listed_as_running_from_the_deal_to_its_end(service: Service) -> None:
    made = opened(service, "zlam", 2, SMALL, public=True)
    hidden = opened(service, "zlam", 2, SMALL).live()
    assert made.id not in running(service, "zlam")
    table = made.live()
    assert running(service, "zlam")[0] == made.id
    table.play_to_the_end(Random(1))
    assert {made.id, hidden.id}.isdisjoint(running(service, "zlam"))


def test_a_table_that_the_host_starts_and_abandons_comes_and_goes(service: Service) -> None:
    made = opened(service, "bazaar", 3, public=True)
    made.sit()
    done(made.host, "startSession", made.id)
    assert running(service, "bazaar")[0] == made.id
    done(made.host, "abandonSession", made.id)
    assert made.id not in running(service, "bazaar")


def open_cup(service: Service, **given: object) -> Json:
    """Create a tournament; return its answer."""
    return over_rest(service, "createTournament", **CUP | given)


def test_a_public_tournament_is_listed_until_it_is_over_and_a_private_one_never(service: Service) -> None:
    hidden = open_cup(service)
    other = open_cup(service, game="zlam", public=True)
    made = open_cup(service, public=True, withEntryCode=True)
    cup = made["tournament"]["id"]
    assert listed(service, "listTournaments")[:2] == [cup, other["tournament"]["id"]]
    (told,) = ask_both(service, "listTournaments", game="bazaar", first=1)["nodes"]
    assert told == over_rest(service, "readTournament", tournamentId=cup)
    assert made["entryCode"] not in str(told)
    assert told["settings"]["public"]
    for _ in range(2):
        over_rest(service, "enterTournament", tournamentId=cup, code=made["entryCode"])
    over_rest(service, "startTournament", made["hostToken"], tournamentId=cup)
    wait_until(lambda: table_of(service, cup)["status"] == "PLAYING")
    assert cup in listed(service, "listTournaments", 100, "bazaar")
    # The list shows the way to its tables: they are on no list themselves.
    assert not over_rest(service, "readSession", sessionId=table_of(service, cup)["sessionId"])["settings"]["public"]
    # With every field, a page is within the limits.
    Client(service).ask(operation("Query", "tournaments"))
    over_rest(service, "abandonTournament", made["hostToken"], tournamentId=cup)
    left = listed(service, "listTournaments", 1)
    assert other["tournament"]["id"] in left
    assert {cup, hidden["tournament"]["id"]}.isdisjoint(left)


def table_of(service: Service, cup: str) -> Json:
    """Return the first board of the last round of a tournament, of status PAIRED before there is one."""
    tables = over_rest(service, "tournamentTables", tournamentId=cup)["nodes"]
    return tables[0]["boards"][0] if tables else {"status": "PAIRED"}


def test_a_running_table_is_told_as_everybody_may_know_it(service: Service) -> None:
    table = opened(service, "bazaar", 2, public=True, moveSeconds=60).live()
    told = ask_both(service, "listRunningSessions", game="bazaar")["nodes"][0]
    seen = over_rest(service, "readSession", sessionId=table.id)
    assert told.pop("sessionId") == seen["id"] == table.id
    assert told == {name: seen[name] for name in told}
    # With every field, a page is within the limits.
    Client(service).ask(operation("Query", "runningSessions"))


@EVERY_LIST
def test_a_page_knows_what_follows(service: Service, name: str) -> None:
    if name == "listTournaments":
        ids = [open_cup(service, public=True)["tournament"]["id"] for _ in range(3)]
    else:
        made = [opened(service, "bazaar", public=True) for _ in range(3)]
        ids = [(table.live() if name == "listRunningSessions" else table).id for table in made]
    first = ask_both(service, name, first=2, game="bazaar")
    assert [node[LISTS[name]] for node in first["nodes"]] == [ids[2], ids[1]]
    info = first["pageInfo"]
    assert (info["hasNextPage"], info["hasPreviousPage"]) == (True, False)
    assert info["endCursor"] == first["edges"][1]["cursor"]
    rest = ask_both(service, name, first=2, game="bazaar", after=info["endCursor"])
    assert rest["nodes"][0][LISTS[name]] == ids[0]
    assert rest["pageInfo"]["hasPreviousPage"]


@EVERY_LIST
@pytest.mark.parametrize("cursor", ["", "x", "1", "1.", "9.", ".a", "1.a b", "9" * 99 + ".a", "1.é"])
def test_a_cursor_that_no_page_has_given_is_refused(one_service: Service, name: str, cursor: str) -> None:
    assert ask_both(one_service, name, after=cursor)["code"] == "INVALID_INPUT"


# ---- the sizes of pages, of whatever list

PATHS = {each.id: each.path for each in ENDPOINTS if each.method == "GET" and "first" in each.fields}
EVERY_PAGE = pytest.mark.parametrize("name", sorted(PATHS.keys() - {"listEvents"}))


@pytest.fixture
def ids(one_service: Service) -> Json:
    """The ids of a session, a batch and a tournament."""
    terms: Json = {"title": "Test", "game": "zlam", "options": pairs(ONLY_THREES), "format": "SWISS", "open": True}
    batch = over_rest(one_service, "createSessions", sessions=[{"game": "zar", "seats": 2}], idempotencyKey=new_key())
    return {
        "sessionId": open_table(one_service, "zar", 2).id,
        "batchId": batch["batchId"],
        "tournamentId": over_rest(one_service, "createTournament", **terms)["tournament"]["id"],
    }


def ids_of(name: str, ids: Json) -> Json:
    """Return the ids that an operation needs."""
    return {part: ids[part] for part in re.findall(r"\{(\w+)\}", PATHS[name])}


def test_every_list_is_known() -> None:
    paged = {name for name, row in OPERATIONS.items() if "first" in row.input.__struct_fields__}
    assert paged | {"listEvents"} == PATHS.keys()
    assert len(PATHS) >= 8


# What a page of each list has at most; 0.2.0 took any number for the nearest one that it gave.
SIZES = (0, -1, 1, 100, 101, 2**31 - 1)


@EVERY_PAGE
def test_any_number_is_taken_for_the_nearest_size_of_a_page(one_service: Service, ids: Json, name: str) -> None:
    for first in SIZES:
        page = ask_both(one_service, name, **ids_of(name, ids), first=first)
        assert page["code"] == "NOT_OVER" if name == "review" else len(page["nodes"]) <= max(0, first)


def test_any_number_is_taken_for_the_nearest_size_of_a_page_of_events(one_service: Service, ids: Json) -> None:
    document = "query ($id: ID!, $first: Int) { session(id: $id) { events(first: $first) { nodes { sequence } } } }"
    for first in SIZES:
        answer = Client(one_service).execute(document, id=ids["sessionId"], first=first)
        over_http = Rest(one_service).get(f"/v1/sessions/{ids['sessionId']}/events?first={first}").json()
        assert len(over_http["nodes"]) == len(answer["data"]["session"]["events"]["nodes"]) <= max(0, first)


# ---- where a worker dies before it has changed a list


@pytest.mark.anyio
async def test_a_table_that_was_left_on_the_list_is_not_told_and_is_taken_off(store: Store) -> None:
    sessions = SessionRepository(store, Lifetimes(3600, 3600, 0))
    made = await create_session(caller(sessions), CreateSessionInput(game="zeven", seats=2, public=True))
    joined = [await join_session(caller(sessions), JoinSessionInput(session_id=made.session.id)) for _ in range(2)]
    assert list_of(session_of(joined[-1])) == RUNNING
    (told,) = (await list_running_sessions(caller(sessions), ListInput())).nodes
    assert told.session_id == made.session.id
    over = session_of(
        await abandon_session(caller(sessions, made.host_token), SessionInput(session_id=told.session_id))
    )
    assert await store.listed(RUNNING, None, 10) == []
    await enlist(store, RUNNING, over.id, over, over.created_at)
    await store.enlist(RUNNING, "never", await store.now() - 600_000, 60)
    assert (await list_running_sessions(caller(sessions), ListInput())).nodes == ()
    assert await store.listed(RUNNING, None, 10) == []


# ---- edges


@EVERY_LIST
def test_a_page_of_nothing_tells_whether_there_is_anything(service: Service, name: str) -> None:
    """As Relay's specification has it: without a cursor, so no client can page on by 0."""
    empty = ask_both(service, name, first=0)
    assert (empty["nodes"], empty["edges"]) == ([], [])
    assert empty["pageInfo"] == {
        "hasNextPage": bool(ask_both(service, name, first=1)["nodes"]),
        "hasPreviousPage": False,
        "startCursor": None,
        "endCursor": None,
    }
    assert ask_both(service, name, first=-3) == empty


def test_an_open_session_is_there_after_a_page_of_nothing(service: Service) -> None:
    opened(service, "zeven", public=True)
    assert ask_both(service, "listSessions", first=0)["pageInfo"]["hasNextPage"]


def test_a_page_of_no_events_tells_whether_there_are_any(service: Service) -> None:
    live = opened(service, "zeven").live()
    page = Rest(service).get(f"/v1/sessions/{live.id}/events?first=0").json()
    assert (page["nodes"], page["pageInfo"]["hasNextPage"], page["pageInfo"]["endCursor"]) == ([], True, None)
    document = "query ($id: ID!) { session(id: $id) { events(first: 0) { pageInfo { hasNextPage endCursor } } } }"
    answer = Client(service).execute(document, id=live.id)
    assert answer["data"]["session"]["events"]["pageInfo"] == {"hasNextPage": True, "endCursor": None}


def test_both_contracts_say_what_a_page_of_nothing_is() -> None:
    documented = [parameter for parameter in first_parameters() if EMPTY_PAGE in parameter]
    assert len(documented) == len(list(first_parameters())) > 10


def first_parameters() -> Iterator[str]:
    """Yield the description of each `first` of a page, in both contracts."""
    for kind in SCHEMA.type_map.values():
        for field in kind.fields.values() if isinstance(kind, GraphQLObjectType) else ():
            if {"first", "after"} <= field.args.keys():
                yield field.args["first"].description or ""
    for endpoint in ENDPOINTS:
        if "first" in endpoint.query_fields:
            yield endpoint.fields["first"].meta.description or ""


@EVERY_LIST
def test_an_unknown_game_has_an_empty_list_and_the_contract_says_so(service: Service, name: str) -> None:
    assert ask_both(service, name, game="chess")["nodes"] == []
    endpoint = next(one for one in ENDPOINTS if one.id == name)
    assert "An unknown game gives an empty list" in (endpoint.fields["game"].meta.description or "")
