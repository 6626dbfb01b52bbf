"""What no client library does: a line that is cut, and the frames of a WebSocket one by one."""

import socket
import struct

_SIGN_SEGMENTS = 14  # TCP_MD5SIG, which the standard library does not name
_KEY = b"a key that the peer does not have"
_ADDRESS = struct.Struct("=HH4s120x")  # a sockaddr_in in a sockaddr_storage
_SIGNATURE = struct.Struct("=BBHi80s")  # the rest of a tcp_md5sig: flags, prefix, length, interface, key


def cut_line(client: socket.socket) -> None:
    """Let nothing reach a socket any more: its kernel acknowledges nothing and answers no probe, as if it were gone.

    From now on it drops every segment that is not signed (RFC 2385). Anybody may ask for that; a filter needs rights.
    """
    address = _ADDRESS.pack(socket.AF_INET, 0, socket.inet_aton(client.getpeername()[0]))
    signature = _SIGNATURE.pack(0, 0, len(_KEY), 0, _KEY)
    client.setsockopt(socket.IPPROTO_TCP, _SIGN_SEGMENTS, address + signature)


def masked_frame(opcode: int, payload: bytes) -> bytes:
    """Return a frame of a client (RFC 6455, section 5.2), with a mask that changes nothing."""
    is_short = len(payload) < 126
    length = bytes([len(payload)]) if is_short else bytes([126]) + len(payload).to_bytes(2, "big")
    return bytes([0x80 | opcode, 0x80 | length[0]]) + length[1:] + bytes(4) + payload
