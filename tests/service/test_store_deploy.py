"""The files of deploy/redis: each starts a real server, which follows the file's settings."""

import datetime
import ipaddress
import re
from pathlib import Path

import anyio
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from redis import Redis
from redis.exceptions import ResponseError

from service.middleware.rate_limit import open_counter
from service.settings import Rate
from store.adapters import open_store
from store.options import Durability, DurabilityLevel, SettingsError
from store.port import Commit, Committed
from store.problems import StoreUnavailable
from tests.support.store_fixtures import PASSWORD, USER, as_user
from tests.support.stores import every_call
from tools.redis.cluster import RedisCluster
from tools.redis.server import RedisServer
from tools.redis.sets import RedisSet
from tools.servers import REPOSITORY, free_port

pytestmark = pytest.mark.anyio

FOLDER = REPOSITORY / "deploy" / "redis"


def options_of(name: str) -> list[str]:
    """Return a configuration file as options of a command line."""
    lines = [line.split() for line in (FOLDER / name).read_text().splitlines() if line and line[0] != "#"]
    return [word for key, *values in lines for word in (f"--{key}", *(value.strip('"') for value in values))]


class Configured(RedisServer):
    """A server configured only by a file of deploy/redis and its own address."""

    def _arguments(self, port: int) -> list[str]:
        place = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        return [self.options[0], *place, "--logfile", str(self.folder / "log"), *self.options[1:]]


async def live_a_session(url: str, durability: Durability | None = None) -> DurabilityLevel:
    """Use every operation of a store, and return the durability level that it promises."""
    store = open_store(url, durability)
    try:
        promise = await store.start()
        with anyio.fail_after(60):
            async with store.wakeups("table") as versions:
                assert await store.commit(Commit("table", 0, b"", b"", 60, key="key", archive=b"", archive_for=60)) == (
                    Committed(1)
                )
                assert await anext(versions) == 1
        for call in every_call(store, Commit("table", 1, b"", b"", 60, key="other")):
            await call
        return promise.level
    finally:
        await store.close()


@pytest.mark.parametrize(("file", "level"), [("always.conf", "local"), ("everysec.conf", "any")])
async def test_the_files_for_one_server_keep_what_they_say(file: str, level: DurabilityLevel) -> None:
    assert f"CROUPIER_DURABILITY={level}" in (FOLDER / file).read_text()
    with Configured(str(FOLDER / file)) as server:
        assert await live_a_session(server.url, Durability(level)) == level
        assert server.info("memory")["maxmemory_policy"] == "noeviction"


async def test_the_files_for_sentinels_keep_replicated_and_refuse_a_primary_that_nobody_follows() -> None:
    text = (FOLDER / "sentinel.conf").read_text()
    assert re.search(r"^sentinel monitor croupier PRIMARY-HOST 6379 2$", text, re.MULTILINE)
    with RedisSet(*options_of("replicated.conf")) as servers:
        assert await live_a_session(servers.url, Durability("replicated")) == "replicated"
        assert servers.primary.call("CONFIG", "GET", "min-replicas-to-write")[1] == "1"
        store = open_store(servers.url)
        servers.primary.call("CONFIG", "SET", "min-replicas-to-write", "2")
        with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
            await store.commit(Commit("new", 0, b"", b"", 60))
        assert await store.load("new") is None
        await store.close()


async def test_the_file_of_a_sentinel_starts_one(redis_server: RedisServer, tmp_path: Path) -> None:
    text = (FOLDER / "sentinel.conf").read_text()
    path = tmp_path / "sentinel.conf"
    path.write_text(text.replace("PRIMARY-HOST 6379", f"127.0.0.1 {redis_server.port}").replace("port 26379\n", ""))
    with Configured(str(path), "--sentinel") as sentinel:
        assert sentinel.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "croupier") == ["127.0.0.1", str(redis_server.port)]


async def test_the_file_for_a_cluster_keeps_replicated() -> None:
    with RedisCluster(*options_of("cluster.conf"), "--cluster-node-timeout", "1500") as servers:
        assert await live_a_session(servers.url, Durability("replicated")) == "replicated"


