"""Clients before 2026-07-28 over HTTP: they say only when they introduce themselves whether they show apps.

A client that shows none gets a session id that says so with each later request, so no worker has to remember it. The id
opens nothing.
"""

from secrets import token_urlsafe
from typing import Literal

import msgspec

from service.mcp.board import EXTENSION, MEDIA_TYPE

SESSION_ID = "mcp-session-id"

_WITHOUT_APPS = "without-apps-"
_RANDOM_BYTES = 16


class _AppSettings(msgspec.Struct, frozen=True, rename="camel"):
    mime_types: tuple[str, ...] = ()


class _Extensions(msgspec.Struct, frozen=True, rename={"apps": EXTENSION}):
    apps: _AppSettings = _AppSettings()


class _Capabilities(msgspec.Struct, frozen=True):
    extensions: _Extensions = _Extensions()


class _Params(msgspec.Struct, frozen=True):
    capabilities: _Capabilities


class _Introduction(msgspec.Struct, frozen=True):
    method: Literal["initialize"]
    params: _Params


def choose_session_id(body: bytes) -> str | None:
    """Return the session id for a client that introduces itself and shows no apps; None for any other request."""
    try:
        introduction = msgspec.json.decode(body, type=_Introduction)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return None
    if MEDIA_TYPE in introduction.params.capabilities.extensions.apps.mime_types:
        return None
    return _WITHOUT_APPS + token_urlsafe(_RANDOM_BYTES)


def shows_no_apps(session_id: str | None) -> bool:
    """Tell whether the client that sends a session id has said that it shows no apps."""
    return session_id is not None and session_id.startswith(_WITHOUT_APPS)
