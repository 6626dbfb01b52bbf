"""The options of ZLAM!, its state, the seat that is asked, and the stacks."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import ceil
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from engine.core import values as core
from engine.core.errors import InvalidOption
from engine.core.values import Deck, Zones
from engine.games.zlam.cards import (
    ALWAYS,
    COLOURS,
    GAIN,
    LOSS,
    MOST_DECKS,
    MOST_SEATS,
    MOST_STACKS,
    NINE,
    NUMBERS,
    ZLAM,
    closed_zones,
    count,
    in_page_order,
    is_of_kind,
    stack_zone,
    stack_zones,
)

OVER = ("done", "deck")
MOST_SETS = 1000
KindOfAnyColour = Literal["none", "1", "2", "3", "4", "5", "Z"]
KindOfOneColour = Literal["R1", "R2", "R3", "R4", "R5", "B1", "B2", "B3", "B4", "B5", "Y1", "Y2", "Y3", "Y4", "Y5"]
CardKind = Literal[KindOfAnyColour, KindOfOneColour]


class Options(core.Options, frozen=True, kw_only=True):
    """The options of ZLAM! (zlam 4, zlam 5, zlam 6)."""

    added: ClassVar[Mapping[str, int]] = {
        **dict.fromkeys(("gainOn", "lossOn"), 2),
        **dict.fromkeys((f"extra{colour}{number}" for colour in COLOURS for number in NUMBERS), 2),
    }

    beyond: ClassVar[Mapping[str, tuple[int, int]]] = {"seats": (30, 2), "decks": (6, 2), "sets": (20, 2)}
    sets: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_SETS,
            description="The number of sets, in each of which every player deals once; 0: one game.",
        ),
    ] = 0
    teams: Annotated[
        Annotated[tuple[Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)], ...], Meta(max_length=MOST_SEATS)] | None,
        Meta(description="The team of each player; the ranking goes by the team's total."),
    ] = None
    at_risk: Annotated[
        bool, Meta(description="Whether a stack that reaches nine may be left open, to collect more ZLAM! cards.")
    ] = False
    drawn_unplayable: Annotated[
        Literal["mayGive", "knockedOut"],
        Meta(
            description="What a player at risk may do with a drawn card that fits none of their stacks: give it, or "
            "go out."
        ),
    ] = "mayGive"
    at_risk_at_end: Annotated[
        Literal["score", "lose"],
        Meta(description="Whether stacks that are open at nine when the game ends are closed and score, or are lost."),
    ] = "score"
    ones: Annotated[int, Meta(ge=0, le=10, description="How many 1s of each colour a deck has.")] = 2
    twos: Annotated[int, Meta(ge=0, le=10, description="How many 2s of each colour a deck has.")] = 3
    threes: Annotated[int, Meta(ge=0, le=10, description="How many 3s of each colour a deck has.")] = 5
    fours: Annotated[int, Meta(ge=0, le=10, description="How many 4s of each colour a deck has.")] = 3
    fives: Annotated[int, Meta(ge=0, le=10, description="How many 5s of each colour a deck has.")] = 2
    zlams: Annotated[int, Meta(ge=0, le=60, description="How many ZLAM! cards a deck has.")] = 15
    decks: Annotated[int, Meta(ge=1, le=MOST_DECKS, description="How many decks are shuffled together.")] = 1
    stacks: Annotated[int, Meta(ge=2, le=5, description="How many stacks each player begins with.")] = 3
    gain_cards: Annotated[
        int, Meta(ge=0, le=10, description="How many cards of a deck let the player who draws one add a stack.")
    ] = 0
    loss_cards: Annotated[
        int, Meta(ge=0, le=10, description="How many cards of a deck make the player who draws one discard a stack.")
    ] = 0
    gain_on: Annotated[
        CardKind,
        Meta(
            description="A kind of card that also lets the player who draws it first add a stack: ZLAM!, a number, "
            "or a card."
        ),
    ] = "none"
    loss_on: Annotated[
        CardKind,
        Meta(
            description="A kind of card that also makes the player who draws it first discard a stack; not the "
            "kind that adds one."
        ),
    ] = "none"
    extra_r1: Annotated[
        int, Meta(ge=0, le=10, description="How many red 1s a deck has beside those of each colour.")
    ] = 0
    extra_r2: Annotated[
        int, Meta(ge=0, le=10, description="How many red 2s a deck has beside those of each colour.")
    ] = 0
    extra_r3: Annotated[
        int, Meta(ge=0, le=10, description="How many red 3s a deck has beside those of each colour.")
    ] = 0
    extra_r4: Annotated[
        int, Meta(ge=0, le=10, description="How many red 4s a deck has beside those of each colour.")
    ] = 0
    extra_r5: Annotated[
        int, Meta(ge=0, le=10, description="How many red 5s a deck has beside those of each colour.")
    ] = 0
    extra_b1: Annotated[
        int, Meta(ge=0, le=10, description="How many blue 1s a deck has beside those of each colour.")
    ] = 0
    extra_b2: Annotated[
        int, Meta(ge=0, le=10, description="How many blue 2s a deck has beside those of each colour.")
    ] = 0
    extra_b3: Annotated[
        int, Meta(ge=0, le=10, description="How many blue 3s a deck has beside those of each colour.")
    ] = 0
    extra_b4: Annotated[
        int, Meta(ge=0, le=10, description="How many blue 4s a deck has beside those of each colour.")
    ] = 0
    extra_b5: Annotated[
        int, Meta(ge=0, le=10, description="How many blue 5s a deck has beside those of each colour.")
    ] = 0
    extra_y1: Annotated[
        int, Meta(ge=0, le=10, description="How many yellow 1s a deck has beside those of each colour.")
    ] = 0
    extra_y2: Annotated[
        int, Meta(ge=0, le=10, description="How many yellow 2s a deck has beside those of each colour.")
    ] = 0
    extra_y3: Annotated[
        int, Meta(ge=0, le=10, description="How many yellow 3s a deck has beside those of each colour.")
    ] = 0
    extra_y4: Annotated[
        int, Meta(ge=0, le=10, description="How many yellow 4s a deck has beside those of each colour.")
    ] = 0
    extra_y5: Annotated[
        int, Meta(ge=0, le=10, description="How many yellow 5s a deck has beside those of each colour.")
    ] = 0


@lru_cache(maxsize=256)
def deck(options: Options) -> Deck:
    """Return the cards in canonical order, all copies of a card together (zlam 1.1, zlam 6.1, zlam 6.9)."""
    copies = (options.ones, options.twos, options.threes, options.fours, options.fives)
    extra: Mapping[str, int] = {
        f"{colour}{number}": getattr(options, f"extra_{colour.lower()}{number}")
        for colour in COLOURS
        for number in NUMBERS
    }
    counts = {card: copies[int(card[1]) - 1] + more for card, more in extra.items()}
    counts |= {ZLAM: options.zlams, GAIN: options.gain_cards, LOSS: options.loss_cards}
    return tuple(card for card, count in counts.items() for _ in range(count * options.decks))


def fitting_values(seats: int) -> Mapping[str, int]:
    """Return the least number of decks that is enough for so many seats (zlam 1.4)."""
    usual = Options()
    return {"decks": ceil(seats * (usual.stacks + 1) / len(deck(usual)))}


@lru_cache(maxsize=256)  # Every decoded state asks again; errors are not cached.
def check_options(seats: int, options: Options) -> None:
    """Refuse a deck too small for the seats, and teams or kinds that do not fit (zlam 1.4, zlam 4.2, zlam 6.7)."""
    if options.teams is not None and len(options.teams) != seats:
        raise InvalidOption(
            f"The option teams cannot have {len(options.teams)} numbers; it has one for each of the {seats} seats.",
            ("options", "teams"),
        )
    if is_of_kind(options.gain_on, options.loss_on) or is_of_kind(options.loss_on, options.gain_on):
        raise InvalidOption(
            f'The options gainOn and lossOn cannot be "{options.gain_on}" and "{options.loss_on}"; no card may be of '
            'both kinds, and "none" is no kind.',
            ("options", "lossOn"),
        )
    cards = deck(options)
    bases = len(cards) - cards.count(GAIN) - cards.count(LOSS)
    require_cards(options, "cards", len(cards), seats * (options.stacks + 1))
    require_cards(options, "number and ZLAM! cards", bases, seats * options.stacks)


def require_cards(options: Options, what: str, count: int, needed: int) -> None:
    """Refuse a deck with too few cards to deal (zlam 1.4)."""
    if count < needed:
        raise InvalidOption(
            f"So many seats and stacks need at least {needed} {what}, and there are {count}: "
            f"raise decks (it is {options.decks}), or have fewer seats.",
            ("options", "decks"),
        )


Phase = Literal["draw", "place", "given", "gain", "lose", "done", "deck"]
SeatNumber = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]


class State(core.State, frozen=True, kw_only=True, tag="zlam"):
    """A table of ZLAM!.

    `deal` is the number of the game, which `dealer` dealt. `turn_taker` drew, or is to draw. `phase` is the question
    to `asked`: to close stacks at nine or draw (`draw`), or to use the card drawn (`place`, `gain`, `lose`) or given
    (`given`); when the table is over it is the reason, `done` or `deck`. `playing` are the seats that are neither
    finished nor out, `highest` the highest stack number so far of each seat, and `points` the certain points of each
    in all games so far, this one included.
    """

    options: Options
    deal: Annotated[int, Meta(ge=1, le=MOST_SETS * MOST_SEATS)]
    dealer: SeatNumber
    turn_taker: SeatNumber
    asked: SeatNumber
    phase: Phase
    playing: tuple[SeatNumber, ...]
    highest: tuple[Annotated[int, Meta(ge=2, le=MOST_STACKS)], ...]
    points: tuple[core.Count, ...]


def turn(state: State) -> tuple[int, ...]:
    """Return the one seat that is asked."""
    return () if state.phase in OVER else (state.asked,)


def deals(state: State) -> int:
    """Return the number of games of the table: in a set every seat deals once (zlam 4.1)."""
    return state.options.sets * state.seats or 1


def zones(state: State) -> Iterable[str]:
    """Return the zones in the order of the page: open stacks, then closed ones, by seat and number (zlam 8)."""
    return in_page_order((*ALWAYS.difference(state.zones), *state.zones))


def possible_zones(seats: int, options: Options) -> Iterable[str]:
    """List the zones that there can be at a table: each card that gains can add a stack (zlam 6.2, zlam 6.5)."""
    gains = sum(card == GAIN or is_of_kind(card, options.gain_on) for card in deck(options))
    highest = options.stacks + gains
    stacks = [zone for seat in range(seats) for zone in stack_zones(seat, highest)]
    closed = [zone for seat in range(seats) for zone in closed_zones(seat, highest)]
    return in_page_order((*ALWAYS, *stacks, *closed))


# ---- stacks


def open_stacks(zones: Zones, state: State, seat: int) -> list[int]:
    """Return the numbers of a seat's open stacks."""
    return [number for number, zone in enumerate(stack_zones(seat, state.highest[seat]), 1) if zone in zones]


def closed_stacks(zones: Zones, state: State, seat: int) -> list[Deck]:
    """Return the cards of each closed stack of a seat."""
    return [zones[zone] for zone in closed_zones(seat, state.highest[seat]) if zone in zones]


def stacks_at_nine(zones: Zones, state: State, seat: int) -> list[int]:
    """Return the numbers of a seat's open stacks at nine (zlam 5.1)."""
    numbers = open_stacks(zones, state, seat)
    return [number for number in numbers if count(zones[stack_zone(seat, number)]) == NINE]


def is_at_risk(zones: Zones, state: State, seat: int) -> bool:
    """Tell whether a seat has open stacks at nine (zlam 5.1)."""
    return state.options.at_risk and bool(stacks_at_nine(zones, state, seat))
