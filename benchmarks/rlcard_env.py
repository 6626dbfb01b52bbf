"""RLCard in an environment of its own, made on first use: nothing of it comes near the project's dependencies."""

import subprocess
import sys
import venv
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".cache" / "bench-venv"
PYTHON = VENV / "bin" / "python"
READY = VENV / ".ready"

# RLCard comes as source only, so what builds it is installed first, pinned too.
LOCKS = (ROOT / "benchmarks" / "rlcard-build.lock", ROOT / "benchmarks" / "rlcard.lock")


class RLCardMissing(Exception):
    """RLCard could not be installed or run."""


def make_environment() -> None:
    """Install RLCard below `.cache`, unless these versions are there already. Raises `RLCardMissing`."""
    if READY.exists() and READY.read_text() == _fingerprint():
        return
    print("Installing RLCard into .cache/bench-venv (once) …", file=sys.stderr)
    try:
        venv.create(VENV, clear=True, with_pip=True)
        for lock in LOCKS:
            _install(lock)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise RLCardMissing(
            "RLCard cannot be installed into .cache/bench-venv; what pip says is above. It needs a package index; "
            "--without-rlcard measures the engine alone."
        ) from problem
    READY.write_text(_fingerprint())


def measure_uno(seconds: float, seed: int) -> float:
    """Return the calls of `env.step` per second of CPU time in RLCard's UNO. Raises `RLCardMissing`."""
    command = [str(PYTHON), "-m", "benchmarks.rlcard_uno", str(seconds), str(seed)]
    try:
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise RLCardMissing("RLCard's UNO cannot be played; remove .cache/bench-venv to install it anew.") from problem
    return float(done.stdout)


def _fingerprint() -> str:
    """Name what is installed and for which Python, so that a change of either installs anew."""
    return sha256(b"".join(lock.read_bytes() for lock in LOCKS) + sys.version.encode()).hexdigest()


def _install(lock: Path) -> None:
    command = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    options = ["--no-build-isolation", "--require-hashes", "-r", str(lock)]
    subprocess.run([*command, *options], check=True, stdout=sys.stderr)
