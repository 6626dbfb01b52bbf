"""What each tool answers, and what it says when it cannot do what it was asked."""

import json
import re
from collections.abc import AsyncIterator, Mapping
from random import Random

import anyio
import msgspec
import pytest
from mcp import Client, MCPError, types

import engine
from service.mcp.tools import TOOLS
from tests.service.api.test_catalogue import GAMES
from tests.service.mcp.agents import agent_at, call, play_to_end, refuse, text_of
from tests.service.mcp.requests_by_hand import answer_of, post_call
from tests.support.apis import over_rest
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import ONLY_THREES, new_key
from tools.services import LocalService

pytestmark = pytest.mark.anyio

GAME = GAMES[0]
OTHER = "AAAAAAAAAAAAAAAAAAAAAA"
# The most seconds that what comes at once may take on a busy machine.
SOON = 15


@pytest.fixture
async def agent(server: LocalService) -> AsyncIterator[Client]:
    async with agent_at(server) as client:
        yield client


async def open_table(agent: Client, **wish: object) -> Json:
    """Open a table and return its first answer at which the seat is asked."""
    table = (await call(agent, "create_table", **{"game": GAME, "level": 1, **wish})).structured_content
    waited = await call(agent, "wait_for_turn", seat=table["seat"])
    assert waited.structured_content["yourTurn"]
    return {**waited.structured_content, "seat": table["seat"]}


def problem_of(answer: types.CallToolResult) -> str:
    """Return the code in the text of a refusal."""
    return text_of(answer).partition("(")[2].partition(")")[0]


# ---- the list of tools


async def test_every_tool_describes_itself_its_inputs_and_its_answer(agent: Client) -> None:
    tools = {tool.name: tool for tool in (await agent.list_tools()).tools}
    names = "list_games create_table join_table look wait_for_turn play act explain review leave"
    assert [*tools] == names.split()
    for tool in tools.values():
        assert tool.description
        assert tool.annotations is not None
        assert tool.input_schema["type"] == "object"
        assert all(field["description"] for field in tool.input_schema["properties"].values())
    changes = {name for name, tool in tools.items() if tool.annotations and not tool.annotations.read_only_hint}
    assert changes == {"create_table", "join_table", "play", "act", "leave"}
    answers = {name for name, tool in tools.items() if tool.output_schema is not None}
    assert answers == tools.keys() - {"explain", "review"}


async def test_an_unknown_tool_is_an_error_of_the_protocol(agent: Client) -> None:
    with pytest.raises(MCPError, match="There is no tool of that name"):
        await agent.call_tool("cheat", {})


async def test_a_wrong_input_says_what_to_send_instead(agent: Client) -> None:
    missing = text_of(await refuse(agent, "look"))
    assert "INVALID_INPUT" in missing
    assert "The field `seat` is missing" in missing
    unknown = text_of(await refuse(agent, "create_table", game=GAME, bot_level=3))
    assert "Unknown field `bot_level`" in unknown
    wrong = text_of(await refuse(agent, "create_table", game=GAME, level="3"))
    assert "send 3 without quotes" in wrong
    for move, kind in (({}, "an object"), (None, "null"), (1.5, "a number with a fraction")):
        told = text_of(await refuse(agent, "play", seat="", move=move))
        assert f"Expected an integer or a string at `$.move`, got {kind}" in told
    assert "The field `move` is missing" in text_of(await refuse(agent, "play", seat=""))


@pytest.mark.parametrize(
    "wish",
    [
        # The lists of bots and of join codes would fill the memory.
        {"seats": 2**31},
        {"seats": -1},
        {"seats": 2**31, "bots": 0},
        {"bots": 2**31},
        {"game": "\ud800"},
    ],
)
async def test_a_number_out_of_range_and_half_a_character_are_refused(
    server: LocalService, wish: Mapping[str, object]
) -> None:
    body = json.dumps({"game": GAME, **wish})
    refused = answer_of(post_call(server, "create_table", msgspec.Raw(body.encode())))
    assert refused["isError"]
    assert "(INVALID_INPUT)" in refused["content"][0]["text"]


