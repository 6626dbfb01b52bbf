"""The types of what the service takes and answers. Written by `make kits` from openapi.json."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class Argument(TypedDict):
    """What fills a blank of a template, as data."""

    name: str
    """The name of the blank."""
    kind: Literal[
        "SEAT",
        "SEAT_NUMBER",
        "SEATS",
        "POINTS",
        "CARD",
        "CARDS",
        "ZONE",
        "ZONES",
        "PLACE",
        "WORD",
        "CHOICE",
        "VERB",
        "OPTIONS",
        "TEXT",
        "OTHER",
    ]
    """What fills it."""
    value: str | None
    """A text; null is nothing."""


class BatchResult(TypedDict):
    """How a session of a batch stands."""

    sessionId: str
    """The session's id."""
    tag: str | None
    """The tag that it was given."""
    status: Literal["OPEN", "ACTIVE", "FINISHED", "ABANDONED", "OTHER"] | None
    """The stage of the session; null if there is a problem."""
    version: int | None
    """The number of committed changes; null if there is a problem."""
    result: Result | None
    """The result of the table; null before its end, or without one."""
    outcome: Outcome | None
    """How it ended for its players; null before the end, and if it was abandoned."""
    problem: Literal["NOT_FOUND", "RULES_CHANGED", "NEWER_RELEASE", "DATA_CORRUPTED", "OTHER"] | None
    """Why nothing is told of the session; null: all is told."""


class BatchResultConnection(TypedDict):
    """A page of the results of a batch, in the order of its sessions."""

    edges: list[BatchResultEdge]
    """The results with their cursors."""
    nodes: list[BatchResult]
    """The results."""
    pageInfo: PageInfo
    """The bounds of the page."""


class BatchResultEdge(TypedDict):
    """A result in a page, with its cursor."""

    cursor: str
    """Pass it as `after` to continue after this session."""
    node: BatchResult
    """The result."""


class BatchSession(TypedDict):
    """A session of a batch, with its secrets."""

    sessionId: str
    """The session's id."""
    tag: str | None
    """The tag that it was given."""
    hostToken: str
    """The secret of the session's host, shown only here."""
    joinLinks: list[JoinLink]
    """A join code for each seat, shown only here."""


class BatchSessionInput(TypedDict):
    """A session of a batch: its game and settings, and its tag."""

    game: str
    """The game's id."""
    seats: int
    """The number of seats."""
    options: NotRequired[list[OptionInput] | None]
    """The options that differ from their defaults."""
    public: NotRequired[bool]
    """Whether the session is listed while seats are open."""
    invitationOnly: NotRequired[bool]
    """Whether a seat can be taken only with its join code."""
    startByHost: NotRequired[bool]
    """Whether the cards are dealt only when the host starts the session, even if every seat is taken."""
    moveSeconds: NotRequired[int | None]
    """The time for a decision, 0–1000000 seconds; unlimited if 0 or missing."""
    reactionMillis: NotRequired[int | None]
    """The time after a card is put down during which only a match is accepted, 0–60000 milliseconds; none if 0 or
    missing.
    """
    takeBacks: NotRequired[bool]
    """Whether a seat may ask the others to take back its last move."""
    hints: NotRequired[bool]
    """Whether a seat may ask for the move that a bot prefers."""
    botMillis: NotRequired[int | None]
    """The pause before a bot moves, 0–60000 milliseconds; none if 0 or missing."""
    leftSeatLevel: NotRequired[int | None]
    """The level, 1–4, of the bot that takes over a seat when its holder leaves a table in play; if 0 or missing, the
    seat waits for a holder.
    """
    seed: NotRequired[str | None]
    """The table's key, 64 lower-case hex digits, for tests and puzzles: the deal is then `GIVEN`."""
    deck: NotRequired[list[str] | None]
    """A stacked deck for the first deal, the top card first: the deal is then `GIVEN`."""
    bots: NotRequired[list[SeatedBotInput] | None]
    """The bots and their seats. A table of bots only is dealt at once, unless `startByHost` is set."""
    tag: NotRequired[str | None]
    """A label of the caller's choice, 1–64 printable characters; several sessions may share it."""


class Blank(TypedDict):
    """A blank of a template."""

    name: str
    """Its name in the template, where it stands in braces."""
    kind: Literal[
        "SEAT",
        "SEAT_NUMBER",
        "SEATS",
        "POINTS",
        "CARD",
        "CARDS",
        "ZONE",
        "ZONES",
        "PLACE",
        "WORD",
        "CHOICE",
        "VERB",
        "OPTIONS",
        "TEXT",
        "OTHER",
    ]
    """What fills it."""


class BoardResultInput(TypedDict):
    """The result of a deal."""

    scores: list[int]
    """The total of each seat."""
    ranking: list[int]
    """The rank of each seat, from 1."""
    resigned: NotRequired[list[int] | None]
    """The seats that resigned, in that order, as in the outcome of a session; none by default."""


class Bot(TypedDict):
    """A bot that plays a seat."""

    level: int
    """How far it looks ahead: 1 (not at all) to 4."""
    version: int
    """The version of its search: another one may prefer other moves."""


class BotAdded(TypedDict):
    """A seat that nobody holds, and the bot to play it."""

    seat: int
    """The seat."""
    level: int
    """The bot's level, 1–4: how far it looks ahead. No level makes mistakes on purpose."""


class BotRemoved(TypedDict):
    """A seat that a bot plays."""

    seat: int
    """The seat."""


class Card(TypedDict):
    """A card's face."""

    code: str
    """The card's code in the notation of moves: `AR3`, `W1`, `Z`."""
    suit: str | None
    """The suit, where the deck has suits."""
    color: str | None
    """The colour, where the card has one."""
    value: int | None
    """The number on the card, where it has one."""
    label: str
    """The card's name in plain English: `Art red 3`."""


class CardPower(TypedDict):
    """What a card does."""

    code: str
    """The card's code."""
    text: str
    """What it does, in one sentence."""


class Cards(TypedDict):
    """The cards of a game."""

    cards: list[Card]
    """The face of every card, once each, in the order of the game's page."""


class ChangeMade(TypedDict):
    """What a change made, without the session as it is then: the answer to a client that prefers the minimum."""

    version: int
    """The version that the change made."""
    head: str | None
    """The head of that version."""
    replayed: bool
    """Whether an earlier request with the same idempotency key made the change."""
    events: list[Event]
    """The events of that version."""


class CreateSession(TypedDict):
    """The game and the settings of a new session."""

    game: str
    """The game's id."""
    seats: int
    """The number of seats."""
    options: NotRequired[list[OptionInput] | None]
    """The options that differ from their defaults."""
    public: NotRequired[bool]
    """Whether the session is listed while seats are open."""
    invitationOnly: NotRequired[bool]
    """Whether a seat can be taken only with its join code."""
    startByHost: NotRequired[bool]
    """Whether the cards are dealt only when the host starts the session, even if every seat is taken."""
    moveSeconds: NotRequired[int | None]
    """The time for a decision, 0–1000000 seconds; unlimited if 0 or missing."""
    reactionMillis: NotRequired[int | None]
    """The time after a card is put down during which only a match is accepted, 0–60000 milliseconds; none if 0 or
    missing.
    """
    takeBacks: NotRequired[bool]
    """Whether a seat may ask the others to take back its last move."""
    hints: NotRequired[bool]
    """Whether a seat may ask for the move that a bot prefers."""
    botMillis: NotRequired[int | None]
    """The pause before a bot moves, 0–60000 milliseconds; none if 0 or missing."""
    leftSeatLevel: NotRequired[int | None]
    """The level, 1–4, of the bot that takes over a seat when its holder leaves a table in play; if 0 or missing, the
    seat waits for a holder.
    """
    seed: NotRequired[str | None]
    """The table's key, 64 lower-case hex digits, for tests and puzzles: the deal is then `GIVEN`."""
    deck: NotRequired[list[str] | None]
    """A stacked deck for the first deal, the top card first: the deal is then `GIVEN`."""
    bots: NotRequired[list[SeatedBotInput] | None]
    """The bots and their seats. A table of bots only is dealt at once, unless `startByHost` is set."""


class CreateSessions(TypedDict):
    """The sessions of a batch."""

    sessions: list[BatchSessionInput]
    """The sessions, 1–500, with at most 5000 seats in total."""


