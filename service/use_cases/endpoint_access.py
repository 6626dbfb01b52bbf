"""Who may create and change the endpoints of a session, of a tournament, or of an app."""

import msgspec

from service.notices.addresses import check_url
from service.notices.endpoints import (
    Endpoints,
    PushSubscription,
    Webhook,
    mark_of_hash,
    owner_of_app,
    owner_of_session,
    owner_of_tournament,
)
from service.sessions.changes import NoticesWanted
from service.sessions.problems import Problem
from service.sessions.session import Session
from service.sessions.tokens import Secret, make_own_request
from service.tournaments.tournament import Tournament
from service.use_cases.context import Notices, RequestContext

# The document of an app lives for a century. That of a session lives at least as long as the session, since reading it
# prolongs it.
APP_SECONDS = 3_153_600_000


class Place(msgspec.Struct, frozen=True):
    """The owner of endpoints as a request names it: a session, a tournament, or neither for the caller's app."""

    session_id: str | None = None
    tournament_id: str | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """The path of the input that names the owner."""
        return ("sessionId",) if self.tournament_id is None else ("tournamentId",)


class Access(msgspec.Struct, frozen=True):
    """A caller's rights to the endpoints of an owner.

    `mark` is the caller's, `host` that of the host, and `holders` are those of the present holders of seats or entries.
    An app is the host of what it opens, and its mark is empty. `lifetime` is that of the document, in seconds.
    """

    place: Place
    owner: str
    lifetime: int
    mark: str
    host: str = ""
    holders: frozenset[str] = frozenset()
    is_over: bool = False
    sends_notices: bool = True

    @property
    def is_host(self) -> bool:
        """Tell whether the caller has the host's rights."""
        return self.mark == self.host

    def owns(self, endpoint: Webhook | PushSubscription) -> bool:
        """Tell whether the caller created an endpoint."""
        return endpoint.by == self.mark

    def may_see(self, webhook: Webhook) -> bool:
        """Tell whether the caller may see a webhook, test, replay and delete it."""
        return self.is_host or self.owns(webhook)

    def drop_former(self, endpoints: Endpoints) -> Endpoints:
        """Return the endpoints without those whose tokens are void: they get nothing any more."""
        present = {self.host, *self.holders}
        webhooks = tuple(one for one in endpoints.webhooks if one.by in present)
        pushes = tuple(one for one in endpoints.pushes if one.by in present)
        return msgspec.structs.replace(endpoints, webhooks=webhooks, pushes=pushes)


async def find_access(context: RequestContext, place: Place) -> Access:
    """Return the caller's rights to the endpoints of an owner. Raises `Problem`."""
    if place.session_id is not None and place.tournament_id is not None:
        raise Problem("INVALID_INPUT", "Send a session or a tournament, not both.", ("tournamentId",))
    if place.session_id is not None:
        return access_to_session(await context.sessions.read_durable(place.session_id), context.token)
    if place.tournament_id is not None:
        return _access_to_tournament(await context.tournaments.read_durable(place.tournament_id), context.token)
    if context.app is None:
        message = (
            "Send `sessionId` or `tournamentId`. A webhook of an app has neither: it requires a service with app keys, "
            "and a key of the app in the header Croupier-App-Key."
        )
        raise Problem("UNAUTHORIZED", message, place.path)
    return Access(place, owner_of_app(context.app), APP_SECONDS, mark="")


def access_to_session(session: Session, token: str | None) -> Access:
    """Return the rights of a bearer to the endpoints of a session. Raises `Problem` with UNAUTHORIZED."""
    host = mark_of_hash(session.host.kept)
    holders = [_mark(seat.token) for seat in session.seats]
    seat = session.seat_of(token)
    own = host if session.is_host(token) else None if seat is None else holders[seat]
    if own is None:
        message = "This requires the bearer token of a seat of the session, or of its host."
        raise Problem("UNAUTHORIZED", message, ("sessionId",))
    return Access(
        place=Place(session_id=session.id),
        owner=owner_of_session(session.id),
        lifetime=2 * session.lifetime,
        mark=own,
        host=host,
        holders=frozenset(mark for mark in holders if mark is not None),
        is_over=session.is_over,
        sends_notices=session.sends_notices,
    )


def _access_to_tournament(tournament: Tournament, token: str | None) -> Access:
    host = mark_of_hash(tournament.host.kept)
    entrants = [_mark(entry.token) for entry in tournament.entries]
    entrant = tournament.entrant_of(token)
    own = host if tournament.is_host(token) else None if entrant is None else entrants[entrant]
    if own is None:
        message = "This requires the bearer token of an entrant, or of the tournament's host."
        raise Problem("UNAUTHORIZED", message, ("tournamentId",))
    return Access(
        place=Place(tournament_id=tournament.id),
        owner=owner_of_tournament(tournament.id),
        lifetime=2 * (tournament.lifetime + tournament.patience),
        mark=own,
        host=host,
        holders=frozenset(mark for mark in entrants if mark is not None),
        is_over=tournament.is_over,
        sends_notices=tournament.sends_notices,
    )


def _mark(token: Secret | None) -> str | None:
    return None if token is None else mark_of_hash(token.kept)


def check_address(url: str, notices: Notices, *path: str) -> None:
    """Raise `Problem` for an address to which the service would not send."""
    try:
        check_url(url, notices.allows_private)
    except ValueError as error:
        raise Problem("INVALID_INPUT", str(error), path) from None


def already_over(place: Place) -> Problem:
    """Return the problem for a new endpoint of what is over."""
    return Problem("SESSION_OVER", "It is over: there will be no further notices.", place.path)


async def start_session_notices(context: RequestContext, access: Access) -> None:
    """Let a session send notices, unless it does so already. Raises `Problem`."""
    if access.sends_notices:
        return

    def decide(session: Session, now: int) -> NoticesWanted:
        if session.is_over:
            raise already_over(access.place)
        return NoticesWanted(now)

    await context.sessions.change(access.place.session_id or "", make_own_request("startNotices"), decide)
