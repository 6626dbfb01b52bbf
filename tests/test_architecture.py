"""Imports follow the arrows: each module knows only what lies below it, and no module but the register knows a game."""

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STANDARD = frozenset(sys.stdlib_module_names)

ENGINE = sorted((ROOT / "engine").rglob("*.py"))
GAMES = sorted(folder.parent.name for folder in (ROOT / "engine" / "games").glob("*/__init__.py"))
CORE_FILES = sorted((ROOT / "engine" / "core").glob("*.py"))
GAME_FILES = sorted((ROOT / "engine" / "games").glob("*/*.py"))
BOTS = sorted((ROOT / "bots").rglob("*.py"))
ENVIRONMENTS = sorted((ROOT / "environments").rglob("*.py"))
TOURNAMENTS = sorted((ROOT / "tournaments").rglob("*.py"))
COMPILED = sorted((ROOT / "compiled").rglob("*.py"))
STORE = sorted((ROOT / "store").rglob("*.py"))
SERVICE = sorted((ROOT / "service").rglob("*.py"))
WEB = sorted((ROOT / "web").rglob("*.py"))
CLI = sorted((ROOT / "cli").rglob("*.py"))
ALL = (*ENGINE, *BOTS, *ENVIRONMENTS, *TOURNAMENTS, *COMPILED, *STORE, *SERVICE, *WEB, *CLI)
TOOLS = sorted((ROOT / "tools").rglob("*.py"))
BENCHMARKS = sorted((ROOT / "benchmarks").rglob("*.py"))


# A game may use these parts of the engine: the core, and the deck that three games share; no operations, no register.
CORE_FOR_GAMES = ("engine.core", "engine.games.zont")

# Rooms that may call the engine: all except those that speak HTTP, guard it, or run the process.
MAY_IMPORT_ENGINE = (
    "service.sessions",
    "service.storage",
    "service.views",
    "service.use_cases",
    "service.opponents",
    "service.tournaments",
    "service.scheduler",
)

