"""Compiled operations on a schema for tests: the responses of plans, and the cases left to graphql-core."""

from collections.abc import Callable
from contextlib import aclosing, suppress
from random import Random
from typing import Any

import msgspec
import pytest
import strawberry
from strawberry.extensions import SchemaExtension
from strawberry.schema.exceptions import CannotGetOperationTypeError

from compiled import Executor, Planner, Plans
from compiled.cache import BYTES_FOR_EACH, CacheBound, LRUCache, PartCache
from compiled.documents.checking import CheckedDocuments, Checks
from compiled.documents.limits import Lengths
from compiled.plan import MOST_COMBINATIONS
from tests.compiled import boxes
from tests.compiled.boxes import (
    SCALAR_FIELDS,
    Circle,
    Colour,
    Dot,
    Square,
    Value,
    answer_of,
    answers,
    closed,
    compiled,
    interpreted,
    made,
    make_schema,
    plain,
)

pytestmark = pytest.mark.anyio
Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def _box(monkeypatch: Patch) -> None:
    monkeypatch.setattr(boxes, "box", plain())


COMPILED = [
    f"{{ box {{ {SCALAR_FIELDS} }} }}",
    f"{{ waiting {{ {SCALAR_FIELDS} }} }}",
    "{ w: waiting { text } v: waiting { t: text text __typename } box { upper } __typename }",
    "{ box { inner { inner { text } } boxes { text boxes { number } } } }",
    "{ box { ...B ...B } } fragment B on Box { text ...C } fragment C on Box { number text }",
    "{ box { text } box { number } }",
    "{ box { shape { __typename name ... on Round { radius } ... on Angular { side name } } } }",
    "{ box { either { ... on Shape { name } ... on Angular { again { words } } } } }",
    "{ box { first(count: 2) again: first(offset: 1) all: first(count: 3, offset: null) } }",
    "{ box { text @skip(if: true) number @include(if: true) } }",
    '{ told told2: told(wish: {name: "n", points: {x: 1}}, colour: BLUE, at: "t") }',
    "{ attribute }",
    "{ box { later context text } }",
    "{ box { boxes { later l: later } inner { slow { text } slowly(count: 2) none maybeLater } } }",
    'mutation { make(name: "a") { text } }',
]


@pytest.mark.parametrize("query", COMPILED)
async def test_a_plan_gives_the_response_of_graphql_core(query: str, monkeypatch: Patch) -> None:
    inner = plain(inner=plain(), boxes=[plain(), plain()])
    shape = Square(name="s", side=2, again=plain())
    monkeypatch.setattr(boxes, "box", plain(inner=inner, boxes=(inner,), shape=shape, either=shape))
    by_plan, _ = await answers(query)
    assert by_plan


async def test_fields_nested_more_deeply_than_blocks_of_python_are_answered_by_plan(monkeypatch: Patch) -> None:
    nested = plain()
    for _ in range(25):
        nested = plain(boxes=[nested], inner=nested)
    monkeypatch.setattr(boxes, "box", nested)
    for field in ("boxes", "inner"):
        opening = f"{field} {{ " * 25
        closing = "}" * 25
        by_plan, _ = await answers(f"{{ box {{ {opening} text {closing} }} }}")
        assert by_plan


async def test_lists_nested_more_deeply_than_loops_of_python_are_left_to_graphql_core() -> None:
    kind: Any = int
    value: Any = 7
    for _ in range(25):
        kind = list[kind]
        value = [value]

    @strawberry.type
    class Nested:
        @strawberry.field(graphql_type=kind)  # type: ignore[untyped-decorator]
        def nested(self) -> Any:  # noqa: ANN401 - lists of lists
            return value

    own = Plans()
    executor = Executor(strawberry.Schema(Nested, extensions=[lambda: Planner(own)]), own)
    for _ in range(2):
        result = await executor.execute("{ nested }")
        assert (result.data, result.errors) == ({"nested": value}, None)


VARIABLE = "query Q($f: Boolean!, $n: Int = 2, $o: Int) { box { text @include(if: $f) first(count: $n, offset: $o) } }"
WISH = "query ($wish: Wish, $colour: Colour! = BLUE, $at: Stamp) { told(wish: $wish, colour: $colour, at: $at) }"


