"""Planted leaks: the functions of the secrecy soak find every one, and report nothing without it.

Each leak is put into a copy of a game, which takes the game's place in the register, or into one function of it;
then `secrecy.check_table`, which `make secrecy` runs for thousands of tables, plays a few tables until it complains.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from engine import Game, Move, Options, Refusal, State, explanations, games
from engine.core.moves import Route
from engine.core.values import Refused, Zone
from engine.core.zones import Layout, Naming, OpenView, ZoneKind, ZoneMap
from engine.games.bazaar import cards as bazaar_cards
from engine.games.bazaar import moves as bazaar_moves
from engine.games.bazaar import rules as bazaar_rules
from engine.games.bazaar import state as bazaar
from engine.games.door import cards as door_cards
from engine.games.door import rules as door_rules
from engine.games.door import state as door
from engine.games.zar import moves as zar_moves
from engine.games.zar import rules as zar_rules
from engine.games.zar import state as zar
from engine.games.zeven import moves as zeven_moves
from engine.games.zeven import rules as zeven_rules
from engine.games.zeven import state as zeven
from engine.games.zeven.cards import HAND
from engine.games.zeven.cards import ZONE_MAP as ZEVEN_ZONES
from engine.games.zlam import cards as zlam_cards
from engine.games.zlam import moves as zlam_moves
from engine.games.zlam import state as zlam
from engine.games.zont import VALUE
from engine.options import Plain
from examples.high import moves as high_moves
from examples.high import rules as high_rules
from examples.high import state as high
from tests.engine import secrecy
from tests.engine.long_run import MOST_FAILURES, Summary, check_items
from tests.engine.play import Table

Rules = Game[State, Options]
Patch = pytest.MonkeyPatch


class Leak(msgspec.Struct, frozen=True):
    """A leak: its game, the patch that plants it, the report of the check, and the setup of its tables."""

    game: str
    plant: Callable[[Patch], None]
    says: str
    seats: int = 3
    options: Mapping[str, Plain] = {}

    def table(self, number: int) -> Table:
        """Return a table for the search for the leak."""
        return Table(self.game, self.seats, self.options, f"{number:064x}")


LEAKS: dict[str, Leak] = {}


def leaks(
    game: str, says: str, *, seats: int = 3, options: Mapping[str, Plain] = {}
) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    """Register a function that plants a leak, under its name."""

    def keep(plant: Callable[[Patch], None]) -> Callable[[Patch], None]:
        LEAKS[plant.__name__] = Leak(game, plant, says, seats, options)
        return plant

    return keep


def check_tables(leak: Leak, tables: int) -> None:
    """Run the checks of the soak, table after table."""
    for number in range(tables):
        secrecy.check_table(leak.table(number), Random(number), Summary(leak.game))


@contextmanager
def planted(leak: Leak) -> Iterator[None]:
    """Plant a leak, and remove it afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        leak.plant(patch)
        yield


def change(patch: Patch, name: str, **functions: object) -> None:
    """Put a copy of a game with other functions into the register."""
    leaky = replace(games.GAMES[name], **functions)
    patch.setitem(games.GAMES, name, leaky)
    patch.setitem(games.GAME_OF_STATE, leaky.state, leaky)


def top_is_odd(state: State, zone: str) -> bool:
    """Leak whether the top card of a hidden deck is odd."""
    order = games.game_of(state).zone_map.order
    return bool(state.zones[zone]) and order[state.zones[zone][-1]] % 2 == 1


# ---- zones that are shown too widely


@leaks("zeven", "the view of None depends on")
def show_hands(patch: Patch) -> None:
    kinds = dict(ZEVEN_ZONES.kinds)
    kinds["hand"] = replace(kinds["hand"], sight="everybody")
    change(patch, "zeven", zone_map=ZoneMap(kinds, ZEVEN_ZONES.order))


@leaks("zlam", "the view of None depends on")
def show_the_deck_to_everybody(patch: Patch) -> None:
    kinds: Mapping[str, ZoneKind] = {**zlam_cards.ZONE_MAP.kinds, "deck": ZoneKind("the deck", "everybody")}
    change(patch, "zlam", zone_map=ZoneMap(kinds, zlam_cards.ZONE_MAP.order))


class Sharing(ZoneMap):
    """A game that leaves what a seat sees of its own zones among what everybody sees."""

    def view(self, seen: OpenView, viewer: int | None) -> tuple[Zone, ...]:
        zones = super().view(seen, viewer)
        seen.zones.update({zone.id: zone for zone in zones})
        return zones


@leaks("zeven", "the view of .* depends on")
def share_what_a_seat_has_seen(patch: Patch) -> None:
    change(patch, "zeven", zone_map=Sharing(ZEVEN_ZONES.kinds, ZEVEN_ZONES.order))


