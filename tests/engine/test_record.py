"""Records (engine 7): a table as a small document, and the findings about an invalid one."""

import hmac
import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import engine
from engine.core.values import Result
from engine.games.zont import DECK
from tests.engine.play import Table, play_on, random_table, stackable
from tests.engine.table import SEED


def recorded(game: str = "zeven", seed: int = 1) -> engine.Record:
    """A random table, played to its end."""
    random = Random(seed)
    table = random_table(game, random)
    start = table.deal()
    steps = list(play_on(start, random))
    return engine.make_record(
        game=game,
        seats=table.seats,
        options=engine.changed_options(start.options),
        seed=table.seed,
        moves=[f"{step.seat} {step.move}" for step in steps],
        outcome=engine.result(steps[-1].after),
    )


def spoil(**changes: object) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(engine.dump_record(recorded()))
    return data | changes


def refuse(record: object, path: tuple[str, ...] = ()) -> str:
    with pytest.raises(engine.InvalidRecord) as refused:
        engine.replay(record)  # type: ignore[arg-type]
    assert refused.value.code == "INVALID_RECORD"
    assert refused.value.path == path
    assert len(refused.value.message.encode()) < 600
    return refused.value.message


@pytest.mark.parametrize("game", list(engine.GAMES))
def test_a_record_its_json_and_its_plain_value_replay_alike(game: str) -> None:
    record = recorded(game)
    states = engine.replay(record)
    written = engine.dump_record(record)
    assert len(states) == len(record.moves) + 1
    assert engine.result(states[-1]) == record.result
    assert engine.replay(written) == engine.replay(written.decode()) == engine.replay(json.loads(written)) == states
    assert engine.parse_record(written) == record


def test_a_record_leaves_out_what_is_as_usual() -> None:
    record = engine.make_record(game="zeven", seats=2, options={}, seed=SEED, moves=[])
    written = {"format": 1, "game": "zeven", "rules": 1, "seats": 2, "seed": SEED, "moves": []}
    assert json.loads(engine.dump_record(record)) == written
    assert len(engine.replay(record)) == 1


def test_a_record_keeps_a_stacked_deck() -> None:
    record = engine.make_record(game="zeven", seats=2, options={"firstSeat": 1}, seed=SEED, moves=[], deck=DECK)
    (state,) = engine.replay(engine.dump_record(record))
    assert state.zones["area:1"] == (DECK[0],)


def test_a_record_of_an_unknown_game_is_not_made() -> None:
    with pytest.raises(engine.UnknownGame):
        engine.make_record(game="nosuch", seats=2, options={}, seed=SEED, moves=[])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"[" * 100_000,
        b"\xff",
        '{"format":"\ud800"}',
        b'{"format":1e400}',
        {},
        {"format": 1},
        [],
        None,
        7,
    ],
    ids=lambda data: repr(data)[:20],
)
def test_a_value_without_the_form_of_a_record_is_refused(data: object) -> None:
    assert refuse(data).startswith("This is not a record: ")


@pytest.mark.parametrize("data", [b"", b"{}", "\ud800", b"[" * 100_000, b"\xff"], ids=lambda data: repr(data)[:20])
def test_it_is_not_read_either(data: bytes | str) -> None:
    with pytest.raises(engine.InvalidRecord, match="This is not a record"):
        engine.parse_record(data)


@pytest.mark.parametrize("key", ["format", "game", "rules", "seats", "moves"])
def test_a_record_without_one_of_its_fields_is_refused(key: str) -> None:
    data = spoil()
    del data[key]
    assert key in refuse(data)


