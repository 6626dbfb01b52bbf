"""The texts that the service itself writes into pages, by language.

A language is a folder in `static/languages/`: its `served.json` has these texts, its modules have those of the page.
"""

from collections.abc import Mapping

import msgspec

from web.assets import STATIC

ENGLISH = "en"


class ServedTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The language's own name, what previews of links say, and what stands around the rules."""

    name: str
    previews: Mapping[str, str]
    rules: Mapping[str, str]


def _read_languages() -> Mapping[str, ServedTexts]:
    files = {path.parent.name: path for path in STATIC.glob("languages/*/served.json")}
    others = sorted(files.keys() - {ENGLISH})
    return {name: msgspec.json.decode(files[name].read_bytes(), type=ServedTexts) for name in (ENGLISH, *others)}


LANGUAGES = _read_languages()
