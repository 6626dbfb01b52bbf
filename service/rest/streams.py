"""Streams of frames of a session or a tournament, as server-sent events or as lines; results of a batch as lines."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from typing import Any

import msgspec
import structlog
from starlette.responses import Response

from service.http.streams import Outlet, Rhythm, StreamedResponse, merge
from service.rest.encoding import encode
from service.rest.endpoint import Endpoint, Media, RestRequest, resource
from service.rest.models import FollowSession, FollowTournament, FrameOfChanges, FrameOfCodes
from service.rest.problem_details import make_problem, make_refusal
from service.sessions.history_hash import read_cursor
from service.sessions.problems import DATA_CORRUPTED, MESSAGE, Problem
from service.use_cases.batches import batch_results, cost_of_page, find_wanted, read_results
from service.use_cases.emotes import watch_emotes
from service.use_cases.frames import Frame, ProjectedFrame, project_frame
from service.use_cases.inputs import SESSION_CURSOR, BatchResultsInput
from service.use_cases.operation import Group, cost_of_items
from service.use_cases.reading import read_session
from service.use_cases.tournaments.reading import watch_tournament as tournament_frames
from service.use_cases.watch import FramePush, watch
from service.views.emote_view import SeatEmote
from service.views.fields import ContractStruct, described, fill
from service.views.lobby_view import BatchResultConnection
from service.views.projection import ProjectedSession
from service.views.session_view import SessionFrame
from service.views.tournament_view import TournamentFrame
from store.problems import DataCorrupted, StoreUnavailable

EVENT_STREAM = "text/event-stream"
LINES = "application/x-ndjson"
LAST_EVENT_ID = "Last-Event-ID"
_LAST_EVENT = described(
    "The cursor of the last frame that the client received. It takes precedence over `after`.",
    pattern=f"{SESSION_CURSOR}|^$",
)
RETRY = b"retry: 1000\n\n"

log = structlog.get_logger("croupier.rest")


class StreamFormat(msgspec.Struct, frozen=True):
    """The format of a stream: its beginning, its frames and problems, its end."""

    name: str
    beginning: bytes
    end: bytes
    rhythm: Rhythm

    @property
    def is_events(self) -> bool:
        """Tell whether these are server-sent events."""
        return self.name == EVENT_STREAM

    def frame_writer(self, form: Callable[[ProjectedFrame], object]) -> Callable[[Frame, str | None], bytes]:
        """Return a function that writes a frame in a form as bytes, for the bearer of a token."""

        def write(frame: Frame, token: str | None, _seat: int | None) -> bytes:
            projected = project_frame(frame, token)
            return self.write_frame(projected.cursor, form(projected))

        kind = (self.name, form)
        return lambda frame, token: frame.once(kind, token, write)

    def emote(self, emote: SeatEmote) -> bytes:
        """Return the bytes of an emote, which has no cursor."""
        return self._write(b"event: emote\n", emote)

    def problem(self, problem: object) -> bytes:
        """Return the bytes of a problem, which ends the stream."""
        return self._write(b"event: problem\n", problem)

    def write_frame(self, cursor: str, frame: object) -> bytes:
        """Return the bytes of a projected frame with its cursor."""
        return self._write(b"id: " + cursor.encode() + b"\nevent: frame\n", frame)

    def _write(self, head: bytes, value: object) -> bytes:
        body = encode(value)
        return head + b"data: " + body + b"\n\n" if self.is_events else body + b"\n"


# Browsers drop an event without data.
_EVENTS = StreamFormat(
    name=EVENT_STREAM,
    beginning=RETRY,
    end=b"event: end\ndata: {}\n\n",
    rhythm=Rhythm(heartbeat=b":\n\n", farewell=RETRY + b"event: reconnect\ndata: {}\n\n"),
)
_LINES = StreamFormat(name=LINES, beginning=b"", end=b"", rhythm=Rhythm(heartbeat=b"\n", farewell=b""))
_FORMATS: Mapping[str, StreamFormat] = {EVENT_STREAM: _EVENTS, LINES: _LINES}


def stream(
    path: str,
    group: Group,
    what: str,
    kind: type[ContractStruct],
    description: str,
    problems: tuple[str, ...],
    others: Sequence[type[ContractStruct]] = (),
) -> Callable[[Callable[[RestRequest, Any], Awaitable[Response]]], Endpoint]:
    """Return a decorator that turns a function into an endpoint that streams a session or a tournament.

    Frames are of a `kind`, or of one of `others` that the input may ask for.
    """
    names = ", or a ".join(f"`{each.__name__}`" for each in (kind, *others))
    return resource(
        path,
        group,
        f"The frames of a {what}, until it is over",
        "The frames.",
        description=description,
        headers={LAST_EVENT_ID: _LAST_EVENT},
        answer=kind,
        media=(
            Media(EVENT_STREAM, f"Server-sent events. The data of a `frame` is a {names}.", others=others),
            Media(LINES, f"Lines of JSON, each a {names}.", others=others),
        ),
        other_answers={204: f"The {what} is over, and nothing comes after the cursor."},
        problems=problems,
    )


@stream(
    "/v1/sessions/{sessionId}/frames",
    "Sessions",
    "session",
    SessionFrame,
    "The stream sends a snapshot, then a frame for each version. With `after` or `Last-Event-ID`, it sends each "
    "version after that cursor once, without a snapshot. With `changes=true`, each frame has the differences from "
    "the previous frame, and the first frame of a connection has the whole session. With `codes=true`, it has them in "
    "codes, without faces and texts. With `emotes=true`, the emotes "
    "that are sent meanwhile come, too. A heartbeat comes every 10 seconds.\n\n"
    "`text/event-stream`: a `frame` has its cursor as the id. The data of an `emote` is a `SeatEmote`. `end` means "
    "that the session is over; `reconnect` that the service stops or its store does not answer; `problem` that the "
    "session has expired or the stored session is corrupted. Heartbeats are comments.\n\n"
    "`application/x-ndjson`: each line is a `SessionFrame`, or with `emotes=true` perhaps a `SeatEmote`. Heartbeats "
    "are empty lines. A `Problem` is the last line. A stream that ends before the session is over was interrupted: "
    "connect again.",
    ("NOT_FOUND", "UNAUTHORIZED", "RULES_CHANGED", "NEWER_RELEASE"),
    (FrameOfChanges, FrameOfCodes),
)
async def follow_session(call: RestRequest, input: FollowSession) -> Response:
    """Stream a session until it is over."""
    after = wanted_cursor(call, input.after)
    session = await read_session(call.context, input.session_id)
    outlet = Outlet()
    frames = _frames(call, input, after, outlet)
    if after is not None and _is_complete(session, input):
        first = await anext(frames, None)
        if first is None:
            # Nothing more will come; a browser's `EventSource` takes this as the end and does not reconnect.
            return Response(None, 204)
        frames = _put_back(first, frames)
    if input.emotes and session.settings.emotes:
        frames = _with_emotes(call, input.session_id, frames)
    return respond(call, frames, outlet)


def respond(call: RestRequest, frames: AsyncGenerator[bytes, None], outlet: Outlet | None = None) -> Response:
    """Return the response that streams frames, written in the wanted format, until they end."""
    stream_format = format_of(call)
    pieces = _pieces(call, frames, stream_format)
    return StreamedResponse(pieces, call.media, stream_format.rhythm, outlet)


def format_of(call: RestRequest) -> StreamFormat:
    """Return the format of a stream that the client prefers."""
    return _FORMATS[call.media]


def wanted_cursor(call: RestRequest, first: str | None) -> str | None:
    """Return the cursor after which a stream begins.

    A client that reconnects repeats the address, with its first cursor; the header has its latest one. Raises `Problem`
    if one of them is malformed, even if it does not count.
    """
    if first is not None:
        read_cursor(first)
    latest = call.fields.get(b"last-event-id", b"").decode("latin-1")
    if latest:
        read_cursor(latest, LAST_EVENT_ID)
    return latest or first


def _is_complete(session: ProjectedSession, input: FollowSession) -> bool:
    """Tell whether a stream waits for no more versions."""
    awaits_rematch = input.until_rematch and session.rematch_id is None
    return session.status not in ("OPEN", "ACTIVE") and not awaits_rematch


async def _put_back(first: bytes, others: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Yield a frame that was taken from a stream, and then its other frames."""
    async with aclosing(others) as frames:
        yield first
        async for frame in frames:
            yield frame


