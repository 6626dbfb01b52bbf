"""Project the differences between two versions of a session for one viewer, in place of the whole later version.

The differences follow from the two projections, so they reveal nothing that these do not.
"""

from collections.abc import Callable, Iterator
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeVar

import engine
from service.sessions.session import Session, asked_seats, deadline_of, decides, is_asked_back, undo_refusal
from service.views.codes import FactOfCodes, MoveOfCodes, ZoneOfCodes, write_facts, write_move, write_zones
from service.views.fields import format_time
from service.views.parts import make_facts, make_score, make_zones, project_result
from service.views.projection import ProjectedSession, project_outcome
from service.views.session_view import Fairness, Seat
from service.views.table_view import Breakdown, Move, Outcome, Score, Undo, Zone
from service.views.wording import wording_for

V = TypeVar("V")
P = TypeVar("P")


def _of_session(name: str) -> Any:  # noqa: ANN401  a property of that field's type
    """Return the property of a field of the session, the same for all viewers: its value if it differs, else None."""

    def find(version: "VersionChanges") -> object:
        return _value_if_changed(*version.spectated, name)

    return cached_property(find)


def _of_view(name: str) -> Any:  # noqa: ANN401  a property of that field's type
    """Return the property of a field of one viewer's view: its value if it differs, else None."""

    def find(changes: "ProjectedChanges") -> object:
        return _value_if_changed(changes.before.view, changes.after.view, name)

    return property(find)


def _value_if_changed(before: object, after: object, name: str) -> object:
    """Return the later value of a field; None if it equals the earlier one."""
    value = getattr(after, name)
    return None if value is None or value == getattr(before, name) else value


