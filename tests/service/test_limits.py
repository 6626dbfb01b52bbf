"""The limits of documents: an accepted one has no more values than promised, and takes a bounded amount of work."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import ceil
from random import Random
from typing import Any

import msgspec
import pytest
from graphql import Source, get_nullable_type, is_interface_type, is_list_type, is_object_type, parse

import engine
from compiled.documents.checking import IndexedSource
from compiled.documents.limits import MAX_COST, MAX_ERRORS, MAX_VARIABLES, DocumentLimits, are_too_many, measure
from service.graphql.lengths import WORK, lengths_of
from service.graphql.schema import checks, compiled, interpreted, schema
from service.graphql.types import GraphQLContext
from service.http.call import Call
from service.rest.encoding import encode
from service.sessions.problems import Problem
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.context import StatelessTables
from service.views.catalogue import MOST_OPTIONS, read_options
from service.views.changes import ProjectedChanges, VersionChanges
from service.views.projection import ProjectedSession
from service.views.session_view import MoveApplied, Session, ViewChanges
from store.port import Store
from tests.engine.play import play_on, positions, random_table
from tests.service.noninterference import deals
from tools.large.documents import ACCEPTED, BEYOND, STANDARD, WRONG
from tools.load.operations import select_all
from tools.use_cases import tournaments_of

pytestmark = pytest.mark.anyio

CORE = schema._schema
LENGTHS = lengths_of(CORE)
LIMITS = DocumentLimits(CORE, LENGTHS, WORK)

ALL_OF_A_GAME = (
    """{ games { id title summary options { name kind choices } verbs { name pattern } rules { number text } } }"""
)
CARD = "{ code suit color value label }"
MOVE = f"{{ notation verb cards {CARD} from to seat choice label }}"
VIEW = f"""{{ ply turn zones {{ key kind owner count cards {CARD} }} facts {{ name value label }}
  scores {{ seat points }} legalMoves {MOVE} hand {{ card {CARD} moves {MOVE} refusal {{ code alternatives {MOVE} }} }}
  decision {{ moves {MOVE} }} result {{ scores ranking winners reason }} }}"""
TABLE = f"""query ($state: StateToken!, $seat: Int!) {{ table(state: $state) {{
  ... on Table {{ view(seat: $seat) {VIEW} }} }} }}"""
CHANGE = f"""mutation ($input: ApplyMoveToStateInput!) {{ applyMoveToState(input: $input) {{
  ... on TableChanged {{ move {MOVE} events {{ sequence kind seat count sentence cards {CARD} }} }} }} }}"""


@pytest.fixture(autouse=True)
def _games_as_released(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the game of the engine's tests: the limits are those of the released games."""
    monkeypatch.delitem(engine.GAMES, "high", raising=False)


@pytest.fixture
async def context(sqlite_store: Store) -> GraphQLContext:
    sessions = SessionRepository(sqlite_store, Lifetimes(600, 600, 600))
    call = Call(method="POST", path="/graphql", headers=[], fields={}, client=None)
    return GraphQLContext(sessions, tournaments_of(sessions), StatelessTables(None, sqlite_store, 0), None, call=call)


def cost_of(document: str) -> float:
    ((_, size),) = measure(LIMITS, parse(document))
    return size.cost


def data_of(data: object) -> object:
    """Return the data of a response, of which parts may be kept as JSON."""
    return msgspec.json.decode(msgspec.json.encode(data))


def values_in(data: object) -> int:
    """Return the number of values in a response: fields, and the items of lists of plain values."""
    if isinstance(data, dict):
        return len(data) + sum(map(values_in, data.values()))
    if isinstance(data, list):
        return sum(values_in(item) if isinstance(item, dict) else 1 for item in data)
    return 0


def lists_in(data: object) -> Iterator[tuple[str, int]]:
    """Yield the names and the lengths of the lists of a response."""
    for name, value in data.items() if isinstance(data, dict) else ():
        if isinstance(value, list):
            yield name, len(value)
        for item in value if isinstance(value, list) else [value]:
            yield from lists_in(item)


def longest_named(name: str) -> float:
    """Return the greatest length of the lists of this name."""
    return max(length for path, length in LENGTHS.items() if path.endswith(f".{name}") and ">" not in path)


def test_every_list_of_the_schema_has_a_length() -> None:
    lists = set[str]()
    for name, kind in CORE.type_map.items():
        if is_object_type(kind) or is_interface_type(kind):
            fields = kind.fields.items()
            lists |= {f"{name}.{field}" for field, it in fields if is_list_type(get_nullable_type(it.type))}
    assert lists - LENGTHS.keys() == set()
    assert {path.rpartition(">")[2] for path in LENGTHS if "__" not in path} - lists == {
        "PolledSeat.session",
        "Session.view",
    }


