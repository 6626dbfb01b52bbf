"""The table of operations, which both front ends offer: GraphQL makes its fields from it, REST's endpoints name it.

Each front end adds only what its own form needs: resources and streams in REST, nodes and nested fields in GraphQL.
"""

from collections.abc import Mapping
from typing import Any

from service.use_cases.advice.reviewing import review
from service.use_cases.advice.suggesting import suggest_move
from service.use_cases.batches.operations import BATCHES
from service.use_cases.deciding import next_decision
from service.use_cases.finding.listing import page_size
from service.use_cases.finding.operations import FINDING
from service.use_cases.inputs import (
    LARGEST_REVIEW,
    AddBotInput,
    AnswerTakeBackInput,
    ApplyMoveInput,
    ApplyMoveToStateInput,
    CreateSessionInput,
    GiveUpSeatInput,
    HandOverSeatInput,
    JoinSessionInput,
    MoveInput,
    NewTableInput,
    NextDecisionInput,
    PresenceInput,
    ReadTableInput,
    RemoveBotInput,
    ReviewInput,
    SessionActInput,
    SessionInput,
    SuggestMoveForStateInput,
    SuggestMoveInput,
)
from service.use_cases.lobby import (
    abandon_session,
    add_bot,
    hand_over_seat,
    join_session,
    leave_session,
    remove_bot,
    start_session,
)
from service.use_cases.opening import create_session, offer_rematch
from service.use_cases.operation import BY_POST, CREATION_COST, Operation
from service.use_cases.playing import (
    answer_take_back,
    apply_move,
    ask_take_back,
    claim_deadline,
    explain_move,
    give_up_seat,
    preview_move,
    resign,
    undo_move,
)
from service.use_cases.reading import read_presence
from service.use_cases.stateless import apply_move_to_state, new_table, read_table, suggest_move_for_state
from service.use_cases.tournaments.operations import TOURNAMENTS
from service.use_cases.tournaments.stateless_operations import STATELESS_TOURNAMENTS
from service.views.decision_view import DecisionPoll
from service.views.lobby_view import Presence
from service.views.session_view import (
    MoveApplied,
    MoveExplained,
    RematchOffered,
    SeatJoined,
    SessionChanged,
    SessionCreated,
)
from service.views.stateless_view import Table, TableChanged
from service.views.suggestion_view import Review, Suggestion
from service.views.table_view import Preview

# The price of a search at each level, as many additional requests: one for each ten milliseconds of a core.
SEARCH_COSTS = {1: 0, 2: 4, 3: 40, 4: 200}

_SESSION = ("NOT_FOUND", "UNAUTHORIZED", "RULES_CHANGED")
_CHANGE = (*_SESSION, "KEY_REUSED", "BUSY")
_LIVE_CHANGE = (*_CHANGE, "ROLLED_BACK", "SESSION_OVER")
_TABLE_CHANGE = (*_LIVE_CHANGE, "STALE_VERSION", "NOT_STARTED")
_MOVE = ("BAD_NOTATION", "ILLEGAL_MOVE", "NOT_YOUR_TURN", "TABLE_OVER")
_TABLE_QUERY = (*_SESSION, "NOT_STARTED", "SESSION_OVER")


def _cost_of_suggestion(input: SuggestMoveInput | SuggestMoveForStateInput) -> int:
    return SEARCH_COSTS.get(input.level, 0)


def _cost_of_review(input: ReviewInput) -> int:
    """Return the price of a page: for each move a search, and a comparison that takes as long."""
    return 2 * page_size(input.first, LARGEST_REVIEW) * SEARCH_COSTS.get(input.level, 0)