class VersionChanges:
    """The differences between two dealt versions of a session that are the same for all viewers.

    They are computed once for all viewers, in the words that this request wants. The fields that most clients read are
    computed at once, since the lock of a `cached_property` takes 4 k instructions in Python 3.11; the others on access.
    """

    def __init__(self, before: Session, after: Session) -> None:
        assert before.state is not None
        assert after.state is not None
        self.before = before
        self.after = after
        self.since = before.version
        self.compared = compared = engine.compare(before.state, after.state)
        self.zone_keys = compared.order
        self.wording = wording_for(after)
        self.status = None if after.status == before.status else after.status
        self.ply = None if after.state.ply == before.state.ply else after.state.ply
        turn = asked_seats(after)
        self.turn = None if turn == asked_seats(before) else turn
        result = engine.result(after.state)
        self.result = None if result == engine.result(before.state) else project_result(result)
        self.deciders_before = _list_deciders(before)
        self.deciders = _list_deciders(after)
        self.facts = make_facts(after.game, engine.changed_facts(compared), self.wording)
        self.cleared = tuple(self._list_cleared())
        # By the identity of the values, which viewers who see the same share, and by the name of what makes their
        # parts, since a method would refer to this object: the values, and their parts.
        self._parts: dict[tuple[int, str], tuple[object, Any]] = {}

    @cached_property
    def spectated(self) -> tuple[ProjectedSession, ProjectedSession]:
        """Both versions as a spectator sees them, for the fields that all viewers see alike."""
        return ProjectedSession(self.before, None), ProjectedSession(self.after, None)

    cursor = _of_session("cursor")
    deadline = _of_session("deadline")
    take_back = _of_session("take_back")
    rematch_id = _of_session("rematch_id")

    @cached_property
    def outcome(self) -> Outcome | None:
        """The end of the session for its players, if it differs; a spectator has none while the deal is closed."""
        before = project_outcome(self.before)
        after = project_outcome(self.after)
        return None if after == before else after

    @cached_property
    def expires_at(self) -> str | None:
        """The end of the session unless it is changed before, if it differs."""
        expires_at = self.after.expires_at
        return None if expires_at == self.before.expires_at else format_time(expires_at)

    @property
    def has_same_words(self) -> bool:
        """Whether both versions have the same wording. Labels contain the names of players, which may change."""
        return self.after.seats is self.before.seats or self.wording == wording_for(self.before)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that differ."""
        if self.after.seats is self.before.seats:
            return ()
        before, after = self.spectated
        return tuple([seat for seat, other in zip(after.seats, before.seats, strict=True) if seat != other])

    def project(self, values: V, make: Callable[[V], P]) -> P:
        """Return what `make` makes of values, once for all viewers for whom they are the same object."""
        key = (id(values), make.__name__)
        kept = self._parts.get(key)
        if kept is None:
            kept = self._parts[key] = (values, make(values))
        part: P = kept[1]
        return part

    def make_zones(self, zones: tuple[engine.Zone, ...]) -> tuple[Zone, ...]:
        """Return zones in the words of this version."""
        return make_zones(self.after.game, zones, self.wording)

    def _list_cleared(self) -> Iterator[str]:
        """Yield the fields that have become null."""
        before = self.before
        after = self.after
        if deadline_of(before) is not None and deadline_of(after) is None:
            yield "deadline"
        if is_asked_back(before) and not is_asked_back(after):
            yield "takeBack"
        # There is a prompt exactly if a seat is asked.
        if self.turn == ():
            yield "prompt"


def _of_all(name: str) -> Any:  # noqa: ANN401  a property of that field's type
    """Return the property of a field that is the same for all viewers."""
    return property(attrgetter(f"version.{name}"))


class CommonChanges:
    """The changes of a session and its view as one viewer sees them: the fields that do not depend on the form.

    `after` is the later version as the viewer sees it. Fields that differ between viewers are computed on access.
    """

    session = None

    def __init__(self, version: VersionChanges, after: ProjectedSession) -> None:
        self.version = version
        self.after = after

    since = _of_all("since")
    status = _of_all("status")
    cursor = _of_all("cursor")
    seats = _of_all("seats")
    expires_at = _of_all("expires_at")
    deadline = _of_all("deadline")
    take_back = _of_all("take_back")
    rematch_id = _of_all("rematch_id")
    outcome = _of_all("outcome")
    ply = _of_all("ply")
    turn = _of_all("turn")
    zone_keys = _of_all("zone_keys")
    result = _of_all("result")

    prompt = _of_view("prompt")
    not_before = _of_view("not_before")

    @cached_property
    def before(self) -> ProjectedSession:
        """The earlier version as the viewer sees it."""
        return self.after.at(self.version.before)

    @property
    def undo(self) -> Undo | None:
        """The right to take back the last move, if it differs."""
        version = self.version
        viewer = self.after.viewer_seat
        # Most often, somebody else has moved before and after.
        if undo_refusal(version.before, viewer) == undo_refusal(version.after, viewer):
            return None
        assert self.after.view is not None
        return self.after.view.undo

    @property
    def breakdown(self) -> Breakdown | None:
        """The items of the scores, if the table has ended."""
        view = self.after.view
        assert view is not None
        return None if self.version.result is None else view.breakdown

    @property
    def fairness(self) -> Fairness | None:
        """The data for checking the shuffles, if they differ: the end of the table reveals them."""
        version = self.version
        if version.status is None and version.after.dealing is version.before.dealing:
            return None
        fairness = self.after.fairness
        return None if fairness == self.before.fairness else fairness

    @property
    def scores(self) -> tuple[Score, ...]:
        """The scores that differ."""
        version = self.version
        scores = engine.changed_scores(version.compared, self.after.viewer_seat)
        return version.project(scores, _make_scores) if scores else ()

    def find_zones(self) -> tuple[engine.Zone, ...]:
        """Return the zones that differ or are new."""
        after = self.after
        return engine.changed_zones(self.version.compared, after.viewer_seat, covered=after.is_deal_closed)

    def find_moves(self) -> tuple[Move, ...] | None:
        """Return all legal moves, if they differ."""
        version = self.version
        viewer = self.after.viewer_seat
        had_moves = viewer in version.deciders_before
        if viewer is None or viewer not in version.deciders:
            return () if had_moves else None
        after = self.after.view
        assert after is not None
        # Counting the moves takes a fraction of the time of describing them.
        if not had_moves or _count_moves(version.before, viewer) != _count_moves(version.after, viewer):
            return after.legal_moves
        before = self.before.view
        assert before is not None
        return None if after.legal_moves == before.legal_moves else after.legal_moves

    @property
    def cleared(self) -> tuple[str, ...]:
        """The fields that have become null."""
        version = self.version
        # `notBefore` was set only if others might still react; comparing both views takes long.
        if version.before.reacting_until <= version.before.moved_at:
            return version.cleared
        before = self.before.view
        after = self.after.view
        assert before is not None
        assert after is not None
        was_cleared = after.not_before is None and before.not_before is not None
        return (*version.cleared, "notBefore") if was_cleared else version.cleared


class ProjectedChanges(CommonChanges):
    """The changes with faces and texts: the fields of `ViewChanges`."""

    facts = _of_all("facts")

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones that differ or are new."""
        zones = self.find_zones()
        return self.version.project(zones, self.version.make_zones) if zones else ()

    @property
    def legal_moves(self) -> tuple[Move, ...] | None:
        """All legal moves, if they differ."""
        return self.find_moves()


class ProjectedCodes(CommonChanges):
    """The changes in codes: the fields of `ChangesOfCodes`."""

    @property
    def zones(self) -> tuple[ZoneOfCodes, ...]:
        """The zones that differ or are new."""
        zones = self.find_zones()
        return self.version.project(zones, write_zones) if zones else ()

    @property
    def facts(self) -> tuple[FactOfCodes, ...]:
        """The facts that differ."""
        facts = self.version.facts
        return self.version.project(facts, write_facts) if facts else ()

    @property
    def legal_moves(self) -> tuple[MoveOfCodes, ...] | None:
        """All legal moves, if they differ."""
        moves = self.find_moves()
        return None if moves is None else tuple(map(write_move, moves))


def _make_scores(scores: tuple[tuple[int, int | None], ...]) -> tuple[Score, ...]:
    return tuple([make_score(*score) for score in scores])


def _count_moves(session: Session, seat: int) -> int:
    """Return the number of legal moves of a seat that decides."""
    assert session.state is not None
    return len(engine.legal_moves(session.state, seat))


def _list_deciders(session: Session) -> tuple[int, ...]:
    """Return the seats that decide on a move now; they are kept, since each version is compared twice."""
    assert session.state is not None
    kept: dict[str, tuple[int, ...]] = session.__dict__
    deciders = kept.get("deciders")
    if deciders is None:
        active = engine.active_seats(session.state)
        deciders = kept["deciders"] = tuple([seat for seat in active if decides(session, seat)])
    return deciders
