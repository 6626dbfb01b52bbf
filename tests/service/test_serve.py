"""The tasks of a process that serves."""

import gc
import socket
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from service.process.consequences import log_consequences
from service.process.lines import KEEPALIVE
from service.process.serve import COLLECTIONS, bind, spare_collector
from service.settings import load_settings
from store.options import SettingsError
from tools.services import Service


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


def test_a_service_that_keeps_sessions_for_less_than_a_day_logs_that_it_sends_no_webhooks(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'croupier.db'}"
    with Service(url, tmp_path, finished_seconds="3600", log="json") as service:
        warnings = [line for line in service.log.splitlines() if "webhooks are off" in line]
    assert len(warnings) == 1
    assert '"CROUPIER_FINISHED_SECONDS":3600' in warnings[0].replace(" ", "")
    assert "CROUPIER_SESSION_SECONDS" not in warnings[0]


@pytest.mark.parametrize("settings", [{}, {"CROUPIER_WEBHOOKS": "off", "CROUPIER_SESSION_SECONDS": "60"}])
def test_nothing_is_logged_of_settings_that_have_no_such_consequence(settings: dict[str, str]) -> None:
    with capture_logs() as lines:
        log_consequences(load_settings(settings))
    assert lines == []