_ROWS: tuple[Operation[Any, Any], ...] = (
    *FINDING,
    *BATCHES,
    Operation(
        name="createSession",
        kind="mutation",
        summary="Open a session",
        description="Its table is dealt when every seat is taken, or when the host starts.",
        input=CreateSessionInput,
        use_case=create_session,
        answer=SessionCreated,
        result="CreateSessionResult",
        problems=("UNKNOWN_GAME", "INVALID_OPTION", "KEY_REUSED", "BUSY"),
        cost=lambda _input: CREATION_COST,
    ),
    Operation(
        name="joinSession",
        kind="mutation",
        summary="Take a seat of a session and get its token",
        description="To return to a seat, or to join a rematch, send the former token as the bearer. To play as the "
        "host, send the host's token: from then on it is the seat's, too, and the seat's token has the host's rights. "
        "Name the seat of a bot to play it yourself.",
        input=JoinSessionInput,
        use_case=join_session,
        answer=SeatJoined,
        result="JoinSessionResult",
        problems=(*_CHANGE, "SEAT_TAKEN", "SESSION_OVER"),
    ),
    Operation(
        name="leaveSession",
        kind="mutation",
        summary="Leave the seat of the bearer token",
        description="Once the cards are dealt, the seat may be taken again by its former bearer or with its join code. "
        "In a session with `leftSeatLevel` a bot plays it until then. A table is abandoned when everybody has left.",
        input=SessionInput,
        use_case=leave_session,
        answer=SessionChanged,
        result="SessionResult",
        problems=_LIVE_CHANGE,
    ),
    Operation(
        name="handOverSeat",
        kind="mutation",
        summary="Get another token for the seat of the bearer, to keep or to hand over; the old token becomes void",
        description="The new token does not have the host's rights.",
        input=HandOverSeatInput,
        use_case=hand_over_seat,
        answer=SeatJoined,
        result="SeatResult",
        problems=_CHANGE,
    ),
    Operation(
        name="addBot",
        kind="mutation",
        summary="Let a bot play a seat that nobody holds, or another level the seat of a bot, as the host",
        description="In an open session the seat counts as taken. A person who names it in `joinSession` gets it.",
        input=AddBotInput,
        use_case=add_bot,
        answer=SessionChanged,
        result="SessionResult",
        problems=(*_LIVE_CHANGE, "SEAT_TAKEN"),
    ),
    Operation(
        name="removeBot",
        kind="mutation",
        summary="Make the seat of a bot vacant, as the host",
        input=RemoveBotInput,
        use_case=remove_bot,
        answer=SessionChanged,
        result="SessionResult",
        problems=_LIVE_CHANGE,
    ),
    Operation(
        name="startSession",
        kind="mutation",
        summary="Have the cards dealt, as the host",
        description="The default policy plays the seats without a holder.",
        input=SessionInput,
        use_case=start_session,
        answer=SessionChanged,
        result="SessionResult",
        problems=(*_LIVE_CHANGE, "ALREADY_STARTED", "NOT_STARTED"),
    ),
    Operation(
        name="abandonSession",
        kind="mutation",
        summary="End the session before its result, as the host",
        input=SessionInput,
        use_case=abandon_session,
        answer=SessionChanged,
        result="SessionResult",
        problems=_LIVE_CHANGE,
    ),
    Operation(
        name="offerRematch",
        kind="mutation",
        summary="Open a session for the same seats, or get the one that is open already",
        description="Only the host and the seats of a session that is over may do so.",
        input=SessionInput,
        use_case=offer_rematch,
        answer=RematchOffered,
        result="RematchResult",
        problems=(*_CHANGE, "NOT_OVER"),
    ),
    Operation(
        name="applyMove",
        kind="mutation",
        summary="Make a move for the seat of the bearer token",
        input=ApplyMoveInput,
        use_case=apply_move,
        answer=MoveApplied,
        result="ApplyMoveResult",
        problems=(*_TABLE_CHANGE, "RESIGNED", "TOO_EARLY", *_MOVE),
    ),
    Operation(
        name="explainMove",
        kind="query",
        summary="Explain why the seat of the bearer token may not make a move now",
        description="Nothing is changed.",
        input=MoveInput,
        use_case=explain_move,
        answer=MoveExplained,
        result="ExplainMoveResult",
        problems=_TABLE_QUERY,
    ),
    Operation(
        name="previewMove",
        kind="query",
        summary="Preview the effect of a move, as far as the seat of the bearer token can foresee it",
        description="Nothing is changed.",
        input=MoveInput,
        use_case=preview_move,
        answer=Preview,
        result="PreviewMoveResult",
        problems=(*_TABLE_QUERY, *_MOVE),
    ),
    Operation(
        name="suggestMove",
        kind="query",
        summary="Suggest a move for the seat of the bearer token, in a session with `hints`",
        description="A bot decides from what the seat knows and remembers, and tells why. Nothing is changed.",
        input=SuggestMoveInput,
        use_case=suggest_move,
        answer=Suggestion,
        result="SuggestMoveResult",
        problems=(*_TABLE_QUERY, "HINTS_OFF", "RESIGNED", "NOT_YOUR_TURN", "BUSY"),
        cost=_cost_of_suggestion,
    ),
    Operation(
        name="review",
        kind="query",
        summary="Review the moves of a finished session, each beside the one that a bot prefers",
        description="The bot decides from what the seat knew then. Nothing is changed.",
        input=ReviewInput,
        use_case=review,
        answer=Review,
        result="ReviewResult",
        problems=("NOT_FOUND", "UNAUTHORIZED", "RULES_CHANGED", "NOT_OVER", "BUSY"),
        cost=_cost_of_review,
    ),
    Operation(
        name="presence",
        kind="query",
        summary="Tell which holders of seats are there",
        description="It is no part of the session: nobody is told of a change unless asked.",
        input=PresenceInput,
        use_case=read_presence,
        answer=Presence,
        result="PresenceResult",
        problems=("NOT_FOUND", "RULES_CHANGED"),
    ),
    Operation(
        name="resign",
        kind="mutation",
        summary="Give up the seat of the bearer token",
        description="Its further decisions are made by default, visibly: the first legal move whenever it is openly "
        "asked.",
        input=SessionActInput,
        use_case=resign,
        answer=SessionChanged,
        result="SessionResult",
        problems=(*_TABLE_CHANGE, "RESIGNED"),
    ),
    Operation(
        name="giveUpSeat",
        kind="mutation",
        summary="Have the default policy play a seat whose holder has left, as the host",
        description="The others can then play on.",
        input=GiveUpSeatInput,
        use_case=give_up_seat,
        answer=SessionChanged,
        result="SessionResult",
        problems=(*_TABLE_CHANGE, "SEAT_TAKEN"),
    ),
    Operation(
        name="claimDeadline",
        kind="mutation",
        summary="Have default moves made for the asked seats when their deadline has passed; anybody may do so",
        input=SessionActInput,
        use_case=claim_deadline,
        answer=SessionChanged,
        result="SessionResult",
        problems=(*_TABLE_CHANGE, "NO_DEADLINE", "TOO_EARLY"),
    ),
    Operation(
        name="undoMove",
        kind="mutation",
        summary="Take back the last move of the bearer's seat",
        description="Refused if anybody has learned anything from the move, or if another seat has acted since.",
        input=SessionActInput,
        use_case=undo_move,
        answer=SessionChanged,
        result="SessionResult",
        problems=(*_TABLE_CHANGE, "UNDO_REFUSED"),
    ),
    Operation(
        name="askTakeBack",
        kind="mutation",
        summary="Ask the others to take back the last move of the bearer's seat, in a session with `takeBacks`",
        input=SessionActInput,
        use_case=ask_take_back,
        answer=SessionChanged,
        result="SessionResult",
        problems=(*_TABLE_CHANGE, "UNDO_REFUSED"),
    ),
    Operation(
        name="answerTakeBack",
        kind="mutation",
        summary="Answer a seat's request to take back its last move; when all others agree, the move is taken back",
        input=AnswerTakeBackInput,
        use_case=answer_take_back,
        answer=SessionChanged,
        result="SessionResult",
        problems=(*_TABLE_CHANGE, "UNDO_REFUSED"),
    ),
    Operation(
        name="nextDecision",
        kind="query",
        summary="Wait until one of several seats has something to decide",
        description="A program plays many seats with it. It answers at once if one of them has something to decide, or "
        f"its session is over, since its `after`; else when that happens, or the time to wait is over. {BY_POST} "
        "The bearer token does not matter; five seats are charged like a request, and each counts as a stream while "
        "the answer is awaited.",
        input=NextDecisionInput,
        use_case=next_decision,
        answer=DecisionPoll,
        result="NextDecisionResult",
        # Measured: a poll of 100 seats takes as much CPU time as 20 to 25 reads.
        cost=lambda polled: max(0, len(polled.seats) - 1) // 5,
    ),
    Operation(
        name="newTable",
        kind="mutation",
        summary="Deal a table whose state the caller keeps",
        description="Nothing is stored.",
        input=NewTableInput,
        use_case=new_table,
        answer=Table,
        result="TableResult",
        problems=("UNKNOWN_GAME", "INVALID_OPTION"),
    ),
    Operation(
        name="readTable",
        kind="query",
        summary="Read a stateless table from its serialized state",
        input=ReadTableInput,
        use_case=read_table,
        answer=Table,
        result="TableResult",
        problems=("INVALID_STATE",),
    ),
    Operation(
        name="applyMoveToState",
        kind="mutation",
        summary="Make a move on a table whose state the caller keeps",
        description="Nothing is stored, except how far a sealed table has come.",
        input=ApplyMoveToStateInput,
        use_case=apply_move_to_state,
        answer=TableChanged,
        result="ApplyMoveToStateResult",
        problems=("INVALID_STATE", "STATE_REWOUND", "UNAUTHORIZED", *_MOVE),
    ),
    Operation(
        name="suggestMoveForState",
        kind="query",
        summary="Suggest a move for a seat of a table whose state the caller keeps",
        description="A bot decides from what the seat sees, and tells why. A sealed state needs the grant of the seat. "
        "Nothing is stored.",
        input=SuggestMoveForStateInput,
        use_case=suggest_move_for_state,
        answer=Suggestion,
        result="SuggestMoveForStateResult",
        problems=("INVALID_STATE", "UNAUTHORIZED", "NOT_YOUR_TURN", "TABLE_OVER", "BUSY"),
        cost=_cost_of_suggestion,
    ),
    *TOURNAMENTS,
    *STATELESS_TOURNAMENTS,
)

OPERATIONS: Mapping[str, Operation[Any, Any]] = {row.name: row for row in _ROWS}
