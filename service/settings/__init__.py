"""The settings: environment variables, checked once at the start.

`SETTINGS` is the one table of them; a mistake in any variable stops the start with a `SettingsError` that
names it. A password in a store URL never reaches a message: log `redact(settings.store)`, not the URL.
"""

import difflib
import re
from collections.abc import Callable, Mapping
from ipaddress import ip_network
from pathlib import Path, PurePosixPath
from typing import Literal

import msgspec

from service.settings.store_url import STORE_EXPECTED, StoreUrl, parse_store_url, redact

PREFIX = "CROUPIER_"
TEST_PREFIX = "CROUPIER_TEST_"

STORE = "CROUPIER_STORE"
DURABILITY = "CROUPIER_DURABILITY"
REPLICAS = "CROUPIER_REPLICAS"
# A machine with more cores than this runs several services behind a proxy.
MOST_WORKERS = 64

# The SHA-256 of each app key, as hex, and the name of the app that holds it. An app may have several.
AppKeyHashes = Mapping[str, str]

APP_KEYS_EXPECTED = "off, NAME=SHA256 pairs with commas between them, or file:PATH of a file with one such pair a line"
RATE_EXPECTED = "off, or AMOUNT/second, AMOUNT/minute, AMOUNT/hour or AMOUNT/day"
PERIODS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}


class SettingsError(Exception):
    """An invalid setting; the message names the variable and the expected form."""


class SealKey(bytes):
    """A key whose `repr` does not show it."""

    def __repr__(self) -> str:
        return "SealKey(***)"


class Durability(msgspec.Struct, frozen=True):
    """The level required of acknowledged changes: any, on disk, or on disk and in the memory of so many replicas."""

    level: Literal["any", "local", "replicated"] = "any"
    replicas: int = 1


class Rate(msgspec.Struct, frozen=True):
    """The cost that a caller may spend in each window of so many seconds."""

    amount: int
    seconds: int


class Settings(msgspec.Struct, frozen=True):
    """The settings of one service process, all checked."""

    store: StoreUrl
    durability: Literal["any", "local", "replicated"]
    replicas: int
    host: str
    port: int
    session_seconds: int
    finished_seconds: int
    archive_seconds: int
    seal_keys: tuple[SealKey, ...]
    seal_mark_seconds: int
    max_body_bytes: int
    log: Literal["console", "json"]
    log_level: Literal["debug", "info", "warning", "error"]
    cors_origins: tuple[str, ...]
    app_keys: AppKeyHashes | Path | None
    rate_key: Rate | None
    rate_address: Rate | None
    trusted_documents: Path | None
    trusted_only: bool
    trusted_proxies: tuple[str, ...]
    drain_seconds: int
    workers: int
    connections: int
    streams_per_caller: int
    compiled: Literal["on", "off"]


class Setting(msgspec.Struct, frozen=True):
    """One row of the table: `parse` raises `ValueError`, perhaps with a reason, for any value that is not `expected`.

    `show` returns the form in which a message quotes a value.
    """

    name: str
    default: str
    parse: Callable[[str], object]
    expected: str
    description: str
    show: Callable[[str], str] = redact

    @property
    def field(self) -> str:
        """Return the name of the field in `Settings`."""
        return self.name.removeprefix(PREFIX).lower()


def durability_of(settings: Settings) -> Durability:
    """Return the durability that the settings require of the store."""
    return Durability(settings.durability, settings.replicas)


def load_settings(environ: Mapping[str, str]) -> Settings:
    """Read the settings from an environment; a variable that is not set has its default.

    Raises `SettingsError` at the first value that is not as expected, and for an unknown variable that
    starts with CROUPIER_ (other than CROUPIER_TEST_, which is for the tests).
    """
    for name in environ:
        _check_name(name)
    return Settings(**{s.field: _value(s, environ.get(s.name, s.default)) for s in SETTINGS})  # type: ignore[arg-type]


def parse_store(value: str) -> StoreUrl:
    """Parse a store URL. Raises `SettingsError`, which names CROUPIER_STORE."""
    try:
        return parse_store_url(value)
    except ValueError as error:
        raise _refusal(STORE, redact(value), STORE_EXPECTED, error) from None


def _check_name(name: str) -> None:
    known = [setting.name.removeprefix(PREFIX) for setting in SETTINGS]
    if not name.startswith(PREFIX) or name.startswith(TEST_PREFIX) or (own := name.removeprefix(PREFIX)) in known:
        return
    near = difflib.get_close_matches(own.upper(), known, n=1)
    question = f" Did you mean {PREFIX}{near[0]}?" if near else ""
    raise SettingsError(f"{name} is not a setting.{question} `croupier serve --help` lists them all.")


