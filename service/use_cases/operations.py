"""The table of operations, which both front ends offer: GraphQL makes its fields from it, REST's endpoints name it.

Each front end adds only what its own form needs: resources and streams in REST, nodes and nested fields in GraphQL.
"""

from collections.abc import Mapping
from typing import Any

from service.use_cases import lobby, opening, playing, reading, stateless
from service.use_cases.batches.sessions import batch_results, create_sessions
from service.use_cases.finding import join_or_create, list_running_sessions, list_sessions, my_sessions
from service.use_cases.operation import Operation, UseCase, operation_of
from service.use_cases.playing import suggest_move
from service.use_cases.reading import next_decision, review
from service.use_cases.tournaments import hosting
from service.use_cases.tournaments import reading as tournament_reading
from service.use_cases.tournaments import stateless as kept
from service.use_cases.tournaments.reading import tournament_record

# In the order in which GraphQL's introspection lists them.
_USE_CASES: tuple[UseCase[Any, Any], ...] = (
    list_sessions,
    list_running_sessions,
    my_sessions,
    join_or_create,
    create_sessions,
    batch_results,
    opening.create_session,
    lobby.join_session,
    lobby.leave_session,
    lobby.hand_over_seat,
    lobby.add_bot,
    lobby.remove_bot,
    lobby.start_session,
    lobby.abandon_session,
    opening.offer_rematch,
    playing.apply_move,
    playing.explain_move,
    playing.preview_move,
    suggest_move,
    review,
    reading.presence,
    playing.resign,
    playing.give_up_seat,
    playing.claim_deadline,
    playing.undo_move,
    playing.ask_take_back,
    playing.answer_take_back,
    next_decision,
    stateless.new_table,
    stateless.read_table,
    stateless.apply_move_to_state,
    stateless.suggest_move_for_state,
    hosting.create_tournament,
    hosting.enter_tournament,
    hosting.withdraw_from_tournament,
    hosting.start_tournament,
    hosting.pair_next_round,
    hosting.pause_tournament,
    hosting.resume_tournament,
    hosting.rule_on_table,
    hosting.abandon_tournament,
    tournament_reading.read_tournament,
    tournament_reading.tournament_entrants,
    tournament_reading.tournament_tables,
    tournament_reading.tournament_standings,
    tournament_reading.my_tables,
    tournament_record,
    kept.pair_round,
    kept.standings_of,
    kept.rate_results,
)

OPERATIONS: Mapping[str, Operation[Any, Any]] = {row.name: row for row in [operation_of(one) for one in _USE_CASES]}
