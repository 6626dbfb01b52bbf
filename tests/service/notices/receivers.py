"""Receivers of notices on the loopback interface, and certificates for their names."""

import asyncio
import datetime
import ipaddress
import ssl
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

Answering = Callable[[StreamReader, StreamWriter], Awaitable[None]]


class Request(msgspec.Struct, frozen=True):
    """A request as it came: its header names are in lower case, and `to` is the address that the sender has chosen."""

    line: str
    headers: dict[str, str]
    body: bytes
    to: str


class Receiver:
    """A receiver, at a port of `host`; `async with` stops it.

    It gives `answers` to the requests, the last one again and again; or it does whatever `answering` does.
    """

    def __init__(
        self,
        *answers: bytes,
        answering: Answering | None = None,
        tls: ssl.SSLContext | None = None,
        host: str = "127.0.0.1",
    ) -> None:
        self.requests: list[Request] = []
        self.connections = 0
        self.closed = asyncio.Event()
        self._answers = list(answers)
        self._answering = answering or self._answer
        self._tls = tls
        self._host = host
        self._serving: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, self._host, 0, ssl=self._tls)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for one in self._serving:
            one.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def url(self, host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}/notices?for=me"

    @property
    def open(self) -> int:
        """Return the number of open connections."""
        return len(self._serving)

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        self.connections += 1
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._answering(reader, writer)
        finally:
            writer.transport.abort()
            self.closed.set()

    async def _answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        while True:
            self.requests.append(await read_request(reader, writer))
            writer.write(self._answers.pop(0) if len(self._answers) > 1 else self._answers[0])


async def read_request(reader: StreamReader, writer: StreamWriter) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    line, *fields = head.strip().split("\r\n")
    headers = {name.lower(): value for name, value in (field.split(": ", 1) for field in fields)}
    body = await reader.readexactly(int(headers["content-length"]))
    return Request(line, headers, body, writer.get_extra_info("sockname")[0])


def answer(status: str, *fields: str, body: bytes = b"") -> bytes:
    """Return an HTTP answer."""
    lines = (f"HTTP/1.1 {status}", *fields, f"Content-Length: {len(body)}", "", "")
    return "\r\n".join(lines).encode("latin-1") + body


class Authority:
    """An authority whose certificates nobody trusts but those who get `trusting`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        own = _describe(_NAME, self._key, days=1)
        own = own.add_extension(x509.SubjectKeyIdentifier.from_public_key(self._key.public_key()), critical=False)
        own = own.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        self._certificate = own.add_extension(_SIGNS, critical=True).sign(self._key, SHA256())

    def trusting(self) -> ssl.SSLContext:
        """Return what a sender has that trusts this authority alone, and is as strict as the newest Python."""
        context = ssl.create_default_context(cadata=self._certificate.public_bytes(Encoding.PEM).decode())
        context.verify_flags |= ssl.VERIFY_X509_STRICT
        return context

    def certify(self, host: str, days: int = 1) -> ssl.SSLContext:
        """Return what a receiver needs to be a host, until a number of days from now."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.DNSName(host) if host[0].isalpha() else x509.IPAddress(ipaddress.ip_address(host))
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        described = _describe(host, key, days).add_extension(issuer, critical=False)
        described = described.add_extension(x509.SubjectAlternativeName([name]), critical=False)
        certificate = described.sign(self._key, SHA256())
        file = self._folder / f"{host}-{days}.pem"
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        file.write_bytes(private + certificate.public_bytes(Encoding.PEM))
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(file)
        return context


_NAME = "an authority"
_SIGNS = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=False,
    encipher_only=False,
    decipher_only=False,
)


def _describe(name: str, key: ec.EllipticCurvePrivateKey, days: int) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, _NAME)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=9))
        .not_valid_after(now + datetime.timedelta(days=days))
    )
