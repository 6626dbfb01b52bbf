"""Play a table over the public GraphQL API of a running server: random legal moves, from the deal to the result.

    python examples/play_over_http.py --game zeven --seats 3
    python examples/play_over_http.py --game zar --seats 5 --option matching=poll
    python examples/play_over_http.py --game zlam --seats 4 --option teams=[0,1,0,1]

It needs nothing but Python. Each seat is a player of its own, with its own token, and knows only what the server shows
it.
"""

import argparse
import json
import random
import secrets
import sys
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any

CREATE = """
mutation Create($input: CreateSessionInput!) {
  createSession(input: $input) {
    ... on SessionCreated { session { id game { title } } }
    ... on Problem { code message }
  }
}"""

JOIN = """
mutation Join($input: JoinSessionInput!) {
  joinSession(input: $input) {
    ... on SeatJoined { seat seatToken session { status version } }
    ... on Problem { code message }
  }
}"""

LOOK = """
query Look($id: ID!) {
  session(id: $id) {
    version
    head
    status
    view { turn legalMoves { notation } }
  }
}"""

MOVE = """
mutation Move($input: ApplyMoveInput!) {
  applyMove(input: $input) {
    ... on MoveApplied { version move { label } events { sentence } session { status version view { turn } } }
    ... on Problem { code message }
  }
}"""

END = """
query End($id: ID!) {
  session(id: $id) {
    record
    seats { index name }
    view { result { scores ranking winners reason } }
  }
}"""


def read_answer(response: Any, url: str) -> Any:
    """Return the answer of a GraphQL service; end with a sentence if it is none."""
    try:
        answer = json.load(response)
    except ValueError:
        answer = None
    if not isinstance(answer, dict) or not (answer.get("data") or answer.get("errors")):
        sys.exit(f"What answers at {url} is no Croupier")
    return answer


class Client:
    """A caller of the API; `token` is the bearer token of its seat, if it has one."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/").removesuffix("/graphql") + "/graphql"
        self.token = token

    def ask(self, query: str, **variables: Any) -> Any:
        """Execute an operation and return the value of its only field."""
        headers = {"Content-Type": "application/json"}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        body = json.dumps({"query": query, "variables": variables}).encode()
        try:
            request = urllib.request.Request(self.url, body, headers)  # noqa: S310  the user names the server
            with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
                answer = read_answer(response, self.url)
        except urllib.error.HTTPError as error:
            answer = read_answer(error, self.url)
        except (OSError, HTTPException, ValueError, OverflowError) as error:
            why = getattr(error, "reason", error)
            sys.exit(f"Nobody answers at {self.url} ({why}); start a service with: make serve")
        if "errors" in answer:
            sys.exit(f"The server answered: {answer['errors'][0]['message']}")
        (value,) = answer["data"].values()
        if value is not None and "code" in value:
            sys.exit(f"The server answered {value['code']}: {value['message']}")
        return value


def take_seats(url: str, session_id: str, seats: int) -> list[Client]:
    """Let a player join for every seat and return them by seat."""
    players = []
    for number in range(seats):
        joined = Client(url).ask(JOIN, input={"sessionId": session_id, "seat": number, "name": f"Player {number}"})
        players.append(Client(url, joined["seatToken"]))
    return players


def play_to_the_end(players: list[Client], session_id: str, chance: random.Random) -> int:
    """Let whoever is asked make a random legal move until the table is over; return how many were made."""
    made = 0
    for _ in range(1_000_000):
        look = players[0].ask(LOOK, id=session_id)
        if look["status"] != "ACTIVE":
            return made
        # Now and then anybody is asked: in Zar a seat may match out of turn, and only that seat is told that it can.
        anybody = chance.randrange(4) == 0
        seat = chance.choice(range(len(players)) if anybody else look["view"]["turn"])
        mine = players[seat].ask(LOOK, id=session_id)
        if not mine["view"]["legalMoves"]:
            continue
        move = chance.choice(mine["view"]["legalMoves"])["notation"]
        applied = players[seat].ask(
            MOVE,
            input={
                "sessionId": session_id,
                "move": move,
                "expectedVersion": mine["version"],
                "expectedHead": mine["head"],
                "idempotencyKey": secrets.token_urlsafe(16),
            },
        )
        made += 1
        print(f"{applied['version']:5}  seat {seat}: {applied['move']['label']}")
        for event in applied["events"]:
            print(f"         {event['sentence']}")
    raise AssertionError("the table did not end")


def main() -> None:
    """Play one table."""
    parser = argparse.ArgumentParser(description="Play a random table over the GraphQL API of a running server.")
    parser.add_argument("--url", default="http://localhost:8000", help="the address of the service")
    parser.add_argument("--game", default="zeven", help="the game's id")
    parser.add_argument("--seats", type=int, default=2, help="the number of seats")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    parser.add_argument("--chance", type=int, help="makes the players' choices repeatable")
    arguments = parser.parse_args()

    options = [dict(zip(("name", "value"), text.partition("=")[::2], strict=True)) for text in arguments.option]
    wish = {"game": arguments.game, "seats": arguments.seats, "options": options}
    session = Client(arguments.url).ask(CREATE, input=wish)["session"]
    print(f"{session['game']['title']} with {arguments.seats} seats: session {session['id']}")
    players = take_seats(arguments.url, session["id"], arguments.seats)
    made = play_to_the_end(players, session["id"], random.Random(arguments.chance))

    end = players[0].ask(END, id=session["id"])
    result = end["view"]["result"]
    print(f"\nOver after {made} moves ({result['reason']}).")
    for seat in end["seats"]:
        index = seat["index"]
        print(f"{seat['name']}: {result['scores'][index]} points, rank {result['ranking'][index]}")
    print(f"\nThe record:\n{end['record']}")


if __name__ == "__main__":
    main()
