"""The `croupier` command: its messages, its exits, a table at one keyboard, and replays."""

import os
import pty
import re
import socket
import subprocess
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from random import Random
from tempfile import TemporaryFile

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

import engine
from cli import app
from service.settings import SETTINGS
from service.views.catalogue import format_option
from tests.bots.test_replay import recorded_table
from tests.support.graphql_client import result_of
from tools.fork_server import Request, fork
from tools.servers import REPOSITORY
from tools.services import CROUPIER, Service, environment

SMALL = ["-o", "threes=3", "-o", "ones=0", "-o", "twos=0", "-o", "fours=0", "-o", "fives=0", "-o", "zlams=0"]
SEED = "3" * 64

SECONDS = 60.0
# The screen from which it reads is where it writes, too.
ON_THE_SCREEN = f"import os; os.dup2(0, 1); {CROUPIER}"

Done = subprocess.CompletedProcess[str]


def croupier(*arguments: str, answers: str = "") -> Done:
    """Run the command in this process, with what is typed."""
    done = CliRunner().invoke(app, arguments, answers, catch_exceptions=False)
    return Done(arguments, done.exit_code, done.stdout, done.stderr)


def croupier_process(
    *arguments: str, answers: str = "", folder: Path = REPOSITORY, characters: str = "utf-8", **settings: str
) -> Done:
    """Run the command in a process of its own, with what is typed and set."""
    with TemporaryFile() as given, TemporaryFile() as log:
        given.write(answers.encode(characters))
        given.seek(0)
        shown = {"PYTHONIOENCODING": characters, "NO_COLOR": "1", "TERMINAL_WIDTH": "200"}
        wanted = Request(CROUPIER, [*arguments], str(folder), environment(**settings) | shown)
        child = fork(wanted, log.fileno(), given.fileno())
        output = child.stdout.read()
        status = child.wait(SECONDS)
        child.stdout.close()
        log.seek(0)
        return Done(arguments, status, output.decode(characters), log.read().decode(characters))


def in_terminal(*arguments: str, answers: Sequence[str], columns: int = 80, **settings: str) -> str:
    """Run the command in a terminal of its own, answer whenever it asks, and return what it shows."""
    terminal, screen = pty.openpty()
    shown = ""
    asked = 0
    colours = {"TERM": "xterm", "COLORTERM": "truecolor", "COLUMNS": str(columns)}
    request = Request(ON_THE_SCREEN, [*arguments], str(REPOSITORY), environment() | colours | settings)
    child = fork(request, screen, screen)
    os.close(screen)
    while part := _read_terminal(terminal):
        shown += part
        if shown.count("q leaves): ") > asked:
            os.write(terminal, f"{answers[asked]}\n".encode())
            asked += 1
    os.close(terminal)
    child.stdout.close()
    assert child.wait(SECONDS) == 0, shown
    return shown


def _read_terminal(terminal: int) -> str:
    """Return what a terminal shows next, nothing when its program has ended."""
    try:
        return os.read(terminal, 65536).decode(errors="replace")
    except OSError:
        return ""


def check_refused(done: Done, *parts: str) -> None:
    """Check that the command reports the error in one line, and exits with 2."""
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1, done.stderr
    assert all(part in done.stderr for part in parts), done.stderr


# ---- serve


@pytest.mark.parametrize(
    ("settings", "parts"),
    [
        ({"port": "x"}, ["CROUPIER_PORT", '"x"', "0 to 65535"]),
        ({"port": "80\n\033[2J00"}, ["CROUPIER_PORT", r'"80\n\x1b[2J00"']),
        ({"store": "redis://u:hush@"}, ["CROUPIER_STORE"]),
        ({"prot": "8000"}, ["CROUPIER_PROT", "CROUPIER_PORT"]),
        ({"store": "redis://127.0.0.1:1/0"}, ["redis://127.0.0.1:1/0"]),
        ({"store": "sqlite:/nowhere/at/all/croupier.db"}, ["/nowhere/at/all/croupier.db"]),
        ({"store": "sqlite:noise"}, ["CROUPIER_STORE", "noise", "not a database"]),
        ({"store": "sqlite:folder"}, ["CROUPIER_STORE", "unable to open"]),
        ({"store": "sqlite:noise", "workers": "2"}, ["CROUPIER_STORE", "noise", "not a database"]),
        ({"app_keys": "file:nowhere"}, ["CROUPIER_APP_KEYS", "nowhere"]),
        ({"host": "a..b"}, ["CROUPIER_HOST", '"a..b"']),
    ],
)
def test_senseless_settings_stop_a_start_by_name(settings: dict[str, str], parts: list[str], tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "noise").write_text("this is the text of no database\n" * 100)
    refused = croupier_process("serve", folder=tmp_path, **{"port": "0", **settings})
    check_refused(refused, *parts)
    assert "hush" not in refused.stderr


