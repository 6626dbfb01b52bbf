"""Failures as an agent reads them: the code, the sentence, the rule, and what to do next."""

from collections.abc import Mapping

import msgspec
import structlog
from msgspec import UNSET, UnsetType

from service.http.call import RATE_LIMITED, RateLimited
from service.http.error_responses import RefusedRequest
from service.sessions.problems import DATA_CORRUPTED, MESSAGE, Problem
from service.views.catalogue import Rule
from service.views.problem_view import IllegalMove, project_problem
from store.problems import DataCorrupted, NotTried, StoreUnavailable

STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
UNREAD = "The store does not answer. Your seat is kept."
RETRY = (
    "Send the same call again with the same idempotencyKey: what it asks for is done once. Without a key, look(seat) "
    "first, and send it again only if it was not done."
)

# The expected failures of a tool; any other exception is a bug.
Failure = Problem | RefusedRequest | RateLimited | DataCorrupted | StoreUnavailable
FAILURES = (Problem, RefusedRequest, RateLimited, DataCorrupted, StoreUnavailable)

# What to do next, by code.
_ADVICE: Mapping[str, str] = {
    "UNKNOWN_GAME": "list_games lists the games.",
    "INVALID_OPTION": "list_games with this `game` explains its options.",
    "NOT_FOUND": "Check the id; list_games with a `game` lists open tables, and create_table opens one.",
    "UNAUTHORIZED": "Copy the seat handle exactly as create_table or join_table returned it. If it is lost, sit down "
    "again with create_table or join_table.",
    "SEAT_TAKEN": "Choose another seat, or another table: list_games shows them, and create_table opens one.",
    "BAD_NOTATION": "Send the notation of one of your moves, exactly as it is listed.",
    "ILLEGAL_MOVE": "Choose one of your moves.",
    "NOT_YOUR_TURN": "wait_for_turn waits until you can do something.",
    "TABLE_OVER": "review(seat) explains the table.",
    "SESSION_OVER": "review(seat) explains the table.",
    "STALE_VERSION": "Read the table as it is now, and decide again.",
    "ROLLED_BACK": "Read the table as it is now, and decide again.",
    "KEY_REUSED": "Send a new idempotencyKey with each new request.",
    "NOT_STARTED": "wait_for_turn waits until the cards are dealt.",
    "UNDO_REFUSED": "Choose one of your moves, or wait_for_turn.",
    "NO_DEADLINE": "wait_for_turn waits until you can do something.",
    "ALREADY_STARTED": "look(seat) shows the table.",
    "TOO_EARLY": "wait_for_turn with the `version` of this answer, then try again.",
    "BUSY": "Send the same call again in a few seconds.",
    "SHUTTING_DOWN": "Send the same call again.",
    "TOO_MANY_STREAMS": "End other waits first, or look(seat) from time to time.",
    RATE_LIMITED: "Wait that long, then send the same call again.",
}

# What to do next about a part of an input, by its field: the ids in the input were right.
_ADVICE_ON_FIELDS: Mapping[tuple[str, ...], str] = {
    ("card",): "explain(seat) explains the cards of your hand, with their codes.",
    ("rule",): "The resource croupier://rules/GAME has all rules of a game, with their numbers.",
    ("action",): "Choose one of the actions that look(seat) lists; play makes moves.",
    ("game",): "list_games lists the games.",
}

log = structlog.get_logger("croupier.mcp")


class Described(msgspec.Struct, frozen=True):
    """A failure: its code, its sentence, the number of the rule behind it, and the whole text for the agent."""

    code: str
    message: str
    text: str
    rule: str | UnsetType = UNSET


def describe_failure(failure: Failure, token: str | None = None) -> Described:
    """Return a failure as the bearer of a token may read it."""
    match failure:
        case Problem():
            return describe_problem(failure, token)
        case RefusedRequest():
            return _describe(failure.code, failure.message)
        case RateLimited():
            return _describe(RATE_LIMITED, str(failure))
        case DataCorrupted():
            return _describe(DATA_CORRUPTED, MESSAGE)
        case StoreUnavailable():
            return _describe_outage(failure, "Nothing was read", UNREAD, "Send the same call again in a few seconds.")


def describe_lost_change(outage: StoreUnavailable) -> Described:
    """Return a failure of the store in a change, which may have been made all the same."""
    begun = "Nothing was done" if isinstance(outage, NotTried) else "It is not known whether this was done"
    return _describe_outage(outage, begun, outage.told, RETRY)


def _describe_outage(outage: StoreUnavailable, begun: str, message: str, next_step: str) -> Described:
    log.warning("the store does not answer", reason=str(outage))
    text = f"{begun} ({STORE_UNAVAILABLE}): {message}\n{next_step}"
    return Described(STORE_UNAVAILABLE, message, text)


def describe_problem(problem: Problem, token: str | None) -> Described:
    """Return a problem as the bearer of a token may read it, with the rule that forbids a move."""
    shown = project_problem(problem, token)
    if isinstance(shown, IllegalMove) and shown.rule is not None:
        return _describe(shown.code, shown.message, quote_rule(shown.rule), number=shown.rule.number)
    return _describe(shown.code, shown.message, advice=_ADVICE_ON_FIELDS.get(problem.path))


def quote_rule(rule: Rule) -> str:
    """Return a rule with its number; of a whole section, which is long, where to read it."""
    if "." in rule.number:
        return f"Rule {rule.number}: {rule.text}"
    return f'Rule {rule.number}: explain(rule="{rule.number}") has its text.'


def _describe(
    code: str, message: str, rule: str = "", *, number: str | UnsetType = UNSET, advice: str | None = None
) -> Described:
    next_step = _ADVICE.get(code, "") if advice is None else advice
    lines = [f"Nothing was done ({code}): {message}", rule, next_step]
    return Described(code, message, "\n".join(filter(None, lines)), number)
