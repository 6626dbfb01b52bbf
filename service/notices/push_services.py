"""The push services of the browsers that most people use.

A subscription names its push service by a URL, and anybody may send any. All browsers of a kind share one service,
which expects the messages of many sites: it must not be mistaken for the victim of a stranger. Any other push service,
such as one that somebody runs at home, gets what an unknown receiver gets.
"""

# Most browsers that build on Chromium use Google's service; the others have hosts of these domains.
_OF_CHROME = "fcm.googleapis.com"
_DOMAINS = (".notify.windows.com", ".push.apple.com", ".push.services.mozilla.com")


def is_well_known(host: str) -> bool:
    """Tell whether a host, in lower case, is a push service of Chrome, Edge, Firefox or Safari."""
    return host == _OF_CHROME or host.endswith(_DOMAINS)