class Careless(ZoneMap):
    """A game that names the deck's cards in events to everybody, and hides them well in every view."""

    def __init__(self, kinds: Mapping[str, ZoneKind], order: Mapping[str, int]) -> None:
        super().__init__(kinds, order)
        self.naming = self._show_what_is_drawn  # type: ignore[assignment]

    def _show_what_is_drawn(self, zone: str) -> Naming:
        naming = self._read_id(zone)
        return replace(naming, top_audience=None) if zone == "deck" else naming


@leaks("bazaar", "names to None what it cannot see")
def name_what_is_drawn(patch: Patch) -> None:
    change(patch, "bazaar", zone_map=Careless(bazaar_cards.ZONE_MAP.kinds, bazaar_cards.ZONE_MAP.order))


@leaks("door", "the view of None depends on")
def show_the_whole_suit_pile(patch: Patch) -> None:
    kinds = dict(door_cards.ZONE_MAP.kinds)
    kinds["suit"] = replace(kinds["suit"], sight="everybody")
    change(patch, "door", zone_map=ZoneMap(kinds, door_cards.ZONE_MAP.order))


# ---- questions that depend on a hidden hand


@leaks("zeven", "what .* is told when seat")
def ask_favors_of_low_hands_only(patch: Patch) -> None:
    ask = zeven_rules.ask_favor

    def skip_high_hands(layout: Layout, state: zeven.State, asked: int) -> zeven.State:
        state = ask(layout, state, asked)
        while state.phase == "favors" and min(map(VALUE.__getitem__, layout.zones[f"hand:{state.asked}"])) > 1:
            state = ask(layout, state, state.asked)
        return state

    patch.setattr(zeven_rules, "ask_favor", skip_high_hands)


@leaks("zar", "the view", options={"matching": "poll"})
def ask_only_who_holds_the_twin(patch: Patch) -> None:
    waiting = zar.waiting

    def holders(state: zar.State) -> tuple[int, ...]:
        top = state.zones["discard"][-1]
        asked = waiting(state)
        return tuple(seat for seat in asked if top in state.zones[f"hand:{seat}"]) or asked

    patch.setattr(zar, "waiting", holders)


@leaks("zar", "depends on cards")
def tell_in_a_race_who_can_match(patch: Patch) -> None:
    change(patch, "zar", turn=zar.active)


@leaks("bazaar", "what .* is told when seat")
def ask_about_art_only_who_can_use_it(patch: Patch) -> None:
    use = bazaar_rules.USE_POWER["A"]

    def skip_others(layout: Layout, state: bazaar.State, move: Move) -> bazaar.State:
        hand = layout.zones[f"hand:{state.turn_taker}"]
        if bazaar_cards.FITTING[str(move.place)].isdisjoint(hand):
            return bazaar_rules.end_turn(layout, state)
        return use(layout, state, move)

    patch.setitem(bazaar_rules.USE_POWER, "A", skip_others)


@leaks("zar", "what .* is told when", options={"hands": 3})
def accept_without_asking(patch: Patch) -> None:
    ask = zar_rules.ask_for_match

    def accept_at_once(layout: Layout, state: zar.State) -> zar.State:
        asked = ask(layout, state)
        twin = any(layout.zones["discard"][-1] in layout.zones[f"hand:{seat}"] for seat in range(state.seats))
        return zar_rules.accept(layout, asked, 0, zar_moves.ACCEPT) if asked.phase == "accept" and not twin else asked

    patch.setattr(zar_rules, "ask_for_match", accept_at_once)


# ---- legal moves and their labels


@leaks("high", "the prompt of . depends on cards", seats=2)
def list_what_goes_with_the_deck(patch: Patch) -> None:
    def legal(state: high.State, seat: int) -> tuple[Move, ...]:
        moves = high_moves.legal(state, seat)
        return moves[:1] if top_is_odd(state, "deck") else moves

    def why_not(state: high.State, seat: int, move: Move) -> Refused | None:
        return (
            None if move in legal(state, seat) else high_moves.why_not(state, seat, move) or Refused("high 2.1", "No.")
        )

    change(patch, "high", legal=legal, why_not=why_not)


@leaks("zlam", "how the moves of seat")
def call_moves_by_the_top_of_the_deck(patch: Patch) -> None:
    def route(state: zlam.State, seat: int, move: Move) -> Route:
        source, target, card = zlam_moves.route(state, seat, move)
        return source, "out" if top_is_odd(state, "deck") else target, card

    change(patch, "zlam", route=route)


# ---- the content of a refusal


@leaks("zeven", "the answer to seat")
def say_who_holds_the_card(patch: Patch) -> None:
    def why_not(state: zeven.State, seat: int, move: Move) -> Refused | None:
        refused = zeven_moves.why_not(state, seat, move)
        holders = [zone for zone in HAND[: state.seats] if set(move.cards) & set(state.zones[zone])]
        if refused is None or not holders:
            return refused
        return Refused(refused.rule, f"{refused.sentence} It lies in {holders[0]}.")

    change(patch, "zeven", why_not=why_not)


