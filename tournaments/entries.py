"""Who takes part, and in which order they are seeded."""

from collections.abc import Sequence

from tournaments.values import Entrant, Round


def seeding(entrants: Sequence[Entrant]) -> list[int]:
    """Return the entrants' numbers by rating, the highest first; those without one follow in the order of entry."""
    return sorted(range(len(entrants)), key=lambda number: (_rating_key(entrants[number]), number))


def takes_part(entrant: Entrant, number: int) -> bool:
    """Tell whether an entrant has entered and not withdrawn when the round of this number, from 1, is paired."""
    return entrant.from_round <= number and not has_withdrawn(entrant, number)


def has_withdrawn(entrant: Entrant, number: int) -> bool:
    """Tell whether an entrant does not play the round of this number any more."""
    return entrant.until_round is not None and entrant.until_round < number


def starters(entrants: Sequence[Entrant], rounds: Sequence[Round]) -> list[int]:
    """Return, by seed, the entrants who took part when the first round was paired, or do now."""
    if not rounds:
        return [number for number in seeding(entrants) if takes_part(entrants[number], 1)]
    first = {number for table in rounds[0].tables for number in table.entrants} | set(rounds[0].byes)
    return [number for number in seeding(entrants) if number in first]


def _rating_key(entrant: Entrant) -> tuple[bool, float]:
    return entrant.rating is None, -(entrant.rating or 0.0)
