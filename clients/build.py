"""Build the kits, the npm tarball and the Python packages, and write all generated modules.

    python -m clients.build --node NODE --modules FOLDER [--out dist/kits]

FOLDER has the TypeScript compiler below `node_modules`, which writes the kit's types from its comments.
"""

import argparse
import json
import shutil
import tempfile
from pathlib import Path

from clients.generate_blocking import main as write_blocking
from clients.generate_style import main as write_style
from clients.generate_types import ROOT
from clients.generate_types import main as write_types
from tools.packages.python_packages import build_python
from tools.packages.sources import LEGAL, copy_files, copy_folder, fix_modes, run_program

JAVASCRIPT = ROOT / "clients" / "javascript"
PYTHON = ROOT / "clients" / "python"


def build_javascript_kit(node: str, modules: Path, out: Path, repository: str = "") -> Path:
    """Write the npm tarball into a folder, and return its path.

    npm publishes provenance only of a package that names its repository, by its URL.
    """
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "package"
        copy_folder(JAVASCRIPT, folder)
        copy_files(LEGAL, folder)
        compile_types(node, modules, folder)
        (folder / "tsconfig.json").unlink()
        if repository:
            name_repository(folder / "package.json", repository)
        fix_modes(folder)
        pack = ("pack", "--json", "--ignore-scripts", "--pack-destination", str(out))
        packed = run_program(folder, node, find_npm(node), *pack)
    return out / str(json.loads(packed)[0]["filename"])


def build_python_kit(out: Path) -> tuple[Path, Path]:
    """Write the source distribution and the wheel into a folder, and return their paths."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "package"
        copy_folder(PYTHON, folder)
        copy_files(LEGAL, folder)
        return build_python(folder, out)


def name_repository(manifest: Path, repository: str) -> None:
    """Write the URL of the repository into the manifest of an npm package."""
    package = json.loads(manifest.read_text(encoding="utf-8"))
    package["repository"] = {"type": "git", "url": f"git+{repository}.git", "directory": "clients/javascript"}
    manifest.write_text(json.dumps(package, indent=2) + "\n", encoding="utf-8")


def compile_types(node: str, modules: Path, folder: Path) -> None:
    """Check the JavaScript of a folder strictly, and write its declarations beside it. Fails with the errors."""
    settings = json.loads((folder / "tsconfig.json").read_text(encoding="utf-8"))
    settings["compilerOptions"]["paths"] = {"react": [f"{modules}/node_modules/@types/react/index.d.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    run_program(folder, node, str(modules / "node_modules" / "typescript" / "bin" / "tsc"), "--project", str(folder))


def find_npm(node: str) -> str:
    """Return the npm that comes with a Node; its place depends on how Node was installed."""
    here = Path(node).resolve().parent
    places = (
        here.parent / "lib/node_modules/npm/bin/npm-cli.js",
        Path("/usr/share/nodejs/npm/bin/npm-cli.js"),
        Path(shutil.which("npm") or "npm").resolve(),
    )
    return str(next(place for place in places if place.is_file()))


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
    for built in (build_javascript_kit(chosen.node, chosen.modules.resolve(), out), *build_python_kit(out)):
        print(f"{built.stat().st_size:7,} bytes  {built}")


if __name__ == "__main__":
    main()
