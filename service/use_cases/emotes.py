"""The use cases of emotes: to list them, to send one to everybody at a table, and to watch for them.

An emote goes to the followers of the moment, at every worker, and is then forgotten (`Store.publish`).
"""

import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, closing

from service.sessions.emotes import SentEmote, check_emote, decode_emote, encode_emote
from service.sessions.problems import Problem, session_not_found
from service.sessions.rules import check_may_see
from service.sessions.session import Session
from service.storage.documents import is_document_id
from service.storage.sessions import SessionRepository
from service.use_cases.context import RequestContext
from service.use_cases.inputs import Input, SendEmoteInput
from service.use_cases.lobby import check_seated
from service.use_cases.operation import SESSION_PROBLEMS, in_rest, mutation, query, raises
from service.use_cases.wakeup_timer import WakeupTimer
from service.views.emote_view import EmoteChoices, SeatEmote, project_emote, project_emotes
from store.listeners import Listener


@query("/v1/emotes", "Table", field="emotes")
async def list_emotes(_context: RequestContext, input: Input) -> EmoteChoices:
    """List the emotes, with their texts in the wanted language.

    They are the same for every session that has emotes.
    """
    del input
    return project_emotes()


@mutation("/v1/sessions/{sessionId}/emotes", "Table")
@in_rest(body="EmoteToSend", example={"emote": "HELLO"})
@raises(*SESSION_PROBLEMS, "EMOTES_OFF")
async def send_emote(context: RequestContext, input: SendEmoteInput) -> SeatEmote:
    """Send an emote as the holder of a seat, at any stage of a session with `emotes`.

    Everybody who watches the session for emotes at this moment gets it. It is not part of the session: it makes no
    version, and nothing stores it. RATE_LIMITED refuses a seat that sends too many.
    """
    check_emote(input.emote)
    session = await context.sessions.read(input.session_id)
    seat = check_seated(session, context.token)
    if not session.setup.emotes:
        raise Problem(
            "EMOTES_OFF", "The session was opened without emotes: open it with `emotes: true`.", ("sessionId",)
        )
    await context.limit_emotes(f"{session.id}:{seat}")
    context.sessions.presence.saw(session, context.token)
    sent = SentEmote(seat, input.emote)
    await context.sessions.store.publish(session.id, encode_emote(sent))
    return project_emote(sent)


@asynccontextmanager
async def watch_emotes(
    sessions: SessionRepository, session_id: str, token: str | None
) -> AsyncIterator[AsyncGenerator[SeatEmote, None]]:
    """Listen for emotes; the value of the context yields the emotes of a session from now on, until it expires.

    Both raise `Problem` if the session does not exist or has expired, or if its deal is closed to the bearer.
    """
    if not is_document_id(session_id):
        raise session_not_found()
    async with sessions.store.wakeups(session_id) as wakeups:
        wakeups.hear()
        session = await _read(sessions, session_id, token)
        async with aclosing(_emotes(sessions, session, token, wakeups)) as emotes:
            yield emotes


async def _emotes(
    sessions: SessionRepository, session: Session, token: str | None, wakeups: Listener
) -> AsyncGenerator[SeatEmote, None]:
    clock_offset = await sessions.store.now() - 1000 * time.monotonic()
    with closing(WakeupTimer()) as timer:
        while True:
            version = await timer.wait(wakeups, session.expires_at - clock_offset - 1000 * time.monotonic())
            messages = wakeups.take_messages()
            # The session may have expired, or the bearer may have left a seat of a closed deal.
            if session.is_deal_closed or not (version or messages):
                session = await _read(sessions, session.id, token)
            for message in messages:
                sent = decode_emote(message, len(session.seats))
                if sent is not None:
                    yield project_emote(sent)


async def _read(sessions: SessionRepository, session_id: str, token: str | None) -> Session:
    session = await sessions.read(session_id)
    check_may_see(session, token)
    return session