@leaks("bazaar", "depends on cards")
def cite_another_rule_for_some_decks(patch: Patch) -> None:
    def why_not(state: bazaar.State, seat: int, move: Move) -> Refused | None:
        refused = bazaar_moves.why_not(state, seat, move)
        return Refused("bazaar 2.5", refused.sentence) if refused and top_is_odd(state, "deck") else refused

    change(patch, "bazaar", why_not=why_not)


@leaks("zar", "what is told of the hand of")
def try_cards_by_the_top_of_the_supply(patch: Patch) -> None:
    def attempt(state: zar.State, seat: int, card: str) -> Move:
        return zar_moves.DRAW if top_is_odd(state, "supply") else zar_moves.attempt(state, seat, card)

    change(patch, "zar", attempt=attempt)


@leaks("door", "the answer to seat")
def order_alternatives_by_the_deck(patch: Patch) -> None:
    reverse_alternatives(patch, ("ILLEGAL_MOVE", "NOT_YOUR_TURN", "BAD_NOTATION"))


@leaks("bazaar", "the answer to seat")
def order_the_nearest_texts_by_the_deck(patch: Patch) -> None:
    reverse_alternatives(patch, ("BAD_NOTATION",))


def reverse_alternatives(patch: Patch, codes: Sequence[str]) -> None:
    """Reverse the alternatives of some refusals by the top card of the deck."""
    refusal_of = explanations.refusal_of

    def refuse_by_the_deck(
        rules: Rules, state: State, seat: int, move: Move | str, legal: Sequence[Move]
    ) -> Refusal | None:
        refusal = refusal_of(rules, state, seat, move, legal)
        if refusal is not None and refusal.code in codes and top_is_odd(state, "deck"):
            refusal.alternatives = refusal.alternatives[::-1]
        return refusal

    patch.setattr(explanations, "refusal_of", refuse_by_the_deck)


# ---- the events of a move


@leaks("door", "what None is told when seat")
def tell_what_is_left_on_the_deck(patch: Patch) -> None:
    def score(layout: Layout, state: door.State, seat: int, move: Move) -> door.State:
        after = door_rules.score(layout, state, seat, move)
        layout.happen("chosen", seat, "door 2.4", (layout.zones["deck"] or ("none",))[-1])
        return after

    change(patch, "door", actions={**door_rules.ACTIONS, "score": score})


@leaks("high", "what .* is told when seat", seats=2)
def draw_again_when_a_hidden_card_is_low(patch: Patch) -> None:
    def lay(layout: Layout, state: high.State, seat: int, move: Move) -> high.State:
        after = high_rules.lay(layout, state, seat, move)
        if layout.zones["deck"] and layout.zones["deck"][0] < "N4":
            layout.draw("drawn", seat, "deck", HAND[seat], "high 2.4")
        return after

    change(patch, "high", actions={**high_rules.ACTIONS, "lay": lay})


@leaks("bazaar", "the view of None depends on")
def count_hidden_points(patch: Patch) -> None:
    def scores(state: bazaar.State, _viewer: int | None) -> tuple[int | None, ...]:
        return tuple(sum(VALUE[card] for card in state.zones[f"score:{seat}"]) for seat in range(state.seats))

    change(patch, "bazaar", scores=scores)


@leaks("zar", "depends on", options={"playDrawn": True, "mayDecline": True})
def tell_the_card_just_drawn_by_its_place(patch: Patch) -> None:
    def read_facts(state: zar.State) -> Mapping[str, str | int]:
        return {**zar_rules.read_facts(state), "idle": state.drawn}

    change(patch, "zar", read_facts=read_facts)


@leaks("zeven", "the view of")
def tell_how_many_words_are_used(patch: Patch) -> None:
    def read_facts(state: zeven.State) -> Mapping[str, str | int]:
        return {**zeven_rules.read_facts(state), "rounds": state.words % 7}

    change(patch, "zeven", read_facts=read_facts)


@pytest.mark.parametrize("name", list(LEAKS))
def test_the_functions_of_the_soak_find_a_leak(name: str) -> None:
    leak = LEAKS[name]
    with planted(leak), pytest.raises(AssertionError, match=leak.says):
        check_tables(leak, 12)


def test_the_same_functions_find_nothing_where_no_leak_is_planted() -> None:
    for name in ("ask_only_who_holds_the_twin", "tell_the_card_just_drawn_by_its_place", "accept_without_asking"):
        check_tables(LEAKS[name], 1)


def test_the_soak_tells_a_leak_with_how_to_see_it_again() -> None:
    with planted(LEAKS["list_what_goes_with_the_deck"]):
        summary = check_items(secrecy.RUN, "high", 200, seed=0)
    assert len(summary.failures) == MOST_FAILURES
    assert any("what is legal for seat" in failure for failure in summary.failures)
    assert "again: python -m tests.engine.secrecy --game high --seed 0 --first" in summary.failures[0]