@pytest.mark.parametrize(
    ("query", "variables"),
    [
        (VARIABLE, {"f": True}),
        (VARIABLE, {"f": False, "n": 1, "o": 1, "other": 1}),
        (VARIABLE, {"f": True, "o": None}),
        (WISH, {}),
        (WISH, {"wish": {"name": "n"}, "colour": "RED", "at": "t"}),
        (WISH, {"wish": {"name": "n", "points": [{"x": 1, "colour": "RED"}, {"y": 2, "x": 3}], "tags": ["a"]}}),
        (WISH, {"wish": {"name": "n", "points": {"x": 1}, "weight": 1}}),
        (WISH, {"wish": {"name": "n", "tags": "one"}}),
        (WISH, {"wish": None}),
        ('query ($w: [Point!]!) { told(wish: {name: "x", points: $w}) }', {"w": [{"x": 1}]}),
    ],
)
async def test_variables_are_coerced_as_by_graphql_core(query: str, variables: dict[str, Any]) -> None:
    by_plan, answer = await answers(query, variables)
    assert by_plan
    assert b"errors" not in answer


@pytest.mark.parametrize(
    ("query", "variables"),
    [
        (VARIABLE, {}),
        (VARIABLE, {"f": "yes"}),
        (VARIABLE, {"f": True, "n": 2**31}),
        (VARIABLE, {"f": True, "n": None}),
        (WISH, {"wish": {}}),
        (WISH, {"wish": {"name": "n", "nick": "m"}}),
        (WISH, {"wish": {"name": "n", "points": [None]}}),
        (WISH, {"wish": {"name": "n", "points": [{}]}}),
        (WISH, {"wish": [1]}),
        (WISH, {"colour": "GREEN"}),
        (WISH, {"colour": None}),
    ],
)
async def test_invalid_variables_are_refused_by_graphql_core(query: str, variables: dict[str, Any]) -> None:
    await compiled.execute(query, {"f": True} if query == VARIABLE else {}, "context")
    by_plan, answer = await answers(query, variables)
    assert not by_plan
    assert b"errors" in answer


BY_ARGUMENTS = (
    "query ($name: String%s, $count: Int%s, $tags: [String!]) "
    "{ told: toldByArguments(name: $name, count: $count, tags: $tags) }"
)


@pytest.mark.parametrize("non_null", ["", "!"])
@pytest.mark.parametrize(
    "variables",
    [
        {"name": "n", "count": 1},
        {"name": "n", "count": 1, "tags": ["a"], "other": 1},
        {"name": "n", "count": 2**31},
        {"name": "n", "count": -(2**31) - 1},
        {"name": "n", "count": 1.0},
        {"name": "n", "count": True},
        {"name": "n", "count": "1"},
        {"name": None, "count": 1},
        {"name": 7, "count": 1},
        {"count": 1},
        {"name": "n"},
        {"name": "n", "count": None},
        {"name": "n", "count": 1, "tags": "a"},
        {"name": "n", "count": 1, "tags": [None]},
        {"name": "bad", "count": 1},
        {},
    ],
)
async def test_direct_arguments_are_read_and_refused_as_by_graphql_core(
    variables: dict[str, Any], non_null: str
) -> None:
    query = BY_ARGUMENTS % (non_null, non_null)
    await compiled.execute(query, {"name": "n", "count": 1}, "context")
    by_plan, answer = await answers(query, variables)
    assert by_plan or b"errors" in answer


TOO_LARGE = f"{{ box {{ {' '.join(f't{number}: text' for number in range(2000))} }} }}"


@pytest.mark.parametrize(
    "query",
    [
        "{ __typename __schema { queryType { name } } }",
        'mutation { make(name: "a") { text } b: make(name: "b") { text } }',
        "{ box { text",
        "{ box { nothing } }",
        TOO_LARGE,
        "{ told(colour: GREEN) }",
    ],
)
async def test_documents_that_plans_do_not_support_are_left_to_graphql_core(query: str) -> None:
    by_plan, _ = await answers(query)
    assert not by_plan


ALL_FIELDS = f"""{{ box {{ {SCALAR_FIELDS} upper failing inner {{ text inner {{ number }} }} boxes {{ text maybeLater }}
  maybeLater slow {{ text }} waiting: slow {{ number }}
  shape {{ name ... on Angular {{ side }} }} either {{ __typename }} first }} waiting {{ text }} }}"""