@pytest.mark.parametrize("game", [name for name in engine.GAMES if name != "high"])
async def test_no_table_has_more_values_than_its_document_counts(game: str, context: GraphQLContext) -> None:
    random = Random(game)
    for state in positions(game, random, 12):
        seat = random.randrange(state.seats)
        answer = await interpreted.execute(
            TABLE, {"state": engine.dumps(state).decode(), "seat": seat}, context_value=context
        )
        assert not answer.errors
        assert values_in(data_of(answer.data)) <= cost_of(TABLE) <= MAX_COST
        assert [one for one in lists_in(data_of(answer.data)) if one[1] > longest_named(one[0])] == []


@pytest.mark.parametrize("game", [name for name in engine.GAMES if name != "high"])
async def test_no_change_has_more_values_than_its_document_counts(game: str, context: GraphQLContext) -> None:
    random = Random(game)
    for step in list(play_on(random_table(game, random).deal(), random))[::10]:
        wish = {"state": engine.dumps(step.before).decode(), "seat": step.seat, "move": step.move, "viewer": step.seat}
        answer = await interpreted.execute(CHANGE, {"input": wish}, context_value=context)
        assert not answer.errors
        assert values_in(data_of(answer.data)) <= cost_of(CHANGE) <= MAX_COST


@pytest.mark.parametrize("game", [name for name in engine.GAMES if name != "high"])
def test_no_changes_have_more_values_than_their_document_counts(game: str) -> None:
    # Where the session is, all else is null.
    selected = select_all(ViewChanges).replace(select_all(Session), "{ id }")
    cost = cost_of(f"subscription ($id: ID!) {{ sessionUpdates(sessionId: $id) {{ changes {selected} }} }}")
    script = deals.invent(game, Random(game), 60, only_moves=True, most_seats=30)
    versions = [session for session, _ in (*deals.begin(script)[-1:], *deals.perform(script))]
    for earlier, later in pairwise(versions):
        after = ProjectedSession(later, None, seat=script.seats - 1)
        changes = msgspec.json.decode(encode(ProjectedChanges(VersionChanges(earlier, later), after)))
        assert changes["since"] == earlier.version
        assert values_in(changes) <= cost <= MAX_COST / 2
        assert [name for name, told in changes.items() if isinstance(told, list) and len(told) > _longest(name)] == []


def _longest(name: str) -> float:
    """Return the greatest length of a list of what differs."""
    return LENGTHS[f"ViewChanges.{name}"]


@pytest.mark.parametrize(
    "document", [ALL_OF_A_GAME, STANDARD, "{ __schema { types { fields { type { ofType { name } } } } } }"]
)
async def test_the_cost_of_constant_documents_is_counted_well(document: str, context: GraphQLContext) -> None:
    # A plan keeps its answers as JSON, in parts or as a whole, for the next caller.
    for executor in (interpreted, compiled, compiled, interpreted):
        answer = await executor.execute(document, context_value=context)
        data = data_of(answer.data)
        # Shares of types are added up as fractions.
        assert values_in(data) <= ceil(cost_of(document)) <= 4 * values_in(data)


@pytest.mark.parametrize("name", ACCEPTED)
async def test_a_large_document_is_answered_within_the_limits(name: str, context: GraphQLContext) -> None:
    document = ACCEPTED[name]
    assert checks.check(CORE, document).errors == []
    if name != "many operations":
        answer = await interpreted.execute(document, context_value=context)
        assert values_in(data_of(answer.data)) <= cost_of(document) <= MAX_COST


@pytest.mark.parametrize("name", WRONG)
def test_a_document_with_many_errors_gets_a_few_of_them(name: str) -> None:
    errors = checks.check(CORE, WRONG[name]).errors
    assert 1 <= len(errors) <= MAX_ERRORS + 1
    assert len(msgspec.json.encode([error.formatted for error in errors])) < 100_000


@pytest.mark.parametrize("name", BEYOND)
def test_a_document_beyond_a_limit_is_refused(name: str) -> None:
    document, reason = BEYOND[name]
    (error,) = checks.check(CORE, document).errors
    assert error.message.startswith(reason)


def test_a_move_answered_with_every_field_has_room_for_the_type_names_that_clients_add() -> None:
    selected = select_all(MoveApplied)
    named = selected.replace("{ ", "{ __typename ")
    for fields in (selected, named):
        document = f"mutation ($i: ApplyMoveInput!) {{ applyMove(input: $i) {{ ... on MoveApplied {fields} }} }}"
        assert checks.check(CORE, document).errors == []


