"""The settings: environment variables, checked once at the start.

`SETTINGS` is the one table of them; a mistake in any variable stops the start with a `SettingsError` that
names it. A password in a store URL never reaches a message: log `redact(settings.store)`, not the URL.
"""

import difflib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from service.settings.store_url import STORE_EXPECTED, StoreUrl, parse_store_url, redact
from service.settings.values import (
    APP_KEYS_EXPECTED,
    RATE_EXPECTED,
    number,
    one_of,
    parse_app_key_setting,
    parse_file,
    parse_host,
    parse_origins,
    parse_proxies,
    parse_rate,
    parse_seal_keys,
    show_app_keys,
)
from service.settings.values import AppKeyHashes as AppKeyHashes
from service.settings.values import Rate as Rate
from service.settings.values import SealKey as SealKey
from service.settings.values import parse_app_keys as parse_app_keys

PREFIX = "CROUPIER_"
TEST_PREFIX = "CROUPIER_TEST_"

STORE = "CROUPIER_STORE"
DURABILITY = "CROUPIER_DURABILITY"
REPLICAS = "CROUPIER_REPLICAS"
# A machine with more cores than this runs several services behind a proxy.
MOST_WORKERS = 64


class SettingsError(Exception):
    """An invalid setting; the message names the variable and the expected form."""


class Durability(msgspec.Struct, frozen=True):
    """The level required of acknowledged changes: any, on disk, or on disk and in the memory of so many replicas."""

    level: Literal["any", "local", "replicated"] = "any"
    replicas: int = 1


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
    bot_processes: int
    bot_queue: int
    bot_patience_seconds: int
    bot_niceness: int
    bot_tables: int
    bot_tables_per_caller: int
    page: Literal["on", "off"]


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


