"""Templates of refusals that games share.

`engine.explanations` fills the blanks: {seat}, {asked}, {card} and the like, and those of a game (`Game.blanks`).
"""

from collections.abc import Sequence

from engine.core.values import Refused

NOT_A_MOVE = "{text} is not a move: send the notation of a legal move, verb [card …] [@place] [#seat] [=choice]."
NO_SUCH_VERB = "{game} has no verb {text}; its verbs are {known}."
NOT_COMPLETE = "{text} is not complete or says too much; write {patterns}."
NO_SUCH_CARD = "{game} has no card {text}."
# The refusals of a text that is not a move of the game.
NOTATION = (NOT_A_MOVE, NO_SUCH_VERB, NOT_COMPLETE, NO_SUCH_CARD)
TABLE_IS_OVER = "The table is over."
# The refusals that all games share.
COMMON_REFUSALS = (*NOTATION, TABLE_IS_OVER)
OTHER_SEAT_IS_ASKED = "{asked} must move now, not {seat}."
SEAT_LACKS_CARD = "{seat} does not hold {card}."
OTHER_VERB_IS_ASKED = "{seat} must make another decision now: {verbs}."


def other_verb_is_asked(rule: str, verbs: Sequence[str]) -> Refused:
    """Refuse a verb that does not answer the question, and name the verbs that do."""
    return Refused(rule, OTHER_VERB_IS_ASKED, {"verbs": ",".join(verbs)})


def begin_sentence(text: str) -> str:
    """Capitalize the first letter of a text; the rest stays as it is ("Wild II")."""
    return text[:1].upper() + text[1:]
