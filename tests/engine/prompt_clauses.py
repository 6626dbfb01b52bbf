"""The clauses of the prompts in both languages: each one's offer or claim, read from the rule pages.

The engine words a prompt by legal moves. Here the words come first: a clause says which moves there must be, which
cards of the hand can be put down so, and what else must be true. `tests/engine/prompts.py` holds them against a table.
"""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

import msgspec

import engine
from engine import Event, Move, State
from tests.engine.naive.reading import colour_of, value_of


class Asked(NamedTuple):
    """A seat that gets a prompt, and what it may see."""

    state: State
    seat: int

    @property
    def legal(self) -> tuple[Move, ...]:
        """Its legal moves."""
        return engine.legal_moves(self.state, self.seat)

    @property
    def hand(self) -> tuple[str, ...]:
        """Its cards."""
        return self.state.zones.get(f"hand:{self.seat}", ())

    @property
    def facts(self) -> Mapping[str, str]:
        """The public facts."""
        return {fact.name: fact.value for fact in engine.view(self.state, None).facts}

    @property
    def options(self) -> Mapping[str, object]:
        """The options of the table."""
        options: Mapping[str, object] = msgspec.to_builtins(self.state.options)
        return options

    def lying(self, zone: str) -> tuple[str, ...]:
        """The cards of a zone."""
        return self.state.zones.get(zone, ())

    def events(self, move: Move) -> tuple[Event, ...]:
        """What happens when the seat makes a move."""
        return engine.apply(self.state, self.seat, move)[1]


class Offer(NamedTuple):
    """The moves that a clause offers: there must be one, and one with each of these cards of the hand."""

    is_meant: Callable[[Move], bool]
    cards: Collection[str] = ()


Meaning = Callable[[Asked, str], Offer | None]


class Clause(NamedTuple):
    """A clause in English and in German, and its meaning; the named blank, if there is one, is its argument."""

    english: str
    german: str
    means: Meaning


def offering(*verbs: str) -> Meaning:
    """Return the meaning of a clause that offers the moves of these verbs, with any card."""
    return lambda _asked, _said: Offer(lambda move: move.verb in verbs)


def claiming(is_true: Callable[[Asked, str], bool]) -> Meaning:
    """Return the meaning of a clause that offers nothing, but must be true."""

    def mean(asked: Asked, said: str) -> None:
        assert is_true(asked, said), "what is claimed is not true"

    return mean


def where(is_true: Callable[[Asked, str], bool], meaning: Meaning) -> Meaning:
    """Return the meaning of a clause that may be said only where something is true."""

    def mean(asked: Asked, said: str) -> Offer | None:
        assert is_true(asked, said), "what is said of the table is not true"
        return meaning(asked, said)

    return mean


def of_cards(verbs: Collection[str], is_wanted: Callable[[Asked, str, str], bool]) -> Meaning:
    """Return the meaning of a clause that offers all cards of the hand of a kind, by their code and what is said."""

    def mean(asked: Asked, said: str) -> Offer:
        wanted = {card for card in asked.hand if is_wanted(asked, card, said)}
        return Offer(lambda move: move.verb in verbs and move.cards[0] in wanted, wanted)

    return mean


# ---- Zar

PUTS = ("play", "double")


def top_of(asked: Asked) -> str:
    """Return the card on top of the discard pile."""
    return asked.lying("discard")[-1]


def is_top(asked: Asked, card: str) -> bool:
    """Tell whether that card is on top."""
    return card == top_of(asked)


def suits(card: str, top: str, named: str) -> bool:
    """Tell whether a card fits on another one (zar 2.2, zar 2.3)."""
    if card[0] in "WD":
        return top[0] != ("D" if card[0] == "W" else "W")
    return named in card if top[0] in "WD" else not {*card}.isdisjoint(top)


def is_fitting(asked: Asked, card: str, said: str = "") -> bool:
    """Tell whether a card fits on what lies on top, which is named rightly."""
    assert said in ("", top_of(asked))
    return suits(card, top_of(asked), asked.facts["named"])


