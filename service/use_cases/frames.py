"""The frames of a session's streams, and their projections, made once for all viewers that see the same."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import msgspec

from service.sessions.changes import LogEntry
from service.sessions.problems import deal_is_closed
from service.sessions.session import Session
from service.storage.caches import SharedVersion
from service.views.projection import ProjectedSession
from service.views.steps import ProjectedStep
from service.views.table_view import Decision
from service.views.wording import wanted_words

T = TypeVar("T")


class Frame(msgspec.Struct, frozen=True):
    """The session as of one version, and the log entry of that version.

    - `entry` is None in a snapshot.
    - `resync` means that versions before this one were skipped, since the log does not reach back to them, that this
      version took back an earlier one, or that it opened the deal.
    - `rolled_back` means that the store has lost versions that watchers have seen: the session continues from before
      them.
    - `holders` is the newest known version of the session. Its seats identify the viewer, so a void token does not show
      the past either.
    - `before` is the version of the previous frame, if the viewer saw that frame in the same way.
    - `shared` has the results computed from the frame for viewers that see the same.
    """

    shared: SharedVersion
    entry: LogEntry | None
    holders: Session
    resync: bool = False
    rolled_back: bool = False
    before: Session | None = None

    @property
    def session(self) -> Session:
        """The session."""
        return self.shared.session

    def once(self, kind: Hashable, token: str | None, make: Callable[["Frame", str | None, int | None], T]) -> T:
        """Return the result of `make` for the bearer of a token, computed once for all viewers that see the same.

        The result is cached as long as the version has followers. It may depend only on the version, on whether the
        frame has a log entry, is a resync, or tells of lost versions, on `kind`, the bearer's seat, whether the bearer
        is the host, whether there is a token, whether the deal is closed, whether the bearer saw the previous frame,
        and the language and sentences that the request wants. Raises `Problem` if the deal is closed to the bearer.
        """
        holders = self.holders
        seat = holders.seat_of(token)
        is_closed = holders.dealing.is_shared and holders.is_deal_closed
        if is_closed and seat is None:
            raise deal_is_closed()
        is_host = holders.is_host(token) if seat is None else seat == holders.host_seat
        frame = self.entry is None, self.before is None, self.resync, self.rolled_back
        key = (kind, seat, is_host, token is None, is_closed, frame, wanted_words())
        results = self.shared.frames
        if key not in results:
            results[key] = make(self, token, seat)
        result: T = results[key]
        return result


class ProjectedFrame(ProjectedStep):
    """A frame as the bearer of a token may see it, with the fields of `SessionFrame`."""

    def __init__(self, frame: Frame, token: str | None, seat: int | None) -> None:
        session = ProjectedSession(frame.session, token, frame.holders, seat)
        # Only parts of the frame are kept, since the frame refers to this object.
        super().__init__(session, frame.before, frame.session, frame.entry, frame.shared.parts)
        self.resync = frame.resync
        self.rolled_back = frame.rolled_back

    @property
    def cursor(self) -> str:
        """The cursor as text."""
        return self.session.cursor

    @property
    def decision(self) -> Decision | None:
        """The viewer's decision now, if it has a move."""
        view = self.session.view
        return None if view is None else view.decision


def project_frame(frame: Frame, token: str | None) -> ProjectedFrame:
    """Return a frame as the bearer of a token may see it."""
    return frame.once("frame", token, ProjectedFrame)
