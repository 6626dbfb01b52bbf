"""RLCard and OpenSpiel in an environment of their own, made on first use: nothing of it comes near the project's."""

import subprocess
import sys
import venv
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".cache" / "bench-venv"
PYTHON = VENV / "bin" / "python"
READY = VENV / ".ready"

# RLCard comes as source only, so what builds it is installed first, pinned too. OpenSpiel comes as wheels.
LOCKS = tuple(ROOT / "benchmarks" / name for name in ("rlcard-build.lock", "rlcard.lock", "open_spiel.lock"))


class PeersMissing(Exception):
    """RLCard or OpenSpiel could not be installed or run."""


def make_environment() -> None:
    """Install the peers below `.cache`, unless these versions are there already. Raises `PeersMissing`."""
    if READY.exists() and READY.read_text() == _fingerprint():
        return
    print("Installing RLCard and OpenSpiel into .cache/bench-venv (once) …", file=sys.stderr)
    try:
        venv.create(VENV, clear=True, with_pip=True)
        for lock in LOCKS:
            _install(lock)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise PeersMissing(
            "RLCard and OpenSpiel cannot be installed into .cache/bench-venv; what pip says is above. It needs a "
            "package index; --without-peers measures the engine alone."
        ) from problem
    READY.write_text(_fingerprint())


def measure_peer(module: str, variant: str, seconds: float, seed: int) -> float:
    """Return the moves per second of CPU time that a module of this folder measures. Raises `PeersMissing`."""
    command = [str(PYTHON), "-m", f"benchmarks.{module}", variant, str(seconds), str(seed)]
    try:
        done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise PeersMissing(f"{module} cannot be run; remove .cache/bench-venv to install the peers anew.") from problem
    return float(done.stdout)


def _fingerprint() -> str:
    """Name what is installed and for which Python, so that a change of either installs anew."""
    return sha256(b"".join(lock.read_bytes() for lock in LOCKS) + sys.version.encode()).hexdigest()


def _install(lock: Path) -> None:
    command = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    options = ["--no-build-isolation", "--only-binary", "open-spiel", "--require-hashes", "-r", str(lock)]
    subprocess.run([*command, *options], check=True, stdout=sys.stderr)
