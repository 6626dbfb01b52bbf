"""Write the Python kit without asyncio from the kit with it: the same code without `async` and `await`.

    python -m clients.generate_blocking

The two differ in nothing else, so every change to one reaches both.
"""

import re
import subprocess
import sys
from pathlib import Path

from clients.generate_types import ROOT

KIT = ROOT / "clients" / "python" / "croupier_client"
# Each module without asyncio, and its source.
SOURCES = {KIT / f"{name}.py": KIT / f"async_{name}.py" for name in ("catalogue", "client", "runner", "tournaments")}

# Applied in this order. The library puts an `a` before the names of its awaitable functions.
CHANGES = (
    (r'^"""(.+) for asyncio and trio\.', r'"""\1 without asyncio, written from `SOURCE` by `make kits`.'),
    (r"\b(?:async|await) ", ""),
    (r"\bAsyncGenerator\[(\w+), None\]", r"Generator[\1, None, None]"),
    (r"\bAsync(?=Catalogue|Client|Table|Tournaments|Generator|Iterator)", ""),
    (r"\bcroupier_client\.async_", "croupier_client."),
    (r"\b(?:_?_a)(?=enter__|exit__)", "__"),
    (r"\ba(?=closing|close\b|read\b|iter_bytes|next\b)", ""),
    (r"^import anyio$", "import time"),
    (r"\banyio\.sleep", "time.sleep"),
)


def write_blocking(target: Path) -> str:
    """Return a module without asyncio, formatted."""
    text = SOURCES[target].read_text(encoding="utf-8")
    for pattern, replacement in CHANGES:
        text = re.sub(pattern, replacement.replace("SOURCE", SOURCES[target].name), text, flags=re.MULTILINE)
    for command in (("check", "--select", "I", "--fix", "--exit-zero"), ("format",)):
        ruff = [sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", str(target), "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603
    return text


def main() -> None:
    """Write the modules."""
    for target in SOURCES:
        target.write_text(write_blocking(target), encoding="utf-8")


if __name__ == "__main__":
    main()
