"""Tournaments, their entrants, tables and standings."""

from typing import Annotated

from service.views.fields import ContractStruct, described, open_choices
from service.views.session_view import HEAD, PageInfo, SessionSettings, SetOption

TOURNAMENT_STATUS = open_choices(
    "TournamentStatus",
    "The stage of a tournament.",
    "status",
    OPEN="It has not begun.",
    RUNNING="Its rounds are being played.",
    PAUSED="No round is paired until its host has it go on; tables are played to their end.",
    FINISHED="No round is left.",
    ABANDONED="Its host ended it before its end.",
)
TOURNAMENT_FORMAT = open_choices(
    "TournamentFormat",
    "How the rounds of a tournament are paired.",
    "format",
    SWISS="Entrants with equal points meet, nobody twice while that is possible.",
    ROUND_ROBIN="Everybody meets everybody.",
    SINGLE_ELIMINATION="Whoever loses is out.",
    DOUBLE_ELIMINATION="Whoever loses twice is out.",
    ONE_TABLE="All sit at one table.",
)
DEALS = open_choices(
    "TournamentDeals",
    "Whether the tables of a round play the same deals.",
    "kind",
    FRESH="Each table has deals of its own.",
    SAME="All tables play the same deals, and are compared by seat; nobody plays a deal twice.",
)
BOARD_STATUS = open_choices(
    "BoardStatus",
    "The stage of a board.",
    "stage",
    PAIRED="Its session is not open yet.",
    PLAYING="It is being played, or was abandoned: then the host decides on its table.",
    FINISHED="It has its result.",
)

_ROUND = Annotated[int, described("The round, from 1.")]


class RoundSummary(ContractStruct, frozen=True):
    """A round in short."""

    round: _ROUND
    tables: Annotated[int, described("The number of its tables.")]
    tables_over: Annotated[int, described("The number of tables that are over.")]
    byes: Annotated[tuple[int, ...], described("The entrants who have a bye.")]
    is_over: Annotated[bool, described("Whether all its tables are over, and its deals were opened.")]
    commitment: Annotated[
        str | None,
        described("SHA-256 of the secret of its deals, 64 hex digits; null unless all tables play the same deals."),
    ]
    server_seed: Annotated[str | None, described("That secret, 64 hex digits; null until the round is over.")]


class Tournament(ContractStruct, frozen=True):
    """A tournament, as everybody may see it; `isHost` and `entrant` are about the bearer of the token."""

    id: Annotated[str, described("The tournament's id.", scalar="ID")]
    version: Annotated[int, described("The number of committed changes; the first one created it.")]
    head: Annotated[str, described(HEAD)]
    cursor: Annotated[str, described("The version and its head as one text: continue a stream after it.")]
    title: Annotated[str, described("Its name.")]
    game: Annotated[str, described("The game's id.", scalar="ID")]
    options: Annotated[tuple[SetOption, ...], described("Every option and its value at its tables.")]
    settings: Annotated[SessionSettings, described("The settings of its tables.")]
    format: Annotated[str, described("How rounds are paired.", choices=TOURNAMENT_FORMAT)]
    seats_per_table: Annotated[int, described("The number of seats of a full table.")]
    least_seats: Annotated[int, described("The number of seats of the smallest table.")]
    rounds: Annotated[int, described("The number of rounds that it has with its entrants.")]
    boards: Annotated[int, described("How many deals a table plays in a round.")]
    deals: Annotated[str, described("Whether tables of a round play the same deals.", choices=DEALS)]
    points: Annotated[str, described("How a table's order becomes points: `LINEAR` or `WINNER`.")]
    byes: Annotated[str, described("What a bye is worth: `WIN`, `DRAW` or `ZERO`.")]
    tie_breaks: Annotated[tuple[str, ...], described("What parts equal points, in this order.")]
    status: Annotated[str, described("Its stage.", choices=TOURNAMENT_STATUS)]
    is_open: Annotated[bool, described("Whether anybody may enter now.")]
    needs_code: Annotated[bool, described("Whether entering takes a code.")]
    by_host: Annotated[bool, described("Whether each round after the first, and the end, waits for the host.")]
    entrant_count: Annotated[int, described("The number of entrants.")]
    played_rounds: Annotated[tuple[RoundSummary, ...], described("The rounds that were paired.")]
    commitment: Annotated[str, described("SHA-256 of the seed of its pairings, 64 hex digits, shown from the start.")]
    seed: Annotated[str | None, described("The seed of its pairings, 64 hex digits; null before the end.")]
    is_host: Annotated[bool, described("Whether the bearer is the host.")]
    entrant: Annotated[int | None, described("The number of the entrant who bears the token; null: none.")]
    created_at: Annotated[str, described("When it was created.", scalar="DateTime")]
    expires_at: Annotated[str, described("When it expires unless it is changed before.", scalar="DateTime")]


