"""The values of settings: their types, and the forms in which they are written."""

import re
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import msgspec

from store.url import redact

# The SHA-256 of each app key, as hex, and the name of the app that holds it. An app may have several.
AppKeyHashes = Mapping[str, str]

SECONDS = "a whole number of seconds from {low} to {high}"
PERIODS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}


class SealKey(bytes):
    """A key whose `repr` does not show it."""

    def __repr__(self) -> str:
        return "SealKey(***)"


class PushKey(str):
    """The private key of Web Push, in base64url. Its `repr` does not show it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "PushKey(***)"


class Rate(msgspec.Struct, frozen=True):
    """The cost that a caller may spend in each window of so many seconds."""

    amount: int
    seconds: int


class ValueForm(NamedTuple):
    """The form of a value: `parse` raises `ValueError`, perhaps with a reason, for any value that is not `expected`.

    `show` returns the form in which a message quotes a value.
    """

    parse: Callable[[str], object]
    expected: str
    show: Callable[[str], str] = redact


def parse_host(value: str) -> str:
    """Parse a host name or an address. Raises `ValueError`, as all of these do."""
    if not re.fullmatch(r"[A-Za-z0-9_.:%-]+", value):
        raise ValueError
    return value


def parse_app_keys(text: str) -> AppKeyHashes:
    """Parse pairs of names and hashes, separated by lines or commas; # begins a comment.

    Raises `ValueError`, which quotes nothing: the text may hold a key in place of its hash.
    """
    lines = re.sub(r"#.*", "", text).replace(",", "\n").split("\n")
    return dict(_parse_app_key(line.strip()) for line in lines if line.strip())


def _parse_app_key(pair: str) -> tuple[str, str]:
    match = re.fullmatch(r"([A-Za-z0-9_.-]{1,40})\s*=\s*([0-9A-Fa-f]{64})", pair, re.ASCII)
    if match is None:
        raise ValueError("there is something that is no NAME=SHA256, with a hash of 64 hex digits")
    return match[2].lower(), match[1]


def parse_app_key_setting(value: str) -> AppKeyHashes | Path:
    """Parse app keys, or the file that has them."""
    if value.startswith("file:"):
        return parse_file(value.removeprefix("file:"))
    if not (found := parse_app_keys(value)):
        raise ValueError("there is no key")
    return found


def parse_file(value: str) -> Path:
    """Parse the path of a file."""
    if not PurePosixPath(value).name or "\0" in value:
        raise ValueError("there is no file name")
    return Path(value)


def show_app_keys(value: str) -> str:
    """Return a path as it is, and *** for keys."""
    return value if value.startswith("file:") else "***"


def parse_rate(value: str) -> Rate:
    """Parse a rate."""
    match = re.fullmatch(r"([1-9][0-9]{0,8})/(second|minute|hour|day)", value, re.ASCII)
    if match is None:
        raise ValueError
    return Rate(int(match[1]), PERIODS[match[2]])


def parse_origins(value: str) -> tuple[str, ...]:
    """Parse the origins of pages."""
    origins = tuple(origin.strip() for origin in value.split(","))
    if origins != ("*",) and not all(
        re.fullmatch(r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?", o) for o in origins
    ):
        raise ValueError
    return origins


def parse_proxies(value: str) -> tuple[str, ...]:
    """Parse addresses and networks; the standard library's message about a bad one is the reason."""
    return () if value == "none" else tuple(str(ip_network(part.strip())) for part in value.split(","))


def parse_seal_keys(value: str) -> tuple[SealKey, ...]:
    """Parse keys; none if they are off."""
    if value == "off":
        return ()
    keys = value.split(",")
    if not all(re.fullmatch("[0-9a-f]{64}", key) for key in keys):
        raise ValueError
    if len(set(keys)) < len(keys):
        raise ValueError("a key is written twice")
    return tuple(map(SealKey.fromhex, keys))


def parse_push_key(value: str) -> PushKey | None:
    """Parse a key; None if it is that of the store."""
    if value == "store":
        return None
    if not re.fullmatch("[A-Za-z0-9_-]{43}", value):
        raise ValueError
    return PushKey(value)


def parse_contact(value: str) -> str:
    """Parse the URL of a contact."""
    if not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://[^\s]+", value):
        raise ValueError
    return value


def unless_off(parse: Callable[[str], object]) -> Callable[[str], object]:
    """Return a parser that returns None for "off", and what `parse` returns for other values."""
    return lambda value: None if value == "off" else parse(value)


def one_of(*words: str) -> ValueForm:
    """Return the form of values that are one of these words."""

    def parse(value: str) -> str:
        if value not in words:
            raise ValueError
        return value

    return ValueForm(parse, f"{', '.join(words[:-1])} or {words[-1]}")


def number(low: int, high: int, expected: str = "a whole number from {low} to {high}") -> ValueForm:
    """Return the form of whole numbers from `low` to `high`, written with digits only."""

    def parse(value: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", value, re.ASCII) or not low <= int(value) <= high:
            raise ValueError
        return int(value)

    return ValueForm(parse, expected.format(low=low, high=high))


HOST = ValueForm(parse_host, "a host name or an address, such as 0.0.0.0 for every interface")
SEAL_KEYS = ValueForm(
    parse_seal_keys, "off, or keys of 64 lower-case hex digits each, separated by commas", lambda _text: "***"
)
ORIGINS = ValueForm(parse_origins, "* or origins such as https://play.example, with commas between them", str)
APP_KEYS = ValueForm(
    unless_off(parse_app_key_setting),
    "off, NAME=SHA256 pairs with commas between them, or file:PATH of a file with one such pair a line",
    show_app_keys,
)
RATE = ValueForm(unless_off(parse_rate), "off, or AMOUNT/second, AMOUNT/minute, AMOUNT/hour or AMOUNT/day")
DOCUMENTS = ValueForm(
    unless_off(parse_file), "off, or the path of a JSON file with the SHA-256 of each document and its text", str
)
PROXIES = ValueForm(parse_proxies, "none, or addresses and networks such as 10.0.0.0/8, with commas between them")
TRUE_OR_FALSE = ValueForm(lambda value: one_of("true", "false").parse(value) == "true", "true or false")
PUSH_KEY = ValueForm(
    parse_push_key, "store, or a private key of VAPID: 43 characters of base64url", lambda _value: "***"
)
CONTACT = ValueForm(parse_contact, "a mailto: or https: URL", str)
