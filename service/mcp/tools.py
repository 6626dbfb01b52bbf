"""The tools: what agents can do, each with its input, its description and its hints."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from service.mcp import acting, explaining, finding, playing, reviewing
from service.mcp.answers import TableAnswer, ToolAnswer
from service.mcp.board import TABLE_APP, BoardInput, show_board
from service.mcp.caller import Caller
from service.mcp.inputs import (
    ActInput,
    CreateTableInput,
    ExplainInput,
    JoinTableInput,
    LeaveInput,
    ListGamesInput,
    LookInput,
    PlayInput,
    ReviewInput,
    WaitInput,
)
from service.use_cases.inputs import Input

# The app that shows the answers about a table to people.
_SHOWN = {"ui": {"resourceUri": TABLE_APP}}
_FOR_APP = {"ui": {"resourceUri": TABLE_APP, "visibility": ["app"]}}


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """A tool: what it does in words, its input, what runs it, and what a host should know before it calls it.

    `answer` is the struct of its structured answer, None if it answers in text alone. `meta` is what extensions of the
    protocol define, such as the app that shows the answer to people.
    """

    name: str
    title: str
    description: str
    input: type[Input]
    run: Callable[[Caller, Any], Awaitable[ToolAnswer]]
    answer: type[msgspec.Struct] | None = None
    reads_only: bool = False
    is_destructive: bool = False
    meta: Mapping[str, object] = {}

    @property
    def is_for_apps(self) -> bool:
        """Tell whether apps alone may see the tool, and no model."""
        return self.meta == _FOR_APP


_TOOLS = (
    Tool(
        name="list_games",
        title="List the games",
        description="List the games that can be played here, with their numbers of seats. With `game`, explain that "
        "game: its goal, how to play it, its options, and its public tables with open seats.",
        input=ListGamesInput,
        run=finding.list_games,
        answer=finding.GamesAnswer,
        reads_only=True,
    ),
    Tool(
        name="create_table",
        title="Open a table",
        description="Open a table of a game and take a seat there. Bots play the other seats unless you say otherwise. "
        "The answer has your seat handle, a secret that every other tool needs, and the table as you see it. A retry "
        "with the same random `idempotencyKey` returns the same seat.",
        input=CreateTableInput,
        run=finding.create_table,
        answer=TableAnswer,
        meta=_SHOWN,
    ),
    Tool(
        name="join_table",
        title="Join a table",
        description="Take a seat at a table that somebody else has opened: by the table's id, or any public table of a "
        "game. The answer has your seat handle, a secret that every other tool needs.",
        input=JoinTableInput,
        run=finding.join_table,
        answer=TableAnswer,
        meta=_SHOWN,
    ),
    Tool(
        name="look",
        title="Look at the table",
        description="Show everything about your table again: who plays, what happened last, the cards that you may "
        "see, whether it is your turn, and your legal moves with their numbers and notations. Call it whenever you "
        "have lost the thread.",
        input=LookInput,
        run=playing.look,
        answer=TableAnswer,
        reads_only=True,
        meta=_SHOWN,
    ),
    Tool(
        name="wait_for_turn",
        title="Wait for your turn",
        description="Wait until you can do something, the time of others is over, or the table is over, at most 25 "
        "seconds, then show what has happened and the table. If your turn has not come by then, the answer says so: "
        "call it again.",
        input=WaitInput,
        run=playing.wait_for_turn,
        answer=TableAnswer,
        reads_only=True,
    ),
    Tool(
        name="play",
        title="Make a move",
        description="Make one of your legal moves, by its notation, or by its number and the `version` of the list. "
        "The answer shows what the move did and the table after it. If the move is refused, the answer is an error "
        "with the rule, the reason and your legal moves. A retry with the same `idempotencyKey` never moves twice.",
        input=PlayInput,
        run=playing.play,
        answer=TableAnswer,
        meta=_SHOWN,
    ),
    Tool(
        name="act",
        title="Act at the table",
        description="Do what is no move, and what the last answer lists: claim the deadline of others who do not move, "
        "take back your last move or ask for that, answer those who ask you, let a bot play a seat that nobody holds, "
        "or start a table that waits. The answer shows the table after it.",
        input=ActInput,
        run=acting.act,
        answer=TableAnswer,
        meta=_SHOWN,
    ),
    Tool(
        name="explain",
        title="Explain the rules",
        description="Explain, at your table or of a game: how to play and what your cards do (without a question), "
        "what a `card` does, the text of a `rule`, or a `move`: why you may not make it now, or what it would do. "
        "Nothing is played.",
        input=ExplainInput,
        run=explaining.explain,
        reads_only=True,
    ),
    Tool(
        name="review",
        title="Review the table",
        description="Tell what has happened at your table. Once it is over: who won and why, where every point came "
        "from, and how good each move was, beside the move that a bot prefers.",
        input=ReviewInput,
        run=reviewing.review,
        reads_only=True,
    ),
    Tool(
        name="leave",
        title="Leave the table",
        description="Leave your seat, or resign, so that others can go on. A table that everybody has left ends "
        "without a result.",
        input=LeaveInput,
        run=playing.leave,
        answer=TableAnswer,
        is_destructive=True,
    ),
    Tool(
        name="board",
        title="Draw the table",
        description="For the app that draws the table for a person. Use `look` instead: it says everything in words.",
        input=BoardInput,
        run=show_board,
        reads_only=True,
        meta=_FOR_APP,
    ),
)

TOOLS: Mapping[str, Tool] = {tool.name: tool for tool in _TOOLS}
