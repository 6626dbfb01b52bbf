"""Requests of the newest version of the protocol, written by hand: each is one POST."""

from collections.abc import Mapping
from typing import Any

import httpx2
import msgspec

from tools.services import Addressed

MODERN = "2026-07-28"


def request_of(method: str, params: Mapping[str, object]) -> bytes:
    """Return a request of the newest version of the protocol."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
    return msgspec.json.encode(message)


def headers_of(method: str, name: str = "") -> dict[str, str]:
    """Return the headers that the newest version requires of a request."""
    named = {"Mcp-Name": name} if name else {}
    accepted = "application/json, text/event-stream"
    return {
        "Content-Type": "application/json",
        "Accept": accepted,
        "MCP-Protocol-Version": MODERN,
        "Mcp-Method": method,
        **named,
    }


def post_call(
    server: Addressed, tool: str, given: Mapping[str, object] | msgspec.Raw, **headers: str
) -> httpx2.Response:
    """Call a tool by one request of the newest version, on a connection of its own."""
    body = request_of("tools/call", {"name": tool, "arguments": given})
    sent = {**headers_of("tools/call", tool), "Connection": "close", **headers}
    return httpx2.post(f"{server.root}/mcp", content=body, headers=sent, timeout=60)


def post_old(
    server: Addressed, version: str, method: str, params: Mapping[str, object], **headers: str
) -> httpx2.Response:
    """Send a request of an older version, on a connection of its own; only the handshake names no version before."""
    known = {} if method == "initialize" else {"MCP-Protocol-Version": version}
    sent = {"Accept": "application/json, text/event-stream", "Connection": "close", **known, **headers}
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return httpx2.post(f"{server.root}/mcp", json=message, headers=sent, timeout=60)


def answer_of(response: httpx2.Response) -> Any:  # noqa: ANN401  JSON
    """Return the result in a response, which is JSON or the last event of a stream."""
    if response.headers["content-type"].startswith("application/json"):
        return response.json()["result"]
    *_, last = (line for line in response.text.splitlines() if line.startswith("data: "))
    return msgspec.json.decode(last.removeprefix("data: "))["result"]
