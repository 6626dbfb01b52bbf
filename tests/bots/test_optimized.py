"""Assertions have no effects: tables of every game are the same without them (`python -O`)."""

import json
import subprocess
import sys

from engine import GAMES
from examples.high import GAME
from tools.servers import REPOSITORY

# Bots play one table of each game, with offences where they are played; a ZLAM! table opens and removes zones.
PROGRAM = """
import bots, engine

for number, game in enumerate(engine.GAMES):
    seed = f"{number:064x}"
    state = engine.new_game(game, seats=2, seed=seed)
    lines = []
    while asked := engine.asked_seats(state):
        move = bots.choose(state, asked[0], 20, f"{state.ply:064x}").move
        lines.append(f"{asked[0]} {move}")
        state, _ = engine.apply(state, asked[0], move)
    record = engine.make_record(game=game, seats=2, options={}, seed=seed, moves=lines, outcome=engine.result(state))
    print(engine.dump_record(record).decode())
"""


def play(*options: str) -> str:
    command = [sys.executable, *options, "-c", PROGRAM]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True, timeout=120).stdout


def test_tables_of_every_game_are_the_same_without_assertions() -> None:
    played = play()
    games = [json.loads(record)["game"] for record in played.splitlines()]
    assert games == [game for game in GAMES if game != GAME.name]
    assert play("-O") == played
