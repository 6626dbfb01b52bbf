"""What one does around a table, over GraphQL: each act is a mutation that takes one input."""

from collections.abc import Mapping

from tests.service.client import CREATE, EVENT, JOIN, PROBLEM, Client, Json, Server
from tests.service.live import Live, pairs

_ANSWERS = {
    "handOverSeat": "... on SeatJoined { seat seatToken replayed session { ...Live } }",
    "offerRematch": "... on RematchOffered { session { ...Live } }",
}
_CHANGED = "... on SessionChanged { version replayed events { ...Happening } session { ...Live } }"
_INPUTS = {
    "handOverSeat": "HandOverSeatInput",
    "answerTakeBack": "AnswerTakeBackInput",
    "giveUpSeat": "GiveUpSeatInput",
    **dict.fromkeys(("leaveSession", "startSession", "abandonSession", "offerRematch"), "SessionInput"),
}


def act(client: Client, name: str, session_id: str, **wish: object) -> Json:
    """Carry out an act and return what became of it."""
    answer = _ANSWERS.get(name, _CHANGED)
    document = f"""{PROBLEM}{EVENT if answer == _CHANGED else ""}
    mutation Act($input: {_INPUTS.get(name, "SessionActInput")}!) {{
      {name}(input: $input) {{ __typename ...Trouble {answer} }}
    }}"""
    return client.ask(document, input={"sessionId": session_id, **wish})


def done(client: Client, name: str, session_id: str, **wish: object) -> Json:
    """Carry out an act that must be allowed, and return its answer."""
    answer = act(client, name, session_id, **wish)
    assert "code" not in answer, answer
    return answer


def refused(client: Client, name: str, session_id: str, **wish: object) -> str:
    """Carry out an act that must be refused, and return the code."""
    answer = act(client, name, session_id, **wish)
    assert "code" in answer, answer
    code: str = answer["code"]
    return code


class Opened:
    """A session that was just made, with its host and its join codes."""

    def __init__(self, server: Server, game: str, seats: int, options: Mapping[str, str] | None, setup: Json) -> None:
        wish = {"game": game, "seats": seats, "options": pairs(options or {}), **setup}
        made = Client(server).ask(CREATE, input=wish)
        assert made["__typename"] == "SessionCreated", made
        self.server = server
        self.session = made["session"]
        self.id: str = made["session"]["id"]
        self.host = Client(server, made["hostToken"])
        self.codes: list[str] = [link["code"] for link in made["joinLinks"]]

    def join(self, token: str | None = None, **wish: object) -> Json:
        """Take a seat and return what became of it."""
        return Client(self.server, token).ask(JOIN, input={"sessionId": self.id, **wish})

    def sit(self, token: str | None = None, **wish: object) -> Client:
        """Take a seat, which must be possible, and return its holder."""
        joined = self.join(token, **wish)
        assert joined["__typename"] == "SeatJoined", joined
        return Client(self.server, joined["seatToken"])

    def live(self) -> Live:
        """Fill every seat and return the table."""
        return Live(self.server, self.id, [self.sit(seat=seat) for seat in range(len(self.codes))])


def opened(
    server: Server, game: str = "zeven", seats: int = 2, options: Mapping[str, str] | None = None, **setup: object
) -> Opened:
    """Open a session; `setup` are further fields of the input."""
    return Opened(server, game, seats, options, setup)
