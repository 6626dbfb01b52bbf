"""The headers of pages for people: they load nothing from elsewhere, run no inline script, and use no device.

A page that holds an import map names its digest, so no other text of the page counts as a script.
"""

import hashlib
from base64 import b64encode
from collections.abc import Mapping

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


def allow_import_map(text: str) -> str:
    """Return the policy of a page that holds this import map (CSP 3, section 6.7.2.3)."""
    digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return POLICY.replace("script-src 'self'", f"script-src 'self' 'sha256-{digest}'")
