"""Checks of built packages by the tools that the registries' users trust: twine, publint, and attw."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.packages.sources import run_program
from tools.servers import REPOSITORY

SCRIPT = REPOSITORY / "tools" / "packages" / "check_npm_package.mjs"


def check_python_packages(packages: Sequence[Path]) -> None:
    """Exit with the faults for which an index would refuse Python packages or could not show their page."""
    run_program(packages[0].parent, sys.executable, "-m", "twine", "check", "--strict", *map(str, packages))


def check_npm_package(node: str, modules: Path, tarball: Path) -> None:
    """Exit with the modules and types that users of an npm package would not find. `modules` has the tools."""
    found = json.loads(run_program(modules, node, str(SCRIPT), str(modules), str(tarball)))
    if found:
        sys.exit("\n".join(found))
