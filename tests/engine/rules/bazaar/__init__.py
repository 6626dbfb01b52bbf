"""The rule table of Bazaar: every numbered rule and every option of docs/rules/bazaar.md."""

from tests.engine.rule_text import read_tables
from tests.engine.rules.bazaar import situations

ROWS = read_tables(situations)
