"""Door to Zont: whole tables, and deals that look alike, which are no rows of the rule table."""

from random import Random

import pytest
from msgspec.structs import replace

import engine
from engine.games.door.cards import PILE, SHUFFLED_CARDS
from tests.engine.play import Step, Table, facts_of, play_on, positions
from tests.engine.rules.door.situations import FIVE, FOUR, at, final
from tests.engine.table import SEED

RANDOM_TABLES = 15


def random_steps(seed: int, **options: str) -> list[Step]:
    """Return the moves of a random table of two to six seats."""
    random = Random(seed)
    return [*play_on(Table("door", random.randint(2, 6), options, f"{seed:064x}").deal(), random)]


# ---- options


@pytest.mark.parametrize("words", range(20))
def test_a_record_lists_each_shuffle_of_a_favors_that_turns_up_a_new_card(words: int) -> None:
    """Of a pile of two cards every other shuffle leaves the old card on top."""
    record = engine.make_record(game="door", seats=2, options={"favors": "new"}, seed=f"{words:064x}", moves=[])
    state = before = engine.replay(record)[0]
    lines: list[str] = []
    while not any(line.partition(" ")[2].startswith("shuffle") for line in lines):
        (seat,) = engine.active_seats(state)
        moves = [str(move) for move in engine.legal_moves(state, seat)]
        line = next((move for move in moves if "shuffle" in move or "play F" in move or "=favors" in move), moves[-1])
        lines.append(f"{seat} {line}")
        before, state = state, engine.apply(state, seat, line)[0]
    full = engine.add_shuffles(replace(record, moves=tuple(lines)))
    assert full.shuffles is not None
    favors = [shuffle for shuffle in full.shuffles if shuffle.ply == len(lines)]
    assert [shuffle.after[-1] for shuffle in favors[:-1]] == [favors[0].before[-1]] * (len(favors) - 1)
    assert favors[-1].after[-1] != favors[0].before[-1]
    assert [shuffle.before for shuffle in favors[1:]] == [shuffle.after for shuffle in favors[:-1]]
    assert favors[0].words == before.words
    assert engine.replay(full)[-1] == state


def test_a_move_that_uncovers_a_card_of_a_score_pile_has_told_its_owner_something() -> None:
    for pile in ("owner", "topOnly"):
        options = {"changeTargets": "all", "scorePile": pile}
        state = at(FOUR, phase="take", card="CR1", piles={"C": "CW0 CR1"}, mine="FY1 FR3", options=options)
        told = engine.learned(state, *engine.apply(state, 0, "take @0"), 0)
        assert told == "REVEALED", "others see the card in any case"


def test_the_owner_s_score_pile_is_dealt_again_and_previewed_like_any_other_s() -> None:
    state = at(FIVE, mine="ZY1 ZY2 ZY3", options={"scorePile": "topOnly", "firstSeat": 0, "changeKeepsIn": "score"})
    dealt = {engine.redeal(state, 0, f"{number:064x}").zones["score:0"] for number in range(20)}
    assert len(dealt) > 1
    assert {pile[-1] for pile in dealt} == {"ZY3"}
    (zone,) = [zone for zone in engine.preview(state, 0, "play ZR1").zones if zone.id == "score:0"]
    assert zone.cards == (None, None, "ZY3")


# ---- whole tables


def test_two_seats_that_take_each_other_s_changes_play_to_the_cap() -> None:
    """Every seat plays a Change and takes a Giglets, or the other way round: nobody ever loses a card."""
    state = final("CR1", others=("GR1",), piles={"C": "CR3 CR2", "G": "GR3 GR2"})
    turns = 0
    while engine.result(state) is None:
        seat = engine.view(state, None).turn[0]
        moves = [str(move) for move in engine.legal_moves(state, seat)]
        wanted = next(move for move in moves if move.endswith(("=change", "@change", "@giglets")) or "play C" in move)
        turns += wanted.startswith("play")
        state, _ = engine.apply(state, seat, wanted)
    outcome = engine.result(state)
    assert outcome is not None
    assert (outcome.reason, turns) == ("cap", 80)


@pytest.mark.parametrize("seed", range(RANDOM_TABLES))
def test_every_turn_before_the_final_round_plays_a_card_scores_one_and_draws_up_to_five(seed: int) -> None:
    for step in random_steps(seed):
        if step.move.startswith("score") and not step.before.final:  # type: ignore[attr-defined]
            short = len(step.after.zones[f"hand:{step.seat}"]) < 5
            assert step.after.final == short  # type: ignore[attr-defined]
            assert short <= (not step.after.zones["deck"])


@pytest.mark.parametrize("seed", range(RANDOM_TABLES))
def test_a_protected_giglets_is_the_top_card_of_its_pile_and_was_played_so(seed: int) -> None:
    marked = "none"
    for step in random_steps(seed):
        marks = facts_of(step.after)
        if step.move.endswith("=zont"):
            marked = step.move.split()[1]
        elif step.move.startswith(("play G", "add G")) or step.move == "shuffle @giglets":
            marked = "none"
        assert marks["protected"] == marked
        assert marked in ("none", step.after.zones["suit:giglets"][-1])


def test_the_deal_of_six_seats_leaves_twenty_cards() -> None:
    state = engine.new_game("door", seats=6, options={"firstSeat": 4}, seed=SEED, deck=SHUFFLED_CARDS)
    assert [state.zones[f"hand:{seat}"][0] for seat in (4, 5, 0, 1, 2, 3)] == ["AR1", "AR2", "AR3", "AY1", "AY2", "AY3"]
    assert len(state.zones["deck"]) == 50 - 6 * 5


# ---- deals that look alike


def test_another_deal_keeps_the_suit_of_every_pile_and_no_0_comes_into_the_deck() -> None:
    changed = set()
    for number, state in enumerate(positions("door", Random(1), 60)):
        other = engine.redeal(state, number % 2, f"{number:064x}")
        changed |= {zone.partition(":")[0] for zone in state.zones if state.zones[zone] != other.zones[zone]}
        assert all(card[0] == suit for suit, zone in PILE.items() for card in other.zones[zone])
        assert all(card[2] != "0" for card in other.zones["deck"])
    assert changed == {"deck", "suit", "hand", "score"}


def test_a_0_may_lie_in_a_hand_that_one_does_not_see() -> None:
    state = at("AW0 AR1 AR2 AY1 FY2", piles={"A": "AR3 AB1"}, options={"firstSeat": 0})
    hands = {engine.redeal(state, 1, f"{number:064x}").zones["hand:0"] for number in range(30)}
    assert any("AW0" in hand for hand in hands)
    assert any("AW0" not in hand for hand in hands)
