"""The rule table of Zar: every numbered rule and every option of docs/rules/zar.md."""

from tests.engine.rules.zar import end, matching, options, turn

ROWS = (
    *turn.ROWS,
    *matching.ROWS,
    *end.ROWS,
    *options.ROWS,
)
