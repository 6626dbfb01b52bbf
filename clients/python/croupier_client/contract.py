"""The types of what the service takes and answers. Written by `make kits` from openapi.json."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class Argument(TypedDict):
    """The data that fills a blank of a template."""

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
    """The kind of data that fills the blank."""
    value: str | None
    """The data as text; null for nothing."""


class BatchResult(TypedDict):
    """The state of a session of a batch."""

    sessionId: str
    """The session's id."""
    tag: str | None
    """The tag that the request gave the session."""
    status: Literal["OPEN", "ACTIVE", "FINISHED", "ABANDONED", "OTHER"] | None
    """The stage of the session; null if there is a problem."""
    version: int | None
    """The number of committed changes; null if there is a problem."""
    result: Result | None
    """The result of the table; null before its end, or if it has none."""
    outcome: Outcome | None
    """How the session ended for its players; null before the end, and if it was abandoned."""
    problem: Literal["NOT_FOUND", "RULES_CHANGED", "NEWER_RELEASE", "DATA_CORRUPTED", "OTHER"] | None
    """The reason why the session cannot be shown; null if it is shown."""


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
    """The cursor. Pass it as `after` to continue after this session."""
    node: BatchResult
    """The result."""


class BatchSession(TypedDict):
    """A session of a batch, with its secrets."""

    sessionId: str
    """The session's id."""
    tag: str | None
    """The tag that the request gave the session."""
    hostToken: str
    """The token of the session's host, a secret that is returned only here."""
    joinLinks: list[JoinLink]
    """A join code for each seat, returned only here."""


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
    emotes: NotRequired[bool | None]
    """Whether the holders of seats may send emotes; by default they may unless the session is public."""
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
    """The blank's name, which stands in braces in the template."""
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
    """The kind of data that fills the blank."""


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
    """How far the bot looks ahead, from 1 (not at all) to 4."""
    version: int
    """The version of the bot's search. Another version may prefer other moves."""


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


class Breakdown(TypedDict):
    """The items that the scores of a finished table add up from, and what decided it."""

    seats: list[SeatPoints]
    """The score of each seat, item by item; empty while the deal is closed, and if the game lists no items."""
    decidedBy: DecidedBy
    """What decided the table."""


class Card(TypedDict):
    """A card's face."""

    code: str
    """The card's code in the notation of moves: `AR3`, `W1`, `Z`."""
    suit: str | None
    """The suit; null where the deck has no suits."""
    color: str | None
    """The colour; null where the card has none."""
    value: int | None
    """The number on the card; null where it has none."""
    label: str
    """The card's name in plain English: `Art red 3`."""


class CardPower(TypedDict):
    """The effect of a card."""

    code: str
    """The card's code."""
    text: str
    """The effect of the card, in one sentence."""


class Cards(TypedDict):
    """The cards of a game."""

    cards: list[Card]
    """The face of every card, once each, in the order of the game's page."""


class ChangeMade(TypedDict):
    """A change without the session: the answer to a client that prefers the minimum."""

    version: int
    """The version that the change made."""
    head: str | None
    """The head of that version."""
    replayed: bool
    """Whether an earlier request with the same idempotency key made the change."""
    events: list[Event]
    """The events of that version."""


class ChangesOfCodes(TypedDict):
    """The differences as in `ViewChanges`, with zones, facts and moves in codes; `session` is as always."""

    since: NotRequired[int | None]
    """The version that these changes start from; null where it is not known, as in the first frame of a stream. If
    it is null, `session` has everything.
    """
    session: NotRequired[Session | None]
    """The whole session, if `since` is null; else null."""
    status: NotRequired[Literal["OPEN", "ACTIVE", "FINISHED", "ABANDONED", "OTHER"] | None]
    """The stage of the session."""
    seats: NotRequired[list[Seat]]
    """The seats that differ."""
    expiresAt: NotRequired[str | None]
    """The time when the session expires, unless it is changed before."""
    deadline: NotRequired[str | None]
    """The time after which any caller may have default moves made for the asked seats."""
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
    """The prompt for the viewer, in one sentence."""
    zones: NotRequired[list[ZoneOfCodes]]
    """The zones that differ or are new, each in full."""
    zoneKeys: NotRequired[list[str] | None]
    """The keys of all zones in order, if a zone was added or removed. A zone that is not named is gone."""
    facts: NotRequired[list[FactOfCodes]]
    """The facts that differ."""
    scores: NotRequired[list[Score]]
    """The scores that differ."""
    result: NotRequired[Result | None]
    """The table's result."""
    breakdown: NotRequired[Breakdown | None]
    """The items that the scores of the result add up from."""
    legalMoves: NotRequired[list[MoveOfCodes] | None]
    """All legal moves of the viewer, if any of them differs."""
    notBefore: NotRequired[str | None]
    """The end of the time in which only a match is accepted."""
    undo: NotRequired[Undo | None]
    """Whether the viewer may take back its last move."""
    cleared: NotRequired[list[str]]
    """The names of the fields that have become null, such as `prompt` or `deadline`."""


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
    emotes: NotRequired[bool | None]
    """Whether the holders of seats may send emotes; by default they may unless the session is public."""
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
    emotes: NotRequired[bool]
    """Whether the holders of seats may send emotes at the tables."""


class CreateWebhook(TypedDict):
    """The owner of a new webhook, its URL, and the notices that it gets."""

    sessionId: NotRequired[str | None]
    """The session of which it gets notices. Without a session and a tournament, the owner is the app whose key is
    sent.
    """
    tournamentId: NotRequired[str | None]
    """The tournament of which it gets notices, also of its tables."""
    url: str
    """The URL, at most 2048 characters: `https`, with port 443 and a public address, unless the service allows
    others.
    """
    types: NotRequired[
        list[
            Literal[
                "table.opened",
                "table.started",
                "turn.started",
                "turn.ended",
                "reaction.opened",
                "seat.lapsed",
                "table.finished",
                "rematch.offered",
                "tournament.round_started",
                "tournament.round_finished",
                "tournament.finished",
            ]
        ]
        | None
    ]
    """The types of notices that it gets, out of table.opened, table.started, turn.started, turn.ended,
    reaction.opened, seat.lapsed, table.finished, rematch.offered, tournament.round_started,
    tournament.round_finished, tournament.finished; all, also those of later releases, if this is missing or
    empty.
    """


class DecidedBy(TypedDict):
    """What decided a table: the winners compared with the seats that rank next."""

    by: Literal["ITEM", "MARGIN", "TIE_BREAK", "SHARED", "RESIGNATION", "OTHER"]
    """What decided the table."""
    winners: list[int]
    """The seats that won."""
    others: list[int]
    """The seat that ranks next, or the seats of the team; of equal ones the first. Empty if there is none."""
    margin: int | None
    """The points between winners and others; null without `others`."""
    code: str | None
    """The code of the items that decided, or that are the largest part of the margin; null without items."""
    value: str | None
    """The value of these items, if they have one."""
    rule: str | None
    """The rule behind the difference of these items; null without items."""
    points: int | None
    """The points that these items gave the winners."""
    against: int | None
    """The points that these items gave the others."""
    sentence: str
    """The reason as one sentence of plain English."""


class Decision(TypedDict):
    """A decision of the viewer, asked for or out of turn, with everything that a bot needs."""

    seat: int
    """The viewer's seat."""
    asked: bool
    """Whether the seat is openly asked. A seat that is not asked may have moves out of turn."""
    moves: list[Move]
    """The legal moves, in canonical order; never empty."""
    default: str
    """The notation of the move that may be made by default when time runs out."""
    deadline: str | None
    """The time after which the default move may be made, by the store's clock; null for never."""
    notBefore: str | None
    """The end of the time in which only a match is accepted; null if there is none."""


class DecisionPoll(TypedDict):
    """The seats of a poll."""

    seats: list[PolledSeat]
    """The seats in the order in which they were sent."""


class Effect(TypedDict):
    """An effect that a move would have, in the terms of its game, such as points for a stack that would close."""

    code: str
    """The kind of effect, such as `takes`: its key in `effects` of the game's vocabulary."""
    arguments: list[Argument]
    """The values of the effect, which fill the blanks of its phrase."""
    sentence: str
    """The effect as one sentence of plain English, in the conditional."""


