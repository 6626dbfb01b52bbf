"""What the store keeps of an idempotency key: the hash of its request, with a checksum."""

from service.sessions.checksums import checksum
from service.sessions.idempotency import ChangeRequest
from service.storage.port import Receipt


def write_receipt(wish: ChangeRequest, session_id: str, version: int) -> str:
    """Return the fingerprint that a receipt keeps of a wish that has made a version, with a checksum of the receipt."""
    return f"{_check(wish.request_hash, session_id, wish.key, version)}.{wish.request_hash}"


def read_receipt(receipt: Receipt, session_id: str, wish: ChangeRequest) -> str:
    """Return the request_hash that a receipt has under the key of a wish. Raises `ValueError` if it was spoilt."""
    check, _, request_hash = receipt.fingerprint.partition(".")
    if check != _check(request_hash, session_id, wish.key, receipt.version):
        raise ValueError("the checksum does not fit")
    return request_hash


def _check(request_hash: str, session_id: str, key: str | None, version: int) -> str:
    return checksum(request_hash.encode("utf-8", "surrogatepass"), f"{session_id} {version} {key}").hex()
