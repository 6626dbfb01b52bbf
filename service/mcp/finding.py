"""The tools that find games and tables, and take a seat."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from service.http.error_responses import join_words
from service.mcp.actions import vacant_seats
from service.mcp.answers import ToolAnswer, show_table
from service.mcp.caller import Caller
from service.mcp.handles import make_handle, read_handle
from service.mcp.inputs import CreateTableInput, JoinTableInput, ListGamesInput, OptionValue
from service.sessions.problems import Problem
from service.sessions.rules import check_range
from service.use_cases.finding import join_or_create, list_sessions
from service.use_cases.games import no_such_game
from service.use_cases.inputs import (
    CreateSessionInput,
    JoinOrCreateInput,
    JoinSessionInput,
    ListInput,
    OptionInput,
    SeatedBotInput,
)
from service.use_cases.lobby import join_session
from service.use_cases.opening import create_session
from service.views.catalogue import Game, GameOption, format_option, game_names, is_game, project_game
from service.views.fields import SEAT_COUNTS, ContractStruct, described
from service.views.projection import ProjectedSession
from service.views.session_view import SeatJoined


class ListedGame(ContractStruct, frozen=True):
    """A game."""

    id: Annotated[str, described("The game's id.")]
    title: Annotated[str, described("The game's title.")]
    summary: Annotated[str, described("The game in one sentence.")]
    min_seats: Annotated[int, described("The smallest number of seats.")]
    max_seats: Annotated[int, described("The largest number of seats.")]


class OpenTable(ContractStruct, frozen=True):
    """A public table with open seats."""

    table: Annotated[str, described("The table's id, for `join_table`.")]
    game: Annotated[str, described("The game's id.")]
    seats: Annotated[int, described("The number of seats.")]
    open: Annotated[int, described("The number of open seats.")]


class GamesAnswer(ContractStruct, frozen=True):
    """The games, and public tables with open seats."""

    games: Annotated[tuple[ListedGame, ...], described("The games.")]
    tables: Annotated[tuple[OpenTable, ...], described("Public tables with open seats, the newest first.")]


async def list_games(caller: Caller, wish: ListGamesInput) -> ToolAnswer:
    """List the games, or explain one, and list open tables."""
    if wish.game is not None and not is_game(wish.game):
        raise no_such_game(wish.game)
    page = await list_sessions(caller.context(), ListInput(game=wish.game))
    tables = tuple(_list_table(session) for session in page.nodes)
    games = [project_game(name) for name in game_names() if wish.game in (None, name)]
    told = _describe_games(games) if wish.game is None else _explain_game(games[0])
    text = "\n".join([*told, "", *_describe_tables(tables)])
    listed = tuple(
        ListedGame(
            id=game.id, title=game.title, summary=game.summary, min_seats=game.min_seats, max_seats=game.max_seats
        )
        for game in games
    )
    return ToolAnswer(text, GamesAnswer(games=listed, tables=tables))


async def create_table(caller: Caller, wish: CreateTableInput) -> ToolAnswer:
    """Open a table, seat bots and the caller, and return the caller's handle."""
    seats = _count_seats(wish.game, wish.seats)
    bots = seats - 1 if wish.bots is None else wish.bots
    if wish.bots is not None and not 0 <= bots < seats:
        raise Problem("INVALID_INPUT", f"At a table with {seats} seats, 0–{seats - 1} bots can play.", ("bots",))
    opening = CreateSessionInput(
        game=wish.game,
        seats=seats,
        options=_name_options(wish.options),
        move_seconds=wish.move_seconds,
        take_backs=wish.take_backs,
        public=wish.public,
        # The caller and other players take the first seats.
        bots=tuple(SeatedBotInput(seat=seat, level=wish.level) for seat in range(seats - bots, seats)),
        idempotency_key=wish.idempotency_key,
    )
    await caller.pay("createSession", opening)
    created = await create_session(caller.context(), opening)
    sitting = JoinSessionInput(
        session_id=created.session.id, seat=0, name=wish.name, idempotency_key=wish.idempotency_key
    )
    return _seat(await join_session(caller.context(created.host_token), sitting))


