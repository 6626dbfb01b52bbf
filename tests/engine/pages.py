"""The numbers of the rules, read from the rule pages."""

import re
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
RULE_PAGES = REPOSITORY / "docs" / "rules"
EXAMPLES = REPOSITORY / "examples"


def page_of(name: str) -> Path:
    """Return the rule page of a game, or of the engine; an example of a game has its own in its package."""
    page = RULE_PAGES / f"{name}.md"
    return page if page.exists() else EXAMPLES / name / "rules.md"


@cache
def sections(name: str) -> frozenset[str]:
    """Return the numbers of the sections of a page (`zeven 3`)."""
    text = page_of(name).read_text(encoding="utf-8")
    return frozenset(f"{name} {number}" for number in re.findall(r"^## (\d+) ", text, re.MULTILINE))


@cache
def numbered_rules(name: str) -> frozenset[str]:
    """Return the numbers of the rules of a page (`zeven 3.4`)."""
    text = page_of(name).read_text(encoding="utf-8")
    found = re.findall(r"^(\d+\.\d+) | (\d+\.\d+) \*\*", text, re.MULTILINE)
    return frozenset(f"{name} {first or second}" for first, second in found)


def known_rules(game: str) -> frozenset[str]:
    """Return every number that code may cite in a game: of its own page and of the engine's."""
    return sections(game) | numbered_rules(game) | sections("engine") | numbered_rules("engine")


def rules_to_cover(game: str) -> frozenset[str]:
    """Return the numbers that a rule table must exercise: every rule, and every section that has no numbered ones."""
    numbered = numbered_rules(game)
    parted = {rule.partition(".")[0] for rule in numbered}
    return numbered | (sections(game) - parted)
