"""The sessions and tables of the operations: of every game, at random moments."""

from collections.abc import Callable
from random import Random

import engine
from service.sessions.problems import Problem
from service.use_cases.context import Backend, RequestContext
from service.use_cases.inputs import ApplyMoveInput, CreateSessionInput, JoinSessionInput, NewTableInput
from service.use_cases.lobby import join_session
from service.use_cases.opening import create_session
from service.use_cases.playing import apply_move
from service.use_cases.reading import find_session
from service.use_cases.stateless import new_table
from service.views.projection import ProjectedSession
from tests.support.graphql_client import Json

MOST_MOVES = 40
WORDS = ("", "pass", "play AR3 @2", "match Y1 Y1", "💥", "frob")


class Sitting:
    """A session with the tokens of its seats; its data are as old as the last look."""

    def __init__(self, session_id: str, game: str, host: str, codes: list[str]) -> None:
        self.id = session_id
        self.game = game
        self.host = host
        self.codes = codes
        self.tokens: list[str] = []


class Focus:
    """The subject of one request: a session, its caller, and the values that make sense then."""

    def __init__(
        self, sitting: Sitting, seen: ProjectedSession | None, token: str | None, state: str, seats: int
    ) -> None:
        self.sitting = sitting
        self.seen = seen
        self.token = token
        self.state = state
        self.seats = seats

    def value(self, name: str, chance: Random) -> Json:
        """Return a value for a name, None when the name gives no hint."""
        makers: dict[str, Callable[[], Json]] = {
            "id": lambda: chance.choice((self.sitting.id, self.sitting.id, self.sitting.id, self.sitting.game)),
            "sessionId": lambda: self.sitting.id,
            "game": lambda: self.sitting.game,
            "move": lambda: self._move(chance),
            "expectedVersion": lambda: self.seen.version - (chance.random() < 0.1) if self.seen else None,
            "expectedHead": lambda: self.seen.head if self.seen else None,
            "after": lambda: self.seen.cursor if self.seen else None,
            "seen": lambda: self.seen.cursor if self.seen else None,
            "key": lambda: chance.choice(("hand:0", "hand:1", "stack:0", "deck", "nope")),
            "seat": lambda: chance.randrange(self.seats + 1),
            "viewer": lambda: chance.randrange(self.seats),
            "mover": lambda: chance.randrange(self.seats),
            "seats": lambda: self.seats,
            "state": lambda: self.state,
            "number": lambda: chance.choice(("3.1", "2.2", "zeven 3.4", "99")),
            "code": lambda: chance.choice(self.sitting.codes),
            "options": list,
            "idempotencyKey": lambda: f"{chance.getrandbits(128):032x}" if chance.random() < 0.5 else None,
        }
        key = name.rstrip("0123456789")
        return makers[key]() if key in makers and chance.random() < 0.95 else None

    def _move(self, chance: Random) -> str:
        legal = self.seen.view.legal_moves if self.seen is not None and self.seen.view is not None else ()
        return chance.choice(legal).notation if legal and chance.random() < 0.85 else chance.choice(WORDS)


class SessionPool:
    """The sessions and tables of a run; they go on as operations change them, and new ones come."""

    def __init__(self, backend: Backend, chance: Random) -> None:
        self._backend = backend
        self._chance = chance
        self._sittings: list[Sitting] = []
        self._states: list[tuple[str, str]] = []

    async def open(self, count: int) -> None:
        """Open so many sessions of every game, and leave each at a random moment."""
        for game in engine.GAMES:
            for _ in range(count):
                self._sittings.append(await self._sit(game))
            table = await new_table(self._context(None), NewTableInput(game=game, seats=2, seed="00" * 32))
            self._states.append((game, table.state))

    async def renew(self) -> None:
        """Put a new session in the place of one."""
        index = self._chance.randrange(len(self._sittings))
        self._sittings[index] = await self._sit(self._sittings[index].game)

    async def focus(self) -> Focus:
        """Return a subject for a request."""
        chance = self._chance
        sitting = chance.choice(self._sittings)
        token = chance.choice((*sitting.tokens * 2, sitting.host, None)) if sitting.tokens else sitting.host
        seen = await self._look(sitting, token)
        if seen is not None and seen.view is not None and chance.random() < 0.7:
            # An active seat has something to do.
            asked = [seat for seat in seen.view.turn if seat < len(sitting.tokens)]
            if asked:
                token = sitting.tokens[chance.choice(asked)]
                seen = await self._look(sitting, token)
        return Focus(sitting, seen, token, chance.choice(self._states)[1], max(len(sitting.codes), 2))

    def _context(self, token: str | None) -> RequestContext:
        return RequestContext(self._backend.sessions, self._backend.tournaments, self._backend.tables, token)

    async def _look(self, sitting: Sitting, token: str | None) -> ProjectedSession | None:
        return await find_session(self._context(token), sitting.id)

    async def _sit(self, game: str) -> Sitting:
        """Open a session, seat players, and make some moves."""
        chance = self._chance
        seats = chance.randint(2, 3)
        wanted = CreateSessionInput(
            game=game,
            seats=seats,
            public=chance.random() < 0.5,
            take_backs=chance.random() < 0.5,
            move_seconds=chance.choice((0, 60)),
            seed=f"{chance.getrandbits(256):064x}",
        )
        made = await create_session(self._context(None), wanted)
        sitting = Sitting(made.session.id, game, made.host_token, [link.code for link in made.join_links])
        for number in range(seats if chance.random() < 0.85 else 1):
            place = JoinSessionInput(session_id=sitting.id, name=f"Player {number}")
            joined = await join_session(self._context(None), place)
            sitting.tokens.append(joined.seat_token)
        for _ in range(chance.choice((0, 3, 10, MOST_MOVES))):
            await self._step(sitting)
        return sitting

    async def _step(self, sitting: Sitting) -> None:
        """Make a random move, if the table is being played."""
        seen = await self._look(sitting, None)
        if seen is None or seen.view is None or seen.status != "ACTIVE":
            return
        token = sitting.tokens[self._chance.choice(seen.view.turn)]
        mine = await self._look(sitting, token)
        assert mine is not None
        assert mine.view is not None
        move = self._chance.choice(mine.view.legal_moves).notation
        try:
            await apply_move(self._context(token), ApplyMoveInput(session_id=sitting.id, move=move))
        except Problem as problem:
            # Some seats may act only a little later.
            if problem.code != "TOO_EARLY":
                raise
