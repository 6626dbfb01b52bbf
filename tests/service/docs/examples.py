"""The examples of a page, and which of the two APIs each of them uses.

- `graphql`: an operation. A block `json variables` may follow, and then the answer as `json`.
- `http`: a request to REST, and then the response in the same block.
- `sh`, `python`: a script; its output may follow as `text`. It uses the API whose address stands in it.
- `websocket`: messages, `→` sent and `←` received.
- `json problem`, `json example` and `js example` are shown only: other tests check them. So is `sh example`, which
  fetches packages, or goes on until it is stopped.
"""

from enum import Enum
from pathlib import Path
from typing import NamedTuple

from tests.service.docs.pages import Block, read_blocks

SHOWN = ("json problem", "json example", "js example", "sh example")
ANSWERS = {"graphql": "json", "sh": "text", "python": "text"}


class Api(Enum):
    """One of the two APIs, with what its addresses contain."""

    GRAPHQL = "/graphql"
    REST = "/v1"


_APIS = {"graphql": [Api.GRAPHQL], "websocket": [Api.GRAPHQL], "http": [Api.REST]}


class Example(NamedTuple):
    """A block that is run, with its variables and its answer."""

    block: Block
    variables: Block | None
    answer: Block | None

    @property
    def kind(self) -> str:
        """The kind of the block."""
        return self.block.kind

    @property
    def apis(self) -> list[Api]:
        """The APIs whose readers need this example: both, if it uses neither."""
        text = self.block.text
        return _APIS.get(self.kind) or [api for api in Api if api.value in text] or [*Api]


def read_examples(page: Path) -> list[Example]:
    """Return the examples of a page, in order."""
    blocks = [block for block in read_blocks(page) if block.kind not in SHOWN]
    examples = []
    while blocks:
        block = blocks.pop(0)
        variables = _take(blocks, "json variables")
        answer = _take(blocks, ANSWERS.get(block.kind))
        examples.append(Example(block, variables, answer))
    return examples


def _take(blocks: list[Block], kind: str | None) -> Block | None:
    return blocks.pop(0) if blocks and blocks[0].kind == kind else None
