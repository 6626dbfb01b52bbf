"""Compare the responses to compiled operations with graphql-core's.

`python -m tests.service.differential --operations 1000`
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence

import msgspec

from service.observability.logs import configure_logging
from tests.service.differential.run import Report, running

# A document of hypothesis-graphql takes as long as many others, and is changed again and again.
OPERATIONS_PER_INVENTED = 75


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; return 1 when something differed, or plans answered too few."""
    parser = argparse.ArgumentParser(prog="python -m tests.service.differential", description=__doc__)
    parser.add_argument("--operations", type=int, default=10_000, help="how many operations")
    parser.add_argument("--seed", type=int, default=0, help="other operations with another seed")
    parser.add_argument("--sessions", type=int, default=4, help="sessions of each game")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    given = parser.parse_args(arguments)
    configure_logging("console", "error")
    report = asyncio.run(compare(given.operations, given.seed, given.sessions))
    print(json.dumps(msgspec.to_builtins(report)) if given.json else in_words(report), flush=True)
    return int(not report.is_good())


async def compare(count: int, seed: int, sessions: int) -> Report:
    """Return the report of a run, and write its progress to standard error."""
    started = time.monotonic()

    def tell(report: Report) -> None:
        seconds = time.monotonic() - started
        line = f"{report.operations} of {count} operations, {len(report.differences)} differences, {seconds:.0f} s"
        print(line, file=sys.stderr, flush=True)

    async with running(seed, sessions) as run:
        run.invent(1 + count // OPERATIONS_PER_INVENTED, seed)
        return await run.compare(count, progress=tell)


def in_words(report: Report) -> str:
    """Write a report for a person."""
    head = (
        f"{report.operations} operations of {report.documents} documents: {report.executed} executed "
        f"({report.with_errors} with errors), {report.refused} refused, {report.spoilt} on spoilt values, "
        f"{report.streams} as streams, {report.sockets} over WebSockets; "
        f"plans answered {report.by_plan} of {report.sound} that were executed on sound "
        f"values ({report.share_by_plan:.0%}); {len(report.differences)} differences"
    )
    lines = [
        f"spoilt by {one.spoilt}:\n  {msgspec.json.encode(one.request).decode()}\n"
        f"  expected {one.expected[:1500]}\n  actual   {one.actual[:1500]}"
        for one in report.differences
    ]
    return "\n".join([head, *lines])


if __name__ == "__main__":
    sys.exit(main())
