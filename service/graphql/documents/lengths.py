"""The lengths of the schema's lists, from which the size of an answer is estimated before it is made.

Most lists have a length by their name. Any other length has as its key the field's schema coordinate, `Type.field`;
where it depends on how the field is reached, the key is a path of coordinates: the cards of a table lie in many zones
or all in one, but never exceed the deck. So `View.zones>Zone.cards` is a few cards for each zone, `Zone.cards` the
whole deck.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from graphql import (
    GraphQLSchema,
    get_nullable_type,
    is_abstract_type,
    is_enum_type,
    is_input_object_type,
    is_interface_type,
    is_list_type,
    is_object_type,
    is_wrapping_type,
)

from service.use_cases.batches.inputs import LARGEST_RESULTS, MOST_BATCH_SEATS, MOST_SESSIONS
from service.use_cases.inputs import LARGEST_LIST, LARGEST_PAGE, LARGEST_REVIEW, MOST_SEATS
from service.use_cases.reading import MOST_TOLD
from service.use_cases.tournaments.inputs import MOST_NAMED, TIE_BREAKS
from service.views.catalogue import game_names, project_cards, project_game, project_vocabulary, rules_of
from service.views.game_view import Vocabulary

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


_GAMES = [project_game(name) for name in game_names()]
SEATS = min(30, max(game.max_seats for game in _GAMES))

_VOCABULARIES = [project_vocabulary(name) for name in game_names()]
_PHRASES = [name for name in Vocabulary.__struct_fields__ if name not in ("language", "languages")]
_OPTIONS = max(len(game.options) for game in _GAMES)
_CHOICES = [sum(len(option.choices) for option in game.options) for game in _GAMES]
_CARDS = max(len(project_cards(name)) for name in game_names())

# The length of a list by its name, wherever it does not have one of its own.
_BY_SEAT = (
    *("activeSeats", "agreed", "awaited", "entropy", "grants", "joinLinks", "maximumBySeats"),
    *("ranking", "scores", "seats", "turn", "winners"),
)
BY_NAME: Lengths = {
    **dict.fromkeys(_BY_SEAT, SEATS),
    **dict.fromkeys(("candidates", "legalMoves", "moves"), MOVES),
    **dict.fromkeys(("hidden", "zones"), ZONES),
    **dict.fromkeys(("edges", "nodes"), LARGEST_PAGE),
    **dict.fromkeys(
        ("arguments", "blanks"),
        max(len(phrase.blanks) for one in _VOCABULARIES for name in _PHRASES for phrase in getattr(one, name)),
    ),
    **dict.fromkeys(
        ("choices", "choiceLabels"), max(len(option.choices) for game in _GAMES for option in game.options)
    ),
    "alternatives": 3,
    "cards": CARDS,
    "events": EVENTS,
    "facts": FACTS,
    "games": len(_GAMES),
    "hand": HAND,
    "options": _OPTIONS,
    "path": PATH,
    "positions": 2,
    "rules": max(len(rules_of(name)) for name in game_names()),
    "verbs": max(len(game.verbs) for game in _GAMES),
    # Most tables of a tournament have a few seats and a board or two. Without a session, too, few tournaments are the
    # largest.
    "boards": 2,
    "byes": 10,
    "entrantTokens": MOST_NAMED,
    "entrants": 4,
    "playedRounds": 20,
    "points": 4,
    "ratings": 500,
    "standings": 500,
    "tables": 250,
    "tieBreaks": len(TIE_BREAKS),
}
_CHANGES = ("MoveApplied", "Preview", "SessionChanged", "SessionFrame", "TableChanged")
_LISTED = ("SessionConnection", "SessionSummaryConnection")
_PAGES = ("edges", "nodes")
_OWN: Lengths = {
    **{f"Vocabulary.{name}": max(len(getattr(one, name)) for one in _VOCABULARIES) for name in _PHRASES},
    "Vocabulary.languages": max(len(one.languages) for one in _VOCABULARIES),
    "Game.cards": _CARDS,
    # Few options of a game have many choices.
    "Game.options>GameOption.choices": max(_CHOICES) / _OPTIONS,
    "Game.options>GameOption.choiceLabels": max(_CHOICES) / _OPTIONS,
    "HandCard.moves": 4,
    "Move.cards": 1,
    "Preview.zones>PreviewZone.cards": CARDS / ZONES,
    "View.zones>Zone.cards": CARDS / ZONES,
    "Event.cards": 2,
    **{f"{kind}.events>Event.{cards}": EVENT_CARDS / EVENTS for kind in _CHANGES for cards in ("cards", "positions")},
    "DecisionPoll.seats": MOST_SEATS,
    "DecisionPoll.seats>PolledSeat.session": MOST_TOLD / MOST_SEATS,
    "MySessions.sessions": MOST_SEATS,
    # Nobody sits at a hundred of the largest tables.
    "MySessions.sessions>MySession.session>SessionSummary.seats": SEATS / 3,
    **{f"{kind}.{page}": LARGEST_LIST for kind in _LISTED for page in _PAGES},
    # Only open sessions are listed, and nothing has been dealt in them.
    "SessionConnection.nodes>Session.view": 0,
    "SessionConnection.edges>SessionEdge.node>Session.view": 0,
    **{f"Review.{page}": LARGEST_REVIEW for page in _PAGES},
    "SessionsCreated.sessions": MOST_SESSIONS,
    "SessionsCreated.sessions>BatchSession.joinLinks": MOST_BATCH_SEATS / MOST_SESSIONS,
    **{f"BatchResultConnection.{page}": LARGEST_RESULTS for page in _PAGES},
    # Not every table of a batch is one of the largest.
    **{
        f"BatchResultConnection.{result}.result>Result.{seats}": SEATS / 3
        for result in ("edges>BatchResultEdge.node>BatchResult", "nodes>BatchResult")
        for seats in ("ranking", "scores", "winners")
    },
    "MyTables.tables": 20,
    **dict.fromkeys(("TournamentBoard.ranking", "TournamentBoard.scores", "TournamentBoard.seats"), 4),
}


def lengths_of(schema: GraphQLSchema) -> Lengths:
    """Return the length of every list, those of introspection included."""
    named = {
        f"{kind}.{name}": BY_NAME[name]
        for kind, described in schema.type_map.items()
        for name, field in _fields(described)
        if name in BY_NAME and is_list_type(get_nullable_type(field.type))
    }
    return {**named, **_OWN, **_introspection_lengths(schema)}


def _introspection_lengths(schema: GraphQLSchema) -> Lengths:
    """Return the lengths of introspection: exact for all types together, those of the longest for a single type."""
    types = list(schema.type_map.values())
    fields = [field for kind in types for _, field in _fields(kind)]
    directives = schema.directives
    found: dict[str, float] = {
        "__Schema.types": len(types),
        "__Schema.directives": len(directives),
        "__Directive.args": max(len(directive.args) for directive in directives),
        "__Directive.locations": max(len(directive.locations) for directive in directives),
        "__Field.args": max(len(field.args) for field in fields),
        "__Schema.types>__Type.fields>__Field.args": sum(len(field.args) for field in fields) / len(fields),
    }
    for name, listed in _IN_TYPES.items():
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


def _fields(kind: Any) -> Iterable[tuple[str, Any]]:  # noqa: ANN401  any type of a schema
    return kind.fields.items() if is_object_type(kind) or is_interface_type(kind) else ()


_IN_TYPES: Mapping[str, Callable[[Any, GraphQLSchema], Iterable[Any]]] = {
    "fields": lambda kind, _schema: _fields(kind),
    "inputFields": lambda kind, _schema: kind.fields if is_input_object_type(kind) else (),
    "interfaces": lambda kind, _schema: kind.interfaces if hasattr(kind, "interfaces") else (),
    "enumValues": lambda kind, _schema: kind.values if is_enum_type(kind) else (),
    "possibleTypes": lambda kind, schema: schema.get_possible_types(kind) if is_abstract_type(kind) else (),
}
