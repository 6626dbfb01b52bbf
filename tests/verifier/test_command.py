"""The command and the page of the verifier."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.verifier.records import OTHER, PAGE, SPOILT, deal, fair_record, spoil
from tests.verify_deals import VERIFIER, ask
from tools.servers import find_node


def run(*arguments: str, text: bytes = b"") -> subprocess.CompletedProcess[str]:
    done = subprocess.run([find_node(), str(VERIFIER), *arguments], input=text, capture_output=True, check=False)
    completed = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "    at " not in completed.stderr
    return completed


def test_the_command_prints_a_line_for_each_check(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(fair_record()))
    completed = run(str(file))
    assert completed.returncode == 0
    assert completed.stdout.startswith("ok      record: A record of Zeven for 3 seats.\n")
    assert completed.stdout.endswith('" is verified.\n')
    assert completed.stderr == ""


def test_the_command_fails_when_one_of_its_files_does(tmp_path: Path) -> None:
    good = tmp_path / "good.json"
    bad = tmp_path / "bad.json"
    good.write_text(json.dumps(fair_record()))
    bad.write_text(json.dumps(spoil("seed", OTHER)))
    completed = run(str(good), str(bad))
    assert completed.returncode == 1
    assert '" is verified.' in completed.stdout
    assert "\nFAILED  key: The seed must be " in completed.stdout


@pytest.mark.parametrize(("change", "status"), [({}, 3), ({"seed": "x"}, 3), ({"rules": 1, "seed": "x"}, 1)], ids=str)
def test_the_command_tells_a_record_of_another_version_from_a_wrong_one(change: dict[str, object], status: int) -> None:
    told = json.dumps({**fair_record(), "rules": 2, **change}).encode()
    completed = run("-", text=told)
    assert completed.returncode == status
    if status == 3:
        version = "The rules version of Zeven must be 1, not 2."
        assert completed.stdout == f'?       record: Not verifiable here: {version}\n"-" is not verifiable here.\n'
    assert json.loads(run("--json", "-", text=told).stdout)["ok"] is (None if status == 3 else False)


def test_the_command_reads_standard_input_and_prints_json() -> None:
    completed = run("--json", "-", text=json.dumps(fair_record()).encode())
    result = json.loads(completed.stdout)
    assert (completed.returncode, result["ok"], result["file"]) == (0, True, "-")
    assert {"name", "ok", "message"} == set(result["checks"][0])


def test_the_command_prints_the_deals() -> None:
    completed = run("--deals", "-", text=json.dumps(fair_record()).encode())
    assert json.loads(completed.stdout)[0] == deal([fair_record()])[0]
    assert completed.returncode == 0


@pytest.mark.parametrize(
    ("text", "check"),
    [
        *((text, "file") for text in (b"", b"{", b"\xff", b'{"seed":"\xff"}')),
        *((text, "record") for text in (b"null", b"[]", b"{}", b"[" * 200_000 + b"]" * 200_000, b'{"format":1e999}')),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_the_command_says_plainly_that_a_file_holds_no_record(text: bytes, check: str) -> None:
    completed = run("-", text=text)
    assert completed.returncode == 1
    assert re.fullmatch(rf'FAILED  {check}: .* must .*\.\n"-" is NOT verified\.\n', completed.stdout)
    assert completed.stderr == ""


def test_the_command_says_plainly_that_there_is_no_such_file(tmp_path: Path) -> None:
    completed = run(str(tmp_path / "none.json"))
    assert completed.returncode == 1
    assert completed.stdout.startswith("FAILED  file: ")


@pytest.mark.parametrize("arguments", [(), ("--json",), ("--nosuch", "-"), ("--json", "--deals", "-")])
def test_the_command_tells_its_usage(arguments: tuple[str, ...]) -> None:
    completed = run(*arguments)
    assert (completed.returncode, completed.stdout) == (1, "")
    assert completed.stderr.startswith("usage: ")


def test_a_plain_script_defines_it_in_a_browser() -> None:
    question = """({ source, record }) => {
        const page = {};
        require("vm").runInNewContext(source, page);
        return { defined: Object.keys(page), ok: page.CroupierVerify.verify(record).ok };
    }"""
    (result,) = ask(question, [{"source": VERIFIER.read_text(encoding="utf-8"), "record": fair_record()}])
    assert result == {"defined": ["CroupierVerify"], "ok": True}


def test_the_page_loads_only_the_verifier() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"""(?:src|href)=["']?([^"'\s>]*)""", html) == [VERIFIER.name]
    assert not re.search(r"https?:|url\(|@import|//[a-z]", html)
    assert set(re.findall(r'part\("(\w+)"\)', html)) <= set(re.findall(r'id="(\w+)"', html))


def test_the_page_that_describes_it_names_every_check() -> None:
    named = re.findall(r"^\| `([a-z ]+)` \|", (PAGE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    failing = {check for _, _, checks in SPOILT.values() for check in checks}
    assert set(named) == failing | {"file", "deal"}
