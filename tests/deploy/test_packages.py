"""The packages: what is in them, that the same sources give the same bytes, and that each works from its file alone."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import httpx2
import pytest

from tests.clients.node import find_clients
from tests.service.api.test_catalogue import GAMES
from tests.support.packages import (
    UV,
    Environment,
    Installed,
    Packages,
    bare,
    installed_once,
    make_environment,
    uv_settings,
)
from tests.support.repository_copy import copy_repository
from tools.packages.check import check_python_packages
from tools.packages.sources import FILE_TIME
from tools.servers import REPOSITORY, find_node

INSTALL_PAGE = REPOSITORY / "docs" / "installation.md"
KIT_PAGES = sorted(REPOSITORY.glob("clients/*/README.md"))
TOP = ("bots", "cli", "compiled", "engine", "environments", "service", "store", "tournaments", "web")
# What is read only by people who change these folders, and what the page is packed from.
LEFT_OUT = re.compile(
    "|".join(
        (
            r"/__pycache__/",
            r"^(compiled|store)/README\.md$",
            r"^web/(?!static/|built/).*(?<!\.py)(?<!/py\.typed)$",
            r"^web/static/.*\.d\.ts$",
            r"/static/([\w/]+/)?(README\.md|refresh\.sh|collect_licenses\.js)$",
        )
    )
)
ADDRESS = re.compile(r'(?:src|href)="(/(?:play|docs|graphql)/static/[^"]+)"')
# Plays a table of every game, and prints the packages that it has loaded and the standard library lacks.
PLAY_EVERY_GAME = """
import sys
from random import Random

before = {*sys.modules}
import engine

chance = Random(43)
for game, rules in engine.GAMES.items():
    state = engine.new_game(game, seats=rules.min_seats, seed="5eed" * 16)
    while seats := engine.active_seats(state):
        seat = chance.choice(seats)
        state, events = engine.apply(state, seat, chance.choice(engine.legal_moves(state, seat)))
    print(game, engine.view(state, 0).result.scores)
loaded = {name.partition(".")[0] for name in {*sys.modules} - before}
print(*sorted(loaded - sys.stdlib_module_names))
"""
# Plays a table of every game in its environment, and prints the game.
LEARN_EVERY_GAME = """
import engine
import environments

for game in engine.GAMES:
    env = environments.make(game)
    env.reset(seed=1)
    for agent in env.agent_iter():
        _, _, terminated, _, info = env.last()
        env.step(None if terminated else info["legal_actions"][0])
    print(game)
