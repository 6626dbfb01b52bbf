"""The settings: environment variables, checked once at the start.

`Settings` declares each of them once; a mistake in any variable stops the start with a `SettingsError` that
names it. A password in a store URL never reaches a message: log `redact(settings.store)`, not the URL.
"""

import difflib
import os
import re
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec

from service.settings.values import (
    APP_KEYS,
    CONTACT,
    DOCUMENTS,
    HOST,
    ORIGINS,
    PROXIES,
    PUSH_KEY,
    RATE,
    SEAL_KEYS,
    SECONDS,
    TRUE_OR_FALSE,
    ValueForm,
    number,
    one_of,
)
from service.settings.values import AppKeyHashes as AppKeyHashes
from service.settings.values import PushKey as PushKey
from service.settings.values import Rate as Rate
from service.settings.values import SealKey as SealKey
from service.settings.values import parse_app_keys as parse_app_keys
from store.options import Durability, DurabilityLevel, SettingsError
from store.url import STORE_EXPECTED, StoreUrl, parse_store_url

PREFIX = "CROUPIER_"
# What tests read. Each test names its own variables.
TEST_PREFIX = "CROUPIER_TEST_"
# What our other tools read, by name: it may stand in the environment of the service, which has no use for it.
VARIABLES_OF_TOOLS: Mapping[str, str] = {
    "CROUPIER_SMOKE_APP_KEY": "deploy/smoke.py",
    "CROUPIER_WRITE_SNAPSHOTS": "tests/browser/accessibility.py",
}

# A machine with more cores than this runs several services behind a proxy.
MOST_WORKERS = 64

# The hosts that stand for all addresses of the machine.
EVERY_INTERFACE = ("0.0.0.0", "::")  # noqa: S104
# Only this machine reaches them.
_LOOPBACK = re.compile(r"localhost|127\..*|::1", re.IGNORECASE)
_HOST = f"{PREFIX}HOST"
_LAN = f"{PREFIX}LAN"

STORE_URL = ValueForm(parse_store_url, STORE_EXPECTED)
Life = Annotated[int, number(60, 31_536_000, f"{SECONDS} (one year)")]
Limit = Annotated[Rate | None, RATE]


class Setting(msgspec.Struct, frozen=True):
    """A setting that is not read yet: its default as text, what it is for, and, once it is known, its form."""

    default: str
    description: str
    form: ValueForm = TRUE_OR_FALSE


def setting(default: str, description: str) -> Any:  # noqa: ANN401  in the place of a value
    """Declare the default and the description of a field of `Settings`."""
    return Setting(default, description)


