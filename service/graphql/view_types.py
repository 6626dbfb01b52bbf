"""What one viewer may see, as GraphQL types: plain values, made once for each answer."""

from functools import lru_cache
from typing import Annotated

import strawberry

import engine
from service.graphql.catalogue_types import Game, Rule, make_game, make_rule
from service.graphql.fields import argument, described
from service.play.session import describe_event
from service.play.stateless import legal_moves


@strawberry.type(description="A card's face.")
class Card:
    code: str = described("The card's code in the notation of moves: `AR3`, `W1`, `Z`.")
    suit: str | None = described("The suit, where the deck has suits.")
    color: str | None = described("The colour, where the card has one.")
    value: int | None = described("The number on the card, where it has one.")
    label: str = described("The card's name in plain English: `Art red 3`.")


@strawberry.type(description="A place for cards: a hand, a deck, an area, a pile.")
class Zone:
    key: str = described("The zone's name in this view: `area:2`, `hand:0`.")
    kind: str = described("The kind of zone: the part of the key before the colon.")
    owner: int | None = described("The seat that owns the zone; null for a zone of the table.")
    label: str = described("The zone's name in plain English.")
    count: int = described("How many cards lie here, hidden ones included.")
    value: int | None = described(
        "The number that the rules give the zone (an area's total); null where they give none."
    )
    cards: list[Card | None] = described("The cards, bottom to top; null is a hidden card.")


@strawberry.type(description="A public fact that is no card: a round, what is asked, a mark on a place.")
class Fact:
    name: str = described("The fact's name; an event of this kind changes it.")
    value: str = described("The fact's value.")
    label: str = described("What the fact is about, in plain English.")


@strawberry.type(description="A seat's points so far.")
class Score:
    seat: int = described("The seat.")
    points: int | None = described("Its points; null where the viewer may not know them.")


@strawberry.type(description="How a table ended.")
class Result:
    scores: list[int] = described("The totals by seat.")
    ranking: list[int] = described("Each seat's rank: 1 + the number of seats with a better score.")
    winners: list[int] = described("The seats ranked 1; equal scores share the win.")
    reason: str = described("Why the table ended, one of the codes on the game's rule page.")


@strawberry.type(description="A legal move. It is valid only in the position that listed it.")
class Move:
    notation: str = described("What one sends back to make the move: `play AR3 @2`.")
    verb: str = described("The move's verb.")
    cards: list[Card] = described("The cards that the move names.")
    from_: str | None = described("The key of the zone that the cards leave.", name="from")
    to: str | None = described("The key of the zone that the cards enter.")
    seat: int | None = described("The seat that the move is aimed at.")
    choice: str | None = described("The choice that the move makes: a power, a colour, a number.")
    label: str = described("The move in plain English: `Play Art red 3 onto area 2`.")


@strawberry.type(description="One fact that a change caused; the cards that the viewer may not see are absent.")
class Event:
    sequence: int = described("The event's place among those of its version, from 0.")
    version: int = described("The version (of a stateless table: the ply) that the event belongs to.")
    kind: str = described("What happened; `drawn`, `played`, or the name of a fact that changed.")
    seat: int | None = described("The seat that did it.")
    cards: list[Card] = described("The cards that moved and that the viewer may see, lowest first.")
    count: int = described("How many cards moved, hidden ones included.")
    from_: str | None = described("The key of the zone that the cards left.", name="from")
    to: str | None = described("The key of the zone that the cards entered, or that the event is about.")
    value: str | None = described("The new value of a fact, a score, a name.")
    rule: Rule | None = described("The rule that caused it.")
    sentence: str = described("The event as one sentence of plain English.")


@strawberry.type(description="What one viewer may know of a table: enough to draw any game without knowing its rules.")
class View:
    game: Game = described("The game.")
    viewer: int | None = described("The seat that sees this; null for a spectator.")
    ply: int = described("How many moves have been made.")
    turn: list[int] = described("The seats that are openly asked now, ascending; empty when the table is over.")
    zones: list[Zone] = described("Every zone, in the order of the game's rule page.")
    facts: list[Fact] = described("The public facts that are no cards.")
    scores: list[Score] = described("The points so far, by seat.")
    result: Result | None = described("How the table ended; null while play goes on.")
    state: strawberry.Private[engine.State]

    @strawberry.field(description="One zone by its key; null when there is none.")
    def zone(self, key: Annotated[str, argument("The zone's key, such as `hand:0`.")]) -> Zone | None:
        return next((zone for zone in self.zones if zone.key == key), None)

    @strawberry.field(description="What the viewer may do now, in canonical order; empty for a spectator.")
    def legal_moves(
        self, first: Annotated[int | None, argument("At most so many; a number below 0 counts as 0.")] = None
    ) -> list[Move]:
        moves = legal_moves(self.state, self.viewer)
        chosen = moves if first is None else moves[: max(first, 0)]
        return [make_move(self.game.id, move) for move in chosen]

    @strawberry.field(description="How many moves the viewer may make now.")
    def legal_move_count(self) -> int:
        return 0 if self.viewer is None else len(engine.legal_moves(self.state, self.viewer))


def make_view(state: engine.State, viewer: int | None) -> View:
    """Return what `viewer` (None: a spectator) may see of a state."""
    seen = engine.view(state, viewer)
    return View(
        game=make_game(seen.game),
        viewer=viewer,
        ply=seen.ply,
        turn=list(seen.turn),
        zones=[_make_zone(seen.game, zone) for zone in seen.zones],
        facts=[Fact(name=fact.name, value=fact.value, label=fact.label) for fact in seen.facts],
        scores=[Score(seat=seat, points=points) for seat, points in enumerate(seen.scores)],
        result=make_result(seen.result),
        state=state,
    )


def make_result(result: engine.Result | None) -> Result | None:
    """Return a result as its GraphQL type."""
    if result is None:
        return None
    return Result(
        scores=list(result.scores),
        ranking=list(result.ranking),
        winners=list(result.winners),
        reason=result.reason,
    )


def make_move(game: str, move: engine.LegalMove) -> Move:
    """Return a legal move as its GraphQL type."""
    return Move(
        notation=move.notation,
        verb=move.verb,
        cards=[_card(game, code) for code in move.cards],
        from_=move.from_zone,
        to=move.to_zone,
        seat=move.seat,
        choice=move.choice,
        label=move.label,
    )


def make_events(
    game: str, version: int, events: tuple[engine.Event, ...], viewer: int | None, start: int = 0
) -> list[Event]:
    """Return the events of one version as `viewer` may know them, from the one numbered `start`."""
    seen = engine.events_for(events, viewer)
    return [_make_event(game, version, index, event) for index, event in enumerate(seen) if index >= start]


def _make_event(game: str, version: int, index: int, event: engine.Event) -> Event:
    return Event(
        sequence=index,
        version=version,
        kind=event.kind,
        seat=event.seat,
        cards=[_card(game, code) for code in event.cards],
        count=event.count,
        from_=event.from_zone,
        to=event.to_zone,
        value=event.value,
        rule=make_rule(event.rule),
        sentence=describe_event(game, event),
    )


def _make_zone(game: str, zone: engine.Zone) -> Zone:
    return Zone(
        key=zone.id,
        kind=zone.kind,
        owner=zone.owner,
        label=zone.label,
        count=zone.count,
        value=zone.value,
        cards=[None if code is None else _card(game, code) for code in zone.cards],
    )


@lru_cache(maxsize=4096)
def _card(game: str, code: str) -> Card:
    card = engine.find_game(game).cards[code]
    return Card(code=card.code, suit=card.suit, color=card.color, value=card.value, label=card.label)
