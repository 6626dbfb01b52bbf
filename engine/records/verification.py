"""Verify a recorded table offline: the commitment, the key, the deal, every shuffle, every move and the result."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from engine.core.errors import EngineError, ForeignRecord, InvalidRecord
from engine.core.randomness import is_seed
from engine.records.fairness import commit, derive_key, is_entropy, is_table_id
from engine.records.record import AnyRecord, Record, check_native, outcome_of, parse_record, replay
from engine.translations import count_noun


class Check(msgspec.Struct, frozen=True):
    """A finding: its name, whether it holds (null if that cannot be told), and a sentence about it.

    It is not `verifiable` if a release with other rules could tell, but this one cannot.
    """

    name: str
    holds: bool | None
    message: str
    verifiable: bool = True


def not_verifiable(name: str, message: str) -> Check:
    """Return the finding that this release cannot make, and why."""
    return Check(name, None, f"Not verifiable here: {message}", verifiable=False)


def verify(record: AnyRecord) -> tuple[Check, ...]:
    """Check a record of any form and return the findings: commitment, key, deal, moves, result, shuffles.

    Needs only the record. A finding that the record cannot tell (for a freely chosen key, for an unfinished table)
    neither holds nor fails. For a record of other rules, or of another format, the finding `version` says that it is
    not verifiable here. Raises `InvalidRecord` for anything but a record, and for one that was cut.
    """
    try:
        table = parse_record(record)
    except ForeignRecord as problem:
        return (not_verifiable("version", problem.message),)
    if not table.seed:
        raise InvalidRecord("This record was cut: it has no key, so there is nothing to verify yet.", ("seed",))
    try:
        check_native(table)
    except ForeignRecord as problem:
        return (*(check(table) for check in CHECKS_OF_ANY_RULES), not_verifiable("version", problem.message))
    return tuple(check(table) for check in (*CHECKS_OF_ANY_RULES, *CHECKS))


def check_commitment(table: Record) -> Check:
    """Check that the server seed is the one that was committed to."""
    fairness = table.fairness
    if fairness is None:
        return Check("commitment", None, "The record tells of no commitment: whoever made the table chose the key.")
    if not fairness.server_seed:
        return Check("commitment", False, "The record names a commitment, but not the server seed that it promised.")
    if not is_seed(fairness.server_seed):
        return Check("commitment", False, "The server seed is not 64 lower-case hex digits.")
    if commit(fairness.server_seed) != fairness.commitment:
        return Check("commitment", False, "The server seed is not the one that was committed to.")
    return Check("commitment", True, "The server seed is the one that was committed to before the deal.")


def check_key(table: Record) -> Check:
    """Check that the key is derived from the server seed and the entropy of each seat."""
    fairness = table.fairness
    if fairness is None:
        return Check("key", None, "The record does not tell where the key comes from.")
    if len(fairness.entropy) != table.seats or not all(map(is_entropy, fairness.entropy)):
        return Check("key", False, "There must be an entropy of at most 64 printable ASCII characters for each seat.")
    if not (is_seed(fairness.server_seed) and is_table_id(fairness.table)):
        return Check("key", False, "The key needs a server seed of 64 lower-case hex digits and a table's id in ASCII.")
    if derive_key(fairness.server_seed, fairness.table, fairness.entropy) != table.seed:
        return Check("key", False, "The key is not made from the server seed and the entropy of the seats.")
    return Check("key", True, "The key is made from the server seed and the entropy of every seat.")


def check_deal(table: Record) -> Check:
    """Check that the table can be dealt from its key."""
    by = "as the stacked deck says" if table.deck is not None else "from its key"
    return _check_replay("deal", replace(table, moves=(), result=None, shuffles=None), f"The table is dealt {by}.")


def check_moves(table: Record) -> Check:
    """Check that every move was legal when it was made."""
    allowed = f"The rules allow every move ({count_noun(len(table.moves), 'move')})."
    return _check_replay("moves", replace(table, result=None, shuffles=None), allowed)


def check_result(table: Record) -> Check:
    """Check that the result is that of the moves."""
    if table.result is None and outcome_of(table) is not None:
        return Check("result", None, "The table ended by resignation, so its moves have no result to check.")
    if table.result is None:
        return Check("result", None, "The record has no result, so there is none to check.")
    return _check_replay("result", replace(table, shuffles=None), "The result is that of the moves.")


def check_shuffles(table: Record) -> Check:
    """Check the recorded shuffles."""
    if table.shuffles is None:
        return Check("shuffles", None, "The record does not list its shuffles; deal and moves repeat them.")
    same = "The shuffles that the record lists are those of the key, and all that there were."
    return _check_replay("shuffles", replace(table, result=None), same)


def _check_replay(name: str, table: Record, message: str) -> Check:
    """Check that a record replays; `message` is the finding if it does."""
    try:
        replay(table)
    except EngineError as problem:
        return Check(name, False, problem.message)
    return Check(name, True, message)


CHECKS_OF_ANY_RULES: tuple[Callable[[Record], Check], ...] = (check_commitment, check_key)
CHECKS: tuple[Callable[[Record], Check], ...] = (
    check_deal,
    check_moves,
    check_result,
    check_shuffles,
)
