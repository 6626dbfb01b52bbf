"""The smaller parts of the core: the register, sentences, descriptions, errors, zones and the moving of cards."""

from itertools import pairwise
from random import Random

import pytest

import engine
from engine.core.values import make_result, rank
from engine.core.zones import Layout, ZoneKind, ZoneMap, join_audiences, may_see
from tests.engine.example_game import register_example
from tests.engine.play import play_on, random_table
from tests.engine.table import SEED

ZONE_MAP = ZoneMap(
    {
        "pile": ZoneKind("pile {place}", "everybody"),
        "own": ZoneKind("part {part} of {seat}", "owner", owned=True, hand=True),
        "deck": ZoneKind("the deck", "nobody"),
    },
    {"A": 0, "B": 1, "C": 2},
)


def lay(**zones: str) -> Layout:
    named = {name.replace("_", ":"): tuple(cards.split()) for name, cards in zones.items()}
    return Layout(ZONE_MAP, named, SEED, 0)


# ---- the register


def test_a_name_is_registered_once() -> None:
    with pytest.raises(AssertionError):
        engine.register(engine.GAMES["zeven"])


def test_registering_the_example_again_changes_nothing() -> None:
    before = dict(engine.GAMES)
    register_example()
    assert before == engine.GAMES


@pytest.mark.parametrize("game", list(engine.GAMES))
def test_a_state_leads_to_its_game(game: str) -> None:
    assert engine.game_of(random_table(game, Random(1)).deal()) is engine.GAMES[game]


@pytest.mark.parametrize("game", list(engine.GAMES))
def test_a_catalogue_entry_is_complete(game: str) -> None:
    entry = engine.GAMES[game]
    assert entry.name == game == game.lower()
    assert entry.title
    assert entry.summary.endswith(".")
    assert 2 <= entry.min_seats <= entry.max_seats <= 100
    assert entry.rules >= 1
    assert set(entry.zone_map.order) == set(entry.cards)
    assert all(code == card.code and card.label for code, card in entry.cards.items())
    assert all(verb.pattern.split()[0] == verb.name and verb.description.endswith(".") for verb in entry.verbs)


def test_everything_public_is_exported() -> None:
    assert all(hasattr(engine, name) for name in engine.__all__)


# ---- errors


def every_error(root: type[engine.EngineError] = engine.EngineError) -> list[type[engine.EngineError]]:
    return [error for child in root.__subclasses__() for error in (child, *every_error(child))]


def test_every_error_has_a_stable_code() -> None:
    codes = {error.__name__: error.code for error in every_error()}
    assert codes == {
        "InvalidInput": "INVALID_INPUT",
        "UnknownGame": "UNKNOWN_GAME",
        "InvalidOption": "INVALID_OPTION",
        "InvalidState": "INVALID_STATE",
        "ForeignState": "INVALID_STATE",
        "InvalidRecord": "INVALID_RECORD",
        "ForeignRecord": "INVALID_RECORD",
        "Refusal": "ILLEGAL_MOVE",
        "IllegalMove": "ILLEGAL_MOVE",
        "BadNotation": "BAD_NOTATION",
        "NotYourTurn": "NOT_YOUR_TURN",
        "TableOver": "TABLE_OVER",
    }


def test_a_refusal_is_about_the_move() -> None:
    assert (engine.Refusal("zeven 3.4", "No.").path, str(engine.Refusal("zeven 3.4", "No."))) == (("move",), "No.")


# ---- results


@pytest.mark.parametrize(
    ("totals", "ranking"), [((3, 1, 2), (1, 3, 2)), ((5, 5, 1), (1, 1, 3)), ((1, 5, 5), (3, 1, 1)), ((0, 0), (1, 1))]
)
def test_a_rank_is_one_more_than_the_seats_with_more(totals: tuple[int, ...], ranking: tuple[int, ...]) -> None:
    assert rank(totals) == ranking


def test_the_seats_ranked_first_win() -> None:
    assert make_result((1, 2, 3), "x", (4, 4, 3)).winners == (0, 1)
    assert make_result((1, 2, 3), "x", (4, 4, 3)).scores == (1, 2, 3)


# ---- words


