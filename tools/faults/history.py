"""The requests and responses of clients, in one total order; `checker` judges them.

Times are ticks of one counter: of two events in one process, the later has the higher tick, whatever the clock
says. So one process records everything that a history is judged by.
"""

import hashlib
from collections.abc import Iterable

import msgspec

from store.port import StoredEntry


class Answer(msgspec.Struct, frozen=True):
    """A definite answer to a wish: the version that it made, or 0 and the code of its refusal."""

    at: int
    version: int
    code: str = ""


class Wish(msgspec.Struct):
    """A change that a client wants, however often it sends it: one key, one meaning.

    `key` is the idempotency key as the store knows it; `what` is the change in the words of `describe_change`.
    """

    client: str
    session: str
    key: str
    what: str
    sent: int
    attempts: int = 0
    answers: list[Answer] = []

    @property
    def version(self) -> int:
        """Return the version that was acknowledged first, 0 when none was."""
        return next((answer.version for answer in self.answers if answer.version), 0)


class Seen(msgspec.Struct, frozen=True):
    """A version that a client saw of a session: it asked at `sent` and got it at `at`; a wake-up comes unasked."""

    client: str
    session: str
    sent: int
    at: int
    version: int


class Frame(msgspec.Struct, frozen=True):
    """A frame of a stream: a version; with `fresh` it may begin anywhere (a snapshot, or a resync).

    Of a client that applies changes, `head` is that of the version, and `session` the hash of what the client has then.
    """

    at: int
    version: int
    fresh: bool
    head: str = ""
    session: bytes = b""


class Follower(msgspec.Struct):
    """A client that follows a session, over however many connections; `done` when it was told that it is over.

    `token` is that of a client that applies changes; `in_codes` if it gets them in codes.
    """

    client: str
    session: str
    token: str | None = None
    in_codes: bool = False
    frames: list[Frame] = []
    done: bool = False


def hash_session(json: bytes) -> bytes:
    """Return the hash of a session, whose fields may come in any order: a history keeps many."""
    ordered = msgspec.json.encode(msgspec.json.decode(json), order="sorted")
    return hashlib.sha256(ordered).digest()


class Comeback(msgspec.Struct, frozen=True):
    """A return of a client with a version and its head, and whether the service said that the store has lost it."""

    client: str
    session: str
    version: int
    history_hash: str
    told_lost: bool


class History:
    """The record of one run."""

    def __init__(self) -> None:
        self.wishes: list[Wish] = []
        self.seen: list[Seen] = []
        self.followers: list[Follower] = []
        self.comebacks: list[Comeback] = []
        self.trimmed: dict[str, list[StoredEntry]] = {}
        self._ticks = 0

    def tick(self) -> int:
        """Advance the time and return it."""
        self._ticks += 1
        return self._ticks

    def wish(self, client: str, session: str, key: str, what: str) -> Wish:
        """Record the first sending of a wish; the id of a session to be made is filled in later."""
        self.wishes.append(wish := Wish(client, session, key, what, self.tick()))
        return wish

    def acknowledge(self, wish: Wish, version: int) -> None:
        """Record that a wish was acknowledged as a version."""
        wish.answers.append(Answer(self.tick(), version))

    def refuse(self, wish: Wish, code: str) -> None:
        """Record that a wish was refused for good."""
        wish.answers.append(Answer(self.tick(), 0, code))

    def saw(self, client: str, session: str, sent: int, version: int) -> None:
        """Record that a client which asked at the tick `sent` was shown a version."""
        self.seen.append(Seen(client, session, sent, self.tick(), version))

    def woken(self, client: str, session: str, version: int) -> None:
        """Record that a client learned of a version without asking."""
        now = self.tick()
        self.seen.append(Seen(client, session, now, now, version))

    def follow(self, client: str, session: str, token: str | None = None, *, in_codes: bool = False) -> Follower:
        """Record that a client begins to follow a session; a `token`, that it applies changes, perhaps in codes."""
        self.followers.append(follower := Follower(client, session, token, in_codes))
        return follower

    def frame(self, follower: Follower, version: int, *, fresh: bool, head: str = "", session: bytes = b"") -> None:
        """Record that a stream delivered a version, and what a client that applies changes has then."""
        follower.frames.append(Frame(self.tick(), version, fresh, head, session))

    def keep_trimmed(self, session: str, entries: Iterable[StoredEntry]) -> None:
        """Keep the entries that are about to be trimmed from a log on purpose."""
        self.trimmed.setdefault(session, []).extend(entries)

    def come_back(self, comeback: Comeback) -> None:
        """Record the response to a client that came back with its version."""
        self.comebacks.append(comeback)
