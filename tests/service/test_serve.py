"""The tasks of a process that serves."""

import gc
import socket

import pytest

from service.process.lines import KEEPALIVE
from service.process.serve import COLLECTIONS, bind, spare_collector
from service.settings import load_settings
from store.options import SettingsError


def test_the_collector_passes_over_what_stays() -> None:
    before = gc.get_threshold()
    try:
        spare_collector()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == COLLECTIONS
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def test_two_services_that_start_at_once_do_not_get_one_port() -> None:
    with bind(load_settings({"CROUPIER_PORT": "0"})) as first:
        port = str(first.getsockname()[1])
        with pytest.raises(SettingsError, match=rf'CROUPIER_PORT is "{port}"'):
            bind(load_settings({"CROUPIER_PORT": port}))


def test_the_kernel_asks_idle_connections_whether_they_live() -> None:
    one = bind(load_settings({"CROUPIER_PORT": "0"}))
    with one, socket.create_connection(one.getsockname()), one.accept()[0] as accepted:
        assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert {name: accepted.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) for name in KEEPALIVE} == KEEPALIVE
        # It would reset clients that read slowly, too.
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 0
