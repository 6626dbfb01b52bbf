"""The addresses at which other devices on the network reach this machine."""

import fcntl
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import TypeAlias

import msgspec

from service.settings import EVERY_INTERFACE, Settings

Address: TypeAlias = IPv4Address | IPv6Address

# Reserved for documentation (RFC 5737, RFC 3849). A datagram socket that connects to them sends nothing: it only learns
# the address from which it would send.
_OUTSIDE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
_DISCARD_PORT = 9
# The request for the address of an interface. It is answered in its own bytes, a `struct ifreq`.
_SIOCGIFADDR = 0xC0206921 if sys.platform == "darwin" else 0x8915
_INTERFACE_REQUEST = struct.Struct("16s24x")
_ADDRESS_IN_ANSWER = slice(20, 24)
# Linux only. Bridges, containers and VPNs have no device.
_DEVICES = Path("/sys/class/net")


class OwnAddress(msgspec.Struct, frozen=True):
    """An address of this machine: whether packets to other networks leave from it, and whether it is a device's."""

    address: Address
    is_outward: bool = False
    is_of_device: bool = False


def find_hosts(settings: Settings) -> tuple[str, ...]:
    """Return the hosts by which others on the network reach the service, the most likely one first.

    They are written as in URLs. The tuple is empty if this machine is in no network.
    """
    if settings.host not in EVERY_INTERFACE:
        return (format_host(settings.host),)
    ranked = rank_addresses(_own_addresses())
    return tuple(format_host(str(one)) for one in ranked if one.version == 4 or settings.host == "::")


def format_host(host: str) -> str:
    """Return a host name or an address as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def is_public(host: str) -> bool:
    """Tell whether a host of `find_hosts` is an address on the internet."""
    try:
        return ip_address(host.strip("[]")).is_global
    except ValueError:
        return False


def rank_addresses(own: Iterable[OwnAddress]) -> list[Address]:
    """Return the addresses that others may reach, the most likely one first.

    With a VPN, packets leave from an address that only the VPN's members reach, so addresses of devices come first.
    Other addresses without a device are of bridges and containers: nobody outside reaches them.
    """
    useful = [one for one in own if _is_shared(one.address) and (one.is_outward or one.is_of_device)]
    useful.sort(key=lambda one: (one.address.version, not one.is_of_device, not one.is_outward))
    return list(dict.fromkeys(one.address for one in useful))


def _is_shared(address: Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _own_addresses() -> Iterator[OwnAddress]:
    outward = {address for family in _OUTSIDE if (address := _find_outward(family))}
    for name, address in _interfaces():
        yield OwnAddress(address, address in outward, (_DEVICES / name / "device").exists())
    for address in outward:
        yield OwnAddress(address, is_outward=True)


def _find_outward(family: socket.AddressFamily) -> Address | None:
    """Return the address from which packets to other networks leave; None without a way to them."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((_OUTSIDE[family], _DISCARD_PORT))
            return ip_address(probe.getsockname()[0])
    except OSError:
        return None


def _interfaces() -> Iterator[tuple[str, Address]]:
    """Yield the interfaces that have an IPv4 address, by name."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            # An interface without an address answers with an error.
            with suppress(OSError):
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, _INTERFACE_REQUEST.pack(name.encode()))
                yield name, ip_address(answer[_ADDRESS_IN_ANSWER])
