"""What a client prefers of the answer to a change (RFC 7240): all of the session, or only what the change made.

The two are representations of their own media types. So the document describes both exactly, and a client whose
generated types know only the whole one never gets the other by mistake: it accepts only `application/json`.
"""

import re

from service.http.call import Fields
from service.http.media_types import split_list

PREFER = "Prefer"
APPLIED = "Preference-Applied"
CHANGE_JSON = "application/vnd.croupier.change+json"
MINIMAL = "minimal"

# Nothing is looked at twice: a caller chooses the text.
_PREFERENCE = re.compile(r'\s*+(?P<name>[^\s=;]++)\s*+(=\s*+(?P<value>"[^"]*+"|[^\s";]*+)\s*+)?+(;.*)?', re.DOTALL)
_KNOWN = frozenset({MINIMAL, "representation"})


def read_return(fields: Fields) -> str | None:
    """Return what a client prefers, `minimal` or `representation`; None if it says nothing that is known.

    Of several such preferences the first counts; all other preferences are ignored.
    """
    preferences = map(_PREFERENCE.fullmatch, split_list(fields.get(b"prefer", b"").decode("latin-1")))
    found = next((one for one in preferences if one is not None and one["name"].lower() == "return"), None)
    wanted = "" if found is None else (found["value"] or "").strip('"').lower()
    return wanted if wanted in _KNOWN else None