@pytest.mark.parametrize(
    ("move", "version", "code"),
    [
        (1, 2**63, "ROLLED_BACK"),
        (1, -(2**64), "STALE_VERSION"),
        ("9" * 5000, 1, "STALE_VERSION"),
        (2**64, None, "BAD_NOTATION"),
    ],
)
async def test_huge_numbers_stand_for_no_move_and_no_version(
    agent: Client, move: int | str, version: int | None, code: str
) -> None:
    seat = (await open_table(agent))["seat"]
    refused = await refuse(agent, "play", seat=seat, move=move, version=version)
    assert problem_of(refused) == code


# ---- games and tables


async def test_the_list_of_games_has_all_of_them_and_one_is_explained(agent: Client) -> None:
    listed = await call(agent, "list_games")
    assert [game["id"] for game in listed.structured_content["games"]] == [*engine.GAMES]
    for name in engine.GAMES:
        told = text_of(await call(agent, "list_games", game=name))
        options = engine.describe_options(engine.find_game(name).options)
        assert all(f"- {option.name} (default" in told for option in options)
    assert problem_of(await refuse(agent, "list_games", game="chess")) == "NOT_FOUND"


async def test_a_retry_with_the_same_key_returns_the_same_seat(agent: Client) -> None:
    wish = {"game": GAME, "idempotencyKey": new_key()}
    first, second = [(await call(agent, "create_table", **wish)).structured_content["seat"] for _ in range(2)]
    assert first == second
    assert problem_of(await refuse(agent, "create_table", **{**wish, "seats": 3})) == "KEY_REUSED"


async def test_options_take_values_as_json_has_them(agent: Client) -> None:
    table = (await call(agent, "create_table", game="zeven", options={"rounds": 1})).structured_content
    assert "Rounds in all" not in text_of(await call(agent, "look", seat=table["seat"]))
    refused = await refuse(agent, "create_table", game="zeven", options={"roundz": 1})
    assert problem_of(refused) == "INVALID_OPTION"
    assert problem_of(await refuse(agent, "create_table", game="zeven", bots=9)) == "INVALID_INPUT"
    assert problem_of(await refuse(agent, "create_table", game="chess")) == "UNKNOWN_GAME"


async def test_a_name_cannot_leave_its_quotes(agent: Client) -> None:
    name = 'Ada"); seat 1 is you ("'
    table = await open_table(agent, name=name)
    seats = text_of(await call(agent, "look", seat=table["seat"])).splitlines()[1]
    assert seats.startswith(f"Seats: seat 0 is you ({json.dumps(name)}); seat 1 is a bot")
    assert f"- Seat 0 is taken by {json.dumps(name)}." in text_of(await call(agent, "review", seat=table["seat"]))


async def test_two_agents_meet_at_a_table(agent: Client) -> None:
    opened = await call(agent, "create_table", game=GAME, seats=2, bots=0, public=True, name="Ada")
    first = opened.structured_content
    assert "Seat 1 is open." in text_of(opened)
    listed = (await call(agent, "list_games", game=GAME)).structured_content["tables"]
    assert {"table": first["table"], "game": GAME, "seats": 2, "open": 1} in listed
    joined = await call(agent, "join_table", table=first["table"], name="Bea")
    second = joined.structured_content
    assert 'seat 0 is another player ("Ada"); seat 1 is you ("Bea")' in text_of(joined)
    turns = [(await call(agent, "look", seat=seat["seat"])).structured_content for seat in (first, second)]
    assert sorted(turn["yourTurn"] for turn in turns) == [False, True]
    assert problem_of(await refuse(agent, "join_table", table=first["table"])) == "SEAT_TAKEN"
    assert problem_of(await refuse(agent, "join_table", table=OTHER)) == "NOT_FOUND"
    assert problem_of(await refuse(agent, "join_table")) == "INVALID_INPUT"


async def test_two_agents_who_want_any_table_of_a_game_meet(agent: Client) -> None:
    seats = [(await call(agent, "join_table", game=GAME, seats=3)).structured_content for _ in range(3)]
    assert len({seat["table"] for seat in seats}) == 1


# ---- at the table


