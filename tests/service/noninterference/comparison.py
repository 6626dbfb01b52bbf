"""Play a script with its deal and with an alternative one for each viewer, and compare all bytes that it receives."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace
from starlette.applications import Starlette

from service.app import create_app
from service.settings import load_settings
from tests.engine.redeal import Viewer, difference
from tests.service.noninterference.deals import Deal, Script, alternative_deals
from tests.service.noninterference.sealed_worlds import drive_sealed
from tests.service.noninterference.shared_worlds import SharedWorld
from tests.service.noninterference.worlds import Sent, World, drive
from tools.services import LocalService

SEAL_KEY = "5ea1" * 16


def compare(server: LocalService, script: Script, name: str, host_seat: Viewer = None) -> int:
    """Compare a session with one of an alternative deal for each viewer that has one; return how many have.

    The host sits at `host_seat`, if it plays.
    """
    deals = alternative_deals(script, name)
    compare_with(server, script, deals, name, host_seat)
    return len(deals)


def compare_with(
    server: LocalService, script: Script, deals: Mapping[Viewer, Deal], name: str, host_seat: Viewer = None
) -> None:
    """Compare a session with one of each of these deals, for the deal's viewer."""
    here = World(server, script, deals, host_seat)
    drive(here, name)
    for viewer, deal in deals.items():
        there = World(server, replace(script, deal=deal), (viewer,), host_seat)
        drive(there, name)
        check_alike(here.received[viewer], there.received[viewer], viewer)


def compare_shared(server: LocalService, script: Script, name: str) -> int:
    """Compare a session of a closed deal with one of an alternative deal for each seat that has one; count them."""
    deals = {viewer: deal for viewer, deal in alternative_deals(script, name).items() if viewer is not None}
    here = SharedWorld(server, script, deals)
    drive(here, name)
    for viewer, deal in deals.items():
        there = SharedWorld(server, replace(script, deal=deal), (viewer,))
        drive(there, name)
        check_alike(here.received[viewer], there.received[viewer], viewer)
    return len(deals)


def compare_sealed(server: LocalService, script: Script, name: str) -> int:
    """Compare a sealed table with one of an alternative deal for each viewer that has one; return how many have."""
    deals = alternative_deals(script, name)
    compare_sealed_with(server, script, deals, name)
    return len(deals)


def compare_sealed_with(server: LocalService, script: Script, deals: Mapping[Viewer, Deal], name: str) -> None:
    """Compare a sealed table with one of each of these deals, for the deal's viewer."""
    here = drive_sealed(server, script, deals, name)
    for viewer, deal in deals.items():
        there = drive_sealed(server, replace(script, deal=deal), (viewer,), name)
        check_alike(here.received[viewer], there.received[viewer], viewer)


def check_alike(one: Sequence[Sent], other: Sequence[Sent], viewer: Viewer) -> None:
    """Check that both are the same, byte for byte."""
    for here, there in zip(one, other, strict=False):
        if here != there:
            raise AssertionError(f"What {viewer} is sent tells hidden cards: {here.what!r}: {_difference(here, there)}")
    assert len(one) == len(other)


def _difference(here: Sent, there: Sent) -> str:
    return difference(
        *(b"%s %r %r %s" % (one.what.encode(), one.status, one.headers, one.body) for one in (here, there))
    )


def app_on(store: str) -> Starlette:
    """Return the application on a store, with a key to seal states; its state has the address of the store."""
    app = create_app(load_settings({"CROUPIER_STORE": store, "CROUPIER_SEAL_KEYS": SEAL_KEY}))
    app.state.store_url = store
    return app
