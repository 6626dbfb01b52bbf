"""Repeated values of the contract: they hold nothing that could change."""

from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest

from service.views.catalogue import project_card
from service.views.fields import ContractStruct

PLAIN = (str, int, bool, float, NoneType)


def every_kind(kind: type[ContractStruct]) -> set[type[ContractStruct]]:
    return {kind}.union(*map(every_kind, kind.__subclasses__()))


COME_AGAIN = sorted((kind for kind in every_kind(ContractStruct) if kind.is_cacheable), key=lambda kind: kind.__name__)


def lasts(hint: Any) -> bool:  # noqa: ANN401
    """Tell whether values of a type never change, nor their content."""
    if get_origin(hint) in (Union, UnionType):
        return all(map(lasts, get_args(hint)))
    if get_origin(hint) is tuple:
        kind, rest = get_args(hint)
        return rest is ... and lasts(kind)
    return hint in PLAIN or (
        issubclass(hint, ContractStruct) and hint.__struct_config__.frozen and holds_what_lasts(hint)
    )


def holds_what_lasts(kind: type[ContractStruct]) -> bool:
    hints = get_type_hints(kind)
    return all(lasts(hints[field]) for field in kind.__struct_fields__)


def test_there_are_values_that_come_again() -> None:
    named = {"Bot", "Card", "Fact", "Move", "Score", "Seat", "SetOption", "TournamentPlace", "Zone"}
    assert {kind.__name__ for kind in COME_AGAIN} == named
    assert project_card("zeven", "AR3") is project_card("zeven", "AR3")


@pytest.mark.parametrize("kind", COME_AGAIN)
def test_repeated_values_never_change(kind: type[ContractStruct]) -> None:
    assert lasts(kind)
