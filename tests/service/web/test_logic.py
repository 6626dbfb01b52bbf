"""The logic of the page without a browser: Node runs the modules as they are served."""

from pathlib import Path
from typing import Any

import msgspec

import engine
from service.sessions.problems import PROBLEMS, REFUSALS
from service.views.catalogue import project_game
from tests.clients.node import run_node
from web.assets import STATIC

SCRIPT = Path(__file__).parent / "logic.mjs"
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789-_"
# The size of each code, and the hash of its modules, as another encoder (the npm package qrcode) draws it.
CODES = {
    0: (29, "e29de03b2cadbb94"),
    22: (33, "171dc20a4712dee3"),
    71: (41, "e752b21ba64e1e1a"),
    150: (53, "d7ecee3bb621c22d"),
    400: (81, "419ce2d551e73f53"),
    1000: (121, "ddb5103f67fd4001"),
    2303: (177, "d542a0196582ade5"),
}
CHOICE = {
    "choices": ["low", "high"],
    "choiceLabels": ["not much", "a lot"],
    "minimum": None,
    "maximum": None,
    "kind": "CHOICE",
}
NUMBER: dict[str, object] = {"kind": "INTEGER", "choices": [], "choiceLabels": [], "maximumBySeats": []}
SEAT = NUMBER | {"choices": ["random"], "choiceLabels": ["by chance"], "maximumBySeats": [1, 2], "isSeat": True}
OPTIONS: list[dict[str, object]] = [
    {"name": "open", "default": "true", "choices": [], "minimum": None, "maximum": None, "kind": "BOOLEAN"},
    {"name": "mode", "default": "low", **CHOICE},
    {"name": "hands", "default": "1", "minimum": 1, "maximum": 50, **NUMBER},
    {"name": "first", "default": "random", "minimum": 0, "maximum": 2, **SEAT},
    {"name": "teams", "default": "null", "choices": [], "minimum": 0, "maximum": 29, "kind": "LIST"},
]


# Problems that only their own sentences explain: about what exactly was sent.
NEEDS_ITS_SENTENCE = {
    "INVALID_INPUT",
    "INVALID_OPTION",
    "INVALID_STATE",
    "BAD_NOTATION",
    "KEY_REUSED",
    "BAD_REQUEST",
    "METHOD_NOT_ALLOWED",
    "NOT_ACCEPTABLE",
    "URI_TOO_LONG",
    "UNSUPPORTED_MEDIA_TYPE",
    "PRECONDITION_REQUIRED",
    # The page asks for the key by itself.
    "HEAD_TOO_LARGE",
    "APP_KEY_REQUIRED",
}


def run(way: str, **given: object) -> Any:  # noqa: ANN401
    """Run a case of the page's logic, and return its result."""
    text = msgspec.json.encode({"way": way, "folder": str(STATIC), **given}).decode()
    return msgspec.json.decode(run_node(str(SCRIPT), text))


def test_codes_for_cameras_are_those_of_another_encoder() -> None:
    link = "https://play.example/play#s="
    texts = [link + "".join(LETTERS[(i * 7 + count) % 38] for i in range(count)) for count in CODES]
    assert [tuple(code) for code in run("codes", texts=texts)] == list(CODES.values())


def test_a_text_that_fits_into_no_code_is_refused() -> None:
    assert run("tooLong") == "RangeError"


def test_only_what_differs_from_a_default_is_sent() -> None:
    values = {"open": "false", "mode": "low", "hands": " 3 ", "first": "", "unknown": "1"}
    found = run("options", options=OPTIONS, values=values, problems=[])
    assert found["chosen"] == [{"name": "open", "value": "false"}, {"name": "hands", "value": "3"}]


def test_every_kind_of_option_has_its_field() -> None:
    found = run("options", options=OPTIONS, values={}, problems=[])
    assert found["chosen"] == []
    assert found["fields"] == ["switch", "choice", "number", "choice", "text"]
    assert found["choices"][3] == ["random", "0", "1", "2"]


