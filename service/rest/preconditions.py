"""Entity tags, preconditions (RFC 9110, sections 8.8.3 and 13.1), and idempotency keys.

A tag is `"VERSION-HEAD.DIGEST"`. The digest depends on the viewer, the representation and the release, so their tags
differ. The precondition of a change compares only version and head. So it also accepts the version alone, `"7"`, and a
frame's cursor in quotes, which a client that follows a stream has without reading the session.
"""

import hashlib
import re
from functools import lru_cache
from importlib.metadata import version
from operator import attrgetter

import msgspec

from service.http.call import Fields
from service.http.compression import choose_coding
from service.http.error_responses import RefusedRequest
from service.sessions.history_hash import Cursor, read_cursor
from service.sessions.problems import Problem
from service.views.session_view import SessionValue
from service.views.wording import wanted_language

IF_MATCH = "If-Match"
KEY = "Idempotency-Key"
ANY_VERSION = "*"
# A cursor that no session has: a precondition that always fails.
NOWHERE = Cursor(0)

_TAG = re.compile(r'(?P<weak>W/)?"(?P<opaque>[\x21\x23-\x7e\x80-\xff]*)"')
_ONE_TAG = re.compile(rb'"(?P<version>[1-9]\d{0,8})(?:-(?P<hash>[A-Za-z0-9_-]{16}))?(?:\.[0-9a-f]{16})?"')
_DIGEST = re.compile(r"\.[0-9a-f]{16}$")
_QUOTED = re.compile(r'"(?P<text>(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"')
_ESCAPE = re.compile(r"\\(.)")
# Another release may make other representations of the same version.
_RELEASE = version("croupier")


def make_tag(session: SessionValue, representation: str) -> str:
    """Return the strong entity tag of a representation of a session as its viewer sees it."""
    viewer = session.bearer if session.viewer_seat is None else session.viewer_seat
    return f'"{session.cursor}.{_digest(representation, session.id, viewer, wanted_language.get())}"'


def tag_change(session: SessionValue, version: int, head: str | None, fields: Fields) -> str:
    """Return the tag of `readSession` for the client that made a change, at the version of the change."""
    coding = choose_session_coding(session, fields) if session.status == "FINISHED" else ""
    viewer = session.bearer if session.viewer_seat is None else session.viewer_seat
    digest = _digest(f"session {coding}", session.id, viewer, wanted_language.get())
    # As in `format_cursor`, without a call.
    return f'"{version}-{head}.{digest}"' if head else f'"{version}.{digest}"'


# The same viewer makes one change after another.
@lru_cache(maxsize=4096)
def _digest(representation: str, session_id: str, viewer: int | str, language: str | None) -> str:
    """Return a digest that tells the representations of a version apart; `viewer` is a seat, or a kind of token."""
    parts = (_RELEASE, representation, session_id, viewer, language)
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]


def choose_session_coding(session: SessionValue, fields: Fields) -> str:
    """Return the content coding of a representation of a session: none as long as it has secrets."""
    return choose_coding(fields.get(b"accept-encoding", b"").decode("latin-1")) if session.fairness.key else ""


def is_known(if_none_match: str, tag: str) -> bool:
    """Tell whether a client has a representation already; tags are compared weakly, as the RFC says."""
    if if_none_match.strip() == ANY_VERSION:
        return True
    return tag.strip('"') in {known["opaque"] for known in _read_tags(if_none_match)}


def read_if_match(fields: Fields) -> dict[str, object]:
    """Return the expected version and hash as fields of an input. Raises `RefusedRequest` without the header."""
    header = fields.get(b"if-match")
    if header is not None and (tag := _ONE_TAG.fullmatch(header)) is not None:
        # The usual case, with the same result as the general case below.
        head = tag["hash"]
        return {"expectedVersion": int(tag["version"]), "expectedHead": None if head is None else head.decode()}
    if header is None:
        message = (
            f"The header {IF_MATCH} is missing: send the session's ETag as it came, or its cursor in double quotes; "
            "or * for any version."
        )
        raise RefusedRequest("PRECONDITION_REQUIRED", message, (IF_MATCH,))
    cursor = read_expected(header.decode("latin-1"))
    if cursor is None:
        return {}
    return {"expectedVersion": cursor.version, "expectedHead": cursor.history_hash or None}


def read_expected(if_match: str) -> Cursor | None:
    """Return the cursor that a client expects, None for any. Raises `Problem` for a malformed list of tags.

    Of several tags, the newest counts. A session returns to an earlier version only if the store has lost a later one,
    and a client that knows the later version must learn of the loss.
    """
    if if_match.strip() == ANY_VERSION:
        return None
    tags = _read_tags(if_match)
    if not tags:
        message = f'{IF_MATCH} is *, or entity tags such as "7": versions in double quotes.'
        raise Problem("INVALID_INPUT", message, (IF_MATCH,))
    return max(map(_cursor_of, tags), key=attrgetter("version"))


def read_key(header: str) -> str:
    """Return an idempotency key: a quoted string, as the header's draft has it, or the bare characters.

    Raises `Problem` for a malformed quoted string.
    """
    if not header.startswith('"'):
        return header
    match = _QUOTED.fullmatch(header)
    if match is None:
        raise Problem("INVALID_INPUT", 'A quoted key ends with a quote and has \\ before each " and \\.', (KEY,))
    text = match["text"]
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def _read_tags(header: str) -> list[re.Match[str]]:
    """Return the tags of a list; none if the list is malformed."""
    matches = [_TAG.fullmatch(part.strip()) for part in header.split(",")]
    tags = [match for match in matches if match is not None]
    return tags if len(tags) == len(matches) else []


def _cursor_of(tag: re.Match[str]) -> Cursor:
    if tag["weak"]:
        return NOWHERE
    try:
        cursor, event = read_cursor(_DIGEST.sub("", tag["opaque"]))
    except Problem:
        return NOWHERE
    return NOWHERE if event is not None else cursor
