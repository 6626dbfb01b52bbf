"""Responses to compiled operations equal graphql-core's byte for byte; and a comparison finds every fault."""

import secrets

import pytest

from tests.service.differential import planted
from tests.service.differential.__main__ import in_words
from tests.service.differential.run import running

pytestmark = pytest.mark.anyio

FIXED = 1
# The rarest fault makes a difference in one of some 1,500 operations.
ENOUGH = 15_000


@pytest.mark.parametrize("seed", [FIXED, None], ids=["fixed", "random"])
async def test_compiled_operations_are_answered_as_by_graphql_core(seed: int | None) -> None:
    seed = secrets.randbits(32) if seed is None else seed
    async with running(seed, sessions=1) as run:
        run.invent(5, seed)
        report = await run.compare(240)
    assert report.is_good(), f"seed {seed}: {in_words(report)}"


async def test_every_planted_fault_is_found() -> None:
    async with running(FIXED, sessions=1) as run:
        for name, around in planted.FAULTS.items():
            with run.with_fault(around):
                assert (await run.compare(ENOUGH, spoilt=0.7, most=1)).differences, name
        for name, fault in planted.INSIDE.items():
            with planted.planted(*fault):
                assert (await run.compare(ENOUGH, spoilt=0.7, most=1)).differences, name


@pytest.mark.parametrize(
    "harmless", [planted.retelling(lambda answer: answer), planted.editing("x^", "")], ids=["retelling", "editing"]
)
async def test_the_planting_of_faults_is_itself_harmless(harmless: planted.Around) -> None:
    async with running(FIXED, sessions=1) as run:
        with run.with_fault(harmless):
            report = await run.compare(80)
    assert report.is_good(), in_words(report)


async def test_a_run_in_which_plans_have_no_part_is_not_good() -> None:
    async with running(FIXED, sessions=1) as run:
        with planted.planted(*planted.NOTHING_COMPILED):
            report = await run.compare(40)
    # Kept answers to introspection look like those of plans; there are few.
    assert (report.differences, report.is_good()) == ([], False)