class EmoteChoice(TypedDict):
    """An emote that can be sent."""

    emote: Literal[
        "SMILE",
        "LAUGH",
        "SURPRISE",
        "THINKING",
        "SADNESS",
        "APPLAUSE",
        "HELLO",
        "GOOD_LUCK",
        "WELL_PLAYED",
        "OOPS",
        "THANKS",
        "ONE_MOMENT",
        "GOOD_GAME",
        "PLAY_AGAIN",
        "OTHER",
    ]
    """The emote."""
    text: str
    """The sentence in the wanted language; of a picture, its name."""
    emoji: str | None
    """The picture as an emoji; null for a sentence."""


class EmoteChoices(TypedDict):
    """Every emote."""

    emotes: list[EmoteChoice]
    """The emotes, in the order of a menu: the pictures first."""


class EmoteToSend(TypedDict):
    """An emote to send in a live session."""

    emote: Literal[
        "SMILE",
        "LAUGH",
        "SURPRISE",
        "THINKING",
        "SADNESS",
        "APPLAUSE",
        "HELLO",
        "GOOD_LUCK",
        "WELL_PLAYED",
        "OOPS",
        "THANKS",
        "ONE_MOMENT",
        "GOOD_GAME",
        "PLAY_AGAIN",
    ]
    """The emote."""


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
    """The cursor. Pass it as `after` to continue after this entrant."""
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
    """The cursor. Pass it as `after` to continue after this event."""
    node: Event
    """The event."""


EventOfCodes = TypedDict(
    "EventOfCodes",
    {
        "kind": "str",
        "seat": "NotRequired[int | None]",
        "codes": "NotRequired[list[str]]",
        "count": "NotRequired[int]",
        "from": "NotRequired[str | None]",
        "to": "NotRequired[str | None]",
        "positions": "NotRequired[list[int]]",
        "value": "NotRequired[str | None]",
        "rule": "NotRequired[str | None]",
    },
)


class Fact(TypedDict):
    """A public fact other than a card, such as a round, a pending question or a mark on a place."""

    name: str
    """The fact's name, which is also the kind of the events that change it."""
    value: str
    """The fact's value."""
    label: str
    """The fact's subject, in plain English."""
    display: str
    """The value in plain English, such as `yellow` or `the red pile of seat 1`."""
    weight: Literal["RULE", "COUNT", "DETAIL", "OTHER"]
    """How important the fact is."""
    zone: str | None
    """The key of the zone that the fact is about; null if there is none."""


class FactOfCodes(TypedDict):
    """A fact without texts; its weight never changes. Absent: null."""

    name: str
    """The fact's name."""
    value: str
    """The fact's value."""
    zone: NotRequired[str | None]
    """The key of the zone that the fact is about."""


class FailedDelivery(TypedDict):
    """A notice that could not be delivered within 24 hours. It is kept for 7 days."""

    deliveryId: str
    """Its id: the header `webhook-id` of each attempt."""
    type: str
    """The type of the notice."""
    at: str
    """The time of the notice."""
    failedAt: str
    """The time of the last attempt."""
    status: int | None
    """The status of the last answer; null if there was none."""
    reason: str
    """Why the last attempt failed, as an English sentence."""


class Fairness(TypedDict):
    """The data for checking the shuffles. The secrets are revealed when the table is finished."""

    kind: Literal["COMMITTED", "GIVEN", "OTHER"]
    """The source of the key."""
    commitment: str | None
    """SHA-256 of the server's secret, as 64 hex digits, shown from the start; null for a given key."""
    serverSeed: str | None
    """The server's secret, as 64 hex digits; null before the end."""
    entropy: list[str] | None
    """The entropy that each seat added when it joined, by seat; null before the end."""
    key: str | None
    """The table's key, as 64 hex digits; null before the end."""
    closed: bool
    """Whether other tables may still play the deal. Until the deal is opened, only the seats see the session, and
    its end reveals neither cards nor secrets.
    """


class FrameOfChanges(TypedDict):
    """A frame of a stream with `changes=true`: a version of the session, its events, and the differences."""

    version: int
    """The version. Each version comes once, in order, unless versions were rolled back."""
    head: str | None
    """The head of that version."""
    cursor: str
    """The cursor of this frame. Pass it as `after` to continue after the frame."""
    resync: bool
    """As in `SessionFrame`. If it is true, `changes` has the whole session."""
    rolledBack: bool
    """As in `SessionFrame`."""
    events: list[Event]
    """The events of this version; empty in a snapshot."""
    changes: ViewChanges
    """The differences from the previous frame; the whole session in the first frame of a connection."""


class FrameOfCodes(TypedDict):
    """A frame of a stream with `codes=true`: a version of the session, its events, and the differences, in codes."""

    version: int
    """The version. Each version comes once, in order, unless versions were rolled back."""
    cursor: str
    """The cursor of this frame. Pass it as `after` to continue after the frame."""
    resync: NotRequired[bool]
    """As in `SessionFrame`; absent if false. If it is true, `changes` has the whole session."""
    rolledBack: NotRequired[bool]
    """As in `SessionFrame`; absent if false."""
    events: NotRequired[list[EventOfCodes]]
    """The events of this version in their order, without those that only report a new fact, turn or score, which
    `changes` has. Absent if there are none.
    """
    changes: ChangesOfCodes
    """The differences from the previous frame; the whole session in the first frame of a connection."""


class Game(TypedDict):
    """A game that the service offers."""

    id: str
    """The game's short name, such as `zeven`."""
    title: str
    """The game's title."""
    summary: str
    """The game in one sentence."""
    goal: str
    """The goal of the game, in one sentence."""
    howToPlay: list[str]
    """The game in five short sentences, for newcomers."""
    minSeats: int
    """The smallest number of seats."""
    maxSeats: int
    """The largest number of seats."""
    rulesVersion: int
    """The version of the rules, which records name."""
    options: list[GameOption]
    """The options, in the order of the game's page."""
    verbs: list[Verb]
    """The verbs of the game's moves, in canonical order."""
    hasLesson: bool
    """Whether the game has a `lesson`, a guided first hand."""


class GameOption(TypedDict):
    """An option that a host may set when a table is opened."""

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
    """The greatest allowed number for each number of seats, from `minSeats` up; empty if it is always the same."""
    label: str
    """The option's name for people."""
    choiceLabels: list[str]
    """The labels of `choices` for people, in the same order."""
    isSeat: bool
    """Whether the option's numbers are seats. People count seats from 1, so a form shows `0` as seat 1."""
    suggestedBySeats: list[str]
    """The value to suggest for each number of seats, from `minSeats` up; empty if the default fits every number of
    seats.
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
    """The cards, each with its moves or the reason why it has none; empty for a spectator, and before the deal."""


class HandCard(TypedDict):
    """A card in the viewer's hand, with its moves or the reason why it has none."""

    card: Card
    """The card."""
    moves: list[Move]
    """The legal moves with this card, in canonical order."""
    refusal: Refusal | None
    """The reason why the card has no move; null if it has one."""


class HiddenCards(TypedDict):
    """Cards that the seat could not see. They were dealt at random."""

    zone: str
    """The key of the zone in which the cards lie."""
    count: int
    """The number of hidden cards in the zone."""


class IllegalMove(TypedDict):
    """The rules do not allow the move."""

    type: str
    """The address of a page about this code, relative to the address of the service."""
    title: str
    """A summary that all problems with this code share."""
    status: int
    """The HTTP status of the response."""
    detail: str
    """What is wrong and what was expected, in one sentence of plain English."""
    code: Literal["BAD_NOTATION", "ILLEGAL_MOVE", "NOT_YOUR_TURN", "TABLE_OVER", "OTHER"]
    """The stable code."""
    path: NotRequired[list[str]]
    """The path to the faulty part of the request, outermost first."""
    retryAfterMillis: NotRequired[int]
    """The milliseconds after which a retry may succeed."""
    rule: Rule | None
    """The rule that forbids the move."""
    legalMoves: list[Move]
    """The seat's legal moves; empty if the seat is not asked."""
    template: str | None
    """The template of the message, which is its key in `refusals` of the vocabulary; null if it has none there."""
    arguments: list[Argument]
    """The data that fills the blanks of the template."""


IllegalMoveOrProblem: TypeAlias = "IllegalMove | Problem"
"""A problem of one of several kinds, told apart by `code`: IllegalMove, Problem."""


class Introduction(TypedDict):
    """An introduction to a game for newcomers, according to the options of a table."""

    goal: str
    """The goal of the game, in one sentence."""
    howToPlay: list[str]
    """The game in a few short sentences, followed by the options in force that they do not mention."""
    powers: list[CardPower]
    """The effect of each card, in the order of `cards`."""


class JoinLink(TypedDict):
    """A seat, and the code that lets a player take it."""

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
    """The viewer's legal moves at one version."""

    version: int
    """The version of the session."""
    moves: list[Move]
    """The legal moves, in canonical order; empty for a spectator, and before the deal."""


