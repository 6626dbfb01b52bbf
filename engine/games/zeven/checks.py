"""States that no table of Zeven can reach: `loads` refuses them."""

from engine.core import values as core
from engine.core.values import require
from engine.games.zeven.cards import AREA, AREAS, HAND, HAND_SIZE, LIMIT, SCORE, total
from engine.games.zeven.rules import changes
from engine.games.zeven.state import State, rounds
from engine.games.zont import DECK


def check(state: State) -> None:
    """Refuse a state that no table can reach."""
    check_seats(state)
    check_areas(state)
    check_question(state)


def check_seats(state: State) -> None:
    """Refuse an impossible round, starter, points or hands."""
    first, _ = core.draw_first_seat(state.options, state.seats, state.seed)
    require(state.round <= rounds(state), "The round is beyond the last one.")
    require(
        max(state.starter, state.turn_taker, state.asked) < state.seats, "A seat is named that is not at the table."
    )
    require(state.starter == (first + state.round - 1) % state.seats, "The round was started by another seat.")
    ended = state.round if state.phase == "over" else state.round - 1
    require(len(state.points) == state.seats, "There must be points for each seat.")
    require(sum(state.points) <= ended * len(DECK), "The points are more than the rounds that ended can have given.")
    hands = [state.zones[HAND[seat]] for seat in range(state.seats)]
    require(max(map(len, hands)) <= HAND_SIZE, "A hand holds more than four cards.")
    piles = [state.zones[SCORE[seat]] for seat in range(state.seats)]
    require(
        all(len(pile) != 1 for pile in piles),
        "A score pile holds a single card, and no area is taken with less than two.",
    )


def check_areas(state: State) -> None:
    """Refuse areas above 7, two empty areas, and a Great Zont mark on a card that cannot have it."""
    piles = {area: state.zones[AREA[area]] for area in AREAS}
    require(max(map(total, piles.values())) <= LIMIT, "An area lies above seven.")
    require(sum(not pile for pile in piles.values()) <= 1, "More than one area is empty.")
    require(list(state.zonts) == sorted(set(state.zonts)), "The active Great Zonts are not in order.")
    for area in state.zonts:
        require(len(piles[area]) > 1 and piles[area][-1][0] in "ZG", "An active Great Zont is marked that is none.")


def check_question(state: State) -> None:
    """Refuse a question that cannot be asked."""
    zones = state.zones
    if state.phase == "over":
        require(state.round == rounds(state), "The table is over before its last round.")
        require(not zones["deck"] and not any(zones[hand] for hand in HAND[: state.seats]), "Cards are left to play.")
        return
    require(bool(zones[HAND[state.asked]]) or state.phase == "change", "A seat without cards is asked for one.")
    require((state.asked != state.turn_taker) == (state.phase == "favors"), "The wrong seat is asked.")
    require((state.area == 0) == (state.phase == "play"), "The area does not go with the question.")
    if state.phase != "play":
        check_power(state)


def check_power(state: State) -> None:
    """Refuse a power in use that no card of the area can have started."""
    pile = state.zones[AREA[state.area]]
    suits = {"art": "AG", "change": "CG", "favors": "FG"}[state.phase]
    played = pile[1:] if state.phase == "favors" else pile[1:][-1:]
    require(any(card[0] in suits for card in played), "No card of the area has the power that is in use.")
    require(state.area not in state.zonts, "A card with power lies on an active Great Zont.")
    require(all(state.zones[area] for area in AREA.values()), "A power is in use while an area is empty.")
    if state.phase == "change":
        require(bool(changes(state.zones, state.area, state.options)), "A Change is asked for that cannot be.")
