"""Messages about unknown names in a document: the library's message, followed by the known names.

The message begins with the library's own words, since clients may compare the beginning.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from graphql import (
    DirectiveLocation,
    GraphQLAbstractType,
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    GraphQLSchema,
    get_named_type,
    is_abstract_type,
    is_interface_type,
    is_required_argument,
)

from service.graphql.from_contract import input_named
from service.http.error_responses import join_words
from service.use_cases.mistakes import list_known, names_of, template_of

_QUOTED_KEY = re.compile(r'"(\w+)":')


def complete(message: str, schema: GraphQLSchema) -> str | None:
    """Return a message about a name with what to write instead; None for a message about anything else."""
    for pattern, advise in _ADVICE.items():
        found = pattern.fullmatch(message)
        if found is not None:
            advice = advise(found, schema)
            return f"{message} {advice[:1].upper()}{advice[1:]}." if advice else message
    return None


def unquote_names(text: str) -> str:
    """Return a text with the forms of inputs as in a document: without quotes around names."""
    return _QUOTED_KEY.sub(r"\1:", text)


# ---- fields


def _advise_field(found: re.Match[str], schema: GraphQLSchema) -> str:
    name = found["name"]
    kind = schema.get_type(found["type"])
    if kind in _roots(schema).values():
        right = _operation_of(name, schema)
        if right is not None:
            return f"`{name}` is a {right}: write `{right} {{ {name}… }}`"
    if is_abstract_type(kind):
        return _advise_abstract(name, kind, schema)
    return list_known(_fields_of(kind))


def _advise_abstract(name: str, kind: GraphQLAbstractType, schema: GraphQLSchema) -> str:
    """Return the advice on how to select a field of a member."""
    members = schema.get_possible_types(kind)
    having = [member for member in members if name in member.fields]
    fragment = f"`... on {having[0].name} {{ {name} }}`" if having else f"`... on {members[0].name} {{ … }}`"
    own = f"{list_known(_fields_of(kind))}; " if is_interface_type(kind) else ""
    return f"{own}a `{kind.name}` is {_any_of(members)}: write {fragment}"


def _advise_selection(found: re.Match[str], schema: GraphQLSchema) -> str:
    kind = schema.get_type(found["type"])
    if is_abstract_type(kind):
        return _advise_abstract("", kind, schema)
    return list_known(_fields_of(kind))


def _advise_leaf(found: re.Match[str], _schema: GraphQLSchema) -> str:
    return f"write `{found['name']}` without braces behind it"


def _advise_fragment(found: re.Match[str], schema: GraphQLSchema) -> str:
    """Return the types of the objects for which a fragment was written."""
    kind = schema.get_type(found["type"])
    if is_abstract_type(kind):
        return f"a `{kind.name}` is {_any_of(schema.get_possible_types(kind))}"
    return f"write the fields of `{found['type']}` without `... on`"


# ---- arguments and directives


def _advise_argument(found: re.Match[str], schema: GraphQLSchema) -> str:
    field = _find_field(schema, found["type"], found["field"])
    if field is None:
        return ""
    if "input" in field.args and found["name"] in names_of(input_named(_type_of(field, "input"))):
        return f"write `{found['field']}(input: {{{found['name']}: …}})`"
    return list_known(list(field.args))


def _advise_missing_argument(found: re.Match[str], schema: GraphQLSchema) -> str:
    field = _find_field(schema, found["type"], found["field"])
    if field is None:
        return ""
    required = [name for name, argument in field.args.items() if is_required_argument(argument)]
    given = ", ".join(f"{name}: {_blank(_type_of(field, name))}" for name in required)
    return f"write `{found['field']}({given})`"


def _type_of(field: GraphQLField, argument: str) -> str:
    """Return the name of the type of an argument."""
    return get_named_type(field.args[argument].type).name


def _blank(type_name: str) -> str:
    """Return a value of a type as in a document, with blanks."""
    struct = input_named(type_name)
    return "…" if struct is None else unquote_names(template_of(struct))


def _advise_directive(_found: re.Match[str], schema: GraphQLSchema) -> str:
    usable = [one for one in schema.directives if DirectiveLocation.FIELD in one.locations]
    return list_known([f"@{directive.name}" for directive in usable])


def _advise_directive_argument(found: re.Match[str], schema: GraphQLSchema) -> str:
    directive = schema.get_directive(found["directive"])
    return "" if directive is None else list_known(list(directive.args))


# ---- definitions


def _advise_type(_found: re.Match[str], _schema: GraphQLSchema) -> str:
    return "`/schema.graphql` lists all types"


def _advise_definition(found: re.Match[str], _schema: GraphQLSchema) -> str:
    return f"define it: `fragment {found['name']} on TYPE {{ … }}`"


def _advise_variable(found: re.Match[str], _schema: GraphQLSchema) -> str:
    return f"declare it where the operation begins: `(${found['name']}: TYPE)`"


def _advise_variable_type(found: re.Match[str], _schema: GraphQLSchema) -> str:
    return f"declare it as `${found['name']}: {found['type']}`"


_Advise = Callable[[re.Match[str], GraphQLSchema], str]
# The library's own suggestion: similar names.
_GUESS = r"(?: Did you mean [^?]*\?)?"
_NAME = r"(?P<name>\w+)"
_TYPE = r"(?P<type>\w+)"
_ADVICE: Mapping[re.Pattern[str], _Advise] = {
    re.compile(rf"Cannot query field '{_NAME}' on type '{_TYPE}'\.{_GUESS}"): _advise_field,
    re.compile(
        rf"Field '{_NAME}' of type '\[*{_TYPE}[\]!]*' must have a selection of subfields\.{_GUESS}"
    ): _advise_selection,
    re.compile(
        rf"Field '{_NAME}' must not have a selection since type '\[*{_TYPE}[\]!]*' has no subfields\."
    ): _advise_leaf,
    re.compile(
        rf"Fragment (?:'\w+' )?cannot be spread here as objects of type '{_TYPE}' can never be of type '\w+'\."
    ): _advise_fragment,
    re.compile(rf"Unknown argument '{_NAME}' on field '{_TYPE}\.(?P<field>\w+)'\.{_GUESS}"): _advise_argument,
    re.compile(
        rf"Argument '{_TYPE}\.(?P<field>\w+)\({_NAME}:\)' of type '.*' is required, but it was not provided\."
    ): _advise_missing_argument,
    re.compile(rf"Unknown directive '@{_NAME}'\."): _advise_directive,
    re.compile(rf"Unknown argument '{_NAME}' on directive '@(?P<directive>\w+)'\.{_GUESS}"): _advise_directive_argument,
    re.compile(rf"Unknown type '{_NAME}'\.{_GUESS}"): _advise_type,
    re.compile(rf"Unknown fragment '{_NAME}'\."): _advise_definition,
    re.compile(rf"Variable '\${_NAME}' is not defined(?: by operation '\w+')?\."): _advise_variable,
    re.compile(
        rf"Variable '\${_NAME}' of type '.*' used in position expecting type '(?P<type>.*)'\."
    ): _advise_variable_type,
}


# ---- the schema


def _roots(schema: GraphQLSchema) -> Mapping[str, GraphQLObjectType | None]:
    return {
        "query": schema.query_type,
        "mutation": schema.mutation_type,
        "subscription": schema.subscription_type,
    }


def _operation_of(name: str, schema: GraphQLSchema) -> str | None:
    """Return the kind of operation that has a field of a name; None if there is none."""
    return next((kind for kind, root in _roots(schema).items() if root is not None and name in root.fields), None)


def _find_field(schema: GraphQLSchema, type_name: str, name: str) -> GraphQLField | None:
    return dict(_fields(schema.get_type(type_name))).get(name)


def _fields_of(kind: GraphQLNamedType | None) -> list[str]:
    """Return the names of the fields of a type, except deprecated fields."""
    return [name for name, field in _fields(kind) if field.deprecation_reason is None]


def _fields(kind: GraphQLNamedType | None) -> Iterator[tuple[str, GraphQLField]]:
    if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
        yield from kind.fields.items()


def _any_of(members: Sequence[GraphQLObjectType]) -> str:
    return join_words([f"`{member.name}`" for member in members], "or")
