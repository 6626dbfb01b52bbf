"""The frames of a session or a tournament: each version once and in order, across lost connections."""

import codecs
import json
import re
from collections.abc import Callable, Iterable, Iterator
from math import inf
from typing import Any

from croupier_client.problems import Lost, Problem
from croupier_client.steps import PASSING, Answer, Close, Open, Plan, Read, Request, Send, Show, Wire, with_query

# A frame of a session or of a tournament; both have a version, a cursor and `resync`.
Frame = dict[str, Any]
# Looks once, given the last cursor: returns a frame of the present, and whether it is the last.
Look = Callable[[str | None], Plan[tuple[Frame, bool]]]
# Completes a frame of changes with the frame before; None if its changes start from another version.
Complete = Callable[[Frame, Frame | None], Frame | None]
# Called with each emote.
Hear = Callable[[Any], object]
# Does what is due now, and returns the seconds until the next thing is due.
Due = Callable[[], Plan[float]]

# After this many attempts in a row without a frame, each further one is followed by a look.
LOOKS_AFTER = 3
# If something is due within this time, a stream is closed instead of read: it may be silent for longer.
SIGN_SECONDS = 10.0
SLACK_SECONDS = 0.5
# The parameters that releases up to 0.2.0 do not know.
NEWER = frozenset({"untilRematch", "changes"})
# The stages after which nothing changes any more.
OVER = frozenset({"FINISHED", "ABANDONED"})

_BLANK_LINE = re.compile(r"\r?\n\r?\n")


class Position:
    """The position of the last frame that was shown."""

    def __init__(self, cursor: str | None, complete: Complete) -> None:
        self.cursor = cursor
        self.version: int | None = None
        self.failures = 0
        self._complete = complete
        self._last: Frame | None = None

    def place(self, frame: Frame) -> Frame | None:
        """Return the frame to show; None if it was shown before. Raises `Lost` if frames are missing."""
        anew = self.cursor is None and self.version is not None
        version = frame["version"]
        expected = version if self.version is None or anew or frame["resync"] else self.version + 1
        if version < expected:
            return None
        whole = self._complete(frame, self._last) if version == expected else None
        if whole is None:
            # Versions are missing without notice: read the table again.
            self.cursor = None
            raise Lost
        self.cursor = whole["cursor"]
        self.version = whole["version"]
        self._last = whole
        return {**whole, "resync": True} if anew else whole


class Events:
    """Parses server-sent events from chunks of bytes."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._unread = ""

    def feed(self, chunk: bytes) -> Iterator[tuple[str, Any]]:
        """Yield the name and the data of each event that is now complete; a heartbeat has neither."""
        *blocks, self._unread = _BLANK_LINE.split(self._unread + self._decoder.decode(chunk))
        for block in blocks:
            lines = [line.partition(": ") for line in block.splitlines()]
            data = "".join(value for name, _, value in lines if name == "data")
            yield next((value for name, _, value in lines if name == "event"), ""), json.loads(data) if data else None


def follow(
    wire: Wire,
    path: str,
    token: str | None,
    after: str | None,
    look: Look,
    due: Due | None = None,
    *,
    complete: Complete | None = None,
    until_rematch: bool = False,
    hear: Hear | None = None,
) -> Plan[None]:
    """Show the frames of a resource until it is over. Raises `Problem` when it cannot (or can no longer) be watched.

    With `complete`, request frames of changes from services that support them. With `hear`, request emotes.
    """
    position = Position(after, complete or _as_it_is)
    newer = {"untilRematch": until_rematch, "changes": complete is not None, "emotes": hear is not None}
    due = due or _nothing_is_due
    while True:
        at_least = 0.0
        try:
            quiet = yield from due()
            wanted = [name for name, is_wanted in newer.items() if is_wanted and name not in wire.unknown]
            request = _request(path, token, position.cursor, wanted)
            if (yield from _read_stream(Open(request, quiet), position, due, hear)):
                return
        except Lost:
            pass
        except Problem as problem:
            if _learns(wire, problem):
                yield Close()
                continue
            at_least = _delay_after(problem)
        yield Close()
        # Perhaps only streams are refused, or lost on their way.
        if position.failures >= LOOKS_AFTER and (yield from _show_look(look, position)):
            return
        yield wire.back_off(position.failures, at_least)
        position.failures += 1


def look_once(request: Request) -> Plan[Any]:
    """Send a request once, and return the body. Raises `Problem`, or `Lost` if there is no answer."""
    answer: Answer = yield Send(request)
    if answer.status >= 400:
        raise Problem(answer.body)
    return answer.body


def _delay_after(problem: Problem) -> float:
    """Return the minimum seconds to wait. Raises the problem if no retry can help."""
    if problem.status not in PASSING:
        raise problem
    millis: float = problem.body.get("retryAfterMillis", 0)
    return millis / 1000


def _show_look(look: Look, position: Position) -> Plan[bool]:
    """Show a frame if one look finds a change, and return whether it is the last."""
    try:
        found, is_over = yield from look(position.cursor)
    except Lost:
        return False
    except Problem as problem:
        _delay_after(problem)
        return False
    if found["cursor"] != position.cursor and (frame := position.place(found)) is not None:
        yield Show(frame)
    return is_over


def _learns(wire: Wire, problem: Problem) -> bool:
    """Note a parameter that the service refuses as unknown, and return whether there was one."""
    refused = NEWER.intersection(problem.body.get("path") or ()) - wire.unknown
    wire.unknown.update(refused)
    return bool(refused)


def _as_it_is(frame: Frame, _last: Frame | None) -> Frame:
    return frame


def _request(path: str, token: str | None, cursor: str | None, wanted: Iterable[str]) -> Request:
    address = with_query(f"{path}/frames", after=cursor, **dict.fromkeys(wanted, "true"))
    return Request(address, token=token, headers={"Accept": "text/event-stream"})


def _nothing_is_due() -> Plan[float]:
    yield from ()
    return inf


def _read_stream(opening: Open, position: Position, due: Due, hear: Hear | None) -> Plan[bool]:
    """Show the frames of one stream, and return whether the last one was among them.

    Raises `Lost` if the stream was cut off, or if something is due before its next heartbeat.
    """
    opened: Answer = yield opening
    if opened.status == 204:
        return True
    if opened.status >= 300:
        raise Problem({**opened.body, "retryAfterMillis": round(1000 * opened.retry_after)})
    events = Events()
    while chunk := (yield Read()):
        for name, data in events.feed(chunk):
            # Reset only here: a service that cuts off every answer is asked less and less often.
            position.failures = 0
            if name == "end":
                return True
            if name == "reconnect":
                return False
            if name == "problem":
                raise Problem(data)
            if name == "emote" and hear is not None:
                hear(data)
            if name == "frame" and (frame := position.place(data)) is not None:
                yield Show(frame)
        if (yield from due()) < min(opening.quiet, SIGN_SECONDS) - SLACK_SECONDS:
            raise Lost
    return False
