"""Matches: one candidate against copies of a baseline, every deal played once from each seat."""

from collections.abc import Iterator, Sequence
from multiprocessing import get_context

import msgspec

import engine
from bots.arena.players import find_player, play_table


class Match(msgspec.Struct, frozen=True):
    """A match to play: `deals` deals, each of them once with the candidate in each seat."""

    game: str
    candidate: str
    baseline: str
    seats: int
    deals: int
    options: dict[str, object] = {}
    first_deal: int = 0

    @property
    def title(self) -> str:
        """The match in words."""
        return f"{self.game}, {self.seats} seats: {self.candidate} against {self.baseline}"

    @property
    def numbers(self) -> range:
        """The numbers of its deals."""
        return range(self.first_deal, self.first_deal + self.deals)


class Observation(msgspec.Struct, frozen=True):
    """One deal from every seat: the candidate's mean share of the win, rank from 1, and points ahead of the best."""

    deal: int
    share: float
    rank: float
    margin: float


class Deal(msgspec.Struct, frozen=True):
    """A deal of a match, to be played from every seat."""

    match: Match
    number: int


def check_match(match: Match) -> None:
    """Raise `ValueError` for an unknown player, `engine.EngineError` for a table that cannot be set up."""
    for name in (match.candidate, match.baseline):
        find_player(name)
    engine.new_game(match.game, seats=match.seats, options=match.options, seed="0" * 64)


def play_deals(deals: Sequence[Deal], processes: int) -> Iterator[tuple[Match, Observation]]:
    """Play deals, and yield the observations as they come."""
    if processes == 1 or not deals:
        yield from map(_play_deal, deals)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(_play_deal, deals)


def _play_deal(deal: Deal) -> tuple[Match, Observation]:
    match = deal.match
    ends = [_play_from(match, seat, deal.number) for seat in range(match.seats)]
    share, rank, margin = (sum(values) / match.seats for values in zip(*ends, strict=True))
    return match, Observation(deal.number, share, rank, margin)


def _play_from(match: Match, seat: int, deal: int) -> tuple[float, float, float]:
    """Play one table with the candidate in a seat; return its share of the win, its rank, and its margin."""
    line_up = tuple(match.candidate if place == seat else match.baseline for place in range(match.seats))
    state = play_table(match.game, line_up, match.options, f"{match.game} {match.seats} {deal}")
    result = engine.result(state)
    assert result is not None
    guide = engine.game_of(state).guide
    points = result.scores if guide is None else guide.standing(state)
    ahead = points[seat] - max(points[other] for other in range(match.seats) if other != seat)
    share = 1 / len(result.winners) if seat in result.winners else 0.0
    return share, float(result.ranking[seat]), float(ahead)
