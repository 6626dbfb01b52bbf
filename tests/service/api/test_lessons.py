"""The lesson of a game over both APIs, and played over the ordinary operations."""

import pytest

import engine
from service.views.lesson_view import Lesson
from tests.engine.test_lessons import WITH_LESSON
from tests.service.api.test_wording import HEADER
from tests.support.apis import Call, fragments, over_graphql, over_rest, plain
from tests.support.graphql_client import Json
from tests.support.rest_client import Rest
from tools.services import Service

IN_GRAPHQL = f"query Lesson($id: ID!) {{ game(id: $id) {{ lesson {{ ...AllLesson }} }} }} {fragments(Lesson)}"


def read_lesson(service: Service, game: str, language: str = "en") -> Json:
    """Return the lesson of a game, about which both APIs agree."""
    headers = {HEADER: language}
    rest = Rest(service).ask("GET", f"/v1/games/{game}/lesson", headers=headers).json()
    body = {"query": IN_GRAPHQL, "variables": {"id": game}}
    graphql = service.http.post(f"{service.root}/graphql", json=body, headers=headers).json()
    assert plain(graphql["data"]["game"]["lesson"]) == rest
    return rest


@pytest.mark.parametrize("name", WITH_LESSON)
def test_both_apis_tell_the_lesson_as_the_engine_has_it(one_service: Service, name: str) -> None:
    for language in ("en", "de"):
        served = read_lesson(one_service, name, language)
        lesson = engine.lesson(name, language)
        assert lesson is not None
        assert [step["sentence"] for step in served["steps"]] == [step.sentence for step in lesson.steps]
        assert [step["moves"] for step in served["steps"]] == [list(step.moves) for step in lesson.steps]
        assert (served["closing"], served["learner"]) == (lesson.closing, lesson.learner)
        assert (served["deck"], served["seed"]) == (list(lesson.deck), lesson.seed)


@pytest.mark.parametrize("name", WITH_LESSON)
@pytest.mark.parametrize("call", [over_rest, over_graphql])
def test_a_client_plays_a_lesson_over_the_ordinary_operations(one_service: Service, name: str, call: Call) -> None:
    lesson = read_lesson(one_service, name)
    deal = {field: lesson[field] for field in ("seats", "options", "seed", "deck")}
    made = call(one_service, "createSession", game=name, **deal)
    session = made["session"]["id"]
    seats = range(lesson["seats"])
    tokens = [call(one_service, "joinSession", sessionId=session, seat=seat)["seatToken"] for seat in seats]
    for step in lesson["steps"]:
        moved = call(one_service, "applyMove", tokens[step["seat"]], sessionId=session, move=step["moves"][0])
        assert moved["move"]["notation"] == step["moves"][0]


def test_a_game_that_is_not_there_has_no_lesson(one_service: Service) -> None:
    answer = Rest(one_service).get("/v1/games/chess/lesson")
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
