"""Deal random tables with the engine and with the verifier in docs/verifier, and compare them card by card.

`python -m tests.verify_deals --tables 1000 [--game zeven] [--seed 1]` does it for many tables of every game.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine import GAMES, State, dump_record, make_record, new_game
from engine.core.values import draw_first_seat
from tests.engine.play import Table, facts_of, play_on, random_table
from tools.servers import find_node

ROOT = Path(__file__).resolve().parent.parent
VERIFIER = ROOT / "docs" / "verifier" / "croupier-verify.js"
VARIABLE = "CROUPIER_TEST_NODE"

# The games whose later deals follow from the key alone: the facts that number the deals, count them, and name the seat.
LATER_DEALS = {"zeven": ("round", "rounds", "starter"), "zlam": ("deal", "deals", "dealer")}
# A table of ZLAM! may have 600 games: so many deals of a table are compared at most.
MOST_DEALS = 4
# The verifier's name of the seat that a deal begins with.
ROLES = {"zeven": "starter", "zar": "dealer", "zlam": "dealer"}
# Zones that a deal fills with cards that the main deck never holds.
SET_ASIDE = ("customer:", "suit:")
PROGRESS = 250
LONGEST_ANSWER = 300

# One process runs the verifier's functions for many inputs: starting Node takes longer than all of them.
DRIVER = """
const verifier = require(process.argv[1]);
const given = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(given.map({question})));
"""


class Dealt(msgspec.Struct, frozen=True):
    """One deal of either side: zones, its first seat, and the words used before and after it."""

    zones: Mapping[str, tuple[str, ...]]
    seat: int
    words: tuple[int, int]


class Dealing(msgspec.Struct, frozen=True):
    """A table to deal: its record, how many deals it has in all, and the first of them by the engine."""

    record: Mapping[str, Any]
    total: int
    deals: tuple[Dealt, ...]


def ask(question: str, given: Sequence[object]) -> list[Any]:
    """Return the result of a JavaScript function, which may use `verifier`, for each input."""
    script = DRIVER.replace("{question}", question)
    command = [find_node(), "-e", script, str(VERIFIER)]
    given_text = msgspec.json.encode(given)
    completed = subprocess.run(command, input=given_text, stdout=subprocess.PIPE, check=True, timeout=LONGEST_ANSWER)
    answers: list[Any] = json.loads(completed.stdout)
    return answers


# ---- the engine's deals


def random_dealing(game: str, random: Random) -> Dealing:
    """Deal a random table with the engine, one in four from a stacked deck, and play on to its next deals."""
    table = random_table(game, random)
    deck = stack(table.deal(), random) if random.random() < 0.25 else None
    state = new_game(game, seats=table.seats, options=table.options, seed=table.seed, deck=deck)
    moves, states = play_to_later_deals(game, state, random)
    record = make_record(game=game, seats=table.seats, options=table.options, seed=table.seed, deck=deck, moves=moves)
    total = int(facts_of(state)[LATER_DEALS[game][1]]) if game in LATER_DEALS else 1
    return Dealing(json.loads(dump_record(record)), total, tuple(read_deals(table, states)))


def stack(state: State, random: Random) -> list[str]:
    """Shuffle the cards of the first shuffle of a table's main deck, for Bazaar sometimes with its customers first."""
    piles = [pile for zone, pile in state.zones.items() if not zone.startswith(SET_ASIDE)]
    cards = [card for pile in piles for card in pile]
    random.shuffle(cards)
    customers = [pile[0] for zone, pile in state.zones.items() if zone.startswith("customer:")]
    return customers + cards if random.random() < 0.5 else cards


def play_to_later_deals(game: str, state: State, random: Random) -> tuple[list[str], list[State]]:
    """Play random moves and return them with the states just after a deal; of other games play one move."""
    moves: list[str] = []
    states = [state]
    for step in play_on(state, random):
        moves.append(f"{step.seat} {step.move}")
        if game not in LATER_DEALS:
            break
        number = LATER_DEALS[game][0]
        if getattr(step.before, number) != getattr(step.after, number):
            states.append(step.after)
        if len(states) == MOST_DEALS:
            break
    return moves, states


def read_deals(table: Table, states: Sequence[State]) -> Iterator[Dealt]:
    """Return the deals in the states."""
    seat, words = draw_first_seat(states[0].options, table.seats, table.seed)
    for state in states:
        if table.game in LATER_DEALS:
            seat = int(facts_of(state)[LATER_DEALS[table.game][2]])
        yield Dealt(undraw(state.zones), seat, (words, state.words))
        words = state.words


def undraw(zones: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Put the card that ZLAM! has already turned up for the first seat back on the deck."""
    dealt = dict(zones)
    if dealt.get("drawn"):
        dealt |= {"deck": dealt["deck"] + dealt["drawn"], "drawn": ()}
    return dealt


# ---- the verifier's deals


def verifier_dealings(dealings: Sequence[Dealing]) -> list[Dealing]:
    """Let the verifier deal the same records, as far as the engine did, in one process."""
    question = """({ record, wanted }) => {
        const deals = verifier.deals(record);
        const failed = verifier.verify(record).checks.filter((check) => !check.ok);
        return { record, total: deals.length, deals: deals.slice(0, wanted), failed };
    }"""
    answers = ask(question, [{"record": dealing.record, "wanted": len(dealing.deals)} for dealing in dealings])
    return [read_answer(one) for one in answers]


def read_answer(answer: Mapping[str, Any]) -> Dealing:
    """Read one answer of the verifier, which must have accepted the record."""
    assert answer["failed"] == [], (answer["failed"], answer["record"])
    role = ROLES.get(answer["record"]["game"], "firstSeat")
    deals = (
        Dealt(
            {zone: tuple(cards) for zone, cards in deal["zones"].items()},
            deal[role],
            (deal["wordsBefore"], deal["wordsAfter"]),
        )
        for deal in answer["deals"]
    )
    return Dealing(answer["record"], answer["total"], tuple(deals))


def compare(game: str, tables: int, seed: int) -> list[Dealing]:
    """Deal random tables of a game on both sides and assert that they agree; return them."""
    random = Random(f"deals {game} {seed}")
    dealings = []
    for number in range(1, tables + 1):
        dealings.append(random_dealing(game, random))
        if number % PROGRESS == 0:
            print(f"{game}: {number} of {tables} tables dealt", file=sys.stderr)
    for ours, theirs in zip(dealings, verifier_dealings(dealings), strict=True):
        assert theirs == ours
    return dealings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.verify_deals", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000, help="how many tables of each game")
    parser.add_argument("--game", choices=list(GAMES), help="only this game")
    parser.add_argument("--seed", type=int, default=0, help="other tables with another seed")
    given = parser.parse_args(arguments)
    for game in [given.game] if given.game else list(GAMES):
        dealings = compare(game, given.tables, given.seed)
        deals = sum(len(dealing.deals) for dealing in dealings)
        print(f"{game}: {len(dealings)} tables, {deals} deals, all alike")
    return 0


if __name__ == "__main__":
    sys.exit(main())