SPOILT: dict[str, list[object]] = {
    "text": [None, 7, ["a"]],
    "maybe": [7, "x"],
    "number": [None, True, 2**31, "x", 1.5],
    "ratio": [1, float("inf"), float("nan")],
    "flag": [1, "x"],
    "id": [7, object()],
    "stamp": [""],
    "mark": [None, 7, ValueError("mark")],
    "colour": ["green", Colour.BLUE, ["red"], None],
    "words": ["word", 7, None, [None], {"a": 1}.keys()],
    "grid": [[None], [["x"]]],
    "inner": [7, ValueError("inner"), Value(text="a", inner=Value())],
    "boxes": [[None], [plain(text=None)], [plain(maybe="x"), plain(), plain(maybe="y")]],
    "shape": [Value(name="shape"), Square(name="a", side="b"), Circle(name=None)],
    "either": [7, Value(), ValueError("either")],
}


SPOILT_FIELDS: list[dict[str, object]] = [{"maybe": "x", "number": None}]
for spoilt_name, spoilt_values in SPOILT.items():
    SPOILT_FIELDS += [{spoilt_name: value} for value in spoilt_values]


@pytest.mark.parametrize("spoilt", SPOILT_FIELDS)
async def test_spoilt_values_get_the_response_of_graphql_core(spoilt: dict[str, Any], monkeypatch: Patch) -> None:
    healthy = ALL_FIELDS.replace(" failing", "")
    by_plan, _ = await answers(healthy)
    assert by_plan
    monkeypatch.setattr(boxes, "box", plain(**spoilt))
    await answers(healthy)
    await answers(ALL_FIELDS)


@pytest.mark.parametrize(
    "query", ["{ fails }", "{ failsLater }", "{ fails a: failsLater b: failsLater told }", "{ box { text failing } }"]
)
async def test_errors_are_left_to_graphql_core(query: str) -> None:
    by_plan, answer = await answers(query)
    assert not by_plan
    assert b"errors" in answer


async def test_each_execution_calls_a_resolver_once(monkeypatch: Patch) -> None:
    for value in (plain(), plain(text=None)):
        monkeypatch.setattr(boxes, "box", value)
        query = "mutation ($name: String!) { make(name: $name) { text } }"
        for name in ("first", "second", "third"):
            made.clear()
            await compiled.execute(query, {"name": name}, "context")
            assert made == [name]


async def test_an_operation_is_chosen_by_its_name() -> None:
    query = "query A { box { text } } query B { box { number } }"
    assert await answers(query, None, "A") == (True, b'{"data":{"box":{"text":"box"}}}')
    assert await answers(query, None, "B") == (True, b'{"data":{"box":{"number":7}}}')
    # Without a name, the library runs the first operation. A server can refuse this by an extension.
    assert await answers(query) == (False, b'{"data":{"box":{"text":"box"}}}')
    for executor in (compiled, interpreted):
        with pytest.raises(CannotGetOperationTypeError):
            await executor.execute(query, None, "context", "C")


async def test_operations_that_differ_by_their_name_share_a_plan() -> None:
    own = Plans()
    executor = Executor(make_schema(lambda: Planner(own)), own)
    for query in ("query A { box { text } }", "query B { box { text } }", "query\n_ { box { text } }"):
        for name in (None, query.split()[1]):
            result = await executor.execute(query, None, "context", name)
            assert answer_of(result) == b'{"data":{"box":{"text":"box"}}}'
        with pytest.raises(CannotGetOperationTypeError):
            await executor.execute(query, None, "context", "C")
    assert len(own) == 2, "the third query differs in its white space"


