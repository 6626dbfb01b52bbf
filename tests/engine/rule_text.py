"""Rule tables as text, to be read beside the rule page: `rules/<game>/*.txt`.

A row is the number of its rule and the sentence that it proves; then, indented, a situation, a seat with its move, and
what is expected, with bars between:

    zar 2.1 The seat plays one card that fits, and the next seat plays.
        at [G1 Y4] [Y5 B1] [B2 B3] | 0 play Y5 | discard [G1 Y4 Y5], turn 1, putDownBy=0, draws()

A situation is a name of the game's `situations.py`, with arguments if it is a function. `[AR1 FOUR]` is a text, mostly
cards, where names of situations stand for theirs; `(0 1)` is a tuple; `{RISK decks=2}` are values by name, mostly
options, those of named situations among them; `hand:0=[AR1]` are the cards of a zone.

Several moves, `0 draw; 1 draw`, are made one after the other; the row is about the last.

Expected is `refused`, perhaps with another code and with what is said, `refused NOT_YOUR_TURN: It is seat 0 …`;
`accepted`; or the parts of `Becomes`: `deck [AR1]` or `deck gone`, `fact=value`, `turn 0`, `scores 3 ?`, `reason deck`,
`events drawn turn`, `moves draw / pass`, and predicates. `would [You would draw a card.] [Seat 1 would be next.]` are
the effects that a preview of the move names, and no others. An offence (zar 8) is `punished`, and nothing else happens;
or `offence` before the parts of what it becomes.

`impossible.txt` has what is said of a state, and below it states of which that is said.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import tests.engine.table
from engine import State
from tests.engine.play import play
from tests.engine.table import Becomes, Holds, Punished, Refused, Row, moves_are

RULE = re.compile(r"(\w+ \d+(?:\.\d+)?) (.+)")
# A comma in brackets parts nothing.
PARTS = re.compile(r", (?![^\[]*])")
SENTENCE = re.compile(r"\[([^]]+)]")
TOKEN = re.compile(r"\[[^]]*]|[(){}]|[^\s(){}\[\]]+")
WORDS: Mapping[str, object] = {"true": True, "false": False, "none": None, "gone": None}

IMPOSSIBLE = "impossible.txt"

Value = Any


def read_tables(situations: ModuleType) -> tuple[Row, ...]:
    """Return the rows of all tables beside the situations of a game."""
    files = [file for file in sorted(_folder(situations).glob("*.txt")) if file.name != IMPOSSIBLE]
    names = vars(tests.engine.table) | vars(situations)
    return tuple(row for file in files for row in _rows_of(file, names))


def read_impossible(situations: ModuleType) -> Iterator[tuple[str, str, Callable[[], State]]]:
    """Yield what is said of each impossible state, its text, and a function that builds it."""
    says = ""
    for line in (_folder(situations) / IMPOSSIBLE).read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            yield says, line.strip(), Reader(line, vars(tests.engine.table) | vars(situations)).value_or_call
        says = says if line.startswith((" ", "#")) else line


def _folder(situations: ModuleType) -> Path:
    return Path(str(situations.__file__)).parent


def _rows_of(file: Path, names: Mapping[str, Value]) -> Iterator[Row]:
    """Yield the rows of a table, which may have comments (`# 7 Options`) and empty lines between them."""
    row: list[str] = []
    for line in [*file.read_text(encoding="utf-8").splitlines(), ""]:
        if row and line.startswith(" "):
            row.append(line.strip())
            continue
        for heading, *body in _each(row):
            yield _read_row(heading, " ".join(body), names)
        row = [line] if line and not line.startswith("#") else []


def _each(row: list[str]) -> Iterator[list[str]]:
    """Yield a row; once for each of the values in its line `for card in R1 R2`, or `for card/seat in R1/0 R2/1`."""
    if len(row) < 2 or not row[1].startswith("for "):
        yield from [row] if row else []
        return
    blanks, _, values = row[1].removeprefix("for ").partition(" in ")
    for value in values.split():
        filled = [row[0], *row[2:]]
        for blank, word in zip(blanks.split("/"), value.split("/"), strict=True):
            filled = [line.replace(f"<{blank}>", word) for line in filled]
        yield from _each(filled)


def _read_row(heading: str, text: str, names: Mapping[str, Value]) -> Row:
    try:
        numbered = RULE.fullmatch(heading)
        assert numbered, "a row begins with the number of its rule"
        situation, played, expected = text.split(" | ")
        *before, last = played.split("; ")
        seat, move = last.split(" ", 1)
        state = play(Reader(situation, names).value_or_call(), *before)
        return Row(numbered[1], numbered[2], state, int(seat), move, _read_expected(expected, names))
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{heading}: {text}") from error


def _read_expected(text: str, names: Mapping[str, Value]) -> Refused | Punished | Becomes:
    if text.startswith("refused"):
        code, _, says = text.removeprefix("refused").partition(":")
        return Refused(code.strip() or "ILLEGAL_MOVE", says.strip())
    if text == "punished":
        return Punished()
    fields: dict[str, Value] = {"zones": {}, "facts": {}, "is_offence": text.startswith("offence, ")}
    holds: list[Holds] = []
    for part in PARTS.split(text.removeprefix("offence, ")) if text != "accepted" else ():
        name, _, rest = part.partition(" ")
        if "(" in name or part in names:
            holds.append(Reader(part, names).value_or_call())
        elif name in ("reason", "events", "turn", "scores"):
            fields[name] = _read_field(name, rest)
        elif name == "would":
            fields[name] = tuple(SENTENCE.findall(rest))
        elif name == "moves":
            holds.append(moves_are(*rest.split(" / ")))
        elif rest.startswith("[") or rest == "gone":
            fields["zones"][name] = Reader(rest, names).value()
        else:
            fact, value = part.split("=", 1)
            fields["facts"][fact] = value
    return Becomes(**fields, holds=tuple(holds))


def _read_field(name: str, text: str) -> Value:
    if name == "reason":
        return text
    words = text.split()
    if words == ["nobody"]:
        return ()
    return tuple(words) if name == "events" else tuple(None if word == "?" else int(word) for word in words)


class Reader:
    """A reader of the words of a call and of its arguments."""

    def __init__(self, text: str, names: Mapping[str, Value]) -> None:
        self._tokens = TOKEN.findall(text)
        self._names = names

    def value_or_call(self) -> Value:
        """Return what a name stands for; what it returns for the arguments after it, if it is a function of some."""
        if len(self._tokens) == 1:
            return self._names[self._tokens[0]]
        if self._tokens[1] == "(":
            return self.value()
        return self._call(self._names[self._tokens.pop(0)])

    def _call(self, function: Value) -> Value:
        given: list[Value] = []
        named: dict[str, Value] = {}
        zones: dict[str, Value] = {}
        while self._tokens and self._tokens[0] != ")":
            token = self._tokens[0]
            if token.startswith("*"):
                more = self._names[self._tokens.pop(0).lstrip("*")]
                named |= more if token.startswith("**") else {}
                given += () if token.startswith("**") else more
            elif token == "{":
                named["options"] = self.value()
            elif "=" in token and not token.startswith("["):
                key, value = self._pair()
                (zones if ":" in key else named)[key] = value
            else:
                given.append(self.value())
        return function(*([zones] if zones else []), *given, **named)

    def value(self) -> Value:
        """Return the next value."""
        token = self._tokens.pop(0)
        if callable(self._names.get(token)) and self._tokens[:1] == ["("]:
            del self._tokens[0]
            made = self._call(self._names[token])
            del self._tokens[0]
            return made
        if token.startswith("["):
            return " ".join(map(self._constant, token[1:-1].split(" ")))
        if token == "(":
            return tuple(self._until(")"))
        if token == "{":
            return dict(self._pairs())
        if re.fullmatch(r"-?\d+", token):
            return int(token)
        if token in WORDS:
            return WORDS[token]
        return self._constant(token)

    def _constant(self, word: str) -> Value:
        return self._names.get(word, word) if word.isupper() else word

    def _until(self, end: str) -> Iterator[Value]:
        while self._tokens[0] != end:
            yield self.value()
        del self._tokens[0]

    def _pairs(self) -> Iterator[tuple[str, Value]]:
        while self._tokens[0] != "}":
            if "=" in self._tokens[0]:
                yield self._pair()
            else:
                yield from self._names[self._tokens.pop(0)].items()
        del self._tokens[0]

    def _pair(self) -> tuple[str, Value]:
        key, _, value = self._tokens.pop(0).partition("=")
        if value:
            self._tokens.insert(0, value)
        return key, self.value()
