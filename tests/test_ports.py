"""The ports of servers that tests start: nothing else takes one before its server listens, or while that is killed."""

import socket

from tools.servers import LEAST_PORTS, LOWEST_PORT, RANGE_OF_CONNECTIONS, free_port


def test_no_connection_gets_the_port_of_a_server() -> None:
    lowest = max(int(RANGE_OF_CONNECTIONS.read_text().split()[0]), LOWEST_PORT + LEAST_PORTS)
    assert all(free_port() < lowest for _ in range(10))


def test_no_port_is_returned_twice_and_none_on_which_a_server_listens() -> None:
    first = free_port()
    with socket.create_server(("127.0.0.1", first + 1)):
        others = [free_port() for _ in range(100)]
    assert {first, first + 1}.isdisjoint(others)
    assert len({*others}) == len(others)
