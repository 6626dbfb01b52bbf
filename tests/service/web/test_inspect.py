"""The explorer, without a browser: run by Node, against a real service where it asks one."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import msgspec
import pytest
from graphql import build_schema as read_schema
from graphql import parse, validate

import engine
from engine import Record
from tests.clients.node import ROOT, run_node
from tests.engine.vectors import finished
from tests.service.api.test_catalogue import GAMES as HOUSE
from tests.support.graphql_sessions import ONLY_THREES, Live, opened
from tests.support.shared_deals import SharedDeal
from tests.verifier.records import fair_record
from tests.verify_deals import VERIFIER
from tools.services import Service
from web.assets import STATIC

SCRIPT = Path(__file__).parent / "inspect.mjs"
KIT = ROOT / "clients" / "javascript" / "src" / "index.js"
GAMES = [{"id": "zar", "title": "Zar", "rulesVersion": 1}]
GOOD = {"format": 1, "game": "zar", "rules": 1, "seats": 2, "seed": "ab" * 32, "moves": ["0 play Y4", "1 draw"]}
# What somebody may give as a record (a number stands for so many letters), and what is said of it.
WRONG: dict[str, tuple[str | int, str]] = {
    "nothing": ("", "notJson"),
    "no JSON": ("<html>", "notJson"),
    "deep JSON": ("[" * 100_000, "notJson"),
    "a text": ('"hello"', "notJson"),
    "a list": ("[1, 2]", "notRecord"),
    "no moves": (json.dumps({**GOOD, "moves": None}), "notRecord"),
    "no seats": (json.dumps({**GOOD, "seats": 0}), "notRecord"),
    "half a seat": (json.dumps({**GOOD, "seats": 1.5}), "notRecord"),
    "too many seats": (json.dumps({**GOOD, "seats": 1e9}), "notRecord"),
    "options as a list": (json.dumps({**GOOD, "options": [1]}), "notRecord"),
    "a deck of numbers": (json.dumps({**GOOD, "deck": [1]}), "notRecord"),
    "a later format": (json.dumps({**GOOD, "format": 2}), "otherFormat"),
    "a move that is none": (json.dumps({**GOOD, "moves": ["0 draw", 5]}), "notMove"),
    "a move of nobody": (json.dumps({**GOOD, "moves": ["draw"]}), "notMove"),
    "no key": (json.dumps({**GOOD, "seed": None}), "isCut"),
    "a hidden card": (json.dumps({**GOOD, "moves": ["0 play ??"]}), "isCut"),
    "a short key": (json.dumps({**GOOD, "seed": "ab"}), "notKey"),
    "five megabytes": (5_000_000, "tooLarge"),
}


def run(way: str, **given: object) -> Any:  # noqa: ANN401
    """Run a case of the explorer's logic, and return its result."""
    text = msgspec.json.encode({"way": way, "folder": str(STATIC), **given}).decode()
    # A link is a file of the page, wherever it leads.
    return msgspec.json.decode(run_node("--preserve-symlinks", str(SCRIPT), text))


def written(record: Record) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(engine.dump_record(record))
    return value


def small_table(service: Service) -> Live:
    """A session that is over after three moves."""
    return opened(service, "zlam", 2, {**ONLY_THREES, "firstSeat": "0"}).live()


def test_what_is_no_record_is_told_so() -> None:
    found = run("records", texts=[text for text, _ in WRONG.values()])
    told = {name: read["problem"] for name, read in zip(WRONG, found, strict=True)}
    assert told == {name: problem for name, (_, problem) in WRONG.items()}


def test_a_record_is_read_as_json_and_as_a_text_of_graphql() -> None:
    good = json.dumps({**GOOD, "options": {"matching": "poll", "stacking": False, "target": 3}, "decisions": [1, None]})
    for found in run("records", texts=[good, json.dumps(good)]):
        assert found["setup"]["options"] == [
            {"name": "matching", "value": "poll"},
            {"name": "stacking", "value": "false"},
            {"name": "target", "value": "3"},
        ]
        assert found["moves"] == [{"seat": 0, "notation": "play Y4"}, {"seat": 1, "notation": "draw"}]


