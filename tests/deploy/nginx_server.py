"""A real nginx with `deploy/nginx.conf`, for tests: unprivileged, on a free port, with its files in its own folder.

Only addresses, paths and the certificate replace those of the file. The binary is CROUPIER_TEST_NGINX,
else the PATH's, else the one that tests/get_nginx.sh has unpacked.
"""

import datetime
import ipaddress
import os
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import httpx2
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tools.servers import REPOSITORY, Startable, find_program, free_port
from tools.services import Addressed

FILE = REPOSITORY / "deploy" / "nginx.conf"
VARIABLE = "CROUPIER_TEST_NGINX"

NOBODY = 65534
START_SECONDS = 60.0
TRIES = 5
WORKERS = ("127.0.0.1:8000", "127.0.0.1:8001")


class Nginx(Startable, Addressed):
    """The proxy in front of two workers, given as HOST:PORT; `with` starts and stops it. Clients speak TLS to it.

    `changes` replaces parts of its configuration.
    """

    def __init__(self, workers: Sequence[str], changes: Mapping[str, str] = MappingProxyType({})) -> None:
        self._workers = workers
        self._changes = changes
        # Not a folder of pytest's, which only its owner may enter: nginx is another user if the tests run as root.
        self._folder = Path(tempfile.mkdtemp(prefix="croupier-nginx-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._port = 0
        self.tls = self._make_certificate()
        self.http = httpx2.Client(timeout=30, verify=self.tls)

    @property
    def root(self) -> str:
        """Return the address without a path."""
        return f"https://127.0.0.1:{self._port}"

    @property
    def certificate(self) -> Path:
        """Return the file of the certificate, which is self-signed."""
        return self._folder / "fullchain.pem"

    @property
    def log(self) -> str:
        """Return the log of nginx."""
        path = self._folder / "error.log"
        return path.read_text() if path.exists() else ""

    def start(self) -> None:
        """Start nginx and wait until it listens."""
        for _ in range(TRIES):
            # Between finding a free port and using it, another process may take it.
            self._port = free_port()
            (self._folder / "nginx.conf").write_text(self._configuration())
            self._give_away()
            if self._launch():
                return
        raise RuntimeError(f"nginx does not start:\n{self.log}")

    def stop(self) -> None:
        """Stop nginx at once and remove its files."""
        self.http.close()
        self._end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _configuration(self) -> str:
        text = FILE.read_text(encoding="utf-8")
        places = {
            "listen 443 ": f"listen 127.0.0.1:{self._port} ",
            "/run/nginx.pid": f"{self._folder}/nginx.pid",
            "/var/log/nginx/": f"{self._folder}/",
            "/var/lib/nginx/": f"{self._folder}/",
            "/etc/croupier/tls/": f"{self._folder}/",
            **dict(zip(WORKERS, self._workers, strict=True)),
            **self._changes,
        }
        for there, here in places.items():
            assert there in text, there
            text = text.replace(there, here)
        return text

    def _give_away(self) -> None:
        if os.geteuid() == 0:
            for path in (self._folder, *self._folder.iterdir()):
                os.chown(path, NOBODY, NOBODY)

    def _launch(self) -> bool:
        program = find_program("nginx", VARIABLE, "nginx/nginx", "get_nginx.sh")
        log = f"{self._folder}/error.log"
        configuration = f"{self._folder}/nginx.conf"
        command = [program, "-e", log, "-c", configuration, "-g", "daemon off;"]
        somebody = NOBODY if os.geteuid() == 0 else None
        self._process = subprocess.Popen(
            command,
            user=somebody,
            group=somebody,
            extra_groups=None if somebody is None else [],
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            if (self._folder / "nginx.pid").exists() and _listens(self._port):
                return True
            time.sleep(0.01)  # nginx does not report when it listens, so the test polls it until the deadline.
        self._end()
        return False

    def _end(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(START_SECONDS)
            self._process = None

    def _make_certificate(self) -> ssl.SSLContext:
        """Write a certificate for this machine and its key, and return the context of clients that trust it."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
        now = datetime.datetime.now(datetime.UTC)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(hours=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(
                x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False
            )
            .sign(key, hashes.SHA256())
        )
        pem = serialization.Encoding.PEM
        own_form = serialization.PrivateFormat.PKCS8
        unencrypted = serialization.NoEncryption()
        (self._folder / "privkey.pem").write_bytes(key.private_bytes(pem, own_form, unencrypted))
        (self._folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
        return ssl.create_default_context(cafile=str(self._folder / "fullchain.pem"))


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True
