"""Faults. They are raised, unlike the outcomes of a move."""

from typing import Any

from croupier_client import contract


class Problem(Exception):
    """The service refused the request or failed. `code` is stable; `body` is the whole problem."""

    def __init__(self, body: contract.Problem | dict[str, Any]) -> None:
        super().__init__(body["detail"])
        self.code: str = body["code"]
        self.status: int = body["status"]
        self.body = body

    def __reduce__(self) -> tuple[type["Problem"], tuple[object]]:
        """Support copying, and sending to another process."""
        return type(self), (self.body,)


class Unreachable(Exception):
    """The service could not be reached after all attempts. The outcome of a change is unknown."""


class Lost(Exception):
    """A request got no answer, or only part of one. It is sent again."""
