"""The resources of REST, which are nested fields in GraphQL: games and their rules; a session, its hand and moves."""

import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from starlette.responses import Response

from service.http.call import LANGUAGE_HEADER
from service.http.compression import choose_coding, pack, pack_once
from service.http.media_types import JSON
from service.rest.encoding import encode
from service.rest.endpoint import Endpoint, Link, RestRequest, next_page, resource
from service.rest.models import (
    OPTIONS,
    Cards,
    GameInput,
    Games,
    Hand,
    LegalMoves,
    ListEvents,
    ListNotations,
    ReadSession,
    RuleInput,
    Rules,
    VocabularyInput,
)
from service.rest.preconditions import choose_session_coding, is_known, make_tag
from service.sessions.problems import Problem, deal_is_played
from service.use_cases import reading
from service.use_cases.emotes import list_emotes
from service.use_cases.games import list_notations, no_such_game
from service.use_cases.inputs import Input, OfSession, OptionInput, TableInput
from service.views.catalogue import (
    Game,
    Introduction,
    Rule,
    game_names,
    is_game,
    project_cards,
    project_game,
    project_vocabulary,
    rule_named,
    rules_of,
    some_options,
)
from service.views.lesson_view import Lesson, project_lesson
from service.views.projection import ProjectedSession
from service.views.session_view import EventConnection, Session
from service.views.wording import VOCABULARY_LISTS, Vocabulary

_Read = Callable[[RestRequest, Any], Awaitable[object]]

# ---- games

_VARY = f"Accept-Encoding, Accept-Language, {LANGUAGE_HEADER}"
_GAME = "/v1/games/{game}"
_FIRST_GAME = {"game": "$response.body#/games/0/id"}
_SMALLEST_TABLE = {"game": "$response.body#/id", "seats": "$response.body#/minSeats"}
_FIRST_RULE = {"game": "$request.path.game", "number": "$response.body#/rules/0/number"}


def _catalogue(path: str, summary: str, answered: str, **own: Any) -> Callable[[_Read], Endpoint]:  # noqa: ANN401
    """Return a decorator like `resource`, for answers that are the same for all viewers and that clients cache."""
    problems = ("NOT_FOUND",) if "{" in path else ()
    declare = resource(path, "Games", summary, answered, tags=True, problems=problems, **own)

    def declare_packed(read: _Read) -> Endpoint:
        async def read_packed(call: RestRequest, input: Any) -> Response:  # noqa: ANN401
            coding = choose_coding(_text(call, b"accept-encoding"))
            # There are few bodies, except for selections of lists. These are not cached, so a caller who asks for all
            # selections costs no more than others.
            body = (pack if getattr(input, "lists", None) else pack_once)(encode(await read(call, input)), coding)
            return _keep(call, body, coding)

        return msgspec.structs.replace(declare(read), handle=read_packed)

    return declare_packed