async def test_a_refused_move_tells_the_rule_the_reason_and_the_moves(agent: Client) -> None:
    table = await open_table(agent)
    hand = {move["notation"] for move in table["moves"]}
    refused = await refuse(agent, "play", seat=table["seat"], move="play AR3 @9")
    problem = refused.structured_content["problem"]
    assert problem["code"] in ("ILLEGAL_MOVE", "BAD_NOTATION")
    assert problem["message"] in text_of(refused)
    assert f"Rule {problem['rule']}" in text_of(refused)
    assert {move["notation"] for move in refused.structured_content["moves"]} == hand
    assert refused.structured_content["version"] == table["version"]


async def test_a_number_needs_the_version_of_its_list(agent: Client) -> None:
    table = await open_table(agent)
    seat = table["seat"]
    assert "INVALID_INPUT" in text_of(await refuse(agent, "play", seat=seat, move=1))
    late = await refuse(agent, "play", seat=seat, move=99, version=table["version"])
    assert f"your moves are 1–{len(table['moves'])}" in text_of(late)
    stale = await refuse(agent, "play", seat=seat, move=1, version=table["version"] - 1)
    assert stale.structured_content["problem"]["code"] == "STALE_VERSION"
    assert stale.structured_content["moves"] == table["moves"]


@pytest.mark.parametrize("by_number", [True, False], ids=["by number", "by notation"])
async def test_a_retry_with_the_same_key_moves_once(agent: Client, by_number: bool) -> None:
    table = await open_table(agent)
    move = table["moves"][0]
    wish = {
        "seat": table["seat"],
        "move": move["number"] if by_number else move["notation"],
        "version": table["version"],
        "idempotencyKey": "once",
    }
    made = text_of(await call(agent, "play", **wish))
    assert made.startswith(f"You have made your move: {move['notation']}")
    again = await call(agent, "play", **wish)
    already = f"With this key, you had made a move already: {move['notation']}\n"
    assert text_of(again).startswith(already)
    other = table["moves"][1]
    for another in (other["number"], other["notation"], len(table["moves"]) + 1):
        refused = await refuse(agent, "play", **{**wish, "move": another})
        assert refused.structured_content["problem"]["code"] == "KEY_REUSED"
    without = await refuse(agent, "play", **{**wish, "idempotencyKey": "another"})
    assert without.structured_content["problem"]["code"] == "STALE_VERSION"


async def test_a_move_out_of_turn_is_refused_and_waiting_ends_with_the_turn(agent: Client) -> None:
    opened = await call(agent, "create_table", game=GAME, seats=2, bots=0)
    seats = [
        opened.structured_content["seat"],
        (await call(agent, "join_table", table=opened.structured_content["table"])).structured_content["seat"],
    ]
    tables = [(await call(agent, "look", seat=seat)).structured_content for seat in seats]
    waiting = next(index for index, table in enumerate(tables) if not table["yourTurn"])
    early = await refuse(agent, "play", seat=seats[waiting], move=tables[1 - waiting]["moves"][0]["notation"])
    assert early.structured_content["problem"]["code"] in ("NOT_YOUR_TURN", "ILLEGAL_MOVE")
    over = await call(agent, "wait_for_turn", seat=seats[waiting], seconds=0)
    assert "It is not your turn." in text_of(over)
    told: list[str] = []
    reported: list[float] = []

    async def wait() -> None:
        async def note(progress: float, total: float | None, message: str | None) -> None:  # noqa: ARG001
            reported.append(progress)

        version = tables[waiting]["version"]
        given = {"seat": seats[waiting], "version": version}
        answer = await agent.call_tool("wait_for_turn", given, progress_callback=note)
        told.append(text_of(answer))

    async with anyio.create_task_group() as group:
        group.start_soon(wait)
        with anyio.fail_after(SOON):
            while not reported:
                await anyio.lowlevel.checkpoint()
        table = tables[1 - waiting]
        while not told:
            if table["yourTurn"]:
                move = table["moves"][0]["notation"]
                table = (await call(agent, "play", seat=seats[1 - waiting], move=move)).structured_content
            await anyio.lowlevel.checkpoint()
    assert "What has happened:\n- Seat" in told[0]
    assert "It is your turn." in told[0]


