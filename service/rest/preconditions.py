"""Entity tags, the conditions that are put on them (RFC 9110, sections 8.8.3 and 13.1), and idempotency keys.

A tag is `"VERSION-HEAD.DIGEST"`. The digest stands for who sees what and in which words, so tags of different viewers,
representations and releases differ. As a condition of a change, version and head are all that counts: a frame's cursor
in quotes is taken, too, so that who follows a stream has a tag although it has not read the session; and so is the
version alone, `"7"`.
"""

import hashlib
import re
from collections.abc import Iterator
from importlib.metadata import version

import msgspec

from service.sessions.history_hash import Cursor, read_cursor
from service.sessions.problems import Problem
from service.views.projection import ProjectedSession

IF_MATCH = "If-Match"
KEY = "Idempotency-Key"
ANY_VERSION = "*"
# No session is ever here: a condition that nothing meets.
NOWHERE = Cursor(0)

_TAG = re.compile(r'(?P<weak>W/)?"(?P<opaque>[\x21\x23-\x7e\x80-\xff]*)"')
_DIGEST = re.compile(r"\.[0-9a-f]{16}$")
_QUOTED = re.compile(r'"(?P<text>(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"')
# Another release may make other representations of the same version.
_RELEASE = version("croupier")


def make_tag(session: ProjectedSession, representation: str) -> str:
    """Return the strong entity tag of a representation of a session as its viewer sees it."""
    seen = [_RELEASE, representation, session.id, session.viewer_seat, session.is_host]
    return f'"{session.cursor}.{hashlib.sha256(msgspec.json.encode(seen)).hexdigest()[:16]}"'


def is_known(if_none_match: str, tag: str) -> bool:
    """Tell whether a client has a representation already; tags are compared weakly, as the RFC says."""
    if if_none_match.strip() == ANY_VERSION:
        return True
    return tag.strip('"') in {opaque for _, opaque in _tags(if_none_match)}


def read_expected(if_match: str) -> Cursor | None:
    """Return the cursor that a client expects, None for any. Raises `Problem` for what is no list of tags.

    Of several tags the newest counts: only where the store has lost some does a session come back to an earlier
    version, and then whoever knows the later one is to be told.
    """
    if if_match.strip() == ANY_VERSION:
        return None
    tags = tuple(_tags(if_match))
    if not tags:
        message = f'{IF_MATCH} is *, or entity tags such as "7": versions in double quotes.'
        raise Problem("INVALID_INPUT", message, (IF_MATCH,))
    cursors = (_cursor_of(opaque) if strong else NOWHERE for strong, opaque in tags)
    return max(cursors, key=lambda cursor: cursor.version)


def read_key(header: str | None) -> str | None:
    """Return an idempotency key: a quoted string, as the header's draft has it, or the bare characters.

    Raises `Problem` for a string that does not end.
    """
    if header is None or not header.startswith('"'):
        return header
    match = _QUOTED.fullmatch(header)
    if match is None:
        raise Problem("INVALID_INPUT", 'A quoted key ends with a quote and has \\ before each " and \\.', (KEY,))
    return re.sub(r"\\(.)", r"\1", match["text"])


def _tags(header: str) -> Iterator[tuple[bool, str]]:
    """Yield each tag of a list, and whether it is strong; nothing when the list is malformed."""
    matches = [_TAG.fullmatch(part.strip()) for part in header.split(",")]
    for match in matches if all(matches) else ():
        assert match is not None
        yield match["weak"] is None, match["opaque"]


def _cursor_of(opaque: str) -> Cursor:
    try:
        cursor, event = read_cursor(_DIGEST.sub("", opaque))
    except Problem:
        return NOWHERE
    return NOWHERE if event is not None else cursor
