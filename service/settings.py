"""The settings: what the environment may say, checked once at the start.

`SETTINGS` is the one table of them; a mistake in any variable stops the start with a `SettingsError` that
names it. A password in a store URL never reaches a message: log `redact(settings.store)`, not the URL.
"""

import difflib
import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import Literal
from urllib.parse import SplitResult, parse_qsl, urlsplit

import msgspec

PREFIX = "CROUPIER_"
TEST_PREFIX = "CROUPIER_TEST_"

STORE = "CROUPIER_STORE"
STORE_EXPECTED = (
    "sqlite:FILE, sqlite:/ABSOLUTE/FILE, redis://[USER:PASSWORD@]HOST[:PORT][/DB], "
    "the same with rediss:// for TLS, or unix://[USER:PASSWORD@]/SOCKET[?db=DB]"
)
TLS_OPTIONS = frozenset({"ssl_ca_certs", "ssl_certfile", "ssl_keyfile"})
STORE_OPTIONS = {"redis": frozenset[str](), "rediss": TLS_OPTIONS, "unix": frozenset({"db"})}


class SettingsError(Exception):
    """A setting makes no sense; the message names the variable and says what is expected."""


class StoreUrl(str):
    """A store URL whose `repr` shows no password, so that a printed `Settings` shows none."""

    __slots__ = ()

    def __repr__(self) -> str:
        return repr(redact(self))


class Settings(msgspec.Struct, frozen=True):
    """The settings of one service process, all checked."""

    store: StoreUrl
    host: str
    port: int
    session_seconds: int
    max_body_bytes: int
    log: Literal["console", "json"]


class Setting(msgspec.Struct, frozen=True):
    """One row of the table: `parse` raises `ValueError`, which may say why, for anything but `expected`."""

    name: str
    default: str
    parse: Callable[[str], object]
    expected: str
    description: str

    @property
    def field(self) -> str:
        """Return the name of the field in `Settings`."""
        return self.name.removeprefix(PREFIX).lower()


def load_settings(environ: Mapping[str, str]) -> Settings:
    """Read the settings from an environment; what is not set has its default.

    Raises `SettingsError` at the first value that is not as expected, and for an unknown variable that
    starts with CROUPIER_ (other than CROUPIER_TEST_, which is for the tests).
    """
    for name in environ:
        _check_name(name)
    return Settings(**{s.field: _value(s, environ.get(s.name, s.default)) for s in SETTINGS})  # type: ignore[arg-type]


def redact(url: str) -> str:
    """Return a store URL as it may be shown: *** in place of user, password and whatever may be one."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        return re.sub(r".*@", "***@", url, flags=re.DOTALL)
    _, at, address = rest.rpartition("@")
    if not re.fullmatch(r"(\[[0-9a-fA-F:.]*\]|[\w.-]*)(:\d*)?(/[^?#@:]*)?", address.partition("?")[0]):
        return f"{scheme}://***"
    shown = re.sub(r"([?&](?!db=)[^=&]*)=[^&]*", r"\1=***", address)
    return f"{scheme}://{'***@' if at else ''}{shown}"


def parse_store(value: str) -> StoreUrl:
    """Return `value` as a store URL; raises `SettingsError` that names CROUPIER_STORE."""
    try:
        return _parse_store(value)
    except ValueError as error:
        raise _refusal(STORE, redact(value), STORE_EXPECTED, error) from None


def _check_name(name: str) -> None:
    known = [setting.name for setting in SETTINGS]
    if name in known or not name.startswith(PREFIX) or name.startswith(TEST_PREFIX):
        return
    nearest = difflib.get_close_matches(name.upper(), known, n=1, cutoff=0)[0]
    raise SettingsError(f"{name} is not a setting. Did you mean {nearest}? Known are: {', '.join(known)}.")


def _value(setting: Setting, text: str) -> object:
    try:
        return setting.parse(text)
    except ValueError as error:
        raise _refusal(setting.name, redact(text), setting.expected, error) from None


def _refusal(name: str, shown: str, expected: str, error: ValueError) -> SettingsError:
    reason = f": {error}" if str(error) else ""
    return SettingsError(f'{name} is "{shown}"{reason}. Expected: {expected}.')


def _parse_store(value: str) -> StoreUrl:
    if value.startswith("sqlite:"):
        _check_sqlite(value.removeprefix("sqlite:"))
    else:
        _check_redis(_split(value))
    return StoreUrl(value)


def _check_sqlite(file: str) -> None:
    if file.startswith("//"):
        raise ValueError("a file has no host; write sqlite:/ABSOLUTE/FILE with one slash")
    if file == ":memory:":
        raise ValueError("sessions must be in a file")
    if not PurePosixPath(file).name or "\0" in file:
        raise ValueError("there is no file name")


def _split(value: str) -> SplitResult:
    if re.search(r"[\s\x00-\x1f#]", value):
        raise ValueError("spaces, control characters and # must be written with %")
    try:
        url = urlsplit(value)
        _ = url.port
    except ValueError:
        raise ValueError("the address cannot be read") from None
    return url


def _check_redis(url: SplitResult) -> None:
    if url.scheme not in STORE_OPTIONS:
        raise ValueError("there is no such kind of store")
    if url.scheme == "unix":
        _check_socket(url)
    else:
        _check_server(url)
    for option, _ in parse_qsl(url.query, keep_blank_values=True):
        if option not in STORE_OPTIONS[url.scheme]:
            raise ValueError("there is an option that is not known")


def _check_server(url: SplitResult) -> None:
    if not url.hostname:
        raise ValueError("there is no host")
    if url.port == 0:
        raise ValueError("the port must be from 1 to 65535")
    if not re.fullmatch(r"(/[0-9]{0,4})?", url.path):
        raise ValueError("the database must be a number")


def _check_socket(url: SplitResult) -> None:
    if url.hostname or not PurePosixPath(url.path).name:
        raise ValueError("a socket has an absolute path and no host")
    if not re.fullmatch(r"(db=[0-9]{1,4})?", url.query):
        raise ValueError("the only option is db=DB")


def _parse_host(value: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_.:%-]+", value):
        raise ValueError
    return value


def _parse_log(value: str) -> str:
    if value not in ("console", "json"):
        raise ValueError
    return value


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
        _parse_store,
        STORE_EXPECTED,
        "Where sessions live: an SQLite file, which processes of one machine may share, or a Redis server.",
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
        "CROUPIER_MAX_BODY_BYTES",
        "1048576",
        _number(1024, 67_108_864),
        "a whole number of bytes from 1024 to 67108864 (64 MiB)",
        "The largest request body that is read.",
    ),
    Setting(
        "CROUPIER_LOG",
        "console",
        _parse_log,
        "console or json",
        "How log lines are written to standard error: for people or as one JSON object a line.",
    ),
)
