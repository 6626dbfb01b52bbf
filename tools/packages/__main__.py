"""Build the packages that are published, and check them.

    python -m tools.packages --node NODE --modules FOLDER [--out dist] [--repository https://github.com/OWNER/NAME]

FOLDER has TypeScript, publint and attw below `node_modules`.
"""

import argparse
from pathlib import Path

from clients.build import build_javascript_kit, build_python_kit
from tools.packages.check import check_npm_package, check_python_packages
from tools.packages.python_packages import build_croupier
from tools.servers import REPOSITORY


def main() -> None:
    """Build and check all packages, and print their sizes."""
    parser = argparse.ArgumentParser(prog="python -m tools.packages", description="Build and check the packages.")
    parser.add_argument("--node", required=True, help="the path of node")
    parser.add_argument("--modules", type=Path, required=True, help="the folder with the tools in node_modules")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "dist", help="where the packages go")
    parser.add_argument("--repository", default="", help="the URL of the repository, which npm needs for provenance")
    chosen = parser.parse_args()
    out = chosen.out.resolve()
    modules = chosen.modules.resolve()
    out.mkdir(parents=True, exist_ok=True)
    python_packages = (*build_croupier(out), *build_python_kit(out))
    tarball = build_javascript_kit(chosen.node, modules, out, chosen.repository)
    check_python_packages(python_packages)
    check_npm_package(chosen.node, modules, tarball)
    for built in (*python_packages, tarball):
        print(f"{built.stat().st_size:9,} bytes  {built}")


if __name__ == "__main__":
    main()