def test_of_the_members_of_a_union_the_largest_counts() -> None:
    problems = "... on NotAllowed { code } ... on InvalidInput { code path }"
    changed = "__typename ... on SessionChanged { session { id } }"
    one = f"mutation ($i: SessionInput!) {{ leaveSession(input: $i) {{ {changed} %s }} }}"
    assert cost_of(one % problems) == cost_of(one % "... on InvalidInput { code path }")


def test_of_a_fragment_on_an_interface_only_what_goes_with_one_member_counts() -> None:
    trouble = "{ code ... on StaleVersion { session { view { zones { cards { code } } } } } }"
    changed = "... on SessionChanged { session { view { zones { cards { code label } } } } }"
    alone, inline, named = (
        f"mutation ($i: SessionInput!) {{ leaveSession(input: $i) {{ {changed} {problem} }} }}"
        for problem in ("", f"... on Problem {trouble}", "...Trouble")
    )
    assert cost_of(inline.replace(changed, "")) > 200
    assert cost_of(inline) == cost_of(f"{named} fragment Trouble on Problem {trouble}") == cost_of(alone)


def test_introspection_as_tools_send_it_is_within_the_limits() -> None:
    # Some clients first ask which introspection fields the service supports.
    names = ("__Schema", "__Type", "__Directive", "__Field", "__InputValue")
    parts = " ".join(
        f'{name.strip("_").lower()}: __type(name: "{name}") {{ name fields {{ name args {{ name }} }} }}'
        for name in names
    )
    assert checks.check(CORE, f"{{ {parts} __schema {{ queryType {{ name }} }} }}").errors == []
    assert checks.check(CORE, STANDARD).errors == []
    assert cost_of(STANDARD) < 0.8 * MAX_COST, "the schema grows, and has to have room"


async def test_introspection_is_made_once_for_each_document_and_its_variables(context: GraphQLContext) -> None:
    document = 'query ($deep: Boolean!) { __type(name: "Card") { name fields @include(if: $deep) { name } } }'
    answers = [
        await interpreted.execute(document, {"deep": deep}, context_value=context)
        for deep in (True, True, False, False)
    ]
    made, kept, other, other_kept = (msgspec.json.encode(answer.data) for answer in answers)
    assert (made, other) == (kept, other_kept)
    assert made != other
    assert [isinstance(answer.data, msgspec.Raw) for answer in answers] == [False, True, False, True]
    large = await interpreted.execute(document, {"deep": True, "more": "x" * 2000}, context_value=context)
    assert isinstance(large.data, dict)


async def test_of_introspection_only_answers_without_errors_are_kept(context: GraphQLContext) -> None:
    for _ in range(2):
        answer = await interpreted.execute(
            "query ($name: String!) { __type(name: $name) { name } }", context_value=context
        )
        assert answer.errors


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        (None, False),
        ({"a": "x" * 100_000}, False),
        ({"a": [0] * (MAX_VARIABLES - 1)}, False),
        ({"a": [0] * MAX_VARIABLES}, True),
        ({str(number): 0 for number in range(MAX_VARIABLES + 1)}, True),
        ({"a": [[{"b": 0}] * 10] * 1000}, True),
    ],
)
def test_the_values_of_variables_are_counted(variables: Mapping[str, Any] | None, expected: bool) -> None:
    assert are_too_many(variables) is expected


def test_more_options_than_any_game_has_are_not_read() -> None:
    pairs = [(str(number), "1") for number in range(MOST_OPTIONS + 1)]
    assert len(read_options("zeven", pairs[:-1])) == MOST_OPTIONS
    with pytest.raises(Problem, match="There are more than 100 options") as refused:
        read_options("zeven", pairs)
    assert (refused.value.code, refused.value.path) == ("INVALID_OPTION", ("options",))


@pytest.mark.parametrize("body", ["", "a", "\n", "a\nb\r\nc\rd", "\r\n\r\n", "a\n\n\nb", "\r\r\n\n"])
def test_lines_are_those_that_the_library_counts(body: str) -> None:
    own = IndexedSource(body)
    library = Source(body)
    positions_in = range(len(body) + 2)
    assert [own.get_location(at) for at in positions_in] == [library.get_location(at) for at in positions_in]


def test_an_error_is_told_where_it_is() -> None:
    (error,) = checks.check(CORE, "{\n\n games {\r\n nope\r id } }").errors
    assert error.locations == [(4, 2)]
