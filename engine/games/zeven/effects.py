"""What a move of Zeven would do: the sum of its area, who would take the cards, and what its power would ask."""

from collections.abc import Iterator, Sequence

from engine.core.game import Effects
from engine.core.moves import Move
from engine.core.values import Effect, Event, foresee
from engine.games.zeven.cards import AREA, total
from engine.games.zeven.rules import is_muted
from engine.games.zeven.state import State, active_zonts
from engine.games.zont import VALUE

PHRASES = {
    "takes": "{before} + {added} = {total}: you would take {cards}.",
    "gives": "{before} + {added} = {total}: {seat} would take {cards}.",
    "stays": "{before} + {added} = {total}: the area would stay.",
    "begins": "The area would begin with {total}, without a power.",
    "muted": "The card would have no power.",
    "art": "You would add another card.",
    "change": "You would move a card of the area.",
    "favors": "The others would add a card each.",
    "zont": "The next card there would have no power.",
    "moves": "{to_zone} would be at {total}, {from_zone} at {left}.",
    "endsRound": "The round would end.",
}


def find(before: State, seat: int, move: Move, after: State, events: Sequence[Event]) -> Iterator[Effect]:
    """Yield the effects of a move (zeven 2.4, zeven 2.5, zeven 3)."""
    area = int(move.place or before.area)
    yield find_moved(before, move) if move.verb == "move" else find_sum(before, seat, move, area, events)
    if any(event.kind == "scored" for event in events):
        yield foresee("endsRound")  # zeven 4.1
    elif move.verb == "play" and before.zones[AREA[area]]:
        yield from find_power(before, move, area, after)


def find_sum(before: State, seat: int, move: Move, area: int, events: Sequence[Event]) -> Effect:
    """Return the total of the area with the card, and who would take it (zeven 2.2, zeven 2.4)."""
    pile = before.zones[AREA[area]]
    added = VALUE[move.cards[0]]
    sums = {"before": total(pile), "added": added, "total": total(pile) + added}
    taken = next((event for event in events if event.kind == "collected"), None)
    if taken is None:
        return foresee("stays", **sums) if pile else foresee("begins", total=added)
    if taken.seat == seat:
        return foresee("takes", **sums, cards=taken.count)
    return foresee("gives", **sums, seat=taken.seat or 0, cards=taken.count)


def find_power(before: State, move: Move, area: int, after: State) -> Iterator[Effect]:
    """Yield what the power of a card that was played would ask, or that it would have none (zeven 3.1, zeven 3.7)."""
    if after.area == area and after.phase in ("art", "change", "favors"):
        yield foresee(after.phase)
    elif after.zones[AREA[area]] and is_muted(before, move.cards[0], area):
        yield foresee("muted")
    elif area in active_zonts(after):
        yield foresee("zont")


def find_moved(before: State, move: Move) -> Effect:
    """Return the totals of the two areas between which a Change would move a card (zeven 3.4)."""
    source = AREA[before.area]
    target = AREA[int(move.place or 0)]
    value = VALUE[move.cards[0]]
    return foresee(
        "moves",
        to_zone=target,
        total=total(before.zones[target]) + value,
        from_zone=source,
        left=total(before.zones[source]) - value,
    )


EFFECTS = Effects(phrases=PHRASES, find=find)