@pytest.mark.parametrize(
    ("changes", "path", "says"),
    [
        ({"extra": 1}, (), "extra"),
        ({"format": 2}, ("format",), "The record has format 2, and this release reads format 1."),
        ({"game": "nosuch"}, ("game",), "There is no game 'nosuch'"),
        (
            {"rules": 2},
            ("rules",),
            "The record is of version 2 of the rules of zeven, and this release plays version 1.",
        ),
        ({"seats": 9}, ("seats",), "Zeven is for 2–4 seats"),
        ({"seed": "x"}, ("seed",), "64 lower-case hex digits"),
        ({"options": {"nosuch": 1}}, ("options", "nosuch"), "This release has no option 'nosuch' of zeven."),
        ({"options": {"rounds": True}}, ("options", "rounds"), "seats"),
        ({"deck": ["AR1"]}, ("deck",), "The stacked deck must hold exactly"),
        ({"moves": ["0"]}, ("moves", "0"), "Move 0 is not of the form `seat move`: '0'."),
        ({"moves": ["x play AR1 @1"]}, ("moves", "0"), "is not of the form"),
        ({"moves": ["-1 play AR1 @1"]}, ("moves", "0"), "is not of the form"),
        ({"moves": ["٣ play AR1 @1"]}, ("moves", "0"), "is not of the form"),
        ({"moves": ["1000 play AR1 @1"]}, ("moves", "0"), "is not of the form"),
        ({"moves": ["00 play AR1 @1"]}, ("moves", "0"), "is not of the form"),
        ({"moves": [""]}, ("moves", "0"), "is not of the form"),
        ({"moves": ["9 play AR1 @1"]}, ("moves", "0"), "There is no seat 9"),
        ({"moves": ["0 fly"]}, ("moves", "0"), "Move 0, '0 fly', is refused by engine 3: Zeven has no verb 'fly'"),
        ({"moves": ["0 play ?? @1"]}, ("moves", "0"), "is refused by engine 3: Zeven has no card '??'."),
        ({"result": None}, None, ""),
    ],
    ids=str,
)
def test_a_record_that_is_wrong_is_refused(changes: dict[str, object], path: tuple[str, ...] | None, says: str) -> None:
    if path is None:
        assert engine.replay(spoil(**changes))
        return
    assert says in refuse(spoil(**changes), path)


def test_the_first_move_that_is_refused_is_named_with_its_rule() -> None:
    data = spoil()
    data["moves"][3:] = ["0 play AR1 @9"]
    said = refuse(data, ("moves", "3"))
    assert said.startswith("Move 3, '0 play AR1 @9', is refused by zeven ")


def test_a_move_after_the_end_is_refused() -> None:
    data = spoil(result=None)
    data["moves"].append("0 play AR1 @1")
    assert "is refused by engine 9: The table is over." in refuse(data, ("moves", str(len(data["moves"]) - 1)))


def test_a_result_that_is_not_that_of_the_moves_is_refused() -> None:
    data = spoil()
    spoilt: list[dict[str, object]] = [
        {"reason": "other"},
        {"scores": [1] * len(data["result"]["scores"])},
        {"winners": []},
    ]
    for wrong in spoilt:
        assert "recorded result" in refuse(data | {"result": data["result"] | wrong}, ("result",))
    assert "recorded result" in refuse(data | {"moves": data["moves"][:-1]}, ("result",))


def test_a_result_has_the_form_of_one() -> None:
    data = spoil()
    spoilt: list[object] = [7, {}, [], {"scores": "x"}, "rounds"]
    for wrong in spoilt:
        assert refuse(data | {"result": wrong}).startswith("This is not a record")


def test_a_record_with_more_than_is_known_here_may_be_of_a_later_release() -> None:
    data = spoil()
    for more in ({"extra": 1}, {"result": data["result"] | {"extra": 1}}):
        with pytest.raises(engine.ForeignRecord, match="the field 'extra' is unknown"):
            engine.parse_record(data | more)


def test_a_result_before_the_end_is_refused() -> None:
    outcome = Result((1, 0), (1, 2), (0,), "rounds")
    record = engine.make_record(game="zeven", seats=2, options={}, seed=SEED, moves=[], outcome=outcome)
    refuse(record, ("result",))


def test_replayed_states_can_be_serialized_and_gone_on_with() -> None:
    for state in engine.replay(recorded("high")):
        assert engine.loads(engine.dumps(state)) == state


# ---- cuts


def unfinished(game: str, seed: int, plies: int, *, deck: bool = False) -> engine.Record:
    """A random table after some moves."""
    random = Random(seed)
    table = random_table(game, random)
    start = table.deal()
    stack = stackable(table)
    random.shuffle(stack)
    record = engine.make_record(
        game=game,
        seats=table.seats,
        options=engine.changed_options(start.options),
        seed=table.seed,
        moves=[],
        deck=stack if deck else None,
    )
    moves = [f"{step.seat} {step.move}" for step in play_on(engine.replay(record)[0], random)]
    return replace(record, moves=tuple(moves[: min(plies, len(moves) - 1)]))