class CreateTournament(TypedDict):
    """The game, the format and the terms of a new tournament."""

    title: str
    """The tournament's name, 1–100 characters."""
    game: str
    """The game's id."""
    options: NotRequired[list[OptionInput] | None]
    """The options that differ from their defaults."""
    format: Literal["SWISS", "ROUND_ROBIN", "SINGLE_ELIMINATION", "DOUBLE_ELIMINATION", "ONE_TABLE"]
    """How rounds are paired."""
    seatsPerTable: NotRequired[int]
    """The number of seats of a full table."""
    leastSeats: NotRequired[int | None]
    """The number of seats of the smallest table, for when the entrants do not fill all tables."""
    rounds: NotRequired[int | None]
    """The number of rounds; if it is 0 or missing, as many as the format needs."""
    boards: NotRequired[int]
    """The number of deals that a table plays in a round, 1–20; the entrants move up one seat for each."""
    deals: NotRequired[Literal["FRESH", "SAME"]]
    """Whether the tables of a round play the same deals; if so, no move can be taken back."""
    points: NotRequired[Literal["LINEAR", "WINNER"]]
    """How the ranks at a table become points."""
    byes: NotRequired[Literal["WIN", "DRAW", "ZERO"]]
    """The value of a bye."""
    tieBreaks: NotRequired[list[str] | None]
    """The tie-breaks in the order in which they apply, out of BUCHHOLZ, BUCHHOLZ_CUT_1, MEDIAN_BUCHHOLZ,
    SONNEBORN_BERGER, DIRECT_ENCOUNTER, PROGRESSIVE, WINS, MARGIN; by default BUCHHOLZ_CUT_1, BUCHHOLZ,
    DIRECT_ENCOUNTER, SONNEBORN_BERGER, WINS.
    """
    entrants: NotRequired[list[EntrantInput] | None]
    """The entrants named by the host, at most 3000."""
    open: NotRequired[bool]
    """Whether anybody may enter."""
    withEntryCode: NotRequired[bool]
    """Whether entering requires a code, which the host gets."""
    lastEntryRound: NotRequired[int]
    """The last round in which a late entrant may begin; with 1, nobody can enter late. More than 1 is only for the
    formats SWISS and ONE_TABLE.
    """
    byHost: NotRequired[bool]
    """Whether the host starts each round after the first with `pairNextRound`, and in the same way ends the
    tournament after the last.
    """
    public: NotRequired[bool]
    """Whether the tournament is listed until it is over."""
    moveSeconds: NotRequired[int | None]
    """The time for a decision, 0–1000000 seconds; unlimited if 0 or missing."""
    reactionMillis: NotRequired[int | None]
    """The time after a card is put down during which only a match is accepted, 0–60000 milliseconds; none if 0 or
    missing.
    """
    takeBacks: NotRequired[bool]
    """Whether a seat may ask the others to take back its last move."""
    hints: NotRequired[bool]
    """Whether a seat may ask for the move that a bot prefers."""
    botMillis: NotRequired[int | None]
    """The pause before a bot moves, 0–60000 milliseconds; none if 0 or missing."""
    leftSeatLevel: NotRequired[int | None]
    """The level, 1–4, of the bot that takes over a seat when its holder leaves a table in play; if 0 or missing, the
    seat waits for a holder.
    """


class Decision(TypedDict):
    """The viewer's decision, asked for or out of turn: all that a bot needs."""

    seat: int
    """The viewer's seat."""
    asked: bool
    """Whether the seat is openly asked; it may also have moves out of turn."""
    moves: list[Move]
    """The legal moves, in canonical order; never empty."""
    default: str
    """The notation of the move that is made by default when time runs out."""
    deadline: str | None
    """When the move may be made by default, by the store's clock; null: never."""
    notBefore: str | None
    """The end of the time in which only a match is accepted; null: none."""


class DecisionPoll(TypedDict):
    """The seats of a poll."""

    seats: list[PolledSeat]
    """The seats in the order in which they were sent."""


class EnterTournament(TypedDict):
    """The tournament to enter, and the new entrant."""

    name: NotRequired[str | None]
    """The holder's name: 1–40 characters of any script, as people count them (grapheme clusters), and at most 200
    code points.
    """
    rating: NotRequired[float | None]
    """The rating by which the entrant is seeded, if the host gives no ratings."""
    code: NotRequired[str | None]
    """The entry code, if the tournament requires one."""
    entropy: NotRequired[str | None]
    """Entropy for the shuffles: at most 64 characters from U+0020 to U+007E."""


class EntrantConnection(TypedDict):
    """A page of entrants, in order of entry."""

    edges: list[EntrantEdge]
    """The entrants with their cursors."""
    nodes: list[TournamentEntrant]
    """The entrants."""
    pageInfo: PageInfo
    """The bounds of the page."""


class EntrantEdge(TypedDict):
    """An entrant in a page, with its cursor."""

    cursor: str
    """Pass it as `after` to continue after this entrant."""
    node: TournamentEntrant
    """The entrant."""


class EntrantInput(TypedDict):
    """An entrant named by the host: a person or program, who gets a token, or a bot."""

    name: NotRequired[str | None]
    """The holder's name: 1–40 characters of any script, as people count them (grapheme clusters), and at most 200
    code points.
    """
    rating: NotRequired[float | None]
    """The rating by which the entrant is seeded, the highest first; entrants without a rating come last."""
    botLevel: NotRequired[int | None]
    """The level of a bot, 1–4; omit it for a person."""


Event = TypedDict(
    "Event",
    {
        "sequence": "int",
        "version": "int",
        "kind": "str",
        "seat": "int | None",
        "cards": "list[Card]",
        "count": "int",
        "from": "str | None",
        "to": "str | None",
        "positions": "list[int]",
        "value": "str | None",
        "rule": "str | None",
        "weight": 'Literal["RULE", "COUNT", "DETAIL", "OTHER"]',
        "sentence": "str",
    },
)


class EventConnection(TypedDict):
    """A page of a session's events, the oldest first."""

    edges: list[EventEdge]
    """The events with their cursors."""
    nodes: list[Event]
    """The events."""
    pageInfo: PageInfo
    """The bounds of the page."""


class EventEdge(TypedDict):
    """An event in a page, with its cursor."""

    cursor: str
    """Pass it as `after` to continue after this event."""
    node: Event
    """The event."""


class Fact(TypedDict):
    """A public fact other than a card: a round, a pending question, a mark on a place."""

    name: str
    """The fact's name, and the kind of the events that change it."""
    value: str
    """The fact's value."""
    label: str
    """The fact's subject, in plain English."""
    display: str
    """The value in plain English: `yellow`, `the red pile of seat 1`."""
    weight: Literal["RULE", "COUNT", "DETAIL", "OTHER"]
    """How much it matters."""
    zone: str | None
    """The key of the zone that it is about; null if there is none."""


class Fairness(TypedDict):
    """The data for checking the shuffles; the secrets are revealed when the table is finished."""

    kind: Literal["COMMITTED", "GIVEN", "OTHER"]
    """The source of the key."""
    commitment: str | None
    """SHA-256 of the server's secret, as 64 hex digits, shown from the start; null for a given key."""
    serverSeed: str | None
    """The server's secret, as 64 hex digits; null before the end."""
    entropy: list[str] | None
    """The entropy that each seat added when it joined; null before the end."""
    key: str | None
    """The table's key, as 64 hex digits; null before the end."""
    closed: bool
    """Whether the deal may still be played at other tables: until it is opened, only the seats see the session, and
    its end reveals neither cards nor secrets.
    """


class FrameOfChanges(TypedDict):
    """A frame of a stream with `changes=true`: a version of the session, its events, and what differs."""

    version: int
    """The version; each one comes once, in order, unless some were rolled back."""
    head: str | None
    """The head of that version."""
    cursor: str
    """Pass it as `after` to continue after this frame."""
    resync: bool
    """As in `SessionFrame`; then `changes` has everything."""
    rolledBack: bool
    """As in `SessionFrame`."""
    events: list[Event]
    """The events of this version; empty in a first frame, which is a snapshot."""
    changes: ViewChanges
    """What differs from the frame before; everything in the first frame of a connection."""


class Game(TypedDict):
    """A game that the service offers."""

    id: str
    """The game's short name: `zeven`."""
    title: str
    """The game's title."""
    summary: str
    """The game in one sentence."""
    goal: str
    """What wins, in one sentence."""
    howToPlay: list[str]
    """The game in five short sentences, for somebody who has never seen it."""
    minSeats: int
    """The smallest number of seats."""
    maxSeats: int
    """The greatest number of seats."""
    rulesVersion: int
    """The version of the rules; records name it."""
    options: list[GameOption]
    """The options, in the order of the game's page."""
    verbs: list[Verb]
    """The verbs of the game's moves, in canonical order."""


