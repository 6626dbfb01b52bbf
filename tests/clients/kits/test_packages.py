"""The kits as they are published: their files, their sizes, and their quick starts, which must run."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from clients.build import name_repository
from clients.generate_blocking import SOURCES as BLOCKING
from clients.generate_blocking import write_blocking
from clients.generate_style import STYLES, write_style
from clients.generate_types import FILES, read_schemas
from tests.clients.node import ROOT, compile_strictly, find_clients, run_script
from tests.support.packages import Environment, Installed, Packages
from tools.packages.check import check_npm_package
from tools.servers import find_node

PYTHON = ROOT / "clients" / "python"
SOURCES = ROOT / "clients" / "javascript" / "src"
GUIDE = ROOT / "docs" / "kits.md"
MAX_BYTES = 9984
MAX_BOARD_BYTES = 50 * 1024
# What comes after a table was drawn.
LATER = ("happened", "over")
MAX_LATER_BYTES = 10 * 1024
MAX_LINES = 25


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_types_are_what_the_contract_says(file: Path) -> None:
    assert file.read_text(encoding="utf-8") == FILES[file](read_schemas()), "run `make kits`"


@pytest.mark.parametrize("module", BLOCKING, ids=lambda file: file.name)
def test_the_kit_without_asyncio_is_what_the_one_with_it_says(module: Path) -> None:
    assert module.read_text(encoding="utf-8") == write_blocking(module), "run `make kits`"


def test_the_style_of_the_element_is_that_of_the_board() -> None:
    for style, module in STYLES.items():
        assert module.read_text(encoding="utf-8") == write_style(style), "run `make kits`"


def test_the_kits_import_nothing_but_themselves_and_what_they_declare() -> None:
    found = {
        name
        for file in SOURCES.glob("*.js")
        for name in re.findall(r'^import .* from "([^."][^"]*)";$', file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert found == {"react"}
    text = "\n".join(file.read_text(encoding="utf-8") for file in (PYTHON / "croupier_client").glob("*.py"))
    imported = set(re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE))
    assert imported - sys.stdlib_module_names == {"croupier_client", "httpx2", "anyio"}


def test_the_package_is_small() -> None:
    others = ("react.js", "element.js", "element_style.js", "webhooks.js")
    modules = [str(file) for file in SOURCES.glob("*.js") if file.name not in others]
    drawing = [file for file in (SOURCES / "board").rglob("*") if file.suffix in (".js", ".css")]
    files = [file for file in drawing if not file.name.endswith("_style.js")]
    later = {str(file) for file in files if file.parent.name in LATER or file.parents[1].name in LATER}
    board = {str(file) for file in files} - later
    given = {"sources": modules, "board": sorted(board), "later": sorted(later)}
    found = run_script("kits/weigh_package.mjs", given)
    assert found["bytes"] <= MAX_BYTES
    assert found["boardBytes"] <= MAX_BOARD_BYTES
    assert found["laterBytes"] <= MAX_LATER_BYTES


def test_publint_and_attw_find_nothing_in_the_package(packages: Packages) -> None:
    check_npm_package(find_node(), find_clients(), packages.tarball)


def test_a_package_that_lacks_a_file_of_its_exports_is_found(packages: Packages, tmp_path: Path) -> None:
    spoilt = tmp_path / packages.tarball.name
    with tarfile.open(packages.tarball) as whole, tarfile.open(spoilt, "w:gz") as rest:
        for member in whole.getmembers():
            if member.name not in ("package/src/react.js", "package/src/webhooks.d.ts"):
                rest.addfile(member, whole.extractfile(member))
    with pytest.raises(SystemExit) as found:
        check_npm_package(find_node(), find_clients(), spoilt)
    assert re.search("^publint: .*react.js", str(found.value), re.MULTILINE)
    assert re.search("^attw: .*UntypedResolution.*webhooks", str(found.value), re.MULTILINE)


def test_a_package_with_provenance_names_its_repository_as_npm_does(tmp_path: Path) -> None:
    manifest = tmp_path / "package.json"
    shutil.copy(SOURCES.parent / "package.json", manifest)
    name_repository(manifest, "https://git.example/owner/name")
    before = json.loads((SOURCES.parent / "package.json").read_text(encoding="utf-8"))
    url = "git+https://git.example/owner/name.git"
    repository = {"type": "git", "url": url, "directory": "clients/javascript"}
    assert json.loads(manifest.read_text(encoding="utf-8")) == {**before, "repository": repository}


def test_the_main_entry_leads_to_no_board() -> None:
    others = [file for file in SOURCES.glob("*.js") if file.name != "element.js"]
    assert not [file.name for file in others if "/board/" in file.read_text(encoding="utf-8")]


def test_an_application_in_typescript_compiles_against_the_package(app: Path) -> None:
    shutil.copy(Path(__file__).parent / "uses.ts", app)
    compile_against_the_package(app, ["uses.ts"])


def compile_against_the_package(app: Path, files: list[str], **options: object) -> None:
    """Check files of TypeScript against the installed package. Fails with the compiler's output."""
    paths = {"react": [f"{find_clients()}/node_modules/@types/react/index.d.ts"]}
    node = {"module": "nodenext", "moduleResolution": "nodenext"}
    compile_strictly(app, files, lib=["es2022", "dom"], paths=paths, **node, **options)


