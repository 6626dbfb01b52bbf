"""Project a step of a session for one viewer: the version, its events, and the changes since the version before.

Answers to moves and frames of streams have these. What is the same for several viewers of a step is made once.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias, TypeVar

from service.sessions.changes import Done, LogEntry
from service.sessions.session import Session
from service.views.changes import CommonChanges, ProjectedChanges, ProjectedCodes, VersionChanges
from service.views.codes import EventOfCodes, MoveOfCodes, write_move
from service.views.events import leave_out_repeated, project_events, project_events_in_codes
from service.views.parts import project_move
from service.views.projection import ProjectedSession
from service.views.session_view import SessionChanged, ViewChanges
from service.views.table_view import Event, Move
from service.views.wording import wanted_language, wanted_words

# What the viewers of a step share, by what it depends on.
SharedParts: TypeAlias = dict[Hashable, Any]

T = TypeVar("T")
C = TypeVar("C", bound=CommonChanges)


class ProjectedStep:
    """A step to a version of a session as a viewer sees it; events and changes are computed on access.

    `before` is the version that the changes start from; None if the viewer does not know it, or has seen it in another
    way. `entry` is the log entry of the step; None in a snapshot. `parts` has what the viewers of the step share; None
    if there is only one.
    """

    def __init__(
        self,
        session: ProjectedSession,
        before: Session | None,
        after: Session,
        entry: LogEntry | None,
        parts: SharedParts | None,
    ) -> None:
        self.session = session
        self.version = session.version
        self.head = session.head
        self._before = before
        self._after = after
        # A viewer to whom the deal is closed sees no events.
        self._events = () if entry is None or session.is_hidden else entry.events
        self._parts = parts

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the version; none in a snapshot."""
        form = ("events", *wanted_words())
        return self._share_events(form, lambda: project_events(self.session, self.version, self._events))

    @property
    def other_events(self) -> tuple[Event, ...]:
        """The events without those whose news the changes have."""
        form = ("other events", *wanted_words())
        return self._share_events(form, lambda: leave_out_repeated(self.session.game, self.events))

    @property
    def events_in_codes(self) -> tuple[EventOfCodes, ...]:
        """The events in codes, without those whose news the changes have."""
        return self._share_events("events in codes", lambda: project_events_in_codes(self.session, self._events))

    @property
    def changes(self) -> ViewChanges | ProjectedChanges:
        """The differences from the version before."""
        return self._compare(ProjectedChanges)

    @property
    def changes_in_codes(self) -> ViewChanges | ProjectedCodes:
        """The differences in codes."""
        return self._compare(ProjectedCodes)

    def _share_events(self, form: Hashable, project: Callable[[], tuple[T, ...]]) -> tuple[T, ...]:
        """Return the events in a form, which viewers who see the same cards share."""
        if not self._events:
            return ()
        if self._parts is None:
            return project()
        session = self.session
        # An event that shows its cards to some seats only has two projections: one for them, one for all others.
        sees = tuple([session.viewer_seat in event.seen_by for event in self._events if event.seen_by is not None])
        return self._share((form, sees, session.is_deal_closed), project)

    def _compare(self, form: Callable[[VersionChanges, ProjectedSession], C]) -> ViewChanges | C:
        """Return the differences in a form, or the whole session unless the viewer saw the table in the same words."""
        session = self.session
        before = self._before
        after = self._after
        if before is None or before.state is None or after.state is None or session.is_hidden:
            return ViewChanges(session=session)
        version = self._share(("changes", wanted_language.get()), lambda: VersionChanges(before, after))
        return form(version, session) if version.has_same_words else ViewChanges(session=session)

    def _share(self, key: Hashable, make: Callable[[], T]) -> T:
        parts = self._parts
        if parts is None:
            return make()
        if key not in parts:
            parts[key] = make()
        part: T = parts[key]
        return part


class ProjectedMove(ProjectedStep):
    """A move that was made, as its seat sees it: the fields of `MoveApplied`.

    `before` is the version at which the move was decided, if the caller named it.
    """

    def __init__(
        self, done: Done, token: str | None, seat: int, before: Session | None, parts: SharedParts | None
    ) -> None:
        # The bearer may have changed seats since a replayed move.
        session = ProjectedSession(done.session, token, seat=None if done.replayed else seat)
        super().__init__(session, before, done.session, done.entry, parts)
        # The session of a replayed move may be at a later version.
        self.version = done.version
        self.head = done.entry.history_hash
        self.replayed = done.replayed
        self._made = done.entry.move

    @property
    def move(self) -> Move:
        """The move."""
        assert self._made is not None
        return project_move(self.session.game, self._made, self._after)

    @property
    def move_in_codes(self) -> MoveOfCodes:
        """The move in codes."""
        return write_move(self.move)


def project_change(done: Done, token: str | None) -> SessionChanged:
    """Return a change other than a move as the bearer of a token may see it."""
    session = ProjectedSession(done.session, token)
    return SessionChanged(
        session=session,
        version=done.version,
        head=done.entry.history_hash or None,
        replayed=done.replayed,
        events=project_events(session, done.version, done.entry.events),
    )
