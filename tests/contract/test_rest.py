"""An unmodified Schemathesis finds nothing in the REST API."""

from pathlib import Path

from tests.contract.rest_fuzz import throw_as_seat, throw_as_stranger
from tools.services import Service

SEED = ("--seed", "4")


def test_generated_requests_of_a_stranger_are_answered_as_documented(one_service: Service, tmp_path: Path) -> None:
    done = throw_as_stranger(one_service, tmp_path, 1, *SEED)
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(f"✅ {phase}" in done.stdout for phase in ("Examples", "Coverage", "Fuzzing", "Stateful"))


def test_generated_requests_of_a_seat_are_answered_as_documented(one_service: Service, tmp_path: Path) -> None:
    done = throw_as_seat(one_service, tmp_path, 3, "--phases", "fuzzing,stateful", *SEED)
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(f"✅ {phase}" in done.stdout for phase in ("Fuzzing", "Stateful"))