def test_an_event_is_a_sentence() -> None:
    drawn = engine.Event("drawn", 1, ("AR3",), 1, "deck", "hand:1", None, "zeven 2.6", (1,))
    assert engine.sentence("zeven", drawn) == "Seat 1 draws Art red 3."
    (public,) = engine.events_for([drawn], None)
    (own,) = engine.events_for([drawn], 1)
    assert engine.sentence("zeven", public) == "Seat 1 draws a card."
    # A place that an event does not tell is left out.
    assert engine.sentence("zeven", engine.Event("added", 0, cards=("AR3",))) == "Seat 0 adds Art red 3 to ."
    assert (own.cards, public.cards, own.seen_by, public.count) == (("AR3",), (), None, 1)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (engine.Event("gathered", count=3, from_zone="area:1", to_zone="deck"), "The deck gets 3 cards from area 1."),
        (engine.Event("shuffled", count=55, to_zone="deck"), "The deck is shuffled."),
        (
            engine.Event("uncovered", cards=("AR3", "CB1"), count=2, to_zone="deck"),
            "The deck shows Art red 3, Change blue 1.",
        ),
        (engine.Event("opened", to_zone="area:1"), "Area 1 is added to the table."),
        (engine.Event("removed", from_zone="area:1"), "Area 1 is removed from the table."),
        (engine.Event("turn", value="1"), "Now it is up to seat 1."),
        (engine.Event("turn", value="0,2"), "Now it is up to seats 0 and 2."),
        (engine.Event("turn", value=""), "Now it is up to nobody."),
        (engine.Event("scores", value="3,?"), "The scores are now 3 for seat 0 and unknown for seat 1."),
        (engine.Event("ended", value="rounds"), "The table is over: all rounds are played."),
        (engine.Event("zonts", value="area:1,area:3"), "A Great Zont blocks the next power in: area 1 and area 3."),
        (engine.Event("zonts", value="none"), "A Great Zont blocks the next power in: none."),
        (engine.Event("round", value="2"), "Round 2 begins."),
        (engine.Event("rounds", value="3"), "Rounds in all: 3."),
        (engine.Event("scored", 0, value="7"), "Seat 0 scores 7 in this round."),
    ],
    ids=lambda value: "is" if isinstance(value, engine.Event) else value,
)
def test_every_common_event_is_a_sentence(event: engine.Event, text: str) -> None:
    assert engine.sentence("zeven", event) == text


def test_an_event_of_an_unknown_game_has_no_sentence() -> None:
    with pytest.raises(engine.UnknownGame):
        engine.sentence("nosuch", engine.Event("turn"))


def test_a_legal_move_is_described_for_a_front_end() -> None:
    state = engine.new_game("zeven", seats=2, options={"firstSeat": 0}, seed=SEED)
    move = engine.legal_moves(state, 0)[0]
    described = engine.describe(state, 0, move)
    assert described.notation == str(move)
    assert (described.verb, described.from_zone, described.to_zone) == ("play", "hand:0", "area:1")
    assert described.label.startswith("Play ")
    assert described.label.endswith(" onto area 1")


@pytest.mark.parametrize("seat", [-1, 2, True, "0"])
def test_nobody_views_a_table_from_a_seat_that_it_has_not(seat: object) -> None:
    state = engine.new_game("zeven", seats=2, seed=SEED)
    with pytest.raises(engine.InvalidInput):
        engine.view(state, seat)  # type: ignore[arg-type]
    with pytest.raises(engine.InvalidInput):
        engine.legal_moves(state, seat)  # type: ignore[arg-type]


# ---- zones


def test_a_zone_tells_its_kind_owner_label_and_audience() -> None:
    own = ZONE_MAP.naming("own:3.2")
    assert (own.kind, own.owner, own.label, own.audience, own.hand) == ("own", 3, "part 2 of seat 3", (3,), True)
    pile = ZONE_MAP.naming("pile:4")
    assert (pile.kind, pile.owner, pile.label, pile.audience, pile.hand) == ("pile", None, "pile 4", None, False)
    assert ZONE_MAP.naming("deck").audience == ()


def test_an_audience_is_everybody_or_those_it_lists() -> None:
    assert may_see(None, None)
    assert may_see((1,), 1)
    assert not may_see((1,), None)
    assert not may_see((), 0)
    assert join_audiences((1,), None) is None
    assert join_audiences(None, ()) is None
    assert join_audiences((1,), (1,)) == (1,)
    assert join_audiences((1,), (2,)) == (1, 2)
    assert join_audiences((), (2,)) == (2,)


# ---- the moving of cards


def test_cards_enter_on_top_and_keep_their_order() -> None:
    layout = lay(pile_1="A B C", pile_2="A")
    layout.move("moved", 0, ("A", "B"), "pile:1", "pile:2", "")
    assert layout.zones == {"pile:1": ("C",), "pile:2": ("A", "A", "B")}


