"""A caller of the GraphQL API over HTTP."""

from typing import Any, Protocol, TypeAlias

import httpx2
import msgspec

import engine

Json: TypeAlias = Any

VIEW = """
fragment Seen on View {
  game { id } viewer ply turn
  zones { key kind owner label count value cards { code suit color value label } }
  facts { name value label } scores { seat points } result { scores ranking winners reason }
  legalMoves { notation verb cards { code } from to seat choice label } legalMoveCount
  undo { available reason } decision { seat asked default deadline notBefore moves { notation } }
}
"""
EVENT = """
fragment Happening on Event {
  sequence version kind seat cards { code } count from to value rule { number } sentence
}
"""
SESSION = f"""{VIEW}
fragment Live on Session {{
  id game {{ id }} options {{ name value }} status version head cursor
  seats {{ index name taken kind bot {{ level version }} }} viewerSeat isHost viewId
  settings {{
    public invitationOnly startByHost moveSeconds reactionMillis takeBacks hints botMillis leftSeatLevel sharedDeal
  }}
  createdAt expiresAt deadline takeBack {{ seat agreed awaited }} rematchId outcome {{ by ranking winners resigned }}
  fairness {{ kind commitment serverSeed entropy key closed }} view {{ ...Seen }} bearer
}}
"""
PROBLEM = f"""{SESSION}
fragment Trouble on Problem {{
  code message path
  ... on IllegalMove {{ rule {{ number section text }} legalMoves {{ notation label }} }}
  ... on StaleVersion {{ currentVersion session {{ ...Live }} }}
  ... on NotAllowed {{ retryAfterMillis }}
}}
"""

READ = f"{SESSION} query Read($id: ID!) {{ session(id: $id) {{ ...Live }} }}"
LOOK = """
query Look($id: ID!) { session(id: $id) { status version head view { turn legalMoves { notation } } } }
"""
STEP = """
mutation Step($input: ApplyMoveInput!) {
  applyMove(input: $input) {
    __typename
    ... on MoveApplied { version replayed events { sentence } session { viewerSeat } }
    ... on Problem { code message }
  }
}
"""
RECORD = "query Record($id: ID!) { session(id: $id) { status record } }"
EVENTS = f"""{EVENT}
query Events($id: ID!, $first: Int, $after: String) {{
  session(id: $id) {{
    events(first: $first, after: $after) {{
      edges {{ cursor node {{ ...Happening }} }} nodes {{ version sequence }}
      pageInfo {{ hasNextPage hasPreviousPage startCursor endCursor }}
    }}
  }}
}}
"""
CREATE = f"""{PROBLEM}
mutation Create($input: CreateSessionInput!) {{
  createSession(input: $input) {{
    __typename ...Trouble ... on SessionCreated {{ hostToken joinLinks {{ seat code }} session {{ ...Live }} }}
  }}
}}
"""
JOIN = f"""{PROBLEM}
mutation Join($input: JoinSessionInput!) {{
  joinSession(input: $input) {{ __typename ...Trouble ... on SeatJoined {{ seat seatToken session {{ ...Live }} }} }}
}}
"""
MOVE = f"""{PROBLEM}{EVENT}
mutation Move($input: ApplyMoveInput!) {{
  applyMove(input: $input) {{
    __typename ...Trouble
    ... on MoveApplied {{ version replayed move {{ notation label }} events {{ ...Happening }} session {{ ...Live }} }}
  }}
}}
"""
NEW_TABLE = f"""{PROBLEM}
mutation New($input: NewTableInput!) {{
  newTable(input: $input) {{
    __typename ...Trouble ... on Table {{ state activeSeats result {{ reason }} view {{ ...Seen }} }}
  }}
}}
"""
TABLE = f"""{PROBLEM}
query Table($state: StateToken!, $seat: Int, $mover: Int!) {{
  table(state: $state) {{
    __typename ...Trouble
    ... on Table {{
      state activeSeats result {{ scores ranking winners reason }}
      view(seat: $seat) {{ ...Seen }} may: legalMoves(seat: $mover) {{ notation label }}
    }}
  }}
}}
"""
APPLY = f"""{PROBLEM}{EVENT}
mutation Apply($input: ApplyMoveToStateInput!, $viewer: Int) {{
  applyMoveToState(input: $input) {{
    __typename ...Trouble
    ... on TableChanged {{
      move {{ notation label }} events {{ ...Happening }}
      table {{ state activeSeats result {{ scores ranking winners reason }} view(seat: $viewer) {{ ...Seen }} }}
    }}
  }}
}}
"""


class Server(Protocol):
    """The part of a service that a client needs: its address, which may change, and an HTTP client for it."""

    http: httpx2.Client

    @property
    def root(self) -> str: ...

    @property
    def url(self) -> str: ...


class Client:
    """A caller; `token` is the bearer token of a seat, if it has one."""

    def __init__(self, server: Server, token: str | None = None) -> None:
        self.server = server
        self.token = token

    def post(self, body: bytes, **headers: str) -> httpx2.Response:
        """Send a body as it is; `headers` have _ in place of -."""
        sent = {"Content-Type": "application/json"}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        sent.update({name.replace("_", "-"): value for name, value in headers.items()})
        return self.server.http.post(self.server.url, content=body, headers=sent)

    def execute(self, document: str, **variables: object) -> Json:
        """Return the whole response to an operation."""
        answer = self.post(msgspec.json.encode({"query": document, "variables": variables}))
        assert answer.status_code == 200, answer.text
        return answer.json()

    def ask(self, document: str, **variables: object) -> Json:
        """Return the value of an operation's only field; there must be no errors."""
        answer = self.execute(document, **variables)
        assert "errors" not in answer, answer
        (value,) = answer["data"].values()
        return value

    def read(self, session_id: str) -> Json:
        """Return a session as the caller sees it."""
        return self.ask(READ, id=session_id)


def codes_of(answer: Json) -> list[str]:
    """Return the codes of the errors of an answer."""
    return [error["extensions"]["code"] for error in answer["errors"]]


def result_of(state: engine.State) -> Json:
    """Return the result of a state as the API shows it."""
    return msgspec.json.decode(msgspec.json.encode(engine.result(state)))
