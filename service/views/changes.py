"""Project what differs between two versions of a session for one viewer, in place of all of the later one.

The changes follow from the two projections, so they tell the viewer nothing that those do not.
"""

from typing import Any, cast

import engine
from service.sessions.changes import Done
from service.views.projection import ProjectedSession, ProjectedView, make_facts, make_score, make_zones, project_move
from service.views.session_view import MoveApplied, Seat, ViewChanges
from service.views.table_view import Event, Fact, Move, Score, Zone


def _of_session(name: str) -> Any:  # noqa: ANN401  a property of that field's type
    """Return the property of a field of the session: its value if it differs, else None."""

    def find(changes: "ProjectedChanges") -> object:
        value = getattr(changes.after, name)
        return None if value == getattr(changes.before, name) else value

    return property(find)


def _of_view(name: str) -> Any:  # noqa: ANN401  a property of that field's type
    """Return the property of a field of the view: its value if it differs, else None."""

    def find(changes: "ProjectedChanges") -> object:
        value = getattr(changes.sees, name)
        return None if value == getattr(changes.seen, name) else value

    return property(find)


class ProjectedChanges:
    """The changes of a session and its view, for one viewer and in the same words: the fields of `ViewChanges`.

    `seen` and `sees` are the views before and after. Everything is computed on access.
    """

    session = None

    def __init__(self, before: ProjectedSession, after: ProjectedSession, compared: engine.Comparison) -> None:
        assert before.view is not None
        assert after.view is not None
        self.before = before
        self.after = after
        self.seen: ProjectedView = before.view
        self.sees: ProjectedView = after.view
        self.since = before.version
        self._compared = compared

    status = _of_session("status")
    cursor = _of_session("cursor")
    expires_at = _of_session("expires_at")
    deadline = _of_session("deadline")
    take_back = _of_session("take_back")
    fairness = _of_session("fairness")
    rematch_id = _of_session("rematch_id")
    outcome = _of_session("outcome")
    ply = _of_view("ply")
    turn = _of_view("turn")
    prompt = _of_view("prompt")
    result = _of_view("result")
    not_before = _of_view("not_before")
    undo = _of_view("undo")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that differ."""
        pairs = zip(self.before.seats, self.after.seats, strict=True)
        return tuple([seat for known, seat in pairs if seat != known])

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones that differ or are new."""
        after = self.after
        zones = engine.changed_zones(self._compared, after.viewer_seat, covered=after.is_deal_closed)
        return make_zones(after.game, zones, self.sees.wording)

    @property
    def zone_keys(self) -> tuple[str, ...] | None:
        """The keys of all zones, if they are not those of before."""
        return self._compared.order

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that differ."""
        return make_facts(self.after.game, self._compared.facts, self.sees.wording)

    @property
    def scores(self) -> tuple[Score, ...]:
        """The scores that differ."""
        return tuple([make_score(*score) for score in engine.changed_scores(self._compared, self.after.viewer_seat)])

    @property
    def legal_moves(self) -> tuple[Move, ...] | None:
        """All legal moves, if they differ."""
        # Mostly another seat is asked, and to count the moves takes a fraction of what it takes to describe them.
        count = self.sees.legal_move_count
        if count != self.seen.legal_move_count:
            return self.sees.legal_moves
        if not count or self.seen.legal_moves == self.sees.legal_moves:
            return None
        return self.sees.legal_moves

    @property
    def cleared(self) -> tuple[str, ...]:
        """The fields that are null now, and were not."""
        before, after = self.before, self.after
        cleared = []
        if after.deadline is None and before.deadline is not None:
            cleared.append("deadline")
        if after.take_back is None and before.take_back is not None:
            cleared.append("takeBack")
        # There is a prompt exactly as long as a seat is asked; to make one takes longer than all of this.
        if self.seen.turn and not self.sees.turn:
            cleared.append("prompt")
        if self.sees.not_before is None and self.seen.not_before is not None:
            cleared.append("notBefore")
        return tuple(cleared)


def project_changes(
    before: ProjectedSession | None, after: ProjectedSession, compared: engine.Comparison | None = None
) -> ViewChanges:
    """Return what differs from an earlier version for the same viewer; all of the later one if that is not known.

    It is known if both versions have a view in the same words. `compared` are the two states, if they are compared
    already.
    """
    seen, sees = None if before is None else before.view, after.view
    if before is None or seen is None or sees is None or seen.wording != sees.wording:
        return ViewChanges(session=cast("Any", after))
    compared = compared or engine.compare(seen.state, sees.state)
    # It has the fields of the contract's struct, each computed on access.
    return cast("ViewChanges", ProjectedChanges(before, after, compared))


class ProjectedMove:
    """A move that was made, as its seat sees it: the fields of `MoveApplied`, and the `changes`, computed on access.

    These are from the version at which the move was decided, if the caller named it.
    """

    def __init__(self, done: Done, token: str | None, seat: int, *, is_expected: bool) -> None:
        self._done = done
        self._is_expected = is_expected
        # A replayed move may be older than a change of the bearer's seat.
        self.session = ProjectedSession(done.session, token, seat=None if done.replayed else seat)
        self.version = done.version
        self.head = done.entry.history_hash
        self.replayed = done.replayed

    @property
    def move(self) -> Move:
        """The move."""
        made = self._done.entry.move
        assert made is not None
        return project_move(self._done.session.game, made, self._done.session)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the version that the move made."""
        return self.session.project_events(self.version, self._done.entry.events)

    @property
    def changes(self) -> ViewChanges:
        """What differs from the version at which the move was decided."""
        before = self._done.before
        if before is None or not self._is_expected:
            return project_changes(None, self.session)
        return project_changes(self.session.at(before), self.session)


def project_applied(done: Done, token: str | None, seat: int, *, is_expected: bool) -> MoveApplied:
    """Return a move that was made as its seat sees it; `is_expected` tells whether the caller named its version."""
    # It has the fields of the contract's struct, like a session.
    return cast("MoveApplied", ProjectedMove(done, token, seat, is_expected=is_expected))
