"""Live sessions as GraphQL types."""

from datetime import datetime
from enum import Enum
from typing import Annotated

import strawberry

from service.follow import Frame, read_cursor
from service.graphql.catalogue_types import Game, Node, make_game
from service.graphql.context import Info
from service.graphql.fields import argument, described, read_time
from service.graphql.view_types import Event, View, make_events, make_view
from service.play import session as play
from service.play.catalogue import format_option
from service.problems import Problem

PAGE = 100


@strawberry.enum(description="Where in its life a session is.")
class SessionStatus(Enum):
    OPEN = strawberry.enum_value("OPEN", description="Seats are open; nothing is dealt.")
    ACTIVE = strawberry.enum_value("ACTIVE", description="The table is being played.")
    FINISHED = strawberry.enum_value("FINISHED", description="The table has its result.")
    ABANDONED = strawberry.enum_value("ABANDONED", description="The table was left before its end.")
    OTHER = strawberry.enum_value("OTHER", description="A status that is newer than this schema.")


@strawberry.type(description="A place at a session's table.")
class Seat:
    index: int = described("The seat's number, from 0, in order of play.")
    name: str | None = described("The name that its holder goes by.")
    taken: bool = described("Whether somebody holds it.")


@strawberry.type(description="An option and the value that it has at this table.")
class SetOption:
    name: str = described("The option's name.")
    value: str = described("Its value, as text.")


@strawberry.type(description="Where a page of a list begins and ends.")
class PageInfo:
    has_next_page: bool = described("Whether more follows.")
    has_previous_page: bool = described("Whether something comes before.")
    start_cursor: str | None = described("The cursor of the first item.")
    end_cursor: str | None = described("The cursor of the last item.")


@strawberry.type(description="An event in a page, with its cursor.")
class EventEdge:
    cursor: str = described("Give it as `after` to go on behind this event.")
    node: Event = described("The event.")


@strawberry.type(description="A page of a session's events, the oldest first.")
class EventConnection:
    edges: list[EventEdge] = described("The events with their cursors.")
    nodes: list[Event] = described("The events.")
    page_info: PageInfo = described("Where the page begins and ends.")


@strawberry.type(
    description="A live table with people, as the viewer sees it: the seat of the bearer token, or a spectator."
)
class Session(Node):
    id: strawberry.ID = described("The session's id.")
    game: Game = described("The game that is played.")
    options: list[SetOption] = described("Every option and its value at this table.")
    status: SessionStatus = described("Where in its life the session is.")
    version: int = described("How many changes have been committed; the first one made the session.")
    seats: list[Seat] = described("The seats, in order of play.")
    viewer_seat: int | None = described("The seat that the bearer token holds; null for a spectator.")
    created_at: datetime = described("When the session was made.")
    expires_at: datetime = described("When the session is forgotten if nothing changes it before.")
    session: strawberry.Private[play.Session]

    @strawberry.field(description="What the viewer sees of the table; null while seats are open.")
    def view(self) -> View | None:
        return None if self.session.state is None else make_view(self.session.state, self.viewer_seat)

    @strawberry.field(
        description="The session's events, the oldest first; null when `after` is no cursor of a session."
    )
    async def events(
        self,
        info: Info,
        first: Annotated[int | None, argument("At most so many, 0–100; others count as the nearest of these.")] = None,
        after: Annotated[str | None, argument("Only what comes after this cursor, of an event or of a frame.")] = None,
    ) -> EventConnection | None:
        try:
            version, event = read_cursor(after) if after is not None else (0, None)
        except Problem:
            return None
        size = PAGE if first is None else max(0, min(first, PAGE))
        found = await self._events_after(info, version, event, size + 1)
        return _make_page(found, size, later=after is not None)

    @strawberry.field(
        description="The finished table's record, as JSON: how it was made, its key, moves and result. Null before."
    )
    async def record(self, info: Info) -> str | None:
        return await info.context.sessions.record(self.session)

    async def _events_after(self, info: Info, version: int, event: int | None, size: int) -> list[Event]:
        """Return events up to the version that this session is seen at, at most `size`."""
        found: list[Event] = []
        start = 0 if event is None else event + 1
        async for logged in info.context.sessions.log(self.session.id, version if event is None else version - 1):
            if len(found) >= size or logged.version > self.version:
                break
            first = start if logged.version == version else 0
            found += make_events(self.game.id, logged.version, logged.entry.events, self.viewer_seat, first)
        return found[:size]


@strawberry.type(description="What a stream sends: a version of the session, and what happened in it.")
class SessionFrame:
    version: int = described("The version; each one comes once, in order.")
    cursor: str = described("Give it as `after` to go on behind this frame.")
    resync: bool = described(
        "Whether versions before this one were skipped: draw from the session, not from the events."
    )
    events: list[Event] = described("What happened in this version; empty in a first frame, which is a snapshot.")
    session: Session = described("The session as of this version.")


def make_session(session: play.Session, viewer: int | None) -> Session:
    """Return a session as `viewer` (None: a spectator) may see it."""
    options = play.options_of(session)
    return Session(
        id=strawberry.ID(session.id),
        game=make_game(session.game),
        options=[SetOption(name=name, value=format_option(value)) for name, value in options.items()],
        status=SessionStatus(session.status),
        version=session.version,
        seats=[
            Seat(index=index, name=seat.name, taken=seat.token is not None) for index, seat in enumerate(session.seats)
        ],
        viewer_seat=viewer,
        created_at=read_time(session.created_at),
        expires_at=read_time(session.expires_at),
        session=session,
    )


def make_frame(frame: Frame, viewer: int | None) -> SessionFrame:
    """Return a frame as `viewer` may see it."""
    version = frame.session.version
    events = () if frame.entry is None else frame.entry.events
    return SessionFrame(
        version=version,
        cursor=str(version),
        resync=frame.resync,
        events=make_events(frame.session.game, version, events, viewer),
        session=make_session(frame.session, viewer),
    )


def _make_page(found: list[Event], size: int, *, later: bool) -> EventConnection:
    edges = [EventEdge(cursor=f"{event.version}.{event.sequence}", node=event) for event in found[:size]]
    return EventConnection(
        edges=edges,
        nodes=[edge.node for edge in edges],
        page_info=PageInfo(
            has_next_page=len(found) > size,
            has_previous_page=later,
            start_cursor=edges[0].cursor if edges else None,
            end_cursor=edges[-1].cursor if edges else None,
        ),
    )
