"""The errors of the engine: one class per kind of mistake, each with a stable code.

A message quotes the caller's input, says what was expected, and reveals nothing that the caller cannot see.
"""

from typing import ClassVar


class EngineError(Exception):
    """The base of all errors that the engine raises deliberately.

    `message` is one plain English sentence; `path` names the part of the input that is wrong, outermost first.
    """

    code: ClassVar[str]

    def __init__(self, message: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


class InvalidInput(EngineError):
    """An argument is of the wrong kind or out of range: a seat, a number of seats, a seed, a deck."""

    code = "INVALID_INPUT"


class UnknownGame(EngineError):
    """No game of that name is in the register."""

    code = "UNKNOWN_GAME"


class InvalidOption(EngineError):
    """An option is unknown, of the wrong kind, out of range, or does not fit the others (engine 8)."""

    code = "INVALID_OPTION"


class InvalidState(EngineError):
    """The bytes are not a serialized state, or not one that a table can reach (engine 2)."""

    code = "INVALID_STATE"


class ForeignState(InvalidState):
    """The state belongs to another version of the rules. This release cannot tell whether it is valid."""


class InvalidRecord(EngineError):
    """The bytes are not a record, or it does not replay (engine 7)."""

    code = "INVALID_RECORD"


class ForeignRecord(InvalidRecord):
    """The record has another format or other rules, or a game or an option that this release does not know.

    This release cannot tell whether it is valid.
    """
