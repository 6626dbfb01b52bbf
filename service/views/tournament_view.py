"""Structs of tournaments, their entrants, tables and standings, and their projections.

While the tables of a round play the same deals, no score of the round is shown, since it would reveal hands at other
tables.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, get_args

import msgspec

import engine
import tournaments
from service.sessions.history_hash import Cursor
from service.tournaments import tournament as hosted
from service.tournaments.changes import LogEntry
from service.tournaments.changes import TournamentEvent as HostedEvent
from service.tournaments.tournament import Entry, Place, PlayedRound, count_rounds, table_id
from service.views.catalogue import set_options
from service.views.fields import ContractStruct, Page, described, fill, format_time, open_choices, page_of, sized
from service.views.session_view import HEAD, LARGEST_LIST, SessionSettings, SetOption, project_settings
from service.views.table_view import Event

# As many named entrants as fit into the variables of a GraphQL operation; others enter by themselves.
MOST_NAMED = 3_000
TIE_BREAK_COUNT = len(get_args(tournaments.TieBreak))

TOURNAMENT_STATUS = open_choices(
    "TournamentStatus",
    "The stage of a tournament.",
    "status",
    OPEN="The tournament has not begun.",
    RUNNING="The rounds are being played.",
    PAUSED="No round is paired until the host resumes the tournament; open tables are played to their end.",
    FINISHED="No round is left.",
    ABANDONED="The host ended the tournament early.",
)
TOURNAMENT_FORMAT = open_choices(
    "TournamentFormat",
    "How the rounds of a tournament are paired.",
    "format",
    **{name: facts.meaning for name, facts in tournaments.FORMATS.items()},
)
DEALS = open_choices(
    "TournamentDeals",
    "Whether the tables of a round play the same deals.",
    "kind",
    FRESH="Each table has deals of its own.",
    SAME="All tables play the same deals and are compared by seat. Nobody plays a deal twice.",
)
BOARD_STATUS = open_choices(
    "BoardStatus",
    "The stage of a board.",
    "stage",
    PAIRED="The board's session is not open yet.",
    PLAYING="The board is being played, or was abandoned. If it was abandoned, the host rules on its table.",
    FINISHED="The board has its result.",
)

_ROUND = Annotated[int, described("The round, from 1.")]


@sized(20, byes=10)
class RoundSummary(ContractStruct, frozen=True):
    """The summary of a round."""

    round: _ROUND
    tables: Annotated[int, described("The number of tables in the round.")]
    tables_over: Annotated[int, described("The number of tables that are over.")]
    byes: Annotated[tuple[int, ...], described("The entrants with a bye.")]
    is_over: Annotated[bool, described("Whether all tables are over and the deals were opened.")]
    commitment: Annotated[
        str | None,
        described("SHA-256 of the secret of the deals, as 64 hex digits; null unless all tables play the same deals."),
    ]
    server_seed: Annotated[
        str | None, described("The secret of the deals, as 64 hex digits; null until the round is over.")
    ]


@sized(tie_breaks=TIE_BREAK_COUNT)
class Tournament(ContractStruct, frozen=True):
    """A tournament. All viewers see the same, except `isHost` and `entrant`, which describe the bearer of the token."""

    id: Annotated[str, described("The tournament's id.", scalar="ID")]
    version: Annotated[int, described("The number of committed changes. The first change created the tournament.")]
    head: Annotated[str, described(HEAD)]
    cursor: Annotated[
        str, described("Version and head as one text. Pass it to a stream as `after` to continue from here.")
    ]
    title: Annotated[str, described("The tournament's name.")]
    game: Annotated[str, described("The game's id.", scalar="ID")]
    options: Annotated[tuple[SetOption, ...], described("Every option and its value at the tables.")]
    settings: Annotated[
        SessionSettings, described("The settings of the tables. `public` tells whether the tournament is listed.")
    ]
    format: Annotated[str, described("How the rounds are paired.", choices=TOURNAMENT_FORMAT)]
    seats_per_table: Annotated[int, described("The number of seats of a full table.")]
    least_seats: Annotated[int, described("The number of seats of the smallest table.")]
    rounds: Annotated[int, described("The number of rounds with the present entrants.")]
    boards: Annotated[int, described("The number of deals that a table plays in a round.")]
    deals: Annotated[str, described("Whether the tables of a round play the same deals.", choices=DEALS)]
    points: Annotated[str, described("How ranks at a table become points: `LINEAR` or `WINNER`.")]
    byes: Annotated[str, described("The worth of a bye: `WIN`, `DRAW` or `ZERO`.")]
    tie_breaks: Annotated[
        tuple[str, ...], described("The tie-breaks between equal points, in the order in which they apply.")
    ]
    status: Annotated[str, described("The stage of the tournament.", choices=TOURNAMENT_STATUS)]
    is_open: Annotated[bool, described("Whether the tournament takes entries now.")]
    needs_code: Annotated[bool, described("Whether entering requires a code.")]
    by_host: Annotated[bool, described("Whether each round after the first, and the end, waits for the host.")]
    entrant_count: Annotated[int, described("The number of entrants.")]
    played_rounds: Annotated[tuple[RoundSummary, ...], described("The rounds that have been paired.")]
    commitment: Annotated[
        str, described("SHA-256 of the seed of the pairings, as 64 hex digits, shown from the start.")
    ]
    seed: Annotated[str | None, described("The seed of the pairings, as 64 hex digits; null before the end.")]
    is_host: Annotated[bool, described("Whether the bearer token has the host's rights.")]
    entrant: Annotated[
        int | None, described("The number of the entrant who holds the bearer token; null if no entrant does.")
    ]
    created_at: Annotated[str, described("The time when the tournament was created.", scalar="DateTime")]
    expires_at: Annotated[
        str, described("The time when the tournament expires, unless it is changed before.", scalar="DateTime")
    ]


@page_of(Tournament, "tournament", LARGEST_LIST)
class TournamentConnection(Page, frozen=True):
    """A page of public tournaments, the newest first."""


class TournamentEntrant(ContractStruct, frozen=True):
    """An entrant of a tournament."""

    number: Annotated[int, described("The entrant's number, from 0, in order of entry.")]
    name: Annotated[str | None, described("The entrant's name.")]
    rating: Annotated[float | None, described("The rating by which the entrant is seeded.")]
    bot_level: Annotated[int | None, described("The level, if the entrant is a bot; null for a person.")]
    from_round: Annotated[int, described("The first round in which the entrant plays.")]
    until_round: Annotated[int | None, described("The last round of an entrant who has withdrawn; else null.")]


@sized(2, seats=4, scores=4, ranking=4, resigned=4)
class TournamentBoard(ContractStruct, frozen=True):
    """A board: a deal that a table plays."""

    session_id: Annotated[str, described("The id of the session in which the board is played.", scalar="ID")]
    seats: Annotated[tuple[int, ...], described("The numbers of the entrants, by seat.")]
    status: Annotated[str, described("The stage of the board.", choices=BOARD_STATUS)]
    scores: Annotated[
        tuple[int, ...] | None,
        described("The totals, by seat; null before the end, and while other tables play the same deal."),
    ]
    ranking: Annotated[tuple[int, ...] | None, described("The rank of each seat, from 1; null when `scores` is null.")]
    resigned: Annotated[
        tuple[int, ...] | None,
        described("The seats that resigned, in the order of their resignations; null when `scores` is null."),
    ]


@sized(points=4)
class TableRuling(ContractStruct, frozen=True):
    """The host's ruling on a table."""

    points: Annotated[tuple[float, ...], described("The points of the entrants, in the order of the table.")]
    reason: Annotated[str, described("The reason for the ruling.")]


