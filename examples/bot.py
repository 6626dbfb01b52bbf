"""A bot that plays by the decisions that it is told of: it knows no rule, and needs nothing but Python.

python3 examples/bot.py --game zeven --tables 3      # at three tables at once, each against the default policy
python3 examples/bot.py --session=ID --code=CODE     # at a table (these may begin with a dash)
"""

import argparse
import json
import random
import secrets
import sys
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any

CREATE = """mutation ($input: CreateSessionInput!) { createSession(input: $input) {
  ... on SessionCreated { hostToken session { id } } ... on Problem { message } } }"""
JOIN = """mutation ($input: JoinSessionInput!) { joinSession(input: $input) {
  ... on SeatJoined { seatToken session { id } } ... on Problem { message } } }"""
START = "mutation ($input: SessionInput!) { startSession(input: $input) { ... on Problem { message } } }"
POLL = """query ($seats: [PollSeatInput!]!) { nextDecision(seats: $seats) {
  ... on DecisionPoll { seats { state cursor session {
    id version head cursor view { legalMoves { notation } } outcome { ranking winners } } } }
  ... on Problem { message } } }"""
MOVE = """mutation ($input: ApplyMoveInput!) { applyMove(input: $input) {
  ... on Problem { code } ... on NotAllowed { retryAfterMillis } } }"""


def reach(url: str) -> str:
    """Return the address of GraphQL at a service; end with a sentence if no Croupier answers there."""
    url = url.rstrip("/").removesuffix("/graphql") + "/graphql"
    body = b'{"query": "{ games { id } }"}'
    try:
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})  # noqa: S310
        with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
            answer = response.read()
    except urllib.error.HTTPError as error:
        answer = error.read()
    except (OSError, HTTPException, ValueError, OverflowError) as error:
        sys.exit(f"Nobody answers at {url} ({getattr(error, 'reason', error)}); start a service with: make serve")
    if b'{"games":[' not in answer:
        sys.exit(f"What answers at {url} is no Croupier")
    return url


def ask(token: str | None, query: str, **wish: object) -> Any:
    """Execute an operation and return the value of its only field; end with the message that was asked for, if any."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    body = json.dumps({"query": query, "variables": wish if query == POLL else {"input": wish}}).encode()
    request = urllib.request.Request(service, body, headers)  # noqa: S310
    while True:
        try:
            with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
                (value,) = json.load(response)["data"].values()
                return sys.exit(value["message"]) if "message" in value else value
        except (OSError, HTTPException) as error:  # Sending it again is safe: each change has a key.
            print(f"Connecting again: {error!r}", file=sys.stderr)
        time.sleep(1)


def take_seat() -> dict[str, str]:
    """Take a seat at the table that was named, or at one of its own, and return it as `nextDecision` wants it."""
    opened = {} if asked.session else ask(None, CREATE, game=asked.game, seats=2, idempotencyKey=secrets.token_hex())
    table = asked.session or opened["session"]["id"]
    joined = ask(None, JOIN, sessionId=table, code=asked.code, name="Bot", idempotencyKey=secrets.token_hex())
    if opened:
        ask(opened["hostToken"], START, sessionId=table)
    return {"sessionId": table, "seatToken": joined["seatToken"]}


def move(token: str, session: Any) -> None:
    """Make a random legal move, at the version that it was chosen for and only once."""
    wish = {"move": random.choice(session["view"]["legalMoves"])["notation"], "idempotencyKey": session["cursor"]}
    at = {"sessionId": session["id"], "expectedVersion": session["version"], "expectedHead": session["head"]}
    while (wait := ask(token, MOVE, **wish, **at).get("retryAfterMillis")) is not None:
        time.sleep(wait / 1000)  # Too early; whatever else is refused, the next poll shows why.


parser = argparse.ArgumentParser(description="Play seats by the decisions that they have to make.")
for name, default in (("url", "http://localhost:8000"), ("game", "zeven"), ("session", None), ("code", None)):
    parser.add_argument(f"--{name}", default=default)
parser.add_argument("--tables", type=int, default=1)
asked = parser.parse_args()
service = reach(asked.url)
seats: list[Any] = [take_seat() for _ in range(asked.tables)]
while seats:
    polled = ask(None, POLL, seats=seats)["seats"]
    for seat, now in zip(seats, polled, strict=True):
        seat["after"] = now["cursor"]
        if now["state"] == "DECIDING":
            move(seat["seatToken"], now["session"])
        elif now["state"] == "OVER":
            print(json.dumps(now["session"]["outcome"]))
    seats = [seat for seat, now in zip(seats, polled, strict=True) if now["state"] in ("DECIDING", "WAITING")]