def test_records_of_other_games_and_other_rules_are_not_played() -> None:
    records = [GOOD, {**GOOD, "rules": 2}, {**GOOD, "rules": {}}, {**GOOD, "game": "__proto__"}]
    found = run("rules", records=records, games=GAMES)
    assert [wrong and wrong["problem"] for wrong in found] == [None, "otherRules", "otherRules", "unknownGame"]


def test_both_languages_have_every_text_with_the_same_blanks() -> None:
    found = run("texts")
    for english, *others in found["languages"]:
        assert all(other == english for other in others)
    assert found["filled"] == ["Zar · 1 seat · 1 move", "Zar · 3 seats · 49 moves", "Ada, Bob gewinnen"]
    assert found["empty"] == 0


def test_a_rule_has_the_same_anchor_as_on_its_page() -> None:
    found = run("anchors", rules=["zar 5.4", "5.4", "engine 4"])
    assert found == [["zar-5.4", "zar"], ["zar-5.4", "zar"], ["engine-4", "engine"]]


def test_keys_step_within_the_table() -> None:
    pressed = [
        ["ArrowLeft", 0],
        ["ArrowLeft", 5],
        ["ArrowRight", 5],
        ["ArrowRight", 9],
        ["Home", 5],
        ["End", 5],
        ["x", 5],
    ]
    assert run("keys", pressed=pressed) == [0, 4, 6, 9, 0, 9, None]