class GameOption(TypedDict):
    """An option that a host may set when a table is made."""

    name: str
    """The option's name."""
    kind: Literal["BOOLEAN", "INTEGER", "CHOICE", "LIST", "OTHER"]
    """How the option is set."""
    default: str
    """The default value, as text."""
    choices: list[str]
    """The allowed words."""
    minimum: int | None
    """The smallest allowed number; null if the option takes no numbers."""
    maximum: int | None
    """The greatest allowed number; null if the option takes no numbers."""
    description: str
    """The meaning of the option."""
    maximumBySeats: list[int]
    """The greatest allowed number by the number of seats, from `minSeats` on; empty if it is the same."""
    label: str
    """The option's name for people."""
    choiceLabels: list[str]
    """The words of `choices` for people, in the same order."""
    isSeat: bool
    """Whether its numbers are seats, which people count from 1: a form shows `0` as seat 1."""
    suggestedBySeats: list[str]
    """The value to suggest by the number of seats, from `minSeats` on, since the default does not fit each; empty if
    it does.
    """


class Games(TypedDict):
    """Every game."""

    games: list[Game]
    """The games."""


class Hand(TypedDict):
    """The viewer's hand at one version."""

    version: int
    """The version of the session."""
    cards: list[HandCard]
    """Each card with its moves, or why it has none; empty for a spectator, and while nothing is dealt."""


class HandCard(TypedDict):
    """A card in the viewer's hand, with its moves or the reason why it has none."""

    card: Card
    """The card."""
    moves: list[Move]
    """The legal moves with it, in canonical order."""
    refusal: Refusal | None
    """The reason why it has no move; null when it has one."""


class HiddenCards(TypedDict):
    """Cards that the seat could not see, and that were dealt at random."""

    zone: str
    """The key of the zone that they lie in."""
    count: int
    """The number of hidden cards there."""


class IllegalMove(TypedDict):
    """The rules do not allow the move."""

    type: str
    """The address of a page about problems with this code, relative to the service's own."""
    title: str
    """What problems with this code have in common."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong and what was expected, in one sentence of plain English."""
    code: Literal["BAD_NOTATION", "ILLEGAL_MOVE", "NOT_YOUR_TURN", "TABLE_OVER", "OTHER"]
    """The stable code."""
    path: NotRequired[list[str]]
    """The part of the request that is meant, outermost first."""
    retryAfterMillis: NotRequired[int]
    """After how many milliseconds it may be tried again."""
    rule: Rule | None
    """The rule that forbids it."""
    legalMoves: list[Move]
    """The seat's legal moves; empty when it is not asked."""
    template: str | None
    """The message's template, its key among the `refusals` of the vocabulary; null: it is not from there."""
    arguments: list[Argument]
    """What fills the blanks of the template."""


IllegalMoveOrProblem: TypeAlias = "IllegalMove | Problem"
"""A problem of one of several kinds, told apart by `code`: IllegalMove, Problem."""


class Introduction(TypedDict):
    """A game as it is introduced to a newcomer, by the options of a table."""

    goal: str
    """What wins, in one sentence."""
    howToPlay: list[str]
    """The game in some short sentences, and the options in force of which they do not speak."""
    powers: list[CardPower]
    """What each card does, in the order of `cards`."""


class JoinLink(TypedDict):
    """A seat and the code that takes it."""

    seat: int
    """The seat."""
    code: str
    """The join code, a secret for the future holder of the seat."""


class JoinOrCreate(TypedDict):
    """The kind of table to join, and the holder of the seat."""

    game: str
    """The game's id."""
    seats: int
    """The number of seats."""
    options: NotRequired[list[OptionInput] | None]
    """The options that differ from their defaults."""
    moveSeconds: NotRequired[int | None]
    """The time for a decision, 0–1000000 seconds; unlimited if 0 or missing."""
    reactionMillis: NotRequired[int | None]
    """The time after a card is put down during which only a match is accepted, 0–60000 milliseconds; none if 0 or
    missing.
    """
    takeBacks: NotRequired[bool]
    """Whether a seat may ask the others to take back its last move."""
    hints: NotRequired[bool]
    """Whether a seat may ask for the move that a bot prefers."""
    botMillis: NotRequired[int | None]
    """The pause before a bot moves, 0–60000 milliseconds; none if 0 or missing."""
    leftSeatLevel: NotRequired[int | None]
    """The level, 1–4, of the bot that takes over a seat when its holder leaves a table in play; if 0 or missing, the
    seat waits for a holder.
    """
    name: NotRequired[str | None]
    """The holder's name: 1–40 characters of any script, as people count them (grapheme clusters), and at most 200
    code points.
    """
    entropy: NotRequired[str | None]
    """Entropy for the shuffles: at most 64 characters from U+0020 to U+007E."""


class JoinSession(TypedDict):
    """The seat to take, and its new holder."""

    seat: NotRequired[int | None]
    """The seat; by default the first open one."""
    name: NotRequired[str | None]
    """The holder's name: 1–40 characters of any script, as people count them (grapheme clusters), and at most 200
    code points.
    """
    code: NotRequired[str | None]
    """The join code of a seat."""
    entropy: NotRequired[str | None]
    """Entropy for the shuffles: at most 64 characters from U+0020 to U+007E."""


class LegalMoves(TypedDict):
    """What the viewer may do at one version."""

    version: int
    """The version of the session."""
    moves: list[Move]
    """The legal moves, in canonical order; none for a spectator, and before the deal."""


Move = TypedDict(
    "Move",
    {
        "notation": "str",
        "verb": "str",
        "cards": "list[Card]",
        "from": "str | None",
        "to": "str | None",
        "seat": "int | None",
        "choice": "str | None",
        "card": "str | None",
        "label": "str",
    },
)


class MoveApplied(TypedDict):
    """The move was made and stored."""

    session: Session
    """The current session: at `version`, or later if the answer is replayed."""
    move: Move
    """The move."""
    version: int
    """The version that the move made."""
    head: str | None
    """The head of that version."""
    replayed: bool
    """Whether an earlier request with the same idempotency key made the move."""
    events: list[Event]
    """The events of that version."""


class MoveExplained(TypedDict):
    """The verdict of the rules on a move."""

    legal: bool
    """Whether the seat may make the move now."""
    refusal: Refusal | None
    """The reason against it; null when it is legal."""


class MoveInput(TypedDict):
    """A move in a live session."""

    move: str
    """The move's notation, as a legal move gives it."""


class MoveMade(TypedDict):
    """What differs after a move: the answer to a client that prefers the changes."""

    version: int
    """The version that the move made."""
    head: str | None
    """The head of that version."""
    replayed: bool
    """Whether an earlier request with the same idempotency key made the move."""
    move: NotRequired[Move | None]
    """The move; only with `return=changes;events`."""
    events: NotRequired[list[Event] | None]
    """The events of that version; only with `return=changes;events`."""
    changes: ViewChanges
    """What differs from the session and the view at the version that `If-Match` names; everything if it names none,
    and if the answer is replayed.
    """


class MoveOnTable(TypedDict):
    """A move on a stateless table."""

    state: str
    """The state, exactly as it was received."""
    seat: int
    """The seat that moves."""
    move: str
    """The move's notation."""
    viewer: NotRequired[int | None]
    """The seat whose view is given, and whose knowledge the events are cut to."""


class MySession(TypedDict):
    """A session in which somebody has a seat, or which somebody hosts."""

    sessionId: str
    """The session's id, as it was sent."""
    problem: Literal["UNAUTHORIZED", "NOT_FOUND", "RULES_CHANGED", "NEWER_RELEASE", "DATA_CORRUPTED", "OTHER"] | None
    """Why nothing is told of the session; null: all is told."""
    session: SessionSummary | None
    """The session; null if there is a problem."""
    seat: int | None
    """The seat of the token; null for a host without a seat."""
    isHost: bool
    """Whether the token has the host's rights."""
    isMyTurn: bool
    """Whether the seat is openly asked now; out of turn it may have moves all the same."""


class MySessions(TypedDict):
    """One's sessions."""

    sessions: list[MySession]
    """The sessions in the order in which they were sent."""


class MyTables(TypedDict):
    """The tables of an entrant."""

    tables: list[TournamentTable]
    """The tables, the newest round first."""


class NextDecision(TypedDict):
    """The seats that a program plays, and the longest wait for a decision of one of them."""

    seats: list[PollSeatInput]
    """The seats, 1–100."""
    waitSeconds: NotRequired[int]
    """The longest wait, 0–25 seconds; 20 by default."""


class NextRound(TypedDict):
    """The next round of a tournament that the caller keeps."""

    round: PairedRound | None
    """The round; null when the tournament is over."""


class Notations(TypedDict):
    """Every notation that a move can have at a table of a game."""

    notations: list[str]
    """The notations, each once, in canonical order: that of `legalMoves`. Every legal move is among them; a few may
    never be legal.
    """


class OptionInput(TypedDict):
    """An option and its value."""

    name: str
    """The option's name."""
    value: str
    """The value as text: `true`, `3`, `[0,1,0,1]`, `null`, or a word."""


class Outcome(TypedDict):
    """How a session ended for its players, of whom some may have resigned."""

    by: Literal["PLAY", "RESIGNATION", "OTHER"]
    """What ended it."""
    ranking: list[int]
    """Each seat's rank, from 1: by the result, and behind all others the seats that resigned, of which the one that
    resigned last ranks first.
    """
    winners: list[int]
    """The seats ranked 1."""
    resigned: list[int]
    """The seats that resigned, in that order."""