@sized(entrants=4, points=4)
class TournamentTable(ContractStruct, frozen=True):
    """A table of a round."""

    round: _ROUND
    table: Annotated[int, described("The table's number, from 0.")]
    entrants: Annotated[tuple[int, ...], described("The numbers of the entrants, by seat at the first board.")]
    boards: Annotated[tuple[TournamentBoard, ...], described("The boards of the table.")]
    points: Annotated[tuple[float, ...] | None, described("The points of the entrants; null until they are known.")]
    ruling: Annotated[TableRuling | None, described("The host's ruling; null if there is none.")]


@sized(tie_breaks=TIE_BREAK_COUNT)
class Standing(ContractStruct, frozen=True):
    """An entrant's place in the standings."""

    rank: Annotated[int, described("The rank, from 1. Entrants who are equal in everything share a rank.")]
    entrant: Annotated[int, described("The entrant's number.")]
    name: Annotated[str | None, described("The entrant's name.")]
    points: Annotated[float, described("The sum of the entrant's points.")]
    tie_breaks: Annotated[tuple[float, ...], described("The values of the tie-breaks, in the order of the tournament.")]
    played: Annotated[int, described("The number of tables played.")]
    wins: Annotated[int, described("The number of tables won.")]
    byes: Annotated[int, described("The number of byes.")]
    is_active: Annotated[bool, described("Whether the entrant has neither withdrawn nor been eliminated.")]
    out_after_round: Annotated[
        int | None,
        described(
            "In an elimination, the round after which the entrant was out of the bracket, 0 for one who never had a "
            "place in it; null for an entrant who is still in it. Ranks depend first on this number, later rounds "
            "before earlier ones, then on points."
        ),
    ]