def is_other(asked: Asked, card: str, _said: str) -> bool:
    """Tell whether a card that is not the twin fits."""
    return card != top_of(asked) and is_fitting(asked, card)


def is_of_name(asked: Asked, card: str, said: str, *, top: str) -> bool:
    """Tell whether a card fits on a wild or a dragon of that name."""
    assert (top_of(asked)[0], asked.facts["named"]) == (top, said)
    return card[0] == top or (card[0] not in "WD" and said in card)


def is_drawn(asked: Asked, card: str) -> bool:
    """Tell whether the seat has just drawn a card."""
    return asked.facts["asked"] == "drawn" and card in asked.hand


def put_drawn(asked: Asked, card: str) -> Offer:
    """Offer the card just drawn; where its name was said before, the legal moves know it."""
    assert asked.facts["asked"] == "drawn"
    return Offer(lambda move: move.verb == "play" and card in ("", move.cards[0]))


def nothing_fits(asked: Asked, _said: str) -> bool:
    """Tell whether no card of the hand fits."""
    return not any(is_fitting(asked, card) for card in asked.hand)


def is_exhausted(asked: Asked, _said: str = "") -> bool:
    """Tell whether there is nothing to draw (zar 2.4)."""
    return not asked.lying("supply") and len(asked.lying("discard")) == 1


def holds_twin(asked: Asked, card: str) -> bool:
    """Tell whether the seat holds the twin of a card that is on top."""
    return is_top(asked, card) and card in asked.hand


ZAR = (
    Clause("match {card} with its twin", "lege den Zwilling auf {card}", where(is_top, offering("match"))),
    Clause("put down another card that fits", "eine andere Karte, die passt", of_cards(PUTS, is_other)),
    Clause("put down a card that fits {card}", "lege eine Karte, die auf {card} passt", of_cards(PUTS, is_fitting)),
    Clause(
        "put down a {word} card or a wild",
        "lege eine Karte in {word} oder einen Joker",
        of_cards(PUTS, lambda asked, card, said: is_of_name(asked, card, said, top="W")),
    ),
    Clause(
        "put down a card that shows {word}, or a dragon",
        "lege eine Karte mit {word} oder einen Drachen",
        of_cards(PUTS, lambda asked, card, said: is_of_name(asked, card, said, top="D")),
    ),
    Clause("draw", "zieh", offering("draw")),
    Clause("draw one", "zieh eine", where(lambda asked, _: not is_exhausted(asked), offering("draw"))),
    Clause(
        "draw all the same, which ends your turn",
        "zieh trotzdem, das beendet deinen Zug",
        where(is_exhausted, offering("draw")),
    ),
    Clause("you have no card that fits", "du hast keine Karte, die passt", claiming(nothing_fits)),
    Clause("there is none to draw", "es gibt keine zu ziehen", claiming(is_exhausted)),
    Clause(
        "take the {number} cards that you owe",
        "nimm die {number} Karten, die du schuldest",
        where(lambda asked, said: asked.facts["owed"] == said, offering("take")),
    ),
    Clause(
        "put down a draw two",
        "(?:lege )?eine Zieh zwei",
        of_cards((*PUTS, "match"), lambda _asked, card, _said: card[0] not in "WD" and card[1] == "D"),
    ),
    Clause("you have drawn {card}", "du hast {card} gezogen", claiming(is_drawn)),
    Clause("which does not fit", "die Karte passt nicht", claiming(lambda asked, _: len(asked.legal) == 1)),
    Clause("put it down", "lege die Karte", put_drawn),
    Clause("put down {card}, which you have drawn", "die gezogene Karte, {card}", where(is_drawn, put_drawn)),
    Clause("pass", "passe", offering("pass")),
    Clause(
        "you do not hold the twin of {card}",
        "du hast den Zwilling von {card} nicht",
        claiming(lambda asked, said: is_top(asked, said) and said not in asked.hand),
    ),
    Clause("you hold the twin of {card}", "du hast den Zwilling von {card}", claiming(holds_twin)),
    Clause("may match with it at once", "darfst ihn sofort darauflegen", offering("match")),
    Clause(
        "{seat} is out of cards",
        "{seat} hat keine Karten mehr",
        claiming(lambda asked, said: not asked.lying(f"hand:{said}") and asked.facts["out"] == said),
    ),
    Clause("accept", "erkenne an", offering("accept")),
)


