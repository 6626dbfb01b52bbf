"""The settings: accepted values, values that stop the start, and no password in any message."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import asdict

from service.settings import (
    SETTINGS,
    TEST_PREFIX,
    VARIABLES_OF_TOOLS,
    PushKey,
    Rate,
    SealKey,
    Setting,
    count_bot_processes,
    load_settings,
    parse_app_keys,
)
from store.adapters import open_store
from store.options import SettingsError
from store.redis.store import RedisStore
from store.sqlite.store import SqliteStore
from store.url import StoreUrl, redact
from tools.servers import REPOSITORY

GOOD_STORES = [
    "sqlite:croupier.db",
    "sqlite:/var/lib/croupier/croupier.db",
    "sqlite:a folder/a:b@c.db",
    "redis://localhost",
    "redis://localhost:6379/0",
    "redis://user:pass@localhost:6379/15",
    "redis://:p%40ss%2Fword@localhost",
    "redis://[::1]:6379/0",
    "rediss://localhost:6380/0?ssl_ca_certs=/etc/ca.pem",
    "unix:///run/redis.sock",
    "unix://user:pass@/run/redis.sock?db=3",
]

BAD_STORES = [
    "",
    "garbage",
    "sqlite:",
    "sqlite:/",
    "sqlite::memory:",
    "sqlite:///croupier.db",
    "postgres://localhost/croupier",
    "redis:localhost",
    "redis://",
    "redis:///0",
    "redis://localhost:port",
    "redis://localhost:0",
    "redis://localhost/zero",
    "redis://localhost/-1",
    "redis://localhost?decode_responses=yes",
    "rediss://localhost?ssl_cert_reqs=none",
    "redis://local host",
    "redis://localhost#0",
    "unix://localhost/run/redis.sock",
    "unix://",
    "unix:///run/redis.sock?db=x",
]

# A whole name: not a prefix, as in "CROUPIER_" or `CROUPIER_{name}`.
VARIABLE = re.compile(r"\bCROUPIER_[A-Z_]*[A-Z]\b")
# By a test of the command, on purpose.
MISSPELT = {"CROUPIER_PROT"}
FOLDERS_OF_CODE = ("benchmarks", "bots", "cli", "clients", "deploy", "examples", "service", "store", "tests", "tools")
SUFFIXES_OF_CODE = {".json", ".js", ".mjs", ".py", ".sh", ".ts", ".yaml"}

SECRET = "hunter2"
BAD_STORES_WITH_A_PASSWORD = [
    f"redis://:{SECRET}",
    f"redis://user:{SECRET}",
    f"redis://user:{SECRET}@",
    f"redis://user:{SECRET}@localhost:port",
    f"redis://user:{SECRET}@localhost/zero",
    f"redis://user:{SECRET}@x@localhost/zero",
    f"redis://user:{SECRET}/x@localhost",
    f"redis://user:x/{SECRET}@localhost",
    f"redis://user:x?{SECRET}@localhost",
    f"redis://user:x#{SECRET}@localhost",
    f"redis://user:{SECRET} @localhost",
    f"redis://localhost?password={SECRET}",
    f"redis://localhost?db=0&PASSWORD={SECRET}",
    f"redis:user:{SECRET}@localhost",
    f"postgres://user:{SECRET}@localhost/croupier",
    f"user:{SECRET}@localhost",
    f"redis://[{SECRET}@localhost",
]

BAD_VALUES = [
    ("CROUPIER_HOST", ""),
    ("CROUPIER_HOST", "local host"),
    ("CROUPIER_PORT", ""),
    ("CROUPIER_PORT", "http"),
    ("CROUPIER_PORT", "65536"),
    ("CROUPIER_PORT", "8000\n"),
    ("CROUPIER_PORT", "٨٠٠٠"),
    ("CROUPIER_PORT", "9" * 5000),
    ("CROUPIER_SESSION_SECONDS", "59"),
    ("CROUPIER_SESSION_SECONDS", "31536001"),
    ("CROUPIER_SESSION_SECONDS", "7d"),
    ("CROUPIER_FINISHED_SECONDS", "0"),
    ("CROUPIER_ARCHIVE_SECONDS", "-1"),
    ("CROUPIER_SEAL_MARK_SECONDS", "x"),
    ("CROUPIER_MAX_BODY_BYTES", "1023"),
    ("CROUPIER_MAX_BODY_BYTES", "67108865"),
    ("CROUPIER_LOG", "JSON"),
    ("CROUPIER_LOG", ""),
    ("CROUPIER_LOG_LEVEL", "INFO"),
    ("CROUPIER_CORS_ORIGINS", ""),
    ("CROUPIER_CORS_ORIGINS", "play.example"),
    ("CROUPIER_CORS_ORIGINS", "https://play.example/"),
    ("CROUPIER_CORS_ORIGINS", "https://play.example,*"),
    ("CROUPIER_RATE_KEY", "0/minute"),
    ("CROUPIER_RATE_KEY", "10"),
    ("CROUPIER_RATE_ADDRESS", "10/week"),
    ("CROUPIER_RATE_ADDRESS", "-1/second"),
    ("CROUPIER_DRAIN_SECONDS", "301"),
    ("CROUPIER_TRUSTED_ONLY", "yes"),
    ("CROUPIER_WORKERS", "0"),
    ("CROUPIER_WORKERS", "65"),
    ("CROUPIER_CONNECTIONS", "0"),
    ("CROUPIER_STREAMS_PER_CALLER", "0"),
    ("CROUPIER_COMPILED", "true"),
    ("CROUPIER_BOT_PROCESSES", "65"),
    ("CROUPIER_BOT_QUEUE", "0"),
    ("CROUPIER_BOT_PATIENCE_SECONDS", "0"),
    ("CROUPIER_WEBHOOKS", "true"),
    ("CROUPIER_PUSH_CONTACT", "operator@example.com"),
    ("CROUPIER_PUSH_CONTACT", "http://example.com"),
]

HASH = "c0ffee00" * 8
BAD_APP_KEYS = [
    "",
    "on",
    HASH,
    f"={HASH}",
    f"web={HASH[1:]}",
    f"web={HASH}0",
    f"web={HASH} bots={HASH}",
    f"a name={HASH}",
    "web=a plain key",
    "file:",
    "file:/",
    ",",
]


# For each field: the text of its variable, the value that is read from it, and the default.
FIELDS: dict[str, tuple[str, object, object]] = {
    "store": ("redis://localhost/1", StoreUrl("redis://localhost/1"), StoreUrl("sqlite:croupier.db")),
    "durability": ("replicated", "replicated", "any"),
    "replicas": ("2", 2, 1),
    "host": ("::", "::", "127.0.0.1"),
    "lan": ("on", "on", "off"),
    "port": ("0", 0, 8000),
    "session_seconds": ("60", 60, 7 * 24 * 3600),
    "finished_seconds": ("61", 61, 24 * 3600),
    "archive_seconds": ("62", 62, 90 * 24 * 3600),
    "seal_keys": (f"{'ab' * 32},{'cd' * 32}", (SealKey.fromhex("ab" * 32), SealKey.fromhex("cd" * 32)), ()),
    "seal_mark_seconds": ("63", 63, 7 * 24 * 3600),
    "max_body_bytes": ("67108864", 67108864, 1024 * 1024),
    "log": ("json", "json", "console"),
    "log_level": ("error", "error", "info"),
    "cors_origins": (
        "https://a.example, http://localhost:5173",
        ("https://a.example", "http://localhost:5173"),
        ("*",),
    ),
    "app_keys": (f"web={'Ab' * 32},bots = {'0' * 64}", {"ab" * 32: "web", "0" * 64: "bots"}, None),
    "rate_key": ("100/second", Rate(100, 1), None),
    "rate_address": ("6000/hour", Rate(6000, 3600), None),
    "trusted_documents": ("/etc/croupier/documents.json", Path("/etc/croupier/documents.json"), None),
    "trusted_only": ("true", True, False),
    "trusted_proxies": ("10.0.0.0/8, ::1", ("10.0.0.0/8", "::1/128"), ()),
    "drain_seconds": ("10", 10, 0),
    "workers": ("4", 4, 1),
    "connections": ("100", 100, 10_000),
    "streams_per_caller": ("10", 10, 1000),
    "compiled": ("off", "off", "on"),
    "bot_processes": ("3", 3, 0),
    "bot_queue": ("9", 9, 64),
    "bot_patience_seconds": ("2", 2, 5),
    "bot_niceness": ("5", 5, 10),
    "bot_tables": ("7", 7, 8),
    "bot_tables_per_caller": ("4", 4, 4),
    "webhooks": ("private", "private", "on"),
    "push_key": ("Ab_-" * 10 + "Abc", PushKey("Ab_-" * 10 + "Abc"), None),
    "push_contact": ("https://example.com/about", "https://example.com/about", "mailto:operator@example.com"),
    "page": ("off", "off", "on"),
    "mcp": ("off", "off", "on"),
}


def test_an_empty_environment_gives_the_defaults() -> None:
    assert asdict(load_settings({})) == {field: default for field, (_, _, default) in FIELDS.items()}


def test_bots_think_in_the_processes_that_are_set_or_in_a_share_of_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    shared = {workers: load_settings({"CROUPIER_WORKERS": workers}) for workers in ("1", "3", "16")}
    assert [count_bot_processes(settings) for settings in shared.values()] == [8, 2, 1]
    assert count_bot_processes(load_settings({"CROUPIER_BOT_PROCESSES": "5", "CROUPIER_WORKERS": "3"})) == 5


def test_every_setting_is_read_from_its_variable() -> None:
    environ = {f"CROUPIER_{field.upper()}": text for field, (text, _, _) in FIELDS.items()}
    assert set(environ) == set(SETTINGS)
    assert asdict(load_settings(environ)) == {field: value for field, (_, value, _) in FIELDS.items()}


def test_other_variables_do_not_matter() -> None:
    assert load_settings({"PATH": "", "CROUPIER": "x", "CROUPIER_TEST_REDIS_SERVER": "x"}) == load_settings({})


@pytest.mark.parametrize("row", SETTINGS.values(), ids=SETTINGS)
def test_every_setting_explains_itself(row: Setting) -> None:
    assert row.description.endswith(".")
    assert row.form.expected
    row.form.parse(row.default)


@pytest.mark.parametrize(("name", "value"), BAD_VALUES)
def test_a_bad_value_stops_the_start_and_is_named_and_quoted(name: str, value: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        load_settings({name: value})
    expected = SETTINGS[name].form.expected
    assert str(refusal.value) == f'{name} is "{value}". Expected: {expected}.'


def test_no_file_of_documents_is_named_by_a_folder() -> None:
    with pytest.raises(SettingsError, match=r'^CROUPIER_TRUSTED_DOCUMENTS is "/": there is no file name\. Expected: '):
        load_settings({"CROUPIER_TRUSTED_DOCUMENTS": "/"})


@pytest.mark.parametrize("value", BAD_APP_KEYS)
def test_bad_app_keys_stop_the_start_and_are_not_quoted(value: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        load_settings({"CROUPIER_APP_KEYS": value})
    shown = value if value.startswith("file:") else "***"
    assert str(refusal.value).startswith(f'CROUPIER_APP_KEYS is "{shown}": ')
    assert "NAME=SHA256 pairs" in str(refusal.value)
    assert refusal.value.__cause__ is None


@pytest.mark.parametrize("value", ["", "ab", f"{'ab' * 32},", "AB" * 32, f"{'ab' * 32},{'ab' * 32}", "٠" * 64])
def test_bad_seal_keys_stop_the_start_and_are_not_quoted(value: str) -> None:
    with pytest.raises(SettingsError, match=r'^CROUPIER_SEAL_KEYS is "\*\*\*".*64 lower-case hex digits') as refusal:
        load_settings({"CROUPIER_SEAL_KEYS": value})
    assert "ab" * 8 not in str(refusal.value)
    assert "ab" * 8 not in repr(load_settings({"CROUPIER_SEAL_KEYS": "ab" * 32}))


@pytest.mark.parametrize("value", ["", "off", "ab" * 21, "ab" * 22, f"{'ab' * 21}+"])
def test_a_bad_push_key_stops_the_start_and_is_not_quoted(value: str) -> None:
    with pytest.raises(SettingsError, match=r'^CROUPIER_PUSH_KEY is "\*\*\*".*43 characters of base64url') as refusal:
        load_settings({"CROUPIER_PUSH_KEY": value})
    assert "ab" * 8 not in str(refusal.value)
    assert "ab" * 8 not in repr(load_settings({"CROUPIER_PUSH_KEY": f"{'ab' * 21}c"}))


@pytest.mark.parametrize("value", ["", "proxy.example", "10.0.0.1/8", "10.0.0.1,", "*"])
def test_bad_proxies_stop_the_start_and_the_reason_is_told(value: str) -> None:
    with pytest.raises(SettingsError, match=r'^CROUPIER_TRUSTED_PROXIES is ".*": .+\. Expected: none, or addresses'):
        load_settings({"CROUPIER_TRUSTED_PROXIES": value})


def test_app_keys_may_be_in_a_file_with_comments() -> None:
    assert load_settings({"CROUPIER_APP_KEYS": "file:keys.txt"}).app_keys == Path("keys.txt")
    assert parse_app_keys(f"# apps\nweb = {HASH}  # since May\n\n") == {HASH: "web"}


@pytest.mark.parametrize("value", BAD_STORES)
def test_a_bad_store_stops_the_start_and_is_named_and_quoted(value: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        load_settings({"CROUPIER_STORE": value})
    assert str(refusal.value).startswith(f'CROUPIER_STORE is "{redact(value)}": ')
    assert "Expected: sqlite:FILE" in str(refusal.value)


@pytest.mark.parametrize("value", GOOD_STORES)
def test_a_good_store_is_taken_as_it_is(value: str) -> None:
    assert load_settings({"CROUPIER_STORE": value}).store == value


@pytest.mark.parametrize(
    ("typo", "meant"),
    [
        ("CROUPIER_STORES", "CROUPIER_STORE"),
        ("CROUPIER_SESION_SECONDS", "CROUPIER_SESSION_SECONDS"),
        ("CROUPIER_MAX_BODY", "CROUPIER_MAX_BODY_BYTES"),
        ("CROUPIER_port", "CROUPIER_PORT"),
        ("CROUPIER_SMOKE_APPKEY", "CROUPIER_SMOKE_APP_KEY"),
        ("CROUPIER_WRITE_SNAPSHOT", "CROUPIER_WRITE_SNAPSHOTS"),
    ],
)
def test_an_unknown_variable_stops_the_start_and_the_nearest_is_named(typo: str, meant: str) -> None:
    with pytest.raises(SettingsError, match=rf"^{typo} is not a setting\. Did you mean {meant}\? "):
        load_settings({typo: "x"})


def test_an_unknown_variable_that_is_near_to_none_gets_no_guess() -> None:
    with pytest.raises(
        SettingsError, match=r"^CROUPIER_FOO is not a setting\. `croupier serve --help` lists them all\.$"
    ):
        load_settings({"CROUPIER_FOO": "x"})


def test_the_value_of_an_unknown_variable_is_not_shown() -> None:
    with pytest.raises(SettingsError) as refusal:
        load_settings({"CROUPIER_REDIS_PASSWORD": SECRET})
    assert SECRET not in str(refusal.value)


@pytest.mark.parametrize("name", [*VARIABLES_OF_TOOLS, "CROUPIER_TEST_NODE"])
def test_a_variable_of_our_own_tools_does_not_stop_the_start(name: str) -> None:
    assert load_settings({name: "x"}) == load_settings({})


def test_every_variable_that_our_code_reads_is_known_to_the_service() -> None:
    read = {name: file for file in files_of_code() for name in VARIABLE.findall(file.read_text(encoding="utf-8"))}
    assert read.keys() >= VARIABLES_OF_TOOLS.keys()
    assert {name: file for name, file in read.items() if not is_known(name) and name not in MISSPELT} == {}


def files_of_code() -> Iterator[Path]:
    """Yield the files that may read variables: the Makefile and all code, except this test."""
    yield REPOSITORY / "Makefile"
    for name in FOLDERS_OF_CODE:
        for file in (REPOSITORY / name).rglob("*"):
            if file.suffix in SUFFIXES_OF_CODE and file != Path(__file__):
                yield file


def is_known(name: str) -> bool:
    """Tell whether the service starts with a variable of this name, unless its value is wrong."""
    return name in SETTINGS or name in VARIABLES_OF_TOOLS or name.startswith(TEST_PREFIX)


@pytest.mark.parametrize("value", BAD_STORES_WITH_A_PASSWORD)
def test_no_message_shows_a_password(value: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        load_settings({"CROUPIER_STORE": value})
    assert SECRET not in str(refusal.value)
    assert refusal.value.__cause__ is None


@pytest.mark.parametrize("value", BAD_STORES_WITH_A_PASSWORD)
def test_open_store_shows_no_password_either(value: str) -> None:
    with pytest.raises(ValueError, match=r"\w") as refusal:
        open_store(value)
    assert SECRET not in str(refusal.value)


def test_printed_settings_show_no_password() -> None:
    settings = load_settings({"CROUPIER_STORE": f"redis://user:{SECRET}@localhost/0"})
    assert SECRET not in repr(settings)
    assert "redis://***@localhost/0" in repr(settings)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("sqlite:/var/lib/croupier.db", "sqlite:/var/lib/croupier.db"),
        ("redis://localhost:6379/0", "redis://localhost:6379/0"),
        ("redis://:x@localhost:6379/0", "redis://***@localhost:6379/0"),
        ("rediss://[::1]/0?ssl_ca_certs=x&db=1", "rediss://[::1]/0?ssl_ca_certs=***&db=1"),
        ("unix://u:x@/run/redis.sock?db=2", "unix://***@/run/redis.sock?db=2"),
        ("redis://user:x", "redis://***"),
        ("redis+sentinel://localhost/main?sentinel_password=x@y", "redis+sentinel://***"),
        ("redis://user:1?2@localhost", "redis://***"),
    ],
)
def test_a_shown_url_tells_what_is_no_secret(url: str, shown: str) -> None:
    assert redact(url) == shown


def test_the_url_chooses_the_store() -> None:
    assert isinstance(open_store("sqlite:croupier.db"), SqliteStore)
    assert isinstance(open_store("redis://localhost"), RedisStore)
    assert isinstance(open_store("unix:///run/redis.sock"), RedisStore)
