"""App keys, which limit the apps that may call. The service only stores their SHA-256 hashes.

A key is a bearer secret in a separate header, since `Authorization` carries the seat's token. Several keys may share a
name, so that an app can rotate its key without downtime.
"""

import hashlib
import time
from collections.abc import Callable, Container
from pathlib import Path

import structlog
from starlette.responses import Response

from service.http.call import APP_KEY_HEADER, Call
from service.http.error_responses import RefusedRequest, refuse
from service.settings import AppKeyHashes, parse_app_keys
from store.options import SettingsError

APP_KEY_REQUIRED = "APP_KEY_REQUIRED"
CHALLENGE = {"WWW-Authenticate": f'AppKey realm="croupier", header="{APP_KEY_HEADER}"'}
FILE_SECONDS = 1.0

_FIELD = APP_KEY_HEADER.lower().encode()
log = structlog.get_logger("croupier.access")


class AppKeys:
    """The keys that are valid now; a look-up checks their file for changes, at most once a second."""

    def __init__(self, source: AppKeyHashes | Path, clock: Callable[[], float] = time.monotonic) -> None:
        """Read the keys. Raises `SettingsError` if their file cannot be read."""
        self._clock = clock
        self._stamp: object = None
        self._checked_at = clock()
        self._file = source if isinstance(source, Path) else None
        self._names: AppKeyHashes = {} if isinstance(source, Path) else source
        if self._file is not None:
            try:
                self._read(self._file)
            except (OSError, ValueError) as error:
                raise SettingsError(f'CROUPIER_APP_KEYS is "file:{self._file}": {_reason(error)}.') from None

    def find(self, key: str) -> str | None:
        """Return the name of the app that holds a key, None if no app does."""
        if self._file is not None and self._clock() >= self._checked_at + FILE_SECONDS:
            self._checked_at = self._clock()
            try:
                if self._read(self._file):
                    log.info("app keys read again", keys=len(self._names))
            except (OSError, ValueError) as error:
                reason = _reason(error)
                log.error("the app keys cannot be read again, so those from before hold", reason=reason)  # noqa: TRY400
        # Lookup times may leak hashes, but a key cannot be computed from its hash.
        return self._names.get(hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest())

    def _read(self, file: Path) -> bool:
        """Read the file if it has changed, and tell whether it has. Raises once for each change that cannot be read."""
        try:
            facts = file.stat()
            stamp: object = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
        except OSError as error:
            stamp = error.errno
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        self._names = parse_app_keys(file.read_text(encoding="utf-8"))
        return True


class AppKeyGuard:
    """Refuse calls without a valid app key.

    `is_open` returns whether a call needs no key. WebSockets on the `late` paths may send their key after the upgrade,
    as browsers must: their endpoint calls `Call.admit`.
    """

    def __init__(self, keys: AppKeys, is_open: Callable[[Call], bool], late: Container[str] = ()) -> None:
        self.keys = keys
        self.is_open = is_open
        self.late = late

    def refuse(self, call: Call) -> Response | None:
        """Return the refusal of a call; None if the call is allowed."""
        call.find_app = self.keys.find
        sent = call.fields.get(_FIELD)
        if self._lets_in(call, None if sent is None else sent.decode("latin-1")):
            return None
        sentence = f"This needs the key of an app in the header {APP_KEY_HEADER}."
        if sent is not None:
            sentence = f"The key in the header {APP_KEY_HEADER} is not known here."
        return refuse(call.path, RefusedRequest(APP_KEY_REQUIRED, sentence, (APP_KEY_HEADER,), **CHALLENGE))

    def _lets_in(self, call: Call, key: str | None) -> bool:
        if key is not None and call.admit(key):
            return True
        return key is None and call.path in self.late if call.is_socket else self.is_open(call)


def _reason(error: OSError | ValueError) -> str:
    """Return the reason why a file cannot be used, without its contents."""
    if isinstance(error, OSError):
        return str(error.strerror)
    return "it is no text in UTF-8" if isinstance(error, UnicodeError) else str(error)
