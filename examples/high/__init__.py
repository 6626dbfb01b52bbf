"""High: lay the higher card, and take what lies on the table.

2–3 seats, nine cards, 1–9. Each seat is dealt three cards. A turn: lay a card on the table; if it is higher than the
card that lay on top, take all the cards on the table. The holder of the 1 may toss it at any moment, also out of turn:
it draws a card and puts the 1 at the bottom of the deck.

The table is over when every hand is empty. The most cards taken win. The rules are numbered in examples/high/rules.md.
"""

from engine.core.game import Game
from engine.core.primer import read_primer
from examples.high import cards, effects, moves, rules, state, words

PRIMER = read_primer(__name__)
GAME = Game(
    name="high",
    title="High",
    summary="Lay the higher card, and take what lies on the table.",
    primer=PRIMER,
    rules=rules.RULES_VERSION,
    min_seats=2,
    max_seats=cards.MOST_SEATS,
    options=state.Options,
    option_labels=words.OPTION_LABELS,
    state=state.State,
    verbs=words.VERBS,
    facts=PRIMER.facts,
    events=words.EVENTS,
    glossary=words.GLOSSARY,
    reasons=words.REASONS,
    effects=effects.EFFECTS,
    cards=cards.CARDS,
    kind_of=cards.KIND_OF,
    zone_map=cards.ZONE_MAP,
    deck=lambda _options: cards.DECK,
    new=rules.new,
    active=moves.active,
    turn=state.turn,
    possible=moves.possible,
    legal=moves.legal,
    why_not=moves.why_not,
    actions=rules.ACTIONS,
    attempt=moves.attempt,
    route=moves.route,
    zones=state.zones,
    read_facts=rules.read_facts,
    scores=rules.scores,
    result=rules.result,
    check=state.check,
    burials={"tossed": "bottom"},
)
