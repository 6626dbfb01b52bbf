"""The rule table of Zar: every numbered rule and every option of docs/rules/zar.md."""

from tests.engine.rule_text import read_tables
from tests.engine.rules.zar import situations

ROWS = read_tables(situations)
