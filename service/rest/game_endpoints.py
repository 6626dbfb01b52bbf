"""The catalogue: games and their numbered rules."""

from service.rest.models import Cards, GameInput, Games, RuleInput, Rules, VocabularyInput
from service.rest.registry import Call, Endpoint, OperationLink
from service.sessions.problems import Problem
from service.views.catalogue import game_names, is_game, project_game, project_vocabulary, rule_named, rules_of
from service.views.game_view import Game, Rule, Vocabulary
from service.views.parts import project_cards


async def list_games(_call: Call) -> Games:
    """Return every game."""
    return Games(games=tuple(project_game(name) for name in game_names()))


async def read_game(call: Call) -> Game:
    """Return one game."""
    return project_game(_game(call))


async def list_cards(call: Call) -> Cards:
    """Return the cards of a game."""
    return Cards(cards=project_cards(_game(call)))


async def read_vocabulary(call: Call) -> Vocabulary:
    """Return the vocabulary of a game."""
    return project_vocabulary(_game(call), call.input.language or "")


async def list_rules(call: Call) -> Rules:
    """Return the rule page of a game."""
    return Rules(rules=tuple(rules_of(_game(call)).values()))


async def read_rule(call: Call) -> Rule:
    """Return one rule."""
    game, number = _game(call), call.input.number
    rule = rule_named(number if " " in number else f"{game} {number}")
    if rule is None:
        raise Problem("NOT_FOUND", "There is no rule with this number.", ("number",))
    return rule


def _game(call: Call) -> str:
    game: str = call.input.game
    if not is_game(game):
        raise Problem("NOT_FOUND", "There is no game with this id.", ("game",))
    return game


_FIRST_GAME = {"game": "$response.body#/games/0/id"}

ENDPOINTS = (
    Endpoint(
        id="listGames",
        method="GET",
        path="/v1/games",
        group="Games",
        summary="Every game",
        handle=list_games,
        answer=Games,
        answered="The games.",
        links={
            "readGame": OperationLink("readGame", _FIRST_GAME, "The first game by itself."),
            "listRules": OperationLink("listRules", _FIRST_GAME, "Its rule page."),
        },
    ),
    Endpoint(
        id="readGame",
        method="GET",
        path="/v1/games/{game}",
        group="Games",
        summary="One game: its seats, options and verbs",
        input=GameInput,
        handle=read_game,
        answer=Game,
        answered="The game.",
        problems=("NOT_FOUND",),
        links={"listRules": OperationLink("listRules", {"game": "$response.body#/id"}, "Its rule page.")},
    ),
    Endpoint(
        id="listCards",
        method="GET",
        path="/v1/games/{game}/cards",
        group="Games",
        summary="The face of every card of a game, so that pictures can be loaded ahead",
        input=GameInput,
        handle=list_cards,
        answer=Cards,
        answered="The cards.",
        problems=("NOT_FOUND",),
    ),
    Endpoint(
        id="readVocabulary",
        method="GET",
        path="/v1/games/{game}/vocabulary",
        group="Games",
        summary="Everything that a game's sentences and labels are made of, so that a client can translate them",
        input=VocabularyInput,
        handle=read_vocabulary,
        answer=Vocabulary,
        answered="The vocabulary.",
        problems=("NOT_FOUND",),
    ),
    Endpoint(
        id="listRules",
        method="GET",
        path="/v1/games/{game}/rules",
        group="Games",
        summary="A game's rule page",
        input=GameInput,
        handle=list_rules,
        answer=Rules,
        answered="The rules.",
        problems=("NOT_FOUND",),
        links={
            "readRule": OperationLink(
                "readRule",
                {"game": "$request.path.game", "number": "$response.body#/rules/0/number"},
                "The first rule by itself.",
            )
        },
    ),
    Endpoint(
        id="readRule",
        method="GET",
        path="/v1/games/{game}/rules/{number}",
        group="Games",
        summary="One rule by its number",
        description="`3.4` is a rule of the game's page; `engine 4` names the page, too.",
        input=RuleInput,
        handle=read_rule,
        answer=Rule,
        answered="The rule.",
        problems=("NOT_FOUND",),
    ),
)
