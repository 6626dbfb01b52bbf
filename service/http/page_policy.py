"""The headers of pages for people: they load nothing from elsewhere, run no text, and use no device.

A page that holds scripts of ours names their digests, so no other text in it counts as a script.
"""

import hashlib
from base64 import b64encode
from collections.abc import Mapping, Sequence

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

PAGE_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def allow_scripts(texts: Sequence[bytes]) -> str:
    """Return the policy of a page that holds these scripts, and no others (CSP 3, section 6.7.2.3)."""
    digests = [b64encode(hashlib.sha256(text).digest()).decode() for text in texts]
    allowed = "".join(f" 'sha256-{digest}'" for digest in digests)
    return POLICY.replace("script-src 'self'", f"script-src 'self'{allowed}")
