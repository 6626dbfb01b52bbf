"""Moves of bots, decided and committed at once: as the service makes them, without its processes and pauses."""

import bots
import engine
from service.sessions.changes import Decision, Done, Moved, standing_moves
from service.sessions.session import Session, asked_seats, key_of
from service.sessions.tokens import make_change_request
from service.storage.sessions import SessionRepository


async def move_as_bot(sessions: SessionRepository, session_id: str, seat: int | None = None, level: int = 1) -> Done:
    """Move for a bot, by default the first one that is asked."""
    session = await sessions.read(session_id)
    mover = next(one for one in asked_seats(session) if session.seats[one].bot) if seat is None else seat
    assert session.state is not None
    memory = await remember(sessions, session, mover)
    seed = f"{session.version:064x}"
    world = engine.redeal(session.state, mover, seed, memory)
    choice = bots.choose(world, mover, bots.LEVELS[level].effort, seed, memory)
    move = str(choice.move)
    decision = Decision(level, bots.VERSION, choice.effort, seed)
    request = make_change_request("bot", None, f"{session.version} {mover}")
    return await sessions.change(session_id, request, lambda _session, now: Moved(now, mover, move, decision))


async def remember(sessions: SessionRepository, session: Session, seat: int) -> engine.Memory:
    """Return the memory of a seat: the events it received, except for moves that were taken back."""
    dealt = engine.new_game(
        session.game, seats=len(session.seats), options=session.options, seed=key_of(session), deck=session.dealing.deck
    )
    memory = engine.begin_memory(dealt, seat)
    log = [logged.entry async for logged in sessions.log(session.id, 0)]
    for entry in standing_moves(log):
        memory = engine.remember(memory, engine.events_for(entry.events, seat))
    return memory
