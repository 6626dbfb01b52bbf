"""Values of the contract as JSON, and the choice of a response's media type.

Projections compute a field when it is read, and encoding reads all of them.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import msgspec

from service.http.media_types import read_accept
from service.use_cases.frames import ProjectedFrame
from service.use_cases.stateless import ProjectedTable
from service.views.changes import ProjectedChanges, ProjectedCodes
from service.views.codes import ChangesOfCodes
from service.views.fields import ContractStruct
from service.views.projection import ProjectedSession, ProjectedView
from service.views.session_view import MoveApplied, Session, SessionFrame, ViewChanges
from service.views.steps import ProjectedMove
from service.views.table_view import Table, View

PROBLEM_JSON = "application/problem+json"


class _Shape:
    """The JSON names of a contract's struct, its defaults, and the getter of all its fields."""

    def __init__(self, kind: type[ContractStruct]) -> None:
        self.names = kind.__struct_encode_fields__
        self.defaults = kind.__struct_defaults__
        self.values_of: Callable[[object], tuple[Any, ...]] = attrgetter(*kind.__struct_fields__)


_SHAPES = {
    ProjectedSession: _Shape(Session),
    ProjectedView: _Shape(View),
    ProjectedFrame: _Shape(SessionFrame),
    ProjectedMove: _Shape(MoveApplied),
    ProjectedTable: _Shape(Table),
}
_CHANGES: Mapping[type, _Shape] = {ProjectedChanges: _Shape(ViewChanges), ProjectedCodes: _Shape(ChangesOfCodes)}


def _fields_of(value: object) -> dict[str, Any]:
    changes = _CHANGES.get(type(value))
    if changes is not None:
        fields = zip(changes.names, changes.values_of(value), changes.defaults, strict=True)
        # What has not changed is left out, as the struct leaves out what has its default.
        return {name: field for name, field, default in fields if field != default}
    shape = _SHAPES[type(value)]
    return dict(zip(shape.names, shape.values_of(value), strict=True))


encode: Callable[[object], bytes] = msgspec.json.Encoder(enc_hook=_fields_of).encode


def choose_media(accept: str, offers: Sequence[str]) -> str | None:
    """Return the offer that an Accept header prefers, the first among equals; None if it accepts none of them."""
    if accept == "*/*" or not accept:
        return offers[0]
    return accept if accept in offers else read_accept(accept).choose(offers)
