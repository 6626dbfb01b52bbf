"""Tools make types for applications in TypeScript from schema.graphql and openapi.json."""

import shutil
from pathlib import Path

import msgspec

from tests.clients.node import ROOT, compile_strictly, find_clients, run_node

HERE = Path(__file__).parent
SCHEMA = ROOT / "schema.graphql"


def test_the_lock_has_a_hash_for_every_package_and_names_no_place() -> None:
    lock = (HERE / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in lock, "npm install --package-lock-only --omit-lockfile-registry-resolved; drop every `funding`"
    packages = msgspec.json.decode(lock)["packages"]
    assert {name for name, package in packages.items() if "integrity" not in package} == {""}


def generate(folder: Path) -> None:
    """Write the types of the committed operations, as an application's build does."""
    config = {
        "schema": str(SCHEMA),
        "documents": [str(HERE / "operations" / "*.graphql")],
        "generates": {
            f"{folder}/client/": {"preset": "client", "config": {"defaultScalarType": "string", "useTypeImports": True}}
        },
        "silent": True,
    }
    (folder / "codegen.json").write_bytes(msgspec.json.encode(config))
    run_node(str(tool("graphql-codegen")), "--config", str(folder / "codegen.json"))


def tool(name: str) -> Path:
    return find_clients() / "node_modules" / ".bin" / name


def test_the_types_of_the_operations_compile_strictly(tmp_path: Path) -> None:
    generate(tmp_path)
    shutil.copy(HERE / "uses.ts", tmp_path)
    compile_strictly(tmp_path, skipLibCheck=True, paths={"*": [f"{find_clients()}/node_modules/*"]})


def test_the_types_of_the_rest_api_compile_strictly(tmp_path: Path) -> None:
    run_node(str(tool("openapi-typescript")), str(ROOT / "openapi.json"), "--output", str(tmp_path / "rest.ts"))
    shutil.copy(HERE / "uses_rest.ts", tmp_path)
    compile_strictly(tmp_path, skipLibCheck=True, paths={"*": [f"{find_clients()}/node_modules/*"]})
