"""Door to Zont: raise the worth of the suits that you collect, and lower that of the others.

2–6 seats, the Zont deck. Each suit has a pile, which begins with the suit's 0. A turn: play a card onto the pile of its
suit and use its power if you like, put a card into your score pile, then draw up to five. The powers:

    Art         put one more card of the same colour onto the pile of its suit, without its power
    Change      take the top card of another suit pile, if it has the same colour
    Favors      shuffle a suit pile
    Great Zont  none, but while it is a top card no Change takes it
    Giglets     any one of these, as you choose, or none

A seat that cannot draw up to five begins the final round: now a turn is one card, played or put into the score pile,
and the first seat without cards ends the game. Each card of a score pile is worth the value of the top card of its
suit's pile. The rules are numbered in docs/rules/door.md.
"""

from engine.core.game import Game
from engine.core.lesson import read_lesson
from engine.core.primer import read_primer
from engine.games.door import cards, checks, effects, guide, moves, points, rules, state, words
from engine.games.zont import CARDS, DECK, KIND_OF

PRIMER = read_primer(__name__)
GAME = Game(
    name="door",
    title="Door to Zont",
    summary="Raise the worth of the suits that you collect, and lower that of the others.",
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
    cards=CARDS,
    kind_of=KIND_OF,
    zone_map=cards.ZONE_MAP,
    deck=lambda _options: DECK,
    new=rules.new,
    active=state.turn,
    turn=state.turn,
    possible=moves.possible,
    legal=moves.legal,
    why_not=moves.why_not,
    blanks=words.blanks,
    other_zones=cards.OTHER_ZONES,
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
