"""Which URLs may get notices: read in one form, and never leading into the network of the service."""

from urllib.parse import urlsplit

import pytest

from service.notices.addresses import are_public, check_url, parse_url

ABSOLUTE = "The URL must be absolute, such as https://example.com/notices."
CHARACTER = "The URL contains a character that must be encoded: international names begin with xn--."
FORM = "The host of the URL must be a name, or an address such as 203.0.113.7."
NAME = "The host of the URL is not a valid name."
NOT_PUBLIC = "The address in the URL is not public."
NO_ADDRESS_6 = "The host of the URL is not a valid IPv6 address."
NO_HOST = "The URL must name a host."
ONLY_443 = "The port of the URL must be 443, unless CROUPIER_WEBHOOKS is `private`."
PORT = "The port of the URL must be from 1 to 65535."
PUBLIC_NAME = "The host of the URL must be a public name, such as example.com."
SCHEME = "The URL must begin with https://, or with http:// if CROUPIER_WEBHOOKS is `private`."
USER = "The URL must not contain a user name or a password."

ALWAYS_REFUSED = {
    "": ABSOLUTE,
    "example.com": ABSOLUTE,
    "//example.com/": ABSOLUTE,
    "https:/example.com": ABSOLUTE,
    "https:example.com": ABSOLUTE,
    "ftp://example.com/": SCHEME,
    "file:///etc/passwd": SCHEME,
    "gopher://example.com/": SCHEME,
    "https://": NO_HOST,
    "https:///notices": NO_HOST,
    "https://:443/": NO_HOST,
    "https://./": NO_HOST,
    "https://example.com/#here": "The URL must not have a fragment.",
    "https://example.com#@example.net/": "The URL must not have a fragment.",
    "https://user@example.com/": USER,
    "https://user:password@example.com/": USER,
    "https://example.com:443@example.net/": USER,
    "https://example.com\\@example.net/": CHARACTER,
    "https://example.com/\r\nHost: example.net": CHARACTER,
    "https://example.com/a\tb": CHARACTER,
    "https://example.com/a b": CHARACTER,
    " https://example.com/": CHARACTER,
    "https://example.com/\0": CHARACTER,
    "https://example.com/ü": CHARACTER,
    "https://bücher.example/": CHARACTER,
    "https://ⓔxample.com/": CHARACTER,
    "https://example。com/": CHARACTER,
    "https://１２７.0.0.1/": CHARACTER,
    "https://%31%32%37.0.0.1/": FORM,
    "https://example..com/": NAME,
    "https://.example.com/": NAME,
    "https://example.com../": NAME,
    "https://-example.com/": NAME,
    "https://example-.com/": NAME,
    f"https://{'a' * 64}.com/": NAME,
    f"https://{'a.' * 127}com/": NAME,
    "https://example.com,example.net/": NAME,
    "https://example.com:0/": PORT,
    "https://example.com:65536/": PORT,
    f"https://example.com:{'9' * 1900}/": PORT,
    "https://example.com:443:443/": "The host of the URL is not valid.",
    "https://example.com:-1/": "The host of the URL is not valid.",
    "https://example.com:+443/": "The host of the URL is not valid.",
    "https://example.com:0x1bb/": "The host of the URL is not valid.",
    "https://[::1]x/": "The host of the URL is not valid.",
    "https://[2606:4700::1111/": "The host of the URL is not valid.",
    "https://2606:4700::1111/": "The host of the URL is not valid.",
    "https://[2606:4700::1111%25eth0]/": "The address in the URL must not have a zone.",
    "https://[fe80::1%eth0]/": "The address in the URL must not have a zone.",
    "https://[]/": NO_ADDRESS_6,
    "https://[8.8.8.8]/": NO_ADDRESS_6,
    "https://[v1.example]/": NO_ADDRESS_6,
    "https://2130706433/": FORM,
    "https://017700000001/": FORM,
    "https://0x7f000001/": FORM,
    "https://0x7f.1/": FORM,
    "https://0x7F.0.0.0x1/": FORM,
    "https://127.1/": FORM,
    "https://127.0.0.01/": FORM,
    "https://010.8.8.8/": FORM,
    "https://8.8.8.8.8/": FORM,
    "https://256.8.8.8/": FORM,
    "https://example.123/": FORM,
    "https://example.0x/": FORM,
    f"https://example.com/{'a' * 2048}": "The URL must have at most 2048 characters.",
}
REFUSED_IN_PUBLIC = {
    "http://example.com/": SCHEME,
    "https://example.com:8443/": ONLY_443,
    "https://example.com:80/": ONLY_443,
    "https://localhost/": PUBLIC_NAME,
    "https://LocalHost./": PUBLIC_NAME,
    "https://sessions.localhost/": PUBLIC_NAME,
    "https://redis/": PUBLIC_NAME,
    "https://127.0.0.1/": NOT_PUBLIC,
    "https://127.0.0.1./": NOT_PUBLIC,
    "https://10.0.0.1/": NOT_PUBLIC,
    "https://169.254.169.254/latest/meta-data": NOT_PUBLIC,
    "https://[::1]/": NOT_PUBLIC,
    "https://[::ffff:127.0.0.1]/": NOT_PUBLIC,
    "https://[fd00:ec2::254]/": NOT_PUBLIC,
}


