"""Sessions whose deal other tables play: closed to everybody else, and covered at their end, until it is opened."""

from collections.abc import Iterator
from functools import partial
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

import engine
from service.sessions.changes import Abandoned, Created, DealOpened, Joined, Moved
from service.sessions.problems import Problem
from service.sessions.session import Dealing, Session, Setup, key_of
from service.storage.sessions import SessionRepository, read_archive
from service.use_cases.frames import project_frame
from service.use_cases.reading import find_record, find_session, read_session
from service.use_cases.watch import watch
from service.views.projection import ProjectedSession
from store.port import Store
from tests.service.api.test_wording import HEADER
from tests.service.rest.test_streams import EVENTS as SSE
from tests.service.rest.test_streams import LINES, Reader
from tests.support.graphql_client import EVENTS, MOVE, READ, RECORD, Client, Json, codes_of
from tests.support.graphql_selections import operation, session_node
from tests.support.graphql_sessions import Live, act, done, new_key, refused
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest, check_problem
from tests.support.shared_deals import LIFETIMES, SHARED, SharedDeal, change, held, open_table, plan
from tests.verifier.records import verify
from tools.services import Service
from tools.stores import StoreWrapper
from tools.use_cases import caller

pytestmark = pytest.mark.anyio

POLL = """
mutation Poll($input: NextDecisionInput!) {
  nextDecision(input: $input) { ... on DecisionPoll { seats { state session { id } } } }
}
"""
READS = ("", "/hand", "/legal-moves", "/events", "/record", "/frames")


@pytest.fixture
def deal(service: Service) -> SharedDeal:
    return SharedDeal(service)


def outsiders(deal: SharedDeal, other: Live) -> Iterator[Client]:
    """Yield everybody without a seat: a spectator, the host, a stranger, and a seat of another table of the deal."""
    yield from (Client(deal.server), deal.host, Client(deal.server, "stranger"), other.players[0])


def finished(deal: SharedDeal, chance: int = 1) -> Live:
    table = deal.table()
    table.play_to_the_end(Random(chance))
    return table


def hidden(session: Json) -> int:
    """Return the number of hidden cards in a view."""
    return sum(card is None for zone in session["view"]["zones"] for card in zone["cards"])


def breakdown_of(client: Client, table: Live) -> Json:
    """Return where the points of a finished table came from."""
    found = "breakdown { seats { points } decidedBy { by code sentence } }"
    return client.ask(f"query ($id: ID!) {{ session(id: $id) {{ view {{ {found} }} }} }}", id=table.id)["view"][
        "breakdown"
    ]


# ---- one deal


def test_tables_with_one_secret_and_one_name_have_the_same_cards_and_commitment(deal: SharedDeal) -> None:
    one = deal.table()
    other = deal.table()
    for seat in (0, 1):
        here = one.read(seat)
        there = other.read(seat)
        assert here["view"]["zones"] == there["view"]["zones"]
        assert here["fairness"] == there["fairness"]
        assert here["fairness"]["commitment"] == engine.commit(SHARED.server_seed)
        assert (here["settings"]["sharedDeal"], here["fairness"]["closed"]) == (True, True)


def test_another_name_gives_other_cards(service: Service) -> None:
    one, other = (SharedDeal(service, dealing=msgspec.structs.replace(SHARED, table=name)).table() for name in "12")
    assert one.read(0)["view"]["zones"] != other.read(0)["view"]["zones"]


def test_the_record_of_an_opened_deal_is_verified_by_both_verifiers(deal: SharedDeal) -> None:
    table = finished(deal)
    deal.open(table)
    record = table.record()
    assert record is not None
    assert msgspec.json.decode(record)["fairness"]["table"] == SHARED.table
    assert all(check.holds for check in engine.verify(record) if check.name != "shuffles")
    (found,) = verify([msgspec.json.decode(record)])
    assert found["ok"], found


