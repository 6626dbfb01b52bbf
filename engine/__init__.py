"""The rules of card games as pure functions from states to states (docs/rules/engine.md, section 2).

Nothing here knows a clock, a file, a network or a global random generator: the same input gives the same bytes.
"""

from engine.codec import dumps, loads
from engine.core.errors import EngineError, InvalidInput, InvalidOption, InvalidRecord, InvalidState, UnknownGame
from engine.core.game import Game, Judgement
from engine.core.moves import BadNotation, IllegalMove, Move, NotYourTurn, Refusal, TableOver, parse_move
from engine.core.templates import Argument, Blank, BlankKind, Sentence
from engine.core.values import Card, Event, Fact, LegalMove, Options, Result, State, Verb, View, Zone
from engine.explanations import HandCard, explain, explain_hand
from engine.games import GAMES, game_of, register
from engine.memory import Memory, begin_memory, remember, remember_alike
from engine.operations import (
    LEARNED,
    Played,
    active_seats,
    apply,
    asked_seats,
    covered_view,
    describe,
    describe_moves,
    events_for,
    is_uncovering_of_end,
    learned,
    legal_moves,
    new_game,
    next_state,
    play,
    result,
    view,
)
from engine.options import Option, Plain, changed_options, describe_options, game_options
from engine.preview import Preview, PreviewZone, preview
from engine.reactions import has_reactions, is_reaction, opens_reaction
from engine.records.fairness import KeyProof, commit, derive_key, is_entropy
from engine.records.record import (
    Decision,
    Record,
    Shuffle,
    add_shuffles,
    cut_record,
    dump_record,
    make_record,
    parse_record,
    replay,
    split_line,
)
from engine.records.verification import Check, verify
from engine.redeal import redeal
from engine.sentences import Wording, card_label, fact_label, move_label, say, sentence, zone_label
from engine.translations import catalogue, languages
from engine.validation import find_game
from engine.vocabulary import Phrase, Vocabulary, vocabulary

__all__ = [
    "GAMES",
    "LEARNED",
    "Argument",
    "BadNotation",
    "Blank",
    "BlankKind",
    "Card",
    "Check",
    "Decision",
    "EngineError",
    "Event",
    "Fact",
    "Game",
    "HandCard",
    "IllegalMove",
    "InvalidInput",
    "InvalidOption",
    "InvalidRecord",
    "InvalidState",
    "Judgement",
    "KeyProof",
    "LegalMove",
    "Memory",
    "Move",
    "NotYourTurn",
    "Option",
    "Options",
    "Phrase",
    "Plain",
    "Played",
    "Preview",
    "PreviewZone",
    "Record",
    "Refusal",
    "Result",
    "Sentence",
    "Shuffle",
    "State",
    "TableOver",
    "UnknownGame",
    "Verb",
    "View",
    "Vocabulary",
    "Wording",
    "Zone",
    "active_seats",
    "add_shuffles",
    "apply",
    "asked_seats",
    "begin_memory",
    "card_label",
    "catalogue",
    "changed_options",
    "commit",
    "covered_view",
    "cut_record",
    "derive_key",
    "describe",
    "describe_moves",
    "describe_options",
    "dump_record",
    "dumps",
    "events_for",
    "explain",
    "explain_hand",
    "fact_label",
    "find_game",
    "game_of",
    "game_options",
    "has_reactions",
    "is_entropy",
    "is_reaction",
    "is_uncovering_of_end",
    "languages",
    "learned",
    "legal_moves",
    "loads",
    "make_record",
    "move_label",
    "new_game",
    "next_state",
    "opens_reaction",
    "parse_move",
    "parse_record",
    "play",
    "preview",
    "redeal",
    "register",
    "remember",
    "remember_alike",
    "replay",
    "result",
    "say",
    "sentence",
    "split_line",
    "verify",
    "view",
    "vocabulary",
    "zone_label",
]
