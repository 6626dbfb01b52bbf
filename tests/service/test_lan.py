"""A service for others on the same network: its address is found, printed, shown as a code, and reached."""

import os
import pty
import re
import signal
from ipaddress import ip_address
from pathlib import Path

import pytest

from cli.qr_code import BORDER
from service.process.announcement import NO_NETWORK, PLAIN_HTTP, PUBLIC, announce_to_network
from service.process.network import OwnAddress, find_hosts, rank_addresses
from service.settings import load_settings
from store.options import SettingsError
from tests.support.qr_codes import read_code
from tools.fork_server import Request, fork
from tools.services import CROUPIER, Service, environment

SECONDS = 60.0
ON_THE_SCREEN = f"import os; os.dup2(0, 1); {CROUPIER}"
SETTINGS = load_settings({"CROUPIER_LAN": "on"})
COLOURED = {"TERM": "xterm", "COLORTERM": "truecolor"}
HALVES = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}


def own(text: str, *marks: str) -> OwnAddress:
    return OwnAddress(ip_address(text), "outward" in marks, "device" in marks)


@pytest.mark.parametrize(
    ("situation", "addresses", "ranked"),
    [
        ("one network", [own("127.0.0.1"), own("192.168.1.5", "device", "outward")], ["192.168.1.5"]),
        (
            "cable and Wi-Fi",
            [own("192.168.1.5", "device"), own("192.168.1.6", "device", "outward")],
            ["192.168.1.6", "192.168.1.5"],
        ),
        ("a VPN", [own("192.168.1.5", "device"), own("10.8.0.2", "outward")], ["192.168.1.5", "10.8.0.2"]),
        ("containers", [own("172.17.0.1"), own("192.168.1.5", "device", "outward")], ["192.168.1.5"]),
        ("a hotspot without the internet", [own("127.0.0.1"), own("192.168.43.7", "device")], ["192.168.43.7"]),
        ("in a container", [own("172.17.0.2", "outward")], ["172.17.0.2"]),
        ("IPv6 as well", [own("fd00::5", "outward"), own("10.0.0.5", "outward")], ["10.0.0.5", "fd00::5"]),
        ("no address was given out", [own("169.254.9.9", "device"), own("fe80::1", "device")], []),
        ("no network", [own("127.0.0.1"), own("::1")], []),
    ],
)
def test_the_address_that_others_most_likely_reach_comes_first(
    situation: str, addresses: list[OwnAddress], ranked: list[str]
) -> None:
    assert (situation, [str(one) for one in rank_addresses(addresses)]) == (situation, ranked)


@pytest.mark.parametrize(
    ("hosts", "lines"),
    [
        (["192.168.1.5"], ["Others on this network: http://192.168.1.5:8000/play", PLAIN_HTTP]),
        (
            ["192.168.1.5", "[fd00::5]"],
            [
                "Others on this network: http://192.168.1.5:8000/play",
                "If that does not open on their devices: http://[fd00::5]:8000/play",
                PLAIN_HTTP,
            ],
        ),
        (["8.8.8.8"], ["Others on this network: http://8.8.8.8:8000/play", PUBLIC, PLAIN_HTTP]),
        (["table.local"], ["Others on this network: http://table.local:8000/play", PLAIN_HTTP]),
        ([], [NO_NETWORK]),
    ],
)
def test_the_service_says_where_others_find_it_and_what_that_means(hosts: list[str], lines: list[str]) -> None:
    said: list[str] = []
    shown: list[str] = []
    announce_to_network(hosts, SETTINGS, 8000, said.append, shown.append)
    assert said == lines
    assert shown == [f"http://{host}:8000/play" for host in hosts[:1]]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.1.1", "localhost", "::1"])
def test_a_host_that_only_this_machine_reaches_is_refused(host: str) -> None:
    with pytest.raises(SettingsError, match=rf'^CROUPIER_HOST is "{host}", which only this machine reaches'):
        load_settings({"CROUPIER_LAN": "on", "CROUPIER_HOST": host})


def test_a_host_that_is_set_is_the_address_for_others() -> None:
    chosen = load_settings({"CROUPIER_LAN": "on", "CROUPIER_HOST": "192.168.1.5"})
    assert find_hosts(chosen) == ("192.168.1.5",)


def test_others_reach_the_service_and_the_page_invites_them(tmp_path: Path) -> None:
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, lan="on") as service:
        hosts = find_hosts(SETTINGS)
        reached = [service.http.get(f"http://{host}:{service.port}/play").text for host in hosts]
        here = service.http.get(f"{service.root}/play").text
        assert service.terminate() == 0
    network = f"http://{hosts[0]}:{service.port}" if hosts else ""
    assert f'<meta name="croupier-network" content="{network}">' in here
    assert all('<meta name="croupier-network" content="">' in page for page in reached)
    # A program that reads the output finds lines only.
    said = service.output.splitlines()
    assert (f"Others on this network: {network}/play" if hosts else NO_NETWORK) in said
    assert said[-1] == "Stop it with Ctrl-C."
    assert not set(service.output) & set("▀▄█\x1b")


@pytest.mark.parametrize(
    ("terminal", "is_shown"),
    [
        ({**COLOURED, "COLUMNS": "80"}, True),
        ({**COLOURED, "COLUMNS": "80", "NO_COLOR": "1"}, True),
        ({**COLOURED, "COLUMNS": "24"}, False),
        ({**COLOURED, "COLUMNS": "80", "PYTHONIOENCODING": "latin-1"}, False),
    ],
    ids=["colours", "no colours", "too narrow", "no blocks"],
)
def test_a_terminal_shows_the_address_as_a_code(terminal: dict[str, str], is_shown: bool, tmp_path: Path) -> None:
    shown = start_and_stop(tmp_path, terminal)
    told = re.search(r"Others on this network: (\S+)", shown)
    assert told is not None
    code = re.sub(r"\x1b\[[\d;]*m", "", shown)
    lines = [line for line in code.splitlines() if len(line) > 20 and set(line) <= HALVES.keys()]
    assert bool(lines) == is_shown
    if lines:
        rows = [list(row) for line in lines for row in zip(*map(HALVES.__getitem__, line), strict=True)]
        # Without colours a block is light, as letters are.
        dark = [[module != ("NO_COLOR" in terminal) for module in row] for row in rows]
        size = len(dark[0])
        assert read_code([row[BORDER : size - BORDER] for row in dark[BORDER : size - BORDER]]) == told[1]
        assert not any(any(row) for row in (*dark[:BORDER], *dark[size - BORDER :]))
        assert ("\x1b[38;2;0;0;0;48;2;255;255;255m" in shown) == ("NO_COLOR" not in terminal)


def start_and_stop(folder: Path, terminal: dict[str, str]) -> str:
    """Start the service in a terminal, stop it once it serves, and return what it has shown."""
    keyboard, screen = pty.openpty()
    # Every machine has this host, in whatever network.
    settings = environment(store=f"sqlite:{folder / 'croupier.db'}", port="0", host="0")
    child = fork(Request(ON_THE_SCREEN, ["serve", "--lan"], str(folder), settings | terminal), screen, screen)
    os.close(screen)
    shown = b""
    while b"Stop it with" not in shown:
        shown += os.read(keyboard, 65536)
    child.send_signal(signal.SIGTERM)
    assert child.wait(SECONDS) == 0
    child.stdout.close()
    os.close(keyboard)
    return shown.decode(terminal.get("PYTHONIOENCODING", "utf-8"))