class PageInfo(TypedDict):
    """The bounds of a page of a list."""

    hasNextPage: bool
    """Whether more items follow."""
    hasPreviousPage: bool
    """Whether other items come before."""
    startCursor: str | None
    """The cursor of the first item."""
    endCursor: str | None
    """The cursor of the last item."""


class PairRound(TypedDict):
    """A tournament that the caller keeps, with complete rounds, and the seed of its pairings."""

    plan: PairingPlanInput
    """The format and the settings."""
    entrants: list[PairingEntrantInput]
    """The entrants, 2–5000."""
    rounds: NotRequired[list[PairedRoundInput] | None]
    """The rounds so far, at most 100; none at first."""
    seed: str
    """The seed of everything drawn by lot, 64 lower-case hex digits; send the same in every round."""


class PairedRound(TypedDict):
    """A round as it is paired."""

    tables: list[PairedTable]
    """The tables, the first by points first."""
    byes: list[int]
    """The numbers of the entrants who have a bye."""


class PairedRoundInput(TypedDict):
    """A round."""

    tables: list[PairedTableInput]
    """The tables."""
    byes: NotRequired[list[int] | None]
    """The numbers of the entrants who had a bye."""


class PairedTable(TypedDict):
    """A table of a round."""

    entrants: list[int]
    """The numbers of the entrants by seat, at the first board if there are several."""


class PairedTableInput(TypedDict):
    """A table of a round and its results."""

    entrants: list[int]
    """The numbers of the entrants by seat at the first board. At each further board all move up one seat, and the
    last moves to seat 0.
    """
    boards: NotRequired[list[BoardResultInput] | None]
    """The results of all boards; omit them until the table is over."""
    ruling: NotRequired[list[float] | None]
    """The points set for each entrant by a ruling, from 0 to 1; they override the results of the boards."""


class PairingEntrantInput(TypedDict):
    """An entrant. Its number is its place in the list, from 0."""

    rating: NotRequired[float | None]
    """The rating by which the entrant is seeded; entrants without a rating follow in the order of the list."""
    fromRound: NotRequired[int]
    """The first round in which it takes part; 1 by default."""
    untilRound: NotRequired[int | None]
    """The last round in which it takes part, 0 if none; by default to the end."""


class PairingPlanInput(TypedDict):
    """The format and the settings of a tournament."""

    format: Literal["SWISS", "ROUND_ROBIN", "SINGLE_ELIMINATION", "DOUBLE_ELIMINATION", "ONE_TABLE"]
    """SWISS, ROUND_ROBIN, SINGLE_ELIMINATION, DOUBLE_ELIMINATION or ONE_TABLE."""
    seats: int
    """The number of seats of a full table, 2–100."""
    leastSeats: NotRequired[int]
    """The number of seats of the smallest table; 2 by default."""
    rounds: NotRequired[int]
    """The number of rounds, at most 100; by default 0, as many as the format needs."""
    boards: NotRequired[int]
    """The number of deals that a table plays in a round, 1–100; 1 by default."""
    deals: NotRequired[Literal["FRESH", "SAME"]]
    """SAME if all tables of a round play the same deals; FRESH by default."""
    points: NotRequired[Literal["LINEAR", "WINNER"]]
    """The points for ranks: LINEAR (the default), from 1 down to 0, or WINNER, 1 for the first only."""
    byes: NotRequired[Literal["WIN", "DRAW", "ZERO"]]
    """The value of a bye: WIN (the default), DRAW or ZERO."""
    tieBreaks: NotRequired[list[str] | None]
    """The tie-breaks in the order in which they apply; by default BUCHHOLZ_CUT_1, BUCHHOLZ, DIRECT_ENCOUNTER,
    SONNEBORN_BERGER, WINS. The others are MEDIAN_BUCHHOLZ, PROGRESSIVE and MARGIN.
    """


class Phrase(TypedDict):
    """A template of sentences or labels: a text with blanks in braces."""

    key: str
    """What it is for: a kind of event, a verb, a fact's name; of a refusal its English template."""
    template: str
    """The text; `{to_zone:dative}` asks for a form of a word."""
    blanks: list[Blank]
    """The blanks of the English template, each once."""
    counted: str | None
    """The blank whose number, or number of things, chooses the template; null: one fits all."""
    plurals: list[PluralForm]
    """The templates for numbers that `template` does not fit, such as 1."""


class PlayerRating(TypedDict):
    """A rating."""

    mu: float
    """The mean."""
    sigma: float
    """The deviation."""


class PlayerRatings(TypedDict):
    """Ratings after games."""

    ratings: list[PlayerRating]
    """The ratings, in the order in which they were sent."""


class PluralForm(TypedDict):
    """A template for some numbers."""

    category: str
    """The numbers that it is for, as the CLDR calls them: `one`, `few`."""
    template: str
    """The text."""


class PollSeatInput(TypedDict):
    """A seat of a poll, and the last position that its holder knows."""

    sessionId: str
    """The session's id."""
    seatToken: str
    """The seat's token, exactly as it was returned."""
    after: NotRequired[str | None]
    """The seat's `cursor` in the last poll. A decision that was reported then is not reported again. Omit it in the
    first poll.
    """


class PolledSeat(TypedDict):
    """A seat of a poll, and its session if there is news."""

    sessionId: str
    """The session's id, as it was sent."""
    state: Literal[
        "DECIDING",
        "WAITING",
        "OVER",
        "UNAUTHORIZED",
        "NOT_FOUND",
        "RULES_CHANGED",
        "NEWER_RELEASE",
        "DATA_CORRUPTED",
        "OTHER",
    ]
    """What the poll has found out."""
    cursor: str | None
    """What the seat has been told of by now: the `after` of the next poll."""
    session: Session | None
    """The session as the seat sees it, if the seat has something to decide, or the session is over, and `after` is
    not its cursor; else null.
    """


class Presence(TypedDict):
    """Who is there, as far as the store knows."""

    sessionId: str
    """The session's id."""
    seats: list[SeatPresence]
    """The seats, in order of play."""
    waiting: bool
    """Whether a table of bots alone waits: their move is overdue by 5 seconds, since tables with people come first,
    and few others are played at once.
    """


class Preview(TypedDict):
    """The effect of a move as far as the viewer can foresee it, without what depends on hidden cards or on chance."""

    move: Move
    """The move."""
    events: list[Event]
    """The first events of the move, as far as they are certain, in order."""
    eventsComplete: bool
    """Whether these are all events of the move."""
    zones: list[PreviewZone]
    """Every zone after the move."""
    facts: list[Fact]
    """The facts that are certain."""
    turn: list[int] | None
    """The seats that would be asked; null when they cannot be known."""
    scores: list[Score]
    """The points after the move; null where they cannot be known."""
    result: Result | None
    """The table's result after the move, if it is certain."""
    over: bool | None
    """Whether the table would be over; null when that cannot be known."""


class PreviewZone(TypedDict):
    """A zone as far as it can be foreseen."""

    key: str
    """The zone's name."""
    kind: str
    """The kind of zone: the part of the key before the colon."""
    owner: int | None
    """The seat that owns the zone; null for a zone of the table."""
    label: str
    """The zone's name in plain English."""
    count: int | None
    """The number of cards after the move; null when it cannot be known."""
    value: int | None
    """The number that the rules will give the zone; null when unknown or none."""
    cards: list[Card | None] | None
    """The cards, bottom to top; null in the list is a hidden or unknown card. A null list: not even their number is
    known.
    """


class Problem(TypedDict):
    """What is wrong (RFC 9457). Nothing was changed."""

    type: str
    """The address of a page about problems with this code, relative to the service's own."""
    title: str
    """What problems with this code have in common."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong and what was expected, in one sentence of plain English."""
    code: Literal[
        "INVALID_INPUT",
        "UNKNOWN_GAME",
        "INVALID_OPTION",
        "INVALID_STATE",
        "STATE_REWOUND",
        "KEY_REUSED",
        "NOT_FOUND",
        "UNAUTHORIZED",
        "SEAT_TAKEN",
        "NOT_STARTED",
        "ALREADY_STARTED",
        "SESSION_OVER",
        "NOT_OVER",
        "RESIGNED",
        "UNDO_REFUSED",
        "NO_DEADLINE",
        "TOO_EARLY",
        "RULES_CHANGED",
        "NEWER_RELEASE",
        "HINTS_OFF",
        "BUSY",
        "BAD_REQUEST",
        "APP_KEY_REQUIRED",
        "METHOD_NOT_ALLOWED",
        "NOT_ACCEPTABLE",
        "REQUEST_TIMEOUT",
        "CONTENT_TOO_LARGE",
        "URI_TOO_LONG",
        "UNSUPPORTED_MEDIA_TYPE",
        "PRECONDITION_REQUIRED",
        "RATE_LIMITED",
        "TOO_MANY_STREAMS",
        "HEAD_TOO_LARGE",
        "INTERNAL",
        "NOT_IMPLEMENTED",
        "HTTP_VERSION_NOT_SUPPORTED",
        "DATA_CORRUPTED",
        "TOO_MANY_CONNECTIONS",
        "SHUTTING_DOWN",
        "STORE_UNAVAILABLE",
        "OTHER",
    ]
    """The stable code."""
    path: NotRequired[list[str]]
    """The part of the request that is meant, outermost first."""
    retryAfterMillis: NotRequired[int]
    """After how many milliseconds it may be tried again."""


