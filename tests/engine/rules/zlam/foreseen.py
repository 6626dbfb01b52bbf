"""What the effects of ZLAM!'s previews mean, read from views and events alone."""

from collections.abc import Mapping

from tests.engine.foreseen import Happened, Truth, sum_of, value_of


def stack_of(it: Happened) -> str:
    return f"stack:{it.seat}.{it.move.place}"


def scores(it: Happened, kind: str) -> bool:
    return str(it.number("points")) in [event.value for event in it.told(kind, it.seat)]


def closes(it: Happened, is_doubled: bool) -> bool:
    """Tell whether the stack is closed at nine, scores its points, and has one colour or several."""
    (closed,) = [event.cards for event in it.told("closed", it.seat) if event.from_zone == stack_of(it)]
    colours = {card[0] for card in closed if card != "Z"}
    return sum_of(closed) == 9 and (len(colours) == 1) == is_doubled and scores(it, "scored")


def counts_to(it: Happened) -> bool:
    (placed,) = it.lay("drawn")
    old = sum_of(it.lay(stack_of(it)))
    new = old + value_of(placed)
    told = tuple(map(it.number, ("before", "added", "total", "missing")))
    return told == (old, value_of(placed), new, 9 - new) and not it.told("closed", it.seat)


def stays_open(it: Happened) -> bool:
    """Tell whether the stack is at nine, and worth its points as it lies then."""
    pile = [*it.lay(stack_of(it)), *it.lay("drawn")]
    colours = {card[0] for card in pile if card != "Z"}
    points = (len(pile) + pile.count("Z")) * (2 if len(colours) == 1 else 1)
    return sum_of(pile) == 9 and it.number("points") == points and not it.told("scored", it.seat)


def is_out(it: Happened) -> bool:
    kinds = [event.kind for event in it.events if event.seat == it.number("seat")]
    return "wentOut" in kinds or "struckOut" in kinds


EFFECTS: Mapping[str, Truth] = {
    "closes": lambda it: closes(it, is_doubled=False),
    "closesDoubled": lambda it: closes(it, is_doubled=True) and 2 * it.number("half") == it.number("points"),
    "staysOpen": stays_open,
    "counts": counts_to,
    "grandZlam": lambda it: scores(it, "grandZlam"),
    "gives": lambda it: (it.fact("asked"), it.after.turn) == ("given", (it.number("seat"),)),
    "knocksOut": lambda it: is_out(it) and not it.told("shutOut"),
    "shutsOut": lambda it: is_out(it) and scores(it, "shutOut"),
    "risks": lambda it: it.events[0].kind in ("drawn", "closed", "gathered", "ended"),
    "gains": lambda it: sum(seen.id.startswith(f"stack:{it.seat}.") for seen in it.after.zones) == it.number("number"),
    "discards": lambda it: (
        sum(event.count for event in it.told("discarded") if event.from_zone == stack_of(it)) == it.number("cards")
    ),
    "finishes": lambda it: bool(it.told("finished", it.seat)),
    "goesOut": lambda it: bool(it.told("wentOut", it.seat)),
    "endsGame": lambda it: it.after.result is not None or it.was("deal") != it.fact("deal"),
}