def test_an_option_is_told_in_words_and_a_seat_counts_from_one() -> None:
    at = run("optionsAt", options=[{"maximumBySeats": [], **option} for option in OPTIONS])
    assert at["two"] == ["by chance", "Seat 1", "Seat 2"]
    assert at["three"] == ["by chance", "Seat 1", "Seat 2", "Seat 3"]
    assert at["usual"] == ["yes", "not much", "1", "by chance", "none"]
    assert at["kept"] == [{"first": "1", "hands": "3"}, {"first": "random"}, {"hands": "3"}]


def test_every_game_is_dealt_at_every_number_of_seats_with_nothing_chosen() -> None:
    games = [project_game(name) for name in engine.GAMES]
    usual = run("usualTables", games=games)
    for game, tables in zip(games, usual, strict=True):
        assert len(tables) == game.max_seats - game.min_seats + 1
        for seats, options in enumerate(tables, game.min_seats):
            given = {option["name"]: msgspec.json.decode(option["value"]) for option in options}
            assert engine.new_game(game.id, seats=seats, options=given, seed="00" * 32).ply == 0
    decks = [options for options in usual[[game.id for game in games].index("zlam")] if options]
    assert decks[0] == [{"name": "decks", "value": "2"}]
    assert decks[-1] == [{"name": "decks", "value": "7"}]


def test_a_refusal_leads_to_its_field() -> None:
    problems = [{"body": {"path": ["options", "hands"]}}, {"body": {"path": ["botMillis"]}}, {"body": {}}, None]
    assert run("options", options=[], values={}, problems=problems)["faults"] == ["hands", "botMillis", None, None]


def test_an_address_is_read_and_garbage_is_called_so() -> None:
    secret = "s" * 43
    hashes = ["", "#", "#s=abcdefgh", f"#s=abcdefgh&t={secret}", f"#s=abcdefgh&code={secret}"]
    garbage = ["#s=", "#s=a b", "#%E0%A4%A", "#x=1", "#s=abcdefgh&t=<script>", f"#t={secret}", "#s=" + "x" * 200]
    pasted = [
        "https://play.example/play#s=abcdefgh",
        " #s=abcdefgh ",
        "abcdefgh",
        "s=abcdefgh",
        "https://play.example/play",
        "",
        "?",
    ]
    alone = [secret, f" code={secret} ", f"t={secret}", "i" * 22, f"#s=abcdefgh&t={secret}", ""]
    found = run("addresses", hashes=hashes + garbage, pasted=pasted, alone=alone)
    assert found["alone"] == [True] * 3 + [False] * 3
    read = found["read"]
    assert [address["session"] for address in read[:5]] == [None, None, "abcdefgh", "abcdefgh", "abcdefgh"]
    assert [address["broken"] for address in read] == [False] * 5 + [True] * len(garbage)
    assert (read[3]["token"], read[4]["code"]) == (secret, secret)
    assert all(address["session"] is address["token"] is None for address in read[5:])
    assert found["pasted"] == ["abcdefgh"] * 4 + [None] * 3
    assert found["written"] == ["#s=abcdefgh", "#s=abcdefgh&code=12345678", "#s=abcdefgh&t=12345678"]


def test_a_browser_that_keeps_nothing_loses_nothing_while_the_tab_is_open() -> None:
    found = run("storages")
    assert found["lasts"] == [False, True]
    assert found["kept"] == ["1", "1", "2", None]
    assert found["ownKeys"] == ["a"]
    assert found["read"] == [[], [], [1], []]


def test_the_tables_of_a_browser_and_their_seats_are_kept_and_forgotten() -> None:
    found = run("myTables")
    assert found["order"] == ["first", "second"]
    assert [seat["name"] for seat in found["seats"]] == ["Ada", "Bob"]
    assert found["left"] == ["croupier-page:tables"]
    assert found["count"] == 50


