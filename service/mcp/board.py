"""The table as an MCP App: the page that hosts show, and the tool by which that page reads the table (SEP-1865).

The app draws with the client kit, so it reads what the kit reads: values of the contract, as REST has them.
"""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Annotated, Any, Literal

import msgspec

from service.mcp.answers import ToolAnswer
from service.mcp.caller import Caller
from service.mcp.inputs import SeatHandle
from service.mcp.problems import describe_problem
from service.mcp.seated import Seated
from service.mcp.table_text import tell_event
from service.sessions.history_hash import read_cursor
from service.sessions.problems import Problem
from service.use_cases.frames import Frame, project_frame
from service.use_cases.inputs import SESSION_CURSOR, Input, MoveInput
from service.use_cases.playing import explain_move, preview_move
from service.use_cases.watch import seen_cursor, watch
from service.views.catalogue import (
    Game,
    Introduction,
    Rule,
    project_cards,
    project_game,
    project_vocabulary,
    rule_named,
)
from service.views.fields import ContractStruct, described
from service.views.projection import ProjectedSession
from service.views.session_view import MoveExplained, Session, SessionFrame
from service.views.table_view import Card, HandCard, Preview
from service.views.wording import Vocabulary, choose_language, wanted_language
from web.assets import find_page

EXTENSION = "io.modelcontextprotocol/ui"
TABLE_APP = "ui://croupier/table"
MEDIA_TYPE = "text/html;profile=mcp-app"
# The app draws its own edge. It names no places to load from, so it may load nothing.
APP_META: dict[str, Any] = {"ui": {"prefersBorder": False}}
# The most versions in one answer. An app that looks back at a whole table reads several.
MOST_FRAMES = 50

About = Literal["table", "frames", "game", "hand", "preview", "explain", "rule"]


class BoardInput(Input, frozen=True, kw_only=True):
    """The seat, and what the app wants to know."""

    seat: SeatHandle
    about: Annotated[
        About,
        described(
            "`table`: the session. `frames`: its versions `after` a cursor. `game`: what draws it. `hand`: the cards "
            "with their moves. `preview`, `explain`: what the `move` would do, why it is refused. `rule`: its text."
        ),
    ] = "table"
    language: Annotated[str, described("The wanted languages, as in `Accept-Language`.")] = "en"
    after: Annotated[str | None, described("The cursor of the last frame that is known.", pattern=SESSION_CURSOR)] = (
        None
    )
    move: Annotated[str, described("The notation of a move.")] = ""
    rule: Annotated[str, described("The full number of a rule, such as `zeven 3.4`.")] = ""


class Frames(ContractStruct, frozen=True):
    """Versions of a table, the oldest first, what a model may read of each, and whether there are more."""

    frames: tuple[SessionFrame, ...]
    told: tuple[tuple[str, ...], ...]
    more: bool


class Cards(ContractStruct, frozen=True):
    """The face of every card of a game."""

    cards: tuple[Card, ...]


class Drawing(ContractStruct, frozen=True):
    """What draws the tables of a game; for newcomers, it is introduced with the options of this table."""

    game: Game
    cards: Cards
    vocabulary: Vocabulary
    introduction: Introduction


class Hand(ContractStruct, frozen=True):
    """The cards in the viewer's hand, each with its moves or the reason why it has none."""

    version: int
    cards: tuple[HandCard, ...]


class BoardProblem(ContractStruct, frozen=True):
    """A failure, with the status that REST gives it."""

    code: str
    status: int
    detail: str


def read_app() -> str:
    """Return the app: one page, with all that it needs."""
    return find_page("mcp-app/table.html").text


async def show_board(caller: Caller, wish: BoardInput) -> ToolAnswer:
    """Return what the app wants to know, in the language of the person at it."""
    wanted_language.set(choose_language(wish.language))
    seated = Seated(caller, wish.seat)
    try:
        value = await _READERS[wish.about](seated, wish)
    except Problem as problem:
        found = describe_problem(problem, seated.handle.token)
        refused = BoardProblem(code=problem.code, status=problem.kind.status, detail=found.message)
        return ToolAnswer(found.message, refused, is_error=True)
    return ToolAnswer(f"The {wish.about} is in the structured answer.", value)


async def _read_table(seated: Seated, _wish: BoardInput) -> Session:
    return msgspec.convert(await seated.read(), Session, from_attributes=True)


async def _read_frames(seated: Seated, wish: BoardInput) -> Frames:
    """Return the versions after a cursor; without one, the present one. The read ends at the present version."""
    now = await seated.read()
    if await _has_seen(seated, wish.after, now):
        return Frames(frames=(), told=(), more=False)
    token = seated.handle.token
    found: list[SessionFrame] = []
    told: list[tuple[str, ...]] = []
    following = watch(seated.context.sessions, seated.session_id, wish.after, token)
    async with aclosing(following) as frames:  # type: ignore[type-var]
        async for frame in frames:
            projected = project_frame(frame, token)
            found.append(msgspec.convert(projected, SessionFrame, from_attributes=True))
            told.append(_tell(frame, token))
            if projected.version >= now.version or len(found) == MOST_FRAMES:
                break
    more = bool(found) and found[-1].version < now.version
    return Frames(frames=tuple(found), told=tuple(told), more=more)


def _tell(frame: Frame, token: str) -> tuple[str, ...]:
    """Return what has happened in a version, as the other tools say it: seats by number, and names in quotes.

    The sentences for people have the names of players in them, and a model cannot tell where such a name ends.
    """
    language = wanted_language.set(None)
    try:
        events = project_frame(frame, token).events
        return tuple(tell_event(event) for event in events if event.weight != "DETAIL")
    finally:
        wanted_language.reset(language)


async def _has_seen(seated: Seated, after: str | None, now: ProjectedSession) -> bool:
    """Tell whether nothing follows a cursor: a watch would wait for it."""
    if after is None:
        return False
    seen = await seen_cursor(seated.context.sessions, now.id, *read_cursor(after))
    return seen.names(now.version, now.head or "")


async def _read_drawing(seated: Seated, _wish: BoardInput) -> Drawing:
    session = await seated.read()
    game = session.game
    return Drawing(
        game=project_game(game),
        cards=Cards(cards=project_cards(game)),
        vocabulary=project_vocabulary(game, wanted_language.get() or ""),
        introduction=session.introduction,
    )


async def _read_hand(seated: Seated, _wish: BoardInput) -> Hand:
    session = await seated.read()
    return Hand(version=session.version, cards=session.view.hand if session.view else ())


async def _preview(seated: Seated, wish: BoardInput) -> Preview:
    await seated.read()
    return await preview_move(seated.context, MoveInput(session_id=seated.session_id, move=wish.move))


async def _explain(seated: Seated, wish: BoardInput) -> MoveExplained:
    await seated.read()
    return await explain_move(seated.context, MoveInput(session_id=seated.session_id, move=wish.move))


async def _read_rule(_seated: Seated, wish: BoardInput) -> Rule:
    rule = rule_named(wish.rule)
    if rule is None:
        raise Problem("NOT_FOUND", "There is no rule with this number.", ("rule",))
    return rule


_READERS: Mapping[About, Callable[[Seated, BoardInput], Awaitable[ContractStruct]]] = {
    "table": _read_table,
    "frames": _read_frames,
    "game": _read_drawing,
    "hand": _read_hand,
    "preview": _preview,
    "explain": _explain,
    "rule": _read_rule,
}
