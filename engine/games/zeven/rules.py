"""The course of a table of Zeven, in the order of the rule page."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.core import values as core
from engine.core.game import Action, TableSetup
from engine.core.moves import Move
from engine.core.values import Deck, Result, Zones, make_result
from engine.core.zones import Layout
from engine.games.zeven.cards import AREA, AREAS, HAND, HAND_SIZE, LIMIT, SCORE, TURNS, ZONES, total
from engine.games.zeven.state import RULE_OF_CHOICE, Options, State, active_zonts, rounds
from engine.games.zont import DECK, ORDER, POWER_OF_SUIT, VALUE

RULES_VERSION = 1
# The rule by which a card is put down.
RULE_OF_PHASE = {"play": "zeven 2.1", "art": "zeven 3.3", "change": "zeven 3.4", "favors": "zeven 3.5"}


# ---- 1 set-up of a round


def new(layout: Layout, setup: TableSetup[Options]) -> State:
    """Deal the first round (zeven 1.2)."""
    layout.zones.update(dict.fromkeys(ZONES[setup.seats], ()))
    deal(layout, setup.seats, setup.first)
    return State(
        rules=RULES_VERSION,
        seats=setup.seats,
        seed=setup.seed,
        options=setup.options,
        round=1,
        starter=setup.first,
        turn_taker=setup.first,
        asked=setup.first,
        phase="play",
        area=0,
        zonts=(),
        points=(0,) * setup.seats,
    )


def deal(layout: Layout, seats: int, starter: int) -> None:
    """Shuffle all cards; one face up to each area, then four to each seat, one at a time (zeven 1.2).

    The cards of the set-up have no power (zeven 3.2).
    """
    layout.shuffle(DECK, "deck", "zeven 1.2")
    layout.deal("deck", tuple(AREA.values()), 1, "zeven 1.2")
    hands = [HAND[seat] for seat in (starter, *core.seats_after(starter, seats))]
    layout.deal("deck", hands, HAND_SIZE, "zeven 1.2")


def next_round(layout: Layout, state: State) -> State:
    """Deal the next round, which the seat after the last starter begins (zeven 1.1)."""
    starter = (state.starter + 1) % state.seats
    layout.gather(ZONES[state.seats][1:], "deck", "zeven 5.2")
    deal(layout, state.seats, starter)
    return replace(
        state, phase="play", round=state.round + 1, starter=starter, turn_taker=starter, asked=starter, zonts=()
    )


# ---- 2 a turn


def play(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Play a card; if its area stays at 7 or below, use the card's power (zeven 2.4, zeven 2.5)."""
    suit = move.cards[0][0]
    area = int(move.place or 0)
    began = not state.zones[AREA[area]]
    muted = is_muted(state, move.cards[0], area)
    state = put(layout, state, seat, move, area, "played")
    if move.choice:
        layout.happen("chosen", seat, RULE_OF_CHOICE[move.choice], move.choice)
    if collect_if_full(layout, area, seat, "zeven 2.4") or began or muted:
        return end_turn(layout, state)
    return USE_POWER[move.choice or POWER_OF_SUIT[suit]](layout, state, area)


def is_muted(state: State, card: str, area: int) -> bool:
    """Tell whether a Great Zont takes the power of the card played onto it; another one keeps its own (zeven 3.7)."""
    return card[0] != "Z" and area in active_zonts(state)


def put(layout: Layout, state: State, seat: int, move: Move, area: int, kind: str) -> State:
    """Put a card of the hand on top of an area; the card below is no longer an active Great Zont (zeven 3.6)."""
    layout.move(kind, seat, move.cards, HAND[seat], AREA[area], RULE_OF_PHASE[state.phase])
    return cover(state, area) if area in state.zonts else state


def cover(state: State, area: int) -> State:
    """Take away an area's mark of an active Great Zont (zeven 3.6, zeven 3.7)."""
    return replace(state, zonts=tuple(zont for zont in state.zonts if zont != area))


def collect_if_full(layout: Layout, area: int, seat: int, rule: str) -> bool:
    """Let a seat take an area whose total is above 7 into its score pile; tell whether it did (zeven 2.4)."""
    pile = layout.zones[AREA[area]]
    if total(pile) <= LIMIT:
        return False
    layout.move("collected", seat, pile, AREA[area], SCORE[seat], rule)
    return True


def end_turn(layout: Layout, state: State) -> State:
    """Draw up to four; the next seat that has a card plays (zeven 2.3, zeven 2.6)."""
    layout.draw_up(state.turn_taker, "deck", HAND[state.turn_taker], HAND_SIZE, "zeven 2.6")
    for seat in TURNS[state.seats][state.turn_taker]:
        if layout.zones[HAND[seat]]:
            return replace(state, phase="play", area=0, turn_taker=seat, asked=seat)
    return end_round(layout, state)


# ---- 3 powers


def use_art(layout: Layout, state: State, area: int) -> State:
    """Ask for another card for the area, if the hand is not empty (zeven 3.3)."""
    if not layout.zones[HAND[state.turn_taker]]:
        return end_turn(layout, state)
    return replace(state, phase="art", area=area)


def use_change(layout: Layout, state: State, area: int) -> State:
    """Ask for a card to move, if any fits anywhere (zeven 3.4)."""
    if not changes(layout.zones, area, state.options):
        return end_turn(layout, state)
    return replace(state, phase="change", area=area)


def changes(zones: Zones, source: int, options: Options) -> list[tuple[str, int]]:
    """Return each card that a Change may move, with each area that has room for it (zeven 3.4)."""
    cards = sorted(movable_cards(zones, source, options), key=ORDER.__getitem__)
    rooms = {area: room(zones, area) for area in AREAS if area != source}
    found: list[tuple[str, int]] = []
    for card in cards:
        for area, highest in rooms.items():
            if VALUE[card] <= highest:
                found.append((card, area))
    return found


