"""Agents: both kits behind the same few acts, so that one walk over a table drives either."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Thread
from typing import Any, Protocol

import msgspec
from croupier_client import Applied, Client, Problem, Settings, Table, TooEarly

from tests.clients.node import ROOT, running_script
from tests.support.graphql_client import Json

KIT = str(ROOT / "clients" / "javascript" / "src" / "index.js")
PATIENCE = 60


class Agent(Protocol):
    """A kit, whose tables are named after their viewers."""

    def look(self, name: str, url: str, session: str, token: str | None, language: str | None) -> None:
        """Read a table."""

    def follow(self, name: str, after: str | None = None, *, until_rematch: bool = True) -> None:
        """Begin to note the frames of a table."""

    def reach(self, name: str, cursor: str) -> None:
        """Wait until a frame with this cursor has come."""

    def move(self, name: str, move: str, at: str) -> Json:
        """Make a move and return its outcome."""

    def act(self, name: str, act: str, body: Json | None = None) -> Json:
        """Change the table in another way; return the answer, or the code of the `problem`."""

    def told(self, name: str) -> list[Json]:
        """Wait for the end of the frames, and return them."""


class PythonAgent:
    """The kit for Python, without asyncio."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._clients: list[Client] = []
        self._followed: dict[str, _Followed] = {}

    def look(self, name: str, url: str, session: str, token: str | None, language: str | None) -> None:
        settings = Settings(language=language, first_wait=0.001, longest_wait=0.005, claims_overdue=False)
        self._clients.append(client := Client(url, settings=settings))
        self._tables[name] = client.table(session, token=token)

    def follow(self, name: str, after: str | None = None, *, until_rematch: bool = True) -> None:
        self._followed[name] = _Followed(self._tables[name], after, until_rematch)

    def reach(self, name: str, cursor: str) -> None:
        self._followed[name].reach(cursor)

    def move(self, name: str, move: str, at: str) -> Json:
        outcome = self._tables[name].move(move, at=at)
        while isinstance(outcome, TooEarly):
            outcome = self._tables[name].move(move, at=at)
        assert isinstance(outcome, Applied), outcome
        return vars(outcome)

    def act(self, name: str, act: str, body: Json | None = None) -> Json:
        try:
            return {**self._tables[name].act(act, body, at="*")}
        except Problem as problem:
            return {"problem": problem.code}

    def told(self, name: str) -> list[Json]:
        return self._followed[name].told_at_last()

    def close(self) -> None:
        """Close the connections."""
        for client in self._clients:
            client.close()


class _Followed:
    """The frames of one table, noted by a thread of their own."""

    def __init__(self, table: Table, after: str | None, until_rematch: bool) -> None:
        self._table = table
        self._after = after
        self._until_rematch = until_rematch
        self._told: list[Json] = []
        self._condition = Condition()
        self._thread = Thread(target=self._follow, daemon=True)
        self._thread.start()

    def reach(self, cursor: str) -> None:
        with self._condition:
            assert self._condition.wait_for(lambda: self._is_told(cursor), PATIENCE)

    def told_at_last(self) -> list[Json]:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self._told

    def _follow(self) -> None:
        for frame in self._table.frames(self._after, until_rematch=self._until_rematch):
            # A copy: later frames must not change the ones before.
            copied = msgspec.json.decode(msgspec.json.encode(frame))
            with self._condition:
                self._told.append(copied)
                self._condition.notify_all()

    def _is_told(self, cursor: str) -> bool:
        return any(frame["cursor"] == cursor for frame in self._told)


class JavaScriptAgent:
    """The kit for JavaScript, in a process of Node."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def look(self, name: str, url: str, session: str, token: str | None, language: str | None) -> None:
        assert self._do("look", name=name, url=url, session=session, token=token, language=language) is None

    def follow(self, name: str, after: str | None = None, *, until_rematch: bool = True) -> None:
        self._do("follow", name=name, after=after, untilRematch=until_rematch)

    def reach(self, name: str, cursor: str) -> None:
        self._do("reach", name=name, cursor=cursor)

    def move(self, name: str, move: str, at: str) -> Json:
        outcome: Json = self._do("move", name=name, move=move, at=at)
        assert outcome["kind"] == "applied", outcome
        return outcome

    def act(self, name: str, act: str, body: Json | None = None) -> Json:
        answer: Json = self._do("act", name=name, act=act, body=body)
        return answer

    def told(self, name: str) -> list[Json]:
        frames: list[Json] = self._do("told", name=name)
        assert all(frame.pop("isKept") for frame in frames), "what has not changed is not the same object"
        return frames

    def _do(self, does: str, **asked: Any) -> Any:  # noqa: ANN401  what the act gives
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(msgspec.json.encode({"does": does, **asked}).decode() + "\n")
        self._process.stdin.flush()
        return msgspec.json.decode(self._process.stdout.readline())


@contextmanager
def python_agent() -> Iterator[Agent]:
    """Yield the kit for Python."""
    agent = PythonAgent()
    try:
        yield agent
    finally:
        agent.close()


@contextmanager
def javascript_agent() -> Iterator[Agent]:
    """Yield the kit for JavaScript."""
    with running_script("kits/agent.mjs", {"kit": KIT}) as process:
        yield JavaScriptAgent(process)