def test_a_move_without_an_answer_is_sent_again_with_its_key_after_a_reload() -> None:
    found = run("moves")
    (move, how), *_ = found["first"]
    assert (move["notation"], how["at"], len(how["key"])) == ("play A", "7-x", 32)
    assert found["again"] == [[move, how]]
    assert found["outcome"] == {"kind": "applied"}
    assert found["ofOther"] is None
    assert (found["left"], found["kept"]) == (None, 0)


def test_a_hidden_tab_gives_its_stream_back_and_takes_it_again() -> None:
    assert run("watching") == ["watch", "stop", "watch", "stop"]


def test_the_page_knows_whether_anything_comes_back_and_the_time_of_the_service() -> None:
    found = run("wire")
    assert found["seen"] == [False, True]
    assert found["now"] == "2026-11-23T12:00:10.500Z"
    assert found["aborted"] is True


def test_both_languages_have_every_text_with_the_same_blanks() -> None:
    found = run("texts")
    assert found["en"] == found["de"]
    assert found["filled"] == [
        ["0 free seats", "Du gewinnst: 0 Punkte"],
        ["1 free seat", "Du gewinnst: 1 Punkt"],
        ["2 free seats", "Du gewinnst: 2 Punkte"],
        ["5 free seats", "Du gewinnst: 5 Punkte"],
    ]
    assert found["empty"] == 0


# Blanks with names, and with numbers that count nothing: "step 1 of 3".
UNCOUNTED = {
    *("game", "list", "move", "name", "names", "others", "winner"),
    *("done", "found", "least", "level", "low", "number", "place", "ply", "rank", "round", "rules", "step", "version"),
}
# What follows a number and never depends on it: units, participles, and nouns behind fractions and several.
UNCHANGED = {
    *("megabytes MB", "millis ms", "seconds s", "count hidden", "count verdeckt"),
    *("loss points", "loss Punkte", "most players", "most Personen"),
}


def test_no_word_of_the_page_follows_a_number_that_it_depends_on() -> None:
    followed = run("numbers")["followed"]
    assert {words for words in followed if words.split()[0] not in UNCOUNTED} == UNCHANGED


def test_texts_have_as_many_forms_as_their_language() -> None:
    found = run("numbers")
    assert found["ranks"] == ["1st", "2nd", "3rd", "4th", "11th", "21st", "22nd", "23rd", "101st"]
    assert found["slavic"] == ["0 kart", "1 karta", "2 karty", "5 kart", "22 karty"]


OUTCOMES = {
    ("en", 2, (3, 2, 1), (1, 2, 3), ()): "You came third: 1 point",
    ("en", 1, (3, 2, 2), (1, 2, 2), ()): "You share second place: 2 points",
    ("en", 0, (3, 3, 2), (1, 1, 3), ()): "You share the win: 3 points",
    ("en", None, (3, 3, 2), (1, 1, 3), ()): "Ada and Bob share the win: 3 points",
    ("en", 2, (1, 2, 3), (2, 1, 3), (2,)): "You came third: 3 points",
    ("en", None, None, (2, 1), (0,)): "Ada has resigned: Bob wins",
    ("en", 0, None, (3, 1, 2), (0, 2)): "You have resigned: Bob wins",
    ("en", 1, None, (3, 1, 2), (0, 2)): "Ada and Cy have resigned: you win",
    ("de", 2, (0, 2, 1), (3, 1, 2), ()): "Du bist auf dem zweiten Platz: 1 Punkt",
    ("de", 1, (3, 2, 2), (1, 2, 2), ()): "Du teilst dir den zweiten Platz: 2 Punkte",
    ("de", None, (3, 3, 3), (1, 1, 1), ()): "Ada, Bob und Cy teilen sich den Sieg: 3 Punkte",
    ("de", None, None, (1, 2), (1,)): "Bob hat aufgegeben: Ada gewinnt",
    ("de", None, None, (1, 2, 3), (2, 1)): "Cy und Bob haben aufgegeben: Ada gewinnt",
    ("de", 1, None, (1, 2), (1,)): "Du hast aufgegeben: Ada gewinnt",
    ("de", 0, None, (1, 2), (1,)): "Bob hat aufgegeben: Du gewinnst",
}