def count_bot_processes(settings: Settings) -> int:
    """Return the number of processes that think for bots beside each worker: its share of the cores, at least 1."""
    return settings.bot_processes or max(1, (os.cpu_count() or 1) // settings.workers)


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
        one_of("any", "local", "replicated"),
        "any, local or replicated",
        "What an acknowledged change must have survived; a level that the store cannot keep stops the start.",
    ),
    Setting(
        REPLICAS,
        "1",
        number(1, 10),
        "a whole number from 1 to 10",
        "How many replicas must have a change before it is acknowledged at the level replicated.",
    ),
    Setting(
        "CROUPIER_HOST",
        "127.0.0.1",
        parse_host,
        "a host name or an address, such as 0.0.0.0 for every interface",
        "The address to listen on.",
    ),
    Setting(
        "CROUPIER_PORT",
        "8000",
        number(0, 65535),
        "a whole number from 0 to 65535",
        "The port to listen on; 0 takes any free one and prints it.",
    ),
    Setting(
        "CROUPIER_SESSION_SECONDS",
        "604800",
        number(60, 31_536_000),
        "a whole number of seconds from 60 to 31536000 (one year)",
        "The life of a session after its last change.",
    ),
    Setting(
        "CROUPIER_FINISHED_SECONDS",
        "86400",
        number(60, 31_536_000),
        "a whole number of seconds from 60 to 31536000 (one year)",
        "The life of a session that is finished or abandoned, with its log.",
    ),
    Setting(
        "CROUPIER_ARCHIVE_SECONDS",
        "7776000",
        number(0, 3_153_600_000),
        "a whole number of seconds up to 3153600000 (a century); 0 keeps them for ever",
        "For how long a finished table stays readable: its last view, its result and its record.",
    ),
    Setting(
        "CROUPIER_SEAL_KEYS",
        "off",
        parse_seal_keys,
        "off, or keys of 64 lower-case hex digits each, separated by commas",
        "The keys of sealed states: the first one seals, each of them opens. Without any, nothing can be sealed.",
        show=lambda _text: "***",
    ),
    Setting(
        "CROUPIER_SEAL_MARK_SECONDS",
        "604800",
        number(0, 31_536_000),
        "a whole number of seconds up to 31536000 (one year); 0 turns it off",
        "For how long the store remembers how far a sealed table has come, so that no move is taken back.",
    ),
    Setting(
        "CROUPIER_MAX_BODY_BYTES",
        "1048576",
        number(1024, 67_108_864),
        "a whole number of bytes from 1024 to 67108864 (64 MiB)",
        "The largest request body that is read.",
    ),
    Setting(
        "CROUPIER_LOG",
        "console",
        one_of("console", "json"),
        "console or json",
        "How log lines are written to standard error: for people or as one JSON object a line.",
    ),
    Setting(
        "CROUPIER_LOG_LEVEL",
        "info",
        one_of("debug", "info", "warning", "error"),
        "debug, info, warning or error",
        "The least important log lines that are written; every request is one at info.",
    ),
    Setting(
        "CROUPIER_CORS_ORIGINS",
        "*",
        parse_origins,
        "* or origins such as https://play.example, with commas between them",
        "The pages that may call from a browser.",
        str,
    ),
    Setting(
        "CROUPIER_APP_KEYS",
        "off",
        parse_app_key_setting,
        APP_KEYS_EXPECTED,
        "The apps that may call, each with the SHA-256 of its key; a file is read again when it changes.",
        show_app_keys,
    ),
    Setting(
        "CROUPIER_RATE_KEY",
        "off",
        parse_rate,
        RATE_EXPECTED,
        "What the holder of an app key may spend; a request costs 1.",
    ),
    Setting(
        "CROUPIER_RATE_ADDRESS",
        "off",
        parse_rate,
        RATE_EXPECTED,
        "What may be spent from one address without an app key.",
    ),
    Setting(
        "CROUPIER_TRUSTED_DOCUMENTS",
        "off",
        lambda value: None if value == "off" else parse_file(value),
        "off, or the path of a JSON file with the SHA-256 of each document and its text",
        "The documents of GraphQL that are known by their hash from the start.",
        str,
    ),
    Setting(
        "CROUPIER_TRUSTED_ONLY",
        "false",
        lambda value: one_of("true", "false")(value) == "true",
        "true or false",
        "Whether only the documents of that file are executed.",
    ),
    Setting(
        "CROUPIER_TRUSTED_PROXIES",
        "none",
        parse_proxies,
        "none, or addresses and networks such as 10.0.0.0/8, with commas between them",
        "The proxies whose X-Forwarded-For and X-Forwarded-Proto are believed.",
    ),
    Setting(
        "CROUPIER_DRAIN_SECONDS",
        "0",
        number(0, 300),
        "a whole number of seconds from 0 to 300",
        "How long the process serves on after SIGTERM, while /readyz already says no.",
    ),
    Setting(
        "CROUPIER_WORKERS",
        "1",
        number(1, MOST_WORKERS),
        f"a whole number from 1 to {MOST_WORKERS}",
        "How many processes serve on the port.",
    ),
    Setting(
        "CROUPIER_CONNECTIONS",
        "10000",
        number(1, 1_000_000),
        "a whole number from 1 to 1000000",
        "How many connections a process has open at most; fewer when the limit of open files is lower.",
    ),
    Setting(
        "CROUPIER_STREAMS_PER_CALLER",
        "1000",
        number(1, 1_000_000),
        "a whole number from 1 to 1000000",
        "How many streams and WebSockets an app key, or an address without one, has open in a process at most.",
    ),
    Setting(
        "CROUPIER_COMPILED",
        "on",
        one_of("on", "off"),
        "on or off",
        "Whether GraphQL operations are compiled when they come again; the answers are the same either way.",
    ),
    Setting(
        "CROUPIER_BOT_PROCESSES",
        "0",
        number(0, MOST_WORKERS),
        f"a whole number from 0 to {MOST_WORKERS}; 0 shares the cores among the workers",
        "How many processes think for bots, beside each process that serves; they start when they are needed.",
    ),
    Setting(
        "CROUPIER_BOT_QUEUE",
        "64",
        number(1, 100_000),
        "a whole number from 1 to 100000",
        "How many questions to bots may wait for these; beyond that, hints are refused and bots move at level 1.",
    ),
    Setting(
        "CROUPIER_BOT_PATIENCE_SECONDS",
        "5",
        number(1, 60),
        "a whole number of seconds from 1 to 60",
        "How long a bot's question waits before it is answered at a lower level, and a hint's before it is refused.",
    ),
    Setting(
        "CROUPIER_BOT_NICENESS",
        "10",
        number(0, 19),
        "a whole number from 0 to 19",
        "How far the processes that think give way to those that answer requests, as nice(1) has it.",
    ),
    Setting(
        "CROUPIER_BOT_TABLES",
        "8",
        number(1, 10_000),
        "a whole number from 1 to 10000",
        "How many tables without people the bots of a worker play at once; the others wait, those of callers in turn.",
    ),
    Setting(
        "CROUPIER_BOT_TABLES_PER_CALLER",
        "4",
        number(1, 10_000),
        "a whole number from 1 to 10000",
        "How many of these may belong to one tournament or batch; all other tables together count as one, too.",
    ),
    Setting(
        "CROUPIER_PAGE",
        "on",
        one_of("on", "off"),
        "on or off",
        "Whether people may play in a browser, at / and /play; if not, / leads to GraphiQL.",
    ),
)