async def _frames(
    call: RestRequest, input: FollowSession, after: str | None, outlet: Outlet
) -> AsyncGenerator[bytes, None]:
    context = call.context
    show = format_of(call).frame_writer(_choose_form(input))
    push = FramePush(show, outlet.write)
    following = watch(context.sessions, input.session_id, after, context.token, push, until_rematch=input.until_rematch)
    async with aclosing(following) as frames:  # type: ignore[type-var]
        async for frame in frames:
            yield show(frame, context.token)


def _choose_form(input: FollowSession) -> Callable[[ProjectedFrame], object]:
    """Return the form of the frames that an input asks for."""
    if input.codes:
        return _show_codes
    return _show_changes if input.changes else _show_session


def _show_session(frame: ProjectedFrame) -> ProjectedFrame:
    return frame


def _show_changes(frame: ProjectedFrame) -> FrameOfChanges:
    return fill(FrameOfChanges, frame)


def _show_codes(frame: ProjectedFrame) -> FrameOfCodes:
    return fill(FrameOfCodes, frame, events=frame.events_in_codes, changes=frame.changes_in_codes)


async def _with_emotes(
    call: RestRequest, session_id: str, frames: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """Yield frames, and the emotes that come meanwhile."""
    context = call.context
    show = format_of(call).emote
    async with (
        watch_emotes(context.sessions, session_id, context.token) as emotes,
        aclosing(merge(frames, (show(emote) async for emote in emotes))) as pieces,
    ):
        async for piece in pieces:
            yield piece


async def _pieces(
    call: RestRequest, frames: AsyncGenerator[bytes, None], stream_format: StreamFormat
) -> AsyncGenerator[bytes, None]:
    if stream_format.beginning:
        yield stream_format.beginning
    try:
        async with aclosing(frames):
            async for frame in frames:
                yield frame
    except Problem as problem:
        yield stream_format.problem(make_problem(problem, call.context.token))
        return
    except DataCorrupted:
        yield stream_format.problem(make_refusal(DATA_CORRUPTED, MESSAGE))
        return
    except StoreUnavailable as error:
        # The session is not over: a client that reconnects continues when the store is back.
        log.warning("the store does not answer", reason=str(error))
        yield stream_format.rhythm.farewell
        return
    if stream_format.end:
        yield stream_format.end


@stream(
    "/v1/tournaments/{tournamentId}/frames",
    "Tournaments",
    "tournament",
    TournamentFrame,
    "The stream sends a snapshot, then a frame for each version, with its events. With `after` or `Last-Event-ID`, it "
    "sends each version after that cursor once, without a snapshot. It ends, and reports interruptions, as the stream "
    "of a session does.",
    ("NOT_FOUND", "NEWER_RELEASE"),
)
async def follow_tournament(call: RestRequest, input: FollowTournament) -> Response:
    """Stream a tournament until it is over."""
    after = wanted_cursor(call, input.after)
    seen = None if after is None else read_cursor(after)[0]
    tournament = await call.context.tournaments.read(input.tournament_id)
    if tournament.is_over and seen is not None and seen.names(tournament.version, tournament.history_hash):
        # Nothing more will come; a browser's `EventSource` takes this as the end and does not reconnect.
        return Response(None, 204)
    return respond(call, _tournament_frames(call, input.tournament_id, after))


async def _tournament_frames(call: RestRequest, tournament_id: str, after: str | None) -> AsyncGenerator[bytes, None]:
    stream_format = format_of(call)
    following = tournament_frames(call.context.tournaments, tournament_id, after)
    async with aclosing(following) as frames:  # type: ignore[type-var]
        async for frame in frames:
            yield stream_format.write_frame(frame.cursor, frame)


# ---- results of a batch, as a page or as lines


async def read_batch_results(call: RestRequest, input: BatchResultsInput) -> Response | BatchResultConnection:
    """Return a page of the results of a batch; as lines, all of them."""
    if call.media != LINES:
        await call.charge(cost_of_page(input))
        return await batch_results(call.context, input)
    wanted = await find_wanted(call.context, input)
    await call.charge(cost_of_items(len(wanted)))
    found = await read_results(call.context.sessions, wanted)
    return Response(b"".join(encode(result) + b"\n" for result in found), 200, media_type=LINES)


STREAMS = (follow_session, follow_tournament)