class RankedEntrant(TypedDict):
    """Where an entrant stands."""

    rank: int
    """The rank, from 1; equal entrants share it."""
    entrant: int
    """The entrant's number."""
    points: float
    """The points."""
    tieBreaks: list[float]
    """The tie-breaks, in the order of the plan."""
    played: int
    """How many tables it has played."""
    wins: int
    """At how many of them it was first, alone."""
    byes: int
    """How many byes it has had."""
    isActive: bool
    """Whether it is neither withdrawn nor eliminated."""


class RankedEntrants(TypedDict):
    """The standings of a tournament that the caller keeps."""

    standings: list[RankedEntrant]
    """The entrants, the best first."""


class RateResults(TypedDict):
    """Ratings, and the games to rate in order."""

    ratings: list[RatingInput]
    """The ratings before the games, 2–5000."""
    games: list[RatedGameInput]
    """The games in the order in which they were played, at most 1000."""


class RatedGameInput(TypedDict):
    """A game."""

    teams: list[RatedTeamInput]
    """The teams."""


class RatedTeamInput(TypedDict):
    """A team in a game, often of one player."""

    players: list[int]
    """The places of the players in the list of ratings, from 0."""
    rank: int
    """The rank of the team, from 1; it may be shared."""


class RatingInput(TypedDict):
    """A rating."""

    mu: NotRequired[float]
    """The mean; 25 at first."""
    sigma: NotRequired[float]
    """The deviation, above 0; 25/3 at first."""


class ReadTable(TypedDict):
    """A state, and whose view of it is wanted."""

    state: str
    """The state, exactly as it was received."""
    viewer: NotRequired[int | None]
    """The seat whose view is given; none for a spectator's."""


class Refusal(TypedDict):
    """The reason why a move is illegal now."""

    code: Literal["BAD_NOTATION", "ILLEGAL_MOVE", "NOT_YOUR_TURN", "TABLE_OVER", "OTHER"]
    """The stable code: `BAD_NOTATION`, `ILLEGAL_MOVE`, `NOT_YOUR_TURN` or `TABLE_OVER`."""
    rule: str | None
    """The number of the rule that forbids it."""
    message: str
    """The reason in one sentence of plain English."""
    template: str | None
    """The message's template, its key among the `refusals` of the vocabulary; null: it is not from there."""
    arguments: list[Argument]
    """What fills the blanks of the template."""
    alternatives: list[Move]
    """Up to three similar legal moves, the most similar first."""


class RematchOffered(TypedDict):
    """A session for the same seats is open."""

    session: Session
    """The new session: each seat joins it with its token of the old session as the bearer."""


class Result(TypedDict):
    """The result of a table."""

    scores: list[int]
    """The totals by seat."""
    ranking: list[int]
    """Each seat's rank: 1 + the number of seats with a better score."""
    winners: list[int]
    """The seats ranked 1; equal scores share the win."""
    reason: str
    """The reason for the end: a code from the game's rule page."""


class Review(TypedDict):
    """A page of the moves of a finished table, the first one first; moves that were taken back are left out."""

    level: int
    """The level at which the moves were reviewed."""
    edges: list[ReviewEdge]
    """The moves with their cursors."""
    nodes: list[ReviewedMove]
    """The moves."""
    pageInfo: PageInfo
    """The bounds of the page."""


class ReviewEdge(TypedDict):
    """A move in a page of a review, with its cursor."""

    cursor: str
    """Pass it as `after` to continue after this move."""
    node: ReviewedMove
    """The move."""


class ReviewedMove(TypedDict):
    """A move of a finished table beside the one that a bot prefers, knowing only what the seat knew then."""

    ply: int
    """The number of moves before it."""
    seat: int
    """The seat that moved."""
    move: Move
    """The move that was made."""
    preferred: Move | None
    """The preferred move; null when it was better to wait."""
    waits: bool
    """Whether it was better to wait: only for a seat that was not asked."""
    verdict: Literal["BEST", "ABOUT_EQUAL", "WORSE", "OTHER"]
    """What the move is beside the preferred one."""
    onlyMove: bool
    """Whether there was no choice: the seat was asked, and had one legal move."""
    loss: float
    """The points by which a move that is WORSE is so, in the mean; else 0."""
    lossLow: float
    """The lower end of the interval of the difference, above 0 if the move is WORSE. All intervals of a position
    hold at once with 95 %.
    """
    lossHigh: float
    """The upper end of that interval."""
    playouts: int
    """The number of deals in which both were played out; 0 if they are the same."""


class RoundSummary(TypedDict):
    """A round in short."""

    round: int
    """The round, from 1."""
    tables: int
    """The number of its tables."""
    tablesOver: int
    """The number of tables that are over."""
    byes: list[int]
    """The entrants who have a bye."""
    isOver: bool
    """Whether all its tables are over, and its deals were opened."""
    commitment: str | None
    """SHA-256 of the secret of its deals, 64 hex digits; null unless all tables play the same deals."""
    serverSeed: str | None
    """That secret, 64 hex digits; null until the round is over."""


class Rule(TypedDict):
    """A rule from the game's rule page."""

    number: str
    """The page and the rule's number on it: `zeven 3.4`; `zeven 3` is the whole section."""
    section: str
    """The title of the rule's section."""
    text: str
    """The rule, as Markdown."""


class RuleOnTable(TypedDict):
    """The points that the host sets for a table."""

    round: int
    """The round, from 1."""
    table: int
    """The table, from 0."""
    points: list[float]
    """The points of each entrant of the table, from 0 to 1, in the order of the table."""
    reason: str
    """The reason, which is public: 1–500 characters."""


class Rules(TypedDict):
    """A rule page."""

    rules: list[Rule]
    """Each section, followed by its numbered rules."""


class Score(TypedDict):
    """A seat's points so far."""

    seat: int
    """The seat."""
    points: int | None
    """Its points; null where the viewer may not know them."""


class Seat(TypedDict):
    """A place at a session's table."""

    index: int
    """The seat's number, from 0, in order of play."""
    name: str | None
    """The holder's name."""
    taken: bool
    """Whether the seat has a holder; a bot is none, so see `kind`, too."""
    kind: Literal["HUMAN", "DEFAULT_POLICY", "BOT", "OTHER"]
    """The player of the seat."""
    bot: Bot | None
    """The bot of a seat of kind BOT; null for all others."""


class SeatGivenUp(TypedDict):
    """A seat whose holder has left."""

    seat: int
    """The seat."""


class SeatGrant(TypedDict):
    """The secret that opens a seat of a sealed table."""

    seat: int
    """The seat."""
    token: str
    """The grant: its holder sends it as `Authorization: Bearer …`."""


class SeatJoined(TypedDict):
    """The seat is taken."""

    session: Session
    """The session, as the new holder of the seat sees it."""
    seat: int
    """The seat."""
    replayed: bool
    """Whether an earlier request with the same idempotency key took the seat; the token may be void by now, and
    `session` is then a spectator's.
    """
    seatToken: str
    """The holder's secret, shown only here: send it as `Authorization: Bearer …`."""


class SeatPresence(TypedDict):
    """Whether the holder of a seat is there."""

    seat: int
    """The seat."""
    connected: bool | None
    """Whether its holder follows the session by a stream, or has closed the last one only seconds ago; without a
    stream, whether it has polled, read or changed the session in the last 25 seconds. Null for a seat that nobody
    holds, or that a bot or the default policy plays.
    """
    lastSeen: str | None
    """When its holder was last seen, to about 10 seconds; null: never, or longer ago than a day."""


class SeatTokenInput(TypedDict):
    """A session and the caller's token there."""

    sessionId: str
    """The session's id."""
    seatToken: str
    """The token of a seat or of the host, exactly as it was returned."""


class SeatTokens(TypedDict):
    """The caller's seats in several sessions."""

    seats: list[SeatTokenInput]
    """The seats, 1–100."""


class SeatedBotInput(TypedDict):
    """A bot and its seat."""

    seat: int
    """The seat."""
    level: int
    """The bot's level, 1–4: how far it looks ahead."""


