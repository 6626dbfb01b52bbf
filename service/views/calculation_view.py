"""Tournaments that the caller keeps: rounds as they are paired, standings and ratings."""

from typing import Annotated

from service.views.fields import ContractStruct, described, sized
from service.views.tournament_view import TIE_BREAK_COUNT


@sized(250, entrants=4)
class PairedTable(ContractStruct, frozen=True):
    """A table of a round."""

    entrants: Annotated[
        tuple[int, ...], described("The numbers of the entrants by seat, at the first board if there are several.")
    ]


@sized(byes=10)
class PairedRound(ContractStruct, frozen=True):
    """A round as it is paired."""

    tables: Annotated[tuple[PairedTable, ...], described("The tables, the first by points first.")]
    byes: Annotated[tuple[int, ...], described("The numbers of the entrants who have a bye.")]


class NextRound(ContractStruct, frozen=True):
    """The next round of a tournament that the caller keeps."""

    round: Annotated[PairedRound | None, described("The round; null when the tournament is over.")]


@sized(500, tie_breaks=TIE_BREAK_COUNT)
class RankedEntrant(ContractStruct, frozen=True):
    """Where an entrant stands."""

    rank: Annotated[int, described("The rank, from 1; equal entrants share it.")]
    entrant: Annotated[int, described("The entrant's number.")]
    points: Annotated[float, described("The points.")]
    tie_breaks: Annotated[tuple[float, ...], described("The tie-breaks, in the order of the plan.")]
    played: Annotated[int, described("How many tables it has played.")]
    wins: Annotated[int, described("At how many of them it was first, alone.")]
    byes: Annotated[int, described("How many byes it has had.")]
    is_active: Annotated[bool, described("Whether it is neither withdrawn nor eliminated.")]


class RankedEntrants(ContractStruct, frozen=True):
    """The standings of a tournament that the caller keeps."""

    standings: Annotated[tuple[RankedEntrant, ...], described("The entrants, the best first.")]


@sized(500)
class PlayerRating(ContractStruct, frozen=True):
    """A rating."""

    mu: Annotated[float, described("The mean.")]
    sigma: Annotated[float, described("The deviation.")]


class PlayerRatings(ContractStruct, frozen=True):
    """Ratings after games."""

    ratings: Annotated[tuple[PlayerRating, ...], described("The ratings, in the order in which they were sent.")]
