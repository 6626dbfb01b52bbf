"""Documents that are large in one way each: just accepted, wrong in many places, and beyond a limit."""

from graphql import get_introspection_query

STANDARD = get_introspection_query(
    specified_by_url=True, schema_description=True, directive_is_repeatable=True, input_value_deprecation=True
)
LEAVES = "name kind description specifiedByURL isOneOf"
OPTIONS = "options { name kind default description minimum }"
FIELDS = "id version createdAt cursor deadline expiresAt head isHost record rematchId status viewerSeat"
PARTS = "fairness { commitment key kind } settings { public moveSeconds } game { id title summary } takeBack { seat }"
TYPES = "types { name fields { name type { name } } }"
ARGUMENTS = 'a#: __type(name: "Query") { fields { name args { name type { name } } } }'
LETTERS = "a b c d e f g h i j k l m n o p q r s t u v w x y z"


def many(part: str, count: int) -> str:
    """Return a part so many times; `#` in it is the number of each, and `+` the number after."""
    return " ".join(part.replace("#", str(number)).replace("+", str(number + 1)) for number in range(count))


def query(part: str, count: int = 1, rest: str = "") -> str:
    """Return a query of a part so many times, with the rest of the document."""
    return f"{{ {many(part, count)} }} {rest}"


CHAINS = many("fragment A# on Game { a#: id ...A+ } fragment B# on Game { b#: id ...B+ }", 24)
ENDS = "fragment A24 on Game { title } fragment B24 on Game { title }"
DOUBLED = many("fragment F# on Query { ...F+ ...F+ }", 40)

ACCEPTED = {
    "introspection of tools": STANDARD,
    "introspection of many values": query(f"__schema {{ {many(f'a#: types {{ {LEAVES} }}', 13)} }}"),
    "many __type": query(ARGUMENTS, 10),
    "aliases of a list": query(f"a#: games {{ {OPTIONS} }}", 20),
    "long texts": query("a#: games { rules { text } }", 11),
    "a field again and again": query("games { id }", 44),
    "deep fields again and again": query("session(id: 1) { view { game { options { name } } } }", 27),
    "fields of one name": query(f"games {{ {many('id', 63)} }}"),
    "two chains of fragments": query("games { ...A0 ...B0 }", rest=CHAINS + ENDS),
    "many fields": query("a#: session(id: 1) { ...F }", 50, f"fragment F on Session {{ {FIELDS} {PARTS} }}"),
    "many operations": many("query A# { __typename }", 190),
    "many arguments": "{ games { " + many('a#: rule(number: "1.#") { text number section }', 50) + " } }",
    "commas": "{ games { id } }" + "," * 9000,
}

WRONG = {
    "unknown fields": query(f"games {{ {many('sumary#', 850)} }}"),
    "unknown root fields": query("sesionz#", 850),
    "unknown arguments": query(f"previewMove({many('sesionI#: 1', 320)}) {{ __typename }}"),
    "unknown input": f"mutation {{ createSession(input: {{ {many('optons#: 1', 320)} }}) {{ __typename }} }}",
    "a list of wrong values": f"mutation {{ newTable(input: {{ deck: [{many('1', 900)}] }}) {{ __typename }} }}",
    "unknown types": f"query ({many('$a#: Sesion#', 240)}) {{ games {{ id }} }}",
    "unknown directives": query(f"games {{ id {many('@inclde', 480)} }}"),
    "conflicts": query(f"games {{ {many('a: id a: title', 24)} }}"),
    "errors in many lines": "\n" * 7000 + query("b#", 300),
    "undefined variables": query(f"games {{ {many('rule(number: $a#) { text }', 44)} }}"),
}

VALUES = "This asks for more than 26000 values"
INTROSPECTION = "This asks for more than 20000 values"
SCHEMAS = "An operation has one `__schema`"
NAMES = "Too many fields have the same name"
BEYOND = {
    "two schemas": (query(f"a#: __schema {{ {TYPES} }}", 2), SCHEMAS),
    "two schemas in fragments": (query("...A", 2, f"fragment A on Query {{ __schema {{ {TYPES} }} }}"), SCHEMAS),
    "eleven types": (query('a#: __type(name: "Query") { name }', 11), "An operation has at most 10 `__type`"),
    "introspection of all by all": (
        query("__schema { types { fields { type { fields { name type { name } } } } } }"),
        INTROSPECTION,
    ),
    "types by aliases": (query(f"__schema {{ {many(f'a#: types {{ {LEAVES} }}', 40)} }}"), INTROSPECTION),
    "rules": (query("a#: games { rules { text } }", 35), VALUES),
    "rules of all sessions": (query("sessions { nodes { game { options { choices } rules { text } } } }", 12), VALUES),
    "fields of one name": (query(f"games {{ {many('id', 65)} }}"), NAMES),
    "type names": (query("__typename", 700), NAMES),
    "fragments": (
        query("...F#", 51, many("fragment F# on Query { games { id } }", 51)),
        "There are more than 50 fragments",
    ),
    "aliases in fragments": (
        query("...F", 30, f"fragment F on Query {{ {many('b#: __typename', 25)} }}"),
        "More than 50 fields have an alias",
    ),
    "fields in fragments": (query("...F", 80, f"fragment F on Query {{ {LETTERS} }}"), "This selects more than 2000"),
    "doubled fragments": (query("...F0", rest=DOUBLED + "fragment F40 on Query { __typename }"), VALUES),
    "doubled fragments of nothing": (query("...F0", rest=DOUBLED), "This selects more than 2000"),
}
