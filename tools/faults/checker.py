"""The checker of a history: compare the responses to clients with the store's log, and report every contradiction.

It knows the store by its port alone. Every version must be the answer to one wish, and every acknowledged wish one
version: with that, the versions without a gap and a definite answer for every wish, nothing is lost and nothing is
done twice. The other checks concern order: an acknowledged, read or streamed version is never unknown afterwards.
"""

import asyncio
import hmac
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from service.rest.encoding import encode
from service.sessions.changes import Change, Created, HandedOver, Joined, LogEntry, Moved, RematchMade
from service.sessions.session import Session
from service.storage.codec import SESSIONS, Logged
from service.use_cases.watch import replay_change
from service.views.projection import project_session
from store.port import Receipt, Store, Stored, StoredEntry
from tools.codes import session_in_codes
from tools.faults.history import Answer, Follower, History, Seen, Wish, hash_session
from tools.stored import encode_session

Kind = Literal[
    "lost",
    "doubled",
    "gap",
    "two winners",
    "unsent",
    "changed",
    "key",
    "order",
    "stale",
    "stream",
    "changes",
    "undecided",
    "undetected",
    "false alarm",
    "unkept",
    "memory",
    "corrupted",
    "unfinished",
    "table",
    "result",
    "pairing",
    "standings",
]
PAGE = 1000
AT_ONCE = 32


class Violation(msgspec.Struct, frozen=True):
    """The sentence of a violation, and its place."""

    kind: Kind
    sentence: str
    session: str
    version: int = 0
    key: str = ""


class Verdict(msgspec.Struct):
    """The extent of a check, and its findings."""

    sessions: int = 0
    acknowledged: int = 0
    refused: int = 0
    retried: int = 0
    reads: int = 0
    frames: int = 0
    decisions: int = 0
    violations: list[Violation] = []

    def count(self, *kinds: Kind) -> int:
        """Return the number of violations of these kinds."""
        return sum(violation.kind in kinds for violation in self.violations)


class Evidence(msgspec.Struct):
    """The store's content of a session: the document, the log, the receipts of its wishes.

    `spoilt` holds the errors of unreadable entries.
    """

    stored: Stored | None
    log: dict[int, LogEntry]
    receipts: Mapping[str, Receipt | None] = {}
    spoilt: Mapping[int, str] = {}


class Case(msgspec.Struct):
    """All facts about one session."""

    session: str
    wishes: list[Wish] = []
    seen: list[Seen] = []
    followers: list[Follower] = []
    evidence: Evidence = msgspec.field(default_factory=lambda: Evidence(None, {}))

    @property
    def newest(self) -> int:
        """Return the last version of the log."""
        return max(self.evidence.log, default=0)


def describe_change(change: Created | Change) -> str:
    """Return a change in words that a client can also form before making it."""
    match change:
        case Moved(seat=seat, move=move):
            return f"seat {seat} moves {move}"
        case Joined(seat=seat, name=name):
            return f"{name} takes seat {seat}"
        case HandedOver(seat=seat):
            return f"seat {seat} is handed over"
        case RematchMade(session=session):
            return f"the session goes on as {session}"
    return type(change).__name__.lower()


async def judge(history: History, store: Store, say: Callable[[str], object] = lambda _line: None) -> Verdict:
    """Return the verdict on a history whose sessions are in a store. Raises `StoreUnavailable`."""
    verdict = begin_verdict(history)
    verdict.violations += _undecided(history.wishes)
    for case in cases(history):
        case.evidence = await collect(store, case, history.trimmed.get(case.session, ()))
        verdict.violations += check(case)
        verdict.decisions += sum(_is_of_bot(entry) for entry in case.evidence.log.values())
        verdict.sessions += 1
        if verdict.sessions % 500 == 0:
            say(f"judged {verdict.sessions} sessions, {len(verdict.violations)} violations")
    return verdict


def begin_verdict(history: History) -> Verdict:
    """Return the verdict on a history with its figures only."""
    return Verdict(
        acknowledged=sum(bool(wish.version) for wish in history.wishes),
        refused=sum(bool(wish.answers) and not wish.version for wish in history.wishes),
        retried=sum(wish.attempts > 1 for wish in history.wishes),
        reads=len(history.seen),
        frames=sum(len(follower.frames) for follower in history.followers),
    )


