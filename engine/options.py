"""Options: describes a game's options from its `Options` type, and reads the values that a host sets."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal, TypeVar

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from engine.core.errors import InvalidOption
from engine.core.game import Game
from engine.core.messages import begin_sentence
from engine.core.moves import quote
from engine.core.values import Options, State

OptionsType = TypeVar("OptionsType", bound=Options)

Plain = str | int | bool | tuple[int, ...] | None
OptionKind = Literal["boolean", "integer", "choice", "list"]


class Option(msgspec.Struct, frozen=True):
    """One option as data for a form: its choices, and the bounds of its number (or of the numbers of a list).

    The choices of a number are the values that are allowed outside its bounds, such as `0` for none. An option with
    `is_seat` is the number of a seat, from 0.
    """

    name: str
    kind: OptionKind
    default: Plain
    choices: tuple[str, ...]
    minimum: int | None
    maximum: int | None
    description: str
    is_seat: bool = False

    def allowed(self) -> str:
        """Return the allowed values of the option in words."""
        words = [choice if choice.isdigit() and self.kind == "integer" else f'"{choice}"' for choice in self.choices]
        numbers = f"{self.minimum}–{self.maximum}"
        if self.kind == "boolean":
            words = ["true", "false"]
        elif self.kind == "list":
            words += ["null", f"a list with a number {numbers} for each seat"]
        elif self.minimum is not None:
            words.append(f"a whole number {numbers}")
        return " or ".join(words)


@cache
def describe_options(options: type[Options]) -> tuple[Option, ...]:
    """Return the options of a game in the order of its page, the common ones first."""
    info = inspect.type_info(options)
    assert isinstance(info, inspect.StructType)
    return tuple(_describe(field) for field in info.fields)


def read_options(options: type[OptionsType], given: Mapping[str, object]) -> OptionsType:
    """Read the options that a host set; nothing is converted (engine 8).

    Raises `InvalidOption`, which names the option, quotes the value, and says what is allowed.
    """
    if not isinstance(given, Mapping):
        raise InvalidOption(f"Options are given by name, not as {quote(given)}.", ("options",))
    known = {option.name: option for option in describe_options(options)}
    for name, value in given.items():
        if name not in known:
            raise InvalidOption(
                f"There is no option {quote(name)}; the options are {', '.join(known)}.",
                ("options", name[:40] if type(name) is str else quote(name)),
            )
        try:
            msgspec.convert({name: value}, options)
            require_in_range(known[name], value)
        except (msgspec.ValidationError, UnicodeError, RecursionError):
            message = f"The option {name} cannot be {quote(value)}; it is {known[name].allowed()}."
            raise InvalidOption(message, ("options", name)) from None
    return msgspec.convert(given, options)


def require_in_range(option: Option, value: object) -> None:
    """Raise `ValidationError` for a number below the bounds of an option that is not one of its choices."""
    if option.kind == "integer" and type(value) is int and str(value) not in option.choices:
        assert option.minimum is not None
        if value < option.minimum:
            raise msgspec.ValidationError("The number is too small.")


def game_options(rules: Game[State, Options], seats: int | None = None) -> tuple[Option, ...]:
    """Return the options of a game with the ranges for tables of this number of seats, or (None) of any number."""
    described = describe_options(rules.options)
    last_seat = (rules.max_seats if seats is None else seats) - 1
    highest = {option.name: last_seat for option in described if option.is_seat}
    if rules.highest_values is not None:
        highest |= rules.highest_values(rules.min_seats if seats is None else seats)
    return tuple(
        replace(option, maximum=min(option.maximum, highest[option.name]))
        if option.name in highest and option.maximum is not None
        else option
        for option in described
    )


def fitting_options(rules: Game[State, Options], seats: int) -> Mapping[str, Plain]:
    """Return values for the options whose defaults do not fit a table with this number of seats."""
    if rules.fitting_values is None:
        return {}
    fitting = rules.fitting_values(seats)
    defaults = {option.name: option.default for option in describe_options(rules.options)}
    return {name: value for name, value in fitting.items() if value != defaults[name]}


def label_options(rules: Game[State, Options]) -> Mapping[str, str]:
    """Return the labels of a game's options, and of their values by option and value (`scoring none`)."""
    spelled: dict[str, str] = {}
    for option in describe_options(rules.options):
        spelled[option.name] = begin_sentence(_spell_out(option.name))
        words = [choice for choice in option.choices if not choice.isdigit()]
        spelled |= {f"{option.name} {word}": _spell_out(word) for word in words}
    return {key: rules.option_labels.get(key, label) for key, label in spelled.items()}


def _spell_out(name: str) -> str:
    """Return a name in data as words: `handSize` is "hand size"."""
    return re.sub("[A-Z]", lambda letter: f" {letter[0].lower()}", name)


def changed_options(options: Options) -> dict[str, Plain]:
    """Return the options that differ from their defaults, by name (engine 7)."""
    values: dict[str, Plain] = msgspec.to_builtins(options, builtin_types=(tuple,))
    return {
        option.name: values[option.name]
        for option in describe_options(type(options))
        if values[option.name] != option.default
    }


def format_of_table(game: Game[State, Options], seats: int, options: Mapping[str, Plain]) -> int:
    """Return the number of the stored format that has these seats, options and values: 1 for the first releases."""
    added = game.options.added
    beyond = game.options.beyond
    numbers = [1]
    for name, value in {**options, "seats": seats}.items():
        numbers += [added.get(name, 1), added.get(f"{name}={value}", 1)]
        most, number = beyond.get(name, (0, 1))
        if isinstance(value, int) and value > most:
            numbers.append(number)
    return max(numbers)


def _describe(field: inspect.Field) -> Option:
    described, extra = _unwrap(field.type)
    parts = [_unwrap(part)[0] for part in described.types] if isinstance(described, inspect.UnionType) else [described]
    choices: list[str] = []
    kind: OptionKind = "choice"
    bounds: tuple[int | None, int | None] = (None, None)
    for part in parts:
        if isinstance(part, inspect.LiteralType):
            choices += [str(value) for value in part.values]
        elif isinstance(part, inspect.BoolType):
            kind = "boolean"
        elif isinstance(part, inspect.IntType):
            kind = "integer"
            bounds = (part.ge, part.le)
        elif isinstance(part, inspect.VarTupleType):
            number = _unwrap(part.item_type)[0]
            assert isinstance(number, inspect.IntType)
            kind = "list"
            bounds = (number.ge, number.le)
    if isinstance(least := extra.get("from"), int):  # The lowest number is allowed beside the others.
        choices = [str(bounds[0])]
        bounds = (least, bounds[1])
    description = str(extra.get("description", ""))
    return Option(field.encode_name, kind, field.default, tuple(choices), *bounds, description, bool(extra.get("seat")))


def _unwrap(described: inspect.Type) -> tuple[inspect.Type, dict[str, object]]:
    """Return a type without what is said about it, and that: its description, where numbers begin, what they count."""
    extra: dict[str, object] = {}
    while isinstance(described, inspect.Metadata):
        extra |= described.extra_json_schema or {}
        described = described.type
    return described, extra