class Lesson(TypedDict):
    """A guided first hand: a fixed deal, and the moves of all seats in their order."""

    seats: int
    """The number of seats."""
    learner: int
    """The learner's seat."""
    names: list[str]
    """The names that the sentences give to the seats; the learner's is empty."""
    options: list[SetOption]
    """The options that differ from their defaults."""
    seed: str
    """The table's key."""
    deck: list[str]
    """The stacked deck, the top card first."""
    steps: list[LessonStep]
    """The moves, in their order."""
    closing: str
    """What to say after the last move."""


class LessonStep(TypedDict):
    """A move of a lesson, and the sentence about it."""

    seat: int
    """The seat that moves."""
    moves: list[str]
    """The notations that carry out the step. The first one is the move to show to the learner."""
    sentence: str
    """Before a move of the learner: what to do, and why. After a move of another seat: what happened, or nothing
    where the sentence of a neighbouring step says enough.
    """
    rule: str | None
    """The number of the rule that the step shows."""


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
    """The session at `version`, or at a later version if the answer is replayed."""
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
    """The reason why the move is illegal; null if it is legal."""


class MoveInput(TypedDict):
    """A move in a live session."""

    move: str
    """The move's notation, as a legal move gives it."""


class MoveMade(TypedDict):
    """The differences that a move made: the answer to a client that prefers the changes."""

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
    """The differences from the session and the view at the version that `If-Match` names; the whole session if it
    names none, or if the answer is replayed.
    """


class MoveMadeOfCodes(TypedDict):
    """The differences that a move made, in codes."""

    version: int
    """The version that the move made."""
    cursor: str
    """The cursor of that version."""
    replayed: NotRequired[bool]
    """Whether an earlier request with the same idempotency key made the move; absent if not."""
    move: NotRequired[MoveOfCodes | None]
    """The move; only with the parameter `events`."""
    events: NotRequired[list[EventOfCodes] | None]
    """The events of that version, as in `FrameOfCodes`; only with the parameter `events`."""
    changes: ChangesOfCodes
    """The differences, as in `MoveMade`."""


MoveOfCodes = TypedDict(
    "MoveOfCodes",
    {
        "notation": "str",
        "verb": "str",
        "codes": "NotRequired[list[str]]",
        "from": "NotRequired[str | None]",
        "to": "NotRequired[str | None]",
        "seat": "NotRequired[int | None]",
        "choice": "NotRequired[str | None]",
        "card": "NotRequired[str | None]",
    },
)


class MoveOnTable(TypedDict):
    """A move on a stateless table."""

    state: str
    """The state, exactly as it was received."""
    seat: int
    """The seat that moves."""
    move: str
    """The move's notation."""
    viewer: NotRequired[int | None]
    """The seat whose view is returned, and which sees the events."""


class MySession(TypedDict):
    """A session in which the token has a seat, or which it hosts."""

    sessionId: str
    """The session's id, as it was sent."""
    problem: Literal["UNAUTHORIZED", "NOT_FOUND", "RULES_CHANGED", "NEWER_RELEASE", "DATA_CORRUPTED", "OTHER"] | None
    """The reason why the session cannot be shown; null if it is shown."""
    session: SessionSummary | None
    """The summary of the session; null if there is a problem."""
    seat: int | None
    """The seat of the token; null for a host without a seat."""
    isHost: bool
    """Whether the token has the host's rights."""
    isMyTurn: bool
    """Whether the seat is openly asked now. A seat that is not asked may have moves out of turn."""


class MySessions(TypedDict):
    """The sessions of the given tokens."""

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
    """The round; null if the tournament is over."""


class Notations(TypedDict):
    """Every notation that a move can have at a table of a game."""

    notations: list[str]
    """The notations, each once, in the canonical order of `legalMoves`. Every legal move is in the list. A few
    notations may never be legal.
    """


class NoticeTypeInfo(TypedDict):
    """A type of notice."""

    type: str
    """The type, such as `turn.started`."""
    meaning: str
    """What has happened, as an English sentence."""
    fields: list[str]
    """The fields that `data` of such a notice may have."""
    isSubscribable: bool
    """Whether `createWebhook` takes the type. Every webhook gets the notices of `testWebhook`."""


class NoticeTypes(TypedDict):
    """Every type of notice. Later releases may add types."""

    types: list[NoticeTypeInfo]
    """The types, in the order of a table's life."""


class OptionInput(TypedDict):
    """An option and its value."""

    name: str
    """The option's name."""
    value: str
    """The value as text: `true`, `3`, `[0,1,0,1]`, `null`, or a word."""


class Outcome(TypedDict):
    """The end of a session for its players, some of whom may have resigned."""

    by: Literal["PLAY", "RESIGNATION", "OTHER"]
    """What ended the table."""
    ranking: list[int]
    """Each seat's rank, from 1. Seats that resigned rank behind all others, the last to resign first. The others
    rank by the result.
    """
    winners: list[int]
    """The seats ranked 1."""
    resigned: list[int]
    """The seats that resigned, in the order of their resignations."""


class PageInfo(TypedDict):
    """The bounds of a page of a list."""

    hasNextPage: bool
    """Whether there are items after this page."""
    hasPreviousPage: bool
    """Whether there are items before this page."""
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
    """A paired round."""

    tables: list[PairedTable]
    """The tables, those with the most points first."""
    byes: list[int]
    """The numbers of the entrants with a bye."""


class PairedRoundInput(TypedDict):
    """A round."""

    tables: list[PairedTableInput]
    """The tables."""
    byes: NotRequired[list[int] | None]
    """The numbers of the entrants who had a bye."""


class PairedTable(TypedDict):
    """A table of a round."""

    entrants: list[int]
    """The numbers of the entrants, by seat at the first board."""


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
    """A template of a sentence or a label: a text with blanks in braces."""

    key: str
    """The key: a kind of event, a verb or a fact's name; for a refusal, its English template."""
    template: str
    """The text. A blank such as `{to_zone:dative}` asks for a form of a word."""
    blanks: list[Blank]
    """The blanks of the English template, each once."""
    counted: str | None
    """The blank whose number, or number of things, selects the plural form; null if there is one form."""
    plurals: list[PluralForm]
    """The templates for numbers that `template` does not fit, such as 1."""


class PlayerRating(TypedDict):
    """The rating of a player: a normal distribution."""

    mu: float
    """The mean of the rating."""
    sigma: float
    """The standard deviation of the rating."""


class PlayerRatings(TypedDict):
    """The ratings of players after their games."""

    ratings: list[PlayerRating]
    """The ratings, in the order in which they were sent."""


class PluralForm(TypedDict):
    """A template for a category of numbers."""

    category: str
    """The category of numbers, named as in the CLDR, such as `one` or `few`."""
    template: str
    """The text of the template."""


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
    """A seat of a poll, with its session if there is news."""

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
    """The state of the seat."""
    cursor: str | None
    """The cursor of the last version that was reported to the seat. Send it as `after` in the next poll."""
    session: Session | None
    """The session as the seat sees it; null unless the seat has something to decide or the session is over, and
    `after` is not the session's cursor.
    """


class Presence(TypedDict):
    """The presence of the players of a session, as far as the store knows."""

    sessionId: str
    """The session's id."""
    seats: list[SeatPresence]
    """The seats, in order of play."""
    waiting: bool
    """Whether a table at which only bots play waits: its next move is overdue by 5 seconds. Tables with people come
    first, and few others are played at once.
    """


class Preview(TypedDict):
    """The effect of a move as far as the viewer can foresee it. Effects of hidden cards and of chance are left out."""

    move: Move
    """The move."""
    events: list[Event]
    """The first events of the move, in order, as far as they are certain."""
    eventsComplete: bool
    """Whether `events` has all events of the move."""
    zones: list[PreviewZone]
    """Every zone after the move."""
    facts: list[Fact]
    """The facts that are certain."""
    turn: list[int] | None
    """The seats that would be asked; null if they cannot be known."""
    scores: list[Score]
    """The points after the move; null where they cannot be known."""
    result: Result | None
    """The table's result after the move, if it is certain."""
    over: bool | None
    """Whether the table would be over; null if that cannot be known."""
    effects: list[Effect]
    """The certain effects in the terms of the game, the most important one first, as the seat that asks would put
    it: `5 + 3 = 8: you would take 4 cards.` Empty if the game names none.
    """