def cases(history: History) -> list[Case]:
    """Return a history session by session."""
    found: dict[str, Case] = {}

    def case(session: str) -> Case:
        return found.setdefault(session, Case(session))

    for wish in history.wishes:
        if wish.session:
            case(wish.session).wishes.append(wish)
    for seen in history.seen:
        case(seen.session).seen.append(seen)
    for follower in history.followers:
        case(follower.session).followers.append(follower)
    return list(found.values())


async def collect(store: Store, case: Case, trimmed: Iterable[StoredEntry]) -> Evidence:
    """Return the store's content of a session, with the entries trimmed from its log."""
    log: dict[int, LogEntry] = {}
    spoilt: dict[int, str] = {}
    _read(case.session, trimmed, log, spoilt)
    after = 0
    while page := await store.entries(case.session, after, PAGE):
        _read(case.session, page, log, spoilt)
        after = page[-1].version
    keys = [wish.key for wish in case.wishes if wish.key and wish.version]
    receipts: list[Receipt | None] = []
    for start in range(0, len(keys), AT_ONCE):
        some = keys[start : start + AT_ONCE]
        receipts += await asyncio.gather(*(store.receipt(case.session, key) for key in some))
    return Evidence(await store.load(case.session), log, dict(zip(keys, receipts, strict=True)), spoilt)


def _read(session: str, entries: Iterable[StoredEntry], log: dict[int, LogEntry], spoilt: dict[int, str]) -> None:
    for entry in entries:
        try:
            log[entry.version] = SESSIONS.decode_entry(entry.body, session, entry.version)
        except ValueError as error:
            spoilt[entry.version] = str(error)


def check(case: Case) -> Iterator[Violation]:
    """Yield the violations of one session."""
    yield from _check_values(case)
    yield from _check_numbers(case)
    yield from _check_replay(case)
    yield from _check_claims(case)
    yield from _check_bots(case)
    yield from _check_keys(case)
    yield from _check_order(case)
    for follower in case.followers:
        yield from _check_stream(case, follower)
    yield from _check_changes(case)


def _undecided(wishes: Iterable[Wish]) -> Iterator[Violation]:
    for wish in wishes:
        if not wish.answers:
            sentence = f"{wish.client} never learned what became of '{wish.what}'."
            yield Violation("undecided", sentence, wish.session, key=wish.key)


# ---- the log by itself


def _check_values(case: Case) -> Iterator[Violation]:
    """Check that every entry, and the document, are as they were written."""
    for version, reason in sorted(case.evidence.spoilt.items()):
        yield _violation(case, "corrupted", f"version {version} of the log cannot be read: {reason}", version)
    stored = case.evidence.stored
    if stored is not None:
        try:
            SESSIONS.decode(stored.document, case.session)
        except ValueError as error:
            yield _violation(case, "corrupted", f"the document cannot be read: {error}", stored.version)


def _check_numbers(case: Case) -> Iterator[Violation]:
    """Check that versions are 1, 2, 3 and so on, up to the document's."""
    log = case.evidence.log
    stored = case.evidence.stored
    for version in sorted(set(range(1, case.newest + 1)) - set(log)):
        yield _violation(case, "gap", f"the log has no version {version}, but version {case.newest}", version)
    reached = stored.version if stored else 0
    if reached != case.newest:
        yield _violation(case, "gap", f"the document is at version {reached}, the log at {case.newest}", case.newest)


def _check_replay(case: Case) -> Iterator[Violation]:
    """Check that the log's changes, made again one after the other, give the log's entries and the document."""
    session: Session | None = None
    for version, entry in sorted(case.evidence.log.items()):
        try:
            session = replay_change(case.session, session, Logged(version, entry))
        except Exception as error:  # noqa: BLE001 - whatever the rules say to a log that cannot have happened
            yield _violation(case, "changed", f"version {version} cannot follow from those before it: {error}", version)
            return
        if session is None or session.version != version:
            yield _violation(case, "changed", f"version {version} does not follow from those before it", version)
            return
        if entry.history_hash != session.history_hash:
            sentence = (
                f"version {version} has the head {entry.history_hash!r}, but its change gives {session.history_hash!r}"
            )
            yield _violation(case, "changed", sentence, version)
            return
    stored = case.evidence.stored
    if session is None or stored is None:
        return
    replayed = encode_session(session)
    if replayed != stored.document:
        sentence = f"the log does not replay to the document, but to {replayed!r} instead of {stored.document!r}"
        yield _violation(case, "changed", sentence, stored.version)


