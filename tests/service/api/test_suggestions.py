"""Hints and reviews, over both APIs: what the seat knew decides, and every process gives the same."""

from collections.abc import AsyncIterator
from itertools import count
from random import Random

import httpx2
import msgspec
import pytest
from msgspec.structs import replace

import bots
import engine
from engine import Event
from service.opponents.memories import Memories
from service.opponents.pool import Bounds, Pool
from service.sessions.changes import Change, Created, HandedOver, Joined, Moved
from service.sessions.problems import Problem
from service.sessions.session import Session
from service.sessions.tokens import Secret, hash_token, make_change_request
from service.storage.sessions import Lifetimes, SessionRepository, read_archive
from service.use_cases.context import RequestContext, StatelessTables
from service.use_cases.inputs import ReviewInput, SuggestMoveForStateInput, SuggestMoveInput
from service.use_cases.playing import advice_seed, suggest_move
from service.use_cases.reading import review as review_moves
from service.use_cases.stateless import suggest_move_for_state
from service.views.suggestion_view import ReviewedMove, Suggestion
from store.port import Store
from tests.engine.play import play_on
from tests.service.api.test_catalogue import GAMES
from tests.service.noninterference.deals import Script, begin, find_alternative, invent, perform
from tests.support.apis import ask_both, over_rest
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import ONLY_THREES, done, opened, pairs
from tests.support.rest_client import Rest
from tests.support.services import service_with
from tools.services import Service
from tools.use_cases import tournaments_of

pytestmark = pytest.mark.anyio

SEED = "5eed" * 16
# The level of most tests here: it searches, and takes no time.
QUICK = 2


def both(client: Client, session_id: str, level: int | None = QUICK) -> Json:
    """Ask for a hint over both APIs, and return the answer."""
    given = {} if level is None else {"level": level}
    return ask_both(client.server, "suggestMove", client.token, sessionId=session_id, **given)


def both_for_state(client: Client, state: str, seat: int, level: int = QUICK) -> Json:
    """Ask for a hint at a stateless table over both APIs, and return the answer."""
    return ask_both(client.server, "suggestMoveForState", client.token, state=state, seat=seat, level=level)


def review(client: Client, session_id: str, **given: object) -> Json:
    """Ask for a page of a review over both APIs, and return the answer."""
    return ask_both(client.server, "review", client.token, sessionId=session_id, **{"level": QUICK, **given})


# ---- hints in a session


@pytest.mark.parametrize("game", ["zeven", "bazaar", "door", "zar", "zlam"])
def test_a_hint_is_a_legal_move_with_its_reasons(one_service: Service, game: str) -> None:
    live = opened(one_service, game, 3, hints=True, seed=SEED).live()
    live.play(Random(game), 7)
    seat = live.turn()[0]
    session = live.read(seat)
    hint = both(live.players[seat], live.id)
    assert (hint["seat"], hint["level"], hint["waits"]) == (seat, QUICK, False)
    assert (hint["version"], hint["cursor"]) == (session["version"], session["cursor"])
    legal = live.legal(seat)
    assert hint["move"]["notation"] in legal
    tried = [one["move"]["notation"] for one in hint["candidates"]]
    assert sorted(tried) == sorted(legal) if len(legal) > 1 else not tried
    for one in hint["candidates"]:
        assert -1 <= one["reward"] <= 1
        assert one["low"] <= one["reward"] <= one["high"]
        assert one["playouts"] > 0
    assert bool(hint["effort"]) == (len(legal) > 1)
    zones = {zone["key"]: zone["cards"].count(None) for zone in session["view"]["zones"]}
    assert {one["zone"]: one["count"] for one in hint["hidden"]} == {zone: n for zone, n in zones.items() if n}


def test_level_1_tries_nothing_a_higher_one_tries_more_and_3_is_the_default(one_service: Service) -> None:
    live = opened(one_service, "zlam", 2, ONLY_THREES, hints=True, seed=SEED).live()
    # The highest level, which takes long, is one more of the same table.
    player = live.players[live.turn()[0]]
    first, second = (both(player, live.id, level) for level in (1, 2))
    # This level takes a while: one API is enough.
    third, default = (
        over_rest(one_service, "suggestMove", player.token, sessionId=live.id, **given) for given in ({"level": 3}, {})
    )
    assert 0 == first["effort"] < second["effort"] < third["effort"]
    assert default == third