# ---- Zeven


def onto(asked: Asked, area: str) -> Offer:
    """Offer each card of the hand, onto one area."""
    return Offer(lambda move: move.place == area, asked.hand)


def onto_each(asked: Asked, _said: str) -> Offer:
    """Offer each card of the hand onto each area, none of which is empty (zeven 2.2)."""
    places = {(move.cards[0], move.place) for move in asked.legal}
    assert places == {(card, area) for card in asked.hand for area in "123"}
    return offering("play")(asked, "")  # type: ignore[return-value]


def add_to_area(asked: Asked, area: str) -> Offer:
    """Offer each card of the hand for the area in question."""
    assert asked.facts["area"] == f"area:{area}"
    return Offer(lambda move: move.verb == "add", asked.hand)


def move_from_area(asked: Asked, area: str) -> Offer:
    """Offer cards of the area in question, for another one."""
    assert asked.facts["area"] == f"area:{area}"
    return Offer(lambda move: move.verb == "move" and move.cards[0] in asked.lying(f"area:{area}"))


def takes_it(asked: Asked, said: str) -> bool:
    """Tell whether the seat that is named takes the area, with each card that brings it above seven."""
    named = said or str(asked.seat)
    events = [event for move in asked.legal for event in asked.events(move)]
    return all(str(event.seat) == named for event in events if event.kind == "collected")


ZEVEN = (
    Clause("play a card onto area {area}", "spiele eine Karte auf Bereich {area}", onto),
    Clause(
        "which is empty",
        "der leer ist",
        claiming(lambda asked, _: not any(asked.lying(f"area:{move.place}") for move in asked.legal)),
    ),
    Clause("play a card onto one of the areas", "spiele eine Karte auf einen der Bereiche", onto_each),
    Clause("put another card on area {area}", "lege noch eine Karte auf Bereich {area}", add_to_area),
    Clause(
        "move a card of area {area} to another area",
        "lege eine Karte von Bereich {area} auf einen anderen Bereich",
        move_from_area,
    ),
    Clause("put a card on area {area}", "lege eine Karte auf Bereich {area}", add_to_area),
    Clause(
        "if you bring it above 7, you take it",
        "bringst du ihn über 7, nimmst du ihn",
        claiming(lambda asked, _: takes_it(asked, "")),
    ),
    Clause("if you bring it above 7, {seat} takes it", "bringst du ihn über 7, nimmt ihn {seat}", claiming(takes_it)),
)


# ---- ZLAM!


def is_in_play(asked: Asked, card: str) -> bool:
    """Tell whether that card was drawn or given."""
    return asked.lying("drawn") == (card,)


def fits_no_stack(asked: Asked, card: str) -> bool:
    """Tell whether a card fits none of the seat's open stacks (zlam 2.3)."""
    stacks = [cards for zone, cards in asked.state.zones.items() if zone.startswith(f"stack:{asked.seat}.")]
    return is_in_play(asked, card) and all(sum(map(counted, cards)) + counted(card) > 9 for cards in stacks)


def counted(card: str) -> int:
    """Return what a card of ZLAM! counts."""
    return int(card[1]) if card[1:] else 0


def draws(asked: Asked) -> bool:
    """Tell whether a card is drawn when the seat draws."""
    return any(event.kind == "drawn" for event in asked.events(Move("draw")))