class Settings(msgspec.Struct, frozen=True):
    """The settings of one service process, all checked. Only `load_settings` makes them.

    The name of a variable is that of its field, in capitals. An annotation has the form of the values, unless the type
    lists them.
    """

    store: Annotated[StoreUrl, STORE_URL] = setting(
        "sqlite:croupier.db", "Where sessions live: an SQLite file, which processes of one machine may share, or Redis."
    )
    durability: DurabilityLevel = setting(
        "any", "What an acknowledged change must have survived; a level that the store cannot keep stops the start."
    )
    replicas: Annotated[int, number(1, 10)] = setting(
        "1", "How many replicas must have a change before it is acknowledged at the level replicated."
    )
    host: Annotated[str, HOST] = setting("127.0.0.1", "The address to listen on.")
    lan: Literal["on", "off"] = setting(
        "off",
        "Whether others on the same network may play: the service then listens on every interface, unless a host is "
        "set, and prints its address for them, which the page uses in invitations.",
    )
    port: Annotated[int, number(0, 65535)] = setting(
        "8000", "The port to listen on; 0 takes any free one and prints it."
    )
    session_seconds: Life = setting(
        "604800", "The life of a session after its last change, and after the time that the table promises for a move."
    )
    finished_seconds: Life = setting("86400", "The life of a session that is finished or abandoned, with its log.")
    archive_seconds: Annotated[
        int, number(0, 3_153_600_000, "a whole number of seconds up to {high} (a century); 0 keeps them for ever")
    ] = setting("7776000", "For how long a finished table stays readable: its last view, its result and its record.")
    seal_keys: Annotated[tuple[SealKey, ...], SEAL_KEYS] = setting(
        "off", "The keys of sealed states: the first one seals, each of them opens. Without any, nothing can be sealed."
    )
    seal_mark_seconds: Annotated[
        int, number(0, 31_536_000, "a whole number of seconds up to {high} (one year); 0 turns it off")
    ] = setting(
        "604800", "For how long the store remembers how far a sealed table has come, so that no move is taken back."
    )
    max_body_bytes: Annotated[
        int, number(1024, 67_108_864, "a whole number of bytes from {low} to {high} (64 MiB)")
    ] = setting("1048576", "The largest request body that is read.")
    log: Literal["console", "json"] = setting(
        "console", "How log lines are written to standard error: for people or as one JSON object a line."
    )
    log_level: Literal["debug", "info", "warning", "error"] = setting(
        "info", "The least important log lines that are written; every request is one at info."
    )
    cors_origins: Annotated[tuple[str, ...], ORIGINS] = setting("*", "The pages that may call from a browser.")
    app_keys: Annotated[AppKeyHashes | Path | None, APP_KEYS] = setting(
        "off", "The apps that may call, each with the SHA-256 of its key; a file is read again when it changes."
    )
    rate_key: Limit = setting("off", "What the holder of an app key may spend; a request costs 1.")
    rate_address: Limit = setting("off", "What may be spent from one address without an app key.")
    trusted_documents: Annotated[Path | None, DOCUMENTS] = setting(
        "off", "The documents of GraphQL that are known by their hash from the start."
    )
    trusted_only: Annotated[bool, TRUE_OR_FALSE] = setting(
        "false", "Whether only the documents of that file are executed."
    )
    trusted_proxies: Annotated[tuple[str, ...], PROXIES] = setting(
        "none", "The proxies whose X-Forwarded-For and X-Forwarded-Proto are believed."
    )
    drain_seconds: Annotated[int, number(0, 300, SECONDS)] = setting(
        "0", "How long the process serves on after SIGTERM, while /readyz already says no."
    )
    workers: Annotated[int, number(1, MOST_WORKERS)] = setting("1", "How many processes serve on the port.")
    connections: Annotated[int, number(1, 1_000_000)] = setting(
        "10000", "How many connections a process has open at most; fewer when the limit of open files is lower."
    )
    streams_per_caller: Annotated[int, number(1, 1_000_000)] = setting(
        "1000", "How many streams and WebSockets an app key, or an address without one, has open in a process at most."
    )
    compiled: Literal["on", "off"] = setting(
        "on", "Whether GraphQL operations are compiled when they come again; the answers are the same either way."
    )
    bot_processes: Annotated[
        int, number(0, MOST_WORKERS, "a whole number from {low} to {high}; 0 shares the cores among the workers")
    ] = setting(
        "0", "How many processes think for bots, beside each process that serves; they start when they are needed."
    )
    bot_queue: Annotated[int, number(1, 100_000)] = setting(
        "64", "How many questions to bots may wait for these; beyond that, hints are refused and bots move at level 1."
    )
    bot_patience_seconds: Annotated[int, number(1, 60, SECONDS)] = setting(
        "5",
        "How long a bot's question waits before it is answered at a lower level, and a hint's before it is refused.",
    )
    bot_niceness: Annotated[int, number(0, 19)] = setting(
        "10", "How far the processes that think give way to those that answer requests, as nice(1) has it."
    )
    bot_tables: Annotated[int, number(1, 10_000)] = setting(
        "8",
        "How many tables without people the bots of a worker play at once; the others wait, those of callers in turn.",
    )
    bot_tables_per_caller: Annotated[int, number(1, 10_000)] = setting(
        "4", "How many of these may belong to one tournament or batch; all other tables together count as one, too."
    )
    webhooks: Literal["on", "private", "off"] = setting(
        "on",
        "Where webhooks and push messages may go: public addresses, over HTTPS at port 443; any address and port, for "
        "a network of your own; or nowhere.",
    )
    push_key: Annotated[PushKey | None, PUSH_KEY] = setting(
        "store", "The private key of push messages to browsers; by default it is created once, and kept in the store."
    )
    push_contact: Annotated[str, CONTACT] = setting(
        "mailto:operator@example.com", "Where push services reach the operator."
    )
    page: Literal["on", "off"] = setting(
        "on", "Whether people may play in a browser, at / and /play; if not, / leads to GraphiQL."
    )
    mcp: Literal["on", "off"] = setting(
        "on",
        "Whether agents may play over the Model Context Protocol, at /mcp; that needs the extra `mcp` of the package.",
    )


