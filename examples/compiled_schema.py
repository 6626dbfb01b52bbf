"""Executes a Strawberry schema by plans and by graphql-core, compares the answers, and tells how long they took.

python examples/compiled_schema.py --rounds 500
"""

import argparse
import asyncio
import logging
import time
from typing import Any

import msgspec
import strawberry

from compiled import Executor, Planner, Plans


@strawberry.type
class Book:
    """A book: two kinds of leaves, a list, and a resolver below the root."""

    title: str
    pages: int
    tags: list[str]

    @strawberry.field
    def summary(self, words: int = 3) -> str:
        """Return the first words of the title."""
        return " ".join(self.title.split()[:words])


@strawberry.type
class Author:
    """An author, with a list of objects."""

    name: str
    books: list[Book]


SHELF = [
    Author(name=f"Author {number}", books=[Book(title=f"A book of {pages} pages", pages=pages, tags=["new", "red"])])
    for number, pages in enumerate(range(100, 400, 10))
]


@strawberry.type
class Query:
    """The root resolvers: asynchronous, nullable, and failing."""

    @strawberry.field
    async def authors(self, first: int = 10) -> list[Author]:
        """Return the first authors."""
        return SHELF[:first]

    @strawberry.field
    def author(self, name: str) -> Author | None:
        """Return the author of a name."""
        return next((author for author in SHELF if author.name == name), None)

    @strawberry.field
    def broken(self) -> str:
        """Fail."""
        raise ValueError("This field always fails.")


# Strawberry logs each error; one operation fails on purpose.
logging.getLogger("strawberry.execution").setLevel(logging.CRITICAL)

# The same object for the planner and the executor: the operations that were compiled so far.
plans = Plans()
schema = strawberry.Schema(query=Query, extensions=[lambda: Planner(plans)])
executor = Executor(schema, plans)

OPERATIONS: list[tuple[str, dict[str, Any]]] = [
    ("query ($first: Int!) { authors(first: $first) { name books { title pages tags summary } } }", {"first": 30}),
    ('{ author(name: "Author 3") { name books { summary(words: 2) } } }', {}),
    ('{ author(name: "Nobody") { name } }', {}),
    # graphql-core alone makes answers with errors, from what the resolver has raised.
    ("{ broken }", {}),
]


async def answer_of(way: Executor | strawberry.Schema, document: str, variables: dict[str, Any]) -> bytes:
    """Return the body of a response. The data of a plan's result is JSON already, which msgspec takes as it is."""
    result = await way.execute(document, variables)
    errors = {"errors": [error.formatted for error in result.errors]} if result.errors else {}
    return msgspec.json.encode({"data": result.data, **errors})


async def measure(way: Executor | strawberry.Schema, document: str, variables: dict[str, Any], rounds: int) -> float:
    """Return the microseconds of an answer."""
    begun = time.perf_counter()
    for _ in range(rounds):
        await answer_of(way, document, variables)
    return 1e6 * (time.perf_counter() - begun) / rounds


async def main(rounds: int) -> None:
    """Compare the answers to each operation, and print how long they take."""
    for document, variables in OPERATIONS:
        expected = await answer_of(schema, document, variables)
        # graphql-core parses, validates and executes an operation once; after that it has a plan.
        for _ in range(2):
            assert await answer_of(executor, document, variables) == expected, document
        slow, fast = [await measure(way, document, variables, rounds) for way in (schema, executor)]
        print(f"{slow:8.0f} us by graphql-core {fast:8.0f} us by the plan   {document[:60]}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=200, help="how often each operation is executed")
    asyncio.run(main(parser.parse_args().rounds))