def test_shuffles_are_judged_by_the_verifier_and_every_check_has_words() -> None:
    good = fair_record()
    spoilt = {**good, "fairness": {**good["fairness"], "serverSeed": "ab" * 32}}
    result = {"scores": [1, 2], "ranking": [2, 1], "winners": [1], "reason": "x"}
    other = {**result, "winners": [0]}
    results = [
        [result, {**result, "more": 1}],
        [result, other],
        [None, None],
        [None, result],
        [result, None],
        [result, 5],
    ]
    found = run("verdicts", records=[good, spoilt, 7], results=results)
    assert [verdict["ok"] for verdict in found["found"]] == [True, False, False]
    assert found["same"] == [True, False, True, False, False, False]
    named = set(
        re.findall(r"^\| `([a-z ]+)` \|", (VERIFIER.parent / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    checks = {check["name"] for verdict in found["found"] for check in verdict["checks"]}
    assert checks <= set(found["words"])
    assert {"file"} | set(found["words"]) == {"file"} | named


@pytest.mark.parametrize("game", HOUSE)
def test_a_record_is_seen_at_every_step_as_every_seat_saw_it(one_service: Service, game: str) -> None:
    record = finished(game, Random(f"explorer {game}"))
    found = run("replays", url=one_service.root, record=written(record))
    assert (found["done"], found["fault"]) == (found["total"], None)
    assert found["total"] == len(record.moves) + 1
    assert found["result"]["winners"] == list(record.result.winners if record.result else ())
    assert [(at["step"], at["viewer"], at["zones"], at["told"]) for at in found["positions"]] == list(seen_by(record))


def seen_by(record: Record) -> Iterator[tuple[int, int | None, dict[str, list[str]], list[str]]]:
    """Yield every step as every seat and then a spectator saw it: the cards of each zone, and the sentences."""
    states = engine.replay(record)
    for step, state in enumerate(states):
        events = engine.apply(states[step - 1], *engine.split_line(record.moves[step - 1]))[1] if step else []
        for viewer in (*range(record.seats), None):
            zones = {
                zone.id: ["??" if card is None else str(card) for card in zone.cards]
                for zone in engine.view(state, viewer).zones
            }
            yield (
                step,
                viewer,
                zones,
                [engine.sentence(record.game, event) for event in engine.events_for(events, viewer)],
            )


@pytest.mark.parametrize(("line", "rule"), [("0 play GR3 @9 =x", "door 2.1"), ("1 skip", None), ("7 skip", None)])
def test_a_record_against_the_rules_is_good_up_to_there(one_service: Service, line: str, rule: str | None) -> None:
    record = written(finished("door", Random("explorer door")))
    record["moves"][4] = line
    found = run("replays", url=one_service.root, record=record)
    assert (found["done"], found["fault"]["name"], found["fault"]["ply"]) == (5, "BrokenRecord", 5)
    assert found["fault"]["message"]
    assert {seen["step"] for seen in found["positions"]} == set(range(5))
    assert rule is None or found["fault"]["rule"]


def test_the_past_of_a_session_is_that_of_each_viewer(one_service: Service) -> None:
    live = small_table(one_service)
    for seat in (1, 0, 1):
        live.move(seat, "place @1")
    viewers = [[0, live.players[0].token], [1, live.players[1].token], [None, ""]]
    found = run("pasts", url=one_service.root, session=live.id, viewers=viewers)
    assert {(seen["step"], seen["viewer"], seen["as"]) for seen in found["seen"]} == {
        (step, viewer, viewer) for step in range(len(found["steps"])) for viewer in (0, 1, None)
    }
    assert [step["ply"] for step in found["steps"]] == list(range(len(found["steps"])))
    assert found["steps"][0]["label"] == "dealt"
    assert found["progress"]["isLive"] is False
    assert all(seen["ply"] == seen["step"] for seen in found["seen"])


def test_a_table_of_a_closed_deal_is_opened_as_its_seat_saw_it_and_then_by_its_record(one_service: Service) -> None:
    deal = SharedDeal(one_service)
    table = deal.table()
    table.play_to_the_end(Random(1))
    asked = {"url": one_service.root, "session": table.id, "token": table.players[1].token}
    assert run("opens", **asked) == {"viewers": [1], "hasRecord": False}
    deal.open(table)
    assert run("opens", **asked) == {"viewers": [0, 1, None], "hasRecord": True}


def test_newer_events_are_added_and_can_be_requested(one_service: Service) -> None:
    live = small_table(one_service)
    seat = live.read(0)["view"]["turn"][0]
    token = live.players[seat].token
    found = run("follows", url=one_service.root, session=live.id, token=token)
    assert found["counts"][:2] == [1, 2]
    for request in found["requests"]:
        for form, text in request["forms"].items():
            assert token not in text
            check_request(form, text.replace("SEAT_TOKEN", token), one_service)


def test_every_request_that_is_copied_does_what_it_says(one_service: Service) -> None:
    record = written(finished("zlam", Random('it\'s "quoted"')))
    of_deal, of_move, of_spectator = run("requests", url=one_service.root, record=record)
    assert [request["kind"] for request in (*of_deal, *of_move)] == ["readTable", "deal", "readTable", "applyToState"]
    for request in (*of_deal, *of_move, *of_spectator):
        assert request["shown"] < 700
        for form, text in request["forms"].items():
            check_request(form, text, one_service)


def check_request(form: str, text: str, service: Service) -> None:
    """Carry out a request as somebody does who has copied it."""
    if form == "graphql":
        check_graphql(text, service)
    elif form == "rest":
        check_curl(text)
    elif form == "python":
        ran = subprocess.run(
            [sys.executable, "-c", text], cwd=ROOT / "clients" / "python", capture_output=True, text=True, check=False
        )
        assert (ran.returncode, ran.stderr) == (0, ""), f"{text}\n{ran.stderr}"
        assert ran.stdout.strip() not in ("", "None")
    else:
        assert run_node("--input-type=module", "--eval", text.replace("@croupier/client", KIT.as_uri())).strip()


def check_graphql(text: str, service: Service) -> None:
    document = parse(text)
    assert validate(read_schema((ROOT / "schema.graphql").read_text(encoding="utf-8")), document) == []
    if document.definitions[0].operation.value == "subscription":  # type: ignore[attr-defined]
        return
    bearer = re.search(r"# (Authorization): (.+)", text)
    headers = {bearer[1]: bearer[2]} if bearer else {}
    answer = service.http.post(service.url, json={"query": text}, headers=headers).json()
    assert "errors" not in answer, answer


def check_curl(text: str) -> None:
    """Send what curl would send."""
    program, url, *options = shlex.split(text.replace("\\\n", " "))
    assert program == "curl"
    named = [option for option in options if option != "--no-buffer"]
    pairs = list(zip(named[::2], named[1::2], strict=True))
    headers = dict(value.split(": ", 1) for name, value in pairs if name == "--header")
    bodies = [value for name, value in pairs if name == "--data"]
    with httpx2.stream(
        "POST" if bodies else "GET", url, headers=headers, content=bodies[0] if bodies else None
    ) as answer:
        assert answer.status_code in (200, 409), answer.read()
        assert next(answer.iter_bytes())
