"""What a front end that knows no rules is told: what matters, in which words, where it lies, and what is to be done."""

from collections.abc import Iterator
from random import Random

import pytest

import engine
from engine import Fact, State, Wording
from engine.sentences import COMMON_EVENTS
from tests.engine.test_catalogues import REAL

LONGEST = 140
GERMAN = Wording("de", ("Ada", "Bob", None))
# With these options every other table of a game asks what the others do not.
ASKING: dict[str, dict[str, object]] = {
    "bazaar": {"banking": "may"},
    "zar": {"matching": "poll", "playDrawn": True},
    "zlam": {"atRisk": True, "gainCards": 5, "lossCards": 5},
}

every_game = pytest.mark.parametrize("game", REAL)


def states(game: str) -> Iterator[State]:
    """Yield the states of some tables of random moves."""
    for number in range(12):
        chance, options = Random(number), ASKING.get(game) if number % 2 else None
        state = engine.new_game(game, seats=3, seed=f"{number:064x}", options=options)
        yield state
        while seats := engine.active_seats(state):
            seat = chance.choice(seats)
            state = engine.next_state(state, seat, chance.choice(engine.legal_moves(state, seat)))
            yield state


def facts_of(state: State) -> dict[str, Fact]:
    return {fact.name: fact for fact in engine.view(state, None).facts}


@every_game
def test_a_newcomer_is_told_how_to_play_and_what_each_card_does(game: str) -> None:
    rules, primer = engine.GAMES[game], engine.GAMES[game].primer
    assert len(primer.how_to_play) == 5
    assert set(rules.kind_of) == set(rules.cards)
    assert set(primer.powers) == set(rules.kind_of.values())
    assert all(0 < len(text) <= LONGEST for text in (primer.goal, *primer.how_to_play, *primer.powers.values()))
    for language in engine.languages():
        told = engine.vocabulary(game, language)
        assert [phrase.key for phrase in told.powers] == list(rules.kind_of)
        assert {phrase.key for phrase in told.summaries} >= {game, "goal", *(f"howToPlay {n}" for n in range(1, 6))}


@every_game
def test_every_fact_has_a_weight_and_words_and_lies_at_a_zone_of_the_table(game: str) -> None:
    rules, primer = engine.GAMES[game], engine.GAMES[game].primer
    assert set(primer.event_weights) <= {*rules.events, *rules.facts, *COMMON_EVENTS}
    at_zones = set()
    for state in states(game):
        for name, fact in facts_of(state).items():
            assert fact.weight == rules.facts[name].weight
            assert fact.display
            assert engine.fact_display(game, name, fact.value, GERMAN)
            assert fact.zone is None or fact.zone in state.zones
            at_zones |= {name} if fact.zone else set()
    assert at_zones >= {name for name, kind in rules.facts.items() if kind.zone}


def test_the_value_of_a_fact_is_said_in_words() -> None:
    def say(game: str, name: str, value: str, wording: Wording | None = None) -> str:
        return engine.fact_display(game, name, value, wording)

    assert say("zar", "named", "Y") == "yellow"
    assert say("zar", "turnTaker", "1") == "seat 1"
    assert say("zar", "turnTaker", "1", GERMAN) == "Bob"
    assert say("bazaar", "pile", "pile:2.red") == "the red pile of seat 2"
    assert say("zlam", "highest", "3,4,3") == "3,4,3"


def test_what_a_log_leaves_out_is_bookkeeping() -> None:
    weights = engine.event_weights("zar")
    assert (weights["ended"], weights["won"], weights["turns"], weights["turn"]) == ("RULE", "RULE", "DETAIL", "DETAIL")
    assert "played" not in weights


@every_game
def test_each_seat_is_told_what_it_is_to_do_or_on_whom_it_waits(game: str) -> None:
    for state in states(game):
        turn = engine.asked_seats(state)
        for seat in (0, 1, 2, None):
            told, german = engine.prompt(state, seat), engine.prompt(state, seat, GERMAN)
            if told is None or german is None:
                assert engine.view(state, seat).result is not None
                continue
            assert told.startswith("Waiting for ") is (seat not in turn)
            assert german.startswith("Warten auf ") is (seat not in turn)
            assert "{" not in told + german
