"""The dashboard and the alert rules: every expression parses, and uses existing metrics and labels."""

import json
import re
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import promql_parser
import pytest
import yaml
from prometheus_client.metrics import Gauge, MetricWrapperBase
from prometheus_client.registry import Collector

from service.observability import metrics

ROOT = Path(__file__).parents[2]
ALERTS = ROOT / "deploy" / "monitoring" / "alerts.yaml"
DASHBOARD = ROOT / "deploy" / "monitoring" / "dashboard.json"

Data: TypeAlias = dict[str, Any]
RULES: list[Data] = [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]
BOARD: Data = json.loads(DASHBOARD.read_text())
PANELS: list[Data] = [panel for panel in BOARD["panels"] if panel["type"] != "row"]
# The labels that Prometheus adds by itself, and those of the workers of one process.
EVERYWHERE = {"job", "instance", "worker"}
# The values that Grafana puts in place of its variables.
VARIABLES = {"$__rate_interval": "5m", "$__range": "3h", "$job": "croupier"}


def labels() -> dict[str, set[str]]:
    """Return every series of the service, with its own labels."""
    found: dict[str, set[str]] = {"up": set()}
    for collector in collectors():
        own = set(collector._labelnames) if isinstance(collector, MetricWrapperBase) else set()
        for family in collector.describe() if isinstance(collector, MetricWrapperBase) else collector.collect():
            if family.type == "histogram":
                found |= {f"{family.name}_{part}": own for part in ("sum", "count")}
                found[f"{family.name}_bucket"] = own | {"le"}
            else:
                found[f"{family.name}_total" if family.type == "counter" else family.name] = own
    return found


def collectors() -> set[Collector]:
    return set(metrics.REGISTRY._collector_to_names)


def expressions() -> list[str]:
    asked = [rule["expr"] for rule in RULES] + [target["expr"] for panel in PANELS for target in panel["targets"]]
    for variable, value in VARIABLES.items():
        asked = [expression.replace(variable, value) for expression in asked]
    return asked


def selectors(expression: str) -> list[promql_parser.VectorSelector]:
    """Return the selectors of an expression. Raises `ValueError` if it does not parse."""
    found: list[promql_parser.VectorSelector] = []

    def visit(node: promql_parser.Expr) -> None:
        if isinstance(node, promql_parser.VectorSelector):
            found.append(node)
        elif isinstance(node, promql_parser.MatrixSelector):
            found.append(node.vector_selector)

    promql_parser.walk(promql_parser.parse(expression), visit)
    return found


@pytest.mark.parametrize("expression", expressions())
def test_an_expression_asks_for_metrics_and_labels_that_there_are(expression: str) -> None:
    known = labels()
    asked = selectors(expression)
    assert asked
    for selector in asked:
        assert selector.name in known
        matched = {matcher.name for matcher in selector.matchers.matchers}
        assert "job" in matched
        assert matched <= known[selector.name] | EVERYWHERE
    grouped = {name for names in re.findall(r"by \(([^)]*)\)", expression) for name in names.split(", ")}
    assert all(grouped <= known[selector.name or ""] | EVERYWHERE for selector in asked)


def test_every_metric_of_the_service_is_on_the_dashboard() -> None:
    shown = {selector.name for expression in expressions() for selector in selectors(expression)}
    counted = {name for name in labels() if name.startswith("croupier_") and not name.endswith(("_sum", "_count"))}
    assert counted <= shown


def test_a_worker_that_has_ended_leaves_nothing_in_a_gauge() -> None:
    gauges = [collector for collector in collectors() if isinstance(collector, Gauge)]
    assert len(gauges) >= 4
    assert all(gauge._multiprocess_mode.startswith("live") for gauge in gauges)


def test_every_alert_says_what_it_means_and_what_to_do() -> None:
    for rule in RULES:
        assert rule["labels"]["severity"] in ("critical", "warning", "info")
        assert rule["annotations"].keys() == {"summary", "action"}
        assert all(text.endswith(".") for text in rule["annotations"].values())


def test_every_alert_is_explained_on_the_page() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(Croupier\w+)` \|", page, re.MULTILINE) == [rule["alert"] for rule in RULES]


def test_every_metric_is_explained_on_the_page() -> None:
    page = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `(croupier_\w+)` \|", page, re.MULTILINE))
    counted = {name.removesuffix("_bucket") for name in labels() if not name.endswith(("_sum", "_count"))}
    assert explained == {name for name in counted if name.startswith("croupier_")}


def test_panels_have_ids_of_their_own_and_do_not_overlap() -> None:
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])
    cells = list[tuple[int, int]]()
    for panel in BOARD["panels"]:
        place = panel["gridPos"]
        columns = range(place["x"], place["x"] + place["w"])
        rows = range(place["y"], place["y"] + place["h"])
        cells += product(columns, rows)
    assert len(cells) == len(set(cells))
    assert max(x for x, _ in cells) < 24


def test_a_legend_names_labels_that_are_there() -> None:
    for target in (target for panel in PANELS for target in panel["targets"]):
        grouped = {name for names in re.findall(r"by \(([^)]*)\)", target["expr"]) for name in names.split(", ")}
        assert set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])) <= grouped | EVERYWHERE
