"""Examples of answers for the OpenAPI document, recorded from real calls by `make examples`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("examples.json")


@cache
def read_examples() -> Mapping[str, object]:
    """Return an example answer of each operation, by its name."""
    examples: Mapping[str, object] = msgspec.json.decode(FILE.read_bytes())
    return examples