def test_a_closed_deal_tells_who_was_ahead_and_when_it_is_opened_by_what(deal: SharedDeal) -> None:
    table = finished(deal)
    for player in table.players:
        closed = breakdown_of(player, table)
        assert closed["seats"] == []
        assert closed["decidedBy"]["by"] in ("MARGIN", "SHARED")
        assert closed["decidedBy"]["code"] is None
    deal.open(table)
    opened = breakdown_of(Client(deal.server), table)
    assert len(opened["seats"]) == len(table.players)


def test_a_seat_has_no_share_in_the_shuffles(deal: SharedDeal) -> None:
    table = deal.table()
    done(table.players[0], "leaveSession", table.id)
    joining = {"sessionId": table.id, "entropy": "mine"}
    answer = table.players[0].ask(operation("Mutation", "joinSession"), input=joining)
    assert (answer["code"], answer["path"]) == ("INVALID_INPUT", ["entropy"])
    assert "Other tables" in answer["message"]


def test_a_rematch_has_a_deal_of_its_own(deal: SharedDeal) -> None:
    table = finished(deal)
    again = done(table.players[0], "offerRematch", table.id)["session"]
    fairness = again["fairness"]
    assert (fairness["kind"], fairness["closed"], again["settings"]["sharedDeal"]) == ("COMMITTED", False, False)
    assert fairness["commitment"] != table.read(0)["fairness"]["commitment"]
    assert Client(deal.server).read(again["id"])["status"] == "OPEN"


def test_no_move_of_a_shared_deal_is_taken_back_by_agreement(service: Service) -> None:
    # No operation opens such a table any more, but a release has.
    table = SharedDeal(service, setup=Setup(take_backs=True)).table()
    (seat,) = table.turn()
    table.move(seat, table.legal(seat)[0])
    answer = act(table.players[seat], "askTakeBack", table.id)
    assert (answer["code"], "Other tables" in answer["message"]) == ("UNDO_REFUSED", True)


# ---- viewers without a seat


@pytest.mark.parametrize("over", [False, True], ids=["while it is played", "after its end"])
def test_a_closed_deal_is_shown_to_nobody_without_a_seat(deal: SharedDeal, over: bool) -> None:
    table = finished(deal) if over else deal.table()
    other = deal.table()
    for outsider in outsiders(deal, other):
        for document in (READ, EVENTS, RECORD, session_node()):
            answer = outsider.execute(document, id=table.id)
            assert (codes_of(answer), [*answer["data"].values()]) == (["UNAUTHORIZED"], [None])
        for name, wish in (("review", {"level": 2}), ("explainMove", {"move": "pass"}), ("previewMove", {"move": "x"})):
            assert outsider.ask(operation("Query", name), sessionId=table.id, **wish)["code"] == "UNAUTHORIZED"
        rest = Rest(deal.server, outsider.token)
        for part in READS:
            problem = check_problem(rest.get(f"/v1/sessions/{table.id}{part}", Accept="*/*"), 401, "UNAUTHORIZED")
            assert "Other tables are playing the deal" in problem["detail"]


def test_a_closed_deal_is_streamed_to_nobody_without_a_seat(deal: SharedDeal) -> None:
    table = deal.table()
    other = deal.table()
    for outsider in outsiders(deal, other):
        with Stream(deal.server, outsider.token) as stream:
            for after in (None, "1"):
                stream.subscribe(table.id, after, f"after {after}")
                told = stream.receive()
                (error,) = told["payload"]
                assert (told["type"], error["extensions"]["code"]) == ("error", "UNAUTHORIZED")
        polled = {"seats": [{"sessionId": table.id, "seatToken": outsider.token or "none"}], "waitSeconds": 0}
        (seat,) = outsider.ask(POLL, input=polled)["seats"]
        assert (seat["state"], seat["session"]) == ("UNAUTHORIZED", None)
        (mine,) = outsider.ask(operation("Mutation", "mySessions"), input={"seats": polled["seats"]})["sessions"]
        assert (mine["problem"], mine["session"]) == ("UNAUTHORIZED", None)