def test_a_port_that_is_taken_stops_the_start(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        by_variable = croupier_process("serve", folder=tmp_path, port=port)
        by_option = croupier_process("serve", "--workers", "2", "--port", port, folder=tmp_path)
    check_refused(by_variable, f'CROUPIER_PORT is "{port}"', "Address already in use")
    check_refused(by_option, f'--port is "{port}"', "Address already in use")


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (["--port", "x"], ['--port is "x"', "0 to 65535"]),
        (["--store", "redis://u:hush@127.0.0.1:1/0"], ["--store does not answer", "redis://***@127.0.0.1:1/0"]),
        (["--durability", "replicated"], ['--durability is "replicated"', "SQLite has no replicas"]),
    ],
)
def test_a_senseless_option_is_named_as_written(options: list[str], parts: list[str], tmp_path: Path) -> None:
    refused = croupier_process("serve", *options, folder=tmp_path)
    check_refused(refused, *parts)
    assert "hush" not in refused.stderr
    assert "CROUPIER_" not in refused.stderr


def test_an_option_goes_before_its_variable_and_reaches_every_worker(tmp_path: Path) -> None:
    program = (
        "import sys; sys.argv += ['--host', '127.0.0.1', '--port', '0', '--workers', '2', "
        f"'--store', 'sqlite:{tmp_path / 'chosen.db'}', '--durability', 'local']; {CROUPIER}"
    )
    wrong = {"host": "nowhere.invalid", "workers": "none", "durability": "replicated"}
    with Service(f"sqlite:{tmp_path / 'other.db'}", tmp_path, program=program, **wrong) as service:
        created = service.http.post(f"{service.root}/v1/sessions", json={"game": "zlam", "seats": 2})
        assert created.status_code == 201
        assert "local" in service.output
        assert service.terminate() == 0
    assert (tmp_path / "chosen.db").exists()
    assert not (tmp_path / "other.db").exists()


def test_the_log_may_be_written_as_one_json_object_a_line(tmp_path: Path) -> None:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, log="json") as service:
        assert service.http.get(service.url.replace("graphql", "healthz")).status_code == 200
        assert service.terminate() in (0, -15)
    lines = [msgspec.json.decode(line) for line in service.log.splitlines()]
    assert all({"event", "level", "timestamp"} <= set(line) for line in lines)
    assert "store is ready" in [line["event"] for line in lines]


# ---- play


