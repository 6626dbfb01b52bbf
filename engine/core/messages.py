"""Templates of refusals that games share.

`engine.explanations` fills the blanks: {seat}, {asked}, {card} and the like, and those of a game (`Game.blanks`).
"""

from collections.abc import Sequence

OTHER_SEAT_IS_ASKED = "It is seat {asked} that is asked now, not seat {seat}."
SEAT_LACKS_CARD = "Seat {seat} does not hold {card}."


def other_verb_is_asked(verbs: Sequence[str]) -> str:
    """Return the refusal of a verb that does not answer the question, with the verbs that do."""
    return f"Seat {{seat}} is asked for another decision now: {' or '.join(verbs)}."


def begin_sentence(text: str) -> str:
    """Capitalize the first letter of a text; the rest stays as it is ("Wild II")."""
    return text[:1].upper() + text[1:]