def test_acts_of_those_without_a_seat_tell_nothing_of_the_table(deal: SharedDeal) -> None:
    table = deal.table()
    for outsider in (Client(deal.server), deal.host):
        assert refused(outsider, "claimDeadline", table.id) == "UNAUTHORIZED"
        stale = {"sessionId": table.id, "move": "pass", "expectedVersion": 1}
        answer = outsider.ask(MOVE, input=stale)
        assert (answer["code"], "session" in answer) == ("UNAUTHORIZED", False)
    left = done(table.players[1], "leaveSession", table.id)
    assert (left["events"], left["session"]["view"], left["session"]["viewerSeat"]) == ([], None, None)
    given_up = done(deal.host, "giveUpSeat", table.id, seat=1)
    assert (given_up["events"], given_up["session"]["view"]) == ([], None)
    assert table.read(0)["view"] is not None


def test_the_host_of_a_closed_deal_learns_nothing_by_ending_the_session(deal: SharedDeal) -> None:
    table = deal.table()
    ended = done(deal.host, "abandonSession", table.id)
    assert (ended["events"], ended["session"]["view"]) == ([], None)
    assert codes_of(deal.host.execute(READ, id=table.id)) == ["UNAUTHORIZED"]
    deal.open(table)
    opened = deal.host.read(table.id)
    assert (opened["status"], opened["view"]["viewer"], opened["fairness"]["key"]) == ("ABANDONED", None, None)


def test_a_closed_deal_is_on_no_list(service: Service) -> None:
    deal = SharedDeal(service, setup=Setup(public=True))
    table = deal.table(seats=3)
    done(table.players[0], "leaveSession", table.id)
    assert table.id not in running(service)
    deal.open(table)
    done(table.players[1], "leaveSession", table.id)
    assert table.id in running(service)


def running(service: Service) -> list[str]:
    """Return the ids of the tables that anybody may watch."""
    page = Client(service).ask(operation("Query", "runningSessions"), game="zar", first=20, after=None)
    return [node["sessionId"] for node in page["nodes"]]


@pytest.mark.parametrize("form", [SSE, LINES])
def test_a_stream_ends_when_its_follower_loses_the_seat(deal: SharedDeal, form: str) -> None:
    table = deal.table()
    headers = {"Accept": form, "Authorization": f"Bearer {table.players[0].token}"}
    address = f"{deal.server.root}/v1/sessions/{table.id}/frames"
    with deal.server.http.stream("GET", address, headers=headers) as answer:
        reader = Reader(answer.iter_lines(), form)
        first = reader.next()
        assert first is not None
        assert first.data["session"]["viewerSeat"] == 0
        done(table.players[0], "handOverSeat", table.id)
        (last,) = reader.rest()
        assert (last.name, last.data["code"]) == ("problem", "UNAUTHORIZED")


def test_a_subscription_ends_when_its_follower_leaves(deal: SharedDeal) -> None:
    table = deal.table()
    with Stream(deal.server, table.players[0].token) as stream:
        stream.subscribe(table.id)
        assert stream.frame()["session"]["viewerSeat"] == 0
        done(table.players[0], "leaveSession", table.id)
        told = stream.receive()
    (error,) = told["payload"]
    assert (told["type"], error["extensions"]["code"]) == ("error", "UNAUTHORIZED")


def test_a_retry_with_a_token_that_is_void_by_now_shows_no_table(deal: SharedDeal) -> None:
    table = deal.table()
    wish = {"input": {"sessionId": table.id, "idempotencyKey": new_key()}}
    taken = table.players[0].ask(operation("Mutation", "handOverSeat"), **wish)
    assert taken["session"]["view"] is not None
    done(Client(deal.server, taken["seatToken"]), "handOverSeat", table.id)
    again = table.players[0].ask(operation("Mutation", "handOverSeat"), **wish)
    assert (again["replayed"], again["seatToken"]) == (True, taken["seatToken"])
    assert (again["session"]["view"], again["session"]["events"]["edges"]) == (None, [])


