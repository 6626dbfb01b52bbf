"""What the process prints when it listens: where it is, for this machine and for others on the network."""

from collections.abc import Callable, Sequence
from importlib.util import find_spec

from service.process.network import format_host, is_public
from service.settings import EVERY_INTERFACE, Settings

PLAIN_HTTP = (
    "This is plain HTTP: anybody on the network can read what is sent, also the secrets of seats, and use them. "
    "Use it at home only."
)
NO_NETWORK = (
    "This machine is in no network, so nobody else can play. Join one (Wi-Fi, a cable, the hotspot of a phone) and "
    "start again."
)
PUBLIC = "This address is public: the whole internet may reach it. Stop, and see deploy/README.md for HTTPS."


def announce_service(settings: Settings, port: int, say: Callable[[str], None]) -> None:
    """Print the addresses for this machine."""
    is_local = settings.host in (*EVERY_INTERFACE, "127.0.0.1")
    root = f"http://{'localhost' if is_local else format_host(settings.host)}:{port}"
    say(f"Croupier is at {root}/graphql (open it in a browser, or POST to it)")
    say(f"REST is at {root}/v1 (explore it at {root}/docs)")
    if settings.page == "on":
        say(f"Play at {root}/play")
    if settings.mcp == "on" and find_spec("mcp") is not None:
        say(f"Agents connect to {root}/mcp")


def announce_to_network(
    hosts: Sequence[str], settings: Settings, port: int, say: Callable[[str], None], show_address: Callable[[str], None]
) -> None:
    """Print the addresses for others on the network, and show the first one."""
    if not hosts:
        say(NO_NETWORK)
        return
    path = "/play" if settings.page == "on" else "/graphql"
    first, *others = [f"http://{host}:{port}{path}" for host in hosts]
    say(f"Others on this network: {first}")
    show_address(first)
    if others:
        say(f"If that does not open on their devices: {' or '.join(others)}")
    if is_public(hosts[0]):
        say(PUBLIC)
    say(PLAIN_HTTP)