@pytest.mark.parametrize("game", list(engine.GAMES))
def test_a_cut_record_has_no_key_and_is_read_again(game: str) -> None:
    for viewer in (None, 0):
        cut = engine.cut_record(unfinished(game, 3, 9), viewer)
        assert cut.seed == ""
        assert engine.parse_record(engine.dump_record(cut)) == cut
        assert "was cut" in refuse(cut, ("seed",))


@pytest.mark.parametrize("game", ["zeven", "door", "zar", "zlam"])
def test_a_cut_deck_names_no_card_that_the_viewer_was_not_dealt(game: str) -> None:
    for seed in range(6):
        record = unfinished(game, seed, 9, deck=True)
        first = engine.replay(record)[0]
        for viewer in (None, *range(first.seats)):
            cards = [card for zone in engine.view(first, viewer).zones for card in zone.cards]
            shown = [card for card in cards if card is not None]
            cut = engine.cut_record(record, viewer)
            assert cut.deck is not None
            assert record.deck is not None
            named = [card for card in cut.deck if card != "??"]
            assert not Counter(named) - Counter(shown)
            assert all(card in ("??", known) for card, known in zip(cut.deck, record.deck, strict=True))


def test_a_cut_deck_tells_a_seat_its_own_cards() -> None:
    record = engine.make_record(game="zeven", seats=2, options={"firstSeat": 0}, seed=SEED, moves=[], deck=DECK)
    mine = engine.cut_record(record, 0)
    public = engine.cut_record(record, None)
    assert mine.deck is not None
    assert public.deck is not None
    assert mine.deck[:12] == ("AR1", "AR2", "AR3", "AY1", "??", "AY3", "??", "AB2", "??", "AW0", "??", "??")
    assert public.deck == ("AR1", "AR2", "AR3", *["??"] * 52)


def test_a_cut_hides_a_card_that_was_moved_unseen() -> None:
    deck = [f"N{value}" for value in range(1, 10)]
    tossed = engine.make_record(
        game="high", seats=2, options={"firstSeat": 0}, seed=SEED, moves=["0 toss N1"], deck=deck
    )
    assert engine.cut_record(tossed, 0).moves == ("0 toss N1",)
    assert engine.cut_record(tossed, None).moves == ("0 toss ??",)
    assert engine.cut_record(tossed, 1).moves == ("0 toss ??",)


def test_an_open_move_is_not_cut() -> None:
    record = unfinished("zeven", 5, 12)
    assert engine.cut_record(record, None).moves == record.moves


def test_a_finished_table_has_nothing_to_hide() -> None:
    record = recorded()
    assert engine.cut_record(record, None) is record
    assert engine.cut_record(engine.dump_record(record), 0) == record


def test_nobody_gets_a_cut_for_a_seat_that_is_not_there() -> None:
    for record in (recorded(), unfinished("zeven", 5, 12)):
        with pytest.raises(engine.InvalidInput):
            engine.cut_record(record, 99)


# ---- fairness, shuffles and verification

SERVER_SEED = "0123456789abcdef" * 4
FAIRNESS = engine.KeyProof(
    table="t1", commitment=engine.commit(SERVER_SEED), server_seed=SERVER_SEED, entropy=("", "Ada's dice")
)


def promised(**changes: object) -> engine.Record:
    """Return a finished table with a committed key, and these changes to its claims."""
    key = engine.derive_key(SERVER_SEED, "t1", FAIRNESS.entropy)
    start = Table("zeven", 2, {"rounds": 1}, key)
    steps = list(play_on(start.deal(), Random(4)))
    record = engine.make_record(
        game="zeven",
        seats=2,
        options={"rounds": 1},
        seed=key,
        moves=[f"{step.seat} {step.move}" for step in steps],
        outcome=engine.result(steps[-1].after),
        fairness=FAIRNESS,
    )
    return replace(record, **changes)


def found(record: object) -> dict[str, bool | None]:
    return {check.name: check.holds for check in engine.verify(record)}  # type: ignore[arg-type]


ALL_HOLD = dict.fromkeys(("commitment", "key", "deal", "moves", "result", "shuffles"), True)