def test_a_retry_with_a_token_that_is_void_by_now_does_not_tell_how_the_table_ended(deal: SharedDeal) -> None:
    table = deal.table()
    former = table.players[0]
    document = operation("Mutation", "handOverSeat")
    wish = {"input": {"sessionId": table.id, "idempotencyKey": new_key()}}
    taken = Client(deal.server, former.ask(document, **wish)["seatToken"])
    kept = taken.ask(document, input={"sessionId": table.id, "idempotencyKey": new_key()})["seatToken"]
    table.players[0] = table.spectator = Client(deal.server, kept)
    table.play_to_the_end(Random(1))
    assert table.players[0].ask(operation("Query", "session"), id=table.id)["outcome"] is not None
    again = former.ask(document, **wish)["session"]
    assert (again["bearer"], again["view"], again["outcome"]) == ("UNKNOWN", None, None)


def test_a_kept_answer_is_no_longer_the_newest_when_the_deal_is_opened(deal: SharedDeal) -> None:
    table = finished(deal)
    rest = Rest(deal.server, table.players[0].token)
    tag = rest.get(f"/v1/sessions/{table.id}").headers["etag"]
    assert rest.get(f"/v1/sessions/{table.id}", If_None_Match=tag).status_code == 304
    deal.open(table)
    assert rest.get(f"/v1/sessions/{table.id}", If_None_Match=tag).status_code == 200
    stranger = Rest(deal.server).get(f"/v1/sessions/{deal.table().id}", If_None_Match=tag)
    check_problem(stranger, 401, "UNAUTHORIZED")


# ---- its seats, at the end of their table


def test_at_the_end_of_its_table_a_seat_sees_the_result_and_no_hidden_card(deal: SharedDeal) -> None:
    table = deal.table()
    chance = Random(1)
    before = {}
    while table.is_active():
        before = {seat: table.read(seat) for seat in (0, 1)}
        table.step(chance)
    for seat in (0, 1):
        session = table.read(seat)
        assert session["status"] == "FINISHED"
        assert session["view"]["result"]["scores"] == [score["points"] for score in session["view"]["scores"]]
        assert hidden(session) >= hidden(before[seat]) - 2 > 0
        secrets = {name: session["fairness"][name] for name in ("serverSeed", "entropy", "key")}
        assert secrets == dict.fromkeys(secrets)
        assert session["fairness"]["commitment"] == engine.commit(SHARED.server_seed)
        last = table.events(seat)[-1]
        assert last["kind"] == "ended"
        assert not [event for event in table.events(seat) if event["rule"] == {"number": "engine 5"}]
        assert table.viewer(seat).ask(RECORD, id=table.id)["record"] is None
        answer = table.viewer(seat).ask(operation("Query", "review"), sessionId=table.id, level=2)
        assert (answer["code"], answer["message"]) == ("NOT_OVER", "The deal is still being played at other tables.")
        rest = Rest(deal.server, table.players[seat].token)
        problem = check_problem(rest.get(f"/v1/sessions/{table.id}/record"), 409, "NOT_OVER")
        assert problem["detail"] == "The deal is still being played at other tables."


def test_the_frames_of_the_end_show_a_seat_no_hidden_card_until_the_deal_is_opened(deal: SharedDeal) -> None:
    table = deal.table()
    with Stream(deal.server, table.players[0].token) as stream:
        stream.subscribe(table.id)
        stream.frame()
        table.play_to_the_end(Random(1))
        frames = list(stream.frames())
    assert hidden(frames[-1]["session"]) > 0
    numbers = [event["sequence"] for event in frames[-1]["events"]]
    assert numbers[-1] > len(numbers) - 1, "events keep the numbers that they have when all are shown"
    after = frames[-2]["cursor"]
    deal.open(table)
    for outsider in (table.players[0], Client(deal.server)):
        with Stream(deal.server, outsider.token) as stream:
            end, opened = stream.subscribe(table.id, after).frames()
        assert (hidden(end["session"]), hidden(opened["session"])) == (0, 0)
        assert [event["sequence"] for event in end["events"]] == list(range(numbers[-1] + 1))
        assert [event["kind"] for event in opened["events"]] == ["dealOpened"]
        assert (end["resync"], opened["resync"]) == (False, True)