ON_STACKS = "(?:one of your open stacks|einen deiner offenen Stapel)"
ZLAM = (
    Clause("close a stack at nine", "schließe einen Stapel mit neun", offering("close")),
    Clause("draw a card", "zieh eine Karte", where(lambda asked, _: draws(asked), offering("draw"))),
    Clause(
        "draw, which ends the game: the deck is empty",
        "zieh: das beendet das Spiel, denn der Nachziehstapel ist leer",
        where(lambda asked, _: not asked.lying("deck") and not draws_at_all(asked), offering("draw")),
    ),
    Clause(f"put {{card}} on {ON_STACKS}", f"lege {{card}} auf {ON_STACKS}", where(is_in_play, offering("place"))),
    Clause("give it to somebody else", "gib die Karte weiter", offering("give")),
    Clause(
        "{card} fits none of your open stacks",
        "{card} passt auf keinen deiner offenen Stapel",
        claiming(fits_no_stack),
    ),
    Clause(
        "you were given {card}",
        "du hast {card} bekommen",
        claiming(lambda asked, said: is_in_play(asked, said) and asked.facts["turnTaker"] != str(asked.seat)),
    ),
    Clause(f"put it on {ON_STACKS}", f"lege die Karte auf {ON_STACKS}", offering("place")),
    Clause("add an empty stack", "nimm einen leeren Stapel dazu", offering("gain")),
    Clause("add none", "keinen", offering("skip")),
    Clause("choose an open stack to discard", "wähle einen offenen Stapel, den du abwirfst", offering("lose")),
)


def draws_at_all(asked: Asked) -> bool:
    """Tell whether the game goes on when the seat draws."""
    after = engine.next_state(asked.state, asked.seat, Move("draw"))
    return engine.result(after) is None and Asked(after, asked.seat).facts["deal"] == asked.facts["deal"]


# ---- Bazaar


def is_coloured(_asked: Asked, card: str, said: str) -> bool:
    """Tell whether a card has a colour, or is wild."""
    return colour_of(card) in (said, "W")


def take_of_colour(asked: Asked, said: str) -> Offer:
    """Offer top cards of piles of the colour of the Change."""
    ends = {"R": "red", "Y": "yellow", "B": "blue"}[said]
    assert asked.facts["pile"].endswith(ends)
    return Offer(lambda move: move.verb == "take" and str(move.place).endswith(ends))


def art_is(asked: Asked, said: str) -> bool:
    """Tell whether a card is asked for by an Art of that colour."""
    return asked.facts["pile"].endswith({"R": "red", "Y": "yellow", "B": "blue"}[said])


def is_stocked(asked: Asked, _said: str) -> bool:
    """Tell whether the piles of the seat are what the customers want (bazaar 2.4)."""
    colours = ("red", "yellow", "blue")
    return all(
        len(asked.lying(f"pile:{asked.seat}.{colour}")) == value_of(asked.lying(f"customer:{colour}")[-1])
        for colour in colours
    )


def keeps_its_piles(asked: Asked, _said: str) -> bool:
    """Tell whether the seat keeps its piles, and the others do not, when it does not bank (bazaar 4.5)."""
    events = asked.events(Move("skip"))
    return asked.options["banking"] == "keep" and [event.rule for event in events if event.kind == "skipped"] == [
        "bazaar 4.5"
    ]


def scores_nothing(asked: Asked, _said: str) -> bool:
    """Tell whether there is no scoring round when the seat does not bank (bazaar 4.4), but perhaps the last one."""
    events = asked.events(Move("skip"))
    return all(event.rule == "bazaar 5.2" for event in events if event.kind in ("banked", "penalized", "discarded"))


def sets_target(asked: Asked, move: Move) -> bool:
    """Tell whether a card becomes that of the customer (bazaar 2.2)."""
    after = engine.next_state(asked.state, asked.seat, move)
    return after.zones[f"customer:{move.place}"][-1] == move.cards[0]


