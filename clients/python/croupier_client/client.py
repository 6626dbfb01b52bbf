"""The kit without asyncio, written from `async_client.py` by `make kits`."""

from collections.abc import Generator, MutableMapping, Sequence
from contextlib import closing
from types import TracebackType
from typing import Any, Self

import httpx2

from croupier_client.catalogue import Catalogue
from croupier_client.changes import SessionFrame
from croupier_client.contract import (
    BatchSessionInput,
    CreateSession,
    DecisionPoll,
    EventConnection,
    Hand,
    Introduction,
    JoinOrCreate,
    Move,
    MoveExplained,
    MoveOnTable,
    MySession,
    PolledSeat,
    PollSeatInput,
    Presence,
    Preview,
    ReadTable,
    Review,
    SeatEmote,
    SeatPresence,
    SeatTokenInput,
    Session,
    SessionChanged,
    SessionsCreated,
    Suggestion,
    TableSeen,
    TableSetup,
)
from croupier_client.lobby import Lobby, Seated, open_batch, post
from croupier_client.outcomes import MoveOutcome, TableOutcome, table_outcome
from croupier_client.runner import Runner
from croupier_client.steps import LIMITS, Course, Plan, Request, Settings, Wire, ask, send
from croupier_client.tables import At, KnownTable, OnEmote
from croupier_client.tournaments import Tournaments