class Session(TypedDict):
    """A live session as its viewer sees it: the seat of the bearer token, or a spectator."""

    id: str
    """The session's id."""
    game: str
    """The game's id."""
    options: list[SetOption]
    """Every option and its value at this table."""
    settings: SessionSettings
    """The settings of the session."""
    status: Literal["OPEN", "ACTIVE", "FINISHED", "ABANDONED", "OTHER"]
    """The stage of the session."""
    version: int
    """The number of committed changes; the first one created the session."""
    head: str | None
    """The hash of the history up to this version, 16 characters: versions with the same head have the same history."""
    cursor: str
    """Version and head as one text: pass it to a stream as `after` to continue from here."""
    seats: list[Seat]
    """The seats, in order of play."""
    viewerSeat: int | None
    """The seat that the bearer token holds; null for a spectator."""
    isHost: bool
    """Whether the bearer token has the host's rights."""
    bearer: Literal["NONE", "SEAT", "HOST", "UNKNOWN", "OTHER"]
    """What the bearer token is here, if one was sent."""
    viewId: str
    """The id of this viewer's projection: the same at every version, but different for each seat, for a host without
    a seat, and for spectators. Clients that cache objects by id use it as the key.
    """
    createdAt: str
    """When the session was created."""
    expiresAt: str
    """When the session expires unless it is changed before."""
    deadline: str | None
    """From when on anybody may have default moves made for the asked seats; null: never."""
    takeBack: TakeBack | None
    """The pending request to take back the last move; null: none."""
    fairness: Fairness
    """The data for checking the shuffles."""
    rematchId: str | None
    """The id of the rematch, a session for the same seats; null: none."""
    tournament: TournamentPlace | None
    """Its place in a tournament; null: it belongs to none."""
    outcome: Outcome | None
    """How it ended for its players; null before the end, and if it was abandoned."""
    view: View | None
    """The table as the viewer sees it; null before the deal."""


class SessionChanged(TypedDict):
    """The session was changed, and the change was stored."""

    session: Session
    """The current session: at `version`, or later."""
    version: int
    """The version that the change made."""
    head: str | None
    """The head of that version."""
    replayed: bool
    """Whether an earlier request with the same idempotency key made the change."""
    events: list[Event]
    """The events of that version."""


class SessionConnection(TypedDict):
    """A page of sessions, the newest first."""

    edges: list[SessionEdge]
    """The sessions with their cursors."""
    nodes: list[Session]
    """The sessions."""
    pageInfo: PageInfo
    """The bounds of the page."""


class SessionCreated(TypedDict):
    """The session was created."""

    session: Session
    """The session."""
    hostToken: str
    """The host's secret, shown only here: send it as `Authorization: Bearer …` to start or abandon, or to take a
    seat as the host.
    """
    joinLinks: list[JoinLink]
    """A join code for each seat, shown only here."""


class SessionEdge(TypedDict):
    """A session in a page, with its cursor."""

    cursor: str
    """Pass it as `after` to continue after this session."""
    node: Session
    """The session."""


class SessionFrame(TypedDict):
    """A frame of a stream: a version of the session, and its events."""

    version: int
    """The version; each one comes once, in order, unless some were rolled back."""
    head: str | None
    """The hash of the history up to this version, 16 characters: versions with the same head have the same history."""
    cursor: str
    """Pass it as `after` to continue after this frame."""
    resync: bool
    """Whether versions before this one were skipped or taken back, or this one opened the deal: draw `session` anew,
    not `events`.
    """
    rolledBack: bool
    """Whether the store has lost versions that were sent before this frame, so that later versions may reuse their
    numbers; then `resync` is true, too.
    """
    events: list[Event]
    """The events of this version; empty in a first frame, which is a snapshot."""
    session: Session
    """The session as of this version."""
    decision: Decision | None
    """The viewer's decision now; null when it has no move."""


class SessionFrameEvent(TypedDict):
    """Server-sent events; the data of a `frame` is a `SessionFrame`, or a `FrameOfChanges`."""

    id: NotRequired[str]
    """The cursor of the frame."""
    event: NotRequired[Literal["frame", "end", "reconnect", "problem"]]
    """What it is."""
    data: NotRequired[str]
    """JSON."""
    retry: NotRequired[int]
    """The milliseconds before a client should connect again."""


SessionFrameEventData: TypeAlias = "SessionFrame | FrameOfChanges | Problem | dict[str, object]"
"""The data of an event: of a `frame` a SessionFrame, of a `problem` a Problem, else an empty object."""


class SessionSettings(TypedDict):
    """The settings of a session, apart from the options of its game."""

    public: bool
    """Whether the session is listed while seats are open."""
    invitationOnly: bool
    """Whether a seat can be taken only with its join code."""
    startByHost: bool
    """Whether the cards are dealt only when the host starts, even if every seat is taken."""
    moveSeconds: int | None
    """The time for a decision in seconds; null: unlimited."""
    reactionMillis: int | None
    """The milliseconds after a card is put down in which only a match is accepted; null: none."""
    takeBacks: bool
    """Whether a seat may ask the others to take back its last move."""
    hints: bool
    """Whether a seat may ask which move a bot prefers."""
    botMillis: int | None
    """The milliseconds of pause before a bot moves; null: none."""
    leftSeatLevel: int | None
    """The level of the bot that plays a seat whose holder leaves while play goes on; null: it waits."""
    sharedDeal: bool
    """Whether other tables play the same deal."""


class SessionSummary(TypedDict):
    """A session in short: the same for every viewer, and without its table."""

    sessionId: str
    """The session's id."""
    game: str
    """The game's id."""
    options: list[SetOption]
    """Every option and its value at this table."""
    settings: SessionSettings
    """The settings of the session."""
    status: Literal["OPEN", "ACTIVE", "FINISHED", "ABANDONED", "OTHER"]
    """The stage of the session."""
    version: int
    """The number of committed changes; the first one created the session."""
    seats: list[Seat]
    """The seats, in order of play."""
    createdAt: str
    """When the session was created."""
    expiresAt: str
    """When the session expires unless it is changed before."""
    deadline: str | None
    """From when on anybody may have default moves made for the asked seats; null: never."""
    rematchId: str | None
    """The id of the rematch, a session for the same seats; null: none."""


class SessionSummaryConnection(TypedDict):
    """A page of sessions in short, the newest first."""

    edges: list[SessionSummaryEdge]
    """The sessions with their cursors."""
    nodes: list[SessionSummary]
    """The sessions."""
    pageInfo: PageInfo
    """The bounds of the page."""


class SessionSummaryEdge(TypedDict):
    """A session in a page, with its cursor."""

    cursor: str
    """Pass it as `after` to continue after this session."""
    node: SessionSummary
    """The session."""


class SessionsCreated(TypedDict):
    """Every session of the batch was created."""

    batchId: str
    """The batch's id: whoever has it can read the results."""
    sessions: list[BatchSession]
    """The sessions, in the order in which they were sent."""


class SetOption(TypedDict):
    """An option and its value at this table."""

    name: str
    """The option's name."""
    value: str
    """Its value, as text."""


class StaleVersion(TypedDict):
    """The session is not at the version that was expected: it has moved on, or the store has lost that."""

    type: str
    """The address of a page about problems with this code, relative to the service's own."""
    title: str
    """What problems with this code have in common."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong and what was expected, in one sentence of plain English."""
    code: Literal["STALE_VERSION", "ROLLED_BACK", "OTHER"]
    """The stable code."""
    path: NotRequired[list[str]]
    """The part of the request that is meant, outermost first."""
    retryAfterMillis: NotRequired[int]
    """After how many milliseconds it may be tried again."""
    currentVersion: int
    """The session's current version."""
    session: Session
    """The current session, for the same viewer."""


class Standing(TypedDict):
    """How an entrant stands."""

    rank: int
    """The rank, from 1; entrants who are equal in everything share one."""
    entrant: int
    """The entrant's number."""
    name: str | None
    """The entrant's name."""
    points: float
    """The sum of the points."""
    tieBreaks: list[float]
    """The tie-breaks, in the order of the tournament."""
    played: int
    """The number of tables played."""
    wins: int
    """The number of tables won."""
    byes: int
    """The number of byes."""
    isActive: bool
    """Whether the entrant has neither withdrawn nor been eliminated."""
    outAfterRound: int | None
    """In an elimination, the round after which the bracket had no place left for the entrant, 0 if it never had one;
    null for those who are still in it. Ranks go by this first, later before earlier, then by points.
    """


class StandingConnection(TypedDict):
    """A page of the standings, the first rank first."""

    edges: list[StandingEdge]
    """The standings with their cursors."""
    nodes: list[Standing]
    """The standings."""
    pageInfo: PageInfo
    """The bounds of the page."""