async def test_a_socket_of_this_machine_is_as_good_as_an_address(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    with RedisServer("--unixsocket", str(path)) as server:
        assert await live_a_session(f"unix://{path}?db=3", Durability("local")) == "local"
        assert "db3:keys=" in server.ask("INFO keyspace")


# Permissions.


async def test_the_user_of_the_acl_file_can_do_all_that_the_service_does(tmp_path: Path) -> None:
    path = tmp_path / "croupier.acl"
    path.write_text((FOLDER / "croupier.acl").read_text().replace("CHANGE-THIS-PASSWORD", PASSWORD))
    with RedisServer("--aclfile", str(path)) as server:
        assert await live_a_session(as_user(server.url), Durability("local")) == "local"
        counter = open_counter(as_user(server.url))
        assert (await counter.spend("address", "127.0.0.1", Rate(10, 60), 3)).amount == 3
        assert (await counter.spend("address", "127.0.0.1", Rate(10, 60), 3)).amount == 6
        await counter.close()
        with pytest.raises(SettingsError, match="the server refuses it"):
            await live_a_session(server.url)


@pytest.mark.parametrize(
    "command",
    [
        ("GET", "foreign"),
        ("SET", "foreign", "x"),
        ("EVAL", "return redis.call('GET', 'foreign')", "0"),
        ("EVAL", "return redis.call('FLUSHALL')", "0"),
        ("PUBLISH", "foreign", "x"),
        ("SUBSCRIBE", "foreign"),
        ("FLUSHALL",),
        ("KEYS", "*"),
        ("CONFIG", "SET", "appendonly", "no"),
        ("CLUSTER", "FAILOVER"),
        ("ACL", "LIST"),
        ("SHUTDOWN",),
        ("SCRIPT", "FLUSH"),
    ],
)
def test_the_user_of_the_acl_file_can_do_nothing_else(redis_server: RedisServer, command: tuple[str, ...]) -> None:
    redis_server.call("ACL", "SETUSER", *USER)
    with Redis.from_url(as_user(redis_server.url), protocol=2) as user:
        assert user.ping()
        with pytest.raises(ResponseError, match=r"(?i)permission|can't (access|run)"):
            user.execute_command(*command)


# Encrypted connections.


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the certificate of an authority (ca.pem), and of this machine with its key (server.pem, .key)."""
    folder = tmp_path_factory.mktemp("certificates")
    authority_key, server_key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    authority = sign("test authority", authority_key, None, authority_key)
    server = sign("test server", server_key, authority, authority_key)
    (folder / "ca.pem").write_bytes(authority.public_bytes(serialization.Encoding.PEM))
    (folder / "server.pem").write_bytes(server.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    (folder / "server.key").write_bytes(
        server_key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    )
    return folder


def sign(
    name: str, key: ec.EllipticCurvePrivateKey, issuer: x509.Certificate | None, issuer_key: ec.EllipticCurvePrivateKey
) -> x509.Certificate:
    """Return a certificate for a key; without an issuer it is an authority's own."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer.subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
    )
    return builder.sign(issuer_key, hashes.SHA256())


def tls_options(folder: Path, port: int) -> tuple[str, ...]:
    files = (("cert", "server.pem"), ("key", "server.key"), ("ca-cert", "ca.pem"))
    return (
        "--tls-port",
        str(port),
        *(word for kind, name in files for word in (f"--tls-{kind}-file", str(folder / name))),
    )


@pytest.mark.parametrize("anyio_backend", [("asyncio", {"use_uvloop": uvloop}) for uvloop in (False, True)])
async def test_encrypted_connections_work_with_and_without_a_certificate_of_the_client(certificates: Path) -> None:
    port = free_port()
    folder = certificates
    trusting = f"rediss://127.0.0.1:{port}/0?ssl_ca_certs={folder / 'ca.pem'}"
    with RedisServer(*tls_options(folder, port), "--tls-auth-clients", "optional") as server:
        assert await live_a_session(trusting, Durability("local")) == "local"
        with pytest.raises((StoreUnavailable, SettingsError)):
            await live_a_session(f"rediss://127.0.0.1:{port}/0")
        server.call("CONFIG", "SET", "tls-auth-clients", "yes")
        with pytest.raises((StoreUnavailable, SettingsError)):
            await live_a_session(trusting)
        known = f"{trusting}&ssl_certfile={folder / 'server.pem'}&ssl_keyfile={folder / 'server.key'}"
        server.call("FLUSHALL")
        assert await live_a_session(known) == "local"
