"""Names of seats: any script, as people write it; no character that is invisible or reorders the text around it."""

import unicodedata

import pytest

from service.sessions.names import is_name
from tests.support.graphql_sessions import opened
from tests.support.rest_client import Rest, check_problem
from tools.services import Service

FAMILY = "👨‍👩‍👧‍👦"

NAMES = {
    "one letter": "A",
    "forty letters": "x" * 40,
    "Persian with a non-joiner": "می\u200cخواهم",
    "Persian with a non-joiner after a final letter": "خانه\u200cای",
    "Sinhala with a joiner": "ශ\u0dca\u200dර\u0dd3",
    "Devanagari half form": "क\u094d\u200dष",
    "Devanagari without the conjunct": "क\u094d\u200cष",
    "Malayalam of old spelling, ending with a joiner": "മോഹന\u0d4d\u200d",
    "Bengali with a joiner before the virama": "র\u200d\u09cdযাচেল",
    "Mongolian with a vowel separator": "ᠰᠠᠷᠠᠨ\u180eᠠ",
    "Hebrew with points": "שָׁלוֹם",
    "Thai": "น้ำ",
    "decomposed": "Zoe\u0308",
    "a family": FAMILY,
    "forty code points would not hold ten families": FAMILY * 10,
    "a heart on fire": "❤\ufe0f\u200d🔥",
    "an astronaut": "🧑🏽\u200d🚀",
    "a rainbow flag": "🏳\ufe0f\u200d🌈",
    "the flag of England": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "two flags": "🇳🇱🇧🇪",
    "a keycap": "1\ufe0f\u20e3",
    "a name's own form of a character": "葛\U000e0100城",
    "Mongolian with a form of a letter": "ᠠ\u180bᠨ",
    "a heart as text": "❤\ufe0e",
    "a no-break space": "Jean\u00a0Luc",
    "an ideographic space": "山田\u3000太郎",
    "Arabic": "نور محمد",
    "punctuation": "O’Brien-Łukasz, Jr.",
    "what a page must escape": "<b>&amp;",
}
NO_NAMES = {
    "nothing": "",
    "a space before": " Ada",
    "a space behind": "Ada ",
    "a no-break space before": "\u00a0Ada",
    "an ideographic space behind": "Ada\u3000",
    "spaces": "  ",
    "an empty Braille pattern": "\u2800",
    "a Hangul filler": "\u3164",
    "41 letters": "x" * 41,
    "41 emoji": "😀" * 41,
    "more than 200 code points": FAMILY * 29,
    "a heap of marks": "Z" + "\u0301" * 5,
    "a mark on nothing": "\u0301a",
    "a selector on nothing": "\ufe0fa",
    "two selectors": "👍\ufe0f\ufe0f",
    "a selector after a Latin letter": "A\ufe0fda",
    "hidden bytes": "👍\U000e0101\U000e0102",
    "a joiner between Latin letters": "A\u200dda",
    "a non-joiner between Latin letters": "A\u200cda",
    "a joiner before": "\u200dAda",
    "a non-joiner at the end": "می\u200c",
    "two non-joiners": "می\u200c\u200cخواهم",
    "a joiner after an emoji": "👨\u200d",
    "a joiner between an emoji and a letter": "👨\u200da",
    "tags of no flag": "a\U000e0061\U000e0062\U000e0063\U000e007f",
    "tags without an end": "🏴\U000e0067\U000e0062",
    "a soft hyphen": "A\u00adda",
    "a zero-width space": "A\u200bda",
    "a word joiner": "A\u2060da",
    "a byte order mark": "\ufeffAda",
    "a grapheme joiner": "A\u034fda",
    "a surrogate": "A\ud800",
}
TURNING = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_names_of_real_people_are_valid(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize("text", NO_NAMES.values(), ids=NO_NAMES)
def test_an_invisible_or_oversized_text_is_not_a_name(text: str) -> None:
    assert not is_name(text)


@pytest.mark.parametrize("code", TURNING, ids="U+{:04X}".format)
def test_no_name_has_a_character_that_reorders_the_text_around_it(code: int) -> None:
    assert not is_name(f"A{chr(code)}da")


def test_no_name_has_a_control_a_line_end_a_private_character_or_a_surrogate() -> None:
    refused = {"Cc", "Cs", "Co", "Zl", "Zp"}
    # A part of the private planes is enough.
    codes = (code for code in range(0xF0FFF) if unicodedata.category(chr(code)) in refused)
    assert [hex(code) for code in codes if is_name(f"A{chr(code)}b")] == []


def test_every_letter_that_this_python_knows_is_a_name_unless_it_is_invisible() -> None:
    codes = (code for code in range(0x30000) if unicodedata.category(chr(code)) in ("Lu", "Ll", "Lt", "Lo", "Nd"))
    assert {hex(code) for code in codes if not is_name(chr(code))} == {"0x115f", "0x1160", "0x3164", "0xffa0"}


def test_names_are_kept_as_they_are_sent_over_both_apis(one_service: Service) -> None:
    table = opened(one_service, "zar", 9)
    kept = [NAMES[key] for key in ("Persian with a non-joiner", "decomposed", "a no-break space")] + ["{seat} {0} %s"]
    for seat, name in enumerate(kept):
        assert table.join(seat=seat, name=name)["session"]["seats"][seat]["name"] == name
    path = f"/v1/sessions/{table.id}"
    joined = Rest(one_service).done(f"{path}/seats", {"seat": 4, "name": FAMILY * 10})
    assert [seat["name"] for seat in joined["session"]["seats"][:5]] == [*kept, FAMILY * 10]
    (event,) = [one for one in Rest(one_service).get(f"{path}/events").json()["nodes"] if one["version"] == 6]
    assert (event["value"], event["sentence"]) == (FAMILY * 10, f"Seat 4 is taken by {FAMILY * 10}.")


@pytest.mark.parametrize("text", ["", "Ada ", " Ada", "a\tb", "a\0b", "A\u202eda", "x" * 41, "\u3164"])
def test_an_invalid_name_is_refused_over_both_apis(one_service: Service, text: str) -> None:
    table = opened(one_service)
    refused = table.join(name=text)
    assert (refused["code"], refused["path"]) == ("INVALID_INPUT", ["name"])
    answer = Rest(one_service).post(f"/v1/sessions/{table.id}/seats", {"name": text})
    problem = check_problem(answer, 422, "INVALID_INPUT")
    assert (problem["path"], problem["detail"]) == (["name"], refused["message"])
    assert "1–40 characters as people count them" in refused["message"]
