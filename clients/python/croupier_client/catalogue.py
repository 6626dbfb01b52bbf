"""The catalogue without asyncio, written from `async_catalogue.py` by `make kits`."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

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
from croupier_client.runner import Runner
from croupier_client.steps import Request, ask, with_query


class Catalogue:
    """Read what needs no token: the games, the public tables, and the results of batches."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    def games(self) -> list[Game]:
        """Return the games that the service offers."""
        answer: Games = self._look("/v1/games")
        return answer["games"]

    def game(self, game: str) -> Game:
        """Return one game: its seats, options and verbs."""
        found: Game = self._look(game_path(game))
        return found

    def cards(self, game: str) -> list[Card]:
        """Return the face of every card of a game, to load pictures in advance."""
        answer: Cards = self._look(f"{game_path(game)}/cards")
        return answer["cards"]

    def vocabulary(self, game: str, *, lists: Sequence[str] = ()) -> Vocabulary:
        """Return the texts of a game's sentences and labels in the client's language; `lists` selects some of them."""
        language = self._runner.wire.settings.language
        path = with_query(f"{game_path(game)}/vocabulary", language=language, lists=",".join(lists) or None)
        vocabulary: Vocabulary = self._look(path)
        return vocabulary

    def lesson(self, game: str) -> Lesson:
        """Return the lesson of a game, a guided first hand. Raises `Problem` if the game has none (`hasLesson`)."""
        lesson: Lesson = self._look(f"{game_path(game)}/lesson")
        return lesson

    def rules(self, game: str) -> list[Rule]:
        """Return the rule page of a game."""
        answer: Rules = self._look(f"{game_path(game)}/rules")
        return answer["rules"]

    def game_data(self, game: str) -> GameData:
        """Return everything needed to draw a table of a game."""
        cards = self.cards(game)
        vocabulary = self.vocabulary(game)
        return {**self.game(game), "cards": cards, "vocabulary": vocabulary}

    def emotes(self) -> list[EmoteChoice]:
        """Return the emotes that holders of seats can send, with their texts in the client's language."""
        answer: EmoteChoices = self._look("/v1/emotes")
        return answer["emotes"]

    def sessions(
        self, *, game: str | None = None, first: int | None = None, after: str | None = None
    ) -> SessionConnection:
        """Return the public sessions with free seats, the newest first."""
        page: SessionConnection = self._look(with_query("/v1/sessions", game=game, first=first, after=after))
        return page

    def running(
        self, *, game: str | None = None, first: int | None = None, after: str | None = None
    ) -> SessionSummaryConnection:
        """Return the public tables that are being played, the newest first. Use `table` to watch one."""
        path = with_query("/v1/running-sessions", game=game, first=first, after=after)
        page: SessionSummaryConnection = self._look(path)
        return page

    def batch_results(
        self, batch: str, *, tag: str | None = None, first: int | None = None, after: str | None = None
    ) -> BatchResultConnection:
        """Return a page of the results of a batch."""
        path = with_query(f"/v1/batches/{quote(batch, safe='')}/results", tag=tag, first=first, after=after)
        page: BatchResultConnection = self._look(path)
        return page

    def _look(self, path: str) -> Any:  # noqa: ANN401  of a type by the path
        return self._runner.run(ask(self._runner.wire, Request(path)))