@page_of(TournamentEntrant, "entrant")
class EntrantConnection(Page, frozen=True):
    """A page of entrants, in order of entry."""


@page_of(TournamentTable, "table")
class TableConnection(Page, frozen=True):
    """A page of the tables of a round."""


@page_of(Standing, "standing")
class StandingConnection(Page, frozen=True):
    """A page of the standings, the first rank first."""


@sized(entrant_tokens=MOST_NAMED)
class TournamentCreated(ContractStruct, frozen=True):
    """The tournament was created. Keep its secrets: they are returned again only for the same idempotency key."""

    tournament: Annotated[Tournament, described("The tournament.")]
    host_token: Annotated[str, described("The bearer token of the host.")]
    entry_code: Annotated[str | None, described("The code for entering; null if entering requires none.")]
    entrant_tokens: Annotated[
        tuple[str | None, ...],
        described("The bearer tokens of the named entrants, in their order; null for bots. Pass them to the entrants."),
    ]


class TournamentEntered(ContractStruct, frozen=True):
    """The entrant was added to the tournament."""

    tournament: Annotated[Tournament, described("The tournament.")]
    entrant: Annotated[int, described("The entrant's number.")]
    entrant_token: Annotated[
        str, described("The entrant's bearer token, which also holds the entrant's seats. Keep it secret.")
    ]
    replayed: Annotated[bool, described("Whether this is the answer to a retry.")]


class TournamentChanged(ContractStruct, frozen=True):
    """The tournament was changed, and the change was stored."""

    tournament: Annotated[Tournament, described("The tournament after the change.")]
    version: Annotated[int, described("The version that the change made.")]
    replayed: Annotated[bool, described("Whether this is the answer to a retry.")]


@sized(tables=20)
class MyTables(ContractStruct, frozen=True):
    """The tables of an entrant."""

    tables: Annotated[tuple[TournamentTable, ...], described("The tables, the newest round first.")]


class TournamentRecord(ContractStruct, frozen=True):
    """The record of a tournament."""

    record: Annotated[str, described("The record as JSON, which `croupier verify` checks.")]


@sized(Event.list_size)
class TournamentEvent(ContractStruct, frozen=True):
    """An event of a tournament."""

    kind: Annotated[str, described("The kind of event, such as `roundPaired` or `boardFinished`.")]
    round: Annotated[int | None, described("The round, from 1.")]
    table: Annotated[int | None, described("The table's number, from 0.")]
    board: Annotated[int | None, described("The board's number, from 0.")]
    entrant: Annotated[int | None, described("The entrant's number.")]
    value: Annotated[str | None, described("A name, or the reason for a ruling.")]


class TournamentFrame(ContractStruct, frozen=True):
    """A frame of a stream: a version of the tournament, and its events."""

    version: Annotated[int, described("The version.")]
    head: Annotated[str, described(HEAD)]
    cursor: Annotated[str, described("The cursor of this frame. Pass it as `after` to continue after the frame.")]
    resync: Annotated[bool, described("Whether versions before this one were skipped, or lost by the store.")]
    events: Annotated[tuple[TournamentEvent, ...], described("The events of this version; empty in a snapshot.")]
    status: Annotated[str, described("The stage of the tournament at this version.", choices=TOURNAMENT_STATUS)]
    rounds_paired: Annotated[int, described("The number of rounds that were paired at this version.")]


# ---- projections


