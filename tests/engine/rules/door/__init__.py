"""The rule table of Door to Zont: every numbered rule and every option of docs/rules/door.md."""

from tests.engine.rules.door import end, options, powers, readings, turn

ROWS = (
    *turn.ROWS,
    *powers.ROWS,
    *end.ROWS,
    *options.ROWS,
    *readings.ROWS,
)
