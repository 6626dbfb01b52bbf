"""Who hears a notice: the endpoints of the session, its tournament and its app, within the rights of their creators."""

from collections.abc import Iterator, Mapping

import msgspec

from service.notices.derive import is_covered_end, is_of_play
from service.notices.endpoints import (
    Endpoints,
    PushSubscription,
    Webhook,
    mark_of_hash,
    owner_of_app,
    owner_of_session,
    owner_of_tournament,
)
from service.notices.notice import Notice
from service.sessions.session import Session
from service.tournaments.tournament import Tournament

# A browser shows that somebody's turn has begun, and withdraws it.
SHOWN_IN_BROWSERS = ("turn.started", "turn.ended", "table.finished")


class Audience(msgspec.Struct, frozen=True):
    """Those who may hear of a version of a session or tournament, and the owners of their endpoints.

    `hosts` are the marks of the tokens that hear everything; an app's mark is empty. `seats` tells of each other mark
    the seat that it holds, None for an entrant of a tournament. While the deal `is_closed`, the play is told only to
    the seats.
    """

    owners: tuple[str, ...]
    hosts: frozenset[str]
    seats: Mapping[str, int | None]
    is_closed: bool = False

    def hears(self, by: str, notice: Notice) -> bool:
        """Tell whether the endpoints of a token with this mark get a notice."""
        if by in self.hosts:
            return not self.is_closed or self._is_for_outsiders(notice)
        return by in self.seats and notice.subject.seat in (None, self.seats[by]) and not is_covered_end(notice)

    def _is_for_outsiders(self, notice: Notice) -> bool:
        """Tell whether viewers without a seat get a notice while the deal is closed."""
        if notice.type == "table.finished":
            return is_covered_end(notice)
        return not is_of_play(notice)

    def is_shown_to(self, by: str, notice: Notice) -> bool:
        """Tell whether the browsers of a seat show or withdraw something at a notice."""
        if by not in self.seats or notice.type not in SHOWN_IN_BROWSERS or is_covered_end(notice):
            return False
        return notice.subject.seat in (None, self.seats[by])

    def endpoints_for(self, notice: Notice, endpoints: Endpoints) -> Iterator[Webhook | PushSubscription]:
        """Yield those endpoints of an owner that get a notice."""
        for webhook in endpoints.webhooks:
            if self.hears(webhook.by, notice) and webhook.wants(notice):
                yield webhook
        for push in endpoints.pushes:
            if self.is_shown_to(push.by, notice):
                yield push


def audience_of_session(session: Session) -> Audience:
    """Return who may hear of a version of a session: nobody whose token it no longer has."""
    owners = [owner_of_session(session.id)]
    if session.tournament is not None:
        owners.append(owner_of_tournament(session.tournament.tournament_id))
    if session.app:
        owners.append(owner_of_app(session.app))
    held = [(seat.token, index) for index, seat in enumerate(session.seats)]
    seats = {mark_of_hash(token.kept): index for token, index in held if token is not None}
    return Audience(tuple(owners), frozenset({"", mark_of_hash(session.host.kept)}), seats, session.is_deal_closed)


def audience_of_tournament(tournament: Tournament) -> Audience:
    """Return who may hear of a version of a tournament: its host, its entrants, and its app."""
    owners = [owner_of_tournament(tournament.id)]
    if tournament.app:
        owners.append(owner_of_app(tournament.app))
    tokens = [entry.token for entry in tournament.entries]
    entrants = dict.fromkeys(mark_of_hash(token.kept) for token in tokens if token is not None)
    return Audience(tuple(owners), frozenset({"", mark_of_hash(tournament.host.kept)}), entrants)
