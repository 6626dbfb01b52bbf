"""What messengers show of a link to the page (https://ogp.me): a title, a sentence and a picture.

They never see the fragment, so they learn of no table: an invitation names its game in the query, and the language of
whoever invites.
"""

import re
from functools import lru_cache
from html import escape
from string import Template

from starlette.requests import Request

from service.views.catalogue import is_game, project_game, project_vocabulary
from service.views.wording import choose_language
from web.assets import ADDRESS, MEDIA_TYPES, Asset, find_asset, find_page, make_asset
from web.languages import ENGLISH, LANGUAGES

PAGE = "play/index.html"
# Whatever else a caller calls the service stands in no page.
_HOST = re.compile(r"(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?", re.IGNORECASE | re.ASCII)


def find_play_page(request: Request) -> Asset:
    """Return the page to play at, with the preview of the link that was followed."""
    game = request.query_params.get("game", "")
    return _fill(_root_of(request), game if is_game(game) else "", language_of(request))


def language_of(request: Request) -> str:
    """Return the language of a page: that of `?lang=`, else the one that the browser wants most, else English."""
    wanted = [request.query_params.get("lang", ""), request.headers.get("accept-language", "")]
    language = choose_language(",".join(filter(None, wanted)))
    return language if language in LANGUAGES else ENGLISH


def _root_of(request: Request) -> str:
    """Return the address that the service was called by; "" if it is none."""
    host = request.headers.get("host", "")
    return f"{request.scope['scheme']}://{host}" if _HOST.fullmatch(host) else ""


@lru_cache(maxsize=100)
def _fill(root: str, game: str, language: str) -> Asset:
    texts = LANGUAGES[language].previews
    picture = f"preview-{game}.jpg" if find_asset(f"preview-{game}.jpg") else "icon-preview.png"
    told = {
        "title": texts["title"].format(name=project_game(game).title if game else "Croupier"),
        "invitation": _summary_of(game, language) if game else texts["invitation"],
        "description": texts["description"],
        "picture": f"{root}{ADDRESS}{picture}",
        "language": language,
    }
    html = Template(find_page(PAGE).text).substitute({name: escape(text) for name, text in told.items()})
    return make_asset(html.encode(), MEDIA_TYPES[".html"])


def _summary_of(game: str, language: str) -> str:
    """Return a game in one sentence."""
    return next(said.template for said in project_vocabulary(game, language).summaries if said.key == game)