class TournamentEntrant(ContractStruct, frozen=True):
    """An entrant."""

    number: Annotated[int, described("The number, from 0, in order of entry.")]
    name: Annotated[str | None, described("The name.")]
    rating: Annotated[float | None, described("The rating that seeds the entrant.")]
    bot_level: Annotated[int | None, described("The level of a bot; null for a person.")]
    from_round: Annotated[int, described("The first round of the entrant.")]
    until_round: Annotated[
        int | None, described("The last round of an entrant who has withdrawn; null for all others.")
    ]


class TournamentBoard(ContractStruct, frozen=True):
    """A deal at a table."""

    session_id: Annotated[str, described("The session in which it is played.", scalar="ID")]
    seats: Annotated[tuple[int, ...], described("The entrants by seat.")]
    status: Annotated[str, described("Its stage.", choices=BOARD_STATUS)]
    scores: Annotated[
        tuple[int, ...] | None,
        described("The totals by seat; null before the end, and while others play the same deal."),
    ]
    ranking: Annotated[tuple[int, ...] | None, described("The rank of each seat, from 1; null as `scores`.")]


class TableRuling(ContractStruct, frozen=True):
    """The host's decision on a table."""

    points: Annotated[tuple[float, ...], described("The points of its entrants, in the order of the table.")]
    reason: Annotated[str, described("The reason.")]


class TournamentTable(ContractStruct, frozen=True):
    """A table of a round."""

    round: _ROUND
    table: Annotated[int, described("The table, from 0.")]
    entrants: Annotated[tuple[int, ...], described("Its entrants, by seat at the first board.")]
    boards: Annotated[tuple[TournamentBoard, ...], described("Its deals.")]
    points: Annotated[tuple[float, ...] | None, described("The points of its entrants; null until they are known.")]
    ruling: Annotated[TableRuling | None, described("The host's decision; null: there is none.")]


class Standing(ContractStruct, frozen=True):
    """How an entrant stands."""

    rank: Annotated[int, described("The rank, from 1; entrants who are equal in everything share one.")]
    entrant: Annotated[int, described("The entrant's number.")]
    name: Annotated[str | None, described("The entrant's name.")]
    points: Annotated[float, described("The sum of the points.")]
    tie_breaks: Annotated[tuple[float, ...], described("The tie-breaks, in the order of the tournament.")]
    played: Annotated[int, described("The number of tables played.")]
    wins: Annotated[int, described("The number of tables won.")]
    byes: Annotated[int, described("The number of byes.")]
    is_active: Annotated[bool, described("Whether the entrant has neither withdrawn nor been eliminated.")]
    out_after_round: Annotated[
        int | None,
        described(
            "In an elimination, the round after which the bracket had no place left for the entrant, 0 if it never had "
            "one; null for those who are still in it. Ranks go by this first, later before earlier, then by points."
        ),
    ]


class EntrantEdge(ContractStruct, frozen=True):
    """An entrant in a page, with its cursor."""

    cursor: Annotated[str, described("Pass it as `after` to continue after this entrant.")]
    node: Annotated[TournamentEntrant, described("The entrant.")]