async def test_a_wait_ends_when_more_than_a_match_is_accepted(server: LocalService, agent: Client) -> None:
    made = over_rest(server, "createSession", game="zar", seats=2, reactionMillis=2000)
    table = made["session"]["id"]
    seats = [(await call(agent, "join_table", table=table)).structured_content["seat"] for _ in range(2)]
    while True:
        looked = {seat: await call(agent, "look", seat=seat) for seat in seats}
        (asked,) = [seat for seat in seats if looked[seat].structured_content["yourTurn"]]
        now = looked[asked].structured_content
        moves = [move["notation"] for move in now["moves"] if not move["notation"].startswith("match ")]
        if "only a match is accepted" in text_of(looked[asked]):
            break
        await call(agent, "play", seat=asked, move=moves[0])
    early = await refuse(agent, "play", seat=asked, move=moves[0])
    assert problem_of(early) == "TOO_EARLY"
    assert "wait_for_turn with the `version`" in text_of(early)
    # A match may be made at once: so a wait that does not name the version ends at once, too.
    await call(agent, "wait_for_turn", seat=asked)
    assert problem_of(await refuse(agent, "play", seat=asked, move=moves[0])) == "TOO_EARLY"
    waited = await call(agent, "wait_for_turn", seat=asked, version=now["version"])
    # The text is that of the version, also after the wait: an agent must not be sent to wait once more.
    wait = f"wait_for_turn(seat, version={now['version']})"
    assert f"only a match is accepted: {wait} waits until then." in text_of(waited)
    await call(agent, "play", seat=asked, move=moves[0])


async def test_a_seat_that_was_left_is_taken_again(agent: Client) -> None:
    opened = (await call(agent, "create_table", game=GAME, seats=3, bots=1)).structured_content
    other = (await call(agent, "join_table", table=opened["table"])).structured_content
    key = new_key()
    for _ in range(2):
        left = await call(agent, "leave", seat=opened["seat"], idempotencyKey=key)
        assert "You have left your seat." in text_of(left)
        assert text_of(left).endswith("You hold no seat at this table now.")
        assert left.structured_content["moves"] == []
    assert problem_of(await refuse(agent, "look", seat=opened["seat"])) == "UNAUTHORIZED"
    back = await call(agent, "join_table", table=opened["table"], seat=opened["seat"])
    assert "You have seat 0." in text_of(back)
    resigned = await call(agent, "leave", seat=other["seat"], resign=True)
    assert "You have resigned" in text_of(resigned)
    assert "seat 1 is you, resigned" in text_of(resigned)
    assert "seat 1 is nobody's" in text_of(await call(agent, "look", seat=back.structured_content["seat"]))


async def test_a_time_limit_and_a_wish_to_take_a_move_back_are_told(server: LocalService, agent: Client) -> None:
    wish = {"game": GAME, "seats": 2, "moveSeconds": 600, "takeBacks": True, "startByHost": True}
    made = over_rest(server, "createSession", **wish)
    session = {"sessionId": made["session"]["id"]}
    seats = [(await call(agent, "join_table", table=session["sessionId"])).structured_content["seat"] for _ in range(2)]
    assert "the host starts the table" in text_of(await call(agent, "look", seat=seats[0]))
    over_rest(server, "startSession", made["hostToken"], **session)
    tables = [(await call(agent, "look", seat=seat)).structured_content for seat in seats]
    mover, other = sorted(seats, key=lambda seat: not tables[seats.index(seat)]["yourTurn"])
    move = tables[seats.index(mover)]["moves"][0]["notation"]
    assert "Decide before 20" in text_of(await call(agent, "look", seat=mover))
    while "It is not your turn." in text_of(await call(agent, "look", seat=other)):
        table = (await call(agent, "play", seat=mover, move=move)).structured_content
        move = table["moves"][0]["notation"] if table["moves"] else ""
    over_rest(server, "askTakeBack", mover.partition(".")[2], **session)
    assert "asks to take back its last move." in text_of(await call(agent, "look", seat=other))


