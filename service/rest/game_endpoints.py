"""The catalogue: games and their numbered rules."""

from service.rest.models import Cards, GameInput, Games, RuleInput, Rules, VocabularyInput
from service.rest.registry import Call, Link, resource
from service.sessions.problems import Problem
from service.use_cases.inputs import Input
from service.views.catalogue import (
    game_names,
    is_game,
    project_cards,
    project_game,
    project_vocabulary,
    rule_named,
    rules_of,
)
from service.views.game_view import Game, Rule, Vocabulary

_GROUP = "Games"
_GAME = "/v1/games/{game}"
_FIRST_GAME = {"game": "$response.body#/games/0/id"}
_FIRST_RULE = {"game": "$request.path.game", "number": "$response.body#/rules/0/number"}
_NO_GAME = ("NOT_FOUND",)


@resource(
    "/v1/games",
    _GROUP,
    "Every game",
    "The games.",
    links=(
        Link("readGame", _FIRST_GAME, "The first game by itself."),
        Link("listRules", _FIRST_GAME, "Its rule page."),
    ),
)
async def list_games(_call: Call, _input: Input) -> Games:
    """Return every game."""
    return Games(games=tuple(project_game(name) for name in game_names()))


@resource(
    _GAME,
    _GROUP,
    "One game: its seats, options and verbs",
    "The game.",
    problems=_NO_GAME,
    links=(Link("listRules", {"game": "$response.body#/id"}, "Its rule page."),),
)
async def read_game(_call: Call, input: GameInput) -> Game:
    """Return one game."""
    return project_game(_game(input))


@resource(
    f"{_GAME}/cards",
    _GROUP,
    "The face of every card of a game, so that pictures can be loaded ahead",
    "The cards.",
    problems=_NO_GAME,
)
async def list_cards(_call: Call, input: GameInput) -> Cards:
    """Return the cards of a game."""
    return Cards(cards=project_cards(_game(input)))


@resource(
    f"{_GAME}/vocabulary",
    _GROUP,
    "Everything that a game's sentences and labels are made of, so that a client can translate them",
    "The vocabulary.",
    problems=_NO_GAME,
)
async def read_vocabulary(_call: Call, input: VocabularyInput) -> Vocabulary:
    """Return the vocabulary of a game."""
    return project_vocabulary(_game(input), input.language or "")


@resource(
    f"{_GAME}/rules",
    _GROUP,
    "A game's rule page",
    "The rules.",
    problems=_NO_GAME,
    links=(Link("readRule", _FIRST_RULE, "The first rule by itself."),),
)
async def list_rules(_call: Call, input: GameInput) -> Rules:
    """Return the rule page of a game."""
    return Rules(rules=tuple(rules_of(_game(input)).values()))


@resource(
    f"{_GAME}/rules/{{number}}",
    _GROUP,
    "One rule by its number",
    "The rule.",
    description="`3.4` is a rule of the game's page; `engine 4` names the page, too.",
    problems=_NO_GAME,
)
async def read_rule(_call: Call, input: RuleInput) -> Rule:
    """Return one rule."""
    game, number = _game(input), input.number
    rule = rule_named(number if " " in number else f"{game} {number}")
    if rule is None:
        raise Problem("NOT_FOUND", "There is no rule with this number.", ("number",))
    return rule


def _game(input: GameInput) -> str:
    if not is_game(input.game):
        raise Problem("NOT_FOUND", "There is no game with this id.", ("game",))
    return input.game


ENDPOINTS = (list_games, read_game, list_cards, read_vocabulary, list_rules, read_rule)