class StandingEdge(TypedDict):
    """A standing in a page, with its cursor."""

    cursor: str
    """Pass it as `after` to continue after this standing."""
    node: Standing
    """The standing."""


class Standings(TypedDict):
    """A tournament that the caller keeps."""

    plan: PairingPlanInput
    """The format and the settings."""
    entrants: list[PairingEntrantInput]
    """The entrants, 2–5000."""
    rounds: NotRequired[list[PairedRoundInput] | None]
    """The rounds so far, at most 100; none at first."""


class SuggestMoveForState(TypedDict):
    """A stateless table, and the seat for which to suggest a move."""

    state: str
    """The state, exactly as it was received."""
    seat: int
    """The seat."""
    level: NotRequired[int]
    """The bot's level, 1–4: how far it looks ahead (1: not at all). The default is 3."""


class Suggestion(TypedDict):
    """The move that a bot prefers in the place of a seat, and why; it is decided from what the seat knows."""

    seat: int
    """The seat."""
    version: int
    """The version (of a stateless table: the ply) to which the suggestion belongs, and no other."""
    cursor: str | None
    """The cursor of that version; null for a stateless table."""
    move: Move | None
    """The preferred move; null when it is better to wait."""
    waits: bool
    """Whether it is better to wait: only for a seat that is not asked."""
    level: int
    """The level at which it was found."""
    effort: int
    """The number of moves that were searched."""
    candidates: list[TriedMove]
    """The moves that were tried, the best first; empty at level 1, and where there is no choice."""
    hidden: list[HiddenCards]
    """The cards that the seat could not see, by zone: what had to be guessed."""


class Table(TypedDict):
    """A table as of one state, kept by the caller."""

    state: str
    """The whole table. An open state shows hidden cards: keep it in a trusted back end. A sealed one is safe with
    anybody.
    """
    result: Result | None
    """The table's result; null while play goes on."""
    activeSeats: list[int]
    """The seats that have a move: all of them if the state is open, those that the bearer may know of if it is
    sealed.
    """
    sealed: bool
    """Whether the state is sealed."""
    grants: list[SeatGrant]
    """A grant for each seat of a newly sealed table, shown only here."""


class TableConnection(TypedDict):
    """A page of the tables of a round."""

    edges: list[TableEdge]
    """The tables with their cursors."""
    nodes: list[TournamentTable]
    """The tables."""
    pageInfo: PageInfo
    """The bounds of the page."""


class TableEdge(TypedDict):
    """A table in a page, with its cursor."""

    cursor: str
    """Pass it as `after` to continue after this table."""
    node: TournamentTable
    """The table."""


class TableMoved(TypedDict):
    """A move that was made on a stateless table, and what a viewer sees then."""

    table: Table
    """The table after the move."""
    view: View | None
    """What the viewer sees and may do; null when there is no such seat, or it is closed."""
    move: Move
    """The move."""
    events: list[Event]
    """What happened, as the viewer may know it."""


class TableRuling(TypedDict):
    """The host's decision on a table."""

    points: list[float]
    """The points of its entrants, in the order of the table."""
    reason: str
    """The reason."""


class TableSeen(TypedDict):
    """A stateless table, and what a viewer sees of it."""

    table: Table
    """The table."""
    view: View | None
    """What the viewer sees and may do; null when there is no such seat, or it is closed."""


class TableSetup(TypedDict):
    """How a stateless table is made."""

    game: str
    """The game's id."""
    seats: int
    """The number of seats."""
    options: NotRequired[list[OptionInput] | None]
    """The options that differ from their defaults."""
    seed: NotRequired[str | None]
    """The table's key, 64 lower-case hex digits; by default a random one."""
    deck: NotRequired[list[str] | None]
    """A stacked deck for the first deal, the top card first."""
    sealed: NotRequired[bool]
    """Whether to seal the state, so that players may keep it; each seat gets a grant."""
    viewer: NotRequired[int | None]
    """The seat whose view is given; none for a spectator's."""


class TakeBack(TypedDict):
    """A request to take back a seat's last move."""

    seat: int
    """The seat that asks."""
    agreed: list[int]
    """The seats that have agreed."""
    awaited: list[int]
    """The seats that have not answered."""


class TakeBackAnswer(TypedDict):
    """An answer to a request to take back a last move."""

    agree: bool
    """Whether the seat may take its move back."""


class Tournament(TypedDict):
    """A tournament, as everybody may see it; `isHost` and `entrant` are about the bearer of the token."""

    id: str
    """The tournament's id."""
    version: int
    """The number of committed changes; the first one created it."""
    head: str
    """The hash of the history up to this version, 16 characters: versions with the same head have the same history."""
    cursor: str
    """The version and its head as one text: continue a stream after it."""
    title: str
    """Its name."""
    game: str
    """The game's id."""
    options: list[SetOption]
    """Every option and its value at its tables."""
    settings: SessionSettings
    """The settings of its tables; `public`: the tournament is listed."""
    format: Literal["SWISS", "ROUND_ROBIN", "SINGLE_ELIMINATION", "DOUBLE_ELIMINATION", "ONE_TABLE", "OTHER"]
    """How rounds are paired."""
    seatsPerTable: int
    """The number of seats of a full table."""
    leastSeats: int
    """The number of seats of the smallest table."""
    rounds: int
    """The number of rounds that it has with its entrants."""
    boards: int
    """How many deals a table plays in a round."""
    deals: Literal["FRESH", "SAME", "OTHER"]
    """Whether tables of a round play the same deals."""
    points: str
    """How a table's order becomes points: `LINEAR` or `WINNER`."""
    byes: str
    """What a bye is worth: `WIN`, `DRAW` or `ZERO`."""
    tieBreaks: list[str]
    """What parts equal points, in this order."""
    status: Literal["OPEN", "RUNNING", "PAUSED", "FINISHED", "ABANDONED", "OTHER"]
    """Its stage."""
    isOpen: bool
    """Whether anybody may enter now."""
    needsCode: bool
    """Whether entering takes a code."""
    byHost: bool
    """Whether each round after the first, and the end, waits for the host."""
    entrantCount: int
    """The number of entrants."""
    playedRounds: list[RoundSummary]
    """The rounds that were paired."""
    commitment: str
    """SHA-256 of the seed of its pairings, 64 hex digits, shown from the start."""
    seed: str | None
    """The seed of its pairings, 64 hex digits; null before the end."""
    isHost: bool
    """Whether the bearer is the host."""
    entrant: int | None
    """The number of the entrant who bears the token; null: none."""
    createdAt: str
    """When it was created."""
    expiresAt: str
    """When it expires unless it is changed before."""


class TournamentBoard(TypedDict):
    """A deal at a table."""

    sessionId: str
    """The session in which it is played."""
    seats: list[int]
    """The entrants by seat."""
    status: Literal["PAIRED", "PLAYING", "FINISHED", "OTHER"]
    """Its stage."""
    scores: list[int] | None
    """The totals by seat; null before the end, and while others play the same deal."""
    ranking: list[int] | None
    """The rank of each seat, from 1; null as `scores`."""
    resigned: list[int] | None
    """The seats that resigned, in that order; null as `scores`."""


class TournamentChanged(TypedDict):
    """The tournament was changed."""

    tournament: Tournament
    """The tournament after the change."""
    version: int
    """The version that the change made."""
    replayed: bool
    """Whether this is the answer to a retry."""


class TournamentConnection(TypedDict):
    """A page of public tournaments, the newest first."""

    edges: list[TournamentEdge]
    """The tournaments with their cursors."""
    nodes: list[Tournament]
    """The tournaments."""
    pageInfo: PageInfo
    """The bounds of the page."""


class TournamentCreated(TypedDict):
    """The tournament was created. Keep these secrets: they are told only to whoever sends the key again."""

    tournament: Tournament
    """The tournament."""
    hostToken: str
    """The bearer token of the host."""
    entryCode: str | None
    """The code for entering; null if none is needed."""
    entrantTokens: list[str | None]
    """The bearer tokens of the named entrants, in their order, to be handed out; null for bots."""


class TournamentEdge(TypedDict):
    """A tournament in a page, with its cursor."""

    cursor: str
    """Pass it as `after` to continue after this tournament."""
    node: Tournament
    """The tournament."""


class TournamentEntered(TypedDict):
    """Somebody entered."""

    tournament: Tournament
    """The tournament."""
    entrant: int
    """The entrant's number."""
    entrantToken: str
    """The entrant's bearer token, also at each of its tables; keep it secret."""
    replayed: bool
    """Whether this is the answer to a retry."""


class TournamentEntrant(TypedDict):
    """An entrant."""

    number: int
    """The number, from 0, in order of entry."""
    name: str | None
    """The name."""
    rating: float | None
    """The rating that seeds the entrant."""
    botLevel: int | None
    """The level of a bot; null for a person."""
    fromRound: int
    """The first round of the entrant."""
    untilRound: int | None
    """The last round of an entrant who has withdrawn; null for all others."""