@pytest.mark.parametrize(
    "query",
    [
        "query A { box { text } } query B { box { number } }",
        "query B { box { text } } query A { box { number } }",
        "query B { box { text } } query B { box { number } }",
        "query A { box { text } } query A { box { number } }",
        "query A { box { text } } { box { number } }",
        "query A { query } query A { box { number } }",
        "query A { ...query } fragment query on Query { box { text } }",
        "query A\u00e9 { box { text } }",
        "query A\x0b { box { text } }",
        "query\x0cA { box { text } }",
        "query { box { text } }",
    ],
)
@pytest.mark.parametrize("name", [None, "A", "B", "_"])
async def test_a_document_with_other_operations_does_not_reuse_a_plan(query: str, name: str | None) -> None:
    for warm in ("query _ { box { text } }", "query _ { box { text } } query B { box { number } }"):
        for known in (None, "_", "B"):
            with suppress(CannotGetOperationTypeError):
                await compiled.execute(warm, None, "context", known)
    try:
        wanted = answer_of(await interpreted.execute(query, None, "context", name))
    except CannotGetOperationTypeError:
        with pytest.raises(CannotGetOperationTypeError):
            await compiled.execute(query, None, "context", name)
    else:
        for _ in range(2):
            assert answer_of(await compiled.execute(query, None, "context", name)) == wanted


TEXTS = ('"a"', '"b"', '""')
OTHER_TEXTS = ('"""b"""', '"a\\"b"', '"\u00e9"', '"x # @ = y"', '" , x: "')
WORDS = ("RED", "null", "true", "$n")
INTEGERS = ("1", "2", "0")
OTHER_NUMBERS = ("-0", "-1", "00", "1.5", "1e1", "2147483647", "2147483648", "99999999999")
LISTS = ("[]", "[1]", '["a", "b"]')
LITERALS = (*TEXTS, *OTHER_TEXTS, *WORDS, *INTEGERS, *OTHER_NUMBERS, *LISTS)
WITH_LITERALS = (
    "{ told(wish: {name: %s, tags: %s}) }",
    "query Q { told(wish: {name: %s, points: [{x: %s}, {x: %s, y: 3}], weight: %s}) }",
    "query Q($n: Int = %s) { toldByArguments(name: %s, count: %s) }",
    "query ($n: String) { toldByArguments(name: $n, tags: [%s%s]) }",
    "{ told(at: %s) # %s\n }",
    "{ box { first(count: %s) first(count: %s) } }",
    "{ box { ...B } } fragment B on Box { first(count: %s, offset: %s) text @skip(if: false) }",
    "{ box { ...B } } fragment B on Box { first(count: %s) slowly(count: %s) }",
    "mutation M { make(name: %s) { text } }",
    "{ box { text @include(if: %s) } }",
    '"%s" query Q { told(at: %s) }',
)


@pytest.mark.parametrize("template", WITH_LITERALS)
async def test_a_document_with_other_literals_is_answered_as_by_graphql_core(template: str) -> None:
    random = Random(template)
    places = template.count("%s")
    for _ in range(60):
        # Two draws in three use only texts or only integers, since other literals are refused nearly everywhere.
        likely = random.choice((TEXTS, INTEGERS, LITERALS))
        query = template % tuple(random.choice(likely) for _ in range(places))
        wanted = answer_of(await interpreted.execute(query, {"n": 2}, "context"))
        assert answer_of(await compiled.execute(query, {"n": 2}, "context")) == wanted, query


@pytest.mark.parametrize(
    ("known", "other"),
    [
        ('{ toldByArguments(tags: ["a""b"]) }', '{ toldByArguments(tags: ["""b"]) }'),
        ("query ($n: Int = 1) { toldByArguments(count: $n) }", "query ($n: Int = 2) { toldByArguments(count: $n) }"),
        ("{ box { first(count: 1) first(count: 1) } }", "{ box { first(count: 1) first(count: 2) } }"),
        ('{ box { text } } # "a"', '{ box { text } } # "b"'),
        ('{ told(at: "a") }', '{ told(at: "a\\nb") }'),
        ('{ told(at: "a") }', '{ told(at: "\0t") }'),
        ('{ told(at: "a") }', "{ told(at: \0t) }"),
    ],
)
async def test_a_similar_document_does_not_reuse_a_plan(known: str, other: str) -> None:
    for query in (known, other):
        for _ in range(2):
            wanted = answer_of(await interpreted.execute(query, {}, "context"))
            assert answer_of(await compiled.execute(query, {}, "context")) == wanted


