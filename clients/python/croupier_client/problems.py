"""Faults: what is raised, unlike the outcomes of a move."""

from typing import Any

from croupier_client import contract


class Problem(Exception):
    """The service refused, or could not do it. `code` is stable; `body` is the whole problem."""

    def __init__(self, body: contract.Problem | dict[str, Any]) -> None:
        super().__init__(body["detail"])
        self.code: str = body["code"]
        self.status: int = body["status"]
        self.body = body

    def __reduce__(self) -> tuple[type["Problem"], tuple[object]]:
        """Let a problem be copied, and be sent from a process to another one."""
        return type(self), (self.body,)


class Unreachable(Exception):
    """The service could not be reached, however often it was tried: what became of a change is unknown."""


class Lost(Exception):
    """A request got no answer, or only a part of one; it is sent again."""