@pytest.mark.parametrize(("url", "sentence"), [*ALWAYS_REFUSED.items(), *REFUSED_IN_PUBLIC.items()])
def test_a_url_is_refused_with_a_reason(url: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=r".") as refusal:
        check_url(url, allows_private=False)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("url", ALWAYS_REFUSED)
def test_a_malformed_url_is_refused_in_a_private_network_too(url: str) -> None:
    with pytest.raises(ValueError, match=r"The (URL|host of the URL|address in the URL|port of the URL) "):
        check_url(url, allows_private=True)


@pytest.mark.parametrize("url", REFUSED_IN_PUBLIC)
def test_a_private_network_allows_any_address_and_port_and_plain_http(url: str) -> None:
    check_url(url, allows_private=True)


@pytest.mark.parametrize(
    ("url", "host", "path", "authority"),
    [
        ("https://example.com", "example.com", "/", "example.com"),
        ("https://example.com/", "example.com", "/", "example.com"),
        ("https://example.com?a=b", "example.com", "/?a=b", "example.com"),
        ("https://example.com/a/b?c=%20d&e", "example.com", "/a/b?c=%20d&e", "example.com"),
        ("https://example.com/?next=https://x@y:1/", "example.com", "/?next=https://x@y:1/", "example.com"),
        ("https://example.com:443/", "example.com", "/", "example.com"),
        ("https://example.com:/", "example.com", "/", "example.com"),
        ("HTTPS://Example.COM./A", "example.com", "/A", "example.com"),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", "/", "xn--bcher-kva.example"),
        ("https://my_app-1.example.com/", "my_app-1.example.com", "/", "my_app-1.example.com"),
        ("https://0x7f.example.com/", "0x7f.example.com", "/", "0x7f.example.com"),
        ("https://8.8.8.8/", "8.8.8.8", "/", "8.8.8.8"),
        ("https://[2606:4700:0::1111]/", "2606:4700::1111", "/", "[2606:4700::1111]"),
    ],
)
def test_a_public_url_is_read_as_others_read_it(url: str, host: str, path: str, authority: str) -> None:
    target = parse_url(url, allows_private=False)
    assert (target.scheme, target.host, target.port, target.path) == ("https", host, 443, path)
    assert target.authority == authority
    assert target.origin == f"https://{authority}"
    theirs = urlsplit(url)
    assert (theirs.hostname or "").removesuffix(".").replace(":0::", "::") == host
    assert theirs.port in (None, 443)


def test_a_port_belongs_to_the_authority_unless_it_is_the_usual_one() -> None:
    assert parse_url("http://receiver:8080/", allows_private=True).authority == "receiver:8080"
    assert parse_url("http://receiver:80/", allows_private=True).authority == "receiver"
    assert parse_url("http://receiver:443/", allows_private=True).origin == "http://receiver:443"
    assert parse_url("http://[::1]:8080/", allows_private=True).authority == "[::1]:8080"


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "0.1.2.3",
        "10.1.2.3",
        "100.64.0.1",  # carrier-grade NAT
        "100.100.100.200",
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.9",
        "192.0.0.192",
        "192.0.2.1",  # documentation
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::8.8.8.8",  # IPv4-compatible
        "::ffff:8.8.8.8",  # IPv4-mapped
        "::ffff:127.0.0.1",
        "::ffff:0:8.8.8.8",  # IPv4-translated
        "64:ff9b::8.8.8.8",  # NAT64
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::10.0.0.1",
        "100::1",
        "2001::1",  # Teredo
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:2::1",
        "2001:10::1",
        "2001:20::1",
        "2001:db8::1",
        "2002:7f00:1::1",  # 6to4
        "2002:808:808::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "ff0e::1",
    ],
)
def test_an_address_that_is_not_of_a_public_host_is_refused(address: str) -> None:
    assert not are_public([address])
    assert not are_public(["8.8.8.8", address])
    assert not are_public([address, "2606:4700::1111"])


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "8.8.8.8", "192.0.1.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"]
)
def test_an_address_of_a_public_host_is_allowed(address: str) -> None:
    assert are_public([address, "9.9.9.9"])
