"""The verifier in docs/verifier: against published answers, the engine, and records that were spoilt."""

import hmac
import json
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import (
    GAMES,
    InvalidOption,
    Option,
    add_shuffles,
    describe_options,
    dump_record,
    find_game,
    make_record,
    new_game,
)
from engine.games.zont import DECK as ZONT
from engine.options import Plain
from tests.engine.play import play_on, random_table
from tests.verify_deals import LATER_DEALS, MOST_DEALS, VERIFIER, ask, compare, find_node

PAGE = VERIFIER.parent
VECTORS: dict[str, Any] = json.loads((PAGE.parent / "vectors" / "randomness.json").read_text(encoding="utf-8"))
REGISTERED = [game for game in GAMES if game != "toy"]
TABLES = 60
# Tables that are played on for the sake of their later shuffles, and how many moves of each.
PLAYED = 10
LONGEST = 300
ZEROS = "00" * 32
COUNTED = bytes(range(32)).hex()
SEATS = {"zeven": 3, "bazaar": 4, "door": 3, "zar": 5, "zlam": 4}
Record = dict[str, Any]

# FIPS 180-4, the examples of NIST.
SHA_256 = {
    b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    b"hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu": (
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    b"a" * 1_000_000: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
}
# RFC 4231, test cases 1, 2, 3, 4, 6 and 7: key, data, HMAC-SHA-256.
HMACS = (
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    (b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (bytes(range(1, 26)), b"\xcd" * 50, "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
    (
        b"\xaa" * 131,
        b"This is a test using a larger than block-size key and a larger than block-size data. "
        b"The key needs to be hashed before being used by the HMAC algorithm.",
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
    ),
)


# ---- hashes and words


def hashed(messages: Sequence[bytes]) -> list[str]:
    return ask("(hex) => verifier.toHex(verifier.sha256(verifier.fromHex(hex)))", [text.hex() for text in messages])


def test_its_sha_256_gives_the_published_answers() -> None:
    assert hashed(list(SHA_256)) == list(SHA_256.values())


def test_its_sha_256_is_right_for_every_length_around_its_blocks() -> None:
    messages = [bytes(range(length)) for length in range(200)]
    assert hashed(messages) == [sha256(message).hexdigest() for message in messages]


def test_its_hmac_gives_the_published_answers() -> None:
    question = "([key, text]) => verifier.toHex(verifier.hmac(verifier.fromHex(key), verifier.fromHex(text)))"
    assert ask(question, [(key.hex(), text.hex()) for key, text, _ in HMACS]) == [digest for _, _, digest in HMACS]


def test_its_words_are_the_published_ones() -> None:
    answers = ask("({ key, words }) => verifier.words(key, 0, words.length)", VECTORS["words"])
    assert answers == [[int(word, 16) for word in vector["words"]] for vector in VECTORS["words"]]


def test_its_words_can_begin_anywhere() -> None:
    (whole,) = ask("(key) => verifier.words(key, 0, 40)", [COUNTED])
    assert ask(f"(from) => verifier.words('{COUNTED}', from, 1)[0]", list(range(40))) == whole


def test_its_words_need_a_key_and_a_place_to_begin() -> None:
    question = """([key, from]) => {
        try { return verifier.words(key, from, 1); } catch (problem) { return [problem.name, problem.message]; }
    }"""
    refused = ask(question, [["00", 0], [None, 0], [ZEROS, -1], [ZEROS, 0.5], [ZEROS, 2**53]])
    assert [name for name, _ in refused] == ["Refusal"] * 5
    assert all(" must be " in message for _, message in refused)


def test_its_words_count_blocks_in_64_bits() -> None:
    first = 2**40
    digest = sha256(bytes(32) + (first // 8).to_bytes(8, "big")).digest()
    expected = [int.from_bytes(digest[place : place + 4], "big") for place in range(0, 32, 4)]
    assert ask("(from) => verifier.words('00'.repeat(32), from, 8)", [first]) == [expected]


def test_its_numbers_below_a_bound_are_the_published_ones() -> None:
    question = """({ key, n }) => {
        const random = new verifier.Generator(key);
        return { results: n.map((bound) => random.below(bound)), "words used": random.used };
    }"""
    expected = [{name: vector[name] for name in ("results", "words used")} for vector in VECTORS["below"]]
    assert ask(question, VECTORS["below"]) == expected


def test_the_first_word_that_would_favour_some_numbers_is_passed_over() -> None:
    question = """([n, ...words]) => {
        const random = new verifier.Generator("00".repeat(32));
        random.word = () => words.shift();
        return [random.below(n), words.length];
    }"""
    limit = 2**32 - 2**32 % 10
    assert ask(question, [[10, limit - 1, 4], [10, limit, 4], [1, 7]]) == [[9, 1], [4, 0], [0, 1]]


def test_its_shuffles_are_the_published_ones() -> None:
    question = """({ key, deck }) => {
        const random = new verifier.Generator(key);
        const cards = random.shuffle(verifier.deckOf(deck === "zont" ? "zeven" : deck));
        return { "top first": cards.reverse().join(" "), "words used": random.used };
    }"""
    expected = [{name: vector[name] for name in ("top first", "words used")} for vector in VECTORS["shuffles"]]
    assert ask(question, VECTORS["shuffles"]) == expected


# ---- deals


def record(game: str = "zeven", **changes: object) -> Record:
    return {"format": 1, "game": game, "rules": 1, "seats": SEATS.get(game, 3), "seed": COUNTED, "moves": [], **changes}


def deal(given: Sequence[Record]) -> list[Any]:
    """Return the first deal of each record."""
    return ask("(record) => verifier.deals(record)[0]", given)


@pytest.mark.parametrize("game", REGISTERED)
def test_it_deals_as_the_engine_does(game: str) -> None:
    dealings = compare(game, TABLES, seed=1)
    assert len(dealings) == TABLES
    assert any("deck" in dealing.record for dealing in dealings)
    assert game not in LATER_DEALS or any(len(dealing.deals) == MOST_DEALS for dealing in dealings)


@pytest.mark.parametrize("game", REGISTERED)
def test_it_accepts_the_shuffles_that_the_engine_makes(game: str) -> None:
    random = Random(f"shuffles {game}")
    given = [played(game, random) for _ in range(PLAYED)]
    assert any(shuffle["ply"] > 0 for one in given for shuffle in one["shuffles"]) or game == "bazaar"
    assert fail_checks(given) == [[]] * PLAYED


def played(game: str, random: Random) -> Record:
    """The record of a random table after many moves, with its shuffles written down."""
    table = random_table(game, random)
    moves = [f"{step.seat} {step.move}" for step in islice(play_on(table.deal(), random), LONGEST)]
    made = make_record(game=game, seats=table.seats, options=table.options, seed=table.seed, moves=moves)
    told: Record = json.loads(dump_record(add_shuffles(made)))
    return told


@pytest.mark.parametrize("game", REGISTERED)
def test_its_decks_are_those_of_the_engine(game: str) -> None:
    rules = find_game(game)
    assert ask("(game) => verifier.deckOf(game)", [game]) == [list(rules.deck(rules.options()))]


@pytest.mark.parametrize("game", REGISTERED)
def test_it_takes_the_options_that_the_engine_takes(game: str) -> None:
    options = describe_options(find_game(game).options)
    settings = [{option.name: value} for option in options for value in values(option)]
    taken = [setting for setting in settings if is_taken(game, setting)]
    assert len(taken) >= len(options)
    assert [failed for failed in fail_checks([record(game, options=setting) for setting in taken]) if failed] == []


def values(option: Option) -> Iterator[Plain]:
    """The ends of an option's range, its words, and its default."""
    yield from (option.default, *option.choices)
    if option.kind == "boolean":
        yield not option.default
    if option.kind == "integer":
        yield from (option.minimum, option.maximum)


def is_taken(game: str, options: Mapping[str, Plain]) -> bool:
    try:
        new_game(game, seats=SEATS.get(game, 3), options=options, seed=COUNTED)
    except InvalidOption:
        return False
    return True


class Words:
    """The words of a key, read from the page again with nothing but a hash."""

    def __init__(self, key: str, used: int = 0) -> None:
        self.key, self.used = bytes.fromhex(key), used

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


ZAR = [card for colour in "YGB" for kind in "123456SDR" for card in [colour + kind] * 2]
ZAR += ["W1", "W1", "W2", "W2", "D1", "D1", "D2", "D2"]
COLOURS = {"red": "R", "yellow": "Y", "blue": "B"}
SUITS = {"art": "A", "change": "C", "favors": "F", "zont": "Z", "giglets": "G"}


def hands(deck: list[str], order: Sequence[str], size: int, seats: Sequence[int]) -> dict[str, list[str]]:
    """Deal hands one card at a time from the end of `deck`."""
    held: dict[str, list[str]] = {f"hand:{seat}": [] for seat in seats}
    for _ in range(size):
        for seat in seats:
            held[f"hand:{seat}"].append(deck.pop())
    return {zone: sorted(cards, key=order.index) for zone, cards in held.items()}


def in_turn(first: int, seats: int) -> list[int]:
    return [(first + step) % seats for step in range(seats)]


def plain_bazaar(words: Words, first: int, seats: int) -> dict[str, list[str]]:
    favors = [card for card in ZONT if card[0] == "F" and card[1] in "RYB"]
    turned = words.shuffled(favors)[::-1]
    customers = {colour: next(card for card in turned if card[1] == code) for colour, code in COLOURS.items()}
    deck = words.shuffled([card for card in ZONT if card not in customers.values()])
    dealt = hands(deck, ZONT, 5, in_turn(first, seats))
    return {"deck": deck, **dealt, **{f"customer:{colour}": [card] for colour, card in customers.items()}}


def plain_door(words: Words, first: int, seats: int) -> dict[str, list[str]]:
    deck = words.shuffled([card for card in ZONT if card[2] != "0"])
    dealt = hands(deck, ZONT, 5, in_turn(first, seats))
    return {"deck": deck, **dealt, **{f"suit:{suit}": [f"{code}W0"] for suit, code in SUITS.items()}}


def plain_zar(words: Words, first: int, seats: int) -> dict[str, list[str]]:
    supply = words.shuffled(ZAR)
    dealt = hands(supply, ZAR, 10 - seats, in_turn(first + 1, seats))
    while supply[-1][0] in "WD":
        card = supply.pop()
        supply.insert(words.below(len(supply) + 1), card)
    return {"discard": [supply.pop()], "supply": supply, **dealt}


EMPTY = {
    "bazaar": [
        *(f"pile:{seat}.{colour}" for seat in range(4) for colour in COLOURS),
        *(f"{kind}:{seat}" for seat in range(4) for kind in ("score", "penalty")),
    ],
    "door": [f"score:{seat}" for seat in range(3)],
    "zar": [],
}
KEYS = [sha256(bytes([number])).hexdigest() for number in range(40)]


@pytest.mark.parametrize(
    ("game", "plain", "role"),
    [("bazaar", plain_bazaar, "firstSeat"), ("door", plain_door, "firstSeat"), ("zar", plain_zar, "dealer")],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_it_deals_as_the_page_says(
    game: str, plain: Callable[[Words, int, int], dict[str, list[str]]], role: str
) -> None:
    for key, told in zip(KEYS, deal([record(game, seed=key) for key in KEYS]), strict=True):
        words = Words(key)
        first = words.below(SEATS.get(game, 3))
        before = words.used
        zones = plain(words, first, SEATS.get(game, 3)) | {zone: [] for zone in EMPTY[game]}
        assert told == {"zones": zones, role: first, "wordsBefore": before, "wordsAfter": words.used}


def test_a_wild_or_a_dragon_turned_over_goes_back_at_a_random_place() -> None:
    used = [told["wordsAfter"] - told["wordsBefore"] for told in deal([record("zar", seed=key) for key in KEYS])]
    assert min(used) == len(ZAR) - 1
    assert max(used) > min(used)


def test_a_stacked_deck_of_zar_takes_words_only_for_what_is_put_back() -> None:
    stacked = [*ZAR[16:32], "W1", "D2", *ZAR[:16], *ZAR[32:54], "W1", "W2", "W2", "D1", "D1", "D2"]
    (told,) = deal([record("zar", seats=2, options={"firstSeat": 1, "deal": 8}, deck=stacked)])
    supply = [card for card in stacked[16:] if card != stacked[18]]
    assert told["zones"]["hand:0"] == sorted(stacked[0:16:2], key=ZAR.index)
    assert told["zones"]["discard"] == [stacked[18]]
    assert sorted(told["zones"]["supply"]) == sorted([*supply, stacked[18]])
    assert (told["wordsBefore"], told["wordsAfter"]) == (0, 2)


def test_a_stacked_deck_of_52_leaves_the_customers_of_bazaar_to_the_key() -> None:
    (dealt,) = deal([record("bazaar", seats=2)])
    customers = [dealt["zones"][f"customer:{colour}"] for colour in COLOURS]
    stacked = [card for card in ZONT if [card] not in customers]
    (told,) = deal([record("bazaar", seats=2, deck=stacked)])
    assert [told["zones"][f"customer:{colour}"] for colour in COLOURS] == customers
    assert told["zones"]["deck"] == stacked[10:][::-1]
    assert told["wordsAfter"] - told["wordsBefore"] == 9 - 1


def test_a_stacked_deck_of_55_begins_with_the_customers_of_bazaar() -> None:
    customers = ["FR2", "FY1", "FB3"]
    stacked = [*customers, *(card for card in reversed(ZONT) if card not in customers)]
    (told,) = deal([record("bazaar", seats=2, options={"firstSeat": 1, "handSize": 3}, deck=stacked)])
    assert [told["zones"][f"customer:{colour}"] for colour in COLOURS] == [[card] for card in customers]
    assert told["zones"]["hand:1"] == sorted(stacked[3:9:2])
    assert (told["firstSeat"], told["wordsAfter"]) == (1, 0)
    spoilt = [["FY1", "FR2", *stacked[2:]], ["AR1", *(card for card in stacked if card != "AR1")]]
    assert fail_checks([record("bazaar", seats=2, deck=deck) for deck in spoilt]) == [["deck"]] * 2


def test_a_stacked_deck_of_door_holds_all_cards_but_the_0s() -> None:
    stacked = [card for card in ZONT if card[2] != "0"]
    (told,) = deal([record("door", options={"firstSeat": 0}, deck=stacked)])
    assert told["zones"]["deck"] == stacked[15:][::-1]
    assert fail_checks([record("door", deck=list(ZONT))]) == [["deck"]]


def test_gain_and_loss_cards_that_would_be_bases_go_to_the_bottom() -> None:
    stacked = ["+", "R1", "-", "-", "B1", "Y1", "R1", "Z", "B1", "Y1"]
    counts = {"ones": 2, "twos": 0, "threes": 0, "fours": 0, "fives": 0, "zlams": 1, "gainCards": 1, "lossCards": 2}
    (told,) = deal([record("zlam", seats=2, options={"firstSeat": 0, "stacks": 2, **counts}, deck=stacked)])
    bases = {"stack:1.1": ["R1"], "stack:0.1": ["B1"], "stack:1.2": ["Y1"], "stack:0.2": ["R1"]}
    assert told["zones"] == {"deck": ["-", "-", "+", "Y1", "B1", "Z"], "drawn": [], **bases, "out": []}


# ---- records that hold, and records that were spoilt

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
    """Return for each record the names of the checks that fail, each with one sentence that says what must be."""
    results = verify(given)
    for result in results:
        assert result["ok"] == all(check["ok"] for check in result["checks"])
        for message in [check["message"] for check in result["checks"] if not check["ok"]]:
            assert re.fullmatch(r"[^\n]* must [^\n]*\.", message), message
    return [[check["name"] for check in result["checks"] if not check["ok"]] for result in results]


def test_the_key_of_the_example_is_the_one_that_the_page_describes() -> None:
    message = b"croupier/1\nT4ble_Id-0\n\ndice: 4 4 1\n~"
    assert sha256(bytes(range(32))).hexdigest() == COMMITMENT
    assert hmac.new(bytes(range(32)), message, "sha256").hexdigest() == FAIR_KEY


def test_a_record_that_holds_passes_every_check() -> None:
    (result,) = verify([fair_record()])
    names = [check["name"] for check in result["checks"]]
    assert [check for check in result["checks"] if not check["ok"]] == []
    parts = ["commitment", "entropy", "key", "shuffle", "shuffle", "shuffles", "shuffles"]
    assert names == ["record", "options", "deal", "first move", *parts]
    assert result["ok"] is True


def test_what_a_record_does_not_tell_is_said() -> None:
    bare, whole = verify([record("door"), fair_record()])
    assert bare["ok"] is True
    told = [re.findall("moves|fairness|shuffles", note)[0] for note in bare["notes"]]
    assert told == ["moves", "fairness", "shuffles"]
    assert len(whole["notes"]) == 1


def test_a_later_shuffle_of_cards_in_play_is_checked() -> None:
    (dealt,) = deal([record("door")])
    pile = shuffled(COUNTED, 5, dealt["wordsAfter"], ["AW0", "AR3", "AB1", "AY2"], "suit:art")
    spoilt = pile | {"after": pile["after"][::-1]}
    early = shuffled(COUNTED, 5, dealt["wordsAfter"] - 1, pile["before"], "suit:art")
    assert fail_checks([record("door", shuffles=[part]) for part in (pile, spoilt, early)]) == [
        [],
        ["shuffle"],
        ["shuffles"],
    ]


@pytest.mark.parametrize("game", ["zeven", "bazaar", "door"])
def test_the_first_move_is_made_by_the_seat_that_opens(game: str) -> None:
    (dealt,) = deal([record(game)])
    first = dealt.get("starter", dealt.get("firstSeat"))
    moves = [f"{seat} play {dealt['zones'][f'hand:{seat}'][0]} @1" for seat in range(SEATS.get(game, 3))]
    failed = fail_checks([record(game, moves=[move]) for move in moves])
    assert failed == [[] if seat == first else ["first move"] for seat in range(SEATS.get(game, 3))]


def test_the_first_move_of_zlam_is_made_by_the_seat_after_the_dealer() -> None:
    (dealt,) = deal([record("zlam")])
    failed = fail_checks([record("zlam", moves=[f"{seat} place @1"]) for seat in range(4)])
    assert failed == [[] if seat == (dealt["dealer"] + 1) % 4 else ["first move"] for seat in range(4)]


def test_the_first_move_of_zar_may_be_a_match_of_any_seat_with_a_card_of_its_own() -> None:
    (dealt,) = deal([record("zar")])
    held = [dealt["zones"][f"hand:{seat}"] for seat in range(5)]
    own = [record("zar", moves=[f"{seat} match {cards[0]}"]) for seat, cards in enumerate(held)]
    foreign = next(card for card in held[1] if card not in held[0])
    assert fail_checks([*own, record("zar", moves=[f"0 match {foreign}"])]) == [*([[]] * 5), ["first move"]]


def test_one_shuffle_or_the_fairness_can_be_checked_alone() -> None:
    good = fair_record()
    (told,) = ask("(record) => verifier.checkShuffle(record.seed, record.shuffles[1])", [good])
    assert told["ok"] is True
    (checks,) = ask("(record) => verifier.checkFairness(record)", [good])
    assert [(check["name"], check["ok"]) for check in checks] == [
        ("commitment", True),
        ("entropy", True),
        ("key", True),
    ]


OTHER = "ab" * 32
SECOND = shuffled(FAIR_KEY, 60, 55, ZONT)
# What is changed in the record that holds, by its path, and the checks that fail by it.
SPOILT: dict[str, tuple[str, object, list[str]]] = {
    "another seed": ("seed", OTHER, ["first move", "key", "shuffle", "shuffle"]),
    "a seed that is none": ("seed", "x", ["record"]),
    "a seed that was cut out": ("seed", "", ["record"]),
    "a seed in capitals": ("seed", OTHER.upper(), ["record"]),
    "a later format": ("format", 2, ["record"]),
    "an unknown game": ("game", "chess", ["record"]),
    "an inherited name as game": ("game", "constructor", ["record"]),
    "other rules": ("rules", 2, ["record"]),
    "too many seats": ("seats", 5, ["record"]),
    "half a seat": ("seats", 2.5, ["record"]),
    "moves that are no list": ("moves", "0 play AR1 @1", ["record"]),
    "other seats": ("seats", 2, ["first move", "entropy"]),
    "an unknown option": ("options", {"nosuch": 1}, ["options"]),
    "an option of another game": ("options", {"handSize": 5}, ["options"]),
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


def test_a_spoilt_record_is_refused_by_the_check_that_it_fails() -> None:
    failed = fail_checks([spoil(path, value) for path, value, _ in SPOILT.values()])
    assert dict(zip(SPOILT, failed, strict=True)) == {name: checks for name, (_, _, checks) in SPOILT.items()}


@pytest.mark.parametrize("part", ["format", "game", "rules", "seats", "seed", "moves"])
def test_a_record_that_lacks_a_part_is_refused(part: str) -> None:
    lacking = fair_record()
    del lacking[part]
    assert fail_checks([lacking]) == [["record"]]


def test_tables_that_the_rules_refuse_are_refused() -> None:
    no_numbers = dict.fromkeys(("ones", "twos", "threes", "fours", "fives"), 0)
    refused = [
        record("zar", seats=9, options={"deal": 6}),
        record("zlam", seats=16),
        record("zlam", seats=2, options={**no_numbers, "zlams": 5, "lossCards": 9}),
        record("zlam", seats=2, options={**no_numbers, "zlams": 7}),
        record("zlam", options={"gainCards": 11}),
        record("bazaar", options={"handSize": 8}),
    ]
    assert fail_checks(refused) == [["options"]] * len(refused)


ODD: tuple[object, ...] = (None, True, 0, -1, 1.5, 10**20, "", "\x1b[31m\u202e", [], [None], {}, {"__proto__": 1})


def test_odd_values_fail_a_check_and_raise_nothing() -> None:
    good = fair_record() | {"deck": None, "options": {}}
    parts = [
        *good,
        *(f"fairness.{part}" for part in good["fairness"]),
        *(f"shuffles.0.{part}" for part in good["shuffles"][0]),
    ]
    odd = [[value, good | {"moves": [value]}, *(spoil(part, value) for part in parts)] for value in ODD]
    for result in verify([one for given in odd for one in given]):
        assert all(check["message"].isprintable() for check in result["checks"])
        assert result["checks"]


# ---- the command and the page


def run(*arguments: str, text: bytes = b"") -> subprocess.CompletedProcess[str]:
    done = subprocess.run([find_node(), str(VERIFIER), *arguments], input=text, capture_output=True, check=False)
    told = subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "    at " not in told.stderr
    return told


def test_the_command_prints_a_line_for_each_check(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(fair_record()))
    told = run(str(file))
    assert told.returncode == 0
    assert told.stdout.startswith("ok      record: A record of Zeven for 3 seats.\n")
    assert told.stdout.endswith('" is verified.\n')
    assert told.stderr == ""


def test_the_command_fails_when_one_of_its_files_does(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(fair_record()))
    bad.write_text(json.dumps(spoil("seed", OTHER)))
    told = run(str(good), str(bad))
    assert told.returncode == 1
    assert '" is verified.' in told.stdout
    assert "\nFAILED  key: The seed must be " in told.stdout


def test_the_command_reads_standard_input_and_prints_json() -> None:
    told = run("--json", "-", text=json.dumps(fair_record()).encode())
    result = json.loads(told.stdout)
    assert (told.returncode, result["ok"], result["file"]) == (0, True, "-")
    assert {"name", "ok", "message"} == set(result["checks"][0])


def test_the_command_prints_the_deals() -> None:
    told = run("--deals", "-", text=json.dumps(fair_record()).encode())
    assert json.loads(told.stdout)[0] == deal([fair_record()])[0]
    assert told.returncode == 0


@pytest.mark.parametrize(
    ("text", "check"),
    [
        *((text, "file") for text in (b"", b"{", b"\xff", b'{"seed":"\xff"}')),
        *((text, "record") for text in (b"null", b"[]", b"{}", b"[" * 200_000 + b"]" * 200_000, b'{"format":1e999}')),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_the_command_says_plainly_that_a_file_holds_no_record(text: bytes, check: str) -> None:
    told = run("-", text=text)
    assert told.returncode == 1
    assert re.fullmatch(rf'FAILED  {check}: .* must .*\.\n"-" is NOT verified\.\n', told.stdout)
    assert told.stderr == ""


def test_the_command_says_plainly_that_there_is_no_such_file(tmp_path: Path) -> None:
    told = run(str(tmp_path / "none.json"))
    assert told.returncode == 1
    assert told.stdout.startswith("FAILED  file: ")


@pytest.mark.parametrize("arguments", [(), ("--json",), ("--nosuch", "-"), ("--json", "--deals", "-")])
def test_the_command_tells_its_usage(arguments: tuple[str, ...]) -> None:
    told = run(*arguments)
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith("usage: ")


def test_a_plain_script_defines_it_in_a_browser() -> None:
    question = """({ source, record }) => {
        const page = {};
        require("vm").runInNewContext(source, page);
        return { defined: Object.keys(page), ok: page.CroupierVerify.verify(record).ok };
    }"""
    (told,) = ask(question, [{"source": VERIFIER.read_text(encoding="utf-8"), "record": fair_record()}])
    assert told == {"defined": ["CroupierVerify"], "ok": True}


def test_the_page_loads_only_the_verifier() -> None:
    html = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"""(?:src|href)=["']?([^"'\s>]*)""", html) == [VERIFIER.name]
    assert not re.search(r"https?:|url\(|@import|//[a-z]", html)
    assert set(re.findall(r'part\("(\w+)"\)', html)) <= set(re.findall(r'id="(\w+)"', html))


def test_the_page_that_describes_it_names_every_check() -> None:
    named = re.findall(r"^\| `([a-z ]+)` \|", (PAGE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    failing = {check for _, _, checks in SPOILT.values() for check in checks}
    assert set(named) == failing | {"file", "deal"}
