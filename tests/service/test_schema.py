"""The contract: committed as the code says, described to the last value, and with every problem in it."""

from collections.abc import Iterator

import graphql
import pytest

from service.graphql.export import export_schema
from service.sessions.problems import PROBLEMS
from tools.servers import REPOSITORY

SCHEMA = graphql.build_schema(export_schema())
OWN_TYPES = [
    type_
    for type_ in SCHEMA.type_map.values()
    if not graphql.is_introspection_type(type_) and not graphql.is_specified_scalar_type(type_)
]
PROBLEM_TYPES = ["InvalidInput", "IllegalMove", "StaleVersion", "NotAllowed"]


def test_the_committed_schema_is_what_the_code_says() -> None:
    assert (REPOSITORY / "schema.graphql").read_text(encoding="utf-8") == export_schema()


def test_the_committed_schema_is_sorted() -> None:
    assert graphql.print_schema(graphql.lexicographic_sort_schema(SCHEMA)) + "\n" == export_schema()


def described() -> Iterator[tuple[str, str | None]]:
    """Yield every part of the schema with its description."""
    for type_ in OWN_TYPES:
        yield type_.name, type_.description
        if isinstance(type_, graphql.GraphQLEnumType):
            yield from ((f"{type_.name}.{name}", value.description) for name, value in type_.values.items())
        if isinstance(type_, graphql.GraphQLInputObjectType):
            yield from ((f"{type_.name}.{name}", field.description) for name, field in type_.fields.items())
        if isinstance(type_, graphql.GraphQLObjectType | graphql.GraphQLInterfaceType):
            for name, field in type_.fields.items():
                yield f"{type_.name}.{name}", field.description
                yield from ((f"{type_.name}.{name}({a})", one.description) for a, one in field.args.items())


def test_every_part_of_the_schema_is_described_in_a_sentence() -> None:
    parts = dict(described())
    assert len(parts) > 200
    bare = [name for name, description in parts.items() if not description or not description.strip()]
    assert bare == []


def test_the_codes_of_problems_are_those_of_the_table() -> None:
    codes = SCHEMA.type_map["ProblemCode"]
    assert isinstance(codes, graphql.GraphQLEnumType)
    assert set(codes.values) == {*PROBLEMS, "OTHER"}
    for code, kind in PROBLEMS.items():
        assert codes.values[code].description == kind.meaning


def test_every_problem_is_a_member_of_the_result_unions() -> None:
    unions = [type_ for type_ in OWN_TYPES if isinstance(type_, graphql.GraphQLUnionType)]
    assert len(unions) >= 5
    for union in unions:
        problems = {member.name for member in union.types} & set(PROBLEM_TYPES)
        assert problems
        assert len(problems) < len(union.types)
    assert {kind.member for kind in PROBLEMS.values()} == set(PROBLEM_TYPES)


@pytest.mark.parametrize("name", PROBLEM_TYPES)
def test_a_problem_has_the_fields_that_all_problems_share(name: str) -> None:
    type_ = SCHEMA.type_map[name]
    shared = SCHEMA.type_map["Problem"]
    assert isinstance(type_, graphql.GraphQLObjectType)
    assert isinstance(shared, graphql.GraphQLInterfaceType)
    assert shared in type_.interfaces
    assert set(shared.fields) == {"code", "message", "path"}


def test_only_what_can_be_found_again_has_an_id() -> None:
    objects = [type_ for type_ in OWN_TYPES if isinstance(type_, graphql.GraphQLObjectType)]
    assert {type_.name for type_ in objects if "id" in type_.fields} == {"Game", "Session", "Tournament", "Webhook"}


def test_nothing_is_left_to_json_and_open_enums_have_other() -> None:
    scalars = {type_.name for type_ in OWN_TYPES if isinstance(type_, graphql.GraphQLScalarType)}
    assert scalars == {"DateTime", "StateToken"}
    enums = [type_ for type_ in OWN_TYPES if isinstance(type_, graphql.GraphQLEnumType)]
    assert all("OTHER" in type_.values for type_ in enums)
    assert not any(type_.is_one_of for type_ in OWN_TYPES if isinstance(type_, graphql.GraphQLInputObjectType))