class PreviewZone(TypedDict):
    """A zone after a move, as far as it can be foreseen."""

    key: str
    """The zone's name in the view."""
    kind: str
    """The kind of zone: the part of the key before the colon."""
    owner: int | None
    """The seat that owns the zone; null for a zone of the table."""
    label: str
    """The zone's name in plain English."""
    count: int | None
    """The number of cards after the move; null if it cannot be known."""
    value: int | None
    """The number that the rules will give the zone; null if it is unknown or there is none."""
    cards: list[Card | None] | None
    """The cards, from bottom to top; null in the list is a hidden or unknown card. If the list itself is null, not
    even the number of cards is known.
    """


class Problem(TypedDict):
    """Problem details (RFC 9457). Nothing was changed."""

    type: str
    """The address of a page about this code, relative to the address of the service."""
    title: str
    """A summary that all problems with this code share."""
    status: int
    """The HTTP status of the response."""
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
        "EMOTES_OFF",
        "WEBHOOKS_OFF",
        "TOO_MANY_WEBHOOKS",
        "PUSH_OFF",
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
    """The path to the faulty part of the request, outermost first."""
    retryAfterMillis: NotRequired[int]
    """The milliseconds after which a retry may succeed."""


class PushKey(TypedDict):
    """The public key of the service for Web Push (VAPID, RFC 8292)."""

    key: str | None
    """The key, a point of P-256 in base64url, for `applicationServerKey` of a browser; null if the service sends no
    push messages.
    """


class PushSubscriptionInput(TypedDict):
    """The subscription that a browser returns (`PushSubscription`)."""

    endpoint: str
    """The address of the browser at its push service."""
    p256dh: str
    """The key `p256dh` of the browser, in base64url."""
    auth: str
    """The secret `auth` of the browser, in base64url."""


class RankedEntrant(TypedDict):
    """An entrant's place in the standings."""

    rank: int
    """The rank, from 1. Equal entrants share a rank."""
    entrant: int
    """The entrant's number."""
    points: float
    """The sum of the entrant's points."""
    tieBreaks: list[float]
    """The values of the tie-breaks, in the order of the plan."""
    played: int
    """The number of tables played."""
    wins: int
    """The number of tables won alone."""
    byes: int
    """The number of byes."""
    isActive: bool
    """Whether the entrant has neither withdrawn nor been eliminated."""


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


class ReactionOpenedData(TypedDict):
    """The `data` of a notice `reaction.opened`. Later releases may add fields."""

    sessionId: str
    """The session."""
    version: int
    """The version of the session or of the tournament that brought the notice."""
    deadline: str
    """The time until which the seat may decide, or the table may react; left out if there is no limit."""
    tournamentId: NotRequired[str]
    """The tournament, or the one to which the table belongs."""


class ReactionOpenedNotice(TypedDict):
    """A time for reactions has begun, for the whole table: who can react is secret."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: ReactionOpenedData


class ReadTable(TypedDict):
    """A state, and the viewer whose view of it is wanted."""

    state: str
    """The state, exactly as it was received."""
    viewer: NotRequired[int | None]
    """The seat whose view is returned; null for a spectator's view."""


class Refusal(TypedDict):
    """The reason why a move is illegal now."""

    code: Literal["BAD_NOTATION", "ILLEGAL_MOVE", "NOT_YOUR_TURN", "TABLE_OVER", "OTHER"]
    """The stable code: `BAD_NOTATION`, `ILLEGAL_MOVE`, `NOT_YOUR_TURN` or `TABLE_OVER`."""
    rule: str | None
    """The number of the rule that forbids the move."""
    message: str
    """The reason in one sentence of plain English."""
    template: str | None
    """The template of the message, which is its key in `refusals` of the vocabulary; null if it has none there."""
    arguments: list[Argument]
    """The data that fills the blanks of the template."""
    alternatives: list[Move]
    """Up to three similar legal moves, the most similar first."""


class RematchOffered(TypedDict):
    """A rematch, a new session for the same seats, is open."""

    session: Session
    """The new session. Each seat joins it with its token of the old session as the bearer token."""


class RematchOfferedData(TypedDict):
    """The `data` of a notice `rematch.offered`. Later releases may add fields."""

    sessionId: str
    """The session."""
    version: int
    """The version of the session or of the tournament that brought the notice."""
    nextSessionId: str
    """The session that continues with the same seats."""
    tournamentId: NotRequired[str]
    """The tournament, or the one to which the table belongs."""


class RematchOfferedNotice(TypedDict):
    """A session continues with the same seats."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: RematchOfferedData


class ReplayWebhook(TypedDict):
    """A webhook, and the failed delivery to replay."""

    deliveryId: NotRequired[str | None]
    """The id of a failed delivery; by default the newest 10 are replayed."""


class Result(TypedDict):
    """The result of a table."""

    scores: list[int]
    """The totals, by seat."""
    ranking: list[int]
    """Each seat's rank: 1 + the number of seats with a better score."""
    winners: list[int]
    """The seats ranked 1; equal scores share the win."""
    reason: str
    """The reason for the end, a code from the game's rule page."""


class Review(TypedDict):
    """A page of the moves of a finished table, the first move first. Moves that were taken back are left out."""

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
    """The cursor. Pass it as `after` to continue after this move."""
    node: ReviewedMove
    """The move."""


class ReviewedMove(TypedDict):
    """A move of a finished table, and the move that a bot prefers. The bot knows only what the seat knew then."""

    ply: int
    """The number of moves made before this one."""
    seat: int
    """The seat that moved."""
    move: Move
    """The move that was made."""
    preferred: Move | None
    """The preferred move; null if it was better to wait."""
    waits: bool
    """Whether it was better to wait. Only a seat that was not asked could wait."""
    verdict: Literal["BEST", "ABOUT_EQUAL", "WORSE", "OTHER"]
    """How the move compares with the preferred one."""
    onlyMove: bool
    """Whether the seat had no choice: it was asked, and had one legal move."""
    loss: float
    """The mean number of points that the move loses, if `verdict` is WORSE; else 0."""
    lossLow: float
    """The lower end of the interval of the difference, above 0 if `verdict` is WORSE. All intervals of a position
    hold together with 95 % confidence.
    """
    lossHigh: float
    """The upper end of the interval of the difference."""
    playouts: int
    """The number of deals in which both moves were played out; 0 if they are the same."""


class RoundSummary(TypedDict):
    """The summary of a round."""

    round: int
    """The round, from 1."""
    tables: int
    """The number of tables in the round."""
    tablesOver: int
    """The number of tables that are over."""
    byes: list[int]
    """The entrants with a bye."""
    isOver: bool
    """Whether all tables are over and the deals were opened."""
    commitment: str | None
    """SHA-256 of the secret of the deals, as 64 hex digits; null unless all tables play the same deals."""
    serverSeed: str | None
    """The secret of the deals, as 64 hex digits; null until the round is over."""


class Rule(TypedDict):
    """A rule from the game's rule page."""

    number: str
    """The page and the rule's number on it, such as `zeven 3.4`. `zeven 3` is the whole section."""
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
    """The rules: each section, followed by its numbered rules."""


class Score(TypedDict):
    """A seat's points so far."""

    seat: int
    """The seat."""
    points: int | None
    """The seat's points; null where the viewer may not know them."""


class ScoreItem(TypedDict):
    """A part of a seat's score. The sum of `worth`, multiplied by `factor`, is `points`."""

    code: str
    """The kind of item, a code of the game, such as `colour` or `stack`."""
    value: str | None
    """What the item is about, such as a suit; null if there is nothing."""
    rule: str
    """The number of the rule that gives the points."""
    label: str
    """The item's name in plain English."""
    seat: int | None
    """The seat that the cards belong to; null if they are those of the seat that scores."""
    cards: list[Card]
    """The cards that count; empty if the table does not show any."""
    worth: list[int]
    """The points of each of `cards`; without cards, the points of each thing that counts."""
    factor: int
    """The factor: 2 doubles the points, 0 cancels them, -1 subtracts them."""
    points: int
    """The points that the item adds to the score."""


class Seat(TypedDict):
    """A place at a session's table."""

    index: int
    """The seat's number, from 0, in order of play."""
    name: str | None
    """The holder's name."""
    taken: bool
    """Whether the seat has a holder. A bot is not a holder; see `kind`."""
    kind: Literal["HUMAN", "DEFAULT_POLICY", "BOT", "OTHER"]
    """The player of the seat."""
    bot: Bot | None
    """The bot, if `kind` is BOT; else null."""


