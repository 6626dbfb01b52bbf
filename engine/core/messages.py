"""Templates of refusals that games share.

`engine.explanations` fills the blanks: {seat}, {asked}, {card} and the like, and those of a game (`Game.blanks`).
"""

from collections.abc import Sequence

from engine.core.values import Refused

TABLE_IS_OVER = "The table is over."
OTHER_SEAT_IS_ASKED = "It is {asked} that is asked now, not {seat}."
SEAT_LACKS_CARD = "{seat} does not hold {card}."
OTHER_VERB_IS_ASKED = "{seat} is asked for another decision now: {verbs}."


def other_verb_is_asked(rule: str, verbs: Sequence[str]) -> Refused:
    """Refuse a verb that does not answer the question, and name those that do."""
    return Refused(rule, OTHER_VERB_IS_ASKED, {"verbs": ",".join(verbs)})


def begin_sentence(text: str) -> str:
    """Capitalize the first letter of a text; the rest stays as it is ("Wild II")."""
    return text[:1].upper() + text[1:]