def _value(setting: Setting, text: str) -> object:
    try:
        return setting.parse(text)
    except ValueError as error:
        raise _refusal(setting.name, setting.show(text), setting.expected, error) from None


def _refusal(name: str, shown: str, expected: str, error: ValueError) -> SettingsError:
    reason = f": {error}" if str(error) else ""
    return SettingsError(f'{name} is "{shown}"{reason}. Expected: {expected}.')


def _parse_host(value: str) -> str:
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


def _parse_app_key_setting(value: str) -> AppKeyHashes | Path | None:
    if value == "off":
        return None
    if value.startswith("file:"):
        return _parse_file(value.removeprefix("file:"))
    if not (found := parse_app_keys(value)):
        raise ValueError("there is no key")
    return found


def _parse_file(value: str) -> Path:
    if not PurePosixPath(value).name or "\0" in value:
        raise ValueError("there is no file name")
    return Path(value)


def _show_app_keys(value: str) -> str:
    """Return a path as it is, and *** for keys."""
    return value if value.startswith("file:") else "***"


def _parse_rate(value: str) -> Rate | None:
    if value == "off":
        return None
    match = re.fullmatch(r"([1-9][0-9]{0,8})/(second|minute|hour|day)", value, re.ASCII)
    if match is None:
        raise ValueError
    return Rate(int(match[1]), PERIODS[match[2]])


def _parse_origins(value: str) -> tuple[str, ...]:
    origins = tuple(origin.strip() for origin in value.split(","))
    if origins != ("*",) and not all(
        re.fullmatch(r"https?://([a-z0-9.-]+|\[[0-9a-f:]+\])(:[0-9]{1,5})?", o) for o in origins
    ):
        raise ValueError
    return origins


def _parse_proxies(value: str) -> tuple[str, ...]:
    """Parse addresses and networks; the standard library's message about a bad one is the reason."""
    return () if value == "none" else tuple(str(ip_network(part.strip())) for part in value.split(","))


def _one_of(*words: str) -> Callable[[str], str]:
    """Return a parser that accepts only these words."""

    def parse(value: str) -> str:
        if value not in words:
            raise ValueError
        return value

    return parse


def _parse_seal_keys(value: str) -> tuple[SealKey, ...]:
    if value == "off":
        return ()
    keys = value.split(",")
    if not all(re.fullmatch("[0-9a-f]{64}", key) for key in keys):
        raise ValueError
    if len(set(keys)) < len(keys):
        raise ValueError("a key is written twice")
    return tuple(map(SealKey.fromhex, keys))


def _number(low: int, high: int) -> Callable[[str], int]:
    """Return a parser of whole numbers from `low` to `high`, written with digits only."""

    def parse(value: str) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", value, re.ASCII) or not low <= int(value) <= high:
            raise ValueError
        return int(value)

    return parse