"""
# The first message of an agent.
GREETING = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
)


def test_the_same_sources_give_the_same_bytes_elsewhere_and_later(packages: Packages, tmp_path: Path) -> None:
    checkout = copy_repository(tmp_path / "elsewhere" / "checkout").folder
    for path in checkout.rglob("*"):
        if path.is_file() and not path.is_symlink():
            path.chmod(0o700)
            os.utime(path, (1, 1))
    unlike = {"LC_ALL": "POSIX", "TZ": "Pacific/Chatham", "PYTHONHASHSEED": "7", "SOURCE_DATE_EPOCH": "1700000000"}
    out = tmp_path / "out"
    arguments = ("--node", find_node(), "--modules", str(find_clients()), "--out", str(out))
    subprocess.run(
        [sys.executable, "-m", "tools.packages", *arguments],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), **unlike},
        umask=0o077,
        capture_output=True,
        check=True,
    )
    assert {file.name for file in out.iterdir()} == {file.name for file in packages.files}
    for file in packages.files:
        assert (out / file.name).read_bytes() == file.read_bytes(), file.name


@pytest.mark.parametrize(("source", "wheel"), [("source", "wheel"), ("kit_source", "kit_wheel")])
def test_a_source_distribution_builds_the_same_wheel(
    packages: Packages, source: str, wheel: str, tmp_path: Path
) -> None:
    expected: Path = getattr(packages, wheel)
    command = ("pip", "wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", getattr(packages, source))
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(FILE_TIME)}
    subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, env=environment, umask=0o022, check=True)
    assert (tmp_path / expected.name).read_bytes() == expected.read_bytes()


def test_the_wheel_has_the_packages_of_the_checkout_and_nothing_else(packages: Packages) -> None:
    wanted = {
        name: (REPOSITORY / name).read_bytes()
        for package in TOP
        for name in files_of(REPOSITORY / package)
        if not LEFT_OUT.search(name)
    }
    with zipfile.ZipFile(packages.wheel) as archive:
        found = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    assert found.keys() == wanted.keys()
    assert found == wanted


def files_of(folder: Path) -> list[str]:
    """Return the paths of the files of a folder in the repository, including linked folders."""
    walked = os.walk(folder, followlinks=True)
    return [str((Path(where) / name).relative_to(REPOSITORY)) for where, _, names in walked for name in names]


def test_every_archive_has_the_licence_and_the_notice(packages: Packages) -> None:
    for file in packages.files:
        names = names_in(file)
        for legal in ("LICENSE", "NOTICE"):
            assert [name for name in names if Path(name).name == legal], (file.name, legal)
    # And the licences of what others wrote.
    assert {"service/graphql/static/LICENSES.txt", "web/static/kit/board/LICENSES.txt"} <= {*names_in(packages.wheel)}
    assert "package/src/board/LICENSES.txt" in names_in(packages.tarball)


def names_in(archive: Path) -> list[str]:
    """Return the names of the files in an archive."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return wheel.namelist()
    with tarfile.open(archive) as source:
        return source.getnames()


def test_no_archive_has_tests_or_what_builds_leave(packages: Packages) -> None:
    for file in packages.files:
        junk = [name for name in names_in(file) if re.search(r"(^|/)(tests?|__pycache__|build|\..*)/|\.pyc$|~$", name)]
        assert not junk, file.name


def test_every_package_of_a_wheel_has_types(packages: Packages) -> None:
    for wheel in (packages.wheel, packages.kit_wheel):
        names = {name for name in names_in(wheel) if ".dist-info/" not in name}
        assert {f"{name.partition('/')[0]}/py.typed" for name in names} <= names


