"""The state of a table as its viewer knows it, and the plans of all its operations."""

import random
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from math import inf
from typing import Any
from urllib.parse import quote

from croupier_client.changes import complete, complete_frame
from croupier_client.contract import Decision, JoinLink, Move, Result, SeatEmote, Session, SessionFrame
from croupier_client.frames import OVER, Frame, follow, look_once
from croupier_client.outcomes import MoveOutcome, Stale, move_outcome
from croupier_client.problems import Problem, Unreachable
from croupier_client.steps import Answer, Plan, Request, Wire, ask, send, with_query

# A frame, or its cursor; "*" is any version.
At = SessionFrame | str
# Called with each emote.
OnEmote = Callable[[SeatEmote], object]
# A default move is claimed this long after the deadline, plus up to half as long, so not by all at once.
GRACE_SECONDS = 1.0
# Asks for the changes since the version in `If-Match`, with the move and its events.
CHANGES = {"Accept": "application/*", "Prefer": "return=changes;events"}


class KnownTable:
    """A table as its viewer knows it; `session` is the latest that was received."""

    def __init__(
        self, wire: Wire, session: Session, token: str | None, join_links: list[JoinLink] | None = None
    ) -> None:
        self.id = session["id"]
        self.session = session
        # The token of the seat or the host; None for a spectator.
        self.token = token
        # A code for each seat, to invite players. Only the client that opened the table has them.
        self.join_links = join_links or []
        self._wire = wire
        self._late = GRACE_SECONDS * (1 + random.random() / 2)  # noqa: S311  no secret

    @property
    def seat(self) -> int | None:
        """Return the viewer's seat; None for a spectator."""
        return self.session["viewerSeat"]

    @property
    def result(self) -> Result | None:
        """Return the result of the moves; None during play, and if the table ended in another way."""
        view = self.session["view"]
        return view["result"] if view else None

    @property
    def decision(self) -> Decision | None:
        """Return the viewer's decision; None when it has no move."""
        view = self.session["view"]
        return view["decision"] if view else None

    def see(self, session: Session, *, anew: bool = False) -> None:
        """Take a session as the current one, unless a later one is known; with `anew`, its version may be lower."""
        if anew or session["version"] >= self.session["version"]:
            self.session = session

    def _plan_frames(self, after: str | None, *, until_rematch: bool, on_emote: OnEmote | None) -> Plan[None]:
        def look(seen: str | None) -> Plan[tuple[Frame, bool]]:
            frame, is_over = yield from self._plan_look_since(seen)
            return frame, is_over and not (until_rematch and frame["session"]["rematchId"] is None)

        way = (self._wire, self._path(), self.token, after)
        # Earlier releases do not know the parameter, nor the setting.
        hear = on_emote if on_emote is not None and self.session["settings"].get("emotes") else None
        return follow(*way, look, self._plan_claim, complete=complete_frame, until_rematch=until_rematch, hear=hear)

    def _plan_claim(self) -> Plan[float]:
        """Claim the default move about a second after the deadline, unless somebody was faster.

        Returns the seconds until then.
        """
        deadline = self.session["deadline"]
        status = self.session["status"]
        if deadline is None or status != "ACTIVE" or not self._wire.settings.claims_overdue:
            return inf
        left = datetime.fromisoformat(deadline).timestamp() + self._late - self._wire.clock.now()
        if left > 0:
            return left
        with suppress(Problem, Unreachable):
            yield from self._plan_act("claim", None, None)
        return inf

    def _plan_look_since(self, seen: str | None) -> Plan[tuple[Frame, bool]]:
        rolled_back = False
        try:
            now = yield from look_once(Request(with_query(self._path(), seen=seen), token=self.token))
        except Problem as problem:
            if problem.code != "ROLLED_BACK":
                raise
            refused: Any = problem.body
            rolled_back = True
            now = refused["session"]
        return _frame_of(now, resync=seen is not None, rolled_back=rolled_back), now["status"] in OVER

    def _plan_move(self, move: Move | str, at: At | None, key: str | None) -> Plan[MoveOutcome]:
        position = precondition(self.session["cursor"], self.decision) if at is None else _precondition_at(at)
        known = self.session
        headers = {"If-Match": position, "Idempotency-Key": key or fresh_key()}
        if "changes" not in self._wire.unknown and position == f'"{known["cursor"]}"':
            headers |= CHANGES
        answer = yield from send(self._wire, self._post("moves", {"move": notation(move)}, headers))
        if answer.status < 400:
            answer = yield from self._plan_whole(answer, known)
        outcome = move_outcome(answer)
        if (session := getattr(outcome, "session", None)) is not None:
            self.see(session, anew=isinstance(outcome, Stale) and outcome.rolled_back)
        return outcome

    def _plan_whole(self, answer: Answer, known: Session) -> Plan[Answer]:
        """Return the answer to a move with its whole session; it may only have changes to the known one."""
        body = complete(answer.body, known)
        if body is None:
            now = yield from ask(self._wire, Request(self._path(), token=self.token))
            body = {**answer.body, "session": now, "changes": None}
        return replace(answer, body=body)

    def _plan_act(self, act: str, body: object, at: At | None) -> Plan[Any]:
        position = _precondition_at(self.session["cursor"] if at is None else at)
        headers = {"If-Match": position, "Idempotency-Key": fresh_key()}
        changed = yield from ask(self._wire, self._post(act, body, headers))
        self.see(changed["session"])
        return changed

    def _plan_emote(self, emote: str) -> Plan[SeatEmote]:
        # An emote that came later would be out of place, so it is sent once.
        once = replace(self._wire, settings=replace(self._wire.settings, attempts=1))
        sent: SeatEmote = yield from ask(once, self._post("emotes", {"emote": emote}, {}))
        return sent

    def _plan_rematch(self) -> Plan[Session]:
        offered = yield from ask(self._wire, self._post("rematch", None, {"Idempotency-Key": fresh_key()}))
        session: Session = offered["session"]
        return session

    def _plan_question(self, question: str, move: Move | str) -> Plan[Any]:
        return ask(self._wire, self._post(f"moves/{question}", {"move": notation(move)}, {}))

    def _plan_look(self, about: str, **which: object) -> Plan[Any]:
        return ask(self._wire, Request(with_query(self._path(f"/{about}"), **which), token=self.token))

    def _post(self, act: str, body: object, headers: Mapping[str, str]) -> Request:
        return Request(self._path(f"/{act}"), "POST", self.token, body, headers)

    def _path(self, about: str = "") -> str:
        return f"/v1/sessions/{quote(self.id, safe='')}{about}"


def _frame_of(now: Session, *, resync: bool, rolled_back: bool) -> Frame:
    """Return the frame of a look. What happened since the last one is unknown, so it has no events."""
    frame = {name: now[name] for name in ("version", "head", "cursor")}
    decision = now["view"]["decision"] if now["view"] else None
    return {**frame, "resync": resync, "rolledBack": rolled_back, "events": [], "session": now, "decision": decision}


def notation(move: Move | str) -> str:
    """Return the text to send for a move."""
    return move if isinstance(move, str) else str(move["notation"])


def precondition(cursor: str, decision: Decision | None) -> str:
    """Return the condition under which a move chosen here is accepted."""
    # A move out of turn is a race: it is accepted if it is legal when it arrives.
    return "*" if decision is not None and not decision["asked"] else f'"{cursor}"'


def _precondition_at(at: At) -> str:
    if isinstance(at, str):
        return at if at == "*" else f'"{at}"'
    return precondition(at["cursor"], at["decision"])


def fresh_key() -> str:
    """Return a random key. Nobody else has it, so a retry of the request is recognized."""
    return secrets.token_hex(16)