class SeatEmote(TypedDict):
    """An emote that the holder of a seat has sent. It is not part of the session, and nothing stores it."""

    seat: int
    """The seat."""
    emote: Literal[
        "SMILE",
        "LAUGH",
        "SURPRISE",
        "THINKING",
        "SADNESS",
        "APPLAUSE",
        "HELLO",
        "GOOD_LUCK",
        "WELL_PLAYED",
        "OOPS",
        "THANKS",
        "ONE_MOMENT",
        "GOOD_GAME",
        "PLAY_AGAIN",
        "OTHER",
    ]
    """The emote."""
    text: str
    """The sentence in the wanted language; of a picture, its name."""


class SeatGivenUp(TypedDict):
    """A seat whose holder has left."""

    seat: int
    """The seat."""


class SeatGrant(TypedDict):
    """A secret that opens a seat of a sealed table."""

    seat: int
    """The seat."""
    token: str
    """The grant, which its holder sends as `Authorization: Bearer …`."""


class SeatJoined(TypedDict):
    """The seat is taken."""

    session: Session
    """The session as the new holder of the seat sees it."""
    seat: int
    """The seat."""
    replayed: bool
    """Whether an earlier request with the same idempotency key took the seat. The token may be void by now;
    `session` is then what a spectator sees.
    """
    seatToken: str
    """The seat's token, a secret that is returned only here. Send it as `Authorization: Bearer …`."""


class SeatLapsedData(TypedDict):
    """The `data` of a notice `seat.lapsed`. Later releases may add fields."""

    sessionId: str
    """The session."""
    version: int
    """The version of the session or of the tournament that brought the notice."""
    seat: int
    """The seat, from 0."""
    tournamentId: NotRequired[str]
    """The tournament, or the one to which the table belongs."""


class SeatLapsedNotice(TypedDict):
    """The time of a seat ran out, and a default decision was made in its place."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: SeatLapsedData


class SeatPoints(TypedDict):
    """A seat's score, item by item."""

    seat: int
    """The seat."""
    points: int
    """The seat's score: the sum of the points of `items`."""
    items: list[ScoreItem]
    """The items, in the order of the rules."""


class SeatPresence(TypedDict):
    """The presence of the holder of a seat."""

    seat: int
    """The seat."""
    connected: bool | None
    """Whether the holder follows the session by a stream, or closed the last stream only seconds ago. Without a
    stream: whether the holder has polled, read or changed the session in the last 25 seconds. Null if the seat
    has no holder, or if a bot or the default policy plays it.
    """
    lastSeen: str | None
    """The time when the holder was last seen, to about 10 seconds; null if never, or more than a day ago."""


class SeatPushes(TypedDict):
    """The browsers that show notices to the holder of a seat."""

    sessionId: str
    """The session's id."""
    seat: int
    """The seat."""
    browsers: int
    """The number of subscribed browsers, at most 4."""


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
    """A live session as its viewer sees it. The viewer is the seat of the bearer token, or a spectator."""

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
    """The number of committed changes. The first change created the session."""
    head: str | None
    """The hash of the history up to this version, 16 characters. Versions with the same head have the same history."""
    cursor: str
    """Version and head as one text. Pass it to a stream as `after` to continue from here."""
    seats: list[Seat]
    """The seats, in order of play."""
    viewerSeat: int | None
    """The seat that the bearer token holds; null for a spectator."""
    isHost: bool
    """Whether the bearer token has the host's rights."""
    bearer: Literal["NONE", "SEAT", "HOST", "UNKNOWN", "OTHER"]
    """What the bearer token stands for in this session."""
    viewId: str
    """The id of this viewer's projection. It is the same at every version, and different for each seat, for a host
    without a seat, and for spectators. Clients that cache objects by id use it as the key.
    """
    createdAt: str
    """The time when the session was created."""
    expiresAt: str
    """The time when the session expires, unless it is changed before."""
    deadline: str | None
    """The time after which any caller may have default moves made for the asked seats; null for never."""
    takeBack: TakeBack | None
    """The pending request to take back the last move; null if there is none."""
    fairness: Fairness
    """The data for checking the shuffles."""
    rematchId: str | None
    """The id of the rematch, a session for the same seats; null if there is none."""
    tournament: TournamentPlace | None
    """The session's place in a tournament; null if it belongs to none."""
    outcome: Outcome | None
    """How the session ended for its players; null before the end, and if it was abandoned."""
    view: View | None
    """The table as the viewer sees it; null before the deal."""


class SessionChanged(TypedDict):
    """The session was changed, and the change was stored."""

    session: Session
    """The session at `version`, or at a later version."""
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
    """The host's token, a secret that is returned only here. Send it as `Authorization: Bearer …` to start or
    abandon the session, or to take a seat as the host.
    """
    joinLinks: list[JoinLink]
    """A join code for each seat, returned only here."""


class SessionEdge(TypedDict):
    """A session in a page, with its cursor."""

    cursor: str
    """The cursor. Pass it as `after` to continue after this session."""
    node: Session
    """The session."""


class SessionFrame(TypedDict):
    """A frame of a stream: a version of the session, and its events."""

    version: int
    """The version. Each version comes once, in order, unless versions were rolled back."""
    head: str | None
    """The hash of the history up to this version, 16 characters. Versions with the same head have the same history."""
    cursor: str
    """The cursor of this frame. Pass it as `after` to continue after the frame."""
    resync: bool
    """Whether versions before this one were skipped or taken back, or this one opened the deal. If so, redraw the
    table from `session` and ignore `events`.
    """
    rolledBack: bool
    """Whether the store has lost versions that were sent before this frame. Later versions may reuse their numbers.
    If it is true, so is `resync`.
    """
    events: list[Event]
    """The events of this version; empty in a snapshot."""
    session: Session
    """The session as of this version."""
    decision: Decision | None
    """The viewer's decision at this version; null if the viewer has no move."""


class SessionFrameEvent(TypedDict):
    """Server-sent events. The data of a `frame` is a `SessionFrame`, or a `FrameOfChanges`, or a `FrameOfCodes`."""

    id: NotRequired[str]
    """The cursor of the frame."""
    event: NotRequired[Literal["frame", "end", "reconnect", "problem"]]
    """The kind of event."""
    data: NotRequired[str]
    """JSON."""
    retry: NotRequired[int]
    """The milliseconds before a client should connect again."""


SessionFrameEventData: TypeAlias = "SessionFrame | FrameOfChanges | FrameOfCodes | Problem | dict[str, object]"
"""The data of an event: a SessionFrame for `frame`, a Problem for `problem`, else an empty object."""


class SessionSettings(TypedDict):
    """The settings of a session, apart from the options of its game."""

    public: bool
    """Whether the session is listed while seats are open."""
    invitationOnly: bool
    """Whether taking a seat requires its join code."""
    startByHost: bool
    """Whether the deal waits for the host to start, even when every seat is taken."""
    moveSeconds: int | None
    """The time for a decision in seconds; null for no limit."""
    reactionMillis: int | None
    """The milliseconds after a card is put down in which only a match is accepted; null for none."""
    takeBacks: bool
    """Whether a seat may ask the others to take back its last move."""
    hints: bool
    """Whether a seat may ask for the move that a bot prefers."""
    botMillis: int | None
    """The pause before a bot moves, in milliseconds; null for none."""
    leftSeatLevel: int | None
    """The level of the bot that takes over a seat whose holder leaves during play; null if the seat waits."""
    sharedDeal: bool
    """Whether other tables play the same deal."""
    emotes: bool
    """Whether the holders of seats may send emotes."""


class SessionSummary(TypedDict):
    """The summary of a session, without its table. It is the same for every viewer."""

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
    """The number of committed changes. The first change created the session."""
    seats: list[Seat]
    """The seats, in order of play."""
    createdAt: str
    """The time when the session was created."""
    expiresAt: str
    """The time when the session expires, unless it is changed before."""
    deadline: str | None
    """The time after which any caller may have default moves made for the asked seats; null for never."""
    rematchId: str | None
    """The id of the rematch, a session for the same seats; null if there is none."""


class SessionSummaryConnection(TypedDict):
    """A page of summaries of sessions, the newest first."""

    edges: list[SessionSummaryEdge]
    """The sessions with their cursors."""
    nodes: list[SessionSummary]
    """The sessions."""
    pageInfo: PageInfo
    """The bounds of the page."""


class SessionSummaryEdge(TypedDict):
    """A session in a page, with its cursor."""

    cursor: str
    """The cursor. Pass it as `after` to continue after this session."""
    node: SessionSummary
    """The session."""


class SessionsCreated(TypedDict):
    """Every session of the batch was created."""

    batchId: str
    """The batch's id. Anybody who has it can read the results."""
    sessions: list[BatchSession]
    """The sessions, in the order in which they were sent."""


