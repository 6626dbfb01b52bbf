"""The use case about a game as such, not about one of its tables."""

from service.sessions.problems import Problem
from service.sessions.rules import engine_problems
from service.use_cases.context import RequestContext
from service.use_cases.inputs import TableInput, name_options
from service.use_cases.mistakes import LONGEST_QUOTE
from service.use_cases.operation import query, raises
from service.views.catalogue import Notations, game_names, is_game, project_notations, read_options


@query("/v1/games/{game}/notations", "Games", field="notations")
@raises("NOT_FOUND", "INVALID_OPTION")
async def list_notations(_context: RequestContext, input: TableInput) -> Notations:
    """List every notation that a move can have at a table of a game, so that a client can number its actions.

    The list depends on the number of seats and on the options. It changes only with the game's `rulesVersion`.
    """
    if not is_game(input.game):
        raise no_such_game(input.game)
    options = read_options(input.game, name_options(input.options))
    with engine_problems():
        return project_notations(input.game, input.seats, options)


def no_such_game(name: str) -> Problem:
    """Return the problem for an unknown game; its message lists the known games."""
    message = f"There is no game '{name[:LONGEST_QUOTE]}'; the games are {', '.join(game_names())}."
    return Problem("NOT_FOUND", message, ("game",))
