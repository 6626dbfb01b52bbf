"""The lengths of the schema's lists, by which the size of an answer is estimated before it is made.

The structs of `service/views/` declare the lengths by `sized`, or the lengths follow from the catalogue. The key of a
length is the field's schema coordinate, `Type.field`. If the length depends on how the field is reached, the key is a
path of coordinates. For example, the cards of a table lie in many zones or all in one, but never exceed the deck: so
`View.zones>Zone.cards` is a few cards for each zone, and `Zone.cards` is the whole deck.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, product
from typing import Any

from graphql import (
    GraphQLSchema,
    get_named_type,
    get_nullable_type,
    is_abstract_type,
    is_enum_type,
    is_input_object_type,
    is_interface_type,
    is_list_type,
    is_object_type,
    is_wrapping_type,
)

from compiled.documents.limits import Lengths
from service.views.catalogue import game_names, project_cards, project_game, project_vocabulary, rules_of
from service.views.fields import ContractStruct
from service.views.wording import VOCABULARY_LISTS, Phrase, Vocabulary

# The costs of fields that take more work than their values show.
WORK: Lengths = {"Query.previewMove": 2000, "Query.table": 500, "View.hand": 50, "Rule.text": 4}


def lengths_of(schema: GraphQLSchema) -> Lengths:
    """Return the length of every list, including the lists of introspection."""
    structs = {kind.__name__: kind for kind in _subclasses(ContractStruct) if kind.__name__ in schema.type_map}
    of_items = {name: kind.list_size for name, kind in structs.items() if kind.list_size is not None}
    in_catalogue, exact = _catalogue_lengths()
    of_items.update(in_catalogue)
    found: dict[str, float] = {}
    for coordinate, item in _lists(schema):
        # A page has as many nodes as edges.
        length = found.get(coordinate.replace(".nodes", ".edges"), of_items.get(item))
        if length is not None:
            found[coordinate] = length
    for name, kind in structs.items():
        found |= {f"{name}.{path}": length for path, length in kind.list_sizes.items()}
    return {**found, **exact, **_introspection_lengths(schema)}


def _lists(schema: GraphQLSchema) -> Iterator[tuple[str, str]]:
    """Yield the coordinate of each list and the type of its items; introspection has lengths of its own."""
    for kind, described in schema.type_map.items():
        for name, field in _fields(described):
            if is_list_type(get_nullable_type(field.type)) and not kind.startswith("__"):
                yield f"{kind}.{name}", get_named_type(field.type).name


def _subclasses(kind: type[ContractStruct]) -> Iterator[type[ContractStruct]]:
    for one in kind.__subclasses__():
        yield one
        yield from _subclasses(one)


def _catalogue_lengths() -> tuple[Lengths, Lengths]:
    """Return the lengths of lists of the catalogue, by their items and by their coordinates."""
    games = [project_game(name) for name in game_names()]
    vocabularies = [project_vocabulary(name) for name in game_names()]
    languages = vocabularies[0].languages
    phrases = {name: [getattr(one, name) for one in vocabularies] for name in VOCABULARY_LISTS}
    options = max(len(game.options) for game in games)
    all_options = list(chain.from_iterable(game.options for game in games))
    choices = max(len(option.choices) for option in all_options)
    # Few options of a game have many choices.
    of_an_option = max(sum(len(option.choices) for option in game.options) for game in games) / options
    all_phrases = chain.from_iterable(map(_phrases_of, vocabularies))
    blanks = max(len(phrase.blanks) for phrase in all_phrases)
    plurals = max(_count_plurals(name, language) for name, language in product(game_names(), languages))
    of_items = {
        **dict.fromkeys(("Argument", "Blank"), blanks),
        **dict.fromkeys(("GameOption", "SetOption"), options),
        "Game": len(games),
        "PluralForm": plurals,
        "Rule": max(len(rules_of(name)) for name in game_names()),
        "Verb": max(len(game.verbs) for game in games),
    }
    exact = {
        **{f"Vocabulary.{name}": max(map(len, lists)) for name, lists in phrases.items()},
        "Vocabulary.languages": max(len(one.languages) for one in vocabularies),
        "Game.cards": max(len(project_cards(name)) for name in game_names()),
        **dict.fromkeys(("GameOption.choices", "GameOption.choiceLabels"), choices),
        **{f"Game.options>GameOption.{name}": of_an_option for name in ("choices", "choiceLabels")},
    }
    return of_items, exact


def _count_plurals(name: str, language: str) -> int:
    """Return the largest number of plural forms of a phrase of a game in a language."""
    return max(len(phrase.plurals) for phrase in _phrases_of(project_vocabulary(name, language)))


def _phrases_of(vocabulary: Vocabulary) -> Iterator[Phrase]:
    """Yield every phrase of a vocabulary."""
    for name in VOCABULARY_LISTS:
        yield from getattr(vocabulary, name)


def _introspection_lengths(schema: GraphQLSchema) -> Lengths:
    """Return the lengths of introspection: exact for all types together, the maximum for a single type."""
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
    """Return, for each depth of `ofType`, the larger share of types that reach it: of fields or of arguments."""
    own = _wrapped_shares([field.type for field in fields])
    of_arguments = _wrapped_shares([arg.type for field in fields for arg in field.args.values()])
    return {path: max(own.get(path, 0), of_arguments.get(path, 0)) for path in {**own, **of_arguments}}


def _wrapped_shares(kinds: list[Any]) -> Lengths:
    found: dict[str, float] = {}
    path = "__Type.ofType"
    while kinds:
        inner = [kind.of_type for kind in kinds if is_wrapping_type(kind)]
        found[path] = len(inner) / len(kinds)
        kinds = inner
        path = f"{path}>__Type.ofType"
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
