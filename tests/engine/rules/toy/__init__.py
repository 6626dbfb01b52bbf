"""The rule table of the toy."""

from tests.engine.rule_text import read_tables
from tests.engine.rules.toy import situations

ROWS = read_tables(situations)
