"""Rare legal moves are explained as legal; buried cards lie at the bottom."""

from random import Random

import pytest

import engine


@pytest.mark.parametrize(
    ("game", "options", "wanted"), [("bazaar", {"banking": "may"}, "bank"), ("zlam", {"atRisk": True}, "close")]
)
def test_a_rare_legal_move_is_explained_as_legal(game: str, options: dict[str, engine.Plain], wanted: str) -> None:
    rules = engine.find_game(game)
    random = Random(game)
    found = 0
    for number in range(200):
        state = engine.new_game(game, seats=2, options=options, seed=f"{number:064x}")
        while engine.result(state) is None and not found:
            seat = random.choice(engine.active_seats(state))
            moves = engine.legal_moves(state, seat)
            rare = [move for move in moves if wanted in str(move)]
            assert all(rules.why_not(state, seat, move) is None for move in rare)
            found += len(rare)
            state, _ = engine.apply(state, seat, random.choice(moves))
    assert found


def test_a_card_that_is_buried_lies_at_the_bottom() -> None:
    state = engine.new_game("zlam", seats=2, seed="5" * 64)
    memory = engine.begin_memory(state, 0)
    (card,) = state.zones["stack:1.1"]
    buried = engine.Event("buried", cards=(card,), count=1, from_zone="stack:1.1", to_zone="deck", rule="zlam 6.4")
    after = engine.remember(memory, [buried])
    known = after.places["deck"][0]
    assert after.deck[known.bit_length() - 1] == card
    assert not known & (known - 1)
    assert after.places["stack:1.1"] == ()


def test_a_card_that_is_put_back_can_lie_anywhere() -> None:
    state = engine.new_game("zar", seats=2, seed="5" * 64)
    memory = engine.begin_memory(state, 0)
    card = state.zones["discard"][-1]
    put_back = engine.Event("putBack", cards=(card,), count=1, from_zone="discard", to_zone="supply", rule="zar 1.4")
    after = engine.remember(memory, [put_back])
    assert len(set(after.places["supply"])) == 1
    assert after.places["supply"][0] >> after.deck.index(card) & 1
