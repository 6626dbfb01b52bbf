"""Structs for tournaments that the caller keeps: pairings, standings and ratings."""

from typing import Annotated

from service.views.fields import ContractStruct, described, sized
from service.views.tournament_view import TIE_BREAK_COUNT


@sized(250, entrants=4)
class PairedTable(ContractStruct, frozen=True):
    """A table of a round."""

    entrants: Annotated[tuple[int, ...], described("The numbers of the entrants, by seat at the first board.")]


@sized(byes=10)
class PairedRound(ContractStruct, frozen=True):
    """A paired round."""

    tables: Annotated[tuple[PairedTable, ...], described("The tables, those with the most points first.")]
    byes: Annotated[tuple[int, ...], described("The numbers of the entrants with a bye.")]


class NextRound(ContractStruct, frozen=True):
    """The next round of a tournament that the caller keeps."""

    round: Annotated[PairedRound | None, described("The round; null if the tournament is over.")]


@sized(500, tie_breaks=TIE_BREAK_COUNT)
class RankedEntrant(ContractStruct, frozen=True):
    """An entrant's place in the standings."""

    rank: Annotated[int, described("The rank, from 1. Equal entrants share a rank.")]
    entrant: Annotated[int, described("The entrant's number.")]
    points: Annotated[float, described("The sum of the entrant's points.")]
    tie_breaks: Annotated[tuple[float, ...], described("The values of the tie-breaks, in the order of the plan.")]
    played: Annotated[int, described("The number of tables played.")]
    wins: Annotated[int, described("The number of tables won alone.")]
    byes: Annotated[int, described("The number of byes.")]
    is_active: Annotated[bool, described("Whether the entrant has neither withdrawn nor been eliminated.")]


class RankedEntrants(ContractStruct, frozen=True):
    """The standings of a tournament that the caller keeps."""

    standings: Annotated[tuple[RankedEntrant, ...], described("The entrants, the best first.")]


@sized(500)
class PlayerRating(ContractStruct, frozen=True):
    """The rating of a player: a normal distribution."""

    mu: Annotated[float, described("The mean of the rating.")]
    sigma: Annotated[float, described("The standard deviation of the rating.")]


class PlayerRatings(ContractStruct, frozen=True):
    """The ratings of players after their games."""

    ratings: Annotated[tuple[PlayerRating, ...], described("The ratings, in the order in which they were sent.")]
