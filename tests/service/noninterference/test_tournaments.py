"""While the tables of a round play one deal, nobody learns anything of the deal except from their own table."""

from random import Random

import pytest
from msgspec.structs import replace

from service.tournaments.tournament import PlayedRound
from tests.engine.play import Table
from tests.service.noninterference.comparison import check_alike
from tests.service.noninterference.deals import Script, alternative_deals
from tests.service.noninterference.shared_worlds import shared_script
from tests.service.noninterference.tournament_worlds import TournamentWorld, drive_round
from tools.services import LocalService

SHORT = Table("zar", 2, {"hands": 1, "deal": 3}, "1" * 64)
OTHER = Table("zar", 2, SHORT.options, "2" * 64)


def driven(server: LocalService, script: Script, viewer: int | None, others: int) -> TournamentWorld:
    world = TournamentWorld(server, script, (viewer,))
    drive_round(world, Random(others))
    return world


def test_an_entrant_is_told_nothing_of_the_deal_but_what_its_seat_sees(server: LocalService) -> None:
    script = shared_script(SHORT, Random(1))
    deals = alternative_deals(script, "round")
    viewer = max(viewer for viewer in deals if viewer is not None)
    here = driven(server, script, viewer, 1)
    # The other tables play something else, too.
    there = driven(server, replace(script, deal=deals[viewer]), viewer, 2)
    check_alike(here.received[viewer], there.received[viewer], viewer)


def test_nobody_without_a_seat_is_told_anything_of_the_deal(server: LocalService) -> None:
    here = driven(server, shared_script(SHORT, Random(1)), None, 1)
    there = driven(server, shared_script(OTHER, Random(4)), None, 2)
    check_alike(here.received[None], there.received[None], None)


def test_scores_that_are_told_too_early_are_found(server: LocalService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PlayedRound, "is_secret", property(lambda _round: False))
    here = driven(server, shared_script(SHORT, Random(1)), None, 1)
    there = driven(server, shared_script(OTHER, Random(4)), None, 2)
    with pytest.raises(AssertionError, match="tells hidden cards"):
        check_alike(here.received[None], there.received[None], None)