def test_a_hint_changes_nothing_and_stays_the_same(service: Service) -> None:
    live = opened(service, "bazaar", 2, hints=True, seed=SEED).live()
    seat = live.turn()[0]
    before = live.read(seat)
    first, second = (both(live.players[seat], live.id) for _ in range(2))
    assert first == second
    assert live.read(seat) == before
    made = live.move(seat, first["move"]["notation"], first["version"])
    assert made["version"] == first["version"] + 1


def test_a_refused_hint_says_why(one_service: Service) -> None:
    made = opened(one_service, "zlam", 3, ONLY_THREES | {"threes": "4"}, hints=True, seed=SEED)
    players = [made.sit(seat=0)]
    assert both(players[0], made.id)["code"] == "NOT_STARTED"
    players += [made.sit(seat=1), made.sit(seat=2)]
    (seat,) = players[0].read(made.id)["view"]["turn"]
    asked = players[seat]
    other = players[seat - 1]
    plain = opened(one_service, "zlam", 2, ONLY_THREES, seed=SEED).live()
    for client, session_id, level, code, path in (
        (Client(one_service), made.id, QUICK, "UNAUTHORIZED", "sessionId"),
        (made.host, made.id, QUICK, "UNAUTHORIZED", "sessionId"),
        (asked, "nowhere", QUICK, "NOT_FOUND", "sessionId"),
        (other, made.id, QUICK, "NOT_YOUR_TURN", "sessionId"),
        (plain.players[plain.turn()[0]], plain.id, QUICK, "HINTS_OFF", "sessionId"),
        *((asked, made.id, level, "INVALID_INPUT", "level") for level in (0, 5, -1)),
    ):
        refused = both(client, session_id, level)
        assert (refused["code"], refused["path"]) == (code, [path])
    assert both(asked, made.id, 5)["message"] == "level must be a whole number from 1 to 4."
    done(other, "resign", made.id)
    assert both(other, made.id)["code"] == "RESIGNED"
    done(made.host, "abandonSession", made.id)
    assert both(asked, made.id)["code"] == "SESSION_OVER"


def test_a_seat_that_holds_the_twin_may_be_told_to_match_or_to_wait(one_service: Service) -> None:
    chance = Random(3)
    live = opened(one_service, "zar", 3, hints=True, seed=SEED).live()
    for _ in range(40):
        unasked = [seat for seat in range(3) if seat not in live.turn() and live.legal(seat)]
        if unasked:
            hint = both(live.players[unasked[0]], live.id)
            assert hint["waits"] == (hint["move"] is None)
            assert None in [one["move"] for one in hint["candidates"]]
            return
        live.step(chance)
    pytest.fail("nobody ever held a twin")


# ---- hints without a session


def new_table(client: Client, **wish: object) -> Json:
    """Deal a stateless table over REST."""
    return Rest(client.server).done("/v1/tables", wish)["table"]


def test_a_hint_for_a_state_follows_from_what_the_seat_sees(one_service: Service) -> None:
    client = Client(one_service)
    state = engine.loads(new_table(client, game="zar", seats=3, seed=SEED)["state"])
    seat = engine.asked_seats(state)[0]
    hint = both_for_state(client, engine.dumps(state).decode(), seat)
    assert (hint["version"], hint["cursor"]) == (0, None)
    assert hint["move"]["notation"] in map(str, engine.legal_moves(state, seat))
    other = engine.dumps(engine.redeal(state, seat, "01" * 32)).decode()
    assert both_for_state(client, other, seat) == hint


def test_a_hint_for_a_state_is_refused_with_a_reason(one_service: Service) -> None:
    client = Client(one_service)
    state = new_table(client, game="zlam", seats=2, options=pairs(ONLY_THREES), seed=SEED)["state"]
    seat = engine.asked_seats(engine.loads(state))[0]
    for sent, who, level, code, path in (
        (state, 1 - seat, QUICK, "NOT_YOUR_TURN", "seat"),
        (state, 2, QUICK, "INVALID_INPUT", "seat"),
        (state, -1, QUICK, "INVALID_INPUT", "seat"),
        (state, seat, 9, "INVALID_INPUT", "level"),
        ("{}", seat, QUICK, "INVALID_STATE", "state"),
    ):
        refused = both_for_state(client, sent, who, level)
        assert (refused["code"], refused["path"]) == (code, [path])
    over = engine.loads(state)
    while engine.result(over) is None:
        mover = engine.asked_seats(over)[0]
        over = engine.next_state(over, mover, engine.legal_moves(over, mover)[0])
    refused = both_for_state(client, engine.dumps(over).decode(), seat)
    assert (refused["code"], refused["path"]) == ("TABLE_OVER", ["seat"])


