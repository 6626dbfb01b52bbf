"""A move as a value; `engine.core.notation` reads it (engine 3)."""

import msgspec


class Move(msgspec.Struct, frozen=True):
    """One atomic decision of one seat; `str(move)` is its notation, `parse_move` its inverse."""

    verb: str
    cards: tuple[str, ...] = ()
    place: str | None = None
    seat: int | None = None
    choice: str | None = None

    def __str__(self) -> str:
        words = [self.verb, *self.cards]
        if self.place is not None:
            words.append(f"@{self.place}")
        if self.seat is not None:
            words.append(f"#{self.seat}")
        if self.choice is not None:
            words.append(f"={self.choice}")
        return " ".join(words)
