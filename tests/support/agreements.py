"""A table whose players make agreements, on a clock that the test advances, driven by short acts such as "1 agrees"."""

from collections.abc import Callable, Mapping
from typing import Any

from service.sessions.changes import LogEntry
from service.sessions.session import Session, deadline_of
from service.use_cases.context import RequestContext
from service.use_cases.inputs import (
    AddBotInput,
    AnswerTakeBackInput,
    ApplyMoveInput,
    CreateSessionInput,
    JoinSessionInput,
    OptionInput,
    SessionActInput,
    SessionInput,
)
from service.use_cases.lobby import add_bot, join_session, leave_session, offer_rematch, start_session
from service.use_cases.opening import create_session
from service.use_cases.playing import answer_take_back, apply_move, ask_take_back, claim_deadline, resign, undo_move
from tests.support.timed_sessions import Timed
from tools.use_cases import caller

SEED = "5eed" * 16
# The seat after this one begins, and each move passes the turn on.
OPTIONS = (OptionInput(name="firstSeat", value="2"),)


class Agreeing:
    """A session of ZLAM!, and the newest token of each of its seats."""

    def __init__(self, timed: Timed, session_id: str, host: str, tokens: dict[int, str]) -> None:
        self.timed = timed
        self.id = session_id
        self.host = host
        self.tokens = tokens

    @classmethod
    async def open(cls, timed: Timed, people: int = 3, **settings: Any) -> "Agreeing":  # noqa: ANN401
        """Open a table with three seats, of which the first ones are taken."""
        given: dict[str, Any] = {"options": OPTIONS, "seed": SEED, **settings}
        opened = await create_session(caller(timed.sessions), CreateSessionInput(game="zlam", seats=3, **given))
        table = cls(timed, opened.session.id, opened.host_token, {})
        for seat in range(people):
            await table.act(f"{seat} joins")
        return table

    async def act(self, *acts: str) -> None:
        """Do some acts, each of a seat or of the host."""
        for act in acts:
            actor, verb, *details = act.split()
            if actor == "host":
                await _OF_HOST[verb](self, *map(int, details))
            else:
                await _OF_SEATS[verb](self, int(actor))

    def caller(self, seat: int) -> RequestContext:
        """Return the context of the holder of a seat, or of the one who held it last."""
        return caller(self.timed.sessions, self.tokens.get(seat))

    async def read(self) -> Session:
        """Return the session."""
        return await self.timed.sessions.read(self.id)

    async def last(self) -> LogEntry:
        """Return the log entry of the last change."""
        entry = await self.timed.sessions.find_entry(self.id, (await self.read()).version)
        assert entry is not None
        return entry

    async def told(self) -> str:
        """Return the events of the last change as words."""
        return " ".join(event.kind for event in (await self.last()).events)

    async def left(self) -> float:
        """Return the seconds until the deadline."""
        deadline = deadline_of(await self.read())
        assert deadline is not None
        return deadline / 1000 - self.timed.seconds

    async def move(self, seat: int) -> None:
        """Give a card to the next seat, whose turn it is then; nobody learns anything from that."""
        move = f"give #{(seat + 1) % 3}"
        await apply_move(self.caller(seat), ApplyMoveInput(session_id=self.id, move=move))

    async def join(self, seat: int) -> None:
        """Take a seat, as its former holder if there is one."""
        wish = JoinSessionInput(session_id=self.id, seat=seat)
        self.tokens[seat] = (await join_session(self.caller(seat), wish)).seat_token

    async def rematch(self) -> "Agreeing":
        """Open the rematch, in which everybody still has the former token."""
        offered = await offer_rematch(caller(self.timed.sessions, self.host), SessionInput(session_id=self.id))
        return Agreeing(self.timed, offered.session.id, self.host, dict(self.tokens))


Act = Callable[..., Any]


def _acts_as_seat(operation: Act, wish: type, **fields: object) -> Act:
    async def act(table: Agreeing, seat: int) -> None:
        await operation(table.caller(seat), wish(session_id=table.id, **fields))

    return act


def _acts_as_host(operation: Act, wish: type, **fields: object) -> Act:
    async def act(table: Agreeing, *seats: int) -> None:
        named = {"seat": seats[0]} if seats else {}
        await operation(caller(table.timed.sessions, table.host), wish(session_id=table.id, **named, **fields))

    return act


_OF_SEATS: Mapping[str, Act] = {
    "joins": Agreeing.join,
    "moves": Agreeing.move,
    "leaves": _acts_as_seat(leave_session, SessionInput),
    "resigns": _acts_as_seat(resign, SessionActInput),
    "asks": _acts_as_seat(ask_take_back, SessionActInput),
    "agrees": _acts_as_seat(answer_take_back, AnswerTakeBackInput, agree=True),
    "refuses": _acts_as_seat(answer_take_back, AnswerTakeBackInput, agree=False),
    "undoes": _acts_as_seat(undo_move, SessionActInput),
    "claims": _acts_as_seat(claim_deadline, SessionActInput),
}
_OF_HOST: Mapping[str, Act] = {
    "starts": _acts_as_host(start_session, SessionInput),
    "seats-a-bot": _acts_as_host(add_bot, AddBotInput, level=1),
}
