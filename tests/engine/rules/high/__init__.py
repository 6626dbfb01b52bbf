"""The rule table of High: every numbered rule and the option of its rule page."""

from tests.engine.rule_text import read_tables
from tests.engine.rules.high import situations

ROWS = read_tables(situations)
