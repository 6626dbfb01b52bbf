"""Messages about mistakes in the query, the body or the fields of a request, and about what to send instead."""

from collections.abc import Iterable

from service.http.error_responses import RefusedRequest, tell_methods
from service.rest.endpoint import Endpoint
from service.rest.models import COMMA_LISTS
from service.rest.preconditions import IF_MATCH, KEY
from service.sessions.problems import Problem
from service.use_cases.mistakes import (
    LONGEST_QUOTE,
    OBJECT,
    Sent,
    describe,
    find_place,
    misplaced_field,
    unknown_field,
    word_of,
    wrong_kind,
)

# The advice on fields that are not part of the body.
_HEADERS = {
    "idempotencyKey": f"send it as the header `{KEY}`",
    "expectedVersion": f"send it as the header `{IF_MATCH}`, in double quotes",
    "expectedHead": f"send the `ETag`, or the cursor in double quotes, as the header `{IF_MATCH}`",
}
_IN_ADDRESS = "leave it out, since it is in the address"


def wrong_method(method: str, allow: str, endpoints: Iterable[Endpoint]) -> RefusedRequest:
    """Return the refusal of a method that an address does not accept, with the methods that it accepts."""
    advice = ", or ".join(map(_how_to_call, endpoints))
    message = tell_methods(method, allow.split(", "), advice)
    return RefusedRequest("METHOD_NOT_ALLOWED", message, Allow=allow)


def _how_to_call(endpoint: Endpoint) -> str:
    if endpoint.method == "GET":
        return "read it by GET"
    return f"send JSON such as {endpoint.form} by POST" if endpoint.body_fields else "send it by POST, without a body"


def unknown_parameter(name: str, endpoint: Endpoint) -> Problem:
    """Return the problem of a parameter that an endpoint does not have."""
    message = unknown_field(name, "", endpoint.query_fields, "parameter")
    return Problem("INVALID_INPUT", message, (name[:LONGEST_QUOTE],))


def repeated_parameter(name: str) -> Problem:
    """Return the problem of a parameter that is given twice."""
    once = "once, with commas between its items" if name in COMMA_LISTS else "once"
    message = f"The parameter `{name[:LONGEST_QUOTE]}` is given twice: send it {once}."
    return Problem("INVALID_INPUT", message, (name[:LONGEST_QUOTE],))


def wrong_parameter(name: str, text: str, endpoint: Endpoint) -> Problem:
    """Return the problem of a parameter that is of another kind."""
    wanted = word_of(endpoint.fields[name].kind.__name__)
    place = find_place(endpoint.input, (name,))
    sent = Sent(f'"{text[:LONGEST_QUOTE]}"')
    return Problem("INVALID_INPUT", wrong_kind(wanted, f" as the parameter `{name}`", sent, place), (name,))


def not_json(body: bytes, endpoint: Endpoint, error: Exception) -> RefusedRequest:
    """Return the refusal of a body that is not JSON."""
    if not body.strip():
        return RefusedRequest("BAD_REQUEST", f"The body is empty: send JSON such as {endpoint.form}.")
    quoting = ", in double quotes" if "must be strings" in str(error) else ""
    return RefusedRequest("BAD_REQUEST", f"The body is not JSON: {error}{quoting}.")


def no_object(value: object, endpoint: Endpoint) -> Problem:
    """Return the problem of a body that is JSON, but no object."""
    message = f"Expected {OBJECT} as the body, got {describe(value).kind}: send {endpoint.form}."
    return Problem("INVALID_INPUT", message)


def not_in_body(name: str, endpoint: Endpoint) -> Problem:
    """Return the problem of a field that the body of an endpoint does not have, even if another part has it."""
    if name in endpoint.path_fields:
        message = misplaced_field(name, _IN_ADDRESS)
    elif name in endpoint.fields:
        message = misplaced_field(name, _HEADERS[name])
    else:
        message = unknown_field(name, "", endpoint.body_fields)
    return Problem("INVALID_INPUT", message, (name[:LONGEST_QUOTE],))