class Client(Catalogue):
    """The entry point: open, join or watch a table, or use the rules on a state that the caller keeps."""

    def __init__(
        self,
        url: str,
        *,
        storage: MutableMapping[str, str] | None = None,
        http: httpx2.Client | None = None,
        settings: Settings | None = None,
    ) -> None:
        wire = Wire(url, settings or Settings())
        super().__init__(Runner(wire, http or httpx2.Client(limits=LIMITS)))
        self._lobby = Lobby(wire, storage)
        self.tournaments = Tournaments(self._runner, self._lobby.storage)

    def my_sessions(self, seats: Sequence[SeatTokenInput] | None = None) -> list[MySession]:
        """Return the sessions of up to 100 tokens, each with its seat and whether it is that seat's turn.

        Without `seats`, use the last 100 stored tokens.
        """
        return self._runner.run(self._lobby.my_sessions(seats))

    def create_sessions(self, sessions: Sequence[BatchSessionInput], *, key: str | None = None) -> SessionsCreated:
        """Open up to 500 sessions at once, all or none, and return their ids and secrets, which are not stored.

        Pass a `key` to be able to retry the request after a restart.
        """
        created: SessionsCreated = self._runner.run(ask(self._runner.wire, open_batch(sessions, key)))
        return created

    def create(self, settings: CreateSession) -> "Table":
        """Open a session and return its table as the host."""
        return self._table(self._lobby.create(settings))

    def join(
        self,
        session: str,
        *,
        name: str | None = None,
        seat: int | None = None,
        code: str | None = None,
        entropy: str | None = None,
        token: str | None = None,
        player: str | None = None,
    ) -> "Table":
        """Take a seat and return its table; `player` says which of several players of this storage joins.

        If the storage already has a seat, return that seat's table. If it has the host's token, take the seat as the
        host. In a rematch, pass the seat's `token` from the table before to take the same seat.
        """
        joining = {"name": name, "seat": seat, "code": code, "entropy": entropy}
        return self._table(self._lobby.join(session, player, token, joining))

    def join_or_create(self, wanted: JoinOrCreate, *, player: str | None = None, key: str | None = None) -> "Table":
        """Take a seat at an open public table of this kind, or at a new one if there is none, and return the table.

        Pass a `key` to be able to retry the request after a restart.
        """
        return self._table(self._lobby.join_or_create(wanted, player, key))

    def table(self, session: str, *, player: str | None = None, token: str | None = None) -> "Table":
        """Return a table, viewed with the stored token, or as a spectator if there is none."""
        return self._table(self._lobby.look(session, player, token))

    def next_decision(self, seats: Sequence[PollSeatInput], *, wait_seconds: int = 20) -> list[PolledSeat]:
        """Wait until one of 1 to 100 seats has a decision, and return the seats: one call serves many seats."""
        body = {"seats": [*seats], "waitSeconds": wait_seconds}
        request = Request("/v1/decisions", "POST", body=body, wait=wait_seconds)
        answer: DecisionPoll = self._runner.run(ask(self._runner.wire, request))
        return answer["seats"]

    def new_table(self, table: TableSetup) -> TableSeen:
        """Deal a table whose state the caller keeps, open or sealed."""
        seen: TableSeen = self._runner.run(ask(self._runner.wire, post("/v1/tables", table)))
        return seen

    def read_table(self, table: ReadTable, grant: str | None = None) -> TableSeen:
        """Return a table and a viewer's view of it; `grant` gives access to a seat of a sealed table."""
        seen: TableSeen = self._runner.run(ask(self._runner.wire, post("/v1/tables/read", table, grant)))
        return seen

    def apply_move_to_state(self, move: MoveOnTable, grant: str | None = None) -> TableOutcome:
        """Make a move on such a table, and return the next state or the reason for the refusal."""
        return table_outcome(self._runner.run(send(self._runner.wire, post("/v1/tables/moves", move, grant))))

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

    def __init__(self, runner: Runner, seated: Seated) -> None:
        super().__init__(runner.wire, *seated)
        self._runner = runner

    def frames(
        self, after: str | None = None, *, until_rematch: bool = False, on_emote: OnEmote | None = None
    ) -> Generator[SessionFrame, None, None]:
        """Yield each version of the table once, from now on (or after a cursor) until the table is over.

        With `until_rematch`, continue until a frame has a `rematchId`. Reconnects as often as necessary. Raises
        `Problem` when the table can no longer be watched. `on_emote` is called with each emote that comes meanwhile;
        one that is sent while the connection is lost does not come later.
        """
        plan = self._plan_frames(after, until_rematch=until_rematch, on_emote=on_emote)
        with closing(self._runner.iterate(Course(plan))) as frames:
            for frame in frames:
                self.see(frame["session"], anew=frame["resync"])
                yield frame

    def move(self, move: Move | str, *, at: At | None = None, key: str | None = None) -> MoveOutcome:
        """Make a move exactly once; `at` is the frame at which it was chosen, by default the last one.

        Raises only for faults: `Unreachable`, and `Problem` for a failure that is not an outcome of a move.
        """
        return self._runner.run(self._plan_move(move, at, key))

    def preview(self, move: Move | str) -> Preview:
        """Return the certain effects of a move. Raises `Problem` if the move is not legal."""
        preview: Preview = self._runner.run(self._plan_question("preview", move))
        return preview

    def explain(self, move: Move | str) -> MoveExplained:
        """Return whether a move is legal, and if not, which rule forbids it."""
        explained: MoveExplained = self._runner.run(self._plan_question("explain", move))
        return explained

    def hand(self) -> Hand:
        """Return each card of the viewer's hand with its moves, or the reason why it has none."""
        hand: Hand = self._runner.run(self._plan_look("hand"))
        return hand

    def hint(self, *, level: int | None = None) -> Suggestion:
        """Return the move that a bot would prefer for the viewer, and why. The session needs `hints`."""
        suggestion: Suggestion = self._runner.run(self._plan_look("suggestion", level=level))
        return suggestion

    def events(self, *, first: int | None = None, after: str | None = None) -> EventConnection:
        """Return a page of the events, the oldest first."""
        page: EventConnection = self._runner.run(self._plan_look("events", first=first, after=after))
        return page

    def review(self, *, level: int | None = None, first: int | None = None, after: str | None = None) -> Review:
        """Return a page of a finished table's moves, each compared with the move that a bot prefers."""
        page: Review = self._runner.run(self._plan_look("review", level=level, first=first, after=after))
        return page

    def presence(self) -> list[SeatPresence]:
        """Return for each seat whether its holder is connected."""
        presence: Presence = self._runner.run(self._plan_look("presence"))
        return presence["seats"]

    def introduction(self) -> Introduction:
        """Return an introduction to the game for newcomers, for the options of this table."""
        introduction: Introduction = self._runner.run(self._plan_look("introduction"))
        return introduction

    def record(self) -> dict[str, Any]:
        """Return the record of a finished table, as written by the engine."""
        record: dict[str, Any] = self._runner.run(self._plan_look("record"))
        return record

    def start(self) -> SessionChanged:
        """Deal the cards as the host. The default policy plays the seats that nobody has taken."""
        return self.act("start", at="*")

    def act(self, act: str, body: object = None, *, at: At | None = None) -> SessionChanged:
        """Send a change to the table other than a move. Raises `Problem` if it is refused.

        `act` is the end of its path in the REST API: `start`, `resign`, `leave`, `abandon`, `claim`, `undo`,
        `take-back`, `take-back/answer`, `give-up`. With `at="*"` it is accepted at any version.
        """
        changed: SessionChanged = self._runner.run(self._plan_act(act, body, at))
        return changed

    def add_bot(self, seat: int, level: int) -> SessionChanged:
        """Let a bot play a vacant seat, or change the level of a bot, as the host.

        Levels look ahead from not at all (1) to far (4).
        """
        return self.act("bots", {"seat": seat, "level": level}, at="*")

    def remove_bot(self, seat: int) -> SessionChanged:
        """Remove a bot from its seat, as the host."""
        return self.act("bots/remove", {"seat": seat}, at="*")

    def emote(self, emote: str) -> SeatEmote:
        """Send an emote, such as `HELLO`, to everybody at the table, in a session with `emotes`.

        Raises `Problem`, with RATE_LIMITED if the seat has sent too many, and `Unreachable`. It is sent only once.
        """
        return self._runner.run(self._plan_emote(emote))

    def rematch(self) -> Session:
        """Open a session for the same seats, or return the one that is already open.

        To take your seat in it, call `join` with this table's `token`.
        """
        return self._runner.run(self._plan_rematch())
