"""The rule table of Bazaar: every numbered rule and every option of docs/rules/bazaar.md."""

from tests.engine.rules.bazaar import choices, end, options, powers, turn

ROWS = (
    *turn.ROWS,
    *powers.ROWS,
    *end.ROWS,
    *options.ROWS,
    *choices.ROWS,
)