SETTINGS = (
    Setting(
        STORE,
        "sqlite:croupier.db",
        parse_store_url,
        STORE_EXPECTED,
        "Where sessions live: an SQLite file, which processes of one machine may share, or Redis.",
    ),
    Setting(
        DURABILITY,
        "any",
        _one_of("any", "local", "replicated"),
        "any, local or replicated",
        "What an acknowledged change must have survived; a level that the store cannot keep stops the start.",
    ),
    Setting(
        REPLICAS,
        "1",
        _number(1, 10),
        "a whole number from 1 to 10",
        "How many replicas must have a change before it is acknowledged at the level replicated.",
    ),
    Setting(
        "CROUPIER_HOST",
        "127.0.0.1",
        _parse_host,
        "a host name or an address, such as 0.0.0.0 for every interface",
        "The address to listen on.",
    ),
    Setting(
        "CROUPIER_PORT",
        "8000",
        _number(0, 65535),
        "a whole number from 0 to 65535",
        "The port to listen on; 0 takes any free one and prints it.",
    ),
    Setting(
        "CROUPIER_SESSION_SECONDS",
        "604800",
        _number(60, 31_536_000),
        "a whole number of seconds from 60 to 31536000 (one year)",
        "The life of a session after its last change.",
    ),
    Setting(
        "CROUPIER_FINISHED_SECONDS",
        "86400",
        _number(60, 31_536_000),
        "a whole number of seconds from 60 to 31536000 (one year)",
        "The life of a session that is finished or abandoned, with its log.",
    ),
    Setting(
        "CROUPIER_ARCHIVE_SECONDS",
        "7776000",
        _number(0, 3_153_600_000),
        "a whole number of seconds up to 3153600000 (a century); 0 keeps them for ever",
        "For how long a finished table stays readable: its last view, its result and its record.",
    ),
    Setting(
        "CROUPIER_SEAL_KEYS",
        "off",
        _parse_seal_keys,
        "off, or keys of 64 lower-case hex digits each, separated by commas",
        "The keys of sealed states: the first one seals, each of them opens. Without any, nothing can be sealed.",
        show=lambda _text: "***",
    ),
    Setting(
        "CROUPIER_SEAL_MARK_SECONDS",
        "604800",
        _number(0, 31_536_000),
        "a whole number of seconds up to 31536000 (one year); 0 turns it off",
        "For how long the store remembers how far a sealed table has come, so that no move is taken back.",
    ),
    Setting(
        "CROUPIER_MAX_BODY_BYTES",
        "1048576",
        _number(1024, 67_108_864),
        "a whole number of bytes from 1024 to 67108864 (64 MiB)",
        "The largest request body that is read.",
    ),
    Setting(
        "CROUPIER_LOG",
        "console",
        _one_of("console", "json"),
        "console or json",
        "How log lines are written to standard error: for people or as one JSON object a line.",
    ),
    Setting(
        "CROUPIER_LOG_LEVEL",
        "info",
        _one_of("debug", "info", "warning", "error"),
        "debug, info, warning or error",
        "The least important log lines that are written; every request is one at info.",
    ),
    Setting(
        "CROUPIER_CORS_ORIGINS",
        "*",
        _parse_origins,
        "* or origins such as https://play.example, with commas between them",
        "The pages that may call from a browser.",
        str,
    ),
    Setting(
        "CROUPIER_APP_KEYS",
        "off",
        _parse_app_key_setting,
        APP_KEYS_EXPECTED,
        "The apps that may call, each with the SHA-256 of its key; a file is read again when it changes.",
        _show_app_keys,
    ),
    Setting(
        "CROUPIER_RATE_KEY",
        "off",
        _parse_rate,
        RATE_EXPECTED,
        "What the holder of an app key may spend; a request costs 1.",
    ),
    Setting(
        "CROUPIER_RATE_ADDRESS",
        "off",
        _parse_rate,
        RATE_EXPECTED,
        "What may be spent from one address without an app key.",
    ),
    Setting(
        "CROUPIER_TRUSTED_DOCUMENTS",
        "off",
        lambda value: None if value == "off" else _parse_file(value),
        "off, or the path of a JSON file with the SHA-256 of each document and its text",
        "The documents of GraphQL that are known by their hash from the start.",
        str,
    ),
    Setting(
        "CROUPIER_TRUSTED_ONLY",
        "false",
        lambda value: _one_of("true", "false")(value) == "true",
        "true or false",
        "Whether only the documents of that file are executed.",
    ),
    Setting(
        "CROUPIER_TRUSTED_PROXIES",
        "none",
        _parse_proxies,
        "none, or addresses and networks such as 10.0.0.0/8, with commas between them",
        "The proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.",
    ),
    Setting(
        "CROUPIER_DRAIN_SECONDS",
        "0",
        _number(0, 300),
        "a whole number of seconds from 0 to 300",
        "How long the process serves on after SIGTERM, while /readyz already says no.",
    ),
    Setting(
        "CROUPIER_WORKERS",
        "1",
        _number(1, MOST_WORKERS),
        f"a whole number from 1 to {MOST_WORKERS}",
        "How many processes serve on the port.",
    ),
    Setting(
        "CROUPIER_CONNECTIONS",
        "10000",
        _number(1, 1_000_000),
        "a whole number from 1 to 1000000",
        "How many connections a process has open at most; fewer when the limit of open files is lower.",
    ),
    Setting(
        "CROUPIER_STREAMS_PER_CALLER",
        "1000",
        _number(1, 1_000_000),
        "a whole number from 1 to 1000000",
        "How many streams and WebSockets an app key, or an address without one, has open in a process at most.",
    ),
    Setting(
        "CROUPIER_COMPILED",
        "on",
        _one_of("on", "off"),
        "on or off",
        "Whether GraphQL operations are compiled when they come again; the answers are the same either way.",
    ),
)