def _keep(call: RestRequest, body: bytes, coding: str) -> Response:
    """Return a packed body for clients to cache. After a release it is at most five minutes older than the page."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return _respond(call, body, coding, {"ETag": tag, "Cache-Control": "private, max-age=300"})


def _respond(call: RestRequest, body: bytes, coding: str, own: Mapping[str, str]) -> Response:
    """Return a representation with its tag, or 304 if the client has it already."""
    headers = {**own, "Vary": _VARY} | ({"Content-Encoding": coding} if coding else {})
    is_old = is_known(_text(call, b"if-none-match"), headers["ETag"])
    return Response(None, 304, headers) if is_old else Response(body, 200, headers, JSON)


def _text(call: RestRequest, name: bytes) -> str:
    return call.fields.get(name, b"").decode("latin-1")


@_catalogue(
    "/v1/games",
    "Every game",
    "The games.",
    description="The answer changes only with a release. Cache it, and revalidate it with its `ETag`.",
    links=(
        Link("readGame", _FIRST_GAME, "The first game."),
        Link("listRules", _FIRST_GAME, "The rule page of the first game."),
    ),
)
async def list_games(_call: RestRequest, _input: Input) -> Games:
    """Return every game."""
    return Games(games=tuple(project_game(name) for name in game_names()))


@_catalogue(
    _GAME,
    "One game: its seats, options and verbs",
    "The game.",
    description="It has what a form for a new table needs: the numbers of seats, and the options with their defaults.",
    links=(
        Link("listRules", {"game": "$response.body#/id"}, "The rule page of the game."),
        Link("listNotations", _SMALLEST_TABLE, "The notations of moves at the game's smallest table."),
    ),
)
async def read_game(_call: RestRequest, input: GameInput) -> Game:
    """Return one game."""
    return project_game(_game(input))


@_catalogue(
    f"{_GAME}/cards",
    "The face of every card of a game, for loading pictures ahead",
    "The cards.",
    description="Views and notations name a card by its `code`.",
)
async def list_cards(_call: RestRequest, input: GameInput) -> Cards:
    """Return the cards of a game."""
    return Cards(cards=project_cards(_game(input)))


@_catalogue(
    f"{_GAME}/vocabulary",
    "The words and templates of a game's sentences and labels, for translating them in the client",
    "The vocabulary.",
    description="A phrase has a template. Its blanks take the arguments of a label or a sentence.",
)
async def read_vocabulary(_call: RestRequest, input: VocabularyInput) -> Vocabulary:
    """Return the vocabulary of a game."""
    vocabulary = project_vocabulary(_game(input), input.language or "")
    wanted = VOCABULARY_LISTS if input.lists is None else input.lists.split(",")
    if unknown := set(wanted).difference(VOCABULARY_LISTS):
        message = f"A vocabulary has no list '{min(unknown)[:40]}'; its lists are {', '.join(VOCABULARY_LISTS)}."
        raise Problem("INVALID_INPUT", message, ("lists",))
    return msgspec.structs.replace(vocabulary, **dict.fromkeys(set(VOCABULARY_LISTS).difference(wanted), ()))


@_catalogue(
    f"{_GAME}/lesson",
    "A guided first hand, for newcomers",
    "The lesson.",
    description="Open a session with its `seats`, `options`, `seed` and `deck`, take all seats, and make the moves of "
    "its steps. A game without a lesson (`hasLesson`) has no such resource.",
)
async def read_lesson(_call: RestRequest, input: GameInput) -> Lesson:
    """Return the lesson of a game."""
    lesson = project_lesson(_game(input))
    if lesson is None:
        raise Problem("NOT_FOUND", "This game has no lesson.", ("game",))
    return lesson


@_catalogue(
    f"{_GAME}/rules",
    "A game's rule page",
    "The rules.",
    description="A refused move names the number of the rule that forbids it.",
    links=(Link("readRule", _FIRST_RULE, "The first rule by itself."),),
)
async def list_rules(_call: RestRequest, input: GameInput) -> Rules:
    """Return the rule page of a game."""
    return Rules(rules=tuple(rules_of(_game(input)).values()))


@_catalogue(
    f"{_GAME}/rules/{{number}}",
    "One rule by its number",
    "The rule.",
    description="`3.4` is a rule of the game's page; `engine 4` also names the page.",
)
async def read_rule(_call: RestRequest, input: RuleInput) -> Rule:
    """Return one rule."""
    game = _game(input)
    number = input.number
    rule = rule_named(number if " " in number else f"{game} {number}")
    if rule is None:
        message = f"There is no rule with this number; `/v1/games/{game}/rules` lists all."
        raise Problem("NOT_FOUND", message, ("number",))
    return rule


async def read_emotes(call: RestRequest, input: Input) -> Response:
    """Return every emote."""
    return _keep(call, encode(await list_emotes(call.context, input)), coding="")


async def read_notations(call: RestRequest, input: ListNotations) -> Response:
    """Return every notation that a move can have at a table of a game."""
    asked = TableInput(game=_game(input), seats=input.seats, options=_read_options(input))
    coding = choose_coding(_text(call, b"accept-encoding"))
    return _keep(call, pack(encode(await list_notations(call.context, asked)), coding), coding)


def _read_options(input: ListNotations) -> tuple[OptionInput, ...]:
    """Return options that are written as `name:value`, with commas between them."""
    if input.options is None:
        return ()
    if not re.fullmatch(OPTIONS, input.options):
        example = ",".join([f"{name}:{value}" for name, value in some_options(input.game)])
        message = f"Options are written as in `{example}`."
        raise Problem("INVALID_INPUT", message, ("options",))
    pairs = re.findall(r"(\w+):(\[.*?\]|\w+)", input.options)
    return tuple(OptionInput(name=name, value=value) for name, value in pairs)


def _game(input: GameInput) -> str:
    if not is_game(input.game):
        raise no_such_game(input.game)
    return input.game


# ---- sessions

JsonObject = dict[str, Any]

SESSION = "/v1/sessions/{sessionId}"
SAME_SESSION = {"sessionId": "$request.path.sessionId"}

_SEEN = ("NOT_FOUND", "UNAUTHORIZED", "RULES_CHANGED", "NEWER_RELEASE")
_READ = ("NOT_FOUND", "UNAUTHORIZED", "ROLLED_BACK", "RULES_CHANGED", "NEWER_RELEASE")


@resource(
    SESSION,
    "Sessions",
    "A session as the bearer of the token sees it",
    "The session.",
    description="With a seat's token, the answer has that seat's view; without a token, a spectator's. A change at the "
    "table names the `ETag` of the answer in `If-Match`.",
    answer=Session,
    tags=True,
    problems=_READ,
    links=(
        Link("readHand", SAME_SESSION, "The viewer's hand."),
        Link("listLegalMoves", SAME_SESSION, "The viewer's legal moves."),
        Link("listEvents", SAME_SESSION, "The session's events."),
    ),
)
async def read_session(call: RestRequest, input: ReadSession) -> Response:
    """Return a session as the bearer sees it."""
    session = await reading.read_session(call.context, input.session_id)
    if input.seen is not None:
        await reading.check_seen(call.context, session, input.seen)
    return _represent(call, session, "session", session)


@resource(
    f"{SESSION}/events",
    "Sessions",
    "The events of a session, as the viewer may see them, the oldest first",
    "A page of events.",
    description="Each page continues after the cursor of an event or of a frame.",
    problems=_READ,
    links=(next_page("listEvents", SAME_SESSION),),
)
async def list_events(call: RestRequest, input: ListEvents) -> EventConnection:
    """Return a page of a session's events."""
    session = await reading.read_session(call.context, input.session_id)
    return await reading.list_events(call.context, session, input.first, input.after)


