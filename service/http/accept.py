"""What a client accepts: one reading of the Accept header (RFC 9110, section 12.5.1) for every front end."""

import re
from collections.abc import Sequence

import msgspec

# So many characters at most have the headers whose meaning is remembered.
SHORT = 200

# What stands between commas, or between semicolons, where those within quotes do not count.
_PART = re.compile(r'(?:[^,"]|"(?:\\.|[^"\\])*"?)+')
_PIECE = re.compile(r'(?:[^;"]|"(?:\\.|[^"\\])*"?)+')
_QUALITY = re.compile(r"[01](\.\d*)?", re.ASCII)


class MediaRange(msgspec.Struct, frozen=True):
    """A range of media types, in lower case, with its parameters and how much the client likes it: 0 is not at all."""

    name: str
    parameters: dict[str, str]
    quality: float


class Accept(msgspec.Struct, frozen=True):
    """What a header takes; without any range, it takes everything."""

    ranges: tuple[MediaRange, ...]

    def quality(self, media_type: str) -> float:
        """Return how much a media type is liked: what the most specific range says, and 0 if none takes it."""
        kind = media_type.partition("/")[0]
        for name in (media_type, f"{kind}/*", "*/*"):
            found = self.named(name)
            if found:
                return max(one.quality for one in found)
        return 0.0 if self.ranges else 1.0

    def named(self, name: str) -> list[MediaRange]:
        """Return the ranges of this very name, whatever their quality."""
        return [one for one in self.ranges if one.name == name]

    def choose(self, offers: Sequence[str]) -> str | None:
        """Return the offer that is liked best, the first among equals; None when none is taken."""
        best = max(offers, key=self.quality)
        return best if self.quality(best) > 0 else None

    def likes(self, media_type: str) -> bool:
        """Tell whether a media type is taken by its name."""
        return any(one.quality > 0 for one in self.named(media_type))


def read_accept(header: str) -> Accept:
    """Return what an Accept header takes; several lines are one list, with commas between them."""
    return Accept(tuple(_read_range(part) for part in _PART.findall(header) if part.strip(" \t;")))


def read_parameters(text: str) -> tuple[str, dict[str, str]]:
    """Return a value in lower case, and the parameters that follow it; what is no parameter is passed over."""
    name, _, rest = text.lower().partition(";")
    pairs = [piece.partition("=") for piece in _PIECE.findall(rest)]
    return name.strip(), {key.strip(): value.strip(" \t\"'") for key, sign, value in pairs if sign}


def _read_range(part: str) -> MediaRange:
    name, parameters = read_parameters(part)
    quality = parameters.pop("q", "1")
    return MediaRange(name, parameters, min(1.0, float(quality)) if _QUALITY.fullmatch(quality) else 1.0)
