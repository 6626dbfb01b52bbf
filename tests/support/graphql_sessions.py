"""Sessions over GraphQL: opened, joined and played, and every other mutation that takes one input."""

import uuid
from collections.abc import Iterator, Mapping
from random import Random

from tests.support.graphql_client import (
    CREATE,
    EVENT,
    EVENTS,
    JOIN,
    LOOK,
    MOVE,
    PROBLEM,
    RECORD,
    STEP,
    Client,
    Json,
    Server,
)

LONGEST_TABLE = 5000

# The options of a table of ZLAM! for two that is over after three moves.
ONLY_THREES = {"ones": "0", "twos": "0", "threes": "3", "fours": "0", "fives": "0", "zlams": "0"}

_ANSWERS = {
    "handOverSeat": "... on SeatJoined { seat seatToken replayed session { ...Live } }",
    "offerRematch": "... on RematchOffered { session { ...Live } }",
}
_CHANGED = "... on SessionChanged { version replayed events { ...Happening } session { ...Live } }"
_INPUTS = {
    "handOverSeat": "HandOverSeatInput",
    "answerTakeBack": "AnswerTakeBackInput",
    "giveUpSeat": "GiveUpSeatInput",
    "addBot": "AddBotInput",
    "removeBot": "RemoveBotInput",
    **dict.fromkeys(("leaveSession", "startSession", "abandonSession", "offerRematch"), "SessionInput"),
}


class Live:
    """A session with a client for each taken seat."""

    def __init__(self, server: Server, session_id: str, players: list[Client]) -> None:
        self.server = server
        self.id = session_id
        self.players = players
        self.spectator = Client(server)

    def read(self, seat: int | None = None) -> Json:
        """Return the session as a seat or a spectator sees it."""
        return self.viewer(seat).read(self.id)

    def viewer(self, seat: int | None) -> Client:
        """Return the client of a seat, or of a spectator."""
        return self.spectator if seat is None else self.players[seat]

    def viewers(self) -> Iterator[int | None]:
        """Yield every seat, and None for a spectator."""
        yield None
        yield from range(len(self.players))

    def legal(self, seat: int) -> list[str]:
        """Return the legal moves of a seat."""
        return [move["notation"] for move in self.look(seat)["view"]["legalMoves"]]

    def look(self, seat: int | None = None) -> Json:
        """Return the parts of the session that a player needs: a faster request than all of it."""
        return self.viewer(seat).ask(LOOK, id=self.id)

    def turn(self) -> list[int]:
        """Return the active seats."""
        turn: list[int] = self.look()["view"]["turn"]
        return turn

    def is_active(self) -> bool:
        """Tell whether the table is being played."""
        active: bool = self.look()["status"] == "ACTIVE"
        return active

    def move(self, seat: int, move: str, expected: int | None = None, key: str | None = None) -> Json:
        """Make a move and return the answer."""
        wish = {"sessionId": self.id, "move": move, "expectedVersion": expected, "idempotencyKey": key}
        return self.players[seat].ask(MOVE, input=wish)

    def choose(self, chance: Random) -> tuple[int, str, int]:
        """Return an active seat, a legal move of it, and the session's version."""
        seat = chance.choice(self.turn())
        seen = self.look(seat)
        return seat, chance.choice(seen["view"]["legalMoves"])["notation"], seen["version"]

    def step(self, chance: Random) -> Json:
        """Let an active seat make a random move."""
        seat = chance.choice(self.turn())
        seen = self.look(seat)
        move = chance.choice(seen["view"]["legalMoves"])["notation"]
        version = seen["version"]
        wish = {"sessionId": self.id, "move": move, "expectedVersion": version, "expectedHead": seen["head"]}
        made = self.players[seat].ask(STEP, input=wish)
        assert made["__typename"] == "MoveApplied", made
        assert (made["version"], made["replayed"]) == (version + 1, False)
        return made

    def play(self, chance: Random, moves: int) -> None:
        """Make random moves, or fewer if the table ends."""
        for _ in range(moves):
            if not self.is_active():
                return
            self.step(chance)

    def play_to_the_end(self, chance: Random) -> Json:
        """Make random moves to the end, and return the session then."""
        self.play(chance, LONGEST_TABLE)
        session = self.read()
        assert session["status"] == "FINISHED"
        return session

    def events(self, seat: int | None = None, page: int = 100) -> list[Json]:
        """Return all events as a viewer may know them, read page by page."""
        found: list[Json] = []
        cursor: str | None = None
        while True:
            connection = self.viewer(seat).ask(EVENTS, id=self.id, first=page, after=cursor)["events"]
            found += [edge["node"] for edge in connection["edges"]]
            cursor = connection["pageInfo"]["endCursor"]
            if not connection["pageInfo"]["hasNextPage"]:
                return found

    def record(self) -> str | None:
        """Return the record of the table, if it is finished."""
        record: str | None = self.spectator.ask(RECORD, id=self.id)["record"]
        return record


def pairs(options: Mapping[str, str]) -> list[dict[str, str]]:
    """Return options as the API takes them."""
    return [{"name": name, "value": value} for name, value in options.items()]


class Opened:
    """A new session, with its host and its join codes."""

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
        """Take a seat and return the answer."""
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


def create(server: Server, game: str, seats: int, options: Mapping[str, str] | None = None) -> str:
    """Open a session and return its id."""
    return opened(server, game, seats, options).id


def join(server: Server, session_id: str, **wish: object) -> Json:
    """Request a seat and return the answer."""
    return Client(server).ask(JOIN, input={"sessionId": session_id, **wish})


def open_table(server: Server, game: str, seats: int, options: Mapping[str, str] | None = None) -> Live:
    """Open a session in which every seat is taken."""
    made = opened(server, game, seats, options)
    return Live(server, made.id, [made.sit(seat=seat, name=f"Player {seat}") for seat in range(seats)])


def act(client: Client, name: str, session_id: str, **wish: object) -> Json:
    """Carry out an act and return the answer."""
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


def new_key() -> str:
    """Return a random idempotency key, as required for a change whose retry returns a secret."""
    return str(uuid.uuid4())
