"""The plans of the corpus: the elements that its tables must cover, and preferences for play that is rare at random."""

from collections.abc import Callable, Mapping

import msgspec

from engine import Move, Option, State, describe_options, find_game
from engine.core.game import Game
from engine.core.values import Options
from engine.options import Plain
from tests.engine.play import choices_of

FEWEST_TABLES = 200
FEWEST_PLAIN_TABLES = 100
# Tables that take longer are tried again with other options and cards, and with a little more time each try.
SHORT_TABLE = 120
LONG_TABLE = 600
# A number with more values than this shows its default, lowest, highest and some between; one with fewer shows all.
MOST_VALUES = 13
BETWEEN = 3

# Numbers up to which it is enough to show an option: tables with more only take longer.
SHOWN_UP_TO: Mapping[str, int] = {"sets": 20} | {f"extra{colour}{number}": 2 for colour in "RBY" for number in "12345"}
# Every number of seats is shown up to this one, and of higher ones a few.
SEATS_SHOWN = 30

# A seat's preference for a legal move.
Preference = Callable[[State, int, Move], int]


def prefer_nothing(_state: State, _seat: int, _move: Move) -> int:
    """Play at random."""
    return 0


class Plan(msgspec.Struct, frozen=True):
    """The purpose of a table: a number of seats, values of options; the elements to cover and how to play for them."""

    seats: int | None = None
    options: Mapping[str, Plain] = {}
    shows: str = ""
    prefer: Preference = prefer_nothing
    longest: int = SHORT_TABLE


def take_changes_back(state: State, seat: int, move: Move) -> int:
    """Play a Change, let it take itself, and so on: no card is drawn, and Bazaar lasts until its cap (bazaar 5.4)."""
    if move.verb == "take":
        own_change = str(move.place).startswith(f"{seat}.") and state.zones[f"pile:{move.place}"][-1][0] == "C"
        return 3 if own_change else 0
    return 1 if move.verb == "skip" else int(move.verb == "play" and move.cards[0][0] == "C")


# The cards with which hands stay full in the final round of Door to Zont: one takes the other, in red or wild.
CIRCLING = frozenset({"CR1", "CR2", "CR3", "CW4", "GR1", "GR2", "GR3", "GW4", "CW0", "GW0"})


def circle(state: State, _seat: int, move: Move) -> int:
    """Save Changes and Giglets that take each other for the final round, which then lasts to its cap (door 4.4)."""
    if move.verb == "take":
        return 4 if state.zones.get(f"suit:{move.place}", ("",))[-1] in CIRCLING else 0
    if move.verb in ("add", "shuffle"):
        return 0
    if move.verb == "skip" or move.cards[0] not in CIRCLING:
        return 3
    return 2 if move.verb == "play" and (move.cards[0][0] == "C" or move.choice == "change") else 1


def keep_eight_cards(state: State, seat: int, move: Move) -> int:
    """Draw with few cards and play with many, so that a hand of Zar lasts to its cap (zar 6.2)."""
    return int(move.verb == ("draw" if len(state.zones[f"hand:{seat}"]) < 8 else "play"))


def draw_always(_state: State, _seat: int, move: Move) -> int:
    """Draw until there is nothing left to draw, so that a hand of Zar stalls (zar 6.2)."""
    return int(move.verb == "draw")


def keep_one_colour(state: State, seat: int, move: Move) -> int:
    """Put only one colour on a stack, and give the other cards away, for the highest Grand ZLAM (zlam 3.2)."""
    cards = {*state.zones.get(f"stack:{seat}.{move.place}", ()), *state.zones["drawn"]} - {"Z"}
    return 2 if move.verb == "place" and len({card[0] for card in cards}) == 1 else int(move.verb == "give")


def keep_at_risk(_state: State, _seat: int, move: Move) -> int:
    """Leave stacks at nine open, and give other cards away, so that ZLAM! cards come onto them (zlam 5.2)."""
    return 2 if move.choice == "open" else int(move.verb in ("draw", "give"))


# The options of tables with more seats than one deck is enough for.
LARGE: Mapping[str, Plain] = {"decks": 8, "stacks": 2, "sets": 0}

STANDS: Mapping[str, Plain] = {"vincent": True, "vincentKeeps": "stands"}

