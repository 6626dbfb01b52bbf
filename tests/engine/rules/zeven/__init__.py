"""The rule table of Zeven: every numbered rule and every option of docs/rules/zeven.md."""

from tests.engine.rule_text import read_tables
from tests.engine.rules.zeven import situations

ROWS = read_tables(situations)
