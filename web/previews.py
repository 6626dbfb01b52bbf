"""The page to play at with what it says of its address: to messengers (https://ogp.me), and to those who invite.

A preview is a title, a sentence and a picture. Messengers do not see the fragment, so they learn nothing about a table.
The query of an invitation names its game and the inviter's language.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from html import escape
from string import Template

from starlette.requests import Request

from service.views.catalogue import is_game, project_game, project_vocabulary
from service.views.wording import choose_language
from web.assets import ADDRESS, MEDIA_TYPES, Asset, find_address, find_asset, find_page, make_asset
from web.languages import ENGLISH, LANGUAGES

PAGE = "play/index.html"
# Other values of the `Host` field do not appear in a page.
_HOST = re.compile(r"(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?", re.IGNORECASE | re.ASCII)
# At these hosts only this machine reaches the page.
_LOOPBACK = re.compile(r"(?:localhost|127\.[\d.]+|\[::1\])(?::\d{1,5})?", re.IGNORECASE | re.ASCII)


def find_play_page(request: Request, find_network_host: Callable[[], str | None]) -> Asset:
    """Return the page to play at, with the preview of the requested link.

    At a loopback address, it also has the origin for others on the network, if there is one.
    """
    wanted = request.query_params.get("game", "")
    game = wanted if is_game(wanted) else ""
    is_loopback = _LOOPBACK.fullmatch(request.headers.get("host", "")) is not None
    host = find_network_host() if is_loopback else None
    network = f"http://{host}:{request.scope['server'][1]}" if host else ""
    return _fill(_root_of(request), game, language_of(request), network)


def language_of(request: Request) -> str:
    """Return the language of a page: `?lang=`, else the one that the browser prefers, else English."""
    wanted = [request.query_params.get("lang", ""), request.headers.get("accept-language", "")]
    language = choose_language(",".join(filter(None, wanted)))
    return language if language in LANGUAGES else ENGLISH


def _root_of(request: Request) -> str:
    """Return the scheme and host of a request; "" if its `Host` field is not valid."""
    host = request.headers.get("host", "")
    return f"{request.scope['scheme']}://{host}" if _HOST.fullmatch(host) else ""


@lru_cache(maxsize=100)
def _fill(root: str, game: str, language: str, network: str) -> Asset:
    """Return the page to play at, with the preview of a game, or of the service if `game` is ""."""
    texts = LANGUAGES[language].previews
    game_picture = f"preview-{game}.jpg"
    picture = game_picture if find_asset(game_picture) else "icon-preview.png"
    values = {
        "title": texts["title"].format(name=project_game(game).title if game else "Croupier"),
        "invitation": _summary_of(game, language) if game else texts["invitation"],
        "description": texts["description"],
        "picture": f"{root}{ADDRESS}{picture}",
        "language": language,
        # In most browsers the language that was chosen is the preferred one.
        "words": find_address(f"shared/{language}.js"),
        "network": network,
    }
    escaped = {name: escape(text) for name, text in values.items()}
    page = find_page(PAGE)
    html = Template(page.text).substitute(escaped)
    return make_asset(html.encode(), MEDIA_TYPES[".html"], inline=page.inline)


def _summary_of(game: str, language: str) -> str:
    """Return the summary of a game, one sentence."""
    return next(phrase.template for phrase in project_vocabulary(game, language).summaries if phrase.key == game)