def test_a_table_is_played_at_one_keyboard_and_recorded(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    played = croupier("play", "zlam", "--seats", "2", *SMALL, "--seed", SEED, "--record", str(file), answers="1\n" * 20)
    assert played.returncode == 0, played.stderr
    assert "seen by seat 1" in played.stdout
    assert "place @1" not in played.stdout
    assert "Move of seat 2 (1–" in played.stdout
    assert "seat 0" not in played.stdout
    assert "Won by seat" in played.stdout
    record = engine.parse_record(file.read_bytes())
    assert (record.game, record.seats, record.seed, len(record.moves)) == ("zlam", 2, SEED, 3)
    assert record.options["threes"] == 3
    assert record.result == engine.result(engine.replay(record)[-1])


def test_a_whole_table_of_zeven_is_played_by_number(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    chance = Random(50)
    answers = "".join(f"{chance.randint(1, 4)}\n" for _ in range(500))
    played = croupier(
        "play", "zeven", "--seats", "2", "-o", "rounds=1", "--seed", SEED, "--record", str(file), answers=answers
    )
    assert played.returncode == 0, played.stderr
    hands = re.findall(r"^The hand of seat (\d) +\(4\)(?: +\w\w\d){4} *$", played.stdout, re.MULTILINE)
    assert set(hands) == {"1", "2"}
    assert engine.parse_record(file.read_bytes()).result is not None


@pytest.mark.parametrize("answer", ["0", "99", "x", "-1", "٣", "1.0", "01", "1" * 5000, "place @1"])
def test_an_answer_that_is_no_number_of_a_move_is_asked_again(answer: str) -> None:
    left = croupier("play", "zlam", "--seats", "2", *SMALL, "--seed", SEED, answers=f"{answer}\nq\n")
    assert left.returncode == 0, left.stderr
    assert "That is the number of no move" in left.stdout
    assert "The table is not finished." in left.stdout


def test_a_question_mark_at_the_prompt_helps() -> None:
    left = croupier("play", "zar", "--seed", SEED, answers="?\n? w1\n? facts\n? x9\nq\n")
    assert left.returncode == 0, left.stderr
    asked, helped, card, facts, unknown, _ = re.split(r"Move of seat .*: ", left.stdout)
    view = engine.view(engine.new_game("zar", seats=2, options={}, seed=SEED), 0)
    primer = engine.find_game("zar").primer
    assert "? tells how to play" in asked
    assert primer.goal in asked
    assert all(sentence in helped for sentence in (primer.goal, *primer.how_to_play, "docs/rules/zar.md"))
    assert primer.powers["wild"] in card
    assert all(f"{fact.label}: " in facts for fact in view.facts)
    assert "no card 'X9'" in unknown


def test_the_help_is_about_the_options_of_the_table() -> None:
    chosen = ["--option", "matching=poll", "--option", "stacking=false"]
    left = croupier("play", "zar", *chosen, "--seed", SEED, answers="?\n? yd\nq\n")
    assert left.returncode == 0, left.stderr
    told = engine.introduction("zar", {"matching": "poll", "stacking": False})
    assert all(sentence in left.stdout for sentence in (*told.how_to_play, told.powers["YD"]))
    assert "at any time" not in left.stdout


@pytest.mark.parametrize("game", ["zeven", "bazaar", "door", "zar", "zlam"])
@pytest.mark.parametrize("columns", [80, 120])
def test_a_terminal_shows_cards_in_colours_within_its_width(game: str, columns: int) -> None:
    answers = ["?", "1", "1", "1", "q"]
    shown = in_terminal("play", game, "--bot", "1", "--seats", "4", "--seed", SEED, answers=answers, columns=columns)
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert re.search(r"\x1b\[1;(?:30|97);48;2;[\d;]+m \w+ \x1b\[0m", shown)
    assert max(map(len, plain.splitlines())) <= columns
    # Words are whole, and what is asked stands above the moves.
    assert " ".join(engine.find_game(game).primer.how_to_play) in " ".join(plain.split())
    assert "The table is not finished." in plain
    assert "\x1b[" not in croupier("play", game, "--seed", SEED, answers="1\nq\n").stdout


def test_a_terminal_without_colours_shows_none() -> None:
    shown = in_terminal("play", "zar", "--seed", SEED, answers=["q"], NO_COLOR="1")
    assert not re.search(r"\x1b\[[\d;]*[34]\d", shown)


def test_a_player_is_told_what_matters_and_the_place_in_the_end() -> None:
    told = croupier("play", "zar", "--bot", "1", "--seats", "3", "--seed", SEED, answers="1\n" * 400).stdout
    view = engine.view(engine.new_game("zar", seats=3, options={}, seed=SEED), 0)
    assert "Direction of play: " in told
    assert not [fact.name for fact in view.facts if fact.weight != "RULE" and f"{fact.label}: " in told]
    assert "Put down a card that fits" in told
    assert re.search(r"1\.  Seat \d  1 point *$", told, re.MULTILINE)
    assert re.search(r"^Your place: \d of 3, with [01] points?\.$", told, re.MULTILINE)


def test_the_help_of_play_tells_how_to_answer_and_what_options_there_are() -> None:
    told = " ".join(croupier_process("play", "--help").stdout.replace("│", " ").split())
    assert "answer with a number, ? for help, or q to leave" in told
    for name in ("zeven", "bazaar", "door", "zar", "zlam"):
        for option in engine.describe_options(engine.find_game(name).options):
            assert f"{option.name}={format_option(option.default)}" in told, option.name


def test_a_terminal_that_knows_few_characters_gets_what_it_can_show() -> None:
    left = croupier_process("play", "zlam", "--seats", "2", *SMALL, "--seed", SEED, answers="q\n", characters="latin-1")
    assert left.returncode == 0, left.stderr
    assert re.search(r"Move of seat \d \(1\?\d, \? helps, q leaves\)", left.stdout)


def test_a_player_that_leaves_gets_the_record_so_far(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    croupier("play", "zlam", "--seats", "2", *SMALL, "--record", str(file), answers="1\nq\n")
    record = engine.parse_record(file.read_bytes())
    assert (len(record.moves), record.result) == (1, None)
    assert len(engine.replay(record)) == 2


def test_a_record_that_cannot_be_written_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "no such folder" / "record.json"
    shown = croupier("play", "zlam", "--seats", "2", *SMALL, "--record", str(file), answers="q\n")
    check_refused(shown, str(file))
    assert engine.replay(shown.stderr.partition("The record is: ")[2])


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["chess", "--seats", "2"], "zeven, "),
        (["zeven", "--seats", "9"], "2–4 seats"),
        (["zeven", "--seats", "2", "-o", "speed=9"], "speed"),
        (["zeven", "--seats", "2", "-o", "rounds"], "rounds"),
        (["zeven", "--seats", "2", "-o", "rounds=1", "-o", "rounds=2"], "twice"),
        (["zeven", "--seats", "2", "--seed", "5"], "64 lower-case hex digits"),
        (["zeven", "--seats", "2", "--seed", ""], "64 lower-case hex digits"),
    ],
)
def test_a_table_that_cannot_be_is_refused(arguments: list[str], part: str) -> None:
    check_refused(croupier("play", *arguments), part)


