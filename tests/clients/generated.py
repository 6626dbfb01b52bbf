"""Generate clients of the REST API with OpenAPI Generator, and compile the one in TypeScript strictly.

`python -m tests.clients.generated [FOLDER]`; needs Java, and a package index at the first time. `make test` checks
without them, in `tests/service/rest/test_document.py`, for everything that once stopped a generator or gave bad types.
"""

import shutil
import subprocess
import sys
import venv
from pathlib import Path

from tests.clients.node import ROOT, compile_strictly

LOCK = Path(__file__).with_name("generators.lock")
DOCUMENT = ROOT / "openapi.json"
HOME = ROOT / ".cache" / "generators"
CLIENTS = {"typescript-fetch": "*.ts", "kotlin": "*.kt", "swift6": "*.swift"}


def main() -> int:
    """Generate each client into a folder of its name."""
    if (java := shutil.which("java")) is None:
        print("There is no java: install a Java runtime, 11 or newer.", file=sys.stderr)
        return 1
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".cache" / "generated")
    shutil.rmtree(folder, ignore_errors=True)
    jar = find_generator()
    for name, files in CLIENTS.items():
        command = [java, "-jar", str(jar), "generate", "-i", str(DOCUMENT), "-g", name, "-o", str(folder / name)]
        log = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if log.returncode:
            print(log.stdout, file=sys.stderr)
            return 1
        print(f"{name}: {sum(1 for _ in (folder / name).rglob(files))} files in {folder / name}")
    # The browsers' library has what a client sends and receives.
    compile_strictly(folder / "typescript-fetch", lib=["es2022", "dom", "dom.iterable"])
    print("typescript-fetch: compiles strictly")
    return 0


def find_generator() -> Path:
    """Return the generator, which is installed on first use and when its lock changes."""
    ready = HOME / ".ready"
    if not ready.exists() or ready.read_text() != LOCK.read_text():
        venv.create(HOME, clear=True, with_pip=True)
        install = [
            "-m", "pip", "install", "--disable-pip-version-check", "--quiet", "--require-hashes", "-r", str(LOCK),
        ]  # fmt: skip
        subprocess.run([str(HOME / "bin" / "python"), *install], check=True)
        ready.write_text(LOCK.read_text())
    return next(HOME.rglob("openapi-generator.jar"))


if __name__ == "__main__":
    sys.exit(main())
