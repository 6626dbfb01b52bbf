"""Plans to open a session, take a seat, and store the tokens."""

from collections.abc import Mapping, MutableMapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from croupier_client.contract import (
    BatchSessionInput,
    CreateSession,
    JoinLink,
    JoinOrCreate,
    MySession,
    MySessions,
    SeatTokenInput,
    Session,
)
from croupier_client.steps import Plan, Request, Wire, ask
from croupier_client.tables import fresh_key


class Seated(NamedTuple):
    """A session as the caller sees it, the caller's token, and the links to its seats."""

    session: Session
    token: str | None
    join_links: list[JoinLink]


class Lobby:
    """Opens and joins sessions; `storage` keeps the token of each."""

    def __init__(self, wire: Wire, storage: MutableMapping[str, str] | None) -> None:
        self.wire = wire
        self.storage = {} if storage is None else storage

    def create(self, settings: CreateSession) -> Plan[Seated]:
        """Open a session as its host."""
        made = yield from ask(self.wire, post("/v1/sessions", settings, None, {"Idempotency-Key": fresh_key()}))
        self.storage[_place(made["session"]["id"], None)] = made["hostToken"]
        return Seated(made["session"], made["hostToken"], made["joinLinks"])

    def join(self, session: str, player: str | None, token: str | None, joining: Mapping[str, object]) -> Plan[Seated]:
        """Take a seat, or return to the seat in the storage. The holder of the host's token takes it as the host.

        For a rematch, `token` is the seat's token at the table before.
        """
        known = yield from self.look(session, player, None)
        if known.session["viewerSeat"] is not None:
            return known
        body = {name: value for name, value in joining.items() if value is not None}
        request = post(f"{_path(session)}/seats", body, token or known.token, {"Idempotency-Key": fresh_key()})
        joined = yield from ask(self.wire, request)
        self.storage[_place(session, player)] = joined["seatToken"]
        return Seated(joined["session"], joined["seatToken"], [])

    def join_or_create(self, wanted: JoinOrCreate, player: str | None, key: str | None) -> Plan[Seated]:
        """Take a seat at an open public table of a kind, or at a new one if there is none."""
        request = post("/v1/seats", wanted, None, {"Idempotency-Key": key or fresh_key()})
        joined = yield from ask(self.wire, request)
        self.storage[_place(joined["session"]["id"], player)] = joined["seatToken"]
        return Seated(joined["session"], joined["seatToken"], [])

    def my_sessions(self, seats: Sequence[SeatTokenInput] | None) -> Plan[list[MySession]]:
        """Read the sessions of the tokens, by default of the last 100 in the storage."""
        sent = self._stored_seats() if seats is None else [*seats]
        if not sent:
            return []
        told: MySessions = yield from ask(self.wire, post("/v1/my-sessions", {"seats": sent}))
        return told["sessions"]

    def _stored_seats(self) -> list[SeatTokenInput]:
        ours = [place for place in self.storage if place.startswith("croupier:")]
        return [{"sessionId": place.split(":")[1], "seatToken": self.storage[place]} for place in ours[-100:]]

    def look(self, session: str, player: str | None, token: str | None) -> Plan[Seated]:
        """Read a session with the stored token, or as a spectator if there is none."""
        known = token or self.storage.get(_place(session, player))
        return Seated((yield from ask(self.wire, Request(_path(session), token=known))), known, [])


def post(path: str, body: object, token: str | None = None, headers: Mapping[str, str] | None = None) -> Request:
    """Return a request that sends a body."""
    return Request(path, "POST", token, body, headers or {})


def open_batch(sessions: Sequence[BatchSessionInput], key: str | None) -> Request:
    """Return the request that opens many sessions."""
    return post("/v1/batches", {"sessions": [*sessions]}, None, {"Idempotency-Key": key or fresh_key()})


def game_path(game: str) -> str:
    """Return the path of a game."""
    return f"/v1/games/{quote(game, safe='')}"


def _path(session: str) -> str:
    return f"/v1/sessions/{quote(session, safe='')}"


def _place(session: str, player: str | None) -> str:
    return f"croupier:{session}" if player is None else f"croupier:{session}:{player}"