def movable_cards(zones: Zones, source: int, options: Options) -> Deck:
    """Return the cards that a Change may move: any of its area, by an option without itself (zeven 3.4, zeven 6)."""
    pile = zones[AREA[source]]
    return pile if options.change_moves_itself else pile[:-1]


def room(zones: Zones, area: int) -> int:
    """Return the highest value that a Change may move to an area (zeven 3.4)."""
    return LIMIT - total(zones[AREA[area]])


def change_card(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Move a card of the current area on top of another; there it has no power (zeven 3.4)."""
    target = int(move.place or 0)
    layout.move("moved", seat, move.cards, AREA[state.area], AREA[target], "zeven 3.4")
    return end_turn(layout, cover(state, target))


def use_favors(layout: Layout, state: State, area: int) -> State:
    """Ask every other seat in turn for a card, beginning with the next one (zeven 3.5)."""
    return ask_favor(layout, replace(state, area=area), state.turn_taker)


def ask_favor(layout: Layout, state: State, asked: int) -> State:
    """Ask the first seat after `asked` that has a card, until the turn-taker is reached again (zeven 3.5)."""
    others = core.seats_after(state.turn_taker, state.seats)
    waiting = others[others.index(asked) + 1 :] if asked in others else others
    for seat in waiting:
        if layout.zones[HAND[seat]]:
            return replace(state, phase="favors", asked=seat)
    return end_turn(layout, state)


def add(layout: Layout, state: State, seat: int, move: Move) -> State:
    """Put a card onto the current area, without its power (zeven 3.3, zeven 3.5)."""
    rule = RULE_OF_PHASE[state.phase]
    state = put(layout, state, seat, move, state.area, "added")
    pushed = state.phase == "favors" and state.options.favors_collector == "pusher"
    collected = collect_if_full(layout, state.area, seat if pushed else state.turn_taker, rule)
    if state.phase == "art":
        return end_turn(layout, state)
    if state.options.favors_redraw == "immediate":
        layout.draw_up(seat, "deck", HAND[seat], HAND_SIZE, rule)
    return end_turn(layout, state) if collected else ask_favor(layout, state, seat)


def use_great_zont(layout: Layout, state: State, area: int) -> State:
    """Mark the area: the next card played onto it has no power (zeven 3.6, zeven 3.7)."""
    return end_turn(layout, replace(state, zonts=tuple(sorted((*state.zonts, area)))))


def use_no_power(layout: Layout, state: State, _area: int) -> State:
    """Continue at once: a Giglets played without a power is not an active Great Zont (zeven 3.9)."""
    return end_turn(layout, state)


USE_POWER = {"art": use_art, "change": use_change, "favors": use_favors, "zont": use_great_zont, "none": use_no_power}


# ---- 4 the end of a round, and score


def end_round(layout: Layout, state: State) -> State:
    """Score the round and deal the next; after the last round all cards stay where they are (zeven 4.1)."""
    piles = [layout.zones[SCORE[seat]] for seat in range(state.seats)]
    earned = score_piles(piles, state.options.tie_same_sum)
    for seat, points in enumerate(earned):
        layout.happen("scored", seat, "zeven 4.2", str(points))
    totals = tuple(old + new for old, new in zip(state.points, earned, strict=True))
    state = replace(state, phase="over", area=0, asked=state.turn_taker, points=totals)
    return state if state.round == rounds(state) else next_round(layout, state)


def score_piles(piles: Sequence[Deck], tie_same_sum: str) -> tuple[int, ...]:
    """Score a round: one point a card, but none for a colour in which the seat is blocked (zeven 4.2, zeven 4.4)."""
    earned = [len(pile) for pile in piles]
    for colour in "RYB":
        held = [[card for card in pile if card[1] == colour] for pile in piles]
        for seat in blocked_seats(held, tie_same_sum):
            earned[seat] -= len(held[seat])
    return tuple(earned)


def blocked_seats(held: Sequence[Sequence[str]], tie_same_sum: str) -> list[int]:
    """Return the seats blocked in a colour: those with the most cards, of these with the lowest sum (zeven 4.3)."""
    most = max(map(len, held))
    sums = {seat: total(cards) for seat, cards in enumerate(held) if len(cards) == most > 0}
    least = min(sums.values(), default=0)
    lowest = [seat for seat, held_sum in sums.items() if held_sum == least]
    return [] if len(lowest) > 1 and tie_same_sum == "noneBlocked" else lowest


def result(state: State) -> Result | None:
    """Return the result after the last round (zeven 4.5)."""
    return make_result(state.points, "rounds") if state.phase == "over" else None


# ---- 5 what is known


def decides_in_secret(state: State, _seat: int) -> bool:
    """Tell whether a card of the hand is asked for: a Change moves an open one instead (zeven 3.4)."""
    return state.phase != "change"


def read_facts(state: State) -> Mapping[str, str | int]:
    """Return the public facts that are not cards (zeven 5.1)."""
    return {
        "round": state.round,
        "rounds": rounds(state),
        "starter": state.starter,
        "turnTaker": state.turn_taker,
        "asked": "none" if state.phase == "over" else state.phase,
        "area": AREA.get(state.area, "none"),
        "zonts": core.format_list(tuple([AREA[area] for area in active_zonts(state)])),
    }


def scores(state: State, _viewer: int | None) -> tuple[int | None, ...]:
    """Return the totals of the rounds that have ended, which everybody knows (zeven 5.2)."""
    return state.points


# The action of each verb.
ACTIONS: Mapping[str, Action[State]] = {"play": play, "add": add, "move": change_card}
