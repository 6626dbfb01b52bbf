"""The composed services, read as YAML, without a container engine."""

from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from service.process.serve import GRACE_SECONDS
from service.settings import load_settings

FILE = Path(__file__).parents[2] / "deploy" / "compose.yaml"

Composed: TypeAlias = dict[str, Any]
COMPOSED: Composed = yaml.safe_load(FILE.read_text(encoding="utf-8"))


def composed(name: str) -> Composed:
    service: Composed = COMPOSED["services"][name]
    return service


def seconds(text: str) -> int:
    assert text.endswith("s")
    return int(text[:-1])


def mebibytes(text: str) -> int:
    return int(text.removesuffix("b").removesuffix("m"))


def options() -> dict[str, str]:
    """Return the options of the Redis beside its file."""
    program, _file, *arguments = composed("redis")["command"]
    assert program == "redis-server"
    return dict(zip(arguments[::2], arguments[1::2], strict=True))


def test_the_service_gets_known_settings_with_good_values() -> None:
    settings = load_settings(composed("croupier")["environment"])
    assert settings.store == "redis://redis:6379/0"


def test_the_service_has_the_time_that_its_end_needs() -> None:
    drain = load_settings(composed("croupier")["environment"]).drain_seconds
    assert seconds(composed("croupier")["stop_grace_period"]) >= drain + GRACE_SECONDS + 5


def test_the_redis_keeps_what_was_acknowledged() -> None:
    _program, file, *_options = composed("redis")["command"]
    data, configuration = composed("redis")["volumes"]
    source, target, mode = configuration.split(":")
    assert (target, mode) == (file, "ro")
    assert (FILE.parent / source).read_bytes() == (FILE.parent / "redis" / "always.conf").read_bytes()
    assert data == "redis-data:/data"
    assert "redis-data" in COMPOSED["volumes"]
    assert load_settings(composed("croupier")["environment"]).durability == "local"


def test_the_redis_has_room_to_rewrite_its_log() -> None:
    assert mebibytes(composed("redis")["mem_limit"]) >= 2 * mebibytes(options()["--maxmemory"])


def test_the_service_waits_for_a_healthy_redis() -> None:
    assert composed("croupier")["depends_on"] == {"redis": {"condition": "service_healthy"}}
    assert composed("redis")["healthcheck"]["test"] == ["CMD-SHELL", "redis-cli ping | grep -q PONG"]


def test_nobody_reaches_the_redis_from_outside_and_the_service_only_from_this_machine() -> None:
    assert "ports" not in composed("redis")
    assert all(port.startswith("127.0.0.1:") for port in composed("croupier")["ports"])


@pytest.mark.parametrize("name", COMPOSED["services"])
def test_a_container_has_few_rights_and_limits(name: str) -> None:
    service = composed(name)
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.keys() >= {"mem_limit", "pids_limit", "stop_grace_period", "logging"}
    assert service["restart"] == "unless-stopped"