# ---- the log against the responses to clients


def _check_claims(case: Case) -> Iterator[Violation]:
    """Check that every version answers one wish, and every acknowledged wish has its version."""
    claims: dict[int, list[Wish]] = defaultdict(list)
    for wish in case.wishes:
        if wish.version:
            claims[wish.version].append(wish)
    for version, wishes in sorted(claims.items()):
        yield from _check_winners(case, version, wishes)
    for version, entry in sorted(case.evidence.log.items()):
        if version not in claims and not _is_of_bot(entry):
            yield _explain_unclaimed(case, version, describe_change(entry.change))


def _is_of_bot(entry: LogEntry) -> bool:
    return isinstance(entry.change, Moved) and entry.change.decision is not None


def _check_bots(case: Case) -> Iterator[Violation]:
    """Check that each move of a bot was decided at the version before it: no decision is made late, or twice."""
    first = case.evidence.log.get(1)
    if first is None or not isinstance(first.change, Created):
        return
    for version, entry in sorted(case.evidence.log.items()):
        if not isinstance(entry.change, Moved) or entry.change.decision is None:
            continue
        decided_at = f"bot {version - 1} {entry.change.seat}"
        seed = hmac.digest(first.change.history_key.encode(), decided_at.encode(), "sha256").hex()
        if entry.change.decision.seed != seed:
            sentence = f"version {version} is '{describe_change(entry.change)}', which a bot decided at another version"
            yield _violation(case, "doubled", sentence, version)


def _check_winners(case: Case, version: int, wishes: list[Wish]) -> Iterator[Violation]:
    entry = case.evidence.log.get(version)
    for wish in wishes:
        sentence = f"'{wish.what}' was acknowledged to {wish.client} as version {version}"
        if entry is None:
            yield _violation(case, "lost", f"{sentence}, which the log does not have", version, wish.key)
        elif describe_change(entry.change) != wish.what:
            there = describe_change(entry.change)
            yield _violation(case, "lost", f"{sentence}, where the log has '{there}'", version, wish.key)
    if len(wishes) > 1:
        names = " and ".join(f"'{wish.what}' of {wish.client}" for wish in wishes)
        yield _violation(case, "two winners", f"{names} were both acknowledged as version {version}", version)


def _explain_unclaimed(case: Case, version: int, what: str) -> Violation:
    """Return why a version that was never acknowledged is wrong."""
    alike = [wish for wish in case.wishes if wish.what == what]
    refused = next((wish for wish in alike if wish.answers and not wish.version), None)
    if refused is not None:
        code = refused.answers[0].code
        sentence = f"version {version} is '{what}', of which {refused.client} was told that it was refused ({code})"
        return _violation(case, "doubled", sentence, version, refused.key)
    made = next((wish for wish in alike if wish.version), None)
    if made is not None:
        sentence = f"version {version} is '{what}' of {made.client} again, which was acknowledged as {made.version}"
        return _violation(case, "doubled", sentence, version, made.key)
    return _violation(case, "unsent", f"version {version} is '{what}', which nobody was told of", version)


def _check_keys(case: Case) -> Iterator[Violation]:
    """Check that a key stands for one version, for ever, and in the store as well."""
    for wish in case.wishes:
        answers = {answer.version for answer in wish.answers}
        if len(answers) > 1:
            said = " and ".join(_say_answer(answer) for answer in wish.answers)
            yield _violation(case, "key", f"'{wish.what}' was {said}", wish.version, wish.key)
        if wish.key in case.evidence.receipts:
            receipt = case.evidence.receipts[wish.key]
            if receipt is None or receipt.version != wish.version:
                has = "no receipt" if receipt is None else f"a receipt for version {receipt.version}"
                sentence = f"'{wish.what}' was acknowledged as version {wish.version}, but the store has {has} of it"
                yield _violation(case, "key", sentence, wish.version, wish.key)


