"""The rules of card games as pure functions from states to states (docs/rules/engine.md, section 2).

Nothing here knows a clock, a file, a network or a global random generator: the same input gives the same bytes.
"""

from engine.codec import dumps, loads
from engine.errors import (
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
from engine.game import Card, Event, Fact, Game, LegalMove, Options, Result, State, Verb, View, Zone
from engine.games import GAMES, game_of, register
from engine.moves import Move, parse_move
from engine.operations import (
    active_seats,
    apply,
    describe,
    events_for,
    explain,
    find_game,
    legal_moves,
    new_game,
    result,
    sentence,
    view,
)
from engine.options import Option, Plain, changed_options, describe_options
from engine.record import Record, dump_record, make_record, parse_record, replay, split_line

__all__ = [
    "GAMES",
    "BadNotation",
    "Card",
    "EngineError",
    "Event",
    "Fact",
    "Game",
    "IllegalMove",
    "InvalidInput",
    "InvalidOption",
    "InvalidRecord",
    "InvalidState",
    "LegalMove",
    "Move",
    "NotYourTurn",
    "Option",
    "Options",
    "Plain",
    "Record",
    "Refusal",
    "Result",
    "State",
    "TableOver",
    "UnknownGame",
    "Verb",
    "View",
    "Zone",
    "active_seats",
    "apply",
    "changed_options",
    "describe",
    "describe_options",
    "dump_record",
    "dumps",
    "events_for",
    "explain",
    "find_game",
    "game_of",
    "legal_moves",
    "loads",
    "make_record",
    "new_game",
    "parse_move",
    "parse_record",
    "register",
    "replay",
    "result",
    "sentence",
    "split_line",
    "view",
]