async def test_documents_that_differ_by_literals_share_a_plan() -> None:
    query = 'query %s { box { first(count: %d, offset: 1) } told(wish: {name: "%s"}) toldByArguments(tags: ["%s"]) }'
    await compiled.execute(query % ("A", 1, "a", "b"), None, "context")
    number = len(boxes.plans)
    by_plan, _ = await answers(query % ("B", 2, "@", ""))
    assert by_plan
    assert len(boxes.plans) == number


async def test_the_first_combinations_of_include_variables_get_plans() -> None:
    names = [f"v{number}" for number in range(5)]
    declared = " ".join(f"${name}: Boolean!" for name in names)
    fields = " ".join(f"{name}: text @include(if: ${name})" for name in names)
    query = f"query ({declared}) {{ box {{ number {fields} }} }}"
    answered_by_plan = 0
    for combination in range(32):
        variables = {name: bool(combination >> place & 1) for place, name in enumerate(names)}
        by_plan, _ = await answers(query, variables)
        answered_by_plan += by_plan
    assert answered_by_plan == MOST_COMBINATIONS


async def results_of(executor: Executor, query: str, variables: dict[str, Any] | None = None) -> list[bytes]:
    results = await executor.stream(query, variables, "context")
    return [answer_of(result) async for result in results]


@pytest.mark.parametrize(
    ("query", "spoilt"),
    [
        ("subscription { boxes { text number } }", None),
        ("subscription { b: boxes { first(count: 2) } }", None),
        ("subscription { boxes { text later } }", None),
        ("subscription { boxes { text } }", 0),
        ("subscription { boxes { text } }", 1),
        ("subscription { boxes(upto: 6) { text } }", None),
        ("{ box { text } }", None),
        ("{ box { later } }", None),
        ("{ waiting { failing } }", None),
        ("subscription { boxes { text ", None),
    ],
)
async def test_a_stream_sends_the_responses_of_graphql_core(query: str, spoilt: int | None, monkeypatch: Patch) -> None:
    values = [plain(text=None if number == spoilt else f"box {number}") for number in range(6)]
    monkeypatch.setattr(boxes, "events", values)
    wanted = await results_of(interpreted, query)
    assert await results_of(compiled, query) == wanted
    closed.clear()
    assert await results_of(compiled, query) == wanted
    is_valid_subscription = query.startswith("subscription") and query.endswith("}")
    has_source = is_valid_subscription and len(wanted) > 0
    assert closed == (["closed"] if has_source else [])


async def test_equal_selections_of_an_event_share_their_bytes(monkeypatch: Patch) -> None:
    monkeypatch.setattr(boxes, "events", [plain(text=f"box {number}") for number in range(3)])
    query = "subscription ($count: Int!) { boxes { text first(count: $count) } }"
    await results_of(compiled, query, {"count": 1})

    async def data_of(count: int) -> list[object]:
        results = await compiled.stream(query, {"count": count}, "context")
        return [result.data async for result in results]

    first = await data_of(1)
    again = await data_of(1)
    other = await data_of(2)
    assert all(one is two for one, two in zip(first, again, strict=True))
    assert not any(one is two for one, two in zip(first, other, strict=True))


class Fixed(msgspec.Struct, frozen=True):
    """A value that cannot change, but need not recur."""

    text: str
    boxes: tuple[object, ...] = ()


NESTED = "subscription { boxes { text boxes { text boxes { text } } } }"


async def answer_new_events(values: object, monkeypatch: Patch) -> list[bytes]:
    """Return the answers to new events, which all have this list of boxes."""
    monkeypatch.setattr(boxes, "events", [plain(text=f"box {number}", boxes=values) for number in range(3)])
    return await results_of(compiled, NESTED)


async def test_subscribers_who_get_the_same_list_of_fixed_values_share_its_json(monkeypatch: Patch) -> None:
    values = (Fixed("one"), Fixed("two", boxes=(Fixed("three"),)))
    await answer_new_events(values, monkeypatch)
    found = await answer_new_events(values, monkeypatch)
    assert found == await results_of(interpreted, NESTED)
    # Nothing else can change the value, so this shows that it is not read again.
    msgspec.structs.force_setattr(values[0], "text", "other")
    assert await answer_new_events(values, monkeypatch) == found
    assert b"other" in (await answer_new_events((*values,)[:1], monkeypatch))[0]