async def join_table(caller: Caller, wish: JoinTableInput) -> ToolAnswer:
    """Take a seat at a table, and return its handle."""
    if wish.table is not None:
        former = None if wish.seat is None else read_handle(wish.seat).token
        sitting = JoinSessionInput(
            session_id=wish.table, name=wish.name, code=wish.code, idempotency_key=wish.idempotency_key
        )
        return _seat(await join_session(caller.context(former), sitting))
    if wish.game is None:
        raise Problem("INVALID_INPUT", "Send `table`, the id of a table, or `game`, to join any of its public tables.")
    seats = _count_seats(wish.game, wish.seats)
    anywhere = JoinOrCreateInput(game=wish.game, seats=seats, name=wish.name, idempotency_key=wish.idempotency_key)
    await caller.pay("joinOrCreate", anywhere)
    return _seat(await join_or_create(caller.context(), anywhere))


def _seat(joined: SeatJoined) -> ToolAnswer:
    """Return the table as the new holder of a seat sees it, with the seat's handle."""
    session = joined.session
    assert isinstance(session, ProjectedSession)
    handle = make_handle(session.id, joined.seat_token)
    before = (
        f"You have seat {joined.seat}. Your seat handle is {handle}\n"
        "Pass it as `seat` to look, wait_for_turn, play, act, explain, review and leave. "
        "Keep it secret: it is your seat."
    )
    if session.viewer_seat is None:
        raise Problem("UNAUTHORIZED", "This key took a seat whose handle is void by now.", ("idempotencyKey",))
    return show_table(session, before=before, handle=handle)


def _count_seats(game: str, wanted: int | None) -> int:
    """Return the number of seats: the wanted one, else the smallest of the game, and 1 of an unknown one.

    Raises `Problem` for a number that no game has: bots are listed for the seats before a game refuses them.
    """
    if wanted is not None:
        check_range(wanted, *SEAT_COUNTS, "seats")
        return wanted
    return project_game(game).min_seats if is_game(game) else 1


def _name_options(options: Mapping[str, OptionValue] | None) -> tuple[OptionInput, ...]:
    return tuple(OptionInput(name=name, value=format_option(value)) for name, value in (options or {}).items())


# ---- texts


def _describe_games(games: list[Game]) -> Iterator[str]:
    yield "The games:"
    for game in games:
        yield f"- {game.id} ({game.title}, {_range_of(game)}): {game.summary}"
    yield "list_games(game=…) explains a game and its options. create_table(game=…) seats you against bots."


def _range_of(game: Game) -> str:
    if game.min_seats == game.max_seats:
        return f"{game.min_seats} seats"
    return f"{game.min_seats}–{game.max_seats} seats"


def _explain_game(game: Game) -> Iterator[str]:
    yield f"{game.title} ({game.id}), {_range_of(game)}."
    yield game.goal
    yield from game.how_to_play
    yield f"All rules: the resource croupier://rules/{game.id}. What a card does: explain(game, card)."
    yield "Options, with their defaults:"
    yield from (f"- {_explain_option(option)}" for option in game.options)


def _explain_option(option: GameOption) -> str:
    values = [*option.choices]
    if option.minimum is not None and option.maximum is not None:
        values.append(f"{option.minimum}–{option.maximum}")
    taken = f"; one of {join_words(values, 'or')}" if values else ""
    return f"{option.name} (default {option.default}{taken}): {option.description}"


def _list_table(session: ProjectedSession) -> OpenTable:
    is_open = len(vacant_seats(session))
    return OpenTable(table=session.id, game=session.game, seats=len(session.seats), open=is_open)


def _describe_tables(tables: tuple[OpenTable, ...]) -> Iterator[str]:
    if not tables:
        yield "No public table has an open seat now."
        return
    yield "Public tables with open seats:"
    for table in tables:
        yield f'- {table.game}, {table.open} of {table.seats} seats open: join_table(table="{table.table}")'
