"""The lengths of the schema's lists, from which the size of an answer is estimated before it is made.

The key of a length is the field's schema coordinate, `Type.field`. Where the length depends on how the field is
reached, the key is a path of coordinates: the cards of a table lie in many zones or all in one, but never exceed the
deck. So `View.zones>Zone.cards` is a few cards for each zone, `Zone.cards` the whole deck.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from graphql import (
    GraphQLSchema,
    is_abstract_type,
    is_enum_type,
    is_input_object_type,
    is_interface_type,
    is_object_type,
    is_wrapping_type,
)

from service.use_cases.batches.inputs import LARGEST_RESULTS, MOST_BATCH_SEATS, MOST_SESSIONS
from service.use_cases.deciding import MOST_TOLD
from service.use_cases.inputs import LARGEST_LIST, LARGEST_PAGE, LARGEST_REVIEW, MOST_SEATS
from service.use_cases.tournaments.inputs import MOST_NAMED, TIE_BREAKS
from service.views.catalogue import game_names, project_game, project_vocabulary, rules_of
from service.views.game_view import Vocabulary
from service.views.parts import project_cards

Lengths = Mapping[str, float]

# Documents are weighed as for tables of two decks and thirty seats; answers of the few larger ones are longer.
CARDS = 200
ZONES = 90
FACTS = 16
MOVES = 64
HAND = 32
# The most events of one change (the end of a round: one for each seat and for each pile), and the cards in them.
EVENTS = 200
EVENT_CARDS = 250
PATH = 4


def _maximum(length: Callable[[str], int]) -> int:
    return max(map(length, game_names()))


SEATS = min(30, _maximum(lambda name: project_game(name).max_seats))

_MOVES: Lengths = {
    "Decision.moves": MOVES,
    "HandCard.moves": 4,
    "IllegalMove.legalMoves": MOVES,
    "Move.cards": 1,
    "Refusal.alternatives": 3,
    "Suggestion.candidates": MOVES,
    "Suggestion.hidden": ZONES,
    "Table.legalMoves": MOVES,
    "View.legalMoves": MOVES,
}
_OPTIONS = _maximum(lambda name: len(project_game(name).options))
_CHOICES = "GameOption.choices", "GameOption.choiceLabels"
_CATALOGUE: Lengths = {
    "Query.games": len(game_names()),
    "Game.options": _OPTIONS,
    "Game.verbs": _maximum(lambda name: len(project_game(name).verbs)),
    "Game.rules": _maximum(lambda name: len(rules_of(name))),
    "GameOption.maximumBySeats": SEATS,
    **dict.fromkeys(_CHOICES, _maximum(lambda name: max(len(option.choices) for option in project_game(name).options))),
    # Few options of a game have many choices.
    **dict.fromkeys(
        (f"Game.options>{choices}" for choices in _CHOICES),
        _maximum(lambda name: sum(len(option.choices) for option in project_game(name).options)) / _OPTIONS,
    ),
    **dict.fromkeys(("Session.options", "SessionSummary.options", "Tournament.options"), _OPTIONS),
}
_VOCABULARIES = [project_vocabulary(name) for name in game_names()]
_PHRASES = [name for name in Vocabulary.__struct_fields__ if name not in ("language", "languages")]
_BLANKS = max(len(phrase.blanks) for one in _VOCABULARIES for name in _PHRASES for phrase in getattr(one, name))
_WORDS: Lengths = {
    "Game.cards": _maximum(lambda name: len(project_cards(name))),
    "IllegalMove.arguments": _BLANKS,
    "Phrase.blanks": _BLANKS,
    "Refusal.arguments": _BLANKS,
    "Vocabulary.languages": max(len(one.languages) for one in _VOCABULARIES),
    **{f"Vocabulary.{name}": max(len(getattr(one, name)) for one in _VOCABULARIES) for name in _PHRASES},
}
_TABLE: Lengths = {
    "Preview.facts": FACTS,
    "Preview.zones": ZONES,
    "Preview.zones>PreviewZone.cards": CARDS / ZONES,
    "PreviewZone.cards": CARDS,
    "View.facts": FACTS,
    "View.hand": HAND,
    "View.zones": ZONES,
    "View.zones>Zone.cards": CARDS / ZONES,
    "Zone.cards": CARDS,
}
_CHANGES = (
    "MoveApplied.events",
    "Preview.events",
    "SessionChanged.events",
    "SessionFrame.events",
    "TableChanged.events",
)
_OF_CARDS = ("cards", "positions")
_EVENTS: Lengths = {
    "Event.cards": 2,
    "Event.positions": 2,
    "EventConnection.edges": LARGEST_PAGE,
    "EventConnection.nodes": LARGEST_PAGE,
    **dict.fromkeys(_CHANGES, EVENTS),
    **dict.fromkeys((f"{events}>Event.{cards}" for events in _CHANGES for cards in _OF_CARDS), EVENT_CARDS / EVENTS),
}
_SESSIONS: Lengths = {
    "DecisionPoll.seats": MOST_SEATS,
    "DecisionPoll.seats>PolledSeat.session": MOST_TOLD / MOST_SEATS,
    "MySessions.sessions": MOST_SEATS,
    # Nobody sits at a hundred of the largest tables.
    "MySessions.sessions>MySession.session>SessionSummary.seats": SEATS / 3,
    "SessionConnection.edges": LARGEST_LIST,
    "SessionConnection.nodes": LARGEST_LIST,
    "SessionSummaryConnection.edges": LARGEST_LIST,
    "SessionSummaryConnection.nodes": LARGEST_LIST,
    # Only open sessions are listed, and nothing has been dealt in them.
    "SessionConnection.nodes>Session.view": 0,
    "SessionConnection.edges>SessionEdge.node>Session.view": 0,
}
_REVIEWS: Lengths = {"Review.edges": LARGEST_REVIEW, "Review.nodes": LARGEST_REVIEW}
_OF_RESULTS = ("edges>BatchResultEdge.node>BatchResult", "nodes>BatchResult")
_BATCHES: Lengths = {
    "SessionsCreated.sessions": MOST_SESSIONS,
    "SessionsCreated.sessions>BatchSession.joinLinks": MOST_BATCH_SEATS / MOST_SESSIONS,
    "BatchResultConnection.edges": LARGEST_RESULTS,
    "BatchResultConnection.nodes": LARGEST_RESULTS,
    # Not every table of a batch is one of the largest.
    **{
        f"BatchResultConnection.{result}.result>Result.{seats}": SEATS / 3
        for result in _OF_RESULTS
        for seats in ("ranking", "scores", "winners")
    },
}
# Most tables of a tournament have a few seats and a board or two, and most changes few events.
_AT_A_TABLE = ("TournamentTable.entrants", "TournamentTable.points", "TableRuling.points")
_AT_A_BOARD = ("TournamentBoard.ranking", "TournamentBoard.scores", "TournamentBoard.seats")
_TOURNAMENTS: Lengths = {
    "MyTables.tables": 20,
    # Without a session, too, few tournaments are the largest.
    "PairedRound.byes": 10,
    "PairedRound.tables": 250,
    "PairedTable.entrants": 4,
    "PlayerRatings.ratings": 500,
    "RankedEntrant.tieBreaks": len(TIE_BREAKS),
    "RankedEntrants.standings": 500,
    "RoundSummary.byes": 10,
    "Standing.tieBreaks": len(TIE_BREAKS),
    "Tournament.playedRounds": 20,
    "Tournament.tieBreaks": len(TIE_BREAKS),
    "TournamentCreated.entrantTokens": MOST_NAMED,
    "TournamentFrame.events": EVENTS,
    "TournamentTable.boards": 2,
    **dict.fromkeys((*_AT_A_TABLE, *_AT_A_BOARD), 4),
    **dict.fromkeys(
        (f"{one}Connection.{part}" for one in ("Entrant", "Table", "Standing") for part in ("edges", "nodes")),
        LARGEST_PAGE,
    ),
}
_BY_SEAT = (
    "BatchSession.joinLinks",
    "Fairness.entropy",
    "Presence.seats",
    "Preview.scores",
    "Preview.turn",
    "Result.ranking",
    "Result.scores",
    "Result.winners",
    "Session.seats",
    "SessionSummary.seats",
    "SessionCreated.joinLinks",
    "Table.activeSeats",
    "Table.grants",
    "TakeBack.agreed",
    "TakeBack.awaited",
    "View.scores",
    "View.turn",
)
_PROBLEMS = ("IllegalMove.path", "InvalidInput.path", "NotAllowed.path", "Problem.path", "StaleVersion.path")

LENGTHS: Lengths = {
    **_MOVES,
    **_CATALOGUE,
    **_WORDS,
    **_TABLE,
    **_EVENTS,
    **_SESSIONS,
    **_REVIEWS,
    **_BATCHES,
    **_TOURNAMENTS,
    **dict.fromkeys(_BY_SEAT, SEATS),
    **dict.fromkeys(_PROBLEMS, PATH),
}


def lengths_of(schema: GraphQLSchema) -> Lengths:
    """Return the length of every list, those of introspection included."""
    return {**LENGTHS, **_introspection_lengths(schema)}


def _introspection_lengths(schema: GraphQLSchema) -> Lengths:
    """Return the lengths of introspection: exact for all types together, those of the longest for a single type."""
    types = list(schema.type_map.values())
    fields = [field for kind in types for field in _fields(kind)]
    directives = schema.directives
    found: dict[str, float] = {
        "__Schema.types": len(types),
        "__Schema.directives": len(directives),
        "__Directive.args": max(len(directive.args) for directive in directives),
        "__Directive.locations": max(len(directive.locations) for directive in directives),
        "__Field.args": max(len(field.args) for field in fields),
        "__Schema.types>__Type.fields>__Field.args": sum(len(field.args) for field in fields) / len(fields),
    }
    for name, listed in _LISTED.items():
        sizes = [len(list(listed(kind, schema))) for kind in types]
        found[f"__Type.{name}"] = max(sizes)
        found[f"__Schema.types>__Type.{name}"] = sum(sizes) / len(sizes)
    return {**found, **_wrapping_lengths(fields)}


def _wrapping_lengths(fields: list[Any]) -> Lengths:
    """Return for each step of `ofType` the share of the types that have it: of fields, or of arguments if more do."""
    own = _wrapped_shares([field.type for field in fields])
    of_arguments = _wrapped_shares([arg.type for field in fields for arg in field.args.values()])
    return {path: max(own.get(path, 0), of_arguments.get(path, 0)) for path in {**own, **of_arguments}}


def _wrapped_shares(kinds: list[Any]) -> Lengths:
    found: dict[str, float] = {}
    path = "__Type.ofType"
    while kinds:
        inner = [kind.of_type for kind in kinds if is_wrapping_type(kind)]
        found[path] = len(inner) / len(kinds)
        kinds, path = inner, f"{path}>__Type.ofType"
    return found


def _fields(kind: Any) -> Iterable[Any]:  # noqa: ANN401  any type of a schema
    return kind.fields.values() if is_object_type(kind) or is_interface_type(kind) else ()


_LISTED: Mapping[str, Callable[[Any, GraphQLSchema], Iterable[Any]]] = {
    "fields": lambda kind, _schema: _fields(kind),
    "inputFields": lambda kind, _schema: kind.fields if is_input_object_type(kind) else (),
    "interfaces": lambda kind, _schema: kind.interfaces if hasattr(kind, "interfaces") else (),
    "enumValues": lambda kind, _schema: kind.values if is_enum_type(kind) else (),
    "possibleTypes": lambda kind, schema: schema.get_possible_types(kind) if is_abstract_type(kind) else (),
}
