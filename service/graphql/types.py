"""GraphQL types that add fields to their structs: fields with arguments, and fields of other types."""

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import msgspec
import strawberry
from strawberry.types.info import Info as StrawberryInfo

from compiled import Push
from service.graphql.errors import coded
from service.graphql.from_contract import declare_output_type, output_type
from service.http.call import Call
from service.sessions.problems import Problem as AnyProblem
from service.use_cases import reading
from service.use_cases.context import RequestContext
from service.use_cases.frames import ProjectedFrame
from service.use_cases.stateless import ProjectedTable
from service.views import (
    catalogue,
    lesson_view,
    lobby_view,
    problem_view,
    session_view,
    table_view,
    tournament_view,
    wording,
)
from service.views.catalogue import project_cards, project_game, project_vocabulary, rule_named, rules_of
from service.views.changes import ProjectedChanges
from service.views.fields import EMPTY_PAGE, LARGEST_PAGE
from service.views.lesson_view import project_lesson
from service.views.projection import ProjectedSession, ProjectedView
from service.views.steps import ProjectedMove


class GraphQLContext(RequestContext, kw_only=True):
    """The context of one request, or of one WebSocket connection.

    Browsers cannot set headers on a WebSocket, so `connection_init` may carry them, as `connection_params`. A stream
    may have a `push` for its frames.
    """

    call: Call
    push: Push | None = None
    connection_params: dict[str, Any] = msgspec.field(default_factory=dict)

    def sent(self, header: str) -> str | None:
        """Return the value of a header field, from `connection_init` or else from the upgrade request."""
        for name, value in self.connection_params.items():
            if name.lower() == header.lower() and value is not None:
                return str(value)
        value = self.call.fields.get(header.lower().encode())
        return None if value is None else value.decode("latin-1")

    async def charge(self, cost: int) -> None:
        """Charge the caller for work that costs more than a request. Raises `RateLimited`."""
        await self.call.charge(cost)


Info: TypeAlias = StrawberryInfo[GraphQLContext, None]


Rule = output_type(catalogue.Rule)
Card = output_type(table_view.Card)
Introduction = output_type(catalogue.Introduction)
Vocabulary = output_type(wording.Vocabulary)


def many(kind: Any) -> Any:
    """Return the type of lists of a type."""
    return list[kind]


def resolved(description: str, kind: Any = None) -> Any:
    """Return the decorator of a field's resolver; `kind` is the field's type, by default the annotated one."""
    return strawberry.field(description=description, graphql_type=kind)


def same_as(attribute: str) -> Callable[[Any], Any]:
    """Return a decorator that names the attribute that a resolver returns when called without arguments."""

    def decorate(resolver: Any) -> Any:
        resolver.same_as = attribute
        return resolver

    return decorate


def argument(description: str) -> Any:
    """Return the annotation that gives an argument its description."""
    return strawberry.argument(description=description)


def _rule_of(value: Any) -> Any:
    return None if value.rule is None else rule_named(value.rule)


# ---- the catalogue


@declare_output_type(lesson_view.LessonStep)
class LessonStep:
    @resolved("The rule that the step shows.", Rule | None)
    def rule(self: Any) -> Any:
        return _rule_of(self)


Lesson = output_type(lesson_view.Lesson)


@strawberry.interface(description="An object with a global id, by which `node` finds it.")
class Node:
    id: strawberry.ID = strawberry.field(description="The id, which is unique among all nodes.")


@declare_output_type(catalogue.Game)
class Game(Node):
    @resolved("The game's rule page: each section, followed by its numbered rules.", many(Rule))
    def rules(self: Any) -> Any:
        return list(rules_of(self.id).values())

    @resolved("One rule by its number; null if there is none.", Rule | None)
    def rule(self: Any, number: Annotated[str, argument("The rule's number, such as `3.4` or `zeven 3.4`.")]) -> Any:
        return rule_named(number if " " in number else f"{self.id} {number}")

    @resolved(
        "The face of every card, once each, in the order of the game's page. Use it to load pictures ahead.", many(Card)
    )
    def cards(self: Any) -> Any:
        return list(project_cards(self.id))

    @resolved(
        "The words and templates of all sentences and labels of the game, so that a client can translate them.",
        Vocabulary,
    )
    def vocabulary(self: Any, language: Annotated[str | None, argument(catalogue.LANGUAGES_WANTED)] = None) -> Any:
        return project_vocabulary(self.id, language or "")

    @resolved("A guided first hand, for newcomers; null if the game has none.", Lesson | None)
    def lesson(self: Any) -> Any:
        return project_lesson(self.id)


# ---- views of a table

Move = output_type(table_view.Move)


@declare_output_type(table_view.Zone)
class Zone:
    @resolved(
        "The codes of `cards` from the lowest visible card up; null is a hidden card. Empty if no card is visible. The "
        "others of the `count` cards lie below and are hidden. `Game.cards` has the faces.",
        many(str | None),
    )
    @same_as("codes")
    def codes(self: Any) -> Any:
        return self.codes


@declare_output_type(table_view.Event)
class Event:
    @resolved("The codes of `cards`, in the same order.", many(str))
    @same_as("codes")
    def codes(self: Any) -> Any:
        return self.codes

    @resolved("The rule that caused the event.", Rule | None)
    def rule(self: Any) -> Any:
        return _rule_of(self)


@declare_output_type(table_view.Refusal)
class Refusal:
    @resolved("The rule that forbids the move.", Rule | None)
    def rule(self: Any) -> Any:
        return _rule_of(self)