def test_a_retry_after_the_end_shows_no_more_than_the_first_answer(deal: SharedDeal) -> None:
    table = deal.table()
    chance = Random(1)
    wish = {}
    first = None
    outsider = table.players[0]
    while table.is_active():
        seat, move, version = table.choose(chance)
        wish = {"sessionId": table.id, "move": move, "expectedVersion": version, "idempotencyKey": f"key {version}"}
        outsider = table.players[seat]
        first = outsider.ask(MOVE, input=wish)
    assert first is not None
    again = outsider.ask(MOVE, input=wish)
    assert again == {**first, "replayed": True}
    deal.open(table)
    shown = outsider.ask(MOVE, input=wish)
    assert len(shown["events"]) > len(first["events"])
    assert (hidden(first["session"]) > 0, hidden(shown["session"])) == (True, 0)


# ---- opened


def test_an_opened_deal_shows_everybody_what_any_finished_table_shows(deal: SharedDeal) -> None:
    table = finished(deal)
    other = deal.table()
    deal.open(table)
    for outsider in outsiders(deal, other):
        session = outsider.read(table.id)
        assert (session["status"], hidden(session)) == ("FINISHED", 0)
        fairness = session["fairness"]
        assert [fairness[key] for key in ("serverSeed", "entropy", "closed")] == [SHARED.server_seed, ["", ""], False]
        assert fairness["key"] == engine.derive_key(SHARED.server_seed, SHARED.table, ["", ""])
        events = outsider.ask(EVENTS, id=table.id, first=100)["events"]["edges"]
        assert events
        answer = outsider.ask(operation("Query", "review"), sessionId=table.id, level=2, first=1)
        assert answer["nodes"]
    events = table.events(0)
    assert [event for event in events if event["rule"] == {"number": "engine 5"}]
    assert (events[-1]["kind"], events[-1]["sentence"]) == (
        "dealOpened",
        "The deal is opened: no other table plays it any more.",
    )
    assert codes_of(Client(deal.server).execute(READ, id=other.id)) == ["UNAUTHORIZED"]


def test_a_deal_opened_while_a_table_plays_hides_what_any_table_hides(deal: SharedDeal) -> None:
    table = deal.table()
    deal.open(table)
    spectator = Client(deal.server).read(table.id)
    assert spectator["status"] == "ACTIVE"
    assert [spectator["fairness"][key] for key in ("closed", "key")] == [False, None]
    assert hidden(spectator) > hidden(table.read(0)) > 0
    end = table.play_to_the_end(Random(1))
    assert hidden(end) == 0
    assert Client(deal.server).read(table.id)["fairness"]["serverSeed"] == SHARED.server_seed


def test_an_abandoned_table_of_a_closed_deal_stays_as_its_seats_saw_it(deal: SharedDeal) -> None:
    table = deal.table()
    before = table.read(0)["view"]["zones"]
    deal.change(table, Abandoned)
    assert table.read(0)["view"]["zones"] == before
    assert refused(table.players[0], "claimDeadline", table.id) == "SESSION_OVER"


def test_the_opening_is_told_in_german(deal: SharedDeal) -> None:
    table = finished(deal)
    deal.open(table)
    last = f"/v1/sessions/{table.id}/events?after={table.read(0)['version'] - 1}"
    page = Rest(deal.server, table.players[0].token).get(last, **{HEADER: "de"})
    assert page.json()["nodes"][-1]["sentence"].startswith("Die Kartenverteilung ist geöffnet")
    assert act(table.players[0], "offerRematch", table.id)["__typename"] == "RematchOffered"


# ---- in the store, and for streams

ADA = "token-of-ada"
BOB = "token-of-bob"
HOST = "token-of-the-host"


