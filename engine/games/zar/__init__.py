"""Zar: get rid of your cards; a seat that holds the twin of the card just played may slam it down out of turn.

2–9 seats, 62 cards, every one twice. A turn: play a card of the colour or the type of the top card, or two identical
ones together, else draw a card. Some cards do more:

    skip        the next seat is passed over
    reverse     play goes the other way round
    draw two    the next seat takes two cards, unless it answers with another draw two
    wild        fits on all but dragons, and names the colour that fits next
    dragon      fits on all but wilds, and names the number that fits next

The twin of the top card may be put onto it by any other seat at any moment (or, by option, when all are asked): the
seat whose card was matched draws one, and play continues from the matcher. A seat without cards wins the hand, unless
its last card is matched. The rules are numbered in docs/rules/zar.md.
"""

from engine.core.game import Game, Penalty, Reaction
from engine.core.lesson import read_lesson
from engine.core.primer import read_primer
from engine.games.zar import cards, checks, effects, guide, moves, points, rules, state, words

PRIMER = read_primer(__name__)
GAME = Game(
    name="zar",
    title="Zar",
    summary="Get rid of your cards, and slam down the twin of the card just played, out of turn.",
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
    deck=lambda _options: cards.DECK,
    check_options=state.check_options,
    highest_values=state.highest_values,
    new=rules.new,
    active=state.active,
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
    penalty=Penalty(moves.is_offence, rules.offend),
    choose_hidden=rules.choose_hidden,
    reaction=Reaction(("match",), state.is_race, rules.asks_for_reaction, polled={"matching": "poll"}),
    burials={"putBack": "anywhere"},
    lacks=moves.lacks,
    guide=guide.GUIDE,
)
