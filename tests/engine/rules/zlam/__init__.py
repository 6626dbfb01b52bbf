"""The rule table of ZLAM!: every numbered rule and every option of docs/rules/zlam.md."""

from tests.engine.rule_text import read_tables
from tests.engine.rules.zlam import situations

ROWS = read_tables(situations)