def planned(dealing: Dealing = SHARED, setup: Setup | None = None) -> Created:
    options = {"hands": 1, "deal": 3, "firstSeat": 0}
    return plan("zar", [ADA, BOB], host=HOST, options=options, dealing=dealing, setup=setup)


async def play_to_the_end(sessions: SessionRepository, session: Session) -> Session:
    while session.status == "ACTIVE":
        state = session.state
        assert state is not None
        seat = engine.active_seats(state)[0]
        move = str(engine.legal_moves(state, seat)[0])
        session = (await change(sessions, session.id, partial(Moved, seat=seat, move=move))).session
    return session


def hidden_in(session: ProjectedSession) -> int:
    assert session.view is not None
    return sum(card is None for zone in session.view.zones for card in zone.cards)


async def test_entropy_that_a_seat_has_all_the_same_does_not_count(store: Store) -> None:
    sessions = SessionRepository(store, LIFETIMES)
    vacant = replace(planned(), seats=(*planned().seats[:1], replace(planned().seats[1], token=None)))
    session = await sessions.create("one", replace(vacant, at=await store.now()))
    joined = await change(sessions, session.id, lambda now: Joined(now, 1, held(BOB), entropy="a share"))
    assert joined.session.state is not None
    assert joined.session.state.seed == engine.derive_key(SHARED.server_seed, SHARED.table, ["", ""])


async def test_the_archive_of_a_table_shows_what_it_showed_last(store: Store) -> None:
    sessions = SessionRepository(store, LIFETIMES)
    session = await play_to_the_end(sessions, await open_table(sessions, planned()))
    # As if the sessions had expired, and only their archives were left.
    archived = SessionRepository(OnlyArchives(store), LIFETIMES)
    seen = await read_session(caller(archived, ADA), session.id)
    assert (seen.status, hidden_in(seen) > 0, seen.fairness.key) == ("FINISHED", True, None)
    assert await find_record(caller(archived, ADA), seen) is None
    with pytest.raises(Problem, match="Other tables are playing the deal"):
        await find_session(caller(archived, None), session.id)
    await change(sessions, session.id, DealOpened)
    shown = await read_session(caller(archived, None), session.id)
    assert (hidden_in(shown), shown.fairness.key) == (0, key_of(session))
    archive = await read_archive(store, session.id)
    assert archive is not None
    assert await find_record(caller(archived, None), shown) == bytes(archive.record).decode()
    assert all(check.holds for check in engine.verify(bytes(archive.record)) if check.name != "shuffles")


class OnlyArchives(StoreWrapper):
    """A store in which every session has expired."""

    async def load(self, _session_id: str) -> None:
        return None


async def test_a_finished_table_waits_for_the_others_as_long_as_a_session_that_goes_on(store: Store) -> None:
    sessions = SessionRepository(store, LIFETIMES)
    ended = await play_to_the_end(sessions, await open_table(sessions, planned()))
    assert ended.expires_at - ended.moved_at == 1000 * LIFETIMES.session
    opened = await change(sessions, ended.id, DealOpened)
    assert opened.session.expires_at - opened.entry.change.at == 1000 * LIFETIMES.finished


async def test_followers_of_one_version_share_nothing_over_the_opening_of_the_deal(store: Store) -> None:
    sessions = SessionRepository(store, LIFETIMES)
    session = await play_to_the_end(sessions, await open_table(sessions, planned()))
    before = f"{session.version - 1}"
    (closed,) = [frame async for frame in watch(sessions, session.id, before, ADA)]
    covered = project_frame(closed, ADA)
    with pytest.raises(Problem) as refusal:
        project_frame(closed, None)
    assert refusal.value.code == "UNAUTHORIZED"
    await change(sessions, session.id, DealOpened)
    end, opened = [frame async for frame in watch(sessions, session.id, before, ADA)]
    assert end.shared is closed.shared
    shown = project_frame(end, ADA)
    assert len(shown.events) > len(covered.events)
    assert project_frame(end, None).events == shown.events
    assert (end.resync, opened.resync) == (False, True)
    assert project_frame(closed, ADA) is covered
