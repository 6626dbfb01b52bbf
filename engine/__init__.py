"""The rules of card games as pure functions from states to states (docs/rules/engine.md, section 2).

Nothing here knows a clock, a file, a network or a global random generator: the same input gives the same bytes.
"""

from engine.codec import dumps, loads
from engine.core.errors import (
    BadNotation,
    EngineError,
    IllegalMove,
    InvalidInput,
    InvalidOption,
    InvalidRecord,
    InvalidState,
    NotYourTurn,
    Refusal,
    TableOver,
    UnknownGame,
)
from engine.core.game import Game
from engine.core.moves import Move
from engine.core.notation import parse_move
from engine.core.values import Card, Event, Fact, LegalMove, Options, Result, State, Verb, View, Zone
from engine.disclosure import LEARNED, learned
from engine.explanations import HandCard, explain, explain_hand
from engine.games import GAMES, game_of, register
from engine.memory import Memory, begin_memory, remember
from engine.operations import (
    active_seats,
    apply,
    asked_seats,
    events_for,
    legal_moves,
    new_game,
    next_state,
    result,
    view,
)
from engine.options import Option, Plain, changed_options, describe_options
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
from engine.sentences import describe, sentence
from engine.validation import find_game

__all__ = [
    "GAMES",
    "LEARNED",
    "BadNotation",
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
    "KeyProof",
    "LegalMove",
    "Memory",
    "Move",
    "NotYourTurn",
    "Option",
    "Options",
    "Plain",
    "Preview",
    "PreviewZone",
    "Record",
    "Refusal",
    "Result",
    "Shuffle",
    "State",
    "TableOver",
    "UnknownGame",
    "Verb",
    "View",
    "Zone",
    "active_seats",
    "add_shuffles",
    "apply",
    "asked_seats",
    "begin_memory",
    "changed_options",
    "commit",
    "cut_record",
    "derive_key",
    "describe",
    "describe_options",
    "dump_record",
    "dumps",
    "events_for",
    "explain",
    "explain_hand",
    "find_game",
    "game_of",
    "has_reactions",
    "is_entropy",
    "is_reaction",
    "learned",
    "legal_moves",
    "loads",
    "make_record",
    "new_game",
    "next_state",
    "opens_reaction",
    "parse_move",
    "parse_record",
    "preview",
    "redeal",
    "register",
    "remember",
    "replay",
    "result",
    "sentence",
    "split_line",
    "verify",
    "view",
]
