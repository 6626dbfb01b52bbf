"""A bot that plays by the decisions in the frames of a stream: it knows no rule, and needs nothing but Python.

python3 examples/bot.py --game zeven                 # alone against the default policy
python3 examples/bot.py --session=ID --code=CODE     # at a table (these may begin with a dash)
"""

import argparse
import json
import random
import sys
import time
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any

CREATE = """mutation ($input: CreateSessionInput!) { createSession(input: $input) {
  ... on SessionCreated { hostToken session { id } } ... on Problem { message } } }"""
JOIN = """mutation ($input: JoinSessionInput!) { joinSession(input: $input) {
  ... on SeatJoined { seatToken } ... on Problem { message } } }"""
START = "mutation ($input: SessionInput!) { startSession(input: $input) { ... on Problem { message } } }"
WATCH = """subscription ($id: ID!, $after: String) { sessionUpdates(sessionId: $id, after: $after) {
  version head cursor decision { moves { notation } } session { view { result { scores winners reason } } } } }"""
MOVE = """mutation ($input: ApplyMoveInput!) { applyMove(input: $input) {
  ... on Problem { code } ... on NotAllowed { retryAfterMillis } } }"""


def post(url: str, token: str | None, accept: str, query: str, variables: object) -> Any:
    """Send an operation. A stream gives a sign of life every 10 seconds, so silence for 30 is a cut."""
    bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
    headers = {"Content-Type": "application/json", "Accept": accept, **bearer}
    body = json.dumps({"query": query, "variables": variables}).encode()
    return urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30)  # noqa: S310


def ask(url: str, token: str | None, query: str, **wish: object) -> Any:
    """Execute a mutation and return the value of its only field; end with the message that was asked for, if any."""
    with post(url, token, "application/json", query, {"input": wish}) as response:
        (value,) = json.load(response)["data"].values()
    return sys.exit(value["message"]) if "message" in value else value


def frames(url: str, session: str, token: str) -> Iterator[Any]:
    """Yield each frame once, whatever becomes of the connection."""
    cursor = None
    while True:
        try:
            with post(url, token, "text/event-stream", WATCH, {"id": session, "after": cursor}) as stream:
                for line in stream:
                    if line == b"event: complete\n":
                        return
                    if line.startswith(b"data: "):
                        yield (frame := json.loads(line[6:])["data"]["sessionUpdates"])
                        cursor = frame["cursor"]
        except (OSError, HTTPException) as error:
            print(f"Connecting again: {error!r}", file=sys.stderr)
        time.sleep(1)


def play(url: str, session: str, token: str) -> None:
    """Make a random legal move whenever there is one, and tell how the table ended."""
    for frame in frames(url, session, token):
        if frame["decision"]:
            wish = {"move": random.choice(frame["decision"]["moves"])["notation"], "idempotencyKey": frame["cursor"]}
            at = {"expectedVersion": frame["version"], "expectedHead": frame["head"]}
            while (wait := ask(url, token, MOVE, sessionId=session, **wish, **at).get("retryAfterMillis")) is not None:
                time.sleep(wait / 1000)  # Too early; whatever else is refused, the next frame shows why.
    print(json.dumps(frame["session"]["view"]["result"]))


parser = argparse.ArgumentParser(description="Play a seat by the frames of a stream.")
for name, default in (("url", "http://localhost:8000/graphql"), ("game", "zeven"), ("session", None), ("code", None)):
    parser.add_argument(f"--{name}", default=default)
asked = parser.parse_args()
opened = {} if asked.session else ask(asked.url, None, CREATE, game=asked.game, seats=2)
session_id = asked.session or opened["session"]["id"]
seat_token = ask(asked.url, None, JOIN, sessionId=session_id, code=asked.code, name="Bot")["seatToken"]
if opened:
    ask(asked.url, opened["hostToken"], START, sessionId=session_id)
play(asked.url, session_id, seat_token)
