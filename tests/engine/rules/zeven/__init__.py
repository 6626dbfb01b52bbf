"""The rule table of Zeven: every numbered rule and every option of docs/rules/zeven.md."""

from tests.engine.rules.zeven import end, options, powers, turn

ROWS = (
    *turn.ROWS,
    *powers.ROWS,
    *end.ROWS,
    *options.ROWS,
)
