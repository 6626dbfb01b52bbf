"""A second reading of Door to Zont: visibility of cards, reasons of the end, and score, from the rule page alone."""

from collections.abc import Mapping
from typing import Any

from engine import Result
from engine.core.randomness import Randomness
from tests.engine.naive.reading import Played, Sight, make, value_of
from tests.engine.play import Step, facts_of

# Viewers of the cards of a zone; everybody sees all when the table is over.
INFORMATION: Mapping[str, Sight] = {"deck": "nobody", "suit": "top", "hand": "owner", "score": "owner, else top"}
# With `scorePile=topOnly` (door 5.2).
TOPS_ONLY: Mapping[str, Sight] = {**INFORMATION, "score": "top"}
# The verbs whose moves may disclose nothing.
OPEN_VERBS = frozenset({"take", "shuffle", "skip"})
# Options that random tables seldom have: those of each row together.
SELDOM_OPTIONS = (
    "scorePile=topOnly changeTargets=all",
    "favors=new",
    "changeTakesItself=true",
    "favorsTargets=all",
    "favorsTargets=all favors=new scorePile=topOnly changeTargets=all",
)


def information(options: Mapping[str, Any]) -> Mapping[str, Sight]:
    """Return the viewers of the cards of a zone, by the options."""
    return TOPS_ONLY if options["scorePile"] == "topOnly" else INFORMATION


# Reasons for the end of a table.
REASONS = ("handEmpty", "cap")
# Situations that a corpus must have scored; random play reaches some of them rarely.
SITUATIONS = ("shuffled once more", "a Change takes itself", "a score pile shuffled")

SUIT_PILES = {"A": "suit:art", "C": "suit:change", "F": "suit:favors", "Z": "suit:zont", "G": "suit:giglets"}


def score(table: Played) -> Result:
    """Count every card of a score pile as the top card of its suit (door 4.3–4.5)."""
    for step in table.steps:
        judge_shuffle(table, step)
        judge_change(table, step)
    zones = table.end.zones
    scores = [sum(value_of(zones[SUIT_PILES[card[0]]][-1]) for card in zones[f"score:{seat}"]) for seat in table.seats]
    hand_of_last = zones[f"hand:{table.steps[-1].seat}"]
    return make(scores, "cap" if hand_of_last else "handEmpty")


def judge_change(table: Played, step: Step) -> None:
    """Take the Change itself only by option: then it moves from its pile to the hand or score pile (door 3.7)."""
    if not step.move.startswith("take"):
        return
    used = facts_of(step.before)["card"]
    took_itself = step.before.zones.get(f"suit:{step.move.partition('@')[2]}", ("",))[-1] == used
    assert table.options["changeTakesItself"] or not took_itself
    table.note("a Change takes itself", took_itself)
    if took_itself:
        goal = f"{table.options['changeKeepsIn']}:{step.seat}"
        assert used in step.after.zones[goal]
        assert len(step.after.zones[SUIT_PILES[used[0]]]) == len(step.before.zones[SUIT_PILES[used[0]]]) - 1


def judge_shuffle(table: Played, step: Step) -> None:
    """Shuffle a pile with the words of the key, as often as it takes, a score pile only by option (door 3.3–3.8)."""
    if not step.move.startswith("shuffle"):
        assert step.after.words == step.before.words, "only Favors uses random words after the deal (door 1.1)"
        return
    place = step.move.partition("@")[2]
    assert table.options["favorsTargets"] == "all" or not place.isdigit()
    zone = f"score:{place}" if place.isdigit() else f"suit:{place}"
    table.note("a score pile shuffled", place.isdigit() and len(step.before.zones[zone]) > 1)
    pile = step.before.zones[zone]
    assert len(pile) >= (2 if table.options["favors"] == "new" else 1)
    random = Randomness(step.before.seed, step.before.words)
    order = list(pile)
    times = 0
    while times == 0 or (table.options["favors"] == "new" and order[-1] == pile[-1]):
        random.shuffle(order)
        times += 1
    table.note("shuffled once more", times > 1)
    assert [event.kind for event in step.events].count("shuffled") == 1
    assert list(step.after.zones[zone]) == order
    assert step.after.words == random.used