def test_commitment_and_key_are_those_of_the_page() -> None:
    assert engine.commit("00" * 32) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    message = b"croupier/1\nt1\n\nAda's dice"
    assert (
        engine.derive_key(SERVER_SEED, "t1", ("", "Ada's dice"))
        == hmac.digest(bytes.fromhex(SERVER_SEED), message, "sha256").hex()
    )


def test_a_promised_table_is_verified_from_its_json_alone() -> None:
    assert found(engine.dump_record(engine.add_shuffles(promised()))) == ALL_HOLD
    assert found(promised()) == ALL_HOLD | {"shuffles": None}


@pytest.mark.parametrize(
    ("fairness", "wrong"),
    [
        (replace(FAIRNESS, commitment="00" * 32), ["commitment"]),
        (replace(FAIRNESS, server_seed="00" * 32), ["commitment", "key"]),
        (replace(FAIRNESS, server_seed="xy"), ["commitment", "key"]),
        (replace(FAIRNESS, table="t2"), ["key"]),
        (replace(FAIRNESS, table="t\ud800"), ["key"]),
        (replace(FAIRNESS, table="t\n1"), ["key"]),
        (replace(FAIRNESS, table=""), ["key"]),
        (replace(FAIRNESS, server_seed=""), ["commitment", "key"]),
        (replace(FAIRNESS, entropy=("Ada's dice", "")), ["key"]),
        (replace(FAIRNESS, entropy=("",)), ["key"]),
        (replace(FAIRNESS, entropy=("", "é")), ["key"]),
        (replace(FAIRNESS, entropy=("", "x" * 65)), ["key"]),
    ],
    ids=str,
)
def test_a_promise_that_was_not_kept_is_found(fairness: engine.KeyProof, wrong: list[str]) -> None:
    assert [name for name, holds in found(promised(fairness=fairness)).items() if holds is False] == wrong


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"seed": SEED}, ["key", "moves", "result"]),
        ({"moves": ("0 fly",)}, ["moves", "result"]),
        ({"result": Result((0, 0), (1, 1), (0, 1), "rounds")}, ["result"]),
        ({"shuffles": ()}, ["shuffles"]),
    ],
    ids=str,
)
def test_every_false_claim_is_found(changes: dict[str, object], wrong: list[str]) -> None:
    assert [name for name, holds in found(promised(**changes)).items() if holds is False] == wrong


def test_a_claim_that_a_record_lacks_is_neither_right_nor_wrong() -> None:
    record = promised(fairness=None, result=None, deck=DECK, moves=())
    assert found(record) == ALL_HOLD | dict.fromkeys(("commitment", "key", "result", "shuffles"), None)


def test_a_cut_record_is_not_verified() -> None:
    with pytest.raises(engine.InvalidRecord, match="was cut"):
        engine.verify(engine.cut_record(promised(moves=(), result=None), None))


def test_a_cut_keeps_the_promise_and_not_the_secret() -> None:
    cut = engine.cut_record(promised(moves=(), result=None), 0)
    assert cut.fairness == engine.KeyProof(table="t1", commitment=FAIRNESS.commitment)


def test_every_shuffle_is_listed_with_what_it_did() -> None:
    record = engine.add_shuffles(recorded("zar", 12))
    assert record.shuffles is not None
    first = record.shuffles[0]
    assert (first.ply, first.zone, sorted(first.before)) == (0, "supply", sorted(first.after))
    assert engine.replay(record) == engine.replay(replace(record, shuffles=None))
    spoilt = (replace(first, words=first.words + 1), *record.shuffles[1:])
    refuse(replace(record, shuffles=spoilt), ("shuffles",))


def test_the_customers_of_a_bazaar_are_shuffled_too() -> None:
    record = engine.make_record(game="bazaar", seats=2, options={"firstSeat": 0}, seed=SEED, moves=[])
    shuffles = engine.add_shuffles(record).shuffles
    assert shuffles is not None
    assert [(shuffle.words, len(shuffle.before)) for shuffle in shuffles] == [(0, 9), (8, 52)]


def test_a_stacked_deck_is_no_shuffle() -> None:
    record = engine.make_record(game="zeven", seats=2, options={}, seed=SEED, moves=[], deck=DECK)
    assert engine.add_shuffles(record).shuffles == ()
