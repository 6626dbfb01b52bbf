"""The standings of a tournament as a worker computes them on request."""

import asyncio

import pytest
from msgspec.structs import replace

from service.storage.sessions import Lifetimes
from service.storage.tournaments import TournamentRepository
from service.tournaments.tournament import rank, shown_of
from store.port import Store
from tools.faults.tournaments.entrants import PLANS
from tools.faults.tournaments.planted import Sound

pytestmark = pytest.mark.anyio


async def test_standings_are_computed_once_for_all_who_ask_at_a_time(store: Store) -> None:
    played = Sound(PLANS[0])
    played.play()
    same = replace(played.tournament)
    again = replace(played.tournament)
    repository = TournamentRepository(store, Lifetimes(600, 600, 600))
    first, second = await asyncio.gather(repository.rank(same), repository.rank(again))
    assert first is second
    assert first == rank(shown_of(played.tournament))
