"""The verifier accepts valid records, and names the failing checks of invalid ones."""

import hmac
import re
from hashlib import sha256

import pytest

from tests.verifier.records import (
    COMMITMENT,
    COUNTED,
    FAIR_KEY,
    FOREIGN,
    OTHER,
    SEATS,
    SPOILT,
    deal,
    fail_checks,
    fair_record,
    record,
    shuffled,
    spoil,
    verify,
)
from tests.verify_deals import ask


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


def test_the_notes_name_the_missing_parts_of_a_record() -> None:
    bare, whole = verify([record("door"), fair_record()])
    assert bare["ok"] is True
    subjects = [re.findall("moves|fairness|shuffles", note)[0] for note in bare["notes"]]
    assert subjects == ["moves", "fairness", "shuffles"]
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
    (result,) = ask("(record) => verifier.checkShuffle(record.seed, record.shuffles[1])", [good])
    assert result["ok"] is True
    (checks,) = ask("(record) => verifier.checkFairness(record)", [good])
    assert [(check["name"], check["ok"]) for check in checks] == [
        ("commitment", True),
        ("entropy", True),
        ("key", True),
    ]


def test_a_spoilt_record_is_refused_by_the_check_that_it_fails() -> None:
    failed = fail_checks([spoil(path, value) for path, value, _ in SPOILT.values()])
    assert dict(zip(SPOILT, failed, strict=True)) == {name: checks for name, (_, _, checks) in SPOILT.items()}


def test_a_record_of_another_version_is_not_verifiable_here() -> None:
    results = verify([spoil(path, value) for path, value, _ in FOREIGN.values()])
    for result, (_, _, name) in zip(results, FOREIGN.values(), strict=True):
        (found,) = [check for check in result["checks"] if not check["ok"]]
        assert (result["ok"], found["ok"], found["name"]) == (None, None, name)
        assert re.fullmatch(r"Not verifiable here: .* must .*, not .*\.", found["message"])


def test_checks_that_do_not_depend_on_the_rules_still_fail() -> None:
    wrong = spoil("fairness.commitment", OTHER)
    wrong["options"] = {"nosuch": 1}
    (result,) = verify([wrong])
    assert result["ok"] is False


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