# Plans for events that random play hardly reaches.
RARE: Mapping[str, tuple[Plan, ...]] = {
    "bazaar": (
        Plan(2, {"changeTakesItself": True, "changeTargets": "all"}, "reason cap", take_changes_back, LONG_TABLE),
        Plan(2, {"banking": "may"}, "verb bank"),
        Plan(2, {"banking": "may"}, "a scoring round declined"),
        Plan(2, {"banking": "keep"}, "piles kept, others scored"),
        Plan(3, {"banking": "may", "trigger": "any"}, "another seat asked to bank"),
    ),
    "door": (
        Plan(2, {"finalPowers": "noArt", "changeKeepsIn": "hand"}, "reason cap", circle, LONG_TABLE),
        Plan(2, {"favors": "new"}, "shuffled once more"),
        Plan(2, {"changeTakesItself": True}, "a Change takes itself"),
        Plan(2, {"favorsTargets": "all"}, "a score pile shuffled"),
    ),
    "zar": (
        Plan(2, {"mayDecline": True, "hands": 1}, "word noCards", draw_always),
        Plan(2, {"mayDecline": True, "hands": 1}, "word cap", keep_eight_cards, LONG_TABLE),
        *(
            Plan(4, {"mayDecline": True, "scoring": scoring}, f"a shared hand, {scoring}", draw_always)
            for scoring in ("none", "penalty", "winnerTakes")
        ),
        Plan(3, STANDS, "an offence that stands"),
        Plan(3, STANDS, "an offender that owes"),
        Plan(3, {**STANDS, "matching": "poll"}, "a debt of another under an offence"),
        Plan(3, {"vincent": True, "vincentKeeps": "matchStands"}, "a wrong match that stands"),
        Plan(3, {"vincent": True, "vincentKeeps": "matchStands"}, "a twin that matches nobody"),
        Plan(3, {"vincent": True, "vincentFor": "outOfTurn"}, "an offence without a card"),
    ),
    "zlam": (
        *(Plan(2, {"stacks": stacks}, "a Grand ZLAM that scores 8", keep_one_colour) for stacks in (2, 2, 2, 3)),
        Plan(4, {"teams": (0, 0, 1, 1)}, "no shut out of a team mate"),
        Plan(3, {"atRisk": True, "atRiskAtEnd": "score"}, "a stack at nine at the end, score"),
        Plan(3, {"atRisk": True, "atRiskAtEnd": "lose"}, "a stack at nine at the end, lose"),
        *(Plan(2, {"atRisk": True}, f"word {hit}", keep_at_risk) for hit in ("double", "triple", "home run")),
        Plan(2, {"gainOn": "5"}, "event skipped"),
        Plan(2, {"lossOn": "1"}, "a card without a stack"),
    ),
}


def plans_of(game: str) -> list[Plan]:
    """Return the plans: seat counts, values of options, rare events, and then plain tables."""
    rules = find_game(game)
    plans = [Plan(seats, {"firstSeat": seats - 1}) for seats in seats_of(rules) if seats <= SEATS_SHOWN]
    plans += [Plan(seats, LARGE, longest=LONG_TABLE) for seats in seats_of(rules) if seats > SEATS_SHOWN]
    plans += [plan for option in describe_options(rules.options) for plan in _plans_for_option(option)]
    plans += RARE.get(game, ())
    return plans + [Plan()] * max(FEWEST_TABLES - len(plans), FEWEST_PLAIN_TABLES)


def seats_of(rules: Game[State, Options]) -> list[int]:
    """Return the numbers of seats that must occur."""
    shown = range(rules.min_seats, min(rules.max_seats, SEATS_SHOWN) + 1)
    return [*shown, *(seats for seats in (64, 100) if SEATS_SHOWN < seats <= rules.max_seats)]


def _plans_for_option(option: Option) -> list[Plan]:
    values = choices_of(option)
    if option.kind == "boolean":
        values = [True, False]
    elif option.name == "firstSeat":
        values.append(0)
    elif option.kind == "list":
        return [
            Plan(2, {option.name: None}),
            *(Plan(2, {option.name: (0, n)}) for n in numbers_of(option, option.maximum)),
        ]
    elif option.maximum is not None:
        values += numbers_of(option, option.maximum)
    return [Plan(None, {option.name: value}) for value in values]


def numbers_of(option: Option, maximum: int | None) -> list[int]:
    """Return all values of a number option if they are few, else its default, its bounds and a few between."""
    if option.minimum is None or maximum is None:
        return []
    maximum = min(maximum, SHOWN_UP_TO.get(option.name, maximum))
    if maximum - option.minimum < MOST_VALUES:
        return [*range(option.minimum, maximum + 1)]
    spread = maximum - option.minimum
    numbers = [option.minimum + spread * part // (BETWEEN + 1) for part in range(BETWEEN + 2)]
    return sorted({*numbers, option.default} if isinstance(option.default, int) else numbers)
