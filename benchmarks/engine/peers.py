"""RLCard and OpenSpiel in an environment of their own, made on first use and kept apart from the project's."""

from benchmarks.engine.playouts import MOST_SEATS
from tools.measuring.environments import Environment

# RLCard comes as source only, so its build tools are installed first, pinned too. OpenSpiel comes as wheels.
ENVIRONMENT = Environment("bench-venv", "RLCard and OpenSpiel", ("rlcard-build.lock", "rlcard.lock", "open_spiel.lock"))

ENV_STEP = "RLCard UNO env.step"
RAW = "RLCard UNO raw game"
EIGHTS = f"OpenSpiel crazy_eights, 2–{MOST_SEATS} players"
EIGHTS_DEFAULT = "OpenSpiel crazy_eights, 5 players"
# By name: a module of this folder, and the variant that it gets as an argument.
PEERS = {
    ENV_STEP: ("rlcard_uno", "env"),
    RAW: ("rlcard_uno", "raw"),
    EIGHTS: ("open_spiel_eights", ",".join(map(str, range(2, MOST_SEATS + 1)))),
    EIGHTS_DEFAULT: ("open_spiel_eights", "5"),
}


def measure_peer(name: str, seconds: float, seed: int) -> float:
    """Return the moves per second of CPU time of a peer. Raises `CannotMeasure`."""
    module, variant = PEERS[name]
    return float(ENVIRONMENT.run("-m", f"benchmarks.engine.{module}", variant, str(seconds), str(seed)))
