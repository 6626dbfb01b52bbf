"""The legal moves of Zeven: for each verb its candidates, and the refusals of other moves."""

from collections.abc import Iterator

from engine.core.messages import OTHER_SEAT_IS_ASKED, SEAT_LACKS_CARD, other_verb_is_asked
from engine.core.moves import Move, Route
from engine.core.values import Deck, Refused, Zones
from engine.games.zeven.cards import AREA, AREAS, HAND, LIMIT, total
from engine.games.zeven.rules import RULE_OF_PHASE, changes, movable_cards, room
from engine.games.zeven.state import GIGLETS_CHOICES, Options, State, active_zonts
from engine.games.zont import DECK, VALUE

VERB_OF_PHASE = {"play": "play", "art": "add", "change": "move", "favors": "add"}
PLACES = tuple(str(area) for area in AREAS)

# Legal moves are picked from these tables, not built, which makes listing them cheap.
# A card goes onto any area, or onto the only empty one.
PLAYS = {
    areas: {card: tuple(Move("play", (card,), str(area)) for area in areas) for card in DECK}
    for areas in (AREAS, *((area,) for area in AREAS))
}
GIGLETS_PLAYS = {
    option: {
        card: {area: tuple(Move("play", (card,), str(area), choice=choice) for choice in choices) for area in AREAS}
        for card in DECK
        if card[0] == "G"
    }
    for option, choices in GIGLETS_CHOICES.items()
}
ADDS = {card: Move("add", (card,)) for card in DECK}
CHANGES = {card: {area: Move("move", (card,), str(area)) for area in AREAS} for card in DECK}


def possible(_seats: int, options: Options) -> Iterator[Move]:
    """Yield every move that there can be at a table (zeven 7)."""
    chosen_plays = GIGLETS_PLAYS[options.giglets_power]
    for card in DECK:
        for area, play in zip(AREAS, PLAYS[AREAS][card], strict=True):
            yield play
            if card in chosen_plays:
                yield from chosen_plays[card][area]
    yield from ADDS.values()
    for moves in CHANGES.values():
        yield from moves.values()


def legal(state: State, seat: int) -> tuple[Move, ...]:
    """List the moves of the seat that is asked (zeven 7)."""
    phase = state.phase
    if seat != state.asked or phase == "over":
        return ()
    if phase == "play":
        return legal_plays(state, seat)
    if phase == "change":
        return tuple([CHANGES[card][area] for card, area in changes(state.zones, state.area, state.options)])
    return tuple([ADDS[card] for card in state.zones[HAND[seat]]])


def why_not(state: State, seat: int, move: Move) -> Refused | None:
    """Return the refusal of a well-formed move by a seat, None when it is legal."""
    rule = RULE_OF_PHASE[state.phase]
    verb = VERB_OF_PHASE[state.phase]
    if seat != state.asked:
        return Refused(rule, OTHER_SEAT_IS_ASKED)
    if move.verb != verb:
        return other_verb_is_asked(rule, (verb,))
    if verb == "move":
        return why_not_move(state, move)
    if move.cards[0] not in state.zones[HAND[seat]]:
        return Refused(rule, SEAT_LACKS_CARD)
    return why_not_play(state, move) if verb == "play" else None


def legal_plays(state: State, seat: int) -> tuple[Move, ...]:
    """List the plays of a seat: any card of its hand onto any open area (zeven 2.1)."""
    plays = PLAYS[open_areas(state.zones)]
    moves: list[Move] = []
    for card in state.zones[HAND[seat]]:
        moves += giglets_plays(state, card) if card[0] == "G" and plays is PLAYS[AREAS] else plays[card]
    return tuple(moves)


def open_areas(zones: Zones) -> tuple[int, ...]:
    """Return the areas to play onto: the empty one, if there is one (zeven 2.2; never two, zeven 3.8)."""
    for area, zone in AREA.items():
        if not zones[zone]:
            return (area,)
    return AREAS


def giglets_plays(state: State, card: str) -> list[Move]:
    """List the plays of a Giglets: where it has its power, one for each of its choices (zeven 3.7, zeven 3.9)."""
    zones = state.zones
    zonts = active_zonts(state)
    chosen_plays = GIGLETS_PLAYS[state.options.giglets_power][card]
    moves: list[Move] = []
    for area, zone in AREA.items():
        powerless = powerless_rule(zones[zone], card, area in zonts)
        moves += PLAYS[(area,)][card] if powerless else chosen_plays[area]
    return moves


def powerless_rule(pile: Deck, giglets: str, has_zont: bool) -> str | None:
    """Return the rule that takes the power of a Giglets away on an area, if there is one (zeven 3.1, zeven 3.7)."""
    if not pile or total(pile) + VALUE[giglets] > LIMIT:
        return "zeven 3.1"
    return "zeven 3.7" if has_zont else None


def why_not_play(state: State, move: Move) -> Refused | None:
    """Refuse an area for a card of the hand (zeven 2.1, zeven 2.2), or a choice of power (zeven 3.7)."""
    if move.place not in PLACES:
        return Refused("zeven 2.1", "There is no area {place}; the areas are 1, 2 and 3.")
    card = move.cards[0]
    area = int(move.place)
    if area not in open_areas(state.zones):
        return Refused("zeven 2.2", "Area {empty} is empty, so the card must be played there.")
    if card[0] == "G":
        powerless = powerless_rule(state.zones[AREA[area]], card, area in active_zonts(state))
        return why_not_choose(state, move, powerless)
    if move.choice is not None:
        return Refused("zeven 3.7", "Only a Giglets is played with a choice of power, and {card} is not a Giglets.")
    return None


def why_not_choose(state: State, move: Move, powerless: str | None) -> Refused | None:
    """Refuse a Giglets with power without a choice, and one without power with one (zeven 3.7, zeven 3.9)."""
    if powerless and move.choice is not None:
        return Refused(powerless, "{card} has no power on area {target} now, so none is chosen.")
    if powerless or move.choice in GIGLETS_CHOICES[state.options.giglets_power]:
        return None
    if move.choice == "none":
        return Refused(
            "zeven 3.7", "At this table a Giglets is used with a power: one of {powers} (option gigletsPower)."
        )
    return Refused("zeven 3.7", "The power of a Giglets is one of {powers}.")


def why_not_move(state: State, move: Move) -> Refused | None:
    """Refuse a card that a Change may not move, or not there (zeven 3.4)."""
    card = move.cards[0]
    if card not in state.zones[AREA[state.area]]:
        return Refused("zeven 3.4", "{card} does not lie in area {area}.")
    if move.place not in PLACES or int(move.place) == state.area:
        return Refused("zeven 3.4", "A card of area {area} goes to another of the areas 1, 2 and 3.")
    if card not in movable_cards(state.zones, state.area, state.options):
        return Refused("zeven 3.4", "At this table a Change does not move itself (option changeMovesItself).")
    if VALUE[card] > room(state.zones, int(move.place)):
        return Refused("zeven 3.4", "{card} would bring area {target} above {limit}.")
    return None


def attempt(state: State, _seat: int, card: str) -> Move:
    """Return the move to try with a card of the hand."""
    empty = open_areas(state.zones)[0]
    return ADDS[card] if VERB_OF_PHASE.get(state.phase) == "add" else PLAYS[(empty,)][card][0]


def route(state: State, seat: int, move: Move) -> Route:
    """Return the zones that a legal move takes a card from and to."""
    if move.verb == "add":
        return HAND[seat], AREA[state.area], None
    target = f"area:{move.place}"
    return (HAND[seat] if move.verb == "play" else AREA[state.area]), target, None