def test_the_wheel_states_what_an_index_shows_and_no_address_of_others(packages: Packages) -> None:
    with zipfile.ZipFile(packages.wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        head, _, description = archive.read(name).decode().partition("\n\n")
    metadata = HeaderParser().parsestr(head)
    assert metadata.get_all("Project-URL") is metadata["Home-page"] is None
    assert metadata["License-Expression"] == "Apache-2.0"
    assert {"mcp", "pettingzoo"} <= {*metadata.get_all("Provides-Extra", [])}
    assert {"Typing :: Typed", "Programming Language :: Python :: 3.11"} <= {*metadata.get_all("Classifier", [])}
    # It is shown outside of the repository, where a relative link leads nowhere.
    assert description.startswith("# Croupier\n")
    assert not re.search(r"\]\((?!https?:)", description)


def test_a_wheel_that_an_index_could_not_show_is_found(packages: Packages, tmp_path: Path) -> None:
    spoilt = tmp_path / packages.wheel.name
    with zipfile.ZipFile(packages.wheel) as whole, zipfile.ZipFile(spoilt, "w") as rest:
        (name,) = (name for name in whole.namelist() if name.endswith(".dist-info/METADATA"))
        head, _, _ = whole.read(name).decode().partition("\n\n")
        rest.writestr(name, f"{head}\n")
    with pytest.raises(SystemExit, match="long_description"):
        check_python_packages([spoilt])


def test_the_service_of_the_wheel_has_its_page_its_rules_and_its_scripts(installed: Installed) -> None:
    pages = ["/play", "/play/inspect", "/play/embed", "/docs", "/problems/BUSY", "/openapi.json", "/schema.graphql"]
    rules = [page for game in GAMES for page in (f"/play/rules/{game}", f"/v1/games/{game}/rules")]
    addresses: set[str] = set()
    for page in [*pages, *rules]:
        answer = httpx2.get(installed.root + page, headers={"Accept": "text/html, application/json;q=0.9"})
        assert answer.status_code == 200, page
        addresses |= {*ADDRESS.findall(answer.text)}
    assert len(addresses) > 5
    for address in addresses:
        assert httpx2.get(installed.root + address).status_code == 200, address
    assert installed.folder.joinpath("croupier.db").exists()


def test_a_table_is_played_at_the_service_of_the_wheel(installed: Installed, tmp_path: Path) -> None:
    played = subprocess.run(
        [sys.executable, REPOSITORY / "deploy" / "smoke.py", installed.root],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stdout


def test_uvx_serves_from_the_built_file_as_the_page_says(packages: Packages, tmp_path: Path) -> None:
    (typed,) = re.findall(r"^    (uvx --from dist/.*)$", INSTALL_PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    (tmp_path / "dist").mkdir()
    shutil.copy(packages.wheel, tmp_path / "dist")
    settings = {**uv_settings(tmp_path), "PATH": f"{Path(UV).parent}:/usr/bin:/bin"}
    with Installed(tmp_path, *shlex.split(typed), **settings) as service:
        page = httpx2.get(f"{service.root}/play")
        assert page.status_code == 200
        assert service.terminate() == 0


@pytest.fixture(scope="session")
def library(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel and msgspec, and nothing else that the service requires."""
    return installed_once(tmp_path_factory, "library", "msgspec", "--no-deps", str(packages.wheel))


def test_the_engine_plays_every_game_with_msgspec_alone(library: Environment, tmp_path: Path) -> None:
    ran = library.run(tmp_path, "-c", PLAY_EVERY_GAME)
    assert ran.returncode == 0, ran.stderr
    *played, loaded = ran.stdout.splitlines()
    assert [line.partition(" ")[0] for line in played] == GAMES
    assert loaded == "engine msgspec"


def test_the_extra_for_learners_brings_what_an_environment_needs(packages: Packages, tmp_path: Path) -> None:
    learners = make_environment(tmp_path / "learners", tmp_path, f"{packages.wheel}[pettingzoo]")
    ran = learners.run(tmp_path, "-c", LEARN_EVERY_GAME)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == GAMES


def test_the_extra_for_agents_brings_what_the_command_needs(packages: Packages, tmp_path: Path) -> None:
    agents = make_environment(tmp_path / "agents", tmp_path, f"{packages.wheel}[mcp]")
    command = [str(agents.folder / "bin" / "croupier"), "mcp"]
    ran = subprocess.run(
        command,
        cwd=tmp_path,
        env=bare(tmp_path),
        input=GREETING,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    (answer,) = map(json.loads, ran.stdout.splitlines())
    assert answer["result"]["serverInfo"]["name"] == "croupier"


def test_the_pages_name_the_packages_at_the_top_level(packages: Packages) -> None:
    found = {name.partition("/")[0] for name in names_in(packages.wheel) if ".dist-info/" not in name}
    for page in (INSTALL_PAGE, REPOSITORY / "docs" / "package.md"):
        text = page.read_text(encoding="utf-8")
        assert [name for name in found if f"`{name}`" not in text] == []


def test_the_pages_name_the_files_that_are_built(packages: Packages) -> None:
    built = {file.name for file in packages.files}
    assert files_named_by(INSTALL_PAGE) == built
    for page in (REPOSITORY / "docs" / "library.md", REPOSITORY / "docs" / "kits.md", *KIT_PAGES):
        assert files_named_by(page), page
        assert files_named_by(page) <= built, page


def files_named_by(page: Path) -> set[str]:
    """Return the files of packages that a page names."""
    return {*re.findall(r"\b(croupier[\w.-]+\.(?:whl|tar\.gz|tgz))\b", page.read_text(encoding="utf-8"))}
