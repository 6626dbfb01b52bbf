"""Records of tables, valid and invalid ones, and a plain implementation of the verifier's page."""

import json
import re
from collections.abc import Sequence
from copy import deepcopy
from hashlib import sha256
from typing import Any

from engine import GAMES, new_game
from engine.games.zont import DECK as ZONT
from tests.verify_deals import VERIFIER, ask

PAGE = VERIFIER.parent
VECTORS: dict[str, Any] = json.loads((PAGE.parent / "vectors" / "randomness.json").read_text(encoding="utf-8"))
REGISTERED = [game for game in GAMES if game != "high"]

ZEROS = "00" * 32
COUNTED = bytes(range(32)).hex()
SEATS = {"zeven": 3, "bazaar": 4, "door": 3, "zar": 5, "zlam": 4}
Record = dict[str, Any]


def record(game: str = "zeven", **changes: object) -> Record:
    return {"format": 1, "game": game, "rules": 1, "seats": SEATS.get(game, 3), "seed": COUNTED, "moves": [], **changes}


def deal(given: Sequence[Record]) -> list[Any]:
    """Return the first deal of each record."""
    return ask("(record) => verifier.deals(record)[0]", given)


class Words:
    """The words of a key, implemented again from the page with nothing but a hash."""

    def __init__(self, key: str, used: int = 0) -> None:
        self.key = bytes.fromhex(key)
        self.used = used

    def below(self, n: int) -> int:
        while n > 1:
            digest = sha256(self.key + (self.used // 8).to_bytes(8, "big")).digest()
            word = int.from_bytes(digest[self.used % 8 * 4 :][:4], "big")
            self.used += 1
            if word < 2**32 // n * n:
                return word % n
        return 0

    def shuffled(self, cards: Sequence[str]) -> list[str]:
        dealt = list(cards)
        for last in range(len(dealt) - 1, 0, -1):
            other = self.below(last + 1)
            dealt[last], dealt[other] = dealt[other], dealt[last]
        return dealt


SERVER_SEED = COUNTED
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
FAIR_KEY = "0b8412e05c95d3971e9ac288aa05bd458c3193ae5635114deaa2bd8e2176a354"
ENTROPY = ["", "dice: 4 4 1", "~"]


def shuffled(seed: str, ply: int, words: int, before: Sequence[str], zone: str = "deck") -> Record:
    after = Words(seed, words).shuffled(before)
    return {"ply": ply, "zone": zone, "words": words, "before": list(before), "after": after}


def fair_record() -> Record:
    """A record of Zeven with all that can be checked: a first move, commit and reveal, and two shuffles."""
    state = new_game("zeven", seats=3, seed=FAIR_KEY)
    starter = Words(FAIR_KEY).below(3)
    return record(
        seed=FAIR_KEY,
        moves=[f"{starter} play {state.zones[f'hand:{starter}'][0]} @1"],
        fairness={"table": "T4ble_Id-0", "commitment": COMMITMENT, "serverSeed": SERVER_SEED, "entropy": ENTROPY},
        shuffles=[shuffled(FAIR_KEY, 0, 1, ZONT), shuffled(FAIR_KEY, 60, state.words, ZONT)],
    )


def verify(given: Sequence[object]) -> list[Any]:
    return ask("(record) => verifier.verify(record)", given)


def fail_checks(given: Sequence[object]) -> list[list[str]]:
    """Return for each record the names of its failing checks, each with one sentence that states the requirement."""
    results = verify(given)
    for result in results:
        assert result["ok"] == all(check["ok"] for check in result["checks"])
        for message in [check["message"] for check in result["checks"] if not check["ok"]]:
            assert re.fullmatch(r"[^\n]* must [^\n]*\.", message), message
    return [[check["name"] for check in result["checks"] if not check["ok"]] for result in results]


_COLOURED = [colour + kind for colour in "YGB" for kind in "123456SDR"]
# Each card is there twice.
ZAR = [card for card in [*_COLOURED, "W1", "W2", "D1", "D2"] for _ in range(2)]
OTHER = "ab" * 32
SECOND = shuffled(FAIR_KEY, 60, 55, ZONT)
# Changes to the valid record, by path, that a later version may make, and the check that says so.
FOREIGN: dict[str, tuple[str, object, str]] = {
    "a later format": ("format", 2, "record"),
    "an unknown game": ("game", "chess", "record"),
    "an inherited name as game": ("game", "constructor", "record"),
    "other rules": ("rules", 2, "record"),
    "an unknown option": ("options", {"nosuch": 1}, "options"),
    "an option of another game": ("options", {"handSize": 5}, "options"),
}
# Changes to the valid record, by path, and the checks that then fail.
SPOILT: dict[str, tuple[str, object, list[str]]] = {
    "a format that is none": ("format", "1", ["record"]),
    "a game that is none": ("game", 1, ["record"]),
    "rules that are none": ("rules", None, ["record"]),
    "another seed": ("seed", OTHER, ["first move", "key", "shuffle", "shuffle"]),
    "a seed that is none": ("seed", "x", ["record"]),
    "a seed that was cut out": ("seed", "", ["record"]),
    "a seed in capitals": ("seed", OTHER.upper(), ["record"]),
    "too many seats": ("seats", 5, ["record"]),
    "half a seat": ("seats", 2.5, ["record"]),
    "moves that are no list": ("moves", "0 play AR1 @1", ["record"]),
    "other seats": ("seats", 2, ["first move", "entropy"]),
    "an option out of range": ("options", {"rounds": 13}, ["options"]),
    "an option of another type": ("options", {"rounds": "3"}, ["options"]),
    "a first seat that is not there": ("options", {"firstSeat": 3}, ["options"]),
    "options that are none": ("options", [], ["options"]),
    "a deck with a card twice": ("deck", ["AR1", "AR1", *ZONT[2:]], ["deck"]),
    "a deck that lacks a card": ("deck", ZONT[1:], ["deck"]),
    "a deck of another game": ("deck", ZAR, ["deck"]),
    "a deck that is no list": ("deck", " ".join(ZONT), ["deck"]),
    "a stacked deck where the key dealt": ("deck", ZONT, ["first move"]),
    "a first move of another seat": ("moves", ["1 play AR1 @1"], ["first move"]),
    "a first move of a seat that is not there": ("moves", ["7 play AR1 @1"], ["first move"]),
    "a first move with another's card": ("moves", ["0 play AR1 @1"], ["first move"]),
    "a first move that is none": ("moves", ["play"], ["first move"]),
    "another commitment": ("fairness.commitment", OTHER, ["commitment"]),
    "another server seed": ("fairness.serverSeed", OTHER, ["commitment", "key"]),
    "no server seed": ("fairness.serverSeed", None, ["fairness"]),
    "another table": ("fairness.table", "T4ble_Id-1", ["key"]),
    "a table with a line feed": ("fairness.table", "T4ble_Id-0\n", ["fairness"]),
    "another entropy": ("fairness.entropy", ["", "dice: 4 4 2", "~"], ["key"]),
    "entropies of other seats": ("fairness.entropy", ["~", "dice: 4 4 1", ""], ["key"]),
    "a missing entropy": ("fairness.entropy", ["", "dice: 4 4 1"], ["entropy"]),
    "an entropy too long": ("fairness.entropy", ["", "dice: 4 4 1", "~" * 65], ["entropy"]),
    "an entropy with a line feed": ("fairness.entropy", ["", "dice: 4 4 1\n", ""], ["entropy"]),
    "an entropy beyond ASCII": ("fairness.entropy", ["", "dice: 4 4 1", "é"], ["entropy"]),
    "an entropy that is no text": ("fairness.entropy", ["", 441, "~"], ["entropy"]),
    "a fairness part that is none": ("fairness", "trust me", ["fairness"]),
    "a shuffle that is none": ("shuffles.0", 7, ["shuffle"]),
    "a shuffle without its words": ("shuffles.0.words", None, ["shuffle"]),
    "a shuffle from another word": ("shuffles.0.words", 2, ["shuffle"]),
    "a shuffle from beyond all words": ("shuffles.0.words", 2**53, ["shuffle"]),
    "a shuffle before the first ply": ("shuffles.0.ply", -1, ["shuffle"]),
    "a shuffle of nowhere": ("shuffles.0.zone", None, ["shuffle"]),
    "a shuffle of other cards": ("shuffles.0.before", ZAR, ["shuffle"]),
    "a shuffle that gives other cards": ("shuffles.0.after", ZONT, ["shuffle"]),
    "a shuffle that loses a card": ("shuffles.1.after", ZONT[1:], ["shuffle"]),
    "a shuffle that gives a card too many": ("shuffles.1.after", [*SECOND["after"], "AR1"], ["shuffle"]),
    "shuffles that are no list": ("shuffles", {}, ["shuffles"]),
    "a shuffle after a later one": ("shuffles.0.ply", 61, ["shuffles"]),
    "a shuffle twice": ("shuffles.1", shuffled(FAIR_KEY, 0, 1, ZONT), ["shuffles"]),
    "a deal of a stacked deck as if shuffled": ("shuffles.0", shuffled(FAIR_KEY, 0, 1, ZONT[::-1]), ["shuffles"]),
    "a shuffle that no rule makes": ("shuffles", [shuffled(FAIR_KEY, 9, 900, ["AR1", "AR2"])], ["shuffles"]),
}


def spoil(path: str, value: object) -> Record:
    spoilt = deepcopy(fair_record())
    *parents, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place: Any = spoilt
    for step in parents:
        place = place[step]
    place[last] = value
    return spoilt