@pytest.mark.parametrize("make", [list, tuple])
async def test_the_json_of_a_list_of_values_that_may_change_is_not_shared(
    make: Callable[..., object], monkeypatch: Patch
) -> None:
    changing = Changing("before")
    values = make([Fixed("one", boxes=(changing,))])
    for _ in range(2):
        assert b"before" in (await answer_new_events(values, monkeypatch))[-1]
    changing.text = "after"
    assert b"after" in (await answer_new_events(values, monkeypatch))[0]


async def test_the_json_of_a_list_that_may_grow_is_not_shared(monkeypatch: Patch) -> None:
    values = [Fixed("one")]
    for _ in range(2):
        await answer_new_events(values, monkeypatch)
    values.append(Fixed("two"))
    assert b"two" in (await answer_new_events(values, monkeypatch))[0]


async def test_other_literals_in_a_selection_of_an_event_give_another_answer(monkeypatch: Patch) -> None:
    monkeypatch.setattr(boxes, "events", [plain()] * 3)
    for query in ("{ boxes { first(count: %d) } }", "{ boxes(upto: %d) { text } }"):
        for count in (1, 2, 3, 1, 2):
            made = await results_of(compiled, f"subscription {query % count}")
            assert made == await results_of(interpreted, f"subscription {query % count}")


async def test_another_selection_of_a_member_of_an_abstract_type_gives_another_answer(monkeypatch: Patch) -> None:
    shape = Square(name="s", side=2, again=plain())
    monkeypatch.setattr(boxes, "events", [plain(), plain(either=shape), plain()])
    query = "subscription ($count: Int!) { boxes { either { ... on Angular { again { first(count: $count) } } } } }"
    wanted = [await results_of(interpreted, query, {"count": count}) for count in (1, 2)]
    # Both streams have begun when the member first occurs.
    one, other = [await compiled.stream(query, {"count": count}, "context") for count in (1, 2)]
    answers_of_both = [(answer_of(await anext(one)), answer_of(await anext(other))) for _ in range(3)]
    assert [list(found) for found in zip(*answers_of_both, strict=True)] == wanted
    await one.aclose()
    await other.aclose()


async def test_an_abandoned_stream_closes_its_source(monkeypatch: Patch) -> None:
    monkeypatch.setattr(boxes, "events", [plain() for _ in range(3)])
    query = "subscription { boxes { text } }"
    await results_of(compiled, query)
    closed.clear()
    async with aclosing(await compiled.stream(query, None, "context")) as results:
        assert isinstance((await anext(results)).data, msgspec.Raw)
        assert closed == []
    assert closed == ["closed"]


class ResolvesFields(SchemaExtension):
    def resolve(self, _next: Callable[..., object], *args: Any, **kwargs: Any) -> object:  # noqa: ANN401
        return _next(*args, **kwargs)


class AddsResults(SchemaExtension):
    def get_results(self) -> dict[str, Any]:
        return {"more": 1}


@pytest.mark.parametrize("extension", [ResolvesFields, AddsResults])
async def test_extensions_may_resolve_fields_and_add_results(
    extension: type[SchemaExtension],
) -> None:
    own = Plans()
    executor = Executor(make_schema(lambda: Planner(own), extension), own)
    for _ in range(2):
        result = await executor.execute("{ box { text } }", None, "context")
        assert not isinstance(result.data, msgspec.Raw)


async def test_a_failing_check_is_an_error_in_every_response() -> None:
    def fail(_schema: object) -> Lengths:
        raise LookupError("a length")

    checks = Checks(fail, {})
    executor = Executor(make_schema(lambda: CheckedDocuments(checks)), None)
    answered = await executor.execute("{ box { text } }", None, "context")
    (streamed,) = [one async for one in await executor.stream("{ box { text } }", None, "context")]
    for result in (answered, streamed):
        assert result.errors is not None
        (error,) = result.errors
        assert isinstance(error.original_error, LookupError)
        assert result.data is None


async def test_the_plans_that_are_kept_are_bounded_in_number_and_in_size() -> None:
    own = Plans(most=3, most_characters=150)
    executor = Executor(make_schema(lambda: Planner(own)), own)
    for number in range(10):
        await executor.execute(f"{{ n{number}: box {{ text }} }}", None, "context")
        assert len(own) == min(number + 1, 3)
    assert own.look_up("{ n9: box { text } }", None)[0] is not None
    assert own.look_up("{ n0: box { text } }", None)[0] is None
    await executor.execute(f"{{ box {{ {'text ' * 20} }} }}", None, "context")
    assert len(own) == 2


