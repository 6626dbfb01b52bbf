"""The kit without asyncio, written from `async_client.py` by `make kits`."""

import time
from collections.abc import Generator, Iterator, MutableMapping
from contextlib import closing
from types import TracebackType
from typing import Self, TypeVar

import httpx2

from croupier_client.contract import (
    CreateSession,
    Game,
    Games,
    Move,
    MoveExplained,
    MoveOnTable,
    NewTable,
    Preview,
    ReadTable,
    SessionChanged,
    SessionConnection,
    SessionFrame,
    TableSeen,
)
from croupier_client.lobby import Lobby, Seated, post
from croupier_client.outcomes import MoveOutcome, TableOutcome, table_outcome
from croupier_client.steps import (
    FAULTS,
    Answer,
    Close,
    Course,
    Open,
    Pause,
    Plan,
    Read,
    Request,
    Send,
    Settings,
    Show,
    Wire,
    ask,
    read_answer,
    send,
)
from croupier_client.tables import At, KnownTable

T = TypeVar("T")


class Client:
    """The way in: open a table, join one, watch one, or keep a table's state oneself."""

    def __init__(
        self,
        url: str,
        *,
        storage: MutableMapping[str, str] | None = None,
        http: httpx2.Client | None = None,
        settings: Settings | None = None,
    ) -> None:
        self._wire = Wire(url, settings or Settings())
        self._lobby = Lobby(self._wire, storage)
        self._runner = Runner(self._wire, http or httpx2.Client())

    def games(self) -> list[Game]:
        """Return the games that the service offers."""
        answer: Games = self._runner.run(ask(self._wire, Request("/v1/games")))
        return answer["games"]

    def sessions(
        self, *, game: str | None = None, first: int | None = None, after: str | None = None
    ) -> SessionConnection:
        """Return the public sessions with open seats, the newest first."""
        page: SessionConnection = self._runner.run(self._lobby.sessions({"game": game, "first": first, "after": after}))
        return page

    def create(self, settings: CreateSession) -> "Table":
        """Open a session and return its table, as its host sees it."""
        return self._table(self._lobby.create(settings))

    def join(
        self,
        session: str,
        *,
        name: str | None = None,
        seat: int | None = None,
        code: str | None = None,
        entropy: str | None = None,
        player: str | None = None,
    ) -> "Table":
        """Take a seat and return its table; `player` is which of several players of this storage joins.

        Whoever has that seat already, by what is stored, goes on with it; whoever opened the session takes the seat as
        the host.
        """
        joining = {"name": name, "seat": seat, "code": code, "entropy": entropy}
        return self._table(self._lobby.join(session, player, joining))

    def table(self, session: str, *, player: str | None = None, token: str | None = None) -> "Table":
        """Return a table as the holder of a stored secret sees it, else as a spectator."""
        return self._table(self._lobby.look(session, player, token))

    def new_table(self, table: NewTable) -> TableSeen:
        """Deal a table whose state the caller keeps, open or sealed."""
        seen: TableSeen = self._runner.run(ask(self._wire, post("/v1/tables", table)))
        return seen

    def read_table(self, table: ReadTable, grant: str | None = None) -> TableSeen:
        """Return a table and what a viewer sees of it; `grant` opens a seat of a sealed one."""
        seen: TableSeen = self._runner.run(ask(self._wire, post("/v1/tables/read", table, grant)))
        return seen

    def apply_move_to_state(self, move: MoveOnTable, grant: str | None = None) -> TableOutcome:
        """Make a move on such a table, and return the next state, or why not."""
        return table_outcome(self._runner.run(send(self._wire, post("/v1/tables/moves", move, grant))))

    def _table(self, plan: Plan[Seated]) -> "Table":
        return Table(self._runner, self._runner.run(plan))

    def close(self) -> None:
        """Close the connections."""
        self._runner.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Table(KnownTable):
    """A table: its frames and its moves."""

    def __init__(self, runner: "Runner", seated: Seated) -> None:
        super().__init__(runner.wire, *seated)
        self._runner = runner

    def frames(self, after: str | None = None) -> Generator[SessionFrame, None, None]:
        """Yield each version of the table once, from now on (or after a cursor) until it is over.

        It takes as many connections as that needs. Raises `Problem` when the table cannot be watched any more.
        """
        with closing(self._runner.iterate(Course(self._plan_frames(after)))) as frames:
            for frame in frames:
                self.see(frame["session"], anew=frame["resync"])
                yield frame

    def move(self, move: Move | str, *, at: At | None = None, key: str | None = None) -> MoveOutcome:
        """Make a move, once, that was chosen at a frame (or the last one).

        Raises only for faults: `Unreachable`, and `Problem` for what is no outcome.
        """
        return self._runner.run(self._plan_move(move, at, key))

    def preview(self, move: Move | str) -> Preview:
        """Return what a move would do, as far as it is certain. Raises `Problem` if it is not legal."""
        preview: Preview = self._runner.run(self._plan_question("preview", move))
        return preview

    def explain(self, move: Move | str) -> MoveExplained:
        """Return whether a move is legal, and else which rule forbids it."""
        explained: MoveExplained = self._runner.run(self._plan_question("explain", move))
        return explained

    def start(self) -> SessionChanged:
        """Deal the cards, as the host; the default policy plays the seats that nobody has taken."""
        return self.act("start", at="*")

    def act(self, act: str, body: object = None, *, at: At | None = None) -> SessionChanged:
        """Change the table in another way than by a move. Raises `Problem` if it is refused.

        `act` is the end of its path in the REST API: `start`, `resign`, `leave`, `abandon`, `claim`, `undo`,
        `take-back`, `take-back/answer`, `give-up`. At "*" it counts whatever the version is.
        """
        changed: SessionChanged = self._runner.run(self._plan_act(act, body, at))
        return changed


