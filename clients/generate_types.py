"""Write the types of the kits from openapi.json: `contract.d.ts` for TypeScript and `contract.py` for Python.

    python -m clients.generate_types

Each schema of the contract becomes one type of the same name, so that the kits return exactly what the service sent.
"""

import json
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
CONTRACT = ROOT / "openapi.json"
WIDTH = 120
FORMER = "The former name of this type."
WRITTEN = "Written by `make kits` from openapi.json"

Schema = Mapping[str, Any]


class Field(NamedTuple):
    """A field of a type: its name, its schema, and whether it is required."""

    name: str
    schema: Schema
    required: bool


def read_schemas() -> Mapping[str, Schema]:
    """Return the schemas of the committed contract, by name; a former name refers to the present schema."""
    document = json.loads(CONTRACT.read_text(encoding="utf-8"))
    schemas: dict[str, Schema] = document["components"]["schemas"]
    return schemas


def write_typescript(schemas: Mapping[str, Schema]) -> str:
    """Return the module of types for TypeScript."""
    parts = [f"// {WRITTEN}: the types of what the service takes and answers.\n"]
    parts += ["\n".join(_declare(name, schema)) for name, schema in schemas.items()]
    return "\n".join(parts)


def write_python(schemas: Mapping[str, Schema]) -> str:
    """Return the module of types for Python: typed dictionaries, formatted."""
    head = [
        f'"""The types of what the service takes and answers. {WRITTEN}."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Literal, NotRequired, TypeAlias, TypedDict",
        "",
    ]
    # Former names come last, since they are aliases of types above them.
    ordered = sorted(schemas.items(), key=lambda named: ("$ref" in named[1], named[0]))
    parts = ["\n".join(_typed_dict(name, schema)) for name, schema in ordered]
    return _format("\n".join(head) + "\n\n" + "\n\n".join(parts))


def _format(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "contract.py", "-"]
    ran = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT)  # noqa: S603
    return ran.stdout


def _fields(schema: Schema) -> list[Field]:
    required = schema.get("required", ())
    return [Field(name, of, name in required) for name, of in schema.get("properties", {}).items()]


def _declare(name: str, schema: Schema) -> Iterator[str]:
    if "$ref" in schema:
        yield f"/** {FORMER} */"
        yield f"export type {name} = {_type_of(schema, _TYPESCRIPT)};\n"
        return
    yield from _comment(schema, "")
    if members := _members_of(schema):
        yield f"export type {name} = {_union(members, _TYPESCRIPT)};\n"
        return
    yield f"export interface {name} {{"
    for field in _fields(schema):
        yield from _comment(field.schema, "  ")
        yield f"  {field.name}{'' if field.required else '?'}: {_type_of(field.schema, _TYPESCRIPT)};"
    yield "}\n"


def _comment(schema: Schema, indent: str) -> Iterator[str]:
    text = schema.get("description", "")
    one = f"{indent}/** {text} */"
    if len(one) <= WIDTH:
        yield one
        return
    yield f"{indent}/**"
    yield from textwrap.wrap(text, WIDTH, initial_indent=f"{indent} * ", subsequent_indent=f"{indent} * ")
    yield f"{indent} */"


def _members_of(schema: Schema) -> list[Schema]:
    """Return the alternative schemas of a value."""
    return [*schema.get("oneOf", ()), *schema.get("anyOf", ())]


def _union(members: list[Schema], language: "_Language") -> str:
    return " | ".join(_type_of(member, language) for member in members)


def _typed_dict(name: str, schema: Schema) -> Iterator[str]:
    if "$ref" in schema:
        yield f"{name} = {_type_of(schema, _PYTHON)}"
        yield f'"""{FORMER}"""'
        yield ""
        return
    fields = _fields(schema)
    if members := _members_of(schema):
        # A string, since its members may be defined later in the module.
        yield f'{name}: TypeAlias = "{_union(members, _PYTHON)}"'
        yield from (line.removeprefix("    ") for line in _docstring(schema["description"]))
        yield ""
        return
    # `from` is a keyword, so a type with such a field is written as a call.
    if any(field.name == "from" for field in fields):
        yield from _called_dict(name, fields)
        return
    yield f"class {name}(TypedDict):"
    yield from _docstring(schema["description"])
    yield ""
    for field in fields:
        yield f"    {field.name}: {_optional(field)}"
        yield from _docstring(field.schema.get("description", ""))
    yield ""


def _called_dict(name: str, fields: list[Field]) -> Iterator[str]:
    yield f"{name} = TypedDict("
    yield f'    "{name}",'
    yield "    {"
    for field in fields:
        # The names in a call are not annotations, so names that are defined later are quoted.
        written = _optional(field)
        quote = "'" if '"' in written else '"'
        yield f'        "{field.name}": {quote}{written}{quote},'
    yield "    },"
    yield ")"
    yield ""


def _optional(field: Field) -> str:
    written = _type_of(field.schema, _PYTHON)
    return written if field.required else f"NotRequired[{written}]"


def _docstring(text: str) -> Iterator[str]:
    quotes = '"""'
    lines = textwrap.wrap(text, WIDTH - 10)
    if not lines:
        return
    yield f"    {quotes}{lines[0]}" + (quotes if len(lines) == 1 else "")
    yield from (f"    {line}" for line in lines[1:])
    if len(lines) > 1:
        yield f"    {quotes}"


class _Language(NamedTuple):
    words: Mapping[str, str]
    choice: Callable[[list[str]], str]
    array: Callable[[str], str]


_TYPESCRIPT = _Language(
    {
        "string": "string",
        "integer": "number",
        "number": "number",
        "boolean": "boolean",
        "null": "null",
        "object": "Record<string, unknown>",
    },
    lambda values: " | ".join(json.dumps(value) for value in values),
    lambda item: f"({item})[]" if "|" in item else f"{item}[]",
)
_PYTHON = _Language(
    {
        "string": "str",
        "integer": "int",
        "number": "float",
        "boolean": "bool",
        "null": "None",
        "object": "dict[str, object]",
    },
    lambda values: f"Literal[{', '.join(json.dumps(value) for value in values)}]",
    lambda item: f"list[{item}]",
)


def _type_of(schema: Schema, language: _Language) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if members := _members_of(schema):
        return _union(members, language)
    if "enum" in schema:
        return language.choice(schema["enum"])
    if schema["type"] == "array":
        return language.array(_type_of(schema["items"], language))
    return language.words[schema["type"]]


FILES: Mapping[Path, Callable[[Mapping[str, Schema]], str]] = {
    ROOT / "clients" / "javascript" / "src" / "contract.d.ts": write_typescript,
    ROOT / "clients" / "python" / "croupier_client" / "contract.py": write_python,
}


def main() -> None:
    """Write the types of both kits."""
    schemas = read_schemas()
    for file, write in FILES.items():
        file.write_text(write(schemas), encoding="utf-8")


if __name__ == "__main__":
    main()
