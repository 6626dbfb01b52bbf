"""The rows of the table of operations that are about tournaments."""

from typing import Any

from service.use_cases.operation import CREATION_COST, Operation
from service.use_cases.tournaments import hosting, reading
from service.use_cases.tournaments.inputs import (
    CreateTournamentInput,
    EnterTournamentInput,
    PageInput,
    ReadTournamentInput,
    RuleOnTableInput,
    TablesInput,
    TournamentActInput,
    WithdrawInput,
)
from service.use_cases.tournaments.opening import create_tournament, enter_tournament
from service.use_cases.tournaments.recording import read_record
from service.views.tournaments.contract import (
    EntrantConnection,
    MyTables,
    StandingConnection,
    TableConnection,
    Tournament,
    TournamentChanged,
    TournamentCreated,
    TournamentEntered,
    TournamentRecord,
)

_CHANGE = ("NOT_FOUND", "UNAUTHORIZED", "KEY_REUSED", "BUSY", "SESSION_OVER")
_HOSTING = (*_CHANGE, "ALREADY_STARTED", "NOT_STARTED", "NOT_OVER", "RESIGNED")


def _cost_of_creation(input: CreateTournamentInput) -> int:
    """Return the price: as a session's, and a request for every twenty entrants."""
    return CREATION_COST + len(input.entrants or ()) // 20


TOURNAMENTS: tuple[Operation[Any, Any], ...] = (
    Operation(
        name="createTournament",
        kind="mutation",
        summary="Create a tournament",
        description="The service pairs its rounds, opens their tables, and collects the results.",
        input=CreateTournamentInput,
        use_case=create_tournament,
        answer=TournamentCreated,
        result="CreateTournamentResult",
        problems=("UNKNOWN_GAME", "INVALID_OPTION", "KEY_REUSED", "BUSY"),
        cost=_cost_of_creation,
    ),
    Operation(
        name="enterTournament",
        kind="mutation",
        summary="Enter a tournament and get an entrant's token",
        description="The token is that of the entrant's seats, too. Who enters late plays from the next round on.",
        input=EnterTournamentInput,
        use_case=enter_tournament,
        answer=TournamentEntered,
        result="EnterTournamentResult",
        problems=(*_CHANGE, "ALREADY_STARTED", "SEAT_TAKEN"),
    ),
    Operation(
        name="withdrawFromTournament",
        kind="mutation",
        summary="Play no further round, as an entrant, or have one play none, as the host",
        description="At the entrant's tables that are being played the default policy goes on.",
        input=WithdrawInput,
        use_case=hosting.withdraw,
        answer=TournamentChanged,
        result="TournamentResult",
        problems=_HOSTING,
    ),
    Operation(
        name="startTournament",
        kind="mutation",
        summary="Have a tournament begin, as the host",
        description="Its first round is paired.",
        input=TournamentActInput,
        use_case=hosting.start_tournament,
        answer=TournamentChanged,
        result="TournamentResult",
        problems=_HOSTING,
    ),
    Operation(
        name="pairNextRound",
        kind="mutation",
        summary="Have the next round paired, as the host of a tournament `byHost`",
        description="When no round is left it ends the tournament: until then results can be ruled on. The first round "
        "is paired when the tournament begins.",
        input=TournamentActInput,
        use_case=hosting.pair_next_round,
        answer=TournamentChanged,
        result="TournamentResult",
        problems=_HOSTING,
    ),
    Operation(
        name="pauseTournament",
        kind="mutation",
        summary="Have no further round paired, as the host",
        description="Tables that are being played go on.",
        input=TournamentActInput,
        use_case=hosting.pause_tournament,
        answer=TournamentChanged,
        result="TournamentResult",
        problems=_HOSTING,
    ),
    Operation(
        name="resumeTournament",
        kind="mutation",
        summary="Have a paused tournament go on, as the host",
        input=TournamentActInput,
        use_case=hosting.resume_tournament,
        answer=TournamentChanged,
        result="TournamentResult",
        problems=_HOSTING,
    ),
    Operation(
        name="ruleOnTable",
        kind="mutation",
        summary="Decide on the points of a table, as the host, in place of its result",
        description="The reason is shown to everybody. Rounds that are paired already stay as they are.",
        input=RuleOnTableInput,
        use_case=hosting.rule_on_table,
        answer=TournamentChanged,
        result="TournamentResult",
        problems=_HOSTING,
    ),
    Operation(
        name="abandonTournament",
        kind="mutation",
        summary="End a tournament before its end, as the host",
        description="Its tables end at once, without results; deals that they share are opened.",
        input=TournamentActInput,
        use_case=hosting.abandon_tournament,
        answer=TournamentChanged,
        result="TournamentResult",
        problems=_HOSTING,
    ),
    Operation(
        name="readTournament",
        kind="query",
        summary="Read a tournament",
        input=ReadTournamentInput,
        use_case=reading.read_tournament,
        answer=Tournament,
        result="ReadTournamentResult",
        problems=("NOT_FOUND",),
    ),
    Operation(
        name="tournamentEntrants",
        kind="query",
        summary="List the entrants of a tournament, in order of entry",
        input=PageInput,
        use_case=reading.list_entrants,
        answer=EntrantConnection,
        result="TournamentEntrantsResult",
        problems=("NOT_FOUND",),
    ),
    Operation(
        name="tournamentTables",
        kind="query",
        summary="List the tables of a round of a tournament",
        input=TablesInput,
        use_case=reading.list_tables,
        answer=TableConnection,
        result="TournamentTablesResult",
        problems=("NOT_FOUND",),
    ),
    Operation(
        name="tournamentStandings",
        kind="query",
        summary="List the standings of a tournament, the first rank first",
        input=PageInput,
        use_case=reading.list_standings,
        answer=StandingConnection,
        result="TournamentStandingsResult",
        problems=("NOT_FOUND",),
    ),
    Operation(
        name="myTables",
        kind="query",
        summary="List the tables of the entrant who bears the token, the newest round first",
        input=ReadTournamentInput,
        use_case=reading.read_my_tables,
        answer=MyTables,
        result="MyTablesResult",
        problems=("NOT_FOUND", "UNAUTHORIZED"),
    ),
    Operation(
        name="tournamentRecord",
        kind="query",
        summary="Read the record of a finished tournament",
        description="From it anybody pairs every round again and computes the same standings: `croupier verify`.",
        input=ReadTournamentInput,
        use_case=read_record,
        answer=TournamentRecord,
        result="TournamentRecordResult",
        problems=("NOT_FOUND", "NOT_OVER"),
    ),
)