class SetOption(TypedDict):
    """An option and its value at this table."""

    name: str
    """The option's name."""
    value: str
    """The option's value, as text."""


class StaleVersion(TypedDict):
    """The session is not at the expected version: it has advanced, or the store has lost that version."""

    type: str
    """The address of a page about this code, relative to the address of the service."""
    title: str
    """A summary that all problems with this code share."""
    status: int
    """The HTTP status of the response."""
    detail: str
    """What is wrong and what was expected, in one sentence of plain English."""
    code: Literal["STALE_VERSION", "ROLLED_BACK", "OTHER"]
    """The stable code."""
    path: NotRequired[list[str]]
    """The path to the faulty part of the request, outermost first."""
    retryAfterMillis: NotRequired[int]
    """The milliseconds after which a retry may succeed."""
    currentVersion: int
    """The session's current version."""
    session: Session
    """The current session as the same viewer sees it."""


class Standing(TypedDict):
    """An entrant's place in the standings."""

    rank: int
    """The rank, from 1. Entrants who are equal in everything share a rank."""
    entrant: int
    """The entrant's number."""
    name: str | None
    """The entrant's name."""
    points: float
    """The sum of the entrant's points."""
    tieBreaks: list[float]
    """The values of the tie-breaks, in the order of the tournament."""
    played: int
    """The number of tables played."""
    wins: int
    """The number of tables won."""
    byes: int
    """The number of byes."""
    isActive: bool
    """Whether the entrant has neither withdrawn nor been eliminated."""
    outAfterRound: int | None
    """In an elimination, the round after which the entrant was out of the bracket, 0 for one who never had a place
    in it; null for an entrant who is still in it. Ranks depend first on this number, later rounds before earlier
    ones, then on points.
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
    """The cursor. Pass it as `after` to continue after this standing."""
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


class SubscribePush(TypedDict):
    """The session, and the browser that shows the notices of the bearer's seat."""

    subscription: PushSubscriptionInput
    """The subscription of the browser."""
    language: NotRequired[Literal["en", "de"]]
    """The language of the notices: en or de."""


class SuggestMoveForState(TypedDict):
    """A stateless table, and the seat for which to suggest a move."""

    state: str
    """The state, exactly as it was received."""
    seat: int
    """The seat."""
    level: NotRequired[int]
    """The bot's level, 1–4: how far it looks ahead (1: not at all). The default is 3."""


class Suggestion(TypedDict):
    """The move that a bot prefers for a seat, and why. The bot decides from what the seat knows."""

    seat: int
    """The seat."""
    version: int
    """The version for which the suggestion holds, and no other; for a stateless table, the ply."""
    cursor: str | None
    """The cursor of that version; null for a stateless table."""
    move: Move | None
    """The preferred move; null if it is better to wait."""
    waits: bool
    """Whether it is better to wait. Only a seat that is not asked can wait."""
    level: int
    """The level of the bot."""
    effort: int
    """The number of moves that were searched."""
    candidates: list[TriedMove]
    """The moves that were tried, the best first; empty at level 1, and if there is no choice."""
    hidden: list[HiddenCards]
    """The cards that the seat could not see and the bot had to guess, by zone."""


class Table(TypedDict):
    """A table at one state, which the caller holds."""

    state: str
    """The whole table as text. An open state reveals hidden cards: keep it in a trusted back end. A sealed state may
    be given to anybody.
    """
    result: Result | None
    """The table's result; null before the end."""
    activeSeats: list[int]
    """The seats that have a move. If the state is sealed, only the seats that the bearer may know of are listed."""
    sealed: bool
    """Whether the state is sealed."""
    grants: list[SeatGrant]
    """A grant for each seat of a newly sealed table, returned only here."""


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
    """The cursor. Pass it as `after` to continue after this table."""
    node: TournamentTable
    """The table."""


class TableFinishedData(TypedDict):
    """The `data` of a notice `table.finished`. Later releases may add fields."""

    sessionId: str
    """The session."""
    version: int
    """The version of the session or of the tournament that brought the notice."""
    tournamentId: NotRequired[str]
    """The tournament, or the one to which the table belongs."""


class TableFinishedNotice(TypedDict):
    """The table is finished, or it was abandoned."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: TableFinishedData


class TableMoved(TypedDict):
    """A move made on a stateless table, and the view after it for a viewer."""

    table: Table
    """The table after the move."""
    view: View | None
    """The view of the viewer; null if there is no such seat, or if it is closed to the caller."""
    move: Move
    """The move."""
    events: list[Event]
    """The events of the move, as the viewer may see them."""


class TableOpenedData(TypedDict):
    """The `data` of a notice `table.opened`. Later releases may add fields."""

    sessionId: str
    """The session."""
    version: int
    """The version of the session or of the tournament that brought the notice."""
    tournamentId: NotRequired[str]
    """The tournament, or the one to which the table belongs."""


class TableOpenedNotice(TypedDict):
    """A session was opened by the app, or as a table of the tournament."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: TableOpenedData


class TableRuling(TypedDict):
    """The host's ruling on a table."""

    points: list[float]
    """The points of the entrants, in the order of the table."""
    reason: str
    """The reason for the ruling."""


class TableSeen(TypedDict):
    """A stateless table, and its view for a viewer."""

    table: Table
    """The table."""
    view: View | None
    """The view of the viewer; null if there is no such seat, or if it is closed to the caller."""


class TableSetup(TypedDict):
    """The setup of a stateless table."""

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
    """The seat whose view is returned; null for a spectator's view."""


class TableStartedData(TypedDict):
    """The `data` of a notice `table.started`. Later releases may add fields."""

    sessionId: str
    """The session."""
    version: int
    """The version of the session or of the tournament that brought the notice."""
    tournamentId: NotRequired[str]
    """The tournament, or the one to which the table belongs."""


class TableStartedNotice(TypedDict):
    """The cards were dealt."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: TableStartedData


class TakeBack(TypedDict):
    """A request to take back a seat's last move."""

    seat: int
    """The seat that asks to take back its move."""
    agreed: list[int]
    """The seats that have agreed."""
    awaited: list[int]
    """The seats that have not answered."""


class TakeBackAnswer(TypedDict):
    """An answer to a request to take back a last move."""

    agree: bool
    """Whether the seat may take its move back."""


class TestData(TypedDict):
    """The `data` of a notice `test`. Later releases may add fields."""

    sessionId: NotRequired[str]
    """The session."""
    tournamentId: NotRequired[str]
    """The tournament, or the one to which the table belongs."""


class TestNotice(TypedDict):
    """`testWebhook` was called."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: TestData


class Tournament(TypedDict):
    """A tournament. All viewers see the same, except `isHost` and `entrant`, which describe the bearer of the token."""

    id: str
    """The tournament's id."""
    version: int
    """The number of committed changes. The first change created the tournament."""
    head: str
    """The hash of the history up to this version, 16 characters. Versions with the same head have the same history."""
    cursor: str
    """Version and head as one text. Pass it to a stream as `after` to continue from here."""
    title: str
    """The tournament's name."""
    game: str
    """The game's id."""
    options: list[SetOption]
    """Every option and its value at the tables."""
    settings: SessionSettings
    """The settings of the tables. `public` tells whether the tournament is listed."""
    format: Literal["SWISS", "ROUND_ROBIN", "SINGLE_ELIMINATION", "DOUBLE_ELIMINATION", "ONE_TABLE", "OTHER"]
    """How the rounds are paired."""
    seatsPerTable: int
    """The number of seats of a full table."""
    leastSeats: int
    """The number of seats of the smallest table."""
    rounds: int
    """The number of rounds with the present entrants."""
    boards: int
    """The number of deals that a table plays in a round."""
    deals: Literal["FRESH", "SAME", "OTHER"]
    """Whether the tables of a round play the same deals."""
    points: str
    """How ranks at a table become points: `LINEAR` or `WINNER`."""
    byes: str
    """The worth of a bye: `WIN`, `DRAW` or `ZERO`."""
    tieBreaks: list[str]
    """The tie-breaks between equal points, in the order in which they apply."""
    status: Literal["OPEN", "RUNNING", "PAUSED", "FINISHED", "ABANDONED", "OTHER"]
    """The stage of the tournament."""
    isOpen: bool
    """Whether the tournament takes entries now."""
    needsCode: bool
    """Whether entering requires a code."""
    byHost: bool
    """Whether each round after the first, and the end, waits for the host."""
    entrantCount: int
    """The number of entrants."""
    playedRounds: list[RoundSummary]
    """The rounds that have been paired."""
    commitment: str
    """SHA-256 of the seed of the pairings, as 64 hex digits, shown from the start."""
    seed: str | None
    """The seed of the pairings, as 64 hex digits; null before the end."""
    isHost: bool
    """Whether the bearer token has the host's rights."""
    entrant: int | None
    """The number of the entrant who holds the bearer token; null if no entrant does."""
    createdAt: str
    """The time when the tournament was created."""
    expiresAt: str
    """The time when the tournament expires, unless it is changed before."""


