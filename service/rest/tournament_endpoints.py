"""The endpoints of tournaments: those of their operations, and the stream of their frames."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

import msgspec
from starlette.responses import Response

from service.rest.models import SeenCursor
from service.rest.registry import Call, Endpoint, Link, endpoint_for, next_page
from service.rest.session_endpoints import Record
from service.rest.stream_endpoints import format_of, respond, stream, wanted_cursor
from service.sessions.history_hash import read_cursor
from service.use_cases.tournaments import reading
from service.use_cases.tournaments.inputs import ReadTournamentInput
from service.views.tournaments.contract import TournamentCreated, TournamentEntered, TournamentFrame

TOURNAMENT = "/v1/tournaments/{tournamentId}"
_KEPT = "Tournaments that the caller keeps"
_SENT: Mapping[str, object] = {
    "plan": {"format": "SWISS", "seats": 2},
    "entrants": [{"rating": 1800}, {"rating": 1600}, {}, {}],
    "rounds": [
        {
            "tables": [
                {"entrants": [0, 2], "boards": [{"scores": [31, 24], "ranking": [1, 2]}]},
                {"entrants": [3, 1], "boards": [{"scores": [12, 12], "ranking": [1, 1]}]},
            ]
        }
    ],
}
GROUP = "Tournaments"

_MADE = {"tournamentId": "$response.body#/tournament/id"}
_SAME = {"tournamentId": "$request.path.tournamentId"}
_READ = (Link("readTournament", _SAME, "The tournament as it is then."),)


class FollowTournament(ReadTournamentInput, frozen=True, kw_only=True):
    """A tournament, and the cursor after which its stream begins."""

    after: SeenCursor = None


@stream(
    f"{TOURNAMENT}/frames",
    GROUP,
    "tournament",
    TournamentFrame,
    "First a snapshot, then a frame for each version, with what happened; with `after` or "
    "`Last-Event-ID`, each version after that cursor once, and no snapshot. It ends and breaks off as the stream "
    "of a session does.",
    ("NOT_FOUND",),
)
async def follow_tournament(call: Call, input: FollowTournament) -> Response:
    """Stream a tournament until it is over."""
    after = wanted_cursor(call, input.after)
    seen = None if after is None else read_cursor(after)[0]
    tournament = await call.context.tournaments.read(input.tournament_id)
    if tournament.is_over and seen is not None and seen.names(tournament.version, tournament.history_hash):
        # Nothing more will come; a browser's `EventSource` takes this as the end and does not reconnect.
        return Response(None, 204)
    return respond(call, _frames(call, input.tournament_id, after))


async def _frames(call: Call, tournament_id: str, after: str | None) -> AsyncGenerator[bytes, None]:
    stream_format = format_of(call)
    following = reading.watch_tournament(call.context.tournaments, tournament_id, after)
    async with aclosing(following) as frames:  # type: ignore[type-var]
        async for frame in frames:
            yield stream_format.write_frame(frame.cursor, frame)


def _location(answer: TournamentCreated | TournamentEntered) -> str:
    return f"/v1/tournaments/{answer.tournament.id}"


def _page(operation: str, path: str) -> Endpoint:
    return endpoint_for(operation, f"{TOURNAMENT}/{path}", GROUP, method="GET", links=(next_page(operation, _SAME),))


ENDPOINTS = (
    endpoint_for(
        "createTournament",
        "/v1/tournaments",
        GROUP,
        status=201,
        links=(
            Link("readTournament", _MADE, "The tournament."),
            Link("enterTournament", _MADE, "Enter it."),
            Link("startTournament", _MADE, "Have it begin, with the host's token as the bearer."),
            Link("abandonTournament", _MADE, "End it, with the host's token as the bearer."),
        ),
        location=_location,
        located="Where the tournament is read.",
        example={"title": "Friday night", "game": "zar", "format": "SWISS", "open": True},
    ),
    endpoint_for(
        "enterTournament",
        f"{TOURNAMENT}/entrants",
        GROUP,
        status=201,
        links=_READ,
        location=_location,
        located="Where the tournament is read.",
        example={"name": "Ada"},
    ),
    endpoint_for(
        "readTournament",
        TOURNAMENT,
        GROUP,
        method="GET",
        links=(
            Link("tournamentTables", _SAME, "The tables of a round."),
            Link("tournamentStandings", _SAME, "The standings."),
        ),
    ),
    _page("tournamentEntrants", "entrants"),
    _page("tournamentTables", "tables"),
    _page("tournamentStandings", "standings"),
    endpoint_for("myTables", f"{TOURNAMENT}/my-tables", GROUP, method="GET", links=_READ),
    endpoint_for(
        "tournamentRecord",
        f"{TOURNAMENT}/record",
        GROUP,
        method="GET",
        answer=Record,
        answered="The record.",
        show=lambda answer, _input: msgspec.Raw(answer.record.encode()),
    ),
    endpoint_for("startTournament", f"{TOURNAMENT}/start", GROUP, links=_READ),
    endpoint_for("pairNextRound", f"{TOURNAMENT}/next-round", GROUP, links=_READ),
    endpoint_for("pauseTournament", f"{TOURNAMENT}/pause", GROUP, links=_READ),
    endpoint_for("resumeTournament", f"{TOURNAMENT}/resume", GROUP, links=_READ),
    endpoint_for("withdrawFromTournament", f"{TOURNAMENT}/withdraw", GROUP, links=_READ, example={"entrant": 3}),
    endpoint_for(
        "ruleOnTable",
        f"{TOURNAMENT}/rulings",
        GROUP,
        links=_READ,
        example={"round": 1, "table": 0, "points": [1, 0], "reason": "Nobody came."},
    ),
    endpoint_for("abandonTournament", f"{TOURNAMENT}/abandon", GROUP, links=_READ),
    follow_tournament,
    endpoint_for("pairRound", "/v1/pairings", _KEPT, answered="The round.", example={**_SENT, "seed": "0" * 64}),
    endpoint_for("standingsOf", "/v1/standings", _KEPT, answered="The standings.", example=_SENT),
    endpoint_for(
        "rateResults",
        "/v1/ratings",
        _KEPT,
        answered="The ratings.",
        example={
            "ratings": [{"mu": 25.0, "sigma": 8.0}, {"mu": 30.0, "sigma": 4.0}],
            "games": [{"teams": [{"players": [0], "rank": 1}, {"players": [1], "rank": 2}]}],
        },
    ),
)
