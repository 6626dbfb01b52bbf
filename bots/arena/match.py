"""Matches: one candidate against copies of a baseline, every deal played once from each seat."""

from collections.abc import Iterator, Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path

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


class Observation(msgspec.Struct, frozen=True):
    """One deal from every seat: the candidate's mean share of the win, rank from 1, and points ahead of the best."""

    deal: int
    share: float
    rank: float
    margin: float


class _Job(msgspec.Struct, frozen=True):
    match: Match
    deal: int


def check_match(match: Match) -> None:
    """Raise `ValueError` for an unknown player, `engine.EngineError` for a table that cannot be set up."""
    for name in (match.candidate, match.baseline):
        find_player(name)
    engine.new_game(match.game, seats=match.seats, options=match.options, seed="0" * 64)


def play_match(match: Match, kept: Path | None, processes: int) -> Iterator[Observation]:
    """Yield the observations of a match as they come; those that a file keeps are not played again."""
    known = _read(kept, match)
    yield from known.values()
    missing = [deal for deal in range(match.first_deal, match.first_deal + match.deals) if deal not in known]
    for observation in _play_deals([_Job(match, deal) for deal in missing], processes):
        if kept is not None:
            _append(kept, match, observation)
        yield observation


def _play_deals(jobs: Sequence[_Job], processes: int) -> Iterator[Observation]:
    if processes == 1:
        yield from map(_play_deal, jobs)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(_play_deal, jobs)


def _play_deal(job: _Job) -> Observation:
    match = job.match
    ends = [_play_from(match, seat, job.deal) for seat in range(match.seats)]
    share, rank, margin = (sum(values) / match.seats for values in zip(*ends, strict=True))
    return Observation(job.deal, share, rank, margin)


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


class _Line(msgspec.Struct, frozen=True):
    """A line of a file of observations."""

    match: Match
    observation: Observation


def _read(kept: Path | None, match: Match) -> Mapping[int, Observation]:
    if kept is None or not kept.exists():
        return {}
    lines = [msgspec.json.decode(line, type=_Line) for line in kept.read_bytes().splitlines()]
    same = [line.observation for line in lines if _subject(line.match) == _subject(match)]
    wanted = range(match.first_deal, match.first_deal + match.deals)
    return {observation.deal: observation for observation in same if observation.deal in wanted}


def _subject(match: Match) -> Match:
    """Return a match without how much of it is played."""
    return msgspec.structs.replace(match, deals=0, first_deal=0)


def _append(kept: Path, match: Match, observation: Observation) -> None:
    with kept.open("ab") as file:
        file.write(msgspec.json.encode(_Line(match, observation)) + b"\n")
