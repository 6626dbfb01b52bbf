"""`make help` names the variables of every target."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

TEXT = (Path(__file__).parents[1] / "Makefile").read_text(encoding="utf-8")
DEFINED = dict(re.findall(r"^([A-Z_]+) *[:?]?= *((?:.*\\\n)*.*)$", TEXT, re.MULTILINE))
DEFAULTS = set(re.findall(r"^([A-Z_]+) *\?=", TEXT, re.MULTILINE))
# Variables of make itself, variables of `define`, and the Python that all targets share.
NOT_OF_A_TARGET = {"MAKE", "FIND_PYTHON", "PYTHON", "SIDE_BY_SIDE"}
_RULE = re.compile(
    r"^([.a-z-]+):(?! export| TABLES)([^#=\n]*)(?:## ([^#\n]*))?(?:## (.*))?\n((?:\t.*\n)*)", re.MULTILINE
)


class Rule(NamedTuple):
    """A target: the targets before it, what it does, the variables that are named, and its commands."""

    before: str
    does: str
    named: str
    commands: str


RULES = {name: Rule(*parts) for name, *parts in _RULE.findall(TEXT)}


def variables_in(text: str) -> set[str]:
    """Return the variables in a text of the Makefile that a caller may set."""
    used = set(re.findall(r"\$\(([A-Z_]+)\)", text)) - NOT_OF_A_TARGET
    fixed = {name for name in used if name in DEFINED and name not in DEFAULTS}
    return (used - fixed).union(*(variables_in(DEFINED[name]) for name in fixed))


def variables_of(name: str) -> set[str]:
    """Return the variables of a target and of the targets before it."""
    rule = RULES[name]
    before = [target for target in rule.before.split() if target in RULES]
    return variables_in(rule.before + rule.commands).union(*(variables_of(target) for target in before))


@pytest.mark.parametrize("name", [name for name, rule in RULES.items() if rule.does])
def test_the_variables_of_a_target_are_named(name: str) -> None:
    named = set(re.findall(r"([A-Z_]+)=", RULES[name].named))
    assert {one for one in named if not one.startswith("CROUPIER_")} == variables_of(name)


def test_the_targets_with_variables_are_found() -> None:
    assert variables_of("test") == {"TESTS", "WORKERS"}
    assert {"SEED", "STORE", "MOVES", "SCENARIO"} <= variables_of("faults")