class EntrantConnection(ContractStruct, frozen=True):
    """A page of entrants, in order of entry."""

    edges: Annotated[tuple[EntrantEdge, ...], described("The entrants with their cursors.")]
    nodes: Annotated[tuple[TournamentEntrant, ...], described("The entrants.")]
    page_info: Annotated[PageInfo, described("The bounds of the page.")]


class TableEdge(ContractStruct, frozen=True):
    """A table in a page, with its cursor."""

    cursor: Annotated[str, described("Pass it as `after` to continue after this table.")]
    node: Annotated[TournamentTable, described("The table.")]


class TableConnection(ContractStruct, frozen=True):
    """A page of the tables of a round."""

    edges: Annotated[tuple[TableEdge, ...], described("The tables with their cursors.")]
    nodes: Annotated[tuple[TournamentTable, ...], described("The tables.")]
    page_info: Annotated[PageInfo, described("The bounds of the page.")]


class StandingEdge(ContractStruct, frozen=True):
    """A standing in a page, with its cursor."""

    cursor: Annotated[str, described("Pass it as `after` to continue after this standing.")]
    node: Annotated[Standing, described("The standing.")]


class StandingConnection(ContractStruct, frozen=True):
    """A page of the standings, the first rank first."""

    edges: Annotated[tuple[StandingEdge, ...], described("The standings with their cursors.")]
    nodes: Annotated[tuple[Standing, ...], described("The standings.")]
    page_info: Annotated[PageInfo, described("The bounds of the page.")]


class TournamentCreated(ContractStruct, frozen=True):
    """The tournament was created. Keep these secrets: they are told only to whoever sends the key again."""

    tournament: Annotated[Tournament, described("The tournament.")]
    host_token: Annotated[str, described("The bearer token of the host.")]
    entry_code: Annotated[str | None, described("The code for entering; null if none is needed.")]
    entrant_tokens: Annotated[
        tuple[str | None, ...],
        described("The bearer tokens of the named entrants, in their order, to be handed out; null for bots."),
    ]


class TournamentEntered(ContractStruct, frozen=True):
    """Somebody entered."""

    tournament: Annotated[Tournament, described("The tournament.")]
    entrant: Annotated[int, described("The entrant's number.")]
    entrant_token: Annotated[str, described("The entrant's bearer token, also at each of its tables; keep it secret.")]
    replayed: Annotated[bool, described("Whether this is the answer to a retry.")]


class TournamentChanged(ContractStruct, frozen=True):
    """The tournament was changed."""

    tournament: Annotated[Tournament, described("The tournament after the change.")]
    version: Annotated[int, described("The version that the change made.")]
    replayed: Annotated[bool, described("Whether this is the answer to a retry.")]


class MyTables(ContractStruct, frozen=True):
    """The tables of an entrant."""

    tables: Annotated[tuple[TournamentTable, ...], described("The tables, the newest round first.")]


class TournamentRecord(ContractStruct, frozen=True):
    """The record of a tournament."""

    record: Annotated[str, described("The record as JSON, for `croupier verify`.")]


class TournamentEvent(ContractStruct, frozen=True):
    """One fact of a change to a tournament."""

    kind: Annotated[str, described("What happened, such as `roundPaired` or `boardFinished`.")]
    round: Annotated[int | None, described("The round, from 1.")]
    table: Annotated[int | None, described("The table, from 0.")]
    board: Annotated[int | None, described("The board, from 0.")]
    entrant: Annotated[int | None, described("The entrant's number.")]
    value: Annotated[str | None, described("A name, or the reason of a ruling.")]


class TournamentFrame(ContractStruct, frozen=True):
    """One version of a tournament, for whoever follows it."""

    version: Annotated[int, described("The version.")]
    head: Annotated[str, described(HEAD)]
    cursor: Annotated[str, described("Continue after this frame with it.")]
    resync: Annotated[bool, described("Whether versions before this one were skipped, or lost by the store.")]
    events: Annotated[tuple[TournamentEvent, ...], described("What happened; empty in a snapshot.")]
    status: Annotated[str, described("The stage at this version.", choices=TOURNAMENT_STATUS)]
    rounds_paired: Annotated[int, described("The number of rounds paired at this version.")]