# A service that has keys to seal with, and counts what its callers spend.
sealing = service_with(seal_keys="ab" * 32, rate_address="500/day")


def test_a_sealed_table_tells_a_hint_to_the_seat_whose_grant_comes_along(sealing: Service) -> None:
    table = new_table(Client(sealing), game="door", seats=2, sealed=True)
    grants = [grant["token"] for grant in table["grants"]]
    (seat,) = Rest(sealing).done("/v1/tables/read", {"state": table["state"]})["table"]["activeSeats"]
    hint = both_for_state(Client(sealing, grants[seat]), table["state"], seat)
    assert hint["seat"] == seat
    for token in (None, grants[1 - seat], "no-grant"):
        refused = both_for_state(Client(sealing, token), table["state"], seat)
        assert (refused["code"], refused["path"]) == ("UNAUTHORIZED", ["seat"])


def test_a_hint_costs_more_at_a_higher_level_and_a_review_by_its_moves(sealing: Service) -> None:
    state = new_table(Client(sealing), game="door", seats=2)["state"]
    seat = engine.asked_seats(engine.loads(state))[0]

    def left(answer: httpx2.Response) -> int:
        return int(answer.headers["ratelimit"].split(";r=")[1].split(";")[0])

    def cost(path: str, body: Json = None) -> int:
        before = left(Rest(sealing).get("/v1/games"))
        answer = Rest(sealing).ask("GET" if body is None else "POST", path, body)
        return before - left(answer)

    levels = [cost("/v1/tables/suggestion", {"state": state, "seat": seat, "level": level}) for level in (1, 2, 3, 9)]
    assert levels == [1, 5, 41, 1]
    pages = [cost(f"/v1/sessions/nowhere/review?level=2&first={first}") for first in (0, 1, 10, 99)]
    assert pages == [1, 9, 81, 81]
    assert cost("/v1/sessions/nowhere/review?first=1") == 81


# ---- reviews