class TournamentBoard(TypedDict):
    """A board: a deal that a table plays."""

    sessionId: str
    """The id of the session in which the board is played."""
    seats: list[int]
    """The numbers of the entrants, by seat."""
    status: Literal["PAIRED", "PLAYING", "FINISHED", "OTHER"]
    """The stage of the board."""
    scores: list[int] | None
    """The totals, by seat; null before the end, and while other tables play the same deal."""
    ranking: list[int] | None
    """The rank of each seat, from 1; null when `scores` is null."""
    resigned: list[int] | None
    """The seats that resigned, in the order of their resignations; null when `scores` is null."""


class TournamentChanged(TypedDict):
    """The tournament was changed, and the change was stored."""

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
    """The tournament was created. Keep its secrets: they are returned again only for the same idempotency key."""

    tournament: Tournament
    """The tournament."""
    hostToken: str
    """The bearer token of the host."""
    entryCode: str | None
    """The code for entering; null if entering requires none."""
    entrantTokens: list[str | None]
    """The bearer tokens of the named entrants, in their order; null for bots. Pass them to the entrants."""


class TournamentEdge(TypedDict):
    """A tournament in a page, with its cursor."""

    cursor: str
    """The cursor. Pass it as `after` to continue after this tournament."""
    node: Tournament
    """The tournament."""


class TournamentEntered(TypedDict):
    """The entrant was added to the tournament."""

    tournament: Tournament
    """The tournament."""
    entrant: int
    """The entrant's number."""
    entrantToken: str
    """The entrant's bearer token, which also holds the entrant's seats. Keep it secret."""
    replayed: bool
    """Whether this is the answer to a retry."""


class TournamentEntrant(TypedDict):
    """An entrant of a tournament."""

    number: int
    """The entrant's number, from 0, in order of entry."""
    name: str | None
    """The entrant's name."""
    rating: float | None
    """The rating by which the entrant is seeded."""
    botLevel: int | None
    """The level, if the entrant is a bot; null for a person."""
    fromRound: int
    """The first round in which the entrant plays."""
    untilRound: int | None
    """The last round of an entrant who has withdrawn; else null."""


class TournamentEvent(TypedDict):
    """An event of a tournament."""

    kind: str
    """The kind of event, such as `roundPaired` or `boardFinished`."""
    round: int | None
    """The round, from 1."""
    table: int | None
    """The table's number, from 0."""
    board: int | None
    """The board's number, from 0."""
    entrant: int | None
    """The entrant's number."""
    value: str | None
    """A name, or the reason for a ruling."""


class TournamentFinishedData(TypedDict):
    """The `data` of a notice `tournament.finished`. Later releases may add fields."""

    tournamentId: str
    """The tournament, or the one to which the table belongs."""
    version: int
    """The version of the session or of the tournament that brought the notice."""


class TournamentFinishedNotice(TypedDict):
    """The tournament is finished, or it was abandoned."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: TournamentFinishedData


class TournamentFrame(TypedDict):
    """A frame of a stream: a version of the tournament, and its events."""

    version: int
    """The version."""
    head: str
    """The hash of the history up to this version, 16 characters. Versions with the same head have the same history."""
    cursor: str
    """The cursor of this frame. Pass it as `after` to continue after the frame."""
    resync: bool
    """Whether versions before this one were skipped, or lost by the store."""
    events: list[TournamentEvent]
    """The events of this version; empty in a snapshot."""
    status: Literal["OPEN", "RUNNING", "PAUSED", "FINISHED", "ABANDONED", "OTHER"]
    """The stage of the tournament at this version."""
    roundsPaired: int
    """The number of rounds that were paired at this version."""


class TournamentFrameEvent(TypedDict):
    """Server-sent events. The data of a `frame` is a `TournamentFrame`."""

    id: NotRequired[str]
    """The cursor of the frame."""
    event: NotRequired[Literal["frame", "end", "reconnect", "problem"]]
    """The kind of event."""
    data: NotRequired[str]
    """JSON."""
    retry: NotRequired[int]
    """The milliseconds before a client should connect again."""


TournamentFrameEventData: TypeAlias = "TournamentFrame | Problem | dict[str, object]"
"""The data of an event: a TournamentFrame for `frame`, a Problem for `problem`, else an empty object."""


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


class TournamentRoundFinishedData(TypedDict):
    """The `data` of a notice `tournament.round_finished`. Later releases may add fields."""

    tournamentId: str
    """The tournament, or the one to which the table belongs."""
    version: int
    """The version of the session or of the tournament that brought the notice."""
    round: int
    """The round of the tournament, from 1."""


class TournamentRoundFinishedNotice(TypedDict):
    """A round is over."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: TournamentRoundFinishedData


class TournamentRoundStartedData(TypedDict):
    """The `data` of a notice `tournament.round_started`. Later releases may add fields."""

    tournamentId: str
    """The tournament, or the one to which the table belongs."""
    version: int
    """The version of the session or of the tournament that brought the notice."""
    round: int
    """The round of the tournament, from 1."""


class TournamentRoundStartedNotice(TypedDict):
    """The tables of a round are open."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: TournamentRoundStartedData


class TournamentTable(TypedDict):
    """A table of a round."""

    round: int
    """The round, from 1."""
    table: int
    """The table's number, from 0."""
    entrants: list[int]
    """The numbers of the entrants, by seat at the first board."""
    boards: list[TournamentBoard]
    """The boards of the table."""
    points: list[float] | None
    """The points of the entrants; null until they are known."""
    ruling: TableRuling | None
    """The host's ruling; null if there is none."""


class TriedMove(TypedDict):
    """A move that was tried. It was played out in random deals of the cards that the seat cannot know."""

    move: Move | None
    """The move; null for waiting, which a seat that is not asked may do."""
    playouts: int
    """The number of deals in which the move was played out."""
    reward: float
    """The mean success of the move, from -1 to 1. The bot chooses the move by this number."""
    low: float
    """The lower end of the reward's 95 % interval."""
    high: float
    """The upper end of the reward's 95 % interval."""
    margin: float
    """The mean number of points by which the seat was ahead of the best other seat."""


class TurnEndedData(TypedDict):
    """The `data` of a notice `turn.ended`. Later releases may add fields."""

    sessionId: str
    """The session."""
    version: int
    """The version of the session or of the tournament that brought the notice."""
    seat: int
    """The seat, from 0."""
    tournamentId: NotRequired[str]
    """The tournament, or the one to which the table belongs."""


class TurnEndedNotice(TypedDict):
    """The seat is not asked any more: withdraw the notice."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: TurnEndedData


class TurnStartedData(TypedDict):
    """The `data` of a notice `turn.started`. Later releases may add fields."""

    sessionId: str
    """The session."""
    version: int
    """The version of the session or of the tournament that brought the notice."""
    seat: int
    """The seat, from 0."""
    tournamentId: NotRequired[str]
    """The tournament, or the one to which the table belongs."""
    deadline: NotRequired[str]
    """The time until which the seat may decide, or the table may react; left out if there is no limit."""


class TurnStartedNotice(TypedDict):
    """A seat that a person plays is asked for a decision: show a notice."""

    type: str
    """The type of the notice."""
    timestamp: str
    """The time of what has happened, the same in each attempt."""
    data: TurnStartedData


class Undo(TypedDict):
    """The viewer's right to take back its last move."""

    available: bool
    """Whether `undoMove` would be accepted now."""
    reason: str
    """The reason why the move may or may not be taken back, in one sentence."""


class UnsubscribePush(TypedDict):
    """The session, and the browser that shows no more notices of the bearer's seat."""

    endpoint: str
    """The address of the browser at its push service."""


class Verb(TypedDict):
    """A verb of a game's moves."""

    name: str
    """The verb."""
    pattern: str
    """The notation of the verb's moves; parts in brackets are optional."""
    description: str
    """The effect of the verb's moves."""


