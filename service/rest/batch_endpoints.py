"""Batches of sessions: opened by one request, and their results as a page or as lines."""

from starlette.responses import Response

from service.http.media_types import JSON
from service.rest.encoding import encode
from service.rest.registry import Call, Link, Media, endpoint_for, next_page, resource
from service.rest.stream_endpoints import LINES
from service.use_cases.batches import results
from service.use_cases.batches.inputs import BatchResultsInput
from service.use_cases.operation import cost_of_items
from service.use_cases.operations import OPERATIONS
from service.views.batch_view import BatchResult, BatchResultConnection, SessionsCreated

_RESULTS = OPERATIONS["batchResults"]
_GROUP = "Batches"
_MADE = {"batchId": "$response.body#/batchId"}


@resource(
    "/v1/batches/{batchId}/results",
    _GROUP,
    _RESULTS.summary,
    BatchResultConnection.__doc__ or "",
    description=f"{_RESULTS.description} As `application/x-ndjson` there is a line for each session, all of them "
    "unless `first` says otherwise.",
    answer=BatchResultConnection,
    media=(Media(JSON, "A page of results."), Media(LINES, "Lines of JSON, each a `BatchResult`.", BatchResult)),
    problems=_RESULTS.problems,
    links=(next_page("batchResults", {"batchId": "$request.path.batchId"}),),
)
async def batch_results(call: Call, input: BatchResultsInput) -> Response | BatchResultConnection:
    """Return a page of the results of a batch; as lines, all of them."""
    if call.media != LINES:
        await call.charge(results.cost_of_page(input))
        return await results.batch_results(call.context, input)
    wanted = await results.find_wanted(call.context, input)
    await call.charge(cost_of_items(len(wanted)))
    found = await results.read_results(call.context.sessions, wanted)
    return Response(b"".join(encode(result) + b"\n" for result in found), 200, media_type=LINES)


def _location(created: SessionsCreated) -> str:
    return f"/v1/batches/{created.batch_id}/results"


_CREATE = endpoint_for(
    "createSessions",
    "/v1/batches",
    _GROUP,
    status=201,
    links=(Link("batchResults", _MADE, "How its sessions stand."),),
    example={
        "sessions": [
            {"game": "zeven", "seats": 2, "tag": "round 1", "bots": [{"seat": 1, "level": 2}]},
            {"game": "zar", "seats": 4, "tag": "round 1"},
        ]
    },
    location=_location,
    located="Where the results are read.",
)

ENDPOINTS = (_CREATE, batch_results)
