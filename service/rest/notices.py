"""The section `webhooks` of the OpenAPI document: the requests that the service sends, by the type of their notice."""

from collections.abc import Iterator

from service.http.media_types import JSON
from service.rest.components import Json, Part
from service.rest.schemas import refer_to
from service.views.fields import Field, fields_of
from service.views.webhook_view import NOTICES, NoticeData, NoticeKind

_TAG = "Webhooks"
# The header fields of Standard Webhooks 1.0.0.
_HEADERS = {
    "webhook-id": "The id of the delivery, the same in each attempt. A receiver that has seen it ignores the request.",
    "webhook-timestamp": "The time of the attempt, in seconds since 1970. Refuse a request older than 5 minutes.",
    "webhook-signature": "The signatures, with spaces between them. Each is `v1,` and the base64 of the HMAC-SHA256 of "
    "`{webhook-id}.{webhook-timestamp}.{body}`, whose key is the secret, decoded from base64 after `whsec_`.",
}
_ANSWERS = {
    "2XX": "The notice was received. Answer at once, and do the work later: after 15 seconds the attempt has failed.",
    "410": "The webhook is disabled: it gets nothing any more until a test succeeds.",
    "default": "The notice is sent again for 24 hours, with growing pauses, and not before the time in `Retry-After`. "
    "A redirect is not followed.",
}
_PROMISE = "The notice is delivered at least once, in any order with others."
_ONCE = "The notice is sent once, and not again if that fails."


def describe_notices() -> dict[str, Json]:
    """Return the operation of each type of notice, by type."""
    return {name: _describe(name, kind) for name, kind in NOTICES.items()}


def _describe(name: str, kind: NoticeKind) -> Json:
    return {
        "operationId": f"receive{_title(name)}Notice",
        "tags": [_TAG],
        "summary": name,
        "description": f"{kind.meaning} {_ONCE if name == 'test' else _PROMISE}",
        "security": [],
        "parameters": list(_parameters()),
        "requestBody": {
            "required": True,
            "content": {JSON: {"schema": _payload(name, kind)}},
        },
        "responses": {status: {"description": text} for status, text in _ANSWERS.items()},
    }


def _parameters() -> Iterator[Part]:
    for name, description in _HEADERS.items():
        component = "".join(word.capitalize() for word in name.split("-")) + "Header"
        schema = {"type": "string"}
        described = {"name": name, "in": "header", "description": description, "required": True, "schema": schema}
        yield Part("parameters", component, described)


def _payload(name: str, kind: NoticeKind) -> Part:
    """Return the schema of the body."""
    title = _title(name)
    schema = {
        "type": "object",
        "description": kind.meaning,
        "properties": {
            "type": {"type": "string", "description": "The type of the notice.", "const": name},
            "timestamp": {
                "type": "string",
                "format": "date-time",
                "description": "The time of what has happened, the same in each attempt.",
            },
            "data": _data(name, title, kind),
        },
        "required": ["type", "timestamp", "data"],
    }
    return Part("schemas", f"{title}Notice", schema)


def _title(name: str) -> str:
    return "".join(word.capitalize() for word in name.replace("_", ".").split("."))


def _data(name: str, title: str, kind: NoticeKind) -> Part:
    described = {field.wire_name: field for field in fields_of(NoticeData)}
    schema = {
        "type": "object",
        "description": f"The `data` of a notice `{name}`. Later releases may add fields.",
        "properties": {field: _field(described[field]) for field in kind.fields},
        **({"required": list(kind.required)} if kind.required else {}),
    }
    return Part("schemas", f"{title}Data", schema)


def _field(field: Field) -> Json:
    bounds = field.meta.extra_json_schema or {}
    return {**refer_to(field.kind), **bounds, "description": field.meta.description}