class TournamentEvent(TypedDict):
    """One fact of a change to a tournament."""

    kind: str
    """What happened, such as `roundPaired` or `boardFinished`."""
    round: int | None
    """The round, from 1."""
    table: int | None
    """The table, from 0."""
    board: int | None
    """The board, from 0."""
    entrant: int | None
    """The entrant's number."""
    value: str | None
    """A name, or the reason of a ruling."""


class TournamentFrame(TypedDict):
    """One version of a tournament, for whoever follows it."""

    version: int
    """The version."""
    head: str
    """The hash of the history up to this version, 16 characters: versions with the same head have the same history."""
    cursor: str
    """Continue after this frame with it."""
    resync: bool
    """Whether versions before this one were skipped, or lost by the store."""
    events: list[TournamentEvent]
    """What happened; empty in a snapshot."""
    status: Literal["OPEN", "RUNNING", "PAUSED", "FINISHED", "ABANDONED", "OTHER"]
    """The stage at this version."""
    roundsPaired: int
    """The number of rounds paired at this version."""


class TournamentFrameEvent(TypedDict):
    """Server-sent events; the data of a `frame` is a `TournamentFrame`."""

    id: NotRequired[str]
    """The cursor of the frame."""
    event: NotRequired[Literal["frame", "end", "reconnect", "problem"]]
    """What it is."""
    data: NotRequired[str]
    """JSON."""
    retry: NotRequired[int]
    """The milliseconds before a client should connect again."""


TournamentFrameEventData: TypeAlias = "TournamentFrame | Problem | dict[str, object]"
"""The data of an event: of a `frame` a TournamentFrame, of a `problem` a Problem, else an empty object."""


class TournamentPlace(TypedDict):
    """The place of a session in a tournament."""

    tournamentId: str
    """The tournament's id."""
    round: int
    """The round, from 1."""
    table: int
    """The table of the round, from 0."""
    board: int
    """The board of the table, from 0."""


class TournamentTable(TypedDict):
    """A table of a round."""

    round: int
    """The round, from 1."""
    table: int
    """The table, from 0."""
    entrants: list[int]
    """Its entrants, by seat at the first board."""
    boards: list[TournamentBoard]
    """Its deals."""
    points: list[float] | None
    """The points of its entrants; null until they are known."""
    ruling: TableRuling | None
    """The host's decision; null: there is none."""


class TriedMove(TypedDict):
    """A move that was tried: it was played out in random deals of all that the seat cannot know."""

    move: Move | None
    """The move; null for waiting, where the seat is not asked."""
    playouts: int
    """The number of deals in which it was played out."""
    reward: float
    """How well it did in the mean, from -1 to 1: the moves are chosen by this."""
    low: float
    """The lower end of the reward's 95 % interval."""
    high: float
    """The upper end of the reward's 95 % interval."""
    margin: float
    """The points by which the seat was ahead of the best other seat, in the mean."""


class Undo(TypedDict):
    """The viewer's right to take back its last move."""

    available: bool
    """Whether `undoMove` would be accepted now."""
    reason: str
    """The reason for or against it, in one sentence."""


class Verb(TypedDict):
    """A verb of a game's moves."""

    name: str
    """The verb."""
    pattern: str
    """The notation of its moves; parts in brackets are optional."""
    description: str
    """The effect of its moves."""


class View(TypedDict):
    """A table as one viewer sees it: enough to draw any game without knowing its rules."""

    game: str
    """The game's id."""
    viewer: int | None
    """The seat that sees this; null for a spectator."""
    ply: int
    """The number of moves made so far."""
    turn: list[int]
    """The seats that are openly asked now, ascending; empty when the table is over."""
    prompt: str | None
    """One sentence to the viewer: what it is to do, or on whom it waits; null when nobody is asked."""
    zones: list[Zone]
    """Every zone, in the order of the game's rule page."""
    facts: list[Fact]
    """The public facts other than cards."""
    scores: list[Score]
    """The points so far, by seat."""
    result: Result | None
    """The table's result; null while play goes on."""
    legalMoves: list[Move]
    """The viewer's legal moves, in canonical order; empty for a spectator."""
    legalMoveCount: int
    """The number of the viewer's legal moves."""
    undo: Undo
    """Whether the viewer may take back its last move."""
    decision: Decision | None
    """The viewer's decision; null when it has no move."""


class ViewChanges(TypedDict):
    """What differs from the session and the view of a version; what is null, absent or not listed is as it was."""

    since: NotRequired[int | None]
    """The version whose view they change; null where that is not known, as in the first frame of a stream: then
    `session` has everything.
    """
    session: NotRequired[Session | None]
    """All of the session, if `since` is null; else null."""
    cursor: NotRequired[str | None]
    """The session's cursor."""
    status: NotRequired[Literal["OPEN", "ACTIVE", "FINISHED", "ABANDONED", "OTHER"] | None]
    """The session's status."""
    seats: NotRequired[list[Seat]]
    """The seats that differ."""
    expiresAt: NotRequired[str | None]
    """The session's `expiresAt`."""
    deadline: NotRequired[str | None]
    """The session's deadline."""
    takeBack: NotRequired[TakeBack | None]
    """The pending request to take back the last move."""
    fairness: NotRequired[Fairness | None]
    """The data for checking the shuffles."""
    rematchId: NotRequired[str | None]
    """The id of the rematch."""
    outcome: NotRequired[Outcome | None]
    """How the session ended for its players."""
    ply: NotRequired[int | None]
    """The number of moves made so far."""
    turn: NotRequired[list[int] | None]
    """The seats that are openly asked now."""
    prompt: NotRequired[str | None]
    """The sentence to the viewer."""
    zones: NotRequired[list[Zone]]
    """The zones that differ or are new, each as in the view."""
    zoneKeys: NotRequired[list[str] | None]
    """The keys of all zones in their order, if some were added or removed; those not named are gone."""
    facts: NotRequired[list[Fact]]
    """The facts that differ."""
    scores: NotRequired[list[Score]]
    """The scores that differ."""
    result: NotRequired[Result | None]
    """The table's result."""
    legalMoves: NotRequired[list[Move] | None]
    """The viewer's legal moves, all if any differs."""
    notBefore: NotRequired[str | None]
    """The `notBefore` of the viewer's decision."""
    undo: NotRequired[Undo | None]
    """Whether the viewer may take back its last move."""
    cleared: NotRequired[list[str]]
    """The names of the fields that are null now, and were not: `prompt`, `deadline`."""


class Vocabulary(TypedDict):
    """Everything that the sentences and labels of a game are made of, in one language."""

    language: str
    """The language, as in BCP 47."""
    languages: list[str]
    """The languages that there are."""
    summaries: list[Phrase]
    """The game in one sentence, by its id; its `goal`, and `howToPlay 1` to `howToPlay 5`."""
    options: list[Phrase]
    """The names of options, by name, and of the words of their choices, by both (`scoring none`)."""
    descriptions: list[Phrase]
    """The meanings of options, by their names."""
    cards: list[Phrase]
    """The names of the cards, by code."""
    powers: list[Phrase]
    """What each card does, in one sentence, by code."""
    moves: list[Phrase]
    """The labels of moves, by verb."""
    choices: list[Phrase]
    """What a choice adds to the label of a move, by choice."""
    verbs: list[Phrase]
    """The verbs as words."""
    events: list[Phrase]
    """The sentences of events, by kind: those of the game, then those of sessions."""
    facts: list[Phrase]
    """The subjects of facts, by name."""
    zones: list[Phrase]
    """The names of zones, by kind."""
    places: list[Phrase]
    """The parts of zones' keys that are words."""
    words: list[Phrase]
    """Values of facts and events in words, by value, or by kind of event and value."""
    reasons: list[Phrase]
    """The reasons for the end of a table, by code."""
    refusals: list[Phrase]
    """The reasons against moves, by their English templates."""
    common: list[Phrase]
    """The words that blanks are filled with, by their English."""


class Withdraw(TypedDict):
    """The entrant to withdraw."""

    entrant: NotRequired[int | None]
    """The entrant's number; only the host may name an entrant other than the bearer."""


class Zone(TypedDict):
    """A place for cards: a hand, a deck, an area, a pile."""

    key: str
    """The zone's name in this view: `area:2`, `hand:0`."""
    kind: str
    """The kind of zone: the part of the key before the colon."""
    owner: int | None
    """The seat that owns the zone; null for a zone of the table."""
    label: str
    """The zone's name in plain English."""
    count: int
    """The number of cards here, hidden ones included."""
    value: int | None
    """The number that the rules give the zone (an area's total); null where they give none."""
    cards: list[Card | None]
    """The cards, bottom to top; null is a hidden card."""


NewTable = TableSetup
"""The former name of this type."""
