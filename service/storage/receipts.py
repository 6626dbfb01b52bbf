"""What the store keeps of an idempotency key: the hash of its request, with a checksum."""

from service.sessions.checksums import checksum
from service.sessions.idempotency import ChangeRequest
from service.storage.port import Receipt


def write_receipt(request: ChangeRequest, session_id: str, version: int) -> str:
    """Return what a receipt keeps of the request that made a version: a checksum of the receipt, and its hash."""
    return f"{_check(request.request_hash, session_id, request.key, version)}.{request.request_hash}"


def read_receipt(receipt: Receipt, session_id: str, request: ChangeRequest) -> str:
    """Return the hash that a receipt has under the key of a request. Raises `ValueError` if it was spoilt."""
    check, _, request_hash = receipt.fingerprint.partition(".")
    if check != _check(request_hash, session_id, request.key, receipt.version):
        raise ValueError("the checksum does not fit")
    return request_hash


def _check(request_hash: str, session_id: str, key: str | None, version: int) -> str:
    return checksum(request_hash.encode("utf-8", "surrogatepass"), f"{session_id} {version} {key}").hex()
