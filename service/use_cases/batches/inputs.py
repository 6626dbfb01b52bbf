"""The inputs of batches of sessions."""

from collections.abc import Sequence
from typing import Annotated

from service.sessions.problems import Problem
from service.use_cases.inputs import HIGHEST_LEVEL, Input, NewSessionInput, SecretKey, described_level
from service.views.fields import described
from service.views.lobby_view import LARGEST_RESULTS, MOST_BATCH_SEATS, MOST_SESSIONS

LONGEST_TAG = 64


class SeatedBotInput(Input, frozen=True, kw_only=True):
    """A bot, and the seat that it plays."""

    seat: Annotated[int, described("The seat.", minimum=0)]
    level: Annotated[int, described_level(f"How far the bot looks ahead, 1–{HIGHEST_LEVEL}.")]


class BatchSessionInput(NewSessionInput, frozen=True, kw_only=True):
    """A session of a batch: its game and settings, its tag, and the bots that have a seat from the start."""

    tag: Annotated[
        str | None,
        described(
            f"A word of the caller's own, 1–{LONGEST_TAG} printable characters; several sessions may have the same.",
            length=(1, LONGEST_TAG),
        ),
    ] = None
    bots: Annotated[
        Sequence[SeatedBotInput] | None,
        described("The seats of bots. A table of bots alone is dealt at once, unless `startByHost` is set."),
    ] = None


class CreateSessionsInput(Input, frozen=True, kw_only=True):
    """The sessions of a batch."""

    sessions: Annotated[
        Sequence[BatchSessionInput],
        described(f"The sessions, 1–{MOST_SESSIONS}, with {MOST_BATCH_SEATS} seats in all.", items=(1, MOST_SESSIONS)),
    ]
    idempotency_key: SecretKey = None


class BatchResultsInput(Input, frozen=True, kw_only=True):
    """The batch, the tag and the page of its results."""

    batch_id: Annotated[str, described("The batch's id.", scalar="ID")]
    tag: Annotated[str | None, described("Only the sessions with this tag.")] = None
    first: Annotated[
        int | None, described(f"The maximum number of results, 1–{LARGEST_RESULTS}; of lines all, unless it is given.")
    ] = None
    after: Annotated[str | None, described("Only the results after this cursor.")] = None


def check_tag(tag: str | None) -> None:
    """Raise `Problem` unless a tag is absent, or a short printable text."""
    if tag is not None and not (1 <= len(tag) <= LONGEST_TAG and tag.isprintable()):
        raise Problem("INVALID_INPUT", f"A tag is 1–{LONGEST_TAG} printable characters.", ("tag",))
