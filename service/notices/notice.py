"""A notice: what happened at a table or in a tournament, without a card, a name or a score.

Its receivers learn that there is something to read, and read it with tokens of their own. A notice follows
from a version of the log alone (`derive`), so every attempt to deliver it, by any worker, has the same content and id.
"""

from datetime import UTC, datetime
from typing import Literal

import msgspec

from service.sessions.tokens import short_hash

NoticeType = Literal[
    "table.opened",
    "table.started",
    "turn.started",
    "turn.ended",
    "reaction.opened",
    "seat.lapsed",
    "table.finished",
    "rematch.offered",
    "tournament.round_started",
    "tournament.round_finished",
    "tournament.finished",
    "test",
]


class Subject(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """The ids of a notice: its `data` on the wire.

    - `session_id` is the session; `tournament_id` is the tournament, also for a session that is one of its tables.
    - `version` is the version that brought the notice.
    - `seat` is the seat concerned, from 0; None if the notice concerns the whole table.
    - `deadline` is the time until which the seat, or the whole table, may act (RFC 3339); None if there is none.
    - `round` is the round of the tournament, from 1.
    - `next_session_id` is the session that continues with the same seats.
    """

    session_id: str | None = None
    tournament_id: str | None = None
    version: int = 0
    seat: int | None = None
    deadline: str | None = None
    round: int | None = None
    next_session_id: str | None = None


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notice of a `type`, made by a change at the time `at` (milliseconds since 1970, the store's clock).

    `origin` distinguishes it from every other notice: it is a hash of the version's history hash and of the number of
    the notice in its version.
    """

    type: NoticeType
    at: int
    origin: str
    subject: Subject


class _Payload(msgspec.Struct, frozen=True):
    """The body of a webhook, as Standard Webhooks 1.0.0 proposes it."""

    type: str
    timestamp: str
    data: Subject


_encode = msgspec.json.Encoder().encode


def make_origin(history_hash: str, number: int) -> str:
    """Return the origin of the notice with this number (from 0) in the version with a history hash."""
    return short_hash(f"notice {number} of {history_hash}".encode())


def encode_payload(notice: Notice) -> bytes:
    """Return the body in which a notice is sent: JSON, the same bytes in each attempt."""
    return _encode(_Payload(notice.type, format_instant(notice.at), notice.subject))


def format_instant(at: int) -> str:
    """Return a time in milliseconds since 1970 as text (RFC 3339, in UTC)."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_instant(text: str) -> int:
    """Return a time of `format_instant` in milliseconds since 1970."""
    return round(1000 * datetime.fromisoformat(text).timestamp())
