"""The client's preference for the answer to a change (RFC 7240): the session, the differences, or the change alone.

Each representation has its own media type, so the OpenAPI document describes each exactly. A client whose generated
types know only the whole representation accepts only `application/json`, so it never gets another one by mistake.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.http.call import Fields
from service.http.media_types import JSON, split_list, split_parameters

PREFER = "Prefer"
APPLIED = "Preference-Applied"
CHANGE_JSON = "application/vnd.croupier.change+json"
CHANGES_JSON = "application/vnd.croupier.view-changes+json"
CODES_JSON = "application/vnd.croupier.view-codes+json"
# The media type that each preference asks for.
MEDIA_OF: Mapping[str, str] = {"representation": JSON, "minimal": CHANGE_JSON, "changes": CHANGES_JSON}
# The media types of answers to changes.
MEDIA = (*MEDIA_OF.values(), CODES_JSON)
# Parameters of `return=changes`: the answer has the move and its events, too; it has codes in place of cards.
EVENTS = "events"
CODES = "codes"

# The expression never backtracks, since the text comes from a caller.
_PREFERENCE = re.compile(
    r'\s*+(?P<name>[^\s=;]++)\s*+(=\s*+(?P<value>"[^"]*+"|[^\s";]*+)\s*+)?+(;(?P<parameters>.*))?', re.DOTALL
)


class Preference(NamedTuple):
    """The answer that a client prefers, a key of `MEDIA_OF`, with its `parameters`."""

    wanted: str
    parameters: Sequence[str] = ()

    @property
    def offers(self) -> tuple[str, ...]:
        """The media types that it asks for, the best first: without codes for a client that does not accept them."""
        media = MEDIA_OF[self.wanted]
        in_codes = media == CHANGES_JSON and CODES in self.parameters
        return (CODES_JSON, media) if in_codes else (media,)


def read_return(fields: Fields) -> Preference | None:
    """Return the preference of a client; None if it names no known one.

    Of several preferences for `return` the first counts; all other preferences and parameters are ignored.
    """
    preferences = map(_PREFERENCE.fullmatch, split_list(fields.get(b"prefer", b"").decode("latin-1")))
    found = next((one for one in preferences if one is not None and one["name"].lower() == "return"), None)
    if found is None:
        return None
    wanted = (found["value"] or "").strip('"').lower()
    parameters = [_read_parameter(one) for one in split_parameters(found["parameters"] or "")]
    return Preference(wanted, parameters) if wanted in MEDIA_OF else None


def _read_parameter(text: str) -> str:
    """Return a parameter in lower case; an empty value is the same as none (RFC 7240, section 2)."""
    name, _, value = text.lower().partition("=")
    return text if value.strip(' \t"') else name.strip()