# The imports from other rooms that the files of a room may have; a name stands for all that is in it.
ARROWS = {
    # Files for browsers: they call the service over the network, as any app does.
    "web": ("service.http", "service.views"),
    "service.graphql": (
        "compiled",
        "service.use_cases",
        "service.views",
        "service.sessions",
        "service.http",
        "service.observability",
        "store.options",
        "store.problems",
    ),
    "service.rest": ("service.use_cases", "service.views", "service.sessions", "service.http", "store.problems"),
    "service.mcp": (
        "service.use_cases",
        "service.views",
        "service.sessions",
        "service.http",
        "service.observability",
        "store.problems",
        # The table as an app, which hosts show to people.
        "web.assets",
    ),
    "service.use_cases": (
        "service.notices",
        "service.opponents",
        "service.scheduler",
        "service.tournaments",
        "service.storage",
        "service.views",
        "service.sessions",
        "service.observability",
        "store",
    ),
    "service.opponents": (
        "service.cleanup",
        "service.children",
        "service.storage",
        "service.sessions",
        "service.settings",
        "service.observability",
        "store",
    ),
    "service.scheduler": (
        "service.cleanup",
        "service.storage",
        "service.tournaments",
        "service.sessions",
        "store.problems",
    ),
    "service.notices": (
        "service.children",
        "service.cleanup",
        "service.storage",
        "service.tournaments",
        "service.sessions",
        "service.observability",
        "store",
    ),
    "service.cleanup": ("service.sessions", "store"),
    "service.children": ("service.settings",),
    "service.storage": ("service.tournaments", "service.sessions", "service.observability", "store"),
    "service.views": (
        "service.tournaments",
        "service.sessions",
        "service.notices.notice",
        "service.notices.endpoints",
    ),
    "service.tournaments": ("service.sessions",),
    "service.sessions": (),
    "service.http": ("service.sessions.problems", "service.observability"),
    "service.middleware": ("service.http", "service.settings", "service.observability", "store"),
    "service.observability": ("store.problems",),
    "service.settings": ("store.options", "store.url"),
}
# These wire the rooms together, and may import any; nothing else imports them.
WIRING = ("service.app", "service.process", "service")


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(file: Path) -> set[str]:
    """Return the modules that a file imports; of `from a.b import c`, `a.b.c` where that is a module, else `a.b`."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            module = node.module or ""
            found |= {name if is_module(name := f"{module}.{alias.name}") else module for alias in node.names}
    return found


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").exists() or (path / "__init__.py").exists()


def is_in(module: str, parts: tuple[str, ...]) -> bool:
    return any(module == part or module.startswith(f"{part}.") for part in parts)


def top(module: str) -> str:
    return module.partition(".")[0]


def named(file: Path) -> str:
    return name_of(file)


@pytest.mark.parametrize("file", ENGINE, ids=named)
def test_the_engine_imports_the_standard_library_msgspec_and_itself(file: Path) -> None:
    assert {top(module) for module in imports_of(file)} <= STANDARD | {"msgspec", "engine"}


@pytest.mark.parametrize("file", [*ENGINE, *TOURNAMENTS], ids=named)
def test_the_pure_packages_take_no_clock_no_global_generator_no_environment_and_no_files(file: Path) -> None:
    forbidden = (
        "time",
        "datetime",
        "random",
        "secrets",
        "os",
        "sys",
        "io",
        "pathlib",
        "socket",
        "asyncio",
        "logging",
        "uuid",
    )
    assert not {module for module in imports_of(file) if is_in(module, forbidden)}


@pytest.mark.parametrize("file", GAME_FILES, ids=named)
def test_a_game_imports_the_core_and_never_another_game(file: Path) -> None:
    used = {module for module in imports_of(file) if top(module) == "engine"}
    allowed = (f"engine.games.{file.parent.name}", *CORE_FOR_GAMES)
    assert not {module for module in used if not is_in(module, allowed)}


@pytest.mark.parametrize("file", CORE_FILES, ids=named)
def test_the_core_imports_nothing_else_of_the_engine(file: Path) -> None:
    used = {module for module in imports_of(file) if top(module) == "engine"}
    assert not {module for module in used if not is_in(module, ("engine.core",))}


# The other files of its package that a file of a game may use.
ROOMS_OF_A_GAME: dict[str, tuple[str, ...]] = {
    "cards": (),
    "state": ("cards",),
    "rules": ("state", "cards"),
    "moves": ("rules", "state", "cards"),
    "words": ("state", "cards"),
    "effects": ("rules", "state", "cards"),
    "points": ("rules", "state", "cards"),
    "checks": ("points", "rules", "state", "cards"),
    "guide": ("moves", "rules", "state", "cards"),
    "__init__": ("checks", "guide", "effects", "words", "points", "moves", "rules", "state", "cards"),
}


@pytest.mark.parametrize("file", GAME_FILES, ids=named)
def test_the_files_of_a_game_follow_the_arrows(file: Path) -> None:
    package = f"engine.games.{file.parent.name}"
    used = {module for module in imports_of(file) if is_in(module, (package,))}
    assert used <= {f"{package}.{room}" for room in ROOMS_OF_A_GAME[file.stem]}


@pytest.mark.parametrize("file", ENGINE, ids=named)
def test_only_the_register_imports_games(file: Path) -> None:
    games = {f"engine.games.{game}" for game in GAMES}
    is_their_own = file in GAME_FILES or name_of(file) == "engine.games"
    assert is_their_own or not {module for module in imports_of(file) if is_in(module, tuple(games))}


def test_the_register_names_every_game() -> None:
    registered = {module for module in imports_of(ROOT / "engine" / "games" / "__init__.py") if "games." in module}
    assert registered == {f"engine.games.{game}" for game in GAMES}


@pytest.mark.parametrize("file", BOTS, ids=named)
def test_the_bots_use_the_public_operations_of_the_engine_alone(file: Path) -> None:
    used = imports_of(file)
    assert {top(module) for module in used} <= STANDARD | {"msgspec", "engine", "bots"}
    assert {module for module in used if top(module) == "engine"} <= {"engine"}


@pytest.mark.parametrize("file", ENVIRONMENTS, ids=named)
def test_environments_use_their_libraries_and_the_public_operations_of_the_engine_alone(file: Path) -> None:
    used = imports_of(file)
    libraries = {"msgspec", "gymnasium", "numpy", "pettingzoo"}
    # A picture is drawn as the command draws it.
    if file.stem == "picture":
        assert {module for module in used if top(module) in ("cli", "rich")} == {"cli.drawing", "rich.console"}
        libraries |= {"cli", "rich"}
    assert {top(module) for module in used} <= STANDARD | libraries | {"engine", "environments"}
    assert {module for module in used if top(module) == "engine"} <= {"engine"}


@pytest.mark.parametrize("file", TOURNAMENTS, ids=named)
def test_tournaments_use_their_libraries_and_the_public_operations_of_the_engine_alone(file: Path) -> None:
    used = imports_of(file)
    libraries = {"msgspec", "caissify_pairings", "networkx"}
    assert {top(module) for module in used} <= STANDARD | libraries | {"engine", "tournaments"}
    assert {module for module in used if top(module) == "engine"} <= {"engine"}


@pytest.mark.parametrize("file", SERVICE, ids=named)
def test_only_listed_modules_of_the_service_call_the_engine(file: Path) -> None:
    used = {module for module in imports_of(file) if top(module) == "engine"}
    assert not used or is_in(name_of(file), MAY_IMPORT_ENGINE)


@pytest.mark.parametrize("file", SERVICE, ids=named)
def test_the_service_uses_the_public_operations_alone(file: Path) -> None:
    assert {module for module in imports_of(file) if top(module) == "engine"} <= {"engine"}


@pytest.mark.parametrize("file", [*SERVICE, *WEB], ids=named)
def test_the_parts_of_the_service_follow_the_arrows(file: Path) -> None:
    name = name_of(file)
    if name == "service" or is_in(name, WIRING[:-1]):
        return
    part = max((part for part in ARROWS if is_in(name, (part,))), key=len)
    used = {module for module in imports_of(file) if top(module) in ("cli", "compiled", "service", "store", "web")}
    assert not {module for module in used if not is_in(module, (part, *ARROWS[part]))}


@pytest.mark.parametrize("file", COMPILED, ids=named)
def test_the_executor_knows_strawberry_and_nothing_of_games(file: Path) -> None:
    libraries = {"graphql", "msgspec", "strawberry"}
    assert {top(module) for module in imports_of(file)} <= STANDARD | libraries | {"compiled"}


@pytest.mark.parametrize("file", STORE, ids=named)
def test_the_store_knows_its_servers_and_nothing_of_games(file: Path) -> None:
    libraries = {"apsw", "hiredis", "msgspec", "redis", "structlog"}
    assert {top(module) for module in imports_of(file)} <= STANDARD | libraries | {"store"}


def test_no_imports_go_in_a_circle() -> None:
    graph = {name_of(file): imports_of(file) for file in (*ALL, *TOOLS, *BENCHMARKS)}
    # A package that is imported for its own modules is no circle.
    own = {name: {used for used in modules if not name.startswith(f"{used}.")} for name, modules in graph.items()}
    TopologicalSorter(own).prepare()


@pytest.mark.parametrize("file", ALL, ids=named)
def test_nothing_that_is_delivered_imports_what_checks_and_measures_it(file: Path) -> None:
    forbidden = ("tests", "tools", "benchmarks", "pytest", "hypothesis")
    assert not {module for module in imports_of(file) if is_in(module, forbidden)}


@pytest.mark.parametrize("file", [*TOOLS, *BENCHMARKS], ids=named)
def test_tools_and_benchmarks_import_no_tests(file: Path) -> None:
    forbidden = ("tests", "pytest", "hypothesis", *(("benchmarks",) if file in TOOLS else ()))
    assert not {module for module in imports_of(file) if is_in(module, forbidden)}


@pytest.mark.parametrize(
    "file",
    [
        *COMPILED,
        *STORE,
        *SERVICE,
        *WEB,
        *CLI,
        *BOTS,
        *ENVIRONMENTS,
        *TOURNAMENTS,
        *(file for file in ENGINE if file not in GAME_FILES),
    ],
    ids=named,
)
def test_no_module_decides_by_the_name_of_a_game(file: Path) -> None:
    games = set(GAMES)
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    comparisons = [node for node in nodes if isinstance(node, ast.Compare | ast.match_case)]
    parts = [part for comparison in comparisons for part in ast.walk(comparison)]
    constants = [part.value for part in parts if isinstance(part, ast.Constant)]
    assert [constant for constant in constants if constant in games] == []


def test_every_game_has_its_rule_page_and_its_tests() -> None:
    for game in GAMES:
        assert (ROOT / "docs" / "rules" / f"{game}.md").exists()
        assert (ROOT / "tests" / "engine" / "rules" / game / "__init__.py").exists()
        assert (ROOT / "tests" / "engine" / "counts" / f"{game}.json").exists()
        assert list((ROOT / "tests" / "engine" / "golden").glob(f"{game}-*.txt"))
