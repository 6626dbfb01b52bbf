"""Values of the contract as JSON. Those that are worked out when they are asked for are asked here."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec

from service.contract.fields import Told
from service.contract.sessions import Session
from service.contract.tables import Table
from service.contract.views import View
from service.play.seen import SeenSession, SeenView
from service.play.tables import SeenTable


class _Shape:
    """The names of a struct of the contract in JSON, and what asks a value for all of its fields."""

    def __init__(self, told: type[Told]) -> None:
        self.names = told.__struct_encode_fields__
        self.ask: Callable[[object], tuple[Any, ...]] = attrgetter(*told.__struct_fields__)


_SHAPES = {SeenSession: _Shape(Session), SeenView: _Shape(View), SeenTable: _Shape(Table)}


def _ask(value: object) -> dict[str, Any]:
    shape = _SHAPES[type(value)]
    return dict(zip(shape.names, shape.ask(value), strict=True))


encode: Callable[[object], bytes] = msgspec.json.Encoder(enc_hook=_ask).encode
