"""The checker of a store that may lose acknowledged changes, but must report each loss.

A client that comes back with a version of which the store has another head, or none, must be told so, and no other
client. The sessions that have lost nothing are judged as strictly as any.
"""

import msgspec

from store.port import Store
from tools.faults.checker import Evidence, Kind, Verdict, Violation, begin_verdict, cases, check, collect
from tools.faults.history import Comeback, History


class Rollbacks(msgspec.Struct):
    """The verdict, and the number of returning clients whose version was lost."""

    verdict: Verdict
    held: int = 0


async def judge_rollbacks(history: History, store: Store) -> Rollbacks:
    """Return the verdict on the responses to returning clients. Raises `StoreUnavailable`."""
    found = Rollbacks(begin_verdict(history))
    for case in cases(history):
        case.evidence = await collect(store, case, ())
        mine = [comeback for comeback in history.comebacks if comeback.session == case.session]
        lost = [comeback for comeback in mine if is_lost(case.evidence, comeback)]
        found.held += len(lost)
        found.verdict.violations += (_undetected(one) for one in lost if not one.told_lost)
        found.verdict.violations += (_false_alarm(one) for one in mine if one.told_lost and one not in lost)
        if not lost:
            found.verdict.violations += check(case)
        found.verdict.sessions += 1
    return found


def is_lost(evidence: Evidence, comeback: Comeback) -> bool:
    """Tell whether the log lacks the version that a client knows."""
    entry = evidence.log.get(comeback.version)
    return entry is None or entry.history_hash != comeback.history_hash


def _undetected(comeback: Comeback) -> Violation:
    sentence = f"{comeback.client} came back with version {comeback.version}, which is lost, and was not told so"
    return _violation("undetected", comeback, sentence)


def _false_alarm(comeback: Comeback) -> Violation:
    sentence = f"{comeback.client} was told that version {comeback.version} is lost, which it is not"
    return _violation("false alarm", comeback, sentence)


def _violation(kind: Kind, comeback: Comeback, sentence: str) -> Violation:
    return Violation(kind, f"Session {comeback.session}: {sentence}.", comeback.session, comeback.version)
