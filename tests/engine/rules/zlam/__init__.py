"""The rule table of ZLAM!: every numbered rule and every option of docs/rules/zlam.md."""

from tests.engine.rules.zlam import at_risk, kinds, score, turn, variants

ROWS = (
    *turn.ROWS,
    *score.ROWS,
    *at_risk.ROWS,
    *variants.ROWS,
    *kinds.ROWS,
)
