"""What a seat sees of a table, without descriptions for a user interface: for programs that read many positions.

Together with the facts of `public_of`, this is what `view` shows.
"""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from engine.core.errors import InvalidInput
from engine.core.game import Game, zone_map_of
from engine.core.values import Options, State
from engine.core.zones import ALL
from engine.games import GAME_OF_STATE
from engine.operations import new_game, public_of, read_terms

# Where the zones of a dealt table are all that there can be, any deal shows them.
_ANY_SEED = "0" * 64


class ZoneSight(msgspec.Struct, frozen=True):
    """A zone as one seat sees it while the table goes on.

    `depth` tells which cards the seat sees, `owner` which seat owns the zone. A `hand` is kept in canonical order.
    `ordered` tells that the order of the cards below the top one matters. `value` returns the number that the rules
    give the zone by its cards, which everybody knows; None if they give none.
    """

    zone: str
    kind: str
    owner: int | None
    depth: Literal["all", "top", "none"]
    hand: bool
    ordered: bool
    value: Callable[[tuple[str, ...]], int] | None


def zone_sights(
    game: str, *, seats: int, options: Mapping[str, object] | None = None, seat: int
) -> tuple[ZoneSight, ...]:
    """Return what `seat` sees of each zone that there can be at a table with these terms, in the order of the page.

    When the table is over, everybody sees more than this. Raises `UnknownGame`, `InvalidOption`, or `InvalidInput` for
    an invalid number of seats or a seat that is not at the table.
    """
    rules, chosen = read_terms(game, seats, options)
    if not 0 <= seat < seats:
        raise InvalidInput(f"There is no seat {seat}; the seats are 0–{seats - 1}.", ("seat",))
    if rules.possible_zones is None:
        zones = rules.zones(new_game(game, seats=seats, options=options, seed=_ANY_SEED))
    else:
        zones = rules.possible_zones(seats, chosen)
    return tuple([_read_sight(rules, chosen, zone, seat) for zone in zones])


def _read_sight(rules: Game[State, Options], options: Options, zone: str, seat: int) -> ZoneSight:
    zone_map = zone_map_of(rules, options)
    naming = zone_map.naming(zone)
    depth = zone_map.depth(zone, seat)
    return ZoneSight(
        zone,
        naming.kind,
        naming.owner,
        "all" if depth == ALL else "top" if depth else "none",
        naming.hand,
        zone_map.kinds[naming.kind].ordered,
        naming.value,
    )


def scores_for(state: State, seat: int) -> tuple[int | None, ...]:
    """Return the scores by seat, None where they are hidden from `seat`."""
    scores = public_of(state).scores
    return GAME_OF_STATE[type(state)].scores(state, seat) if None in scores else scores
