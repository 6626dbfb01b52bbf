"""Where the points of a result came from, and what decided the table."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.core.templates import Argument, Sentence
from engine.core.values import Event, Result, ScoreItem, ScoreItems, State
from engine.games import game_of
from engine.operations import result
from engine.records.outcome import decide_outcome
from engine.sentences import DECIDED_BY, LARGEST_PART, Wording, speaker
from engine.validation import find_game

Reason = Literal["ITEM", "MARGIN", "TIE_BREAK", "SHARED", "RESIGNATION"]
# The code and the value of an item: items that agree in both are compared with each other.
ItemKey = tuple[str, str | None]


class DecidedBy(msgspec.Struct, frozen=True, kw_only=True):
    """What decided a table.

    The `winners` are compared with `others`: the seat that ranks next, or the seats of its team; of equal ones the
    first. `by` is ITEM if one kind of item made the difference: without it, the winners would not be ahead. MARGIN says
    that several kinds did, of which one is the largest part, TIE_BREAK that the ranks differ but not the points, SHARED
    that the win is shared, and RESIGNATION that all others have resigned. `margin` is the number of points between
    winners and others. Of the item that decided or is the largest part, `code`, `value` and `rule` are those of a
    `ScoreItem`; `points` is what it gave the winners, and `against` what it gave the others. They are null where the
    game lists no items.
    """

    by: Reason
    winners: tuple[int, ...]
    others: tuple[int, ...] = ()
    margin: int | None = None
    code: str | None = None
    value: str | None = None
    rule: str | None = None
    points: int | None = None
    against: int | None = None


class Breakdown(msgspec.Struct, frozen=True):
    """The items that add up to the score of each seat, and what decided the table.

    `seats` is empty where the game lists no items, and where they may not be shown.
    """

    seats: ScoreItems
    decided_by: DecidedBy


def breakdown(state: State, resigned: Sequence[int] = ()) -> Breakdown | None:
    """Return where the points came from, or None while play continues.

    `resigned` lists the seats that gave up, in that order: they rank behind all others (engine 9).
    """
    ended = result(state)
    if ended is None:
        return None
    list_points = game_of(state).list_points
    items = () if list_points is None else list_points(state)
    return Breakdown(items, decide(state, ended, items, resigned))


def covered_breakdown(state: State, resigned: Sequence[int] = ()) -> Breakdown | None:
    """Return what follows from the result alone, without items: they show cards that `covered_view` keeps hidden."""
    ended = result(state)
    return None if ended is None else Breakdown((), decide(state, ended, (), resigned))


def decide(state: State, ended: Result, items: ScoreItems, resigned: Sequence[int]) -> DecidedBy:
    """Return what decided a table with this result: the winners are compared with the seats that rank next."""
    outcome = decide_outcome(state.seats, ended, resigned)
    assert outcome is not None
    winners = outcome.winners
    sides = _sides_of(state)
    winning = {sides[seat] for seat in winners}
    if len(winning) > 1 or winning == set(sides):
        return DecidedBy(by="SHARED", winners=winners)
    staying = [seat for seat in range(state.seats) if sides[seat] not in winning and seat not in resigned]
    if not staying:
        return DecidedBy(by="RESIGNATION", winners=winners)
    next_side = sides[min(staying, key=outcome.ranking.__getitem__)]
    others = tuple([seat for seat in staying if sides[seat] == next_side])
    own = [seat for seat, side in enumerate(sides) if side in winning]
    against = [seat for seat, side in enumerate(sides) if side == next_side]
    lead = sum([ended.scores[seat] for seat in own]) - sum([ended.scores[seat] for seat in against])
    by_margin = DecidedBy(by="MARGIN" if lead else "TIE_BREAK", winners=winners, others=others, margin=abs(lead))
    if not items or not lead:
        return by_margin
    return _name_item(_gather(items, own), _gather(items, against), lead, by_margin)


def _sides_of(state: State) -> tuple[int, ...]:
    """Return the side of each seat: by default each seat is on its own."""
    sides = game_of(state).sides
    return tuple(range(state.seats)) if sides is None else sides(state)


def _gather(items: ScoreItems, seats: Sequence[int]) -> dict[ItemKey, list[ScoreItem]]:
    """Return the items of some seats by code and value."""
    gathered: dict[ItemKey, list[ScoreItem]] = {}
    for seat in seats:
        for item in items[seat]:
            gathered.setdefault((item.code, item.value), []).append(item)
    return gathered


def _name_item(
    own: dict[ItemKey, list[ScoreItem]], against: dict[ItemKey, list[ScoreItem]], lead: int, by_margin: DecidedBy
) -> DecidedBy:
    """Return a decision with the kind of item that gave most of the lead: by ITEM if it gave at least all of it.

    The lead is negative where fewer points are better.
    """
    gains = {key: _sum_of(own.get(key)) - _sum_of(against.get(key)) for key in {**own, **against}}
    best = max(gains, key=lambda key: gains[key] if lead > 0 else -gains[key])
    # The rule of the others says why they have fewer, such as the one that blocks a colour.
    deciding = (against.get(best) or own[best])[0]
    return replace(
        by_margin,
        by="ITEM" if abs(gains[best]) >= abs(lead) else "MARGIN",
        code=deciding.code,
        value=deciding.value,
        rule=deciding.rule,
        points=_sum_of(own.get(best)),
        against=_sum_of(against.get(best)),
    )


def _sum_of(items: Sequence[ScoreItem] | None) -> int:
    """Return the points of items, 0 if there are none."""
    return sum([item.points for item in items or ()])


# ---- in words


def item_label(game: str, item: ScoreItem, wording: Wording | None = None) -> str:
    """Return the label of an item: in plain English, or in the given words."""
    told = Event(item.code, item.seat, item.cards, len(item.cards), value=item.value, rule=item.rule)
    return speaker(game, wording).tell(told, f"points {item.code}")


def tell_decided(game: str, decided: DecidedBy, wording: Wording | None = None) -> str:
    """Return what decided a table in one sentence: in plain English, or in the given words."""
    key, template = _find_sentence(game, decided)
    arguments = (
        Argument("margin", "TEXT", _write(decided.margin)),
        Argument("points", "TEXT", _write(decided.points)),
        Argument("against", "TEXT", _write(decided.against)),
        Argument("winners", "SEATS", ",".join(map(str, decided.winners))),
        Argument("others", "SEATS", ",".join(map(str, decided.others))),
        Argument("item", "TEXT", _label_item(game, decided, wording)),
    )
    return speaker(game, wording).say(Sentence(template, arguments), f"decided {key}")


def _find_sentence(game: str, decided: DecidedBy) -> tuple[str, str]:
    """Return the key and the template of a sentence: the game's own for the item, or the one of all games."""
    if decided.by == "MARGIN" and decided.code is not None:
        return LARGEST_PART, DECIDED_BY[LARGEST_PART]
    own = find_game(game).decided
    keys = (f"{decided.code} {decided.rule}", str(decided.code))
    key = next((key for key in keys if key in own), None)
    return (decided.by, DECIDED_BY[decided.by]) if key is None else (key, own[key])


def _label_item(game: str, decided: DecidedBy, wording: Wording | None) -> str | None:
    """Return the label of the item that decided, without what its rule says of it."""
    if decided.code is None:
        return None
    return item_label(game, ScoreItem(decided.code, "", (), value=decided.value), wording)


def _write(number: int | None) -> str | None:
    return None if number is None else str(number)
