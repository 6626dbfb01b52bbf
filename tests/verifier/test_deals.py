"""The verifier in docs/verifier hashes, shuffles and deals like the published answers, its page and the engine."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from random import Random

import pytest

from engine import InvalidOption, Option, add_shuffles, describe_options, dump_record, find_game, make_record, new_game
from engine.games.zont import DECK as ZONT
from engine.options import Plain
from tests.engine.play import play_on, random_table
from tests.verifier.records import (
    COUNTED,
    REGISTERED,
    SEATS,
    VECTORS,
    ZAR,
    ZEROS,
    Record,
    Words,
    deal,
    fail_checks,
    record,
)
from tests.verify_deals import LATER_DEALS, MOST_DEALS, ask, compare

TABLES = 60
# Tables played on for the sake of their later shuffles, and the number of moves of each.
PLAYED = 20
LONGEST = 300


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
    written: Record = json.loads(dump_record(add_shuffles(made)))
    return written


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
    for key, dealt in zip(KEYS, deal([record(game, seed=key) for key in KEYS]), strict=True):
        words = Words(key)
        first = words.below(SEATS.get(game, 3))
        before = words.used
        zones = plain(words, first, SEATS.get(game, 3)) | {zone: [] for zone in EMPTY[game]}
        assert dealt == {"zones": zones, role: first, "wordsBefore": before, "wordsAfter": words.used}


def test_a_wild_or_a_dragon_turned_over_goes_back_at_a_random_place() -> None:
    used = [dealt["wordsAfter"] - dealt["wordsBefore"] for dealt in deal([record("zar", seed=key) for key in KEYS])]
    assert min(used) == len(ZAR) - 1
    assert max(used) > min(used)


def test_a_stacked_deck_of_zar_takes_words_only_for_what_is_put_back() -> None:
    stacked = [*ZAR[16:32], "W1", "D2", *ZAR[:16], *ZAR[32:54], "W1", "W2", "W2", "D1", "D1", "D2"]
    (dealt,) = deal([record("zar", seats=2, options={"firstSeat": 1, "deal": 8}, deck=stacked)])
    supply = [card for card in stacked[16:] if card != stacked[18]]
    assert dealt["zones"]["hand:0"] == sorted(stacked[0:16:2], key=ZAR.index)
    assert dealt["zones"]["discard"] == [stacked[18]]
    assert sorted(dealt["zones"]["supply"]) == sorted([*supply, stacked[18]])
    assert (dealt["wordsBefore"], dealt["wordsAfter"]) == (0, 2)


def test_a_stacked_deck_of_52_leaves_the_customers_of_bazaar_to_the_key() -> None:
    (dealt,) = deal([record("bazaar", seats=2)])
    customers = [dealt["zones"][f"customer:{colour}"] for colour in COLOURS]
    stacked = [card for card in ZONT if [card] not in customers]
    (result,) = deal([record("bazaar", seats=2, deck=stacked)])
    assert [result["zones"][f"customer:{colour}"] for colour in COLOURS] == customers
    assert result["zones"]["deck"] == stacked[10:][::-1]
    assert result["wordsAfter"] - result["wordsBefore"] == 9 - 1


def test_a_stacked_deck_of_55_begins_with_the_customers_of_bazaar() -> None:
    customers = ["FR2", "FY1", "FB3"]
    stacked = [*customers, *(card for card in reversed(ZONT) if card not in customers)]
    (dealt,) = deal([record("bazaar", seats=2, options={"firstSeat": 1, "handSize": 3}, deck=stacked)])
    assert [dealt["zones"][f"customer:{colour}"] for colour in COLOURS] == [[card] for card in customers]
    assert dealt["zones"]["hand:1"] == sorted(stacked[3:9:2])
    assert (dealt["firstSeat"], dealt["wordsAfter"]) == (1, 0)
    spoilt = [["FY1", "FR2", *stacked[2:]], ["AR1", *(card for card in stacked if card != "AR1")]]
    assert fail_checks([record("bazaar", seats=2, deck=deck) for deck in spoilt]) == [["deck"]] * 2


def test_a_stacked_deck_of_door_holds_all_cards_but_the_0s() -> None:
    stacked = [card for card in ZONT if card[2] != "0"]
    (dealt,) = deal([record("door", options={"firstSeat": 0}, deck=stacked)])
    assert dealt["zones"]["deck"] == stacked[15:][::-1]
    assert fail_checks([record("door", deck=list(ZONT))]) == [["deck"]]


def test_gain_and_loss_cards_that_would_be_bases_go_to_the_bottom() -> None:
    stacked = ["+", "R1", "-", "-", "B1", "Y1", "R1", "Z", "B1", "Y1"]
    counts = {"ones": 2, "twos": 0, "threes": 0, "fours": 0, "fives": 0, "zlams": 1, "gainCards": 1, "lossCards": 2}
    (dealt,) = deal([record("zlam", seats=2, options={"firstSeat": 0, "stacks": 2, **counts}, deck=stacked)])
    bases = {"stack:1.1": ["R1"], "stack:0.1": ["B1"], "stack:1.2": ["Y1"], "stack:0.2": ["R1"]}
    assert dealt["zones"] == {"deck": ["-", "-", "+", "Y1", "B1", "Z"], "drawn": [], **bases, "out": []}
