"""Write the Python kit without asyncio from the one with it: the same words without `async` and `await`.

    python -m clients.generate_blocking

The two differ in nothing else, so what is done at one is done at both.
"""

import re
import subprocess
import sys

from clients.generate_types import ROOT

KIT = ROOT / "clients" / "python" / "croupier_client"
SOURCE = KIT / "async_client.py"
TARGET = KIT / "client.py"

# In this order; the library names what is awaited with an `a` before it.
CHANGES = (
    (
        r'^"""The kit for asyncio and trio\.',
        '"""The kit without asyncio, written from `async_client.py` by `make kits`.',
    ),
    (r"\b(?:async|await) ", ""),
    (r"\bAsyncGenerator\[SessionFrame, None\]", "Generator[SessionFrame, None, None]"),
    (r"\bAsyncGenerator, AsyncIterator\b", "Generator, Iterator"),
    (r"\bAsync(?=Client|Table|Iterator)", ""),
    (r"\b(?:_?_a)(?=enter__|exit__)", "__"),
    (r"\ba(?=closing|close\b|read\b|iter_bytes|next\b)", ""),
    (r"^import anyio$", "import time"),
    (r"\banyio\.sleep", "time.sleep"),
)


def write_blocking() -> str:
    """Return the module without asyncio, as the formatter wants it."""
    text = SOURCE.read_text(encoding="utf-8")
    for pattern, replacement in CHANGES:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE)
    for command in (("check", "--select", "I", "--fix", "--exit-zero"), ("format",)):
        ruff = [sys.executable, "-m", "ruff", *command, "--quiet", "--stdin-filename", str(TARGET), "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603
    return text


def main() -> None:
    """Write the module."""
    TARGET.write_text(write_blocking(), encoding="utf-8")


if __name__ == "__main__":
    main()
