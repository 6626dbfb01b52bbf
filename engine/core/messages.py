"""Sentences that games share: templates for why a move is refused.

`engine.explanations` fills the blanks: {seat}, {asked}, {card} and its like, and what a game adds (`Game.blanks`).
"""

from collections.abc import Sequence

OTHER_SEAT_IS_ASKED = "It is seat {asked} that is asked now, not seat {seat}."
SEAT_LACKS_CARD = "Seat {seat} does not hold {card}."


def other_verb_is_asked(verbs: Sequence[str]) -> str:
    """Return the refusal of a verb that does not answer the question, with those that do."""
    return f"Seat {{seat}} is asked for another decision now: {' or '.join(verbs)}."


def begin_sentence(text: str) -> str:
    """Let a text begin with a capital; the rest stays as it is ("Wild II")."""
    return text[:1].upper() + text[1:]