# ---- replay


@pytest.fixture
def record() -> str:
    state = engine.new_game("zlam", seats=2, options={"decks": 1, "stacks": 2}, seed=SEED)
    chance = Random(51)
    moves = list[str]()
    while seats := engine.active_seats(state):
        move = str(chance.choice(engine.legal_moves(state, seats[0])))
        moves.append(f"{seats[0]} {move}")
        state, _ = engine.apply(state, seats[0], move)
    made = engine.make_record(
        game="zlam", seats=2, options={"stacks": 2}, seed=SEED, moves=moves, outcome=engine.result(state)
    )
    return engine.dump_record(made).decode()


def test_a_record_is_told_move_by_move(record: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(record)
    done = croupier("replay", str(file))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    moves = msgspec.json.decode(record)["moves"]
    assert lines[0] == f"ZLAM!, 2 seats, {len(moves)} moves"
    assert [line for line in lines if re.match(r"\d+: ", line)] == [
        f"{index}: {move.partition(' ')[2]}" for index, move in enumerate(moves)
    ]
    assert lines[-1].startswith("Won by seat ")


def test_a_replay_may_begin_anywhere_and_be_seen_by_a_seat(record: str) -> None:
    done = croupier("replay", "-", "--from", "3", "--seat", "1", answers=record)
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("ZLAM!, move 3, seen by seat 2 ")]
    assert not [line for line in lines if line.startswith("2: ")]
    assert [line for line in lines if line.startswith("3: ")]