def test_a_hand_stays_in_canonical_order() -> None:
    layout = lay(pile_1="C A", own_0="B")
    layout.move("moved", 0, ("C", "A"), "pile:1", "own:0", "")
    assert layout.zones["own:0"] == ("A", "B", "C")


def test_of_equal_cards_the_upper_leaves() -> None:
    layout = lay(pile_1="A B A C", pile_2="")
    layout.move("moved", 0, ("A",), "pile:1", "pile:2", "")
    assert layout.zones["pile:1"] == ("A", "B", "C")


def test_a_card_that_does_not_lie_there_is_not_moved() -> None:
    layout = lay(pile_1="A B", pile_2="")
    with pytest.raises(ValueError, match="not in"):
        layout.move("moved", 0, ("C",), "pile:1", "pile:2", "")


def test_buried_cards_lie_below_the_others() -> None:
    layout = lay(pile_1="A B", deck="C")
    layout.bury("buried", 0, ("A", "B"), "pile:1", "deck", "")
    assert layout.zones == {"pile:1": (), "deck": ("A", "B", "C")}


def test_a_card_is_seen_by_those_who_see_it_before_or_after() -> None:
    layout = lay(deck="A B C", own_0="", own_1="", pile_1="")
    layout.draw("drawn", 0, "deck", "own:0", "")
    layout.move("given", 0, ("C",), "own:0", "own:1", "")
    layout.move("laid", 1, ("C",), "own:1", "pile:1", "")
    layout.move("hidden", 1, ("C",), "pile:1", "deck", "")
    assert [event.seen_by for event in layout.events] == [(0,), (0, 1), None, None]


def test_a_zone_is_opened_empty_and_removed_empty() -> None:
    layout = lay(pile_1="A")
    layout.open_zone("pile:2", "x")
    assert layout.zones["pile:2"] == ()
    layout.remove_zone("pile:2", "x")
    assert [(event.kind, event.to_zone, event.from_zone) for event in layout.events] == [
        ("opened", "pile:2", None),
        ("removed", None, "pile:2"),
    ]
    with pytest.raises(AssertionError):
        layout.remove_zone("pile:1", "x")


def test_only_what_not_everybody_saw_is_uncovered() -> None:
    layout = lay(pile_1="A", deck="B C", own_0="", own_1="A")
    layout.uncover(["pile:1", "deck", "own:0", "own:1"], "engine 5")
    assert [(event.to_zone, event.cards) for event in layout.events] == [("deck", ("B", "C")), ("own:1", ("A",))]


@pytest.mark.parametrize(
    ("cards", "places"),
    [(("A",), (2,)), (("C",), (3,)), (("A", "C"), (2, 3)), (("B",), (1,)), (("B", "A"), (1, 2)), (("A", "A"), (2, 0))],
)
def test_of_equal_cards_an_event_tells_which_left_an_open_zone(cards: tuple[str, ...], places: tuple[int, ...]) -> None:
    layout = lay(pile_1="A B A C", own_0="")
    layout.move("taken", 0, cards, "pile:1", "own:0", "x")
    (event,) = layout.events
    assert event.positions == places
    left = [card for place, card in enumerate("ABAC") if place not in places]
    assert layout.zones["pile:1"] == tuple(left)


def test_a_zone_that_not_everybody_sees_tells_no_position() -> None:
    layout = lay(pile_1="", own_0="A A B", deck="C")
    layout.move("put", 0, ("A",), "own:0", "pile:1", "x")
    layout.draw("drawn", 0, "deck", "own:0", "x")
    assert [event.positions for event in layout.events] == [(), ()]


def test_a_stacked_deck_is_used_once() -> None:
    layout = Layout(ZONE_MAP, {}, SEED, 0, ("C", "B", "A"))
    layout.shuffle(("A", "B", "C"), "deck", "")
    assert (layout.zones["deck"], layout.words) == (("C", "B", "A"), 0)
    layout.shuffle(("A", "B", "C"), "deck", "")
    assert layout.words == 2


def test_moves_leave_the_state_before_as_it_was() -> None:
    random = Random(5)
    for game in engine.GAMES:
        steps = list(play_on(random_table(game, random).deal(), random))
        for one, two in pairwise(steps):
            assert one.after is two.before
            assert one.before != one.after


def test_errors_of_states_name_the_state() -> None:
    assert engine.InvalidState("No.", ("state",)).path == ("state",)


def test_a_move_is_a_value() -> None:
    assert engine.Move("play", ("AR3",), "1") == engine.Move("play", ("AR3",), "1")
    assert hash(engine.Move("draw")) == hash(engine.Move("draw"))