HandCard = output_type(table_view.HandCard)


@declare_output_type(table_view.ScoreItem)
class ScoreItem:
    @resolved("The rule that gives the points.", Rule | None)
    def rule(self: Any) -> Any:
        return _rule_of(self)


@declare_output_type(table_view.DecidedBy)
class DecidedBy:
    @resolved("The rule behind the difference of these items; null without items.", Rule | None)
    def rule(self: Any) -> Any:
        return _rule_of(self)


@declare_output_type(table_view.View, projected=(ProjectedView,))
class View:
    @resolved("The game.", Game)
    def game(self: Any) -> Any:
        return project_game(self.game)

    @resolved("One zone by its key; null if there is none.", Zone | None)
    def zone(self: Any, key: Annotated[str, argument("The zone's key, such as `hand:0`.")]) -> Any:
        return next((zone for zone in self.zones if zone.key == key), None)

    @resolved("The viewer's legal moves, in canonical order; empty for a spectator.", many(Move))
    @same_as("legal_moves")
    def legal_moves(
        self: Any,
        first: Annotated[int | None, argument("The maximum number of moves; a number below 0 counts as 0.")] = None,
    ) -> Any:
        return self.legal_moves if first is None else self.legal_moves[: max(first, 0)]

    @resolved(
        "The cards in the viewer's hand, each with its moves or the reason why it has none; empty for a spectator.",
        many(HandCard),
    )
    @same_as("hand")
    def hand(self: Any) -> Any:
        return self.hand


# ---- live sessions

EventConnection = output_type(session_view.EventConnection)


def played_game() -> Any:
    """Return the field `game`, for a type whose values have a game's id."""
    return resolved("The game that is played.", Game)(lambda self: project_game(self.game))


@declare_output_type(tournament_view.Tournament)
class Tournament(Node):
    game = played_game()


@declare_output_type(session_view.Session, projected=(ProjectedSession,))
class Session(Node):
    game = played_game()

    @resolved(
        "The session's events, the oldest first; null if `after` is not a cursor of the session, or is one no longer. "
        "An error then has the code INVALID_INPUT or ROLLED_BACK.",
        EventConnection | None,
    )
    async def events(
        self: Any,
        info: Info,
        first: Annotated[
            int | None, argument(f"The maximum number of events; a page has at most {LARGEST_PAGE}. {EMPTY_PAGE}")
        ] = None,
        after: Annotated[
            str | None, argument("The cursor of an event or of a frame; only events after it are returned.")
        ] = None,
    ) -> Any:
        try:
            return await reading.list_events(info.context, self, first, after)
        except AnyProblem as problem:
            raise coded(problem) from None

    @resolved("Whether the store has lost the version of a cursor; null if the text is not a cursor.")
    async def rolled_back(
        self: Any, info: Info, seen: Annotated[str, argument("The cursor of a session, a frame or an event.")]
    ) -> bool | None:
        try:
            await reading.check_seen(info.context, self, seen)
        except AnyProblem as problem:
            return True if problem.code == "ROLLED_BACK" else None
        return False

    @resolved(
        "An introduction to the game for newcomers, according to the options of the session. It never changes.",
        Introduction,
    )
    def introduction(self: Any) -> Any:
        return self.introduction

    @resolved("The record of the finished table as JSON: its setup, key, moves and result; null before the end.")
    async def record(self: Any, info: Info) -> str | None:
        return await reading.find_record(info.context, self)


@declare_output_type(session_view.ViewChanges, projected=(ProjectedChanges,))
class ViewChanges:
    pass


_OTHER_EVENTS = "The events, but not those that only report a new fact, turn or score, which `changes` has."


@declare_output_type(session_view.MoveApplied, projected=(ProjectedMove,))
class MoveApplied:
    @resolved(_OTHER_EVENTS, many(Event))
    @same_as("other_events")
    def other_events(self: Any) -> Any:
        return self.other_events

    @resolved(
        "The differences from the session and the view at `expectedVersion`, which are far smaller than `session`.",
        ViewChanges,
    )
    @same_as("changes")
    def changes(self: Any) -> Any:
        return self.changes


@declare_output_type(session_view.SessionFrame, projected=(ProjectedFrame,))
class SessionFrame:
    @resolved(_OTHER_EVENTS, many(Event))
    @same_as("other_events")
    def other_events(self: Any) -> Any:
        return self.other_events

    @resolved("The differences from the previous frame, which are far smaller than `session`.", ViewChanges)
    @same_as("changes")
    def changes(self: Any) -> Any:
        return self.changes


@declare_output_type(lobby_view.SessionSummary)
class SessionSummary:
    game = played_game()


# ---- tables without a session


@declare_output_type(table_view.Table, projected=(ProjectedTable,))
class Table:
    @resolved("The view of a seat, or of a spectator if no seat is given; null if there is no such seat.", View | None)
    def view(self: Any, seat: Annotated[int | None, argument("The seat; null for a spectator.")] = None) -> Any:
        return self.view(seat)

    @resolved("The legal moves of a seat, in canonical order; empty if there is no such seat.", many(Move))
    def legal_moves(self: Any, seat: Annotated[int, argument("The seat.")]) -> Any:
        return self.legal_moves(seat)


# ---- expected failures


@declare_output_type(problem_view.Problem, is_interface=True)
class Problem:
    pass


for _kind in problem_view.KINDS.values():
    declare_output_type(_kind)(type(_kind.__name__, (Problem,), {}))