def test_a_replay_stops_before_each_move_if_asked_to(record: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(record)
    done = croupier("replay", str(file), "--step", answers="\n\nq\n")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^ZLAM!, move (\d), seen by a spectator ", done.stdout, re.MULTILINE) == ["0", "1", "2"]


def test_a_replay_by_steps_needs_the_keyboard(record: str) -> None:
    check_refused(croupier("replay", "-", "--step", answers=record), "--step")


def test_a_replay_for_a_seat_that_is_not_there_is_refused(record: str) -> None:
    check_refused(croupier("replay", "-", "--seat", "9", answers=record), "There is no seat 9")


def test_a_replay_tells_how_a_table_ended_by_resignation(record: str) -> None:
    begun = msgspec.json.decode(record)
    del begun["result"]
    told = msgspec.json.encode(begun | {"moves": begun["moves"][:3], "resigned": [0]}).decode()
    done = croupier("replay", "-", answers=told)
    assert done.stdout.splitlines()[-3:] == [
        "   1.  Seat 2          ",
        "   2.  Seat 1  resigned",
        "Won by seat 2: all others have resigned.",
    ]
    found = msgspec.json.decode(croupier("replay", "-", "--json", answers=told).stdout)
    assert found == {"by": "RESIGNATION", "ranking": [2, 1], "winners": [1], "resigned": [0]}
    assert "result: The table ended by resignation" in croupier("verify", "-", answers=told).stdout


def test_a_replay_tells_who_won_beside_a_seat_that_resigned(record: str) -> None:
    told = msgspec.json.encode(msgspec.json.decode(record) | {"resigned": [1]}).decode()
    assert "Won by seat 1: of those who did not resign, the best." in croupier("replay", "-", answers=told).stdout


@pytest.mark.parametrize("resigned", [[2], [0, 0], [0, 1], [-1]], ids=str)
def test_seats_that_cannot_have_resigned_are_refused(record: str, resigned: list[int]) -> None:
    told = msgspec.json.encode(msgspec.json.decode(record) | {"resigned": resigned}).decode()
    check_refused(croupier("replay", "-", answers=told), "These are not seats that gave up")


# ---- verify


def test_a_record_that_holds_is_verified_line_by_line(record: str) -> None:
    done = croupier("verify", "-", answers=record)
    assert done.returncode == 0, done.stderr
    names = [line.split()[1] for line in done.stdout.splitlines()]
    assert names == ["commitment:", "key:", "deal:", "moves:", "result:", "shuffles:"]


def test_a_record_with_another_key_is_found_wrong(record: str) -> None:
    done = croupier("verify", "-", "--json", answers=record.replace(SEED, "77" * 32))
    assert done.returncode == 1
    found = {check["name"]: check["holds"] for check in msgspec.json.decode(done.stdout)}
    assert found == {"commitment": None, "key": None, "deal": True, "moves": False, "result": False, "shuffles": None}


FOREIGN = {
    "other rules": ({"rules": 7}, "version 7 of the rules of zlam, and this release plays version 1"),
    "an unknown game": ({"game": "chess"}, "There is no game 'chess'"),
    "an unknown option": ({"options": {"later": 1}}, "This release has no option 'later' of zlam."),
    "another format": ({"format": 2}, "The record has format 2, and this release reads format 1."),
    "another format with other fields": ({"format": 2, "clock": [5]}, "The record has format 2"),
    "a further field": ({"clock": [5]}, "the field 'clock' is unknown"),
}


@pytest.mark.parametrize(("changes", "says"), FOREIGN.values(), ids=FOREIGN)
def test_a_record_of_another_release_is_not_verifiable_here(record: str, changes: dict[str, object], says: str) -> None:
    told = msgspec.json.encode(msgspec.json.decode(record) | changes).decode()
    done = croupier("verify", "-", "--bots", answers=told)
    assert done.returncode == 3
    assert "WRONG" not in done.stdout
    *_, last = done.stdout.splitlines()
    assert last.startswith("    ?  version: Not verifiable here: ")
    assert says in last
    *_, found = msgspec.json.decode(croupier("verify", "-", "--json", answers=told).stdout)
    assert (found["name"], found["holds"], found["verifiable"]) == ("version", None, False)


def test_a_fault_under_any_rules_is_reported_as_wrong(record: str) -> None:
    fairness = {"table": "t", "commitment": "00" * 32, "serverSeed": SEED, "entropy": ["", ""]}
    told = msgspec.json.encode(msgspec.json.decode(record) | {"rules": 7, "fairness": fairness}).decode()
    done = croupier("verify", "-", answers=told)
    assert done.returncode == 1
    assert "WRONG  commitment: " in done.stdout
    assert "    ?  version: " in done.stdout


def test_the_bots_of_a_record_decide_again() -> None:
    record = recorded_table("zlam", (1, 0))
    first = record.decisions[0]
    for decisions, holds in ((record.decisions, True), ((), None), ((first, first), False)):
        told = engine.dump_record(replace(record, decisions=decisions)).decode()
        done = croupier("verify", "-", "--bots", "--json", answers=told)
        found = msgspec.json.decode(done.stdout)[-1]
        assert (found["name"], found["holds"], done.returncode) == ("bots", holds, 1 if holds is False else 0)


def test_a_verified_record_is_written_with_its_shuffles(record: str, tmp_path: Path) -> None:
    file = tmp_path / "shuffles.json"
    assert croupier("verify", "-", "--shuffles", str(file), answers=record).returncode == 0
    done = croupier("verify", str(file))
    assert done.returncode == 0
    assert "ok  shuffles: " in done.stdout


def test_a_cut_record_has_nothing_to_verify(record: str) -> None:
    cut = msgspec.json.decode(record)
    del cut["seed"]
    check_refused(croupier("verify", "-", answers=msgspec.json.encode(cut).decode()), "This record was cut")


def test_the_result_of_a_record_is_printed_as_json(record: str) -> None:
    done = croupier("replay", "-", "--json", answers=record)
    assert msgspec.json.decode(done.stdout) == result_of(engine.replay(record)[-1])


BAD_RECORDS: dict[str, tuple[Callable[[str], str], str]] = {
    "nothing": (lambda _: "", "not a record"),
    "deep": (lambda _: "[" * 50_000, "not a record"),
    "another format": (lambda text: text.replace('"format":1', '"format":2'), "format"),
    "another game": (lambda text: text.replace('"game":"zlam"', '"game":"chess"'), "chess"),
    "more seats": (lambda text: text.replace('"seats":2', '"seats":3'), "Move"),
    "another result": (lambda text: text.replace('"scores":[', '"scores":[9'), "result"),
    "no seat": (lambda text: text.replace('"moves":["', '"moves":["play '), "Move 0"),
    "two seats": (lambda text: text.replace('"moves":["', '"moves":["0 '), "Move 0"),
}


@pytest.mark.parametrize("name", BAD_RECORDS)
def test_a_record_that_does_not_replay_is_refused_before_anything_is_told(record: str, name: str) -> None:
    change, part = BAD_RECORDS[name]
    changed = change(record)
    assert changed != record
    done = croupier("replay", "-", answers=changed)
    check_refused(done, part)
    assert done.stdout == ""


def test_a_record_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    check_refused(croupier("replay", str(tmp_path / "nothing.json")), "nothing.json")
    check_refused(croupier("replay", str(tmp_path)), str(tmp_path))
    (tmp_path / "noise").write_bytes(b"\xff\xfe\xff")
    check_refused(croupier("replay", str(tmp_path / "noise")), "utf-8")


def test_the_command_explains_itself() -> None:
    shown = croupier()
    assert "Rules as a service" in shown.stdout + shown.stderr


def test_the_help_of_serve_names_every_setting_with_its_default() -> None:
    shown = croupier_process("serve", "--help").stdout
    assert [name for name, row in SETTINGS.items() if f"{name} ({row.default}): " not in shown] == []


def test_the_version_is_that_of_the_package() -> None:
    shown = croupier_process("--version")
    assert (shown.returncode, shown.stdout) == (0, f"croupier {version('croupier')}\n")


# ---- bots


def test_one_seat_is_played_against_bots(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    played = croupier(
        "play", "zlam", "--seats", "2", "--bot", "1", *SMALL, "--seed", SEED, "--record", str(file), answers="1\n" * 20
    )
    assert played.returncode == 0, played.stderr
    assert "seen by seat 1" in played.stdout
    assert "seen by seat 2" not in played.stdout
    assert "Won by seat" in played.stdout
    record = engine.parse_record(file.read_bytes())
    assert {line[0] for line in record.moves} >= {"0", "1"}
    engine.replay(record)


def test_a_level_that_is_none_is_refused() -> None:
    refused = croupier("play", "zlam", "--bot", "5")
    assert refused.returncode == 2
    assert "--bot" in refused.stderr


def test_the_arena_tells_how_much_better_a_player_is() -> None:
    command = ("arena", "zlam", "--candidate", "greedy", "--baseline", "random", "--deals", "5", "--processes", "1")
    measured = croupier(*command)
    assert measured.returncode == 0, measured.stderr
    assert "share of wins" in measured.stdout
    outcome = msgspec.json.decode(croupier(*command, "--json").stdout)
    assert outcome["deals"] == 5
    assert outcome["share"]["low"] <= outcome["share"]["mean"] <= outcome["share"]["high"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["zlam", "--candidate", "nobody"], "There is no player 'nobody'"),
        (["chess"], "chess"),
        (["zeven", "--seats", "9"], "2–4"),
        (["zar", "-o", "deal=2"], "deal"),
    ],
)
def test_a_plan_that_the_arena_cannot_play_is_reported_in_one_line(arguments: list[str], part: str) -> None:
    check_refused(croupier("arena", *arguments, "--deals", "1"), part)


def test_the_arena_leaves_results_of_other_bots_alone(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    kept.write_text('{"version":0,"code":"000000000000"}\n')
    command = ("arena", "zlam", "--candidate", "greedy", "--baseline", "random", "--deals", "1", "--results", kept)
    check_refused(croupier(*map(str, command)), "version 0")
    check_refused(croupier(*map(str, command[:-1]), str(tmp_path / "nowhere" / "results.jsonl")), "nowhere")
    assert kept.read_text() == '{"version":0,"code":"000000000000"}\n'
