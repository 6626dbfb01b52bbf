"""The rule table of Door to Zont: every numbered rule and every option of docs/rules/door.md."""

from tests.engine.rule_text import read_tables
from tests.engine.rules.door import situations

ROWS = read_tables(situations)
