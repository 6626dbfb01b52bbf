"""The rule table of the toy."""

from engine import State, view
from tests.engine.table import Becomes, Refused, Row, situation


def high(mine: str, theirs: str, *, table: str = "", turn: int = 0, deck: str | None = None, cards: int = 3) -> State:
    """Two seats hold these cards; with `deck`, seat 1 has taken the rest."""
    zones = {"hand:0": mine, "hand:1": theirs, "table": table} | ({} if deck is None else {"deck": deck})
    rest = "deck" if deck is None else "taken:1"
    return situation("toy", seats=2, options={"cards": cards}, zones=zones, rest=rest, turn=turn)


ROWS = (
    Row("toy 1.1", "There are nine cards.", high("N9", "N3"), 0, "lay N9", Becomes(zones={"table": "N9"})),
    Row("engine 3", "There is no tenth card.", high("N5", "N3"), 0, "lay N10", Refused("BAD_NOTATION")),
    Row("toy 1.2", "Each seat is dealt as many as the option says.", high("N5", "N3", cards=1), 0, "lay N5", Becomes()),
    Row("toy 2.1", "The seat lays a card.", high("N5 N6", "N3"), 0, "lay N5",
        Becomes(zones={"table": "N5"}, turn=(1,))),
    Row("toy 2.1", "Another seat waits.", high("N5", "N3"), 1, "lay N3", Refused("NOT_YOUR_TURN")),
    Row("toy 2.1", "The card is one that the seat holds.", high("N5", "N3"), 0, "lay N6", Refused()),
    Row("toy 2.2", "A higher card takes all.", high("N5", "N3", table="N2 N4"), 0, "lay N5",
        Becomes(zones={"table": "", "taken:0": "N2 N4 N5"}, scores=(3, 0), events=("laid", "taken"))),
    Row("toy 2.2", "A lower card takes none.", high("N3", "N5", table="N2 N4"), 0, "lay N3",
        Becomes(zones={"table": "N2 N4 N3"}, facts={"toBeat": "N3"})),
    Row("toy 2.3", "A seat without cards is passed over.", high("N3 N4", ""), 0, "lay N3", Becomes(turn=(0,))),
    Row("toy 2.4", "The 1 is tossed out of turn.", high("N5", "N1", deck="N8 N9"), 1, "toss N1",
        Becomes(zones={"hand:1": "N9", "deck": "N1 N8"}, turn=(0,), events=("drawn", "tossed"))),
    Row("toy 2.4", "No other card is tossed.", high("N5", "N1"), 0, "toss N5", Refused()),
    Row("toy 2.4", "Without a deck nothing is tossed.", high("N5", "N1", deck=""), 1, "toss N1",
        Refused("NOT_YOUR_TURN")),
    Row("toy 2.5", "The table is over when every hand is empty.", high("N5", "", table="N2"), 0, "lay N5",
        Becomes(turn=(), reason="hands", events=("scores", "uncovered", "ended"))),
    Row("toy 3.1", "Each card taken is a point.", high("N5", "N6", table="N2"), 0, "lay N5", Becomes(scores=(2, 0))),
    Row("toy 3.2", "Cards that were taken are seen by their owner alone.", high("N5", "N6", table="N2"), 0, "lay N5",
        Becomes(holds=lambda state, _: view(state, None).zones[4].cards == (None, None))),
    Row("toy 4", "The number of cards is an option.", high("N5", "N6", cards=2), 0, "lay N5", Becomes()),
    Row("toy 5", "A card is laid by its code.", high("N5", "N6"), 0, "lay N5", Becomes(turn=(1,))),
    Row("engine 3", "No card is laid without its code.", high("N5", "N6"), 0, "lay", Refused("BAD_NOTATION")),
)  # fmt: skip
