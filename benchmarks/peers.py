"""RLCard and OpenSpiel in an environment of their own, made on first use: nothing of it comes near the project's."""

from benchmarks.environments import Environment

# RLCard comes as source only, so what builds it is installed first, pinned too. OpenSpiel comes as wheels.
PEERS = Environment("bench-venv", "RLCard and OpenSpiel", ("rlcard-build.lock", "rlcard.lock", "open_spiel.lock"))


def measure_peer(module: str, variant: str, seconds: float, seed: int) -> float:
    """Return the moves per second of CPU time that a module of this folder measures. Raises `EnvironmentMissing`."""
    return float(PEERS.run("-m", f"benchmarks.{module}", variant, str(seconds), str(seed)))
