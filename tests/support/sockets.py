"""What no client library does: a line that is cut, and the frames of a WebSocket one by one."""

import ctypes
import socket

_ATTACH_FILTER = 26  # SO_ATTACH_FILTER, which the standard library does not name
_RETURN = 0x06  # BPF_RET | BPF_K


class _Instruction(ctypes.Structure):
    _fields_ = (("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("k", ctypes.c_uint32))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(_Instruction)))


def cut_line(client: socket.socket) -> None:
    """Let nothing reach a socket any more: its kernel acknowledges nothing and answers no probe, as if it were gone."""
    accept_no_byte = (_Instruction * 1)(_Instruction(_RETURN, 0, 0, 0))
    client.setsockopt(socket.SOL_SOCKET, _ATTACH_FILTER, bytes(_Program(1, accept_no_byte)))


def masked_frame(opcode: int, payload: bytes) -> bytes:
    """Return a frame of a client (RFC 6455, section 5.2), with a mask that changes nothing."""
    is_short = len(payload) < 126
    length = bytes([len(payload)]) if is_short else bytes([126]) + len(payload).to_bytes(2, "big")
    return bytes([0x80 | opcode, 0x80 | length[0]]) + length[1:] + bytes(4) + payload