def _say_answer(answer: Answer) -> str:
    return f"acknowledged as version {answer.version}" if answer.version else f"refused ({answer.code})"


# ---- order


class _Known:
    """The highest version of a session that was acknowledged or shown to anybody before a time."""

    def __init__(self, case: Case) -> None:
        answers = [answer for wish in case.wishes for answer in wish.answers]
        acknowledged = [(answer.at, answer.version) for answer in answers if answer.version]
        shown = [(seen.at, seen.version) for seen in case.seen]
        streamed = [(frame.at, frame.version) for follower in case.followers for frame in follower.frames]
        self._times: list[int] = []
        self._versions: list[int] = []
        for at, version in sorted(acknowledged + shown + streamed):
            self._times.append(at)
            self._versions.append(max(version, self._versions[-1] if self._versions else 0))

    def before(self, at: int) -> int:
        """Return the highest version that was known before a tick."""
        index = bisect_left(self._times, at)
        return self._versions[index - 1] if index else 0


def _check_order(case: Case) -> Iterator[Violation]:
    """Check that versions known before a wish was sent come before it, and that a read shows those known before it."""
    known = _Known(case)
    for wish in case.wishes:
        if wish.version and (floor := known.before(wish.sent)) >= wish.version:
            sentence = f"'{wish.what}' became version {wish.version}, but version {floor} was known before it was sent"
            yield _violation(case, "order", sentence, wish.version, wish.key)
    for seen in case.seen:
        if (floor := known.before(seen.sent)) > seen.version:
            sentence = f"{seen.client} was shown version {seen.version}, but version {floor} was known before it asked"
            yield _violation(case, "stale", sentence, seen.version)
        if seen.version > case.newest:
            sentence = f"{seen.client} was shown version {seen.version}, but the log ends at {case.newest}"
            yield _violation(case, "lost", sentence, seen.version)


def _check_stream(case: Case, follower: Follower) -> Iterator[Violation]:
    """Check that a follower sees each version once and in order, from its start to the end."""
    before: int | None = None
    for frame in follower.frames:
        if before is not None and (frame.version < before if frame.fresh else frame.version != before + 1):
            sentence = f"{follower.client} was streamed version {frame.version} after version {before}"
            yield _violation(case, "stream", sentence, frame.version)
        before = frame.version
    if before is not None and before > case.newest:
        sentence = f"{follower.client} was streamed version {before}, but the log ends at {case.newest}"
        yield _violation(case, "lost", sentence, before)
    if follower.done and before != case.newest:
        sentence = f"the stream of {follower.client} ended at version {before}, the log at {case.newest}"
        yield _violation(case, "stream", sentence, case.newest)


def _check_changes(case: Case) -> Iterator[Violation]:
    """Check that clients that apply changes have after each frame what a read of that version shows them.

    A version that the store has lost since is not there to compare with.
    """
    followers = [follower for follower in case.followers if follower.token is not None]
    if not followers:
        return
    session: Session | None = None
    for version, entry in sorted(case.evidence.log.items()):
        try:
            session = replay_change(case.session, session, Logged(version, entry))
        except Exception:  # noqa: BLE001 - the check of the log names it
            return
        if session is None:
            return
        for follower in followers:
            yield from _check_applied(case, follower, session)


def _check_applied(case: Case, follower: Follower, session: Session) -> Iterator[Violation]:
    frames = [
        frame
        for frame in follower.frames
        if (frame.version, frame.head) == (session.version, session.history_hash) and frame.session
    ]
    if not frames:
        return
    shown = encode(project_session(session, follower.token))
    if follower.in_codes:
        shown = msgspec.json.encode(session_in_codes(msgspec.json.decode(shown)))
    expected = hash_session(shown)
    if any(frame.session != expected for frame in frames):
        sentence = f"{follower.client} has another version {session.version}, by the changes, than a read shows"
        yield _violation(case, "changes", sentence, session.version)


def _violation(case: Case, kind: Kind, sentence: str, version: int, key: str = "") -> Violation:
    return Violation(kind, f"Session {case.session}: {sentence}.", case.session, version, key)
