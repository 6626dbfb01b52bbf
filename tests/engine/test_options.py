"""Options (engine 8): described from their types, never converted, and refused with the allowed values."""

from random import Random

import pytest

from engine import GAMES, InvalidOption, Option, changed_options, describe_options, find_game, game_options, new_game
from engine.options import label_options, read_options
from tests.engine.play import choices_of, random_table
from tests.engine.table import SEED

EVERY = [(game, option) for game in GAMES for option in describe_options(GAMES[game].options)]
NEVER: tuple[object, ...] = (
    2.0,
    0.5,
    float("nan"),
    "",
    "3",
    "0",
    "true",
    "null",
    "Random",
    b"random",
    {},
    {"a": 1},
    range(3),
    10**30,
    -1,
    [[]],
)


def named(game: str, option: Option) -> str:
    return f"{game} {option.name}"


each_option = pytest.mark.parametrize(("game", "option"), EVERY, ids=[named(*entry) for entry in EVERY])


def refuse(game: str, name: str, value: object) -> InvalidOption:
    with pytest.raises(InvalidOption) as refused:
        read_options(find_game(game).options, {name: value})
    assert refused.value.path == ("options", name)
    assert refused.value.code == "INVALID_OPTION"
    return refused.value


@each_option
def test_every_option_is_described(game: str, option: Option) -> None:
    assert option.description.endswith(".")
    assert option.allowed()
    assert option.name.isascii()
    assert read_options(find_game(game).options, {option.name: option.default}) == find_game(game).options()


@pytest.mark.parametrize("game", list(GAMES))
def test_every_option_and_each_of_its_words_have_a_name_for_people(game: str) -> None:
    rules = find_game(game)
    labels = label_options(rules)
    assert rules.option_labels.items() <= labels.items()
    for option in describe_options(rules.options):
        assert labels[option.name][0].upper() == labels[option.name][0]
        assert {f"{option.name} {word}" for word in option.choices if not word.isdigit()} <= set(labels)


def test_a_name_in_data_is_spelled_out_where_a_game_has_no_better_one() -> None:
    labels = label_options(find_game("bazaar"))
    assert (labels["firstSeat"], labels["firstSeat random"], labels["handSize"]) == (
        "First seat",
        "random",
        "Hand size",
    )


def test_seats_are_marked_and_end_with_the_last_one() -> None:
    for game, option in EVERY:
        assert option.is_seat == (option.name == "firstSeat")
        seats = find_game(game).max_seats
        assert not option.is_seat or game_options(find_game(game), seats)[0].maximum == seats - 1


@each_option
@pytest.mark.parametrize("value", NEVER, ids=repr)
def test_a_value_of_the_wrong_kind_is_refused_with_what_is_allowed(game: str, option: Option, value: object) -> None:
    if value in option.choices:
        return
    said = refuse(game, option.name, value).message
    assert option.name in said
    assert option.allowed() in said


@each_option
def test_nothing_is_converted(game: str, option: Option) -> None:
    if option.kind == "boolean":
        wrong: tuple[object, ...] = (0, 1, "true", None)
    elif option.kind == "integer":
        wrong = (True, False, float(option.minimum or 0), str(option.minimum), None)
    elif option.kind == "list":
        wrong = ((True,), (1.0,), ("1",), ("a",), 1, "1,2")
    else:
        wrong = (True, 0, None, option.choices[0].upper() + "x")
    for value in wrong:
        assert option.allowed() in refuse(game, option.name, value).message


@each_option
def test_a_number_out_of_range_is_refused(game: str, option: Option) -> None:
    if option.minimum is None or option.maximum is None:
        assert option.choices or option.kind == "boolean"
        return
    for number in (option.minimum - 1, option.maximum + 1):
        value = (number,) if option.kind == "list" else number
        assert f"{option.minimum}–{option.maximum}" in refuse(game, option.name, value).message


@each_option
def test_every_value_that_is_allowed_is_taken(game: str, option: Option) -> None:
    options = find_game(game).options
    values: list[object] = [*choices_of(option)]
    if option.kind == "boolean":
        values += [True, False]
    elif option.minimum is not None and option.maximum is not None:
        numbers = (option.minimum, option.maximum)
        values += [numbers, None, list(numbers)] if option.kind == "list" else numbers
    for value in values:
        read_options(options, {option.name: value})


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("name", ["", "nosuch", "first_seat", "FIRSTSEAT", "seed", "\ud800", 7, None])
def test_an_unknown_option_is_refused_with_those_that_there_are(game: str, name: object) -> None:
    with pytest.raises(InvalidOption, match="There is no option") as refused:
        new_game(game, seats=2, options={name: 1}, seed=SEED)  # type: ignore[dict-item]
    refused.value.message.encode()
    for option in describe_options(GAMES[game].options):
        assert option.name in refused.value.message


@pytest.mark.parametrize("game", list(GAMES))
def test_the_first_seat_is_one_of_the_table(game: str) -> None:
    with pytest.raises(InvalidOption, match="The option firstSeat cannot be 2"):
        new_game(game, seats=2, options={"firstSeat": 2}, seed=SEED)
    assert new_game(game, seats=2, options={"firstSeat": 1}, seed=SEED).options.first_seat == 1


@pytest.mark.parametrize("game", list(GAMES))
def test_the_common_options_come_first(game: str) -> None:
    assert describe_options(GAMES[game].options)[0].name == "firstSeat"


@pytest.mark.parametrize("game", list(GAMES))
def test_options_that_differ_from_the_defaults_make_the_same_options_again(game: str) -> None:
    random = Random(game)
    for _ in range(100):
        table = random_table(game, random)
        options = table.deal().options
        changed = changed_options(options)
        assert read_options(type(options), changed) == options
        assert set(changed) <= set(table.options)
        defaults = {option.name: option.default for option in describe_options(type(options))}
        assert all(defaults[name] != value for name, value in changed.items())


def test_options_are_described_once() -> None:
    assert describe_options(GAMES["zeven"].options) is describe_options(GAMES["zeven"].options)


def test_a_number_too_long_to_write_is_refused() -> None:
    for option in describe_options(GAMES["zeven"].options):
        assert refuse("zeven", option.name, 10**5000).message


def test_a_value_nested_too_deep_is_refused() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for option in describe_options(GAMES["zeven"].options):
        assert refuse("zeven", option.name, deep).message


def test_ranges_are_those_that_a_game_and_a_number_of_seats_take() -> None:
    def highest(game: str, name: str, seats: int | None = None) -> int | None:
        return next(option.maximum for option in game_options(find_game(game), seats) if option.name == name)

    assert [highest(game, "firstSeat") for game in ("zeven", "bazaar", "door", "zar", "zlam")] == [3, 5, 5, 8, 99]
    assert [highest("zeven", "firstSeat", seats) for seats in (2, 3, 4)] == [1, 2, 3]
    assert [highest("zar", "deal", seats) for seats in range(2, 10)] == [10, 10, 10, 10, 8, 7, 6, 5]
    assert highest("zar", "deal") == 10
    assert highest("zlam", "decks", 100) == 20


@pytest.mark.parametrize("number", [1, 2])
def test_a_number_between_none_and_the_fewest_is_refused(number: int) -> None:
    said = refuse("zar", "deal", number).message
    assert said == f"The option deal cannot be {number}; it is 0 or a whole number 3–10."
    for allowed in (0, 3, 10):
        assert new_game("zar", seats=2, options={"deal": allowed}, seed=SEED).ply == 0
