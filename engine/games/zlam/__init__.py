"""ZLAM!: build stacks to a count of exactly nine, and hand others the cards that hurt.

2–30 seats, a deck of numbers 1–5 in three colours and of ZLAM! cards, which count 0. Each seat builds on three stacks.
A turn: turn up the top card, then put it on one of your stacks, or give it to another seat, which must put it on one of
its own. No card may take a stack above nine. A stack that reaches nine is closed and scores 1 for each number and 2 for
each ZLAM!, double in one colour; all stacks closed are a Grand ZLAM! A seat that cannot place a card is out; if it has
closed nothing yet, that is a shut out, for which the giver scores. The game ends when every seat is finished or out, or
when the deck is empty.

At risk (an option): a stack at nine may stay open for more ZLAM! cards. Other decks (options): a gain card adds a
stack, a loss card takes one away. The rules are numbered in docs/rules/zlam.md.
"""

from engine.core.game import Game
from engine.core.lesson import read_lesson
from engine.core.primer import read_primer
from engine.games.zlam import cards, checks, effects, guide, moves, points, rules, state, words

PRIMER = read_primer(__name__)
GAME = Game(
    name="zlam",
    title="ZLAM!",
    summary="Build stacks to a count of exactly nine, and hand others the cards that hurt.",
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
    cards=cards.CARDS,
    kind_of=cards.KIND_OF,
    question=words.question,
    zone_map=cards.ZONE_MAP,
    deck=state.deck,
    check_options=state.check_options,
    fitting_values=state.fitting_values,
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
    possible_zones=state.possible_zones,
    read_facts=rules.read_facts,
    scores=rules.scores,
    result=rules.result,
    list_points=points.list_points,
    sides=rules.sides,
    check=checks.check,
    decides_in_secret=rules.decides_in_secret,
    burials={"buried": "bottom"},
    guide=guide.GUIDE,
)
