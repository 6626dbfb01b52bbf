"""Bazaar: stock three shelves with exactly as many goods as the customers want.

2–6 seats, the Zont deck. Each colour has a customer, whose top card says how many cards every seat should have on
its own pile of that colour: the target. A turn: play a card onto the own pile of its colour, a wild onto any, and
use the card's power:

    Art         may put one more card of the colour down
    Change      may take the top card of a pile of the colour into the hand
    Favors      goes onto the customer of its colour instead, and so sets a new target
    Great Zont  cannot be taken by a Change while it lies on top
    Giglets     does what the first other card below it does

If all piles of the seat now match their targets it banks them face down, worth their values; the others bank too,
but of each pile above its target the highest cards count against them. Then draw up to five. When the deck is empty
everybody has one more turn. The rules are numbered in docs/rules/bazaar.md.
"""

from engine.core.game import Game
from engine.core.lesson import read_lesson
from engine.core.primer import read_primer
from engine.games.bazaar import cards, checks, effects, guide, moves, points, rules, state, words
from engine.games.zont import CARDS, DECK, KIND_OF

PRIMER = read_primer(__name__)
GAME = Game(
    name="bazaar",
    title="Bazaar",
    summary="Stock three shelves with exactly as many goods as the customers want.",
    primer=PRIMER,
    lesson=read_lesson(__name__),
    rules=rules.RULES_VERSION,
    min_seats=2,
    max_seats=cards.MOST_SEATS,
    options=state.Options,
    option_labels=words.OPTION_LABELS,
    state=state.State,
    verbs=words.VERBS,
    labels=words.LABELS,
    facts=PRIMER.facts,
    events=words.EVENTS,
    glossary=words.GLOSSARY,
    reasons=words.REASONS,
    effects=effects.EFFECTS,
    points=words.POINTS,
    cards=CARDS,
    kind_of=KIND_OF,
    question=words.question,
    zone_map=cards.ZONE_MAP,
    deck=lambda _options: DECK,
    new=rules.new,
    active=state.turn,
    turn=state.turn,
    possible=moves.possible,
    legal=moves.legal,
    why_not=moves.why_not,
    blanks=words.blanks,
    label_of=words.label_of,
    blank_kinds=words.BLANKS,
    actions=rules.ACTIONS,
    attempt=moves.attempt,
    route=moves.route,
    zones=state.zones,
    read_facts=rules.read_facts,
    scores=rules.scores,
    result=rules.result,
    list_points=points.list_points,
    check=checks.check,
    decides_in_secret=rules.decides_in_secret,
    guide=guide.GUIDE,
)