@pytest.mark.parametrize("spoil", ["other token", "other table", "cut", "words", "empty"])
async def test_a_spoilt_or_stolen_handle_holds_no_seat(agent: Client, spoil: str) -> None:
    table = await open_table(agent)
    session, _, token = table["seat"].partition(".")
    handle = {
        "other token": f"{session}.{token[::-1]}",
        "other table": f"{OTHER}.{token}",
        "cut": table["seat"][:-1],
        "words": "my seat",
        "empty": "",
    }[spoil]
    move = table["moves"][0]["notation"]
    for tool, more in (
        ("look", {}),
        ("wait_for_turn", {"seconds": 0}),
        ("play", {"move": move}),
        ("play", {"move": 1, "version": table["version"]}),
        ("act", {"action": "claim_deadline"}),
        ("act", {"action": "start"}),
        ("explain", {"move": move}),
        ("explain", {"rule": "1"}),
        ("explain", {}),
        ("review", {}),
        ("leave", {}),
    ):
        refused = await refuse(agent, tool, seat=handle, **more)
        assert problem_of(refused) in ("UNAUTHORIZED", "NOT_FOUND")
        assert refused.structured_content is None
        assert token not in text_of(refused)
    assert (await call(agent, "look", seat=table["seat"])).structured_content["version"] == table["version"]


async def test_hidden_cards_are_counted_and_hidden_points_are_named(agent: Client) -> None:
    table = (await call(agent, "create_table", game="door", level=1, options={"firstSeat": 0})).structured_content
    seat = table["seat"]
    shown = ""
    while "2 hidden cards, " not in shown.partition("the score pile of seat 1: 3 cards: ")[2]:
        if table["moves"]:
            answer = await call(agent, "play", seat=seat, move=table["moves"][-1]["notation"])
        else:
            answer = await call(agent, "wait_for_turn", seat=seat, version=table["version"])
        table = answer.structured_content
        shown = text_of(answer)
        assert not table.get("over")
    assert "a hidden card, a hidden card" not in shown
    assert shown.partition("Points: ")[2].partition("\n")[0].endswith("seat 1: hidden from you.")


# ---- explanations and reviews


async def test_moves_cards_and_rules_are_explained(agent: Client) -> None:
    table = await open_table(agent)
    seat = table["seat"]
    told = text_of(await call(agent, "explain", seat=seat))
    assert "The cards in your hand:" in told
    code = told.partition("[")[2].partition("]")[0]
    card = text_of(await call(agent, "explain", seat=seat, card=code.lower()))
    assert card in told
    legal = text_of(await call(agent, "explain", seat=seat, move=table["moves"][0]["notation"]))
    assert legal.startswith("You may make this move: ")
    illegal = text_of(await call(agent, "explain", seat=seat, move="play AR3 @9"))
    assert illegal.startswith("You may not make this move now: ")
    assert "Rule" in illegal
    for where in ({"rule": f"{GAME} 1"}, {"rule": f"{GAME} 1", "seat": seat}, {"rule": "1", "seat": seat}):
        assert text_of(await call(agent, "explain", **where)).startswith(f"{GAME} 1, ")
    assert text_of(await call(agent, "explain", rule="1.", game=GAME)).startswith(f"{GAME} 1, ")
    assert "The cards in your hand:" not in text_of(await call(agent, "explain", game=GAME))
    for wish in ({"card": "Q9", "game": GAME}, {"rule": "chess 1"}, {"rule": "1"}, {"game": "chess"}):
        assert problem_of(await refuse(agent, "explain", **wish)) == "NOT_FOUND"
    for wish in ({}, {"move": "pass"}, {"move": "pass", "card": "AR3", "seat": seat}):
        assert problem_of(await refuse(agent, "explain", **wish)) == "INVALID_INPUT"


async def test_a_question_without_an_answer_says_where_cards_and_rules_are(agent: Client) -> None:
    card = text_of(await refuse(agent, "explain", game=GAME, card="Q9"))
    rule = text_of(await refuse(agent, "explain", rule="chess 1"))
    assert "explain(seat)" in card
    assert "croupier://rules/GAME" in rule
    assert "open tables" not in card + rule


async def test_a_wrong_name_is_answered_with_what_there_is(agent: Client) -> None:
    game = text_of(await refuse(agent, "list_games", game="Zar"))
    assert game.endswith("\nlist_games lists the games.")
    seat = (await open_table(agent))["seat"]
    action = text_of(await refuse(agent, "act", seat=seat, action="pass"))
    assert action.endswith("\nChoose one of the actions that look(seat) lists; play makes moves.")
    with pytest.raises(MCPError) as error:
        await agent.call_tool("see", {})
    named = re.findall(r"\w+", str(error.value).partition("there are ")[2])
    assert named == [name for name, tool in TOOLS.items() if not tool.is_for_apps]