class Runner:
    """Carries out plans."""

    def __init__(self, wire: Wire, http: httpx2.Client) -> None:
        self.wire = wire
        self.http = http

    def run(self, plan: Plan[T]) -> T:
        """Carry out a plan and return what comes of it."""
        course = Course(plan)
        for _ in self.iterate(course):
            raise AssertionError("only the plan of frames shows any")
        return course.result

    def iterate(self, course: Course[T]) -> Generator[SessionFrame, None, None]:
        """Carry out a plan, and yield the frames that it shows."""
        with closing(Transport(self.wire, self.http)) as transport:
            step = course.start()
            while step is not None:
                if isinstance(step, Show):
                    yield step.frame
                    step = course.succeed(None)
                    continue
                try:
                    value = transport.perform(step)
                except FAULTS as fault:
                    step = course.fail(fault)
                else:
                    step = course.succeed(value)


class Transport:
    """Carries out single steps, and holds the one stream that may be open."""

    def __init__(self, wire: Wire, http: httpx2.Client) -> None:
        self._wire = wire
        self._http = http
        self._response: httpx2.Response | None = None
        self._chunks: Iterator[bytes] | None = None

    def perform(self, step: Send | Open | Read | Close | Pause) -> object:
        """Carry out a step, and return what comes of it."""
        match step:
            case Send():
                return read_answer(self._http.send(self._wire.make(self._http, step)))
            case Open():
                return self._open(step)
            case Read():
                assert self._chunks is not None
                return next(self._chunks, b"")
            case Close():
                self.close()
            case Pause(seconds):
                time.sleep(seconds)
        return None

    def _open(self, step: Open) -> Answer:
        response = self._response = self._http.send(self._wire.make(self._http, step), stream=True)
        if response.status_code == 200:
            self._chunks = response.iter_bytes()
            return Answer(200, None)
        response.read()
        return read_answer(response)

    def close(self) -> None:
        """Close the stream, if one is open."""
        if self._response is not None:
            self._response.close()
        self._response = None