class Cacheable(msgspec.Struct, frozen=True):
    """A value with a cached part of the response."""

    is_cacheable = True
    text: str
    number: int = 7
    boxes: tuple["Cacheable", ...] = ()
    shape: None = None
    colour: str = "red"


class Changing(msgspec.Struct):
    """A value that claims to be cacheable but may change."""

    is_cacheable = True
    text: str


@pytest.mark.parametrize(
    "query",
    [
        "{ box { boxes { text number colour __typename shape { name } } } }",
        "{ box { boxes { text boxes { text boxes { text } } } } }",
        "{ box { inner { text number } boxes { upper } } }",
        "{ box { boxes { later boxes { text } } } }",
    ],
)
async def test_the_json_of_a_repeated_value_is_reused(query: str, monkeypatch: Patch) -> None:
    once = Cacheable("one", boxes=(Cacheable("two", boxes=(Cacheable("three"),)),))
    monkeypatch.setattr(boxes, "box", plain(inner=once, boxes=(once, once, *once.boxes)))
    by_plan, response = await answers(query)
    assert by_plan
    monkeypatch.setattr(boxes, "box", plain(inner=None, boxes=[Cacheable("other"), once]))
    _, other_response = await answers(query)
    assert other_response != response


async def test_the_json_of_a_member_of_an_abstract_type_is_reused(monkeypatch: Patch) -> None:
    dot = Dot("d")
    monkeypatch.setattr(boxes, "box", plain(shape=dot, either=dot))
    query = "{ box { shape { name ... on Round { radius } } either { ... on Round { radius } } } }"
    by_plan, response = await answers(query)
    assert by_plan
    _, repeated = await answers(query)
    assert repeated == response


async def test_only_frozen_structs_are_cached(monkeypatch: Patch) -> None:
    changing = Changing("before")
    monkeypatch.setattr(boxes, "box", plain(inner=changing))
    _, before = await answers("{ box { inner { text } } }")
    changing.text = "after"
    _, after = await answers("{ box { inner { text } } }")
    assert b"before" in before
    assert b"after" in after


async def test_a_cacheable_value_of_a_wrong_type_is_left_to_graphql_core(monkeypatch: Patch) -> None:
    spoilt: Any = Cacheable(text="one", number="many")  # type: ignore[arg-type]
    monkeypatch.setattr(boxes, "box", plain(inner=spoilt))
    by_plan, response = await answers("{ box { inner { text number } } }")
    assert not by_plan
    assert b"errors" in response


def test_caches_that_share_a_bound_are_emptied_when_it_is_reached() -> None:
    bound = CacheBound(3 * BYTES_FOR_EACH)
    one = PartCache(bound)
    other = PartCache(bound)
    values = [Cacheable(str(number)) for number in range(3)]
    assert bytes(one.keep(values[0], {"text": "0"})) == b'{"text":"0"}'
    other.keep(values[1], {"text": "1"})
    assert (list(one), list(other)) == ([id(values[0])], [id(values[1])])
    one.keep(values[2], {"text": "2"})
    assert (list(one), list(other)) == ([id(values[2])], [])


def test_the_cache_is_bounded_in_number_and_in_bytes() -> None:
    cache = LRUCache[str, bytes](most=3, most_size=100)
    for number in range(5):
        cache.add(str(number), b"x", 10)
    assert (len(cache), cache.size) == (3, 30)
    assert cache.find("1") is None
    assert cache.find("2") == b"x"
    cache.add("2", b"y", 70)
    assert (len(cache), cache.size, cache.find("2")) == (3, 90, b"y")
    cache.add("5", b"x", 101)
    assert (len(cache), cache.size) == (0, 0)


def test_a_cleared_cache_keeps_new_values_within_its_bounds() -> None:
    cache = LRUCache[str, bytes](most=2, most_size=100)
    cache.add("1", b"x", 90)
    cache.clear()
    for number in range(3):
        cache.add(str(number), b"x", 10)
    assert (list(cache), cache.size) == (["1", "2"], 20)