def project_tournament(tournament: hosted.Tournament, token: str | None) -> Tournament:
    """Return a tournament as the bearer of a token may see it."""
    terms = tournament.terms
    plan = tournament.terms.plan
    return fill(
        Tournament,
        plan,
        id=tournament.id,
        version=tournament.version,
        head=tournament.history_hash,
        cursor=str(tournament.cursor),
        title=terms.title,
        game=terms.game,
        options=set_options(terms.game, msgspec.json.encode(terms.options)),
        settings=project_settings(terms.setup, shared_deal=plan.deals == "SAME"),
        seats_per_table=plan.seats,
        rounds=count_rounds(tournament),
        status=tournament.status,
        is_open=tournament.takes_entries,
        needs_code=bool(terms.entry_code),
        by_host=terms.by_host,
        entrant_count=len(tournament.entries),
        played_rounds=tuple(_project_round(one, number) for number, one in enumerate(tournament.rounds, 1)),
        commitment=engine.commit(tournament.seed),
        seed=tournament.seed if tournament.is_over else None,
        is_host=tournament.is_host(token),
        entrant=tournament.entrant_of(token),
        created_at=format_time(tournament.created_at),
        expires_at=format_time(tournament.expires_at),
    )


def _project_round(played: PlayedRound, number: int) -> RoundSummary:
    over = played.stage == "OVER"
    shared = played.server_seed
    return RoundSummary(
        round=number,
        tables=len(played.tables),
        tables_over=sum(bool(table.boards) and None not in table.boards for table in played.tables),
        byes=played.byes,
        is_over=over,
        commitment=engine.commit(shared) if shared else None,
        server_seed=shared if over and shared else None,
    )


def project_entrant(number: int, entry: Entry) -> TournamentEntrant:
    """Return an entrant."""
    return fill(TournamentEntrant, entry, number=number, bot_level=None if entry.bot is None else entry.bot.level)


def project_tables(tournament: hosted.Tournament, number: int, tables: Sequence[int]) -> tuple[TournamentTable, ...]:
    """Return some tables of a round."""
    points = tournament.points_in(number)
    return tuple(_project_table(tournament, number, index, points[index]) for index in tables)


def _project_table(
    tournament: hosted.Tournament, number: int, index: int, points: Sequence[Fraction] | None
) -> TournamentTable:
    table = tournament.rounds[number - 1].tables[index]
    ruling = next((one for one in reversed(tournament.rulings) if (one.round, one.table) == (number, index)), None)
    return TournamentTable(
        round=number,
        table=index,
        entrants=table.entrants,
        boards=tuple(
            _project_board(tournament, Place(number, index, board)) for board in range(tournament.terms.plan.boards)
        ),
        points=None if points is None else tuple(map(float, points)),
        ruling=None if ruling is None else fill(TableRuling, ruling),
    )


def _project_board(tournament: hosted.Tournament, place: Place) -> TournamentBoard:
    played = tournament.rounds[place.round - 1]
    table = played.tables[place.table]
    end = table.boards[place.board] if table.boards else None
    shown = None if played.is_secret else end
    return TournamentBoard(
        session_id=table_id(tournament, place),
        seats=tournaments.seating(table, place.board),
        status="FINISHED" if end is not None else "PAIRED" if played.stage == "PAIRED" else "PLAYING",
        scores=None if shown is None else shown.scores,
        ranking=None if shown is None else shown.ranking,
        resigned=None if shown is None else shown.resigned,
    )


def project_standings(tournament: hosted.Tournament, standings: Iterable[tournaments.Standing]) -> tuple[Standing, ...]:
    """Return some of the standings."""
    return tuple(
        fill(
            Standing, one, name=tournament.entries[one.entrant].name, out_after_round=tournament.exits.get(one.entrant)
        )
        for one in standings
    )


def project_frame(tournament: hosted.Tournament) -> TournamentFrame:
    """Return a tournament as the first frame of a stream."""
    return _frame(tournament.cursor, (), tournament.status, len(tournament.rounds))


def project_entry(version: int, entry: LogEntry) -> TournamentFrame:
    """Return a version of a tournament as a later frame of a stream."""
    return _frame(Cursor(version, entry.history_hash), entry.events, entry.status, entry.rounds)


def _frame(cursor: Cursor, events: Sequence[HostedEvent], status: str, rounds: int) -> TournamentFrame:
    return TournamentFrame(
        version=cursor.version,
        head=cursor.history_hash,
        cursor=str(cursor),
        resync=False,
        events=msgspec.convert(events, tuple[TournamentEvent, ...], from_attributes=True),
        status=status,
        rounds_paired=rounds,
    )