def first_example(page: Path, language: str) -> str:
    """Return the first example of a page."""
    return page.read_text(encoding="utf-8").split(f"```{language}\n")[1].partition("```")[0]


def test_the_quick_start_in_javascript_plays_a_table(app: Path, installed: Installed) -> None:
    example = first_example(SOURCES.parent / "README.md", "js")
    assert len(example.splitlines()) <= MAX_LINES
    # Node takes a file for a module by its name: both pages give it before the example.
    name = "play.mjs"
    for page in (SOURCES.parent / "README.md", GUIDE):
        assert f"`{name}`" in page.read_text(encoding="utf-8").partition("```js\n")[0]
    (app / name).write_text(example.replace("http://localhost:8000", installed.root), encoding="utf-8")
    ran = subprocess.run([find_node(), name], cwd=app, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Ada "), ran.stdout


def test_the_quick_start_in_python_plays_a_table(
    kit_environment: Environment, installed: Installed, tmp_path: Path
) -> None:
    example = first_example(PYTHON / "README.md", "python")
    assert len(example.splitlines()) <= MAX_LINES
    (tmp_path / "start.py").write_text(example.replace("http://localhost:8000", installed.root), encoding="utf-8")
    ran = kit_environment.run(tmp_path, "start.py")
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Ada "), ran.stdout


def test_the_wheel_needs_only_the_http_library_and_its_loops(kit_environment: Environment, tmp_path: Path) -> None:
    program = "import importlib.metadata; print(importlib.metadata.requires('croupier-client'))"
    assert kit_environment.run(tmp_path, "-c", program).stdout == "['anyio>=4', 'httpx2>=2.16']\n"


@pytest.mark.parametrize(("page", "language"), [(SOURCES.parent / "README.md", "js"), (PYTHON / "README.md", "python")])
def test_the_guide_has_the_same_quick_starts(page: Path, language: str) -> None:
    assert first_example(GUIDE, language) == first_example(page, language)


def test_the_examples_of_the_guide_compile(app: Path) -> None:
    blocks = re.findall(r"```(ts|tsx)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    given = 'import { Croupier, type Table } from "@croupier/client";\n'
    given += "declare const croupier: Croupier;\ndeclare const table: Table;\n"
    for number, (_, block) in enumerate(blocks):
        (app / f"guide{number}.ts").write_text(
            f"{given}{block}\nexport {{ Croupier, croupier, table }};\n", encoding="utf-8"
        )
    assert len(blocks) == 6
    compile_against_the_package(app, [f"guide{number}.ts" for number in range(len(blocks))])


def test_the_examples_of_the_guide_in_python_are_well_typed(tmp_path: Path) -> None:
    blocks = re.findall(r"```(?:python|py)\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    program = "\n".join(["from croupier_client import Illegal, Stale", *blocks])
    (tmp_path / "guide.py").write_text(program, encoding="utf-8")
    environment = {**os.environ, "MYPYPATH": str(PYTHON)}
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "guide.py"]
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_the_quick_start_is_strictly_typed_to_its_last_line(app: Path) -> None:
    (app / "start.mts").write_text(first_example(GUIDE, "js"), encoding="utf-8")
    compile_against_the_package(app, ["start.mts"])
