"""The checker of tournaments condemns every planted service, and acquits the sound one."""

import pytest

from tools.faults.checker import Kind
from tools.faults.tournaments import planted
from tools.faults.tournaments.entrants import PLANS
from tools.faults.tournaments.judging import check_tournament
from tools.faults.tournaments.planted import Sound
from tournaments import Plan

PLANTED: list[tuple[type[Sound], set[Kind]]] = [
    (planted.ReportsTwice, {"doubled", "result"}),
    (planted.ReportsAnother, {"result"}),
    (planted.OpensTwice, {"table"}),
    (planted.TellsAnotherTable, {"table"}),
    (planted.LosesTable, {"table"}),
    (planted.SeatsTwice, {"pairing"}),
    (planted.PairsAnotherWay, {"pairing"}),
    (planted.CountsAnotherWay, {"standings"}),
    (planted.LosesVersion, {"lost"}),
    (planted.SkipsVersion, {"stream"}),
    (planted.EntersTwice, {"lost", "doubled"}),
    (planted.StartsTwice, {"lost"}),
    (planted.WritesOver, {"changed"}),
    (planted.SpoilsEntry, {"changed"}),
    (planted.LeavesGap, {"gap"}),
    (planted.HidesSeed, {"pairing"}),
    (planted.NeverEnds, {"unfinished"}),
]


@pytest.mark.parametrize(("kind", "found"), PLANTED, ids=[kind.__name__ for kind, _ in PLANTED])
def test_a_service_that_breaks_a_promise_is_condemned(kind: type[Sound], found: set[Kind]) -> None:
    service = kind(PLANS[0])
    service.play()
    violations = list(check_tournament(service.account, service.record()))
    print(*(violation.sentence for violation in violations), sep="\n")
    assert found <= {violation.kind for violation in violations}


@pytest.mark.parametrize("plan", PLANS, ids=[f"{plan.format}-{plan.deals}" for plan in PLANS])
def test_a_sound_service_is_acquitted(plan: Plan) -> None:
    service = Sound(plan)
    service.play()
    assert list(check_tournament(service.account, service.record())) == []
