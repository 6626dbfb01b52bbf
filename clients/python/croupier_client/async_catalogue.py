"""The catalogue for asyncio and trio."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from croupier_client.async_runner import Runner
from croupier_client.contract import (
    BatchResultConnection,
    Card,
    Cards,
    EmoteChoice,
    EmoteChoices,
    Game,
    Games,
    Lesson,
    Rule,
    Rules,
    SessionConnection,
    SessionSummaryConnection,
    Vocabulary,
)
from croupier_client.games import GameData
from croupier_client.lobby import game_path
from croupier_client.steps import Request, ask, with_query


class AsyncCatalogue:
    """Read what needs no token: the games, the public tables, and the results of batches."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    async def games(self) -> list[Game]:
        """Return the games that the service offers."""
        answer: Games = await self._look("/v1/games")
        return answer["games"]

    async def game(self, game: str) -> Game:
        """Return one game: its seats, options and verbs."""
        found: Game = await self._look(game_path(game))
        return found

    async def cards(self, game: str) -> list[Card]:
        """Return the face of every card of a game, to load pictures in advance."""
        answer: Cards = await self._look(f"{game_path(game)}/cards")
        return answer["cards"]

    async def vocabulary(self, game: str, *, lists: Sequence[str] = ()) -> Vocabulary:
        """Return the texts of a game's sentences and labels in the client's language; `lists` selects some of them."""
        language = self._runner.wire.settings.language
        path = with_query(f"{game_path(game)}/vocabulary", language=language, lists=",".join(lists) or None)
        vocabulary: Vocabulary = await self._look(path)
        return vocabulary

    async def lesson(self, game: str) -> Lesson:
        """Return the lesson of a game, a guided first hand. Raises `Problem` if the game has none (`hasLesson`)."""
        lesson: Lesson = await self._look(f"{game_path(game)}/lesson")
        return lesson

    async def rules(self, game: str) -> list[Rule]:
        """Return the rule page of a game."""
        answer: Rules = await self._look(f"{game_path(game)}/rules")
        return answer["rules"]

    async def game_data(self, game: str) -> GameData:
        """Return everything needed to draw a table of a game."""
        cards = await self.cards(game)
        vocabulary = await self.vocabulary(game)
        return {**await self.game(game), "cards": cards, "vocabulary": vocabulary}

    async def emotes(self) -> list[EmoteChoice]:
        """Return the emotes that holders of seats can send, with their texts in the client's language."""
        answer: EmoteChoices = await self._look("/v1/emotes")
        return answer["emotes"]

    async def sessions(
        self, *, game: str | None = None, first: int | None = None, after: str | None = None
    ) -> SessionConnection:
        """Return the public sessions with free seats, the newest first."""
        page: SessionConnection = await self._look(with_query("/v1/sessions", game=game, first=first, after=after))
        return page

    async def running(
        self, *, game: str | None = None, first: int | None = None, after: str | None = None
    ) -> SessionSummaryConnection:
        """Return the public tables that are being played, the newest first. Use `table` to watch one."""
        path = with_query("/v1/running-sessions", game=game, first=first, after=after)
        page: SessionSummaryConnection = await self._look(path)
        return page

    async def batch_results(
        self, batch: str, *, tag: str | None = None, first: int | None = None, after: str | None = None
    ) -> BatchResultConnection:
        """Return a page of the results of a batch."""
        path = with_query(f"/v1/batches/{quote(batch, safe='')}/results", tag=tag, first=first, after=after)
        page: BatchResultConnection = await self._look(path)
        return page

    async def _look(self, path: str) -> Any:  # noqa: ANN401  of a type by the path
        return await self._runner.run(ask(self._runner.wire, Request(path)))
