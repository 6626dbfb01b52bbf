"""Zeven: collect cards from three areas, but do not hold the most of a colour.

2–4 seats, the Zont deck. A turn: play a card onto an area; if the area's total is now above 7, take the area into
your score pile, else use the card's power:

    Art         put one more card of your hand onto the area
    Change      move one card of the area to another area
    Favors      every other seat in turn puts a card onto the area
    Great Zont  the next card played onto it has no power
    Giglets     any one of these, as you choose

Then draw up to four. A round ends when every hand is empty. Each card of a score pile is worth 1 point, but in each
colour the seat with the most cards scores nothing for it. The rules are numbered in docs/rules/zeven.md.
"""

from engine.core.game import Game
from engine.core.lesson import read_lesson
from engine.core.primer import read_primer
from engine.games.zeven import cards, checks, effects, guide, moves, points, rules, state, words
from engine.games.zont import CARDS, DECK, KIND_OF

PRIMER = read_primer(__name__)
GAME = Game(
    name="zeven",
    title="Zeven",
    summary="Collect cards from three areas, but do not hold the most of a colour.",
    primer=PRIMER,
    lesson=read_lesson(__name__),
    rules=rules.RULES_VERSION,
    min_seats=2,
    max_seats=cards.MOST_SEATS,
    options=state.Options,
    option_labels=words.OPTION_LABELS,
    state=state.State,
    verbs=words.VERBS,
    choices=words.CHOICES,
    facts=PRIMER.facts,
    events=words.EVENTS,
    glossary=words.GLOSSARY,
    reasons=words.REASONS,
    effects=effects.EFFECTS,
    points=words.POINTS,
    decided=words.DECIDED,
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