def test_a_review_goes_through_every_move_of_a_finished_table(one_service: Service) -> None:
    live = opened(one_service, "zlam", 2, ONLY_THREES | {"threes": "5"}, seed=SEED, takeBacks=True).live()
    assert review(live.spectator, live.id)["code"] == "NOT_OVER"
    live.play_to_the_end(Random("zlam"))
    lines = engine.parse_record(live.record() or "").moves
    moves = list[Json]()
    after = None
    pages = 0
    while True:
        page = review(live.spectator, live.id, first=7, after=after)
        assert [edge["node"] for edge in page["edges"]] == page["nodes"]
        assert page["pageInfo"]["hasPreviousPage"] == (after is not None)
        moves += page["nodes"]
        after = page["pageInfo"]["endCursor"]
        pages += 1
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert pages == -(-len(lines) // 7)
    assert [f"{one['seat']} {one['move']['notation']}" for one in moves] == list(lines)
    assert [one["ply"] for one in moves] == list(range(len(lines)))
    for one in moves:
        same = one["preferred"] == one["move"]
        is_worse = one["verdict"] == "WORSE"
        assert same == (one["verdict"] == "BEST")
        assert bool(one["playouts"]) != same
        assert not one["onlyMove"] or same
        assert is_worse == (one["lossLow"] > 0) == (one["loss"] > 0)
        assert not is_worse or one["lossLow"] <= one["loss"] <= one["lossHigh"]
    assert {"BEST"} < {one["verdict"] for one in moves} <= {"BEST", "ABOUT_EQUAL", "WORSE"}


def test_a_review_is_told_to_everybody_alike_and_is_empty_beyond_the_last_move(one_service: Service) -> None:
    live = opened(one_service, "zlam", 2, ONLY_THREES, seed=SEED).live()
    live.play_to_the_end(Random(1))
    pages = [review(client, live.id, first=2) for client in (live.spectator, live.players[0])]
    assert pages[0] == pages[1]
    assert pages[0]["nodes"]
    assert review(live.spectator, live.id, after="999999999")["nodes"] == []


def test_a_review_of_nothing_or_of_a_part_that_is_not_there_is_refused(one_service: Service) -> None:
    live = opened(one_service, "zlam", 2, ONLY_THREES, seed=SEED).live()
    client = live.spectator
    done(live.players[0], "resign", live.id)
    assert review(client, "nowhere")["code"] == "NOT_FOUND"
    for level in (1, 5):
        refused = review(client, live.id, level=level)
        assert (refused["code"], refused["path"]) == ("INVALID_INPUT", ["level"])
    for after in ("no cursor", "-1", "1.5", "٣"):
        assert review(client, live.id, after=after)["path"] == ["after"]
    abandoned = opened(one_service, "zlam", 2, ONLY_THREES, seed=SEED)
    abandoned.live()
    done(abandoned.host, "abandonSession", abandoned.id)
    assert review(client, abandoned.id)["code"] == "NOT_FOUND"


# ---- what a hint and a review follow from


# The moves of more pages than these take a long time to review, and show no more.
PAGES = 1


TAKING_BACK = {"applyMove", "undoMove", "askTakeBack", "answerTakeBack"}


@pytest.fixture(scope="module")
async def pool() -> AsyncIterator[Pool]:
    """A process that thinks."""
    pool = Pool(Bounds(niceness=0))
    yield pool
    await pool.close()


class Worker:
    """A simulated process: its own repository and pool, on a store that others may share."""

    def __init__(self, store: Store, pool: Pool) -> None:
        self.sessions = SessionRepository(store, Lifetimes(600, 600, 600))
        self.pool = pool

    def caller(self, seat: int | None) -> RequestContext:
        """Return the context of the holder of a seat, or of a spectator."""
        token = None if seat is None else token_of(seat)
        return RequestContext(
            self.sessions,
            tournaments_of(self.sessions),
            StatelessTables(None, self.sessions.store, 0),
            token,
            pool=self.pool,
        )

    async def perform(self, session_id: str, script: Script) -> Session:
        """Make a session, with hints, and everything that is done in it."""
        script = replace(script, setup=replace(script.setup, hints=True))
        first, *others = [entry.change for _, entry in (*begin(script), *perform(script))]
        assert isinstance(first, Created)
        session = await self.sessions.create(session_id, first)
        for change in others:
            session = await self.change(session_id, change)
        return session

    async def change(self, session_id: str, change: object) -> Session:
        """Commit a change; the holder of a seat has the token of that seat."""
        made: Change = change  # type: ignore[assignment]  # every change but the first
        if isinstance(made, Joined | HandedOver):
            made = replace(made, token=Secret(hash_token(token_of(made.seat)), ""))
        request = make_change_request("test", None, None)
        return (await self.sessions.change(session_id, request, lambda _session, _now: made)).session

    async def suggest(self, session_id: str, seat: int, level: int = QUICK) -> Suggestion:
        """Ask for a hint, as the holder of a seat."""
        return await suggest_move(self.caller(seat), SuggestMoveInput(session_id=session_id, level=level))

    async def review(self, session_id: str) -> list[ReviewedMove]:
        """Review the first pages of a table, as a spectator."""
        moves = list[ReviewedMove]()
        after = None
        for _ in range(PAGES):
            page = await review_moves(self.caller(None), ReviewInput(session_id=session_id, level=QUICK, after=after))
            assert page.page_info.has_next_page
            moves += page.nodes
            after = page.page_info.end_cursor
        return moves


def token_of(seat: int) -> str:
    return f"token of seat {seat}"


def asked_of(session: Session) -> list[int]:
    """Return the seats that are asked, of those that somebody holds."""
    assert session.state is not None
    return [seat for seat in engine.asked_seats(session.state) if seat in session.holders()]


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_is_the_same_when_hidden_cards_are_dealt_again(game: str, sqlite_store: Store, pool: Pool) -> None:
    worker = Worker(sqlite_store, pool)
    chance = Random(game)
    compared = number = 0
    while not compared:
        number += 1
        script = invent(game, chance, 14)
        here = await worker.perform(f"here-{number}", script)
        for seat in asked_of(here):
            deal = find_alternative(script, seat, chance)
            if deal is None:
                continue
            there = await worker.perform(f"there-{number}-{seat}", replace(script, deal=deal))
            assert there.state != here.state
            hints = [await worker.suggest(session.id, seat) for session in (here, there)]
            # The cursor is a keyed hash of the whole history, which tells nobody anything.
            told = [msgspec.json.encode(replace(hint, cursor=None)) for hint in hints]
            assert told[0] == told[1]
            compared += 1


async def test_every_process_gives_the_same_hint_from_a_memory(store: Store, second_store: Store, pool: Pool) -> None:
    here = Worker(store, pool)
    there = Worker(second_store, pool)
    session = await here.perform("table", invent("zeven", Random(5), 25, only_moves=True))
    (seat,) = asked_of(session)
    hint = await here.suggest("table", seat)
    assert await there.suggest("table", seat) == hint
    assert session.state is not None
    memory = await Memories(store).recall(session, seat)
    assert memory is not None
    world = engine.redeal(session.state, seat, "ab" * 32, memory)
    seed = advice_seed(session, session.state, seat)
    chosen = bots.assess(world, seat, bots.LEVELS[QUICK].effort, seed, memory).choice
    assert (hint.move and hint.move.notation, hint.effort) == (chosen.move, chosen.effort)
    assert [one.reward for one in hint.candidates] == [one.reward for one in chosen.candidates]


async def test_a_hint_is_refused_when_no_process_has_time(sqlite_store: Store) -> None:
    pool = Pool(Bounds(patience_seconds=1e-9, niceness=0))
    worker = Worker(sqlite_store, pool)
    session = await worker.perform("table", invent("door", Random(5), 3, only_moves=True))
    with pytest.raises(Problem, match="Too many questions are waiting"):
        await worker.suggest("table", asked_of(session)[0], 4)
    await pool.close()


async def finish(worker: Worker, session: Session, chance: Random) -> Session:
    """Play a table to its end."""
    assert session.state is not None
    for step in play_on(session.state, chance):
        session = await worker.change(session.id, Moved(0, step.seat, step.move))
    return session


def takes_back(script: Script) -> bool:
    """Tell whether moves are taken back in a script, and nothing else is done beside moving."""
    names = {act.name for act in script.acts}
    return "undoMove" in names and names <= TAKING_BACK


@pytest.mark.parametrize("store_url", ["sqlite"], indirect=True)
async def test_every_review_leaves_out_what_was_taken_back(store: Store, second_store: Store, pool: Pool) -> None:
    here = Worker(store, pool)
    there = Worker(second_store, pool)
    scripts = (invent("bazaar", Random(number), 8, most_seats=2) for number in count())
    script = next(script for script in scripts if takes_back(script))
    session = await finish(here, await here.perform("table", script), Random(2))
    assert session.status == "FINISHED"
    moves = await here.review("table")
    assert len(moves) > script.acts.index(next(act for act in script.acts if act.name == "undoMove"))
    archive = await read_archive(store, "table")
    assert archive is not None
    lines = engine.parse_record(bytes(archive.record)).moves
    assert [f"{one.seat} {one.move.notation}" for one in moves] == list(lines[: len(moves)])
    assert len(lines) < session.version - 3
    assert await there.review("table") == moves


async def test_a_review_knows_what_the_mover_knew_and_no_more(sqlite_store: Store, pool: Pool) -> None:
    worker = Worker(sqlite_store, pool)
    script = invent("bazaar", Random(8), 20, only_moves=True, most_seats=2)
    session = await finish(worker, await worker.perform("table", script), Random(2))
    archive = await read_archive(sqlite_store, "table")
    assert archive is not None
    states = engine.replay(bytes(archive.record))
    told = list[Event]()
    for state, one in zip(states, await worker.review("table"), strict=False):
        memory = engine.remember(engine.begin_memory(states[0], one.seat), engine.events_for(told, one.seat))
        # Everything that the seat did not know is dealt again, by another seed than the service's.
        world = engine.redeal(state, one.seat, "cd" * 32, memory)
        seed = advice_seed(session, state, one.seat)
        chosen = bots.assess(world, one.seat, bots.LEVELS[QUICK].effort, seed, memory).choice
        assert (one.preferred and one.preferred.notation) == chosen.move
        told += engine.apply(state, one.seat, one.move.notation)[1]


async def test_at_a_table_where_looking_ahead_takes_too_long_only_level_1_decides(store: Store, pool: Pool) -> None:
    state = engine.new_game("zlam", seats=100, options={"decks": 20}, seed="00" * 32)
    seat = engine.active_seats(state)[0]
    context = Worker(store, pool).caller(None)
    text = engine.dumps(state).decode()
    hint = await suggest_move_for_state(context, SuggestMoveForStateInput(state=text, seat=seat, level=1))
    assert hint.seat == seat
    with pytest.raises(Problem) as refused:
        await suggest_move_for_state(context, SuggestMoveForStateInput(state=text, seat=seat, level=2))
    assert (refused.value.code, refused.value.path) == ("INVALID_INPUT", ("level",))
