"""What the effects of Bazaar's previews mean, read from views and events alone."""

from collections.abc import Mapping

from tests.engine.foreseen import Happened, Truth, asks, top_of


def colour_of(it: Happened) -> str:
    return (it.move.place or "").rpartition(".")[2]


def wanted_before(it: Happened) -> int:
    return top_of(it.lay(f"customer:{colour_of(it)}"))


def pile_has(it: Happened, seat: int, change: int) -> bool:
    count = len(it.lay(f"pile:{seat}.{colour_of(it)}")) + change
    return (count, wanted_before(it)) == (it.number("count"), it.number("wanted"))


def own_pile(it: Happened) -> list[str]:
    return it.lay(f"pile:{it.seat}.{colour_of(it)}")


def seats_told(it: Happened, kind: str) -> list[str]:
    return sorted({str(event.seat) for event in it.told(kind) if event.seat != it.seat}, key=int)


EFFECTS: Mapping[str, Truth] = {
    "counts": lambda it: pile_has(it, it.seat, -1 if it.move.verb == "take" else 1),
    "theirs": lambda it: it.number("seat") != it.seat and pile_has(it, it.number("seat"), -1),
    "above": lambda it: (
        len(own_pile(it)) + (-1 if it.move.verb == "take" else 1) - wanted_before(it) == it.number("above")
    ),
    "wants": lambda it: (
        (wanted_before(it), top_of(it.lie(f"customer:{colour_of(it)}")), len(own_pile(it)))
        == (it.number("before"), it.number("wanted"), it.number("count"))
    ),
    "takes": lambda it: [event.cards for event in it.told("taken", it.seat)] == [(it.said["card"],)],
    "banks": lambda it: it.worth("banked", it.seat) == it.number("points"),
    "mayBank": lambda it: it.fact("asked") == "bank" and it.after.turn == (it.seat,),
    "pays": lambda it: it.worth("penalized", it.seat) == it.number("points"),
    "othersMayBank": lambda it: it.fact("asked") == "bank" and it.after.turn == (it.number("seat"),),
    "othersBank": lambda it: seats_told(it, "banked") == it.said["seats"].split(","),
    "othersPay": lambda it: seats_told(it, "penalized") == it.said["seats"].split(","),
    "art": asks("art"),
    "change": asks("change"),
    "protected": lambda it: any(
        zone.endswith(f".{colour_of(it)}") and zone.startswith(f"pile:{it.seat}")
        for zone in it.fact("protected").split(",")
    ),
    "lastLap": lambda it: (it.was("lastLap"), it.fact("lastLap") != "none") == ("none", True),
    "ends": lambda it: it.after.result is not None,
}