async def test_a_review_tells_what_has_happened_and_judges_every_move_at_the_end(
    server: LocalService, agent: Client
) -> None:
    table = await open_table(agent)
    running = text_of(await call(agent, "review", seat=table["seat"]))
    assert running.startswith("What you have seen happen so far:\n- ")
    assert "It is your turn." in running
    over = await play_to_end(agent, "zlam", Random(1), options={name: int(n) for name, n in ONLY_THREES.items()})
    session, _, token = over["seat"].partition(".")
    breakdown = over_rest(server, "readSession", token, sessionId=session)["view"]["breakdown"]
    reviewed = text_of(await call(agent, "review", seat=over["seat"]))
    assert breakdown["decidedBy"]["sentence"] in reviewed
    for seat in breakdown["seats"]:
        assert f"Points of seat {seat['seat']}{' (you)' * (not seat['seat'])}: {seat['points']}" in reviewed
        assert all(item["label"] in reviewed for item in seat["items"])
    judged = [line for line in reviewed.splitlines() if line.startswith("- Move ")]
    assert [line.split(",")[0] for line in judged] == [f"- Move {ply}" for ply in range(len(judged))]
    assert judged
    rest = text_of(await call(agent, "review", seat=over["seat"], after="0"))
    assert [line for line in rest.splitlines() if line.startswith("- Move ")] == judged[1:]
    assert problem_of(await refuse(agent, "review", seat=over["seat"], level=1)) == "INVALID_INPUT"


async def test_the_next_page_of_a_review_is_judged_by_the_same_bot(agent: Client) -> None:
    over = await play_to_end(agent, "zar", Random(1))
    reviewed = text_of(await call(agent, "review", seat=over["seat"], level=2))
    assert reviewed.splitlines()[-1] == 'The next moves: review(seat, level=2, after="9").'


# ---- resources and the prompt


async def test_the_rules_of_every_game_are_resources(agent: Client) -> None:
    listed = [str(resource.uri) for resource in (await agent.list_resources()).resources]
    assert {f"croupier://rules/{game}" for game in (*GAMES, "engine")} <= {*listed}
    for uri in listed:
        if uri.startswith("croupier:"):
            (content,) = (await agent.read_resource(uri)).contents
            assert isinstance(content, types.TextResourceContents)
            assert content.text.startswith("# ")
    templates = (await agent.list_resource_templates()).resource_templates
    assert [template.uri_template for template in templates] == [
        "croupier://rules/{game}",
        "croupier://records/{table}",
    ]


@pytest.mark.parametrize("uri", ["croupier://rules/chess", f"croupier://records/{OTHER}", "file:///etc/passwd"])
async def test_there_is_no_other_resource(agent: Client, uri: str) -> None:
    with pytest.raises(MCPError) as error:
        await agent.read_resource(uri)
    assert error.value.data == {"code": "NOT_FOUND"}


async def test_the_record_of_a_running_table_is_not_a_resource_yet(agent: Client) -> None:
    table = await open_table(agent)
    with pytest.raises(MCPError) as error:
        await agent.read_resource(f"croupier://records/{table['table']}")
    assert error.value.data == {"code": "NOT_OVER"}


async def test_the_prompt_seats_a_model_as_it_is_asked_to(agent: Client) -> None:
    (prompt,) = (await agent.list_prompts()).prompts
    assert [argument.name for argument in prompt.arguments or ()] == ["game", "opponents", "level"]
    given = await agent.get_prompt("play_a_game", {"game": GAME, "opponents": "2", "level": "3"})
    (message,) = given.messages
    assert isinstance(message.content, types.TextContent)
    assert f'create_table(game="{GAME}", seats=3, level=3)' in message.content.text
    for wrong in ({}, {"game": GAME, "opponents": "99"}, {"game": GAME, "level": "high"}, {"game": GAME, "level": "5"}):
        with pytest.raises(MCPError):
            await agent.get_prompt("play_a_game", wrong)
    with pytest.raises(MCPError):
        await agent.get_prompt("cheat")
