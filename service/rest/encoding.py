"""Values of the contract as JSON. Those that are worked out when they are asked for are asked here."""

from collections.abc import Callable

import msgspec

from service.contract.fields import Told
from service.contract.sessions import Session
from service.contract.tables import Table
from service.contract.views import View
from service.play.seen import SeenSession, SeenView
from service.play.tables import SeenTable

_SEEN: dict[type, type[Told]] = {SeenSession: Session, SeenView: View, SeenTable: Table}


def _ask(value: object) -> Told:
    told = _SEEN[type(value)]
    return told(**{name: getattr(value, name) for name in told.__struct_fields__})


encode: Callable[[object], bytes] = msgspec.json.Encoder(enc_hook=_ask).encode
