"""The output of the process holds nothing hidden: no key, no secret of a shuffle, no state, no card.

A real service that logs all it can plays tables whose hands are known; then its log, its output and its metrics are
searched for every word that names a card, and for all inputs of the deals.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

import engine
from tests.service.api.test_catalogue import GAMES
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import done, opened
from tools.services import Service

ENTROPY = "canary entropy 5f1d9c2e7b"
SEED = "ca4a" * 16
SEALED = """
mutation { newTable(input: {game: "zar", seats: 2, sealed: true}) { ... on Table { state } } }
"""
TRY = "mutation($wish: ApplyMoveInput!) { applyMove(input: $wish) { __typename } }"
SECRETS = "query($id: ID!) { session(id: $id) { fairness { serverSeed key entropy } } }"
WORD = re.compile(r"[\w=/+.-]+")
# Ids are random: a card's code may come in them.
IDS = ("request_id", "trace_id", "timestamp")


@pytest.fixture
def talkative(tmp_path: Path) -> Iterator[Service]:
    """A service that logs as much as it can, as JSON."""
    store, key = f"sqlite:{tmp_path / 'croupier.db'}", "5ea1" * 16
    with Service(store, tmp_path, log="json", log_level="debug", seal_keys=key) as service:
        yield service


def test_nothing_hidden_is_in_anything_that_the_process_writes(talkative: Service) -> None:
    secrets = [ENTROPY, SEED]
    for game in GAMES:
        secrets += play(talkative, game)
    sealed = Client(talkative).ask(SEALED)["state"]
    Client(talkative).execute("query($s: StateToken!) { table(state: $s) { __typename } }", s=sealed[:-3])
    metrics = talkative.http.get(f"{talkative.root}/metrics").text
    assert talkative.terminate() == 0
    lines = [msgspec.json.decode(line) for line in talkative.log.splitlines()]
    assert len(lines) > 100
    words = {word for line in lines for word in words_of(line)} | set(WORD.findall(metrics + talkative.output))
    written = talkative.log + metrics + talkative.output
    assert not words & cards()
    assert not [secret for secret in (*secrets, sealed, "zones", "hand:") if secret in written]


def play(service: Service, game: str) -> list[str]:
    """Play a table to its end, and begin one with a given deal, by good moves and bad; return the hidden facts."""
    table = opened(service, game, 2)
    players = [table.sit(seat=seat, entropy=ENTROPY) for seat in range(2)]
    for player in players:
        for move in ("nonsense", "play AR3 @1", "match Y1"):
            player.execute(TRY, wish={"sessionId": table.id, "move": move})
    done(players[0], "resign", table.id)
    ended = done(players[1], "resign", table.id)
    while ended["session"]["status"] == "ACTIVE":
        ended = done(players[1], "claimDeadline", table.id)
    assert ended["session"]["status"] == "FINISHED"
    opened(service, game, 2, seed=SEED).live().play(Random(game), 3)
    found = Client(service).ask(SECRETS, id=table.id)["fairness"]
    return [found["serverSeed"], found["key"]]


def words_of(line: Json) -> set[str]:
    """Return the words of a log line, ids left out."""
    return {word for name, value in line.items() if name not in IDS for word in WORD.findall(str(value))}


def cards() -> set[str]:
    """Return the codes of all cards, except those that could be any number or sign."""
    return {code for game in GAMES for code in engine.find_game(game).cards if len(code) > 1}
