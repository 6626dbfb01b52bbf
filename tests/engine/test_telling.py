"""The texts for a front end that knows no rules: what matters, in which words, where it lies, and what to do."""

import re
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

import engine
from engine import Event, Fact, State, Wording
from engine.core.templates import blanks_of
from engine.sentences import COMMON_EVENTS
from tests.engine.play import play_on, random_table
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
        chance = Random(number)
        options = ASKING.get(game) if number % 2 else None
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
    rules = engine.GAMES[game]
    primer = engine.GAMES[game].primer
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
    rules = engine.GAMES[game]
    primer = engine.GAMES[game].primer
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
            told = engine.prompt(state, seat)
            german = engine.prompt(state, seat, GERMAN)
            if told is None or german is None:
                assert engine.view(state, seat).result is not None
                continue
            assert told.startswith("Waiting for ") is (seat not in turn)
            assert german.startswith("Warten auf ") is (seat not in turn)
            assert "{" not in told + german


def told_values(game: str) -> Iterator[tuple[str, str]]:
    """Yield the values of events and facts of random tables, each with its kind or its name."""
    chance = Random(f"values {game}")
    for _ in range(12):
        table = random_table(game, chance)
        state = table.deal()
        for step in islice(play_on(state, chance), 150):
            yield from ((event.kind, event.value) for event in step.events if event.value is not None)
            yield from ((fact.name, fact.value) for fact in engine.view(step.after, None).facts)


@every_game
def test_the_label_of_a_move_follows_from_its_verb_and_what_is_asked(game: str) -> None:
    rules = engine.find_game(game)
    met = set[str]()
    for state in states(game):
        facts = facts_of(state)
        for seat in engine.active_seats(state):
            for move in engine.legal_moves(state, seat):
                label = f"{move.verb} {facts['asked'].value}" if "asked" in facts else move.verb
                key = label if label in rules.labels else move.verb
                assert key == (move.verb if rules.label_of is None else rules.label_of(state, move))
                met.add(key)
    assert rules.labels.keys() <= met


@every_game
def test_a_value_that_is_a_word_is_in_the_glossary_and_any_other_is_a_number(game: str) -> None:
    rules = engine.find_game(game)
    templates = {**COMMON_EVENTS, **engine.find_game(game).events}
    for name, value in dict.fromkeys(told_values(game)):
        blanks = blanks_of(templates.get(name, "{word}"))
        if "word" in blanks:
            known = {f"{name} {value}", value}.intersection({*rules.glossary, *rules.cards})
            assert known or value == "none" or value.replace(",", "").isdigit(), (name, value)
        elif "value" in blanks:
            assert value.removeprefix("-").isdigit(), (name, value)


@pytest.mark.parametrize(
    ("game", "fact", "value", "german"),
    [
        ("door", "finalRound", "yes", "hat begonnen"),
        ("door", "finalRound", "no", "noch nicht"),
        ("door", "card", "none", "keine"),
        ("bazaar", "pile", "none", "keiner"),
        ("bazaar", "protected", "none", "keine"),
        ("zeven", "area", "none", "keiner"),
        ("zar", "named", "none", "nichts"),
    ],
)
def test_a_fact_without_a_value_is_told_in_german(game: str, fact: str, value: str, german: str) -> None:
    assert engine.fact_display(game, fact, value, GERMAN) == german


@pytest.mark.parametrize(
    ("game", "event", "german", "english"),
    [
        ("zlam", Event("hit", 0, value="single"), "Ada schlägt einen Single.", "Ada hits a single."),
        ("zlam", Event("discarded", 1, ("Z",), 1), "Bob wirft eine ZLAM!-Karte ab.", "Bob discards a ZLAM! card."),
        (
            "zlam",
            Event("struckOut", 0),
            "Ada scheidet durch Strike-out aus und verliert die eigenen Stapel mit neun.",
            "Ada strikes out: they are out and lose their stacks at nine.",
        ),
        ("zeven", Event("chosen", 0, value="zont"), "Ada nutzt sie als Großen Zont.", "Ada uses it as Great Zont."),
        ("zeven", Event("drawn", 0, ("ZR1",), 1), "Ada zieht Großen Zont rot 1.", "Ada draws Great Zont red 1."),
        ("door", Event("chosen", 0, value="none"), "Ada wählt die Wirkung: keine.", "Ada chooses the power: none."),
        (
            "bazaar",
            Event("taken", 0, ("AR1",), 1, "customer:red", "hand:0"),
            "Ada nimmt Kunst rot 1 vom Kundenstapel Rot.",
            "Ada takes Art red 1 from the red customer pile.",
        ),
    ],
)
def test_events_are_told_as_a_native_would(game: str, event: Event, german: str, english: str) -> None:
    assert engine.sentence(game, event, GERMAN) == german
    assert engine.sentence(game, event, Wording("en", ("Ada", "Bob", None))) == english


@pytest.mark.parametrize("name", ["Bob Jr.", "Who?", "Wow!"])
def test_a_sentence_that_ends_with_a_name_has_one_mark(name: str) -> None:
    wording = Wording("en", ("Ada", name))
    assert engine.sentence("zar", Event("turn", value="1"), wording) == f"Now it is up to {name}"


@every_game
def test_english_calls_no_person_it(game: str) -> None:
    said = engine.vocabulary(game)
    about_persons = [phrase.template for phrase in (*said.events, *said.refusals) if "{seat}" in phrase.template]
    assert not [text for text in about_persons if re.search(r"\b(it|its|itself)\b", text.replace("uses it as", ""))]