def test_a_result_is_told_in_one_sentence() -> None:
    names = ("language", "viewerSeat", "scores", "ranking", "resigned")
    found = run("outcomes", results=[dict(zip(names, outcome, strict=True)) for outcome in OUTCOMES])
    assert found == list(OUTCOMES.values())


def tried(reward: float, margin: float, label: str | None) -> dict[str, object]:
    """Return a move as a bot has tried it."""
    move = None if label is None else {"label": label}
    return {"move": move, "reward": reward, "low": reward - 0.1, "high": reward + 0.1, "margin": margin}


HINTS: dict[str, dict[str, object]] = {
    "it wins the table": {"preview": {"result": {"winners": [1]}, "scores": []}},
    "it brings 1 point at once": {"preview": {"scores": [{"points": 9}, {"points": 5}]}},
    "there is no other move": {"choices": 1},
    "": {"preview": {"scores": [{"points": 9}, {"points": None}]}},
    "on average you are ahead by 2.3 more than with “B”": {"tried": [tried(0.5, 3.25, "A"), tried(0.4, 1, "B")]},
    "it turns out better than waiting": {"tried": [tried(0.5, 1, "A"), tried(0.1, 1, None)]},
    "“B” is about as good": {"tried": [tried(0.5, 1, "A"), tried(0.4, 1.2, "B")]},
}


def test_a_hint_gives_its_reason_in_a_clause_in_both_languages() -> None:
    hints = [
        {
            "suggestion": {"seat": 1, "waits": False, "candidates": told.get("tried", [])},
            "preview": told.get("preview"),
            "points": 4,
            "choices": told.get("choices", 2),
        }
        for told in HINTS.values()
    ]
    reasons = run("hints", hints=hints)
    assert [english for english, _ in reasons] == list(HINTS)
    german = [reason for _, reason in reasons]
    assert german[1] == "das bringt sofort 1 Punkt"
    assert german[4] == "im Schnitt liegst du um 2,3 weiter vorn als mit „B“"


def test_a_table_is_heard_by_what_happens_to_its_cards() -> None:
    assert run("cues") == {
        "put": ["put"],
        "drawn": ["draw", "turn"],
        "shuffled": ["put", "shuffle"],
        "slammed": ["slam"],
        "missed": ["turn"],
        "won": ["put", "win"],
        "lost": ["end"],
    }


def test_every_problem_is_told_in_german_unless_its_own_sentence_says_more() -> None:
    told = set(run("problems")["de"])
    assert told - {"OTHER"} == (set(PROBLEMS) | set(REFUSALS)) - NEEDS_ITS_SENTENCE


def test_a_new_table_has_as_many_places_as_its_game_allows() -> None:
    found = run("setups")
    assert found["first"] == ["me", "bot", "bot"]
    assert found["two"] == ["me", "bot"]
    assert found["friends"] == found["tooMany"] == found["tooFew"] == ["me", "open", "open"]
    assert found["more"] == ["me", "open", "open", "open"]


def test_the_device_is_passed_to_the_seat_that_is_asked_next() -> None:
    assert run("hotSeat") == [None, None, "seat2", None, None, None]


def test_an_app_reads_its_table_ever_more_seldom_and_not_before_anything_can_have_changed() -> None:
    found = run("places")
    assert found["quiet"] == [1000, 1500, 2250, 7593.75, 10_000, 10_000]
    assert found["others"] == [1000] * 4
    # As long as a timer can wait.
    assert found["mine"] == 2**31 - 1
    assert found["late"] == [31_000, 1000]
    assert found["heights"] == [630, 500, 420, 760, 496]
