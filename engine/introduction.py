"""The introduction of a game at a table: its goal, how to play, and the powers of cards, for the table's options."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from engine.core.game import Game
from engine.core.values import Options, State
from engine.options import Option, Plain, changed_options, describe_options, label_options, read_options
from engine.sentences import NO, NONE, OPTION_IS, YES, Speaker, Wording, speaker
from engine.translations import SOURCE_LANGUAGE
from engine.validation import find_game

# The numbers of the sentences of `how_to_play`; sentences after the fifth appear only at some tables.
_SENTENCES = range(1, 10)


class Introduction(msgspec.Struct, frozen=True):
    """The introduction for a newcomer at a table; `powers` describes the power of each card, by its code.

    `how_to_play` ends with one sentence for each changed option that no other sentence mentions.
    """

    goal: str
    how_to_play: tuple[str, ...]
    powers: Mapping[str, str]


class Told(msgspec.Struct, frozen=True):
    """A text in a language, and the options that it mentions."""

    text: str
    options: frozenset[str] = frozenset()


class Introducer:
    """Introduces a game in one language, as it is played with some options."""

    def __init__(self, rules: Game[State, Options], options: Options, language: str) -> None:
        self._rules = rules
        self._said: Speaker = speaker(rules.name, Wording(language))
        self._values: Mapping[str, Plain] = msgspec.to_builtins(options, builtin_types=(tuple,))
        self._changed = changed_options(options)
        self._labels = label_options(rules)

    def introduce(self) -> Introduction:
        """Return the introduction."""
        goal = self._tell("goal", "summary goal", self._rules.primer.goal)
        sentences = [told for number in _SENTENCES if (told := self._tell_how(number)).text]
        spoken_of = goal.options.union(*[told.options for told in sentences])
        others = [self._state(option) for option in self._others(spoken_of)]
        powers = {kind: self._tell_power(kind) for kind in self._rules.primer.powers}
        return Introduction(
            goal=goal.text,
            how_to_play=(*[told.text for told in sentences], *others),
            powers={code: powers[kind] for code, kind in self._rules.kind_of.items()},
        )

    def _tell_how(self, number: int) -> Told:
        usual = self._rules.primer.how_to_play[number - 1 : number]
        return self._tell(f"howToPlay {number}", f"summary howToPlay {number}", *usual)

    def _tell_power(self, kind: str) -> str:
        return self._tell(f"power {kind}", f"power {kind}", self._rules.primer.powers[kind]).text

    def _tell(self, subject: str, context: str, usual: str = "") -> Told:
        """Return the text about a subject: the last of its variants whose conditions hold, else the usual one."""
        told = Told(self._said.translate(context, usual) if usual else "")
        for key, text in self._rules.primer.variants.items():
            conditions = key.removeprefix(f"{subject} ").split()
            if key.startswith(f"{subject} ") and all(map(self._holds, conditions)):
                said = self._said.translate(f"variant {key}", text)
                names = frozenset(condition.partition("=")[0] for condition in conditions)
                told = Told(said.format_map({name: self._in_words(name) for name in self._values}), names)
        return told

    def _holds(self, condition: str) -> bool:
        """Tell whether a condition holds: an option with a value, or one alone, which has any but its default."""
        name, _, wanted = condition.partition("=")
        return _in_data(self._values[name]) == wanted if wanted else name in self._changed

    def _others(self, spoken_of: frozenset[str]) -> Iterator[Option]:
        """Yield the options that differ from their defaults, and that no sentence speaks about."""
        for option in describe_options(self._rules.options):
            if option.name in self._changed and option.name not in spoken_of:
                yield option

    def _state(self, option: Option) -> str:
        """Say in a sentence what an option is."""
        label = self._said.translate(f"option {option.name}", self._labels[option.name])
        number = self._values[option.name]
        value = self._said.name_seat("", int(number)) if option.is_seat and type(number) is int else None
        return self._said.common(OPTION_IS, option=label, value=value or self._in_words(option.name))

    def _in_words(self, name: str) -> str:
        """Return the value of an option in words."""
        value = self._values[name]
        key = f"{name} {self._values[name]}"
        if isinstance(value, bool):
            return self._said.common(YES if value else NO)
        if key in self._labels:
            return self._said.translate(f"option {key}", self._labels[key])
        if value is None:
            return self._said.common(NONE)
        return ", ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def introduction(
    game: str, options: Mapping[str, object] | None = None, language: str = SOURCE_LANGUAGE
) -> Introduction:
    """Return the introduction of a game at a table with these options; missing options have their defaults.

    Raises `UnknownGame` or `InvalidOption`.
    """
    rules = find_game(game)
    return Introducer(rules, read_options(rules.options, options or {}), language).introduce()


def _in_data(value: Plain) -> str:
    """Return a value of an option as a condition has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
