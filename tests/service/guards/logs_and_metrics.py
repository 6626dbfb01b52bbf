"""Read the log lines and the metrics of a service."""

import msgspec
from prometheus_client.parser import text_string_to_metric_families

from tests.support.graphql_client import Json
from tools.redis.server import wait_until
from tools.services import Service


def log_lines(service: Service) -> list[Json]:
    """Return the log of a service that writes JSON."""
    return [msgspec.json.decode(line) for line in service.log.splitlines()]


def request_lines(service: Service, request_id: str) -> list[Json]:
    """Return the log lines of one request. Waits for the last one, which is written after the response."""

    def lines() -> list[Json]:
        return [line for line in log_lines(service) if line.get("request_id") == request_id]

    wait_until(lambda: any(line["event"] == "request" for line in lines()))
    return lines()


def metric(service: Service, name: str, **labels: str) -> float:
    """Return the value of one metric now; 0 if it was never counted."""
    text = service.http.get(f"{service.root}/metrics").text
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name == name and sample.labels == labels:
                return sample.value
    return 0.0