class View(TypedDict):
    """A table as one viewer sees it, with enough to draw any game without knowing its rules."""

    game: str
    """The game's id."""
    viewer: int | None
    """The seat whose view this is; null for a spectator."""
    ply: int
    """The number of moves made so far."""
    turn: list[int]
    """The seats that are openly asked now, in ascending order; empty when the table is over."""
    prompt: str | None
    """The prompt for the viewer, in one sentence: what to do, or whom to wait for; null when no seat is asked."""
    zones: list[Zone]
    """Every zone, in the order of the game's rule page."""
    facts: list[Fact]
    """The public facts other than cards."""
    scores: list[Score]
    """The points so far, by seat."""
    result: Result | None
    """The table's result; null before the end."""
    breakdown: Breakdown | None
    """The items that the scores of the result add up from; null before the end."""
    legalMoves: list[Move]
    """The viewer's legal moves, in canonical order; empty for a spectator."""
    legalMoveCount: int
    """The number of the viewer's legal moves."""
    undo: Undo
    """Whether the viewer may take back its last move."""
    decision: Decision | None
    """The viewer's decision; null if the viewer has no move."""


class ViewChanges(TypedDict):
    """The differences from an earlier version of the session and its view. Null, absent, not listed: unchanged."""

    since: NotRequired[int | None]
    """The version that these changes start from; null where it is not known, as in the first frame of a stream. If
    it is null, `session` has everything.
    """
    session: NotRequired[Session | None]
    """The whole session, if `since` is null; else null."""
    cursor: NotRequired[str | None]
    """The session's cursor."""
    status: NotRequired[Literal["OPEN", "ACTIVE", "FINISHED", "ABANDONED", "OTHER"] | None]
    """The stage of the session."""
    seats: NotRequired[list[Seat]]
    """The seats that differ."""
    expiresAt: NotRequired[str | None]
    """The time when the session expires, unless it is changed before."""
    deadline: NotRequired[str | None]
    """The time after which any caller may have default moves made for the asked seats."""
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
    """The prompt for the viewer, in one sentence."""
    zones: NotRequired[list[Zone]]
    """The zones that differ or are new, each in full."""
    zoneKeys: NotRequired[list[str] | None]
    """The keys of all zones in order, if a zone was added or removed. A zone that is not named is gone."""
    facts: NotRequired[list[Fact]]
    """The facts that differ."""
    scores: NotRequired[list[Score]]
    """The scores that differ."""
    result: NotRequired[Result | None]
    """The table's result."""
    breakdown: NotRequired[Breakdown | None]
    """The items that the scores of the result add up from."""
    legalMoves: NotRequired[list[Move] | None]
    """All legal moves of the viewer, if any of them differs."""
    notBefore: NotRequired[str | None]
    """The end of the time in which only a match is accepted."""
    undo: NotRequired[Undo | None]
    """Whether the viewer may take back its last move."""
    cleared: NotRequired[list[str]]
    """The names of the fields that have become null, such as `prompt` or `deadline`."""


class Vocabulary(TypedDict):
    """The words and templates of all sentences and labels of a game, in one language."""

    language: str
    """The language, as in BCP 47."""
    languages: list[str]
    """The available languages."""
    summaries: list[Phrase]
    """The game in one sentence, by its id; its `goal`; and `howToPlay 1` to `howToPlay 5`."""
    options: list[Phrase]
    """The labels of options, by name, and of their choices, by name and choice (`scoring none`)."""
    descriptions: list[Phrase]
    """The meanings of options, by name."""
    cards: list[Phrase]
    """The names of the cards, by code."""
    powers: list[Phrase]
    """The effect of each card in one sentence, by code."""
    moves: list[Phrase]
    """The labels of moves, by verb. A label by verb and value of the fact `asked`, such as `skip bank`, replaces
    that of the verb while the fact has this value.
    """
    choices: list[Phrase]
    """The words that a choice adds to the label of a move, by choice."""
    verbs: list[Phrase]
    """The verbs as words, by verb."""
    events: list[Phrase]
    """The sentences of events, by kind: first events of the game, then events of sessions."""
    effects: list[Phrase]
    """The sentences of effects that a move would have, by code, in the conditional."""
    facts: list[Phrase]
    """The subjects of facts, by name."""
    zones: list[Phrase]
    """The names of zones, by kind."""
    places: list[Phrase]
    """The names of parts of zones' keys that are words, by part."""
    words: list[Phrase]
    """The values of facts and events as words, by value, or by kind of event and value."""
    reasons: list[Phrase]
    """The reasons for the end of a table, by code."""
    points: list[Phrase]
    """The labels of the items of a score, by code, or by code and rule."""
    decided: list[Phrase]
    """The sentences about what decided a table: by reason, or by code of an item, or by code and rule."""
    refusals: list[Phrase]
    """The reasons why moves are refused, by their English templates."""
    common: list[Phrase]
    """Common words that fill blanks, by their English."""


class Webhook(TypedDict):
    """A URL that gets notices of a session, of a tournament and its tables, or of all sessions of an app."""

    id: str
    """The webhook's id."""
    sessionId: str | None
    """The session; null for another owner."""
    tournamentId: str | None
    """The tournament; null for another owner. If both are null, the webhook is an app's."""
    url: str
    """The URL. Of a webhook that somebody else created, the host sees only the origin."""
    isOwn: bool
    """Whether the caller created it; the host sees those of the holders, too."""
    types: list[str]
    """The types of notices that it gets; empty if it gets all."""
    createdAt: str
    """The time when it was created."""
    formerSecretUntil: str | None
    """The time until which the former secret signs beside the present one; null if only one signs."""
    disabled: str | None
    """Why it gets nothing any more, as an English sentence; otherwise null. A successful `testWebhook` enables it
    again.
    """
    failed: list[FailedDelivery]
    """Deliveries that failed for good and can be replayed, the newest first, at most 10."""


class WebhookCreated(TypedDict):
    """The webhook was created."""

    webhook: Webhook
    """The webhook."""
    secret: str
    """The secret that signs: `whsec_` and base64. Keep it: only the answer to a retry repeats it."""


class WebhookDeleted(TypedDict):
    """The webhook was deleted: it gets nothing any more, and its secret is void."""

    webhookId: str
    """The id of the former webhook."""


class WebhookReplayed(TypedDict):
    """Failed deliveries are due again. They have the same ids as before."""

    webhook: Webhook
    """The webhook."""
    replayed: int
    """How many deliveries are due again."""


class WebhookSecretRotated(TypedDict):
    """The webhook has a new secret. For 24 hours, the former one signs, too."""

    webhook: Webhook
    """The webhook."""
    secret: str
    """The secret that signs: `whsec_` and base64. Keep it: only the answer to a retry repeats it."""


class WebhookTested(TypedDict):
    """The outcome of one attempt to deliver a notice of the type `test`."""

    webhook: Webhook
    """The webhook."""
    delivered: bool
    """Whether the answer was a 2xx, which alone counts as delivered."""
    status: int | None
    """The status of the answer; null if there was none."""
    reason: str | None
    """Why it was not delivered, as an English sentence; null if it was."""
    milliseconds: int
    """How long the attempt took."""


class Webhooks(TypedDict):
    """The webhooks of a session, a tournament or an app that the caller may see."""

    webhooks: list[Webhook]
    """The webhooks, in the order of their creation."""


class Withdraw(TypedDict):
    """The entrant to withdraw."""

    entrant: NotRequired[int | None]
    """The entrant's number; only the host may name an entrant other than the bearer."""


class Zone(TypedDict):
    """A place for cards, such as a hand, a deck, an area or a pile."""

    key: str
    """The zone's name in this view, such as `area:2` or `hand:0`."""
    kind: str
    """The kind of zone: the part of the key before the colon."""
    owner: int | None
    """The seat that owns the zone; null for a zone of the table."""
    label: str
    """The zone's name in plain English."""
    count: int
    """The number of cards in the zone, including hidden ones."""
    value: int | None
    """The number that the rules give the zone, such as an area's total; null where they give none."""
    cards: list[Card | None]
    """The cards, from bottom to top; null is a hidden card."""


class ZoneOfCodes(TypedDict):
    """A zone whose cards are codes. Absent: null or empty."""

    key: str
    """The zone's name in the view. The kind of zone is the part before the colon."""
    owner: NotRequired[int | None]
    """The seat that owns the zone."""
    count: int
    """The number of cards in the zone, including hidden ones."""
    value: NotRequired[int | None]
    """The number that the rules give the zone."""
    codes: NotRequired[list[str | None]]
    """The codes of the cards from the lowest visible one up; null is a hidden card. The others of the `count` cards
    lie below and are hidden.
    """


NewTable = TableSetup
"""The former name of this type."""
