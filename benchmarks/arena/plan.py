"""The plan of the arena: who plays whom, over how many deals. It is registered: committed before the run.

Its deals are numbered from 0. Tuning a bot uses deals from 1,000,000 on, so no bot is tuned to these.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256

import msgspec

from bots.arena.match import Deal, Match

# Each round plays this part of every pair, so a run that is interrupted has something of all of them.
ROUNDS = 10


class Pair(msgspec.Struct, frozen=True):
    """A candidate against copies of a baseline, and the number of deals for each game."""

    candidate: str
    baseline: str
    deals: Mapping[str, int]
    seats: int = 2


# The most telling first. With level 3 against greedy at two seats, a deal takes on one core: Zar 6 s, ZLAM! 6 s, Bazaar
# 16 s, Door 16 s, Zeven 30 s. It takes a tenth of that with level 2, five times that with level 4 against level 3; the
# whole plan two and a half hours.
PLAN: Sequence[Pair] = (
    Pair("level-3", "greedy", {"zar": 160, "zlam": 40, "bazaar": 16, "door": 16, "zeven": 5}),
    Pair("level-3", "random", {"zar": 20, "zlam": 8, "bazaar": 4, "door": 4, "zeven": 2}),
    # In the longer games a cheaper cheater has to do.
    Pair("cheat-20000", "greedy", {"zar": 60, "zlam": 30}),
    Pair("cheat-2000", "greedy", {"bazaar": 20, "door": 20, "zeven": 10}),
    Pair("level-2", "greedy", {"zar": 400, "zlam": 100, "bazaar": 60, "door": 60, "zeven": 24}),
    Pair("greedy", "random", {"zar": 200, "zlam": 200, "bazaar": 200, "door": 200, "zeven": 200}),
    Pair("level-2", "monte-2000", {"zar": 100, "zlam": 60, "bazaar": 30, "door": 30, "zeven": 20}),
    Pair("level-2", "greedy", {"zar": 40, "zlam": 12, "bazaar": 12, "door": 12, "zeven": 4}, seats=4),
    Pair("level-3", "greedy", {"zar": 8, "zlam": 3}, seats=4),
    # In the games in which level 4 learns.
    Pair("level-4", "level-3", {"zeven": 20, "door": 24}),
    Pair("level-2", "level-2", {"zar": 2, "zlam": 2, "bazaar": 2, "door": 2, "zeven": 2}),
)


def list_matches(plan: Sequence[Pair] = PLAN) -> tuple[Match, ...]:
    """Return the matches of a plan, each with all its registered deals."""
    return tuple(
        Match(game, pair.candidate, pair.baseline, pair.seats, deals)
        for pair in plan
        for game, deals in pair.deals.items()
    )


def name_plan(matches: Iterable[Match]) -> str:
    """Return a name for registered matches, another one if any number of them changes."""
    return sha256(msgspec.json.encode(tuple(matches))).hexdigest()[:12]


def limit(matches: Iterable[Match], games: Sequence[str], deals: int) -> list[Match]:
    """Return the matches of some games, with no more than so many deals; 0 for all."""
    return [
        msgspec.structs.replace(match, deals=min(match.deals, deals or match.deals))
        for match in matches
        if match.game in games
    ]


def go_round(matches: Sequence[Match]) -> Iterator[Deal]:
    """Yield every deal of the matches, in rounds that play a part of each."""
    for number in range(ROUNDS):
        for match in matches:
            first, last = (-(-match.deals * part // ROUNDS) for part in (number, number + 1))
            yield from (Deal(match, match.first_deal + deal) for deal in range(first, last))
