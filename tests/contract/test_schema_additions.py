"""schema.graphql changes only by additions: operations of a client of a released schema stay valid.

GraphQL Inspector compares the schemas. graphql-core's own comparison misses `@oneOf`, a root type that is gone, and
what a scalar is specified by.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.clients.node import run_script
from tests.contract.released import RELEASES, ROOT

NAME = "schema.graphql"
# The mutations apply to the schema of one release, so that they stay valid.
FIRST = RELEASES[0] / NAME


def breaking_changes(before: Path, after: Sequence[Path]) -> list[list[str]]:
    """Return what breaks clients of one schema, for each of others."""
    found: list[list[str]] = run_script("breaking.mjs", [str(before), [str(file) for file in after]])
    return found


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_the_schema_breaks_no_client_of_a_released_one(release: Path) -> None:
    assert breaking_changes(release / NAME, [ROOT / NAME]) == [[]]


class Mutation(NamedTuple):
    """A pattern, what is written where it matches at first, and what is reported."""

    name: str
    pattern: str
    replacement: str
    breaking: Sequence[str] = ()


# A description, which goes with its field.
WORDS = r'"""(?:(?!""").)*"""\s*'
TURN = r"turn: \[Int!\]!"
KEY = r"idempotencyKey: String = null"
INPUT = r"input ApplyMoveInput \{"
MEMBERS = r"union ApplyMoveResult = "

TYPES = (
    Mutation(
        "no type",
        r"type Undo \{(.*) undo: Undo!",
        r"type Undone {\1 undo: Undone!",
        ["Type 'Undo' was removed", "Field 'View.undo' changed type from 'Undo!' to 'Undone!'"],
    ),
    Mutation(
        "another kind of type",
        r"enum SessionStatus \{.*?\n\}",
        "scalar SessionStatus",
        ["'SessionStatus' kind changed from 'EnumTypeDefinition' to 'ScalarTypeDefinition'"],
    ),
    Mutation("a type more", r"\Z", "type More { more: Int }"),
    Mutation(
        "no root",
        r"\A",
        "schema { query: Query subscription: Subscription } ",
        ["Schema mutation type 'Mutation' was removed."],
    ),
    Mutation(
        "another scalar",
        r"scalar StateToken",
        'scalar StateToken @specifiedBy(url: "https://example.org")',
        ["Directive 'specifiedBy' was added to scalar 'StateToken'"],
    ),
    Mutation("no word", rf"{WORDS}ABANDONED", "", ["Enum value 'ABANDONED' was removed from enum 'SessionStatus'"]),
    Mutation("a word more", r"ABANDONED", "ABANDONED PAUSED"),
    Mutation(
        "no member",
        rf"{MEMBERS}IllegalMove \| ",
        "union ApplyMoveResult = ",
        ["Member 'IllegalMove' was removed from Union type 'ApplyMoveResult'"],
    ),
    Mutation(
        "another success",
        MEMBERS,
        "union ApplyMoveResult = Fairness | ",
        ["Member 'Fairness' was added to Union type 'ApplyMoveResult'"],
    ),
    Mutation("a problem more", r"union CreateSessionResult = ", "union CreateSessionResult = StaleVersion | "),
    Mutation(
        "no interface",
        r"type IllegalMove implements Problem",
        "type IllegalMove",
        ["'IllegalMove' object type no longer implements 'Problem' interface"],
    ),
    Mutation("an interface more", r"type View \{", "interface Turn { turn: [Int!]! } type View implements Turn {"),
)
FIELDS = (
    Mutation("no field", WORDS + TURN, "", ["Field 'turn' was removed from object type 'View'"]),
    Mutation("a field of another name", TURN, "whose: [Int!]!", ["Field 'turn' was removed from object type 'View'"]),
    Mutation(
        "another type of field",
        TURN,
        "turn: [String!]!",
        ["Field 'View.turn' changed type from '[Int!]!' to '[String!]!'"],
    ),
    Mutation("null", TURN, "turn: [Int!]", ["Field 'View.turn' changed type from '[Int!]!' to '[Int!]'"]),
    Mutation("null in a list", TURN, "turn: [Int]!", ["Field 'View.turn' changed type from '[Int!]!' to '[Int]!'"]),
    Mutation("one value for a list", TURN, "turn: Int!", ["Field 'View.turn' changed type from '[Int!]!' to 'Int!'"]),
    Mutation("never null", r"value: String\n", "value: String!\n"),
    Mutation("a field more", TURN, "turn: [Int!]! more: Int"),
    Mutation("a deprecated field", TURN, 'turn: [Int!]! @deprecated(reason: "Read more.")'),
    Mutation("another description", WORDS + TURN, '"""Whose turn it is.""" turn: [Int!]!'),
)
ARGUMENTS = (
    Mutation("a needed argument", TURN, "turn(of: Int!): [Int!]!", ["Argument 'of: Int!' added to field 'View.turn'"]),
    Mutation("an argument more", TURN, "turn(of: Int): [Int!]!"),
    Mutation("an argument with a default", TURN, "turn(of: Int! = 1): [Int!]!"),
    Mutation(
        "no argument",
        rf"{WORDS}first: Int = null",
        "",
        ["Argument 'first: Int' was removed from field 'Query.sessions'"],
    ),
    Mutation(
        "another type of argument",
        r"first: Int = null",
        "first: String = null",
        ["Type for argument 'first' on field 'Query.sessions' changed from 'Int' to 'String'"],
    ),
    Mutation(
        "another default",
        r"first: Int = null",
        "first: Int = 7",
        ["Default value for argument 'first' on field 'Query.sessions' changed from 'null' to '7'"],
    ),
)
INPUTS = (
    Mutation(
        "a needed field",
        INPUT,
        "input ApplyMoveInput { why: String!",
        ["Input field 'why' of type 'String!' was added to input object type 'ApplyMoveInput'"],
    ),
    Mutation("a new field of an input", INPUT, "input ApplyMoveInput { why: String"),
    Mutation("a new field with a default", INPUT, "input ApplyMoveInput { why: Boolean! = true"),
    Mutation(
        "no field of an input",
        WORDS + KEY,
        "",
        ["Input field 'idempotencyKey' was removed from input object type 'AnswerTakeBackInput'"],
    ),
    Mutation(
        "another type of a field of an input",
        KEY,
        "idempotencyKey: Int = null",
        ["Input field 'AnswerTakeBackInput.idempotencyKey' changed type from 'String' to 'Int'"],
    ),
    Mutation(
        "no null in an input",
        KEY,
        'idempotencyKey: String! = "key"',
        [
            "Input field 'AnswerTakeBackInput.idempotencyKey' default value changed from 'null' to '\"key\"'",
            "Input field 'AnswerTakeBackInput.idempotencyKey' changed type from 'String' to 'String!'",
        ],
    ),
    Mutation(
        "another default of a field",
        r"takeBacks: Boolean! = false",
        "takeBacks: Boolean! = true",
        ["Input field 'CreateSessionInput.takeBacks' default value changed from 'false' to 'true'"],
    ),
    Mutation(
        "no default",
        r"takeBacks: Boolean! = false",
        "takeBacks: Boolean!",
        ["Input field 'CreateSessionInput.takeBacks' default value changed from 'false' to 'undefined'"],
    ),
    Mutation(
        "one field of an input alone",
        INPUT,
        "input ApplyMoveInput @oneOf {",
        ["Directive 'oneOf' was added to input object 'ApplyMoveInput'"],
    ),
)
MUTATIONS = (*TYPES, *FIELDS, *ARGUMENTS, *INPUTS)


def mutate(schema: str, mutation: Mutation) -> str:
    changed = re.sub(mutation.pattern, mutation.replacement, schema, count=1, flags=re.DOTALL)
    assert changed != schema
    return changed


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[str]]:
    """What is reported of each mutation, by its name."""
    folder = tmp_path_factory.mktemp("mutations")
    schema = FIRST.read_text(encoding="utf-8")
    files = [folder / f"{number}.graphql" for number in range(len(MUTATIONS))]
    for file, mutation in zip(files, MUTATIONS, strict=True):
        file.write_text(mutate(schema, mutation), encoding="utf-8")
    names = [mutation.name for mutation in MUTATIONS]
    return dict(zip(names, breaking_changes(FIRST, files), strict=True))


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_a_change_that_breaks_clients_is_noticed_and_an_addition_is_allowed(
    mutation: Mutation, found: Mapping[str, list[str]]
) -> None:
    assert found[mutation.name] == [*mutation.breaking]


def test_a_word_may_be_added_only_to_a_list_that_says_so(tmp_path: Path) -> None:
    schema = FIRST.read_text(encoding="utf-8")
    full = tmp_path / "full.graphql"
    longer = tmp_path / "longer.graphql"
    full.write_text(re.sub(r"OTHER", "LAST", schema), encoding="utf-8")
    longer.write_text(re.sub(r"OTHER", "LAST", schema).replace("ABANDONED", "ABANDONED PAUSED"), encoding="utf-8")
    assert breaking_changes(full, [longer]) == [["Enum value 'PAUSED' was added to enum 'SessionStatus'"]]
