"""Sentences that are the same in every game, above all those that refuse a move because something else is asked."""

from collections.abc import Sequence


def begin_sentence(text: str) -> str:
    """Let a text begin with a capital; the rest stays as it is ("Wild II")."""
    return text[0].upper() + text[1:]


def other_seat_is_asked(asked: int, seat: int) -> str:
    """Say that another seat is asked."""
    return f"It is seat {asked} that is asked now, not seat {seat}."


def other_verb_is_asked(seat: int, verbs: Sequence[str]) -> str:
    """Say which verbs answer what the seat is asked."""
    return f"Seat {seat} is asked for another decision now: {' or '.join(verbs)}."


def seat_lacks(seat: int, card: str) -> str:
    """Say that a seat does not hold a card, named in plain English."""
    return f"Seat {seat} does not hold {card}."
