"""Make the calls of a conversation with the kit for Python, and return the result of each."""

import asyncio
import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Any

import croupier_client

Call = Mapping[str, Any]
Told = dict[str, Any]


class First(croupier_client.Bot):
    def choose(self, decision: croupier_client.Decision, frame: croupier_client.SessionFrame) -> croupier_client.Move:
        assert frame["decision"] == decision
        return decision["moves"][0]


class AsyncFirst(croupier_client.AsyncBot):
    async def choose(
        self, decision: croupier_client.Decision, frame: croupier_client.SessionFrame
    ) -> croupier_client.Move:
        assert frame["decision"] == decision
        return decision["moves"][0]


def converse(url: str, calls: Sequence[Call], settings: croupier_client.Settings) -> list[Any]:
    """Make the calls without asyncio."""

    async def make() -> list[Any]:
        with croupier_client.Client(url, settings=settings) as client:
            caller = Caller(client)
            return [await caller.call(call) for call in calls]

    return asyncio.run(make())


def converse_async(url: str, calls: Sequence[Call], settings: croupier_client.Settings) -> list[Any]:
    """Make the calls with asyncio."""

    async def make() -> list[Any]:
        async with croupier_client.AsyncClient(url, settings=settings) as client:
            caller = Caller(client)
            return [await caller.call(call) for call in calls]

    return asyncio.run(make())


class Caller:
    """Makes calls with either client, and remembers the table."""

    def __init__(self, client: croupier_client.Client | croupier_client.AsyncClient) -> None:
        self._client = client
        self._table: croupier_client.Table | croupier_client.AsyncTable

    async def call(self, call: Call) -> Any:  # noqa: ANN401  what a conversation expects
        """Make a call, and return what came of it."""
        try:
            return await getattr(self, f"_{call['do']}")(call)
        except croupier_client.Problem as problem:
            return {"problem": problem.code}
        except croupier_client.Unreachable:
            return {"unreachable": True}

    async def _create(self, call: Call) -> Told:
        self._table = await _come(self._client.create(call["settings"]))
        return {**self._seated(), "codes": len(self._table.join_links)}

    async def _join(self, call: Call) -> Told:
        self._table = await _come(self._client.join(call["session"], **call["joining"]))
        return self._seated()

    async def _look(self, call: Call) -> Told:
        self._table = await _come(self._client.table(call["session"], token=call["token"]))
        return self._seated()

    async def _move(self, call: Call) -> Told:
        return _told(await _come(self._table.move(call["move"], at=call.get("at"))))

    async def _preview(self, call: Call) -> Told:
        told = await _come(self._table.preview(call["move"]))
        return {"events": len(told["events"]), "effects": [effect["sentence"] for effect in told["effects"]]}

    async def _act(self, call: Call) -> Told:
        changed = await _come(self._table.act(call["act"], call.get("body"), at=call.get("at")))
        return {"version": changed["version"]}

    async def _frames(self, call: Call) -> list[list[object]]:
        until_rematch = call.get("options", {}).get("untilRematch", False)
        if isinstance(self._table, croupier_client.Table):
            return [_shown(frame, until_rematch) for frame in self._table.frames(until_rematch=until_rematch)]
        return [_shown(frame, until_rematch) async for frame in self._table.frames(until_rematch=until_rematch)]

    async def _bot(self, call: Call) -> Told:
        assert call["do"] == "bot"
        if isinstance(self._table, croupier_client.Table):
            result = First().play(self._table)
        else:
            result = await AsyncFirst().play(self._table)
        return {"reason": result["reason"] if result else None}

    async def _call(self, call: Call) -> Any:  # noqa: ANN401  what a conversation expects
        asked = self._asked(call["on"])
        options = {snake_case(name): value for name, value in call.get("options", {}).items()}
        came = await _come(getattr(asked, snake_case(call["name"]))(*call.get("arguments", ()), **options))
        if call["on"] == "tournaments":
            return await _listed(came)
        if isinstance(came, dict) and "replayed" in came:
            return {"version": came["version"]}
        if not isinstance(came, croupier_client.Table | croupier_client.AsyncTable):
            return came
        self._table = came
        return self._seated()

    def _asked(self, whom: str) -> object:
        if whom == "table":
            return self._table
        return self._client.tournaments if whom == "tournaments" else self._client

    async def _newTable(self, call: Call) -> Told:  # noqa: N802  the name in the conversation
        return {"seats": (await _come(self._client.new_table(call["table"])))["table"]["activeSeats"]}

    async def _applyMoveToState(self, call: Call) -> Told:  # noqa: N802  the name in the conversation
        return _told(await _come(self._client.apply_move_to_state(call["move"], call.get("grant"))))

    def _seated(self) -> Told:
        return {"seat": self._table.seat, "version": self._table.session["version"], "token": self._table.token}


def snake_case(name: str) -> str:
    """Return the Python name of what has this name in JavaScript."""
    return re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


async def _come(value: Any) -> Any:  # noqa: ANN401  of either client
    return await value if inspect.isawaitable(value) else value


async def _listed(came: Any) -> Any:  # noqa: ANN401  of a tournament
    """Return what came, frames in short."""
    if inspect.isgenerator(came):
        return [_short(frame) for frame in came]
    if inspect.isasyncgen(came):
        return [_short(frame) async for frame in came]
    return came


def _short(frame: Any) -> list[object]:  # noqa: ANN401  of either client
    return [frame["version"], len(frame["events"]), frame["resync"]]


def _shown(frame: croupier_client.SessionFrame, until_rematch: bool) -> list[object]:
    next_one = [frame["session"]["rematchId"]] if until_rematch else []
    return [frame["version"], len(frame["events"]), frame["resync"], frame["rolledBack"], *next_one]


def _told(outcome: Any) -> Told:  # noqa: ANN401  of a move in a session, or on a state
    match outcome:
        case croupier_client.Applied():
            return {"kind": outcome.kind, "version": outcome.version, "replayed": outcome.replayed}
        case croupier_client.Illegal():
            rule = outcome.rule["number"] if outcome.rule else None
            return {"kind": outcome.kind, "code": outcome.code, "rule": rule}
        case croupier_client.Stale():
            moves = len(outcome.decision["moves"]) if outcome.decision else None
            return {"kind": outcome.kind, "rolledBack": outcome.rolled_back, "moves": moves}
        case croupier_client.TooEarly():
            return {"kind": outcome.kind, "retryAfterMillis": outcome.retry_after_millis}
    return {"kind": outcome.kind}
