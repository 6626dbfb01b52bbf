"""Files of observations, so that a match resumes where it stopped, and results are never mixed."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

import bots
import engine
from bots.arena.match import Deal, Match, Observation, play_deals

_PACKAGE = Path(bots.__file__).parent
_ENGINE = Path(engine.__file__).parent
_GUIDES = _ENGINE / "games"
# What a seat remembers decides which worlds its bot looks at.
_WORLDS = (_ENGINE / "memory.py", _ENGINE / "redeal.py")
# The other modules of the arena count what was played; these play it.
_PLAYING = ("match.py", "players.py")

T = TypeVar("T")


class ResultsError(ValueError):
    """A file of results that cannot be continued."""


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """The code that played: the version of the bots, a digest of all that decides a table, and the plan's, if any."""

    version: int
    code: str
    plan: str = ""


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a file of results, after the first."""

    game: str
    candidate: str
    baseline: str
    seats: int
    deal: int
    share: float
    rank: float
    margin: float
    options: Mapping[str, object] = {}


class Results:
    """The observations in a file, to which more are added."""

    def __init__(self, file: Path, known: Mapping[bytes, dict[int, Observation]]) -> None:
        self._file = file
        self._known = known

    def of(self, match: Match) -> list[Observation]:
        """Return the observations of a match, those of its deals alone, in their order."""
        known = self._known.get(_subject(match), {})
        return [known[deal] for deal in match.numbers if deal in known]

    def add(self, match: Match, observation: Observation) -> None:
        """Append an observation to the file, for whoever reads it the next time."""
        line = _Line(
            match.game,
            match.candidate,
            match.baseline,
            match.seats,
            **msgspec.structs.asdict(observation),
            options=match.options,
        )
        with self._file.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")


def play_match(match: Match, results: Results | None, processes: int) -> Iterator[Observation]:
    """Yield the observations of a match as they come; those that results hold are not played again."""
    known = [] if results is None else results.of(match)
    yield from known
    played = {observation.deal for observation in known}
    missing = [Deal(match, number) for number in match.numbers if number not in played]
    for _, observation in play_deals(missing, processes):
        if results is not None:
            results.add(match, observation)
        yield observation


def find_origin(plan: str = "") -> Origin:
    """Return the origin of the running code."""
    return Origin(bots.VERSION, _digest_code(), plan)


def open_results(file: Path, origin: Origin) -> Results:
    """Read a file of results, or begin it if there is none.

    Raises `ResultsError` for a file of another origin, and for one that holds no results; then nothing is changed.
    """
    if not file.exists() or not file.stat().st_size:
        file.write_bytes(msgspec.json.encode(origin) + b"\n")
    whole, _, torn = file.read_bytes().rpartition(b"\n")
    first, *lines = whole.split(b"\n")
    _check_origin(file, _decode(file, 1, first, Origin), origin)
    results = Results(file, _group([_decode(file, number, line, _Line) for number, line in enumerate(lines, 2)]))
    if torn:
        # The writer died within its last line.
        with file.open("r+b") as opened:
            opened.truncate(len(whole) + 1)
    return results


def read_origin(file: Path) -> Origin:
    """Return the origin of a file of results. Raises `ResultsError` for another file."""
    return _decode(file, 1, file.read_bytes().partition(b"\n")[0], Origin)


def _check_origin(file: Path, kept: Origin, wanted: Origin) -> None:
    if kept == wanted:
        return
    raise ResultsError(
        f"{file} holds results of {_describe(kept)}, but this is {_describe(wanted)}. Results of different code or "
        "plans are never mixed: name another file, or go on with the code that began this one."
    )


def _describe(origin: Origin) -> str:
    plan = f", plan {origin.plan}" if origin.plan else ", no plan"
    return f"bots of version {origin.version}, code {origin.code}{plan}"


def _digest_code() -> str:
    """Return a name for all that decides how a table goes: the bots, guides, memories, the versions of rules."""
    digest = sha256()
    for file in sorted((*_PACKAGE.rglob("*.py"), *_GUIDES.glob("*/guide.py"), *_WORLDS)):
        if file.parent.name != "arena" or file.name in _PLAYING:
            digest.update(sha256(file.read_bytes()).digest())
    digest.update(repr(sorted((name, game.rules) for name, game in engine.GAMES.items())).encode())
    return digest.hexdigest()[:12]


def _decode(file: Path, number: int, line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.MsgspecError as error:
        raise ResultsError(f"Line {number} of {file} holds no results of the arena: {error}") from error


def _group(lines: Sequence[_Line]) -> dict[bytes, dict[int, Observation]]:
    grouped: dict[bytes, dict[int, Observation]] = {}
    for line in lines:
        match = Match(line.game, line.candidate, line.baseline, line.seats, 0, dict(line.options))
        observation = Observation(line.deal, line.share, line.rank, line.margin)
        grouped.setdefault(_subject(match), {})[line.deal] = observation
    return grouped


def _subject(match: Match) -> bytes:
    """Return the name of a match without how much of it is played."""
    return msgspec.json.encode(msgspec.structs.replace(match, deals=0, first_deal=0), order="sorted")