def _form_of(annotation: Any) -> ValueForm:  # noqa: ANN401
    """Return the form of a field's values: that of its annotation, or the words of its type."""
    found = next((one for one in get_args(annotation) if isinstance(one, ValueForm)), None)
    return one_of(*get_args(annotation)) if found is None else found


# By the names of their variables.
SETTINGS: Mapping[str, Setting] = {
    f"{PREFIX}{name.upper()}": msgspec.structs.replace(declared, form=_form_of(annotation))
    for (name, annotation), declared in zip(
        get_type_hints(Settings, include_extras=True).items(), Settings.__struct_defaults__, strict=True
    )
}


def durability_of(settings: Settings) -> Durability:
    """Return the durability that the settings require of the store."""
    return Durability(settings.durability, settings.replicas)


def count_bot_processes(settings: Settings) -> int:
    """Return the number of processes that think for bots beside each worker: its share of the cores, at least 1."""
    return settings.bot_processes or max(1, (os.cpu_count() or 1) // settings.workers)


def load_settings(environ: Mapping[str, str]) -> Settings:
    """Read the settings from an environment; a variable that is not set has its default.

    Raises `SettingsError` at the first value that is not as expected, and for an unknown variable that starts with
    CROUPIER_. Those of our tests (CROUPIER_TEST_…) and of our other tools are known, and ignored.
    """
    for name in environ:
        _check_name(name)
    settings = Settings(*[_parse(name, row.form, environ.get(name, row.default)) for name, row in SETTINGS.items()])
    return settings if settings.lan == "off" else _open_to_network(settings, is_host_given=_HOST in environ)


def _open_to_network(settings: Settings, *, is_host_given: bool) -> Settings:
    """Return the settings with a host that the network reaches."""
    if not is_host_given:
        every = "::" if socket.has_dualstack_ipv6() else "0.0.0.0"  # noqa: S104
        return msgspec.structs.replace(settings, host=every)
    if _LOOPBACK.fullmatch(settings.host):
        raise SettingsError(
            f'{_HOST} is "{settings.host}", which only this machine reaches, although {_LAN} is on. '
            f"Expected: an address of the network, or no {_HOST}."
        )
    return settings


def _check_name(name: str) -> None:
    if not name.startswith(PREFIX) or name.startswith(TEST_PREFIX):
        return
    allowed = (*SETTINGS, *VARIABLES_OF_TOOLS)
    if name in allowed:
        return
    known = [one.removeprefix(PREFIX) for one in allowed]
    near = difflib.get_close_matches(name.removeprefix(PREFIX).upper(), known, n=1)
    question = f" Did you mean {PREFIX}{near[0]}?" if near else ""
    raise SettingsError(f"{name} is not a setting.{question} `croupier serve --help` lists them all.")


def _parse(name: str, form: ValueForm, text: str) -> Any:  # noqa: ANN401  of the type of the field
    try:
        return form.parse(text)
    except ValueError as error:
        reason = f": {error}" if str(error) else ""
        raise SettingsError(f'{name} is "{form.show(text)}"{reason}. Expected: {form.expected}.') from None
