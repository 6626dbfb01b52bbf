"""Explain why a move is not allowed: a code, the rule's number, a sentence, and the nearest legal moves."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

import msgspec

from engine.core.game import Game
from engine.core.messages import NO_SUCH_CARD, NO_SUCH_VERB, NOT_COMPLETE, TABLE_IS_OVER
from engine.core.moves import (
    LONGEST_NOTATION,
    BadNotation,
    IllegalMove,
    Move,
    NotYourTurn,
    Refusal,
    TableOver,
    fits_pattern,
    quote,
)
from engine.core.templates import Argument, BlankKind, Sentence, blanks_of
from engine.core.values import Options, Refused, State
from engine.games import game_of
from engine.sentences import say
from engine.validation import check_seat, read_move

NEAREST = 3
# The kinds of the blanks that refusals of all games share; other blanks are texts, or listed in `Game.blank_kinds`.
BLANKS_OF_REFUSALS: Mapping[str, BlankKind] = {
    "seat": "SEAT",
    "asked": "SEAT",
    "card": "CARD",
    "verbs": "OPTIONS",
    "patterns": "OPTIONS",
}


class HandCard(msgspec.Struct, frozen=True):
    """A card of a seat's hand: the moves that it has now, or else the reason why it has none."""

    card: str
    moves: tuple[Move, ...]
    refusal: Refusal | None


def explain(state: State, seat: int, move: Move | str) -> Refusal | None:
    """Return the refusal of a move that `seat` may not make now, or None when it is legal.

    Accepts any text. The refusal holds up to three similar legal moves, the most similar first. Raises
    `InvalidInput` when there is no such seat, or when the move is not a text.
    """
    rules = game_of(state)
    check_seat(state, seat)
    return refusal_of(rules, state, seat, move, rules.legal(state, seat))


def explain_hand(state: State, seat: int) -> tuple[HandCard, ...]:
    """Return for each card in a seat's hand, in canonical order, its legal moves or the reason why it has none."""
    rules = game_of(state)
    check_seat(state, seat)
    legal = rules.legal(state, seat)
    hand: list[str] = []
    for zone, cards in state.zones.items():
        naming = rules.zone_map.naming(zone)
        if naming.hand and naming.owner == seat:
            hand += cards
    return tuple(_explain_card(rules, state, seat, card, legal) for card in hand)


def table_over(game: str) -> TableOver:
    """Return the refusal of every move at a table of a game that is over."""
    sentence = Sentence(TABLE_IS_OVER, ())
    return TableOver("engine 9", say(game, sentence), sentence)


def refusal_of(
    rules: Game[State, Options], state: State, seat: int, move: Move | str, legal: Sequence[Move]
) -> Refusal | None:
    """Return the refusal of a move as `explain` does; `legal` are the legal moves of the seat."""
    try:
        chosen = read_move(move)
    except BadNotation as problem:
        problem.alternatives = _nearest_spelt(legal, str(move))
        return problem
    return None if chosen in legal else _refuse(rules, state, seat, chosen, legal)


def _explain_card(rules: Game[State, Options], state: State, seat: int, card: str, legal: Sequence[Move]) -> HandCard:
    moves = tuple(move for move in legal if card in move.cards)
    refusal = None if moves else _refuse(rules, state, seat, rules.attempt(state, seat, card), legal)
    return HandCard(card, moves, refusal)


def _refuse(rules: Game[State, Options], state: State, seat: int, move: Move, legal: Sequence[Move]) -> Refusal:
    """Return the refusal of a move that is not among the legal ones."""
    refusal = _find_mistake(rules, move) or _find_rule(rules, state, seat, move, legal)
    refusal.alternatives = _nearest(legal, move)
    return refusal


def _find_mistake(rules: Game[State, Options], move: Move) -> BadNotation | None:
    """Return the mistake in the notation of a move, if there is one."""
    patterns = [verb.pattern for verb in rules.verbs if verb.name == move.verb]
    if not patterns:
        known = ", ".join(dict.fromkeys(verb.name for verb in rules.verbs))
        return _misspelt(rules, NO_SUCH_VERB, move.verb, known=known)
    if not any(fits_pattern(move, pattern) for pattern in patterns):
        return _misspelt(rules, NOT_COMPLETE, str(move), patterns=",".join(patterns))
    unknown = [card for card in move.cards if card not in rules.cards]
    return _misspelt(rules, NO_SUCH_CARD, unknown[0]) if unknown else None


def _misspelt(rules: Game[State, Options], template: str, text: str, **filled: str) -> BadNotation:
    """Return the refusal of a text, or of a part of it, that is not in the notation of the game."""
    sentence = _make_sentence(rules, template, {"game": rules.title, "text": quote(text), **filled})
    return BadNotation("engine 3", say(rules.name, sentence), sentence)


def _find_rule(rules: Game[State, Options], state: State, seat: int, move: Move, legal: Sequence[Move]) -> Refusal:
    """Return the rule that forbids a well-formed move."""
    if rules.result(state) is not None:
        return table_over(rules.name)
    refused = rules.why_not(state, seat, move)
    turn = rules.turn(state)
    assert refused is not None
    sentence = _fill_blanks(rules, state, seat, move, refused, turn[0])
    kind = IllegalMove if legal or seat in turn else NotYourTurn
    return kind(refused.rule, say(rules.name, sentence), sentence)


def _fill_blanks(
    rules: Game[State, Options], state: State, seat: int, move: Move, refused: Refused, asked: int
) -> Sentence:
    """Return a refusal with the values of its blanks."""
    blanks = rules.blanks(state, seat, move) if rules.blanks is not None else {}
    filled: Mapping[str, str | int | None] = {
        "seat": seat,
        "asked": asked,
        "card": move.cards[0] if move.cards else None,
        "place": quote(move.place),
        **blanks,
        **refused.filled,
    }
    return _make_sentence(rules, refused.sentence, filled)


def _make_sentence(rules: Game[State, Options], template: str, filled: Mapping[str, str | int | None]) -> Sentence:
    kinds = {**BLANKS_OF_REFUSALS, **rules.blank_kinds}
    arguments = [(name, kinds.get(name, "TEXT"), filled[name]) for name in blanks_of(template)]
    return Sentence(
        template,
        tuple(Argument(name, kind, None if value is None else str(value)) for name, kind, value in arguments),
    )


def _nearest(legal: Sequence[Move], wanted: Move) -> tuple[Move, ...]:
    """Return the legal moves that are most similar to a move; ties keep the listed order."""
    return tuple(sorted(legal, key=lambda move: -_likeness(move, wanted))[:NEAREST])


def _likeness(move: Move, wanted: Move) -> int:
    """Return the weighted similarity of two moves: the cards weigh most, then the verb. Absent parts count 0."""
    return (
        8 * (move.cards == wanted.cards != ())
        + 4 * (move.verb == wanted.verb)
        + 2 * (move.place == wanted.place is not None)
        + 2 * (move.seat == wanted.seat is not None)
        + (move.choice == wanted.choice)
    )


def _nearest_spelt(legal: Sequence[Move], text: str) -> tuple[Move, ...]:
    """Return the legal moves whose notation is most similar to a malformed text."""
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(text[:LONGEST_NOTATION])

    def unlikeness(move: Move) -> float:
        matcher.set_seq1(str(move))
        return -matcher.ratio()

    return tuple(sorted(legal, key=unlikeness)[:NEAREST])