NO_POWER = Clause("do not use the power", "nutze die Wirkung nicht", offering("skip"))
BAZAAR = (
    Clause(
        "play a card onto one of your piles",
        "spiele eine Karte auf einen deiner Stapel",
        of_cards(("play",), lambda _asked, card, _said: card[0] != "F"),
    ),
    Clause(
        "(?:play )?a Favors onto a customer pile",
        "(?:spiele )?eine Gunst auf einen Kundenstapel",
        of_cards(("play",), lambda _asked, card, _said: card[0] == "F"),
    ),
    Clause(
        "its value is the new target there",
        "ihr Wert ist dort das neue Ziel",
        claiming(lambda asked, _: all(sets_target(asked, move) for move in asked.legal)),
    ),
    Clause(
        "put down one more card that is {colour} or wild",
        "lege noch eine Karte in {colour} oder einen Joker dazu",
        where(art_is, of_cards(("add",), is_coloured)),
    ),
    Clause(
        "you have no other card that is {colour} or wild",
        "du hast keine Karte in {colour} und keinen Joker mehr",
        claiming(
            lambda asked, said: art_is(asked, said) and not any(is_coloured(asked, card, said) for card in asked.hand)
        ),
    ),
    Clause("take the top card of a {colour} pile", "nimm die oberste Karte eines Stapels in {colour}", take_of_colour),
    NO_POWER,
    Clause("your piles are what the customers want", "deine Stapel sind, was die Kunden wollen", claiming(is_stocked)),
    Clause("bank them in a scoring round", "löse eine Wertung aus", offering("bank")),
    Clause("do not bank", "verzichte darauf", where(scores_nothing, offering("skip"))),
    Clause("bank them", "werte", offering("bank")),
    Clause("keep them", "behalte sie", where(keeps_its_piles, offering("skip"))),
    Clause("there is a scoring round either way", "eine Wertung gibt es so oder so", claiming(keeps_its_piles)),
)


# ---- Door to Zont


def matches_colour(asked: Asked, card: str, used: str) -> bool:
    """Tell whether a card has the same colour as the one whose power is used (door 3.0, door 6)."""
    assert asked.facts["card"] == used
    colours = {colour_of(card), colour_of(used)}
    return len(colours) == 1 or ("W" in colours and asked.options["wildColour"] == "any")


def take_top(asked: Asked, used: str) -> Offer:
    """Offer top cards of the same colour."""
    lifted = {engine.describe(asked.state, asked.seat, move).card or "" for move in asked.legal if move.place}
    assert all(matches_colour(asked, card, used) for card in lifted)
    return Offer(lambda move: move.verb == "take")


DOOR = (
    Clause(
        "play a card onto the pile of its suit",
        "spiele eine Karte auf den Stapel ihrer Sorte",
        of_cards(("play",), lambda *_: True),
    ),
    Clause(
        "put down one more card of the colour of {card}",
        "lege noch eine Karte in der Farbe von {card} dazu",
        of_cards(("add",), matches_colour),
    ),
    Clause(
        "you have no other card of the colour of {card}",
        "du hast keine Karte in der Farbe von {card} mehr",
        claiming(lambda asked, said: not any(matches_colour(asked, card, said) for card in asked.hand)),
    ),
    Clause("take a top card of the colour of {card}", "nimm eine oberste Karte in der Farbe von {card}", take_top),
    Clause("choose a pile to shuffle", "wähle einen Stapel zum Mischen", offering("shuffle")),
    NO_POWER,
    Clause(
        "put (?:a card of your hand|one) onto your score pile",
        "lege (?:eine Handkarte|eine) auf deinen Punktestapel",
        of_cards(("score",), lambda *_: True),
    ),
)

CLAUSES: Mapping[str, tuple[Clause, ...]] = {
    "zar": ZAR,
    "zeven": ZEVEN,
    "zlam": ZLAM,
    "bazaar": BAZAAR,
    "door": DOOR,
}
