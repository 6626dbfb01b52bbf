"""Build the kits, the npm tarball and the wheel, and write all generated modules.

    python -m clients.build --node NODE --modules FOLDER [--out dist/kits]

FOLDER has the TypeScript compiler below `node_modules`, which writes the kit's types from its comments.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from clients.generate_blocking import main as write_blocking
from clients.generate_style import main as write_style
from clients.generate_types import ROOT
from clients.generate_types import main as write_types

JAVASCRIPT = ROOT / "clients" / "javascript"
PYTHON = ROOT / "clients" / "python"
LEGAL = ("LICENSE", "NOTICE")


def build_javascript(node: str, modules: Path, out: Path) -> Path:
    """Write the npm tarball into a folder, and return its path."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "package"
        _copy(JAVASCRIPT, folder)
        compile_types(node, modules, folder)
        (folder / "tsconfig.json").unlink()
        packed = _run(
            folder, node, find_npm(node), "pack", "--json", "--ignore-scripts", "--pack-destination", str(out)
        )
    return out / str(json.loads(packed)[0]["filename"])


def build_python(out: Path) -> Path:
    """Write the wheel into a folder, and return its path."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "package"
        _copy(PYTHON, folder)
        wheel = ("wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", ".")
        _run(folder, sys.executable, "-m", "pip", *wheel, "--wheel-dir", str(out))
    return next(out.glob("croupier_client-*.whl"))


def compile_types(node: str, modules: Path, folder: Path) -> None:
    """Check the JavaScript of a folder strictly, and write its declarations beside it. Fails with the errors."""
    settings = json.loads((folder / "tsconfig.json").read_text(encoding="utf-8"))
    settings["compilerOptions"]["paths"] = {"react": [f"{modules}/node_modules/@types/react/index.d.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    _run(folder, node, str(modules / "node_modules" / "typescript" / "bin" / "tsc"), "--project", str(folder))


def find_npm(node: str) -> str:
    """Return the npm that comes with a Node; its place depends on how Node was installed."""
    here = Path(node).resolve().parent
    places = (
        here.parent / "lib/node_modules/npm/bin/npm-cli.js",
        Path("/usr/share/nodejs/npm/bin/npm-cli.js"),
        Path(shutil.which("npm") or "npm").resolve(),
    )
    return str(next(place for place in places if place.is_file()))


def _copy(source: Path, folder: Path) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
    shutil.copytree(source, folder, ignore=ignored)
    for name in LEGAL:
        shutil.copy(ROOT / name, folder)


def _run(folder: Path, *command: str) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    if ran.returncode:
        sys.exit(f"{' '.join(command)}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def main() -> None:
    """Write the types, and build both kits."""
    parser = argparse.ArgumentParser(description="Build the kits.")
    parser.add_argument("--node", required=True, help="the path of node")
    parser.add_argument("--modules", type=Path, required=True, help="the folder with TypeScript in node_modules")
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "kits", help="where the built files go")
    chosen = parser.parse_args()
    out = chosen.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    write_types()
    write_blocking()
    write_style()
    for built in (build_javascript(chosen.node, chosen.modules.resolve(), out), build_python(out)):
        print(f"{built.stat().st_size:7,} bytes  {built}")


if __name__ == "__main__":
    main()