@resource(
    f"{SESSION}/record",
    "Sessions",
    "The record of a finished table: its setup, key, moves and result",
    "The record, as the engine writes it.",
    description="The record has the key of the deal, so anybody can replay the table. It exists only after the end.",
    answer=JsonObject,
    problems=("NOT_FOUND", "UNAUTHORIZED", "NOT_OVER", "RULES_CHANGED", "NEWER_RELEASE"),
)
async def read_record(call: RestRequest, input: OfSession) -> msgspec.Raw:
    """Return the record of a finished table."""
    session = await reading.read_session(call.context, input.session_id)
    record = await reading.find_record(call.context, session)
    if record is None and session.status in ("OPEN", "ACTIVE"):
        raise Problem("NOT_OVER", "The session is not over yet.", ("sessionId",))
    if session.is_deal_closed:
        raise deal_is_played()
    if record is None:
        raise Problem("NOT_FOUND", "This session has no record.", ("sessionId",))
    return msgspec.Raw(record.encode())


@resource(
    f"{SESSION}/hand",
    "Table",
    "The cards in the viewer's hand, each with its moves or the reason why it has none",
    "The hand.",
    description="The answer has the moves of `legal-moves`, grouped by the card that each move is made with.",
    answer=Hand,
    tags=True,
    problems=_SEEN,
)
async def read_hand(call: RestRequest, input: OfSession) -> Response:
    """Return the viewer's hand, card by card."""
    session = await reading.read_session(call.context, input.session_id)
    cards = session.view.hand if session.view else ()
    return _represent(call, session, "hand", Hand(version=session.version, cards=cards))


@resource(
    f"{SESSION}/legal-moves",
    "Table",
    "The viewer's legal moves",
    "The moves.",
    description="To make a move, send its `notation`.",
    answer=LegalMoves,
    tags=True,
    problems=_SEEN,
)
async def list_legal_moves(call: RestRequest, input: OfSession) -> Response:
    """Return the viewer's legal moves."""
    session = await reading.read_session(call.context, input.session_id)
    moves = session.view.legal_moves if session.view else ()
    return _represent(call, session, "moves", LegalMoves(version=session.version, moves=moves))


@resource(
    f"{SESSION}/introduction",
    "Sessions",
    "An introduction to the game for newcomers, according to the options of a session",
    "The introduction.",
    description="The introduction depends only on the game and the options, and never changes.",
    answer=Introduction,
    tags=True,
    problems=_SEEN,
)
async def read_introduction(call: RestRequest, input: OfSession) -> Response:
    """Return the introduction to the game of a session, which holds no secret and never changes."""
    session = await reading.read_session(call.context, input.session_id)
    coding = choose_coding(_text(call, b"accept-encoding"))
    return _keep(call, pack(encode(session.introduction), coding), coding)


def _represent(call: RestRequest, session: ProjectedSession, name: str, representation: object) -> Response:
    """Return a representation of a session with its tag, or 304 if the client has it already."""
    coding = choose_session_coding(session, call.fields)
    return _respond(call, pack(encode(representation), coding), coding, {"ETag": make_tag(session, f"{name} {coding}")})


RESOURCES = (
    *(list_games, read_game, list_cards, read_vocabulary, read_lesson, list_rules, read_rule),
    *(read_session, list_events, read_record, read_hand, list_legal_moves, read_introduction),
)
