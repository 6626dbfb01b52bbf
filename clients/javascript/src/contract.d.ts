// Written by `make kits` from openapi.json: the types of what the service takes and answers.

/** The data that fills a blank of a template. */
export interface Argument {
  /** The name of the blank. */
  name: string;
  /** The kind of data that fills the blank. */
  kind: "SEAT" | "SEAT_NUMBER" | "SEATS" | "POINTS" | "CARD" | "CARDS" | "ZONE" | "ZONES" | "PLACE" | "WORD" | "CHOICE" | "VERB" | "OPTIONS" | "TEXT" | "OTHER";
  /** The data as text; null for nothing. */
  value: string | null;
}

/** The state of a session of a batch. */
export interface BatchResult {
  /** The session's id. */
  sessionId: string;
  /** The tag that the request gave the session. */
  tag: string | null;
  /** The stage of the session; null if there is a problem. */
  status: "OPEN" | "ACTIVE" | "FINISHED" | "ABANDONED" | "OTHER" | null;
  /** The number of committed changes; null if there is a problem. */
  version: number | null;
  /** The result of the table; null before its end, or if it has none. */
  result: Result | null;
  /** How the session ended for its players; null before the end, and if it was abandoned. */
  outcome: Outcome | null;
  /** The reason why the session cannot be shown; null if it is shown. */
  problem: "NOT_FOUND" | "RULES_CHANGED" | "NEWER_RELEASE" | "DATA_CORRUPTED" | "OTHER" | null;
}

/** A page of the results of a batch, in the order of its sessions. */
export interface BatchResultConnection {
  /** The results with their cursors. */
  edges: BatchResultEdge[];
  /** The results. */
  nodes: BatchResult[];
  /** The bounds of the page. */
  pageInfo: PageInfo;
}

/** A result in a page, with its cursor. */
export interface BatchResultEdge {
  /** The cursor. Pass it as `after` to continue after this session. */
  cursor: string;
  /** The result. */
  node: BatchResult;
}

/** A session of a batch, with its secrets. */
export interface BatchSession {
  /** The session's id. */
  sessionId: string;
  /** The tag that the request gave the session. */
  tag: string | null;
  /** The token of the session's host, a secret that is returned only here. */
  hostToken: string;
  /** A join code for each seat, returned only here. */
  joinLinks: JoinLink[];
}

/** A session of a batch: its game and settings, and its tag. */
export interface BatchSessionInput {
  /** The game's id. */
  game: string;
  /** The number of seats. */
  seats: number;
  /** The options that differ from their defaults. */
  options?: OptionInput[] | null;
  /** Whether the session is listed while seats are open. */
  public?: boolean;
  /** Whether a seat can be taken only with its join code. */
  invitationOnly?: boolean;
  /** Whether the cards are dealt only when the host starts the session, even if every seat is taken. */
  startByHost?: boolean;
  /** The time for a decision, 0–1000000 seconds; unlimited if 0 or missing. */
  moveSeconds?: number | null;
  /**
   * The time after a card is put down during which only a match is accepted, 0–60000 milliseconds; none if 0 or
   * missing.
   */
  reactionMillis?: number | null;
  /** Whether a seat may ask the others to take back its last move. */
  takeBacks?: boolean;
  /** Whether a seat may ask for the move that a bot prefers. */
  hints?: boolean;
  /** The pause before a bot moves, 0–60000 milliseconds; none if 0 or missing. */
  botMillis?: number | null;
  /**
   * The level, 1–4, of the bot that takes over a seat when its holder leaves a table in play; if 0 or missing, the seat
   * waits for a holder.
   */
  leftSeatLevel?: number | null;
  /** Whether the holders of seats may send emotes; by default they may unless the session is public. */
  emotes?: boolean | null;
  /** The table's key, 64 lower-case hex digits, for tests and puzzles: the deal is then `GIVEN`. */
  seed?: string | null;
  /** A stacked deck for the first deal, the top card first: the deal is then `GIVEN`. */
  deck?: string[] | null;
  /** The bots and their seats. A table of bots only is dealt at once, unless `startByHost` is set. */
  bots?: SeatedBotInput[] | null;
  /** A label of the caller's choice, 1–64 printable characters; several sessions may share it. */
  tag?: string | null;
}

/** A blank of a template. */
export interface Blank {
  /** The blank's name, which stands in braces in the template. */
  name: string;
  /** The kind of data that fills the blank. */
  kind: "SEAT" | "SEAT_NUMBER" | "SEATS" | "POINTS" | "CARD" | "CARDS" | "ZONE" | "ZONES" | "PLACE" | "WORD" | "CHOICE" | "VERB" | "OPTIONS" | "TEXT" | "OTHER";
}

/** The result of a deal. */
export interface BoardResultInput {
  /** The total of each seat. */
  scores: number[];
  /** The rank of each seat, from 1. */
  ranking: number[];
  /** The seats that resigned, in that order, as in the outcome of a session; none by default. */
  resigned?: number[] | null;
}

/** A bot that plays a seat. */
export interface Bot {
  /** How far the bot looks ahead, from 1 (not at all) to 4. */
  level: number;
  /** The version of the bot's search. Another version may prefer other moves. */
  version: number;
}

/** A seat that nobody holds, and the bot to play it. */
export interface BotAdded {
  /** The seat. */
  seat: number;
  /** The bot's level, 1–4: how far it looks ahead. No level makes mistakes on purpose. */
  level: number;
}

/** A seat that a bot plays. */
export interface BotRemoved {
  /** The seat. */
  seat: number;
}

/** The items that the scores of a finished table add up from, and what decided it. */
export interface Breakdown {
  /** The score of each seat, item by item; empty while the deal is closed, and if the game lists no items. */
  seats: SeatPoints[];
  /** What decided the table. */
  decidedBy: DecidedBy;
}

/** A card's face. */
export interface Card {
  /** The card's code in the notation of moves: `AR3`, `W1`, `Z`. */
  code: string;
  /** The suit; null where the deck has no suits. */
  suit: string | null;
  /** The colour; null where the card has none. */
  color: string | null;
  /** The number on the card; null where it has none. */
  value: number | null;
  /** The card's name in plain English: `Art red 3`. */
  label: string;
}

/** The effect of a card. */
export interface CardPower {
  /** The card's code. */
  code: string;
  /** The effect of the card, in one sentence. */
  text: string;
}

/** The cards of a game. */
export interface Cards {
  /** The face of every card, once each, in the order of the game's page. */
  cards: Card[];
}

/** A change without the session: the answer to a client that prefers the minimum. */
export interface ChangeMade {
  /** The version that the change made. */
  version: number;
  /** The head of that version. */
  head: string | null;
  /** Whether an earlier request with the same idempotency key made the change. */
  replayed: boolean;
  /** The events of that version. */
  events: Event[];
}

/** The differences as in `ViewChanges`, with zones, facts and moves in codes; `session` is as always. */
export interface ChangesOfCodes {
  /**
   * The version that these changes start from; null where it is not known, as in the first frame of a stream. If it is
   * null, `session` has everything.
   */
  since?: number | null;
  /** The whole session, if `since` is null; else null. */
  session?: Session | null;
  /** The stage of the session. */
  status?: "OPEN" | "ACTIVE" | "FINISHED" | "ABANDONED" | "OTHER" | null;
  /** The seats that differ. */
  seats?: Seat[];
  /** The time when the session expires, unless it is changed before. */
  expiresAt?: string | null;
  /** The time after which any caller may have default moves made for the asked seats. */
  deadline?: string | null;
  /** The pending request to take back the last move. */
  takeBack?: TakeBack | null;
  /** The data for checking the shuffles. */
  fairness?: Fairness | null;
  /** The id of the rematch. */
  rematchId?: string | null;
  /** How the session ended for its players. */
  outcome?: Outcome | null;
  /** The number of moves made so far. */
  ply?: number | null;
  /** The seats that are openly asked now. */
  turn?: number[] | null;
  /** The prompt for the viewer, in one sentence. */
  prompt?: string | null;
  /** The zones that differ or are new, each in full. */
  zones?: ZoneOfCodes[];
  /** The keys of all zones in order, if a zone was added or removed. A zone that is not named is gone. */
  zoneKeys?: string[] | null;
  /** The facts that differ. */
  facts?: FactOfCodes[];
  /** The scores that differ. */
  scores?: Score[];
  /** The table's result. */
  result?: Result | null;
  /** The items that the scores of the result add up from. */
  breakdown?: Breakdown | null;
  /** All legal moves of the viewer, if any of them differs. */
  legalMoves?: MoveOfCodes[] | null;
  /** The end of the time in which only a match is accepted. */
  notBefore?: string | null;
  /** Whether the viewer may take back its last move. */
  undo?: Undo | null;
  /** The names of the fields that have become null, such as `prompt` or `deadline`. */
  cleared?: string[];
}

/** The game and the settings of a new session. */
export interface CreateSession {
  /** The game's id. */
  game: string;
  /** The number of seats. */
  seats: number;
  /** The options that differ from their defaults. */
  options?: OptionInput[] | null;
  /** Whether the session is listed while seats are open. */
  public?: boolean;
  /** Whether a seat can be taken only with its join code. */
  invitationOnly?: boolean;
  /** Whether the cards are dealt only when the host starts the session, even if every seat is taken. */
  startByHost?: boolean;
  /** The time for a decision, 0–1000000 seconds; unlimited if 0 or missing. */
  moveSeconds?: number | null;
  /**
   * The time after a card is put down during which only a match is accepted, 0–60000 milliseconds; none if 0 or
   * missing.
   */
  reactionMillis?: number | null;
  /** Whether a seat may ask the others to take back its last move. */
  takeBacks?: boolean;
  /** Whether a seat may ask for the move that a bot prefers. */
  hints?: boolean;
  /** The pause before a bot moves, 0–60000 milliseconds; none if 0 or missing. */
  botMillis?: number | null;
  /**
   * The level, 1–4, of the bot that takes over a seat when its holder leaves a table in play; if 0 or missing, the seat
   * waits for a holder.
   */
  leftSeatLevel?: number | null;
  /** Whether the holders of seats may send emotes; by default they may unless the session is public. */
  emotes?: boolean | null;
  /** The table's key, 64 lower-case hex digits, for tests and puzzles: the deal is then `GIVEN`. */
  seed?: string | null;
  /** A stacked deck for the first deal, the top card first: the deal is then `GIVEN`. */
  deck?: string[] | null;
  /** The bots and their seats. A table of bots only is dealt at once, unless `startByHost` is set. */
  bots?: SeatedBotInput[] | null;
}

/** The sessions of a batch. */
export interface CreateSessions {
  /** The sessions, 1–500, with at most 5000 seats in total. */
  sessions: BatchSessionInput[];
}

/** The game, the format and the terms of a new tournament. */
export interface CreateTournament {
  /** The tournament's name, 1–100 characters. */
  title: string;
  /** The game's id. */
  game: string;
  /** The options that differ from their defaults. */
  options?: OptionInput[] | null;
  /** How rounds are paired. */
  format: "SWISS" | "ROUND_ROBIN" | "SINGLE_ELIMINATION" | "DOUBLE_ELIMINATION" | "ONE_TABLE";
  /** The number of seats of a full table. */
  seatsPerTable?: number;
  /** The number of seats of the smallest table, for when the entrants do not fill all tables. */
  leastSeats?: number | null;
  /** The number of rounds; if it is 0 or missing, as many as the format needs. */
  rounds?: number | null;
  /** The number of deals that a table plays in a round, 1–20; the entrants move up one seat for each. */
  boards?: number;
  /** Whether the tables of a round play the same deals; if so, no move can be taken back. */
  deals?: "FRESH" | "SAME";
  /** How the ranks at a table become points. */
  points?: "LINEAR" | "WINNER";
  /** The value of a bye. */
  byes?: "WIN" | "DRAW" | "ZERO";
  /**
   * The tie-breaks in the order in which they apply, out of BUCHHOLZ, BUCHHOLZ_CUT_1, MEDIAN_BUCHHOLZ,
   * SONNEBORN_BERGER, DIRECT_ENCOUNTER, PROGRESSIVE, WINS, MARGIN; by default BUCHHOLZ_CUT_1, BUCHHOLZ,
   * DIRECT_ENCOUNTER, SONNEBORN_BERGER, WINS.
   */
  tieBreaks?: string[] | null;
  /** The entrants named by the host, at most 3000. */
  entrants?: EntrantInput[] | null;
  /** Whether anybody may enter. */
  open?: boolean;
  /** Whether entering requires a code, which the host gets. */
  withEntryCode?: boolean;
  /**
   * The last round in which a late entrant may begin; with 1, nobody can enter late. More than 1 is only for the
   * formats SWISS and ONE_TABLE.
   */
  lastEntryRound?: number;
  /**
   * Whether the host starts each round after the first with `pairNextRound`, and in the same way ends the tournament
   * after the last.
   */
  byHost?: boolean;
  /** Whether the tournament is listed until it is over. */
  public?: boolean;
  /** The time for a decision, 0–1000000 seconds; unlimited if 0 or missing. */
  moveSeconds?: number | null;
  /**
   * The time after a card is put down during which only a match is accepted, 0–60000 milliseconds; none if 0 or
   * missing.
   */
  reactionMillis?: number | null;
  /** Whether a seat may ask the others to take back its last move. */
  takeBacks?: boolean;
  /** Whether a seat may ask for the move that a bot prefers. */
  hints?: boolean;
  /** The pause before a bot moves, 0–60000 milliseconds; none if 0 or missing. */
  botMillis?: number | null;
  /**
   * The level, 1–4, of the bot that takes over a seat when its holder leaves a table in play; if 0 or missing, the seat
   * waits for a holder.
   */
  leftSeatLevel?: number | null;
  /** Whether the holders of seats may send emotes at the tables. */
  emotes?: boolean;
}

/** The owner of a new webhook, its URL, and the notices that it gets. */
export interface CreateWebhook {
  /**
   * The session of which it gets notices. Without a session and a tournament, the owner is the app whose key is sent.
   */
  sessionId?: string | null;
  /** The tournament of which it gets notices, also of its tables. */
  tournamentId?: string | null;
  /**
   * The URL, at most 2048 characters: `https`, with port 443 and a public address, unless the service allows others.
   */
  url: string;
  /**
   * The types of notices that it gets, out of table.opened, table.started, turn.started, turn.ended, reaction.opened,
   * seat.lapsed, table.finished, rematch.offered, tournament.round_started, tournament.round_finished,
   * tournament.finished; all, also those of later releases, if this is missing or empty.
   */
  types?: ("table.opened" | "table.started" | "turn.started" | "turn.ended" | "reaction.opened" | "seat.lapsed" | "table.finished" | "rematch.offered" | "tournament.round_started" | "tournament.round_finished" | "tournament.finished")[] | null;
}

/** What decided a table: the winners compared with the seats that rank next. */
export interface DecidedBy {
  /** What decided the table. */
  by: "ITEM" | "MARGIN" | "TIE_BREAK" | "SHARED" | "RESIGNATION" | "OTHER";
  /** The seats that won. */
  winners: number[];
  /** The seat that ranks next, or the seats of the team; of equal ones the first. Empty if there is none. */
  others: number[];
  /** The points between winners and others; null without `others`. */
  margin: number | null;
  /** The code of the items that decided, or that are the largest part of the margin; null without items. */
  code: string | null;
  /** The value of these items, if they have one. */
  value: string | null;
  /** The rule behind the difference of these items; null without items. */
  rule: string | null;
  /** The points that these items gave the winners. */
  points: number | null;
  /** The points that these items gave the others. */
  against: number | null;
  /** The reason as one sentence of plain English. */
  sentence: string;
}

/** A decision of the viewer, asked for or out of turn, with everything that a bot needs. */
export interface Decision {
  /** The viewer's seat. */
  seat: number;
  /** Whether the seat is openly asked. A seat that is not asked may have moves out of turn. */
  asked: boolean;
  /** The legal moves, in canonical order; never empty. */
  moves: Move[];
  /** The notation of the move that may be made by default when time runs out. */
  default: string;
  /** The time after which the default move may be made, by the store's clock; null for never. */
  deadline: string | null;
  /** The end of the time in which only a match is accepted; null if there is none. */
  notBefore: string | null;
}

/** The seats of a poll. */
export interface DecisionPoll {
  /** The seats in the order in which they were sent. */
  seats: PolledSeat[];
}

/** An effect that a move would have, in the terms of its game, such as points for a stack that would close. */
export interface Effect {
  /** The kind of effect, such as `takes`: its key in `effects` of the game's vocabulary. */
  code: string;
  /** The values of the effect, which fill the blanks of its phrase. */
  arguments: Argument[];
  /** The effect as one sentence of plain English, in the conditional. */
  sentence: string;
}

/** An emote that can be sent. */
export interface EmoteChoice {
  /** The emote. */
  emote: "SMILE" | "LAUGH" | "SURPRISE" | "THINKING" | "SADNESS" | "APPLAUSE" | "HELLO" | "GOOD_LUCK" | "WELL_PLAYED" | "OOPS" | "THANKS" | "ONE_MOMENT" | "GOOD_GAME" | "PLAY_AGAIN" | "OTHER";
  /** The sentence in the wanted language; of a picture, its name. */
  text: string;
  /** The picture as an emoji; null for a sentence. */
  emoji: string | null;
}

/** Every emote. */
export interface EmoteChoices {
  /** The emotes, in the order of a menu: the pictures first. */
  emotes: EmoteChoice[];
}

/** An emote to send in a live session. */
export interface EmoteToSend {
  /** The emote. */
  emote: "SMILE" | "LAUGH" | "SURPRISE" | "THINKING" | "SADNESS" | "APPLAUSE" | "HELLO" | "GOOD_LUCK" | "WELL_PLAYED" | "OOPS" | "THANKS" | "ONE_MOMENT" | "GOOD_GAME" | "PLAY_AGAIN";
}

/** The tournament to enter, and the new entrant. */
export interface EnterTournament {
  /**
   * The holder's name: 1–40 characters of any script, as people count them (grapheme clusters), and at most 200 code
   * points.
   */
  name?: string | null;
  /** The rating by which the entrant is seeded, if the host gives no ratings. */
  rating?: number | null;
  /** The entry code, if the tournament requires one. */
  code?: string | null;
  /** Entropy for the shuffles: at most 64 characters from U+0020 to U+007E. */
  entropy?: string | null;
}

/** A page of entrants, in order of entry. */
export interface EntrantConnection {
  /** The entrants with their cursors. */
  edges: EntrantEdge[];
  /** The entrants. */
  nodes: TournamentEntrant[];
  /** The bounds of the page. */
  pageInfo: PageInfo;
}

/** An entrant in a page, with its cursor. */
export interface EntrantEdge {
  /** The cursor. Pass it as `after` to continue after this entrant. */
  cursor: string;
  /** The entrant. */
  node: TournamentEntrant;
}

/** An entrant named by the host: a person or program, who gets a token, or a bot. */
export interface EntrantInput {
  /**
   * The holder's name: 1–40 characters of any script, as people count them (grapheme clusters), and at most 200 code
   * points.
   */
  name?: string | null;
  /** The rating by which the entrant is seeded, the highest first; entrants without a rating come last. */
  rating?: number | null;
  /** The level of a bot, 1–4; omit it for a person. */
  botLevel?: number | null;
}

/** An effect of a change. Cards that the viewer may not see are left out. */
export interface Event {
  /** The event's position among those of its version, from 0. */
  sequence: number;
  /** The version that the event belongs to; for a stateless table, the ply. */
  version: number;
  /** The kind of event, such as `drawn` or `played`, or the name of a fact that changed. */
  kind: string;
  /** The seat that acted. */
  seat: number | null;
  /** The cards that moved and that the viewer may see, lowest first. */
  cards: Card[];
  /** The number of cards that moved, including hidden ones. */
  count: number;
  /** The key of the zone that the cards left. */
  from: string | null;
  /** The key of the zone that the cards entered, or that the event is about. */
  to: string | null;
  /**
   * The position of each of `cards` in the zone that it left, from 0 at the bottom as in `Zone.cards`; empty unless all
   * viewers saw every card of that zone.
   */
  positions: number[];
  /** The new value of a fact, a score or a name. */
  value: string | null;
  /** The number of the rule that caused the event. */
  rule: string | null;
  /** How important the event is. A log leaves out DETAIL. */
  weight: "RULE" | "COUNT" | "DETAIL" | "OTHER";
  /** The event as one sentence of plain English. */
  sentence: string;
}

/** A page of a session's events, the oldest first. */
export interface EventConnection {
  /** The events with their cursors. */
  edges: EventEdge[];
  /** The events. */
  nodes: Event[];
  /** The bounds of the page. */
  pageInfo: PageInfo;
}

/** An event in a page, with its cursor. */
export interface EventEdge {
  /** The cursor. Pass it as `after` to continue after this event. */
  cursor: string;
  /** The event. */
  node: Event;
}

/** An effect of a change whose cards are codes, without its sentence. Absent: null, empty, or 0. */
export interface EventOfCodes {
  /** The kind of event, or the name of a fact that changed. */
  kind: string;
  /** The seat that acted. */
  seat?: number | null;
  /** The codes of the cards that moved and that the viewer may see, lowest first. */
  codes?: string[];
  /** The number of cards that moved, including hidden ones. */
  count?: number;
  /** The key of the zone that the cards left. */
  from?: string | null;
  /** The key of the zone that the cards entered, or that the event is about. */
  to?: string | null;
  /** The positions of the cards, as in `Event`. */
  positions?: number[];
  /** The new value of a fact, a score or a name. */
  value?: string | null;
  /** The number of the rule that caused the event. */
  rule?: string | null;
}

/** A public fact other than a card, such as a round, a pending question or a mark on a place. */
export interface Fact {
  /** The fact's name, which is also the kind of the events that change it. */
  name: string;
  /** The fact's value. */
  value: string;
  /** The fact's subject, in plain English. */
  label: string;
  /** The value in plain English, such as `yellow` or `the red pile of seat 1`. */
  display: string;
  /** How important the fact is. */
  weight: "RULE" | "COUNT" | "DETAIL" | "OTHER";
  /** The key of the zone that the fact is about; null if there is none. */
  zone: string | null;
}

/** A fact without texts; its weight never changes. Absent: null. */
export interface FactOfCodes {
  /** The fact's name. */
  name: string;
  /** The fact's value. */
  value: string;
  /** The key of the zone that the fact is about. */
  zone?: string | null;
}

/** A notice that could not be delivered within 24 hours. It is kept for 7 days. */
export interface FailedDelivery {
  /** Its id: the header `webhook-id` of each attempt. */
  deliveryId: string;
  /** The type of the notice. */
  type: string;
  /** The time of the notice. */
  at: string;
  /** The time of the last attempt. */
  failedAt: string;
  /** The status of the last answer; null if there was none. */
  status: number | null;
  /** Why the last attempt failed, as an English sentence. */
  reason: string;
}

/** The data for checking the shuffles. The secrets are revealed when the table is finished. */
export interface Fairness {
  /** The source of the key. */
  kind: "COMMITTED" | "GIVEN" | "OTHER";
  /** SHA-256 of the server's secret, as 64 hex digits, shown from the start; null for a given key. */
  commitment: string | null;
  /** The server's secret, as 64 hex digits; null before the end. */
  serverSeed: string | null;
  /** The entropy that each seat added when it joined, by seat; null before the end. */
  entropy: string[] | null;
  /** The table's key, as 64 hex digits; null before the end. */
  key: string | null;
  /**
   * Whether other tables may still play the deal. Until the deal is opened, only the seats see the session, and its end
   * reveals neither cards nor secrets.
   */
  closed: boolean;
}

/** A frame of a stream with `changes=true`: a version of the session, its events, and the differences. */
export interface FrameOfChanges {
  /** The version. Each version comes once, in order, unless versions were rolled back. */
  version: number;
  /** The head of that version. */
  head: string | null;
  /** The cursor of this frame. Pass it as `after` to continue after the frame. */
  cursor: string;
  /** As in `SessionFrame`. If it is true, `changes` has the whole session. */
  resync: boolean;
  /** As in `SessionFrame`. */
  rolledBack: boolean;
  /** The events of this version; empty in a snapshot. */
  events: Event[];
  /** The differences from the previous frame; the whole session in the first frame of a connection. */
  changes: ViewChanges;
}

/** A frame of a stream with `codes=true`: a version of the session, its events, and the differences, in codes. */
export interface FrameOfCodes {
  /** The version. Each version comes once, in order, unless versions were rolled back. */
  version: number;
  /** The cursor of this frame. Pass it as `after` to continue after the frame. */
  cursor: string;
  /** As in `SessionFrame`; absent if false. If it is true, `changes` has the whole session. */
  resync?: boolean;
  /** As in `SessionFrame`; absent if false. */
  rolledBack?: boolean;
  /**
   * The events of this version in their order, without those that only report a new fact, turn or score, which
   * `changes` has. Absent if there are none.
   */
  events?: EventOfCodes[];
  /** The differences from the previous frame; the whole session in the first frame of a connection. */
  changes: ChangesOfCodes;
}

/** A game that the service offers. */
export interface Game {
  /** The game's short name, such as `zeven`. */
  id: string;
  /** The game's title. */
  title: string;
  /** The game in one sentence. */
  summary: string;
  /** The goal of the game, in one sentence. */
  goal: string;
  /** The game in five short sentences, for newcomers. */
  howToPlay: string[];
  /** The smallest number of seats. */
  minSeats: number;
  /** The largest number of seats. */
  maxSeats: number;
  /** The version of the rules, which records name. */
  rulesVersion: number;
  /** The options, in the order of the game's page. */
  options: GameOption[];
  /** The verbs of the game's moves, in canonical order. */
  verbs: Verb[];
  /** Whether the game has a `lesson`, a guided first hand. */
  hasLesson: boolean;
}

/** An option that a host may set when a table is opened. */
export interface GameOption {
  /** The option's name. */
  name: string;
  /** How the option is set. */
  kind: "BOOLEAN" | "INTEGER" | "CHOICE" | "LIST" | "OTHER";
  /** The default value, as text. */
  default: string;
  /** The allowed words. */
  choices: string[];
  /** The smallest allowed number; null if the option takes no numbers. */
  minimum: number | null;
  /** The greatest allowed number; null if the option takes no numbers. */
  maximum: number | null;
  /** The meaning of the option. */
  description: string;
  /** The greatest allowed number for each number of seats, from `minSeats` up; empty if it is always the same. */
  maximumBySeats: number[];
  /** The option's name for people. */
  label: string;
  /** The labels of `choices` for people, in the same order. */
  choiceLabels: string[];
  /** Whether the option's numbers are seats. People count seats from 1, so a form shows `0` as seat 1. */
  isSeat: boolean;
  /**
   * The value to suggest for each number of seats, from `minSeats` up; empty if the default fits every number of seats.
   */
  suggestedBySeats: string[];
}

/** Every game. */
export interface Games {
  /** The games. */
  games: Game[];
}

/** The viewer's hand at one version. */
export interface Hand {
  /** The version of the session. */
  version: number;
  /** The cards, each with its moves or the reason why it has none; empty for a spectator, and before the deal. */
  cards: HandCard[];
}

/** A card in the viewer's hand, with its moves or the reason why it has none. */
export interface HandCard {
  /** The card. */
  card: Card;
  /** The legal moves with this card, in canonical order. */
  moves: Move[];
  /** The reason why the card has no move; null if it has one. */
  refusal: Refusal | null;
}

/** Cards that the seat could not see. They were dealt at random. */
export interface HiddenCards {
  /** The key of the zone in which the cards lie. */
  zone: string;
  /** The number of hidden cards in the zone. */
  count: number;
}

/** The rules do not allow the move. */
export interface IllegalMove {
  /** The address of a page about this code, relative to the address of the service. */
  type: string;
  /** A summary that all problems with this code share. */
  title: string;
  /** The HTTP status of the response. */
  status: number;
  /** What is wrong and what was expected, in one sentence of plain English. */
  detail: string;
  /** The stable code. */
  code: "BAD_NOTATION" | "ILLEGAL_MOVE" | "NOT_YOUR_TURN" | "TABLE_OVER" | "OTHER";
  /** The path to the faulty part of the request, outermost first. */
  path?: string[];
  /** The milliseconds after which a retry may succeed. */
  retryAfterMillis?: number;
  /** The rule that forbids the move. */
  rule: Rule | null;
  /** The seat's legal moves; empty if the seat is not asked. */
  legalMoves: Move[];
  /** The template of the message, which is its key in `refusals` of the vocabulary; null if it has none there. */
  template: string | null;
  /** The data that fills the blanks of the template. */
  arguments: Argument[];
}

/** A problem of one of several kinds, told apart by `code`: IllegalMove, Problem. */
export type IllegalMoveOrProblem = IllegalMove | Problem;

/** An introduction to a game for newcomers, according to the options of a table. */
export interface Introduction {
  /** The goal of the game, in one sentence. */
  goal: string;
  /** The game in a few short sentences, followed by the options in force that they do not mention. */
  howToPlay: string[];
  /** The effect of each card, in the order of `cards`. */
  powers: CardPower[];
}

/** A seat, and the code that lets a player take it. */
export interface JoinLink {
  /** The seat. */
  seat: number;
  /** The join code, a secret for the future holder of the seat. */
  code: string;
}

/** The kind of table to join, and the holder of the seat. */
export interface JoinOrCreate {
  /** The game's id. */
  game: string;
  /** The number of seats. */
  seats: number;
  /** The options that differ from their defaults. */
  options?: OptionInput[] | null;
  /** The time for a decision, 0–1000000 seconds; unlimited if 0 or missing. */
  moveSeconds?: number | null;
  /**
   * The time after a card is put down during which only a match is accepted, 0–60000 milliseconds; none if 0 or
   * missing.
   */
  reactionMillis?: number | null;
  /** Whether a seat may ask the others to take back its last move. */
  takeBacks?: boolean;
  /** Whether a seat may ask for the move that a bot prefers. */
  hints?: boolean;
  /** The pause before a bot moves, 0–60000 milliseconds; none if 0 or missing. */
  botMillis?: number | null;
  /**
   * The level, 1–4, of the bot that takes over a seat when its holder leaves a table in play; if 0 or missing, the seat
   * waits for a holder.
   */
  leftSeatLevel?: number | null;
  /**
   * The holder's name: 1–40 characters of any script, as people count them (grapheme clusters), and at most 200 code
   * points.
   */
  name?: string | null;
  /** Entropy for the shuffles: at most 64 characters from U+0020 to U+007E. */
  entropy?: string | null;
}

/** The seat to take, and its new holder. */
export interface JoinSession {
  /** The seat; by default the first open one. */
  seat?: number | null;
  /**
   * The holder's name: 1–40 characters of any script, as people count them (grapheme clusters), and at most 200 code
   * points.
   */
  name?: string | null;
  /** The join code of a seat. */
  code?: string | null;
  /** Entropy for the shuffles: at most 64 characters from U+0020 to U+007E. */
  entropy?: string | null;
}

/** The viewer's legal moves at one version. */
export interface LegalMoves {
  /** The version of the session. */
  version: number;
  /** The legal moves, in canonical order; empty for a spectator, and before the deal. */
  moves: Move[];
}

/** A guided first hand: a fixed deal, and the moves of all seats in their order. */
export interface Lesson {
  /** The number of seats. */
  seats: number;
  /** The learner's seat. */
  learner: number;
  /** The names that the sentences give to the seats; the learner's is empty. */
  names: string[];
  /** The options that differ from their defaults. */
  options: SetOption[];
  /** The table's key. */
  seed: string;
  /** The stacked deck, the top card first. */
  deck: string[];
  /** The moves, in their order. */
  steps: LessonStep[];
  /** What to say after the last move. */
  closing: string;
}

/** A move of a lesson, and the sentence about it. */
export interface LessonStep {
  /** The seat that moves. */
  seat: number;
  /** The notations that carry out the step. The first one is the move to show to the learner. */
  moves: string[];
  /**
   * Before a move of the learner: what to do, and why. After a move of another seat: what happened, or nothing where
   * the sentence of a neighbouring step says enough.
   */
  sentence: string;
  /** The number of the rule that the step shows. */
  rule: string | null;
}

/** A legal move, valid only in the position that listed it. */
export interface Move {
  /** The text that makes the move when it is sent, such as `play AR3 @2`. */
  notation: string;
  /** The move's verb. */
  verb: string;
  /** The cards that the move names. */
  cards: Card[];
  /** The key of the zone that the cards leave. */
  from: string | null;
  /** The key of the zone that the cards enter. */
  to: string | null;
  /** The seat that the move is aimed at. */
  seat: number | null;
  /** The choice that the move makes, such as a power, a colour or a number. */
  choice: string | null;
  /** The code of a card that the move takes from the top of `from` without naming it. It fills {cards} in `label`. */
  card: string | null;
  /** The move in plain English, such as `Play Art red 3 onto area 2`. */
  label: string;
}

/** The move was made and stored. */
export interface MoveApplied {
  /** The session at `version`, or at a later version if the answer is replayed. */
  session: Session;
  /** The move. */
  move: Move;
  /** The version that the move made. */
  version: number;
  /** The head of that version. */
  head: string | null;
  /** Whether an earlier request with the same idempotency key made the move. */
  replayed: boolean;
  /** The events of that version. */
  events: Event[];
}

/** The verdict of the rules on a move. */
export interface MoveExplained {
  /** Whether the seat may make the move now. */
  legal: boolean;
  /** The reason why the move is illegal; null if it is legal. */
  refusal: Refusal | null;
}

/** A move in a live session. */
export interface MoveInput {
  /** The move's notation, as a legal move gives it. */
  move: string;
}

/** The differences that a move made: the answer to a client that prefers the changes. */
export interface MoveMade {
  /** The version that the move made. */
  version: number;
  /** The head of that version. */
  head: string | null;
  /** Whether an earlier request with the same idempotency key made the move. */
  replayed: boolean;
  /** The move; only with `return=changes;events`. */
  move?: Move | null;
  /** The events of that version; only with `return=changes;events`. */
  events?: Event[] | null;
  /**
   * The differences from the session and the view at the version that `If-Match` names; the whole session if it names
   * none, or if the answer is replayed.
   */
  changes: ViewChanges;
}

/** The differences that a move made, in codes. */
export interface MoveMadeOfCodes {
  /** The version that the move made. */
  version: number;
  /** The cursor of that version. */
  cursor: string;
  /** Whether an earlier request with the same idempotency key made the move; absent if not. */
  replayed?: boolean;
  /** The move; only with the parameter `events`. */
  move?: MoveOfCodes | null;
  /** The events of that version, as in `FrameOfCodes`; only with the parameter `events`. */
  events?: EventOfCodes[] | null;
  /** The differences, as in `MoveMade`. */
  changes: ChangesOfCodes;
}

/** A move whose cards are codes, without its label. Absent: null or empty. */
export interface MoveOfCodes {
  /** The text that makes the move when it is sent, such as `play AR3 @2`. */
  notation: string;
  /** The move's verb. */
  verb: string;
  /** The codes of the cards that the move names. */
  codes?: string[];
  /** The key of the zone that the cards leave. */
  from?: string | null;
  /** The key of the zone that the cards enter. */
  to?: string | null;
  /** The seat that the move is aimed at. */
  seat?: number | null;
  /** The choice that the move makes. */
  choice?: string | null;
  /** The code of a card that the move takes from the top of `from` without naming it. */
  card?: string | null;
}

/** A move on a stateless table. */
export interface MoveOnTable {
  /** The state, exactly as it was received. */
  state: string;
  /** The seat that moves. */
  seat: number;
  /** The move's notation. */
  move: string;
  /** The seat whose view is returned, and which sees the events. */
  viewer?: number | null;
}

/** A session in which the token has a seat, or which it hosts. */
export interface MySession {
  /** The session's id, as it was sent. */
  sessionId: string;
  /** The reason why the session cannot be shown; null if it is shown. */
  problem: "UNAUTHORIZED" | "NOT_FOUND" | "RULES_CHANGED" | "NEWER_RELEASE" | "DATA_CORRUPTED" | "OTHER" | null;
  /** The summary of the session; null if there is a problem. */
  session: SessionSummary | null;
  /** The seat of the token; null for a host without a seat. */
  seat: number | null;
  /** Whether the token has the host's rights. */
  isHost: boolean;
  /** Whether the seat is openly asked now. A seat that is not asked may have moves out of turn. */
  isMyTurn: boolean;
}

/** The sessions of the given tokens. */
export interface MySessions {
  /** The sessions in the order in which they were sent. */
  sessions: MySession[];
}

/** The tables of an entrant. */
export interface MyTables {
  /** The tables, the newest round first. */
  tables: TournamentTable[];
}

/** The former name of this type. */
export type NewTable = TableSetup;

/** The seats that a program plays, and the longest wait for a decision of one of them. */
export interface NextDecision {
  /** The seats, 1–100. */
  seats: PollSeatInput[];
  /** The longest wait, 0–25 seconds; 20 by default. */
  waitSeconds?: number;
}

/** The next round of a tournament that the caller keeps. */
export interface NextRound {
  /** The round; null if the tournament is over. */
  round: PairedRound | null;
}

/** Every notation that a move can have at a table of a game. */
export interface Notations {
  /**
   * The notations, each once, in the canonical order of `legalMoves`. Every legal move is in the list. A few notations
   * may never be legal.
   */
  notations: string[];
}

/** A type of notice. */
export interface NoticeTypeInfo {
  /** The type, such as `turn.started`. */
  type: string;
  /** What has happened, as an English sentence. */
  meaning: string;
  /** The fields that `data` of such a notice may have. */
  fields: string[];
  /** Whether `createWebhook` takes the type. Every webhook gets the notices of `testWebhook`. */
  isSubscribable: boolean;
}

/** Every type of notice. Later releases may add types. */
export interface NoticeTypes {
  /** The types, in the order of a table's life. */
  types: NoticeTypeInfo[];
}

/** An option and its value. */
export interface OptionInput {
  /** The option's name. */
  name: string;
  /** The value as text: `true`, `3`, `[0,1,0,1]`, `null`, or a word. */
  value: string;
}

/** The end of a session for its players, some of whom may have resigned. */
export interface Outcome {
  /** What ended the table. */
  by: "PLAY" | "RESIGNATION" | "OTHER";
  /**
   * Each seat's rank, from 1. Seats that resigned rank behind all others, the last to resign first. The others rank by
   * the result.
   */
  ranking: number[];
  /** The seats ranked 1. */
  winners: number[];
  /** The seats that resigned, in the order of their resignations. */
  resigned: number[];
}

/** The bounds of a page of a list. */
export interface PageInfo {
  /** Whether there are items after this page. */
  hasNextPage: boolean;
  /** Whether there are items before this page. */
  hasPreviousPage: boolean;
  /** The cursor of the first item. */
  startCursor: string | null;
  /** The cursor of the last item. */
  endCursor: string | null;
}

/** A tournament that the caller keeps, with complete rounds, and the seed of its pairings. */
export interface PairRound {
  /** The format and the settings. */
  plan: PairingPlanInput;
  /** The entrants, 2–5000. */
  entrants: PairingEntrantInput[];
  /** The rounds so far, at most 100; none at first. */
  rounds?: PairedRoundInput[] | null;
  /** The seed of everything drawn by lot, 64 lower-case hex digits; send the same in every round. */
  seed: string;
}

/** A paired round. */
export interface PairedRound {
  /** The tables, those with the most points first. */
  tables: PairedTable[];
  /** The numbers of the entrants with a bye. */
  byes: number[];
}

/** A round. */
export interface PairedRoundInput {
  /** The tables. */
  tables: PairedTableInput[];
  /** The numbers of the entrants who had a bye. */
  byes?: number[] | null;
}

/** A table of a round. */
export interface PairedTable {
  /** The numbers of the entrants, by seat at the first board. */
  entrants: number[];
}

/** A table of a round and its results. */
export interface PairedTableInput {
  /**
   * The numbers of the entrants by seat at the first board. At each further board all move up one seat, and the last
   * moves to seat 0.
   */
  entrants: number[];
  /** The results of all boards; omit them until the table is over. */
  boards?: BoardResultInput[] | null;
  /** The points set for each entrant by a ruling, from 0 to 1; they override the results of the boards. */
  ruling?: number[] | null;
}

/** An entrant. Its number is its place in the list, from 0. */
export interface PairingEntrantInput {
  /** The rating by which the entrant is seeded; entrants without a rating follow in the order of the list. */
  rating?: number | null;
  /** The first round in which it takes part; 1 by default. */
  fromRound?: number;
  /** The last round in which it takes part, 0 if none; by default to the end. */
  untilRound?: number | null;
}

/** The format and the settings of a tournament. */
export interface PairingPlanInput {
  /** SWISS, ROUND_ROBIN, SINGLE_ELIMINATION, DOUBLE_ELIMINATION or ONE_TABLE. */
  format: "SWISS" | "ROUND_ROBIN" | "SINGLE_ELIMINATION" | "DOUBLE_ELIMINATION" | "ONE_TABLE";
  /** The number of seats of a full table, 2–100. */
  seats: number;
  /** The number of seats of the smallest table; 2 by default. */
  leastSeats?: number;
  /** The number of rounds, at most 100; by default 0, as many as the format needs. */
  rounds?: number;
  /** The number of deals that a table plays in a round, 1–100; 1 by default. */
  boards?: number;
  /** SAME if all tables of a round play the same deals; FRESH by default. */
  deals?: "FRESH" | "SAME";
  /** The points for ranks: LINEAR (the default), from 1 down to 0, or WINNER, 1 for the first only. */
  points?: "LINEAR" | "WINNER";
  /** The value of a bye: WIN (the default), DRAW or ZERO. */
  byes?: "WIN" | "DRAW" | "ZERO";
  /**
   * The tie-breaks in the order in which they apply; by default BUCHHOLZ_CUT_1, BUCHHOLZ, DIRECT_ENCOUNTER,
   * SONNEBORN_BERGER, WINS. The others are MEDIAN_BUCHHOLZ, PROGRESSIVE and MARGIN.
   */
  tieBreaks?: string[] | null;
}

/** A template of a sentence or a label: a text with blanks in braces. */
export interface Phrase {
  /** The key: a kind of event, a verb or a fact's name; for a refusal, its English template. */
  key: string;
  /** The text. A blank such as `{to_zone:dative}` asks for a form of a word. */
  template: string;
  /** The blanks of the English template, each once. */
  blanks: Blank[];
  /** The blank whose number, or number of things, selects the plural form; null if there is one form. */
  counted: string | null;
  /** The templates for numbers that `template` does not fit, such as 1. */
  plurals: PluralForm[];
}

/** The rating of a player: a normal distribution. */
export interface PlayerRating {
  /** The mean of the rating. */
  mu: number;
  /** The standard deviation of the rating. */
  sigma: number;
}

/** The ratings of players after their games. */
export interface PlayerRatings {
  /** The ratings, in the order in which they were sent. */
  ratings: PlayerRating[];
}

/** A template for a category of numbers. */
export interface PluralForm {
  /** The category of numbers, named as in the CLDR, such as `one` or `few`. */
  category: string;
  /** The text of the template. */
  template: string;
}

/** A seat of a poll, and the last position that its holder knows. */
export interface PollSeatInput {
  /** The session's id. */
  sessionId: string;
  /** The seat's token, exactly as it was returned. */
  seatToken: string;
  /**
   * The seat's `cursor` in the last poll. A decision that was reported then is not reported again. Omit it in the first
   * poll.
   */
  after?: string | null;
}

/** A seat of a poll, with its session if there is news. */
export interface PolledSeat {
  /** The session's id, as it was sent. */
  sessionId: string;
  /** The state of the seat. */
  state: "DECIDING" | "WAITING" | "OVER" | "UNAUTHORIZED" | "NOT_FOUND" | "RULES_CHANGED" | "NEWER_RELEASE" | "DATA_CORRUPTED" | "OTHER";
  /** The cursor of the last version that was reported to the seat. Send it as `after` in the next poll. */
  cursor: string | null;
  /**
   * The session as the seat sees it; null unless the seat has something to decide or the session is over, and `after`
   * is not the session's cursor.
   */
  session: Session | null;
}

/** The presence of the players of a session, as far as the store knows. */
export interface Presence {
  /** The session's id. */
  sessionId: string;
  /** The seats, in order of play. */
  seats: SeatPresence[];
  /**
   * Whether a table at which only bots play waits: its next move is overdue by 5 seconds. Tables with people come
   * first, and few others are played at once.
   */
  waiting: boolean;
}

/** The effect of a move as far as the viewer can foresee it. Effects of hidden cards and of chance are left out. */
export interface Preview {
  /** The move. */
  move: Move;
  /** The first events of the move, in order, as far as they are certain. */
  events: Event[];
  /** Whether `events` has all events of the move. */
  eventsComplete: boolean;
  /** Every zone after the move. */
  zones: PreviewZone[];
  /** The facts that are certain. */
  facts: Fact[];
  /** The seats that would be asked; null if they cannot be known. */
  turn: number[] | null;
  /** The points after the move; null where they cannot be known. */
  scores: Score[];
  /** The table's result after the move, if it is certain. */
  result: Result | null;
  /** Whether the table would be over; null if that cannot be known. */
  over: boolean | null;
  /**
   * The certain effects in the terms of the game, the most important one first, as the seat that asks would put it: `5
   * + 3 = 8: you would take 4 cards.` Empty if the game names none.
   */
  effects: Effect[];
}

/** A zone after a move, as far as it can be foreseen. */
export interface PreviewZone {
  /** The zone's name in the view. */
  key: string;
  /** The kind of zone: the part of the key before the colon. */
  kind: string;
  /** The seat that owns the zone; null for a zone of the table. */
  owner: number | null;
  /** The zone's name in plain English. */
  label: string;
  /** The number of cards after the move; null if it cannot be known. */
  count: number | null;
  /** The number that the rules will give the zone; null if it is unknown or there is none. */
  value: number | null;
  /**
   * The cards, from bottom to top; null in the list is a hidden or unknown card. If the list itself is null, not even
   * the number of cards is known.
   */
  cards: (Card | null)[] | null;
}

/** Problem details (RFC 9457). Nothing was changed. */
export interface Problem {
  /** The address of a page about this code, relative to the address of the service. */
  type: string;
  /** A summary that all problems with this code share. */
  title: string;
  /** The HTTP status of the response. */
  status: number;
  /** What is wrong and what was expected, in one sentence of plain English. */
  detail: string;
  /** The stable code. */
  code: "INVALID_INPUT" | "UNKNOWN_GAME" | "INVALID_OPTION" | "INVALID_STATE" | "STATE_REWOUND" | "KEY_REUSED" | "NOT_FOUND" | "UNAUTHORIZED" | "SEAT_TAKEN" | "NOT_STARTED" | "ALREADY_STARTED" | "SESSION_OVER" | "NOT_OVER" | "RESIGNED" | "UNDO_REFUSED" | "NO_DEADLINE" | "TOO_EARLY" | "RULES_CHANGED" | "NEWER_RELEASE" | "HINTS_OFF" | "EMOTES_OFF" | "WEBHOOKS_OFF" | "TOO_MANY_WEBHOOKS" | "PUSH_OFF" | "BUSY" | "BAD_REQUEST" | "APP_KEY_REQUIRED" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "REQUEST_TIMEOUT" | "CONTENT_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "PRECONDITION_REQUIRED" | "RATE_LIMITED" | "TOO_MANY_STREAMS" | "HEAD_TOO_LARGE" | "INTERNAL" | "NOT_IMPLEMENTED" | "HTTP_VERSION_NOT_SUPPORTED" | "DATA_CORRUPTED" | "TOO_MANY_CONNECTIONS" | "SHUTTING_DOWN" | "STORE_UNAVAILABLE" | "OTHER";
  /** The path to the faulty part of the request, outermost first. */
  path?: string[];
  /** The milliseconds after which a retry may succeed. */
  retryAfterMillis?: number;
}

/** The public key of the service for Web Push (VAPID, RFC 8292). */
export interface PushKey {
  /**
   * The key, a point of P-256 in base64url, for `applicationServerKey` of a browser; null if the service sends no push
   * messages.
   */
  key: string | null;
}

/** The subscription that a browser returns (`PushSubscription`). */
export interface PushSubscriptionInput {
  /** The address of the browser at its push service. */
  endpoint: string;
  /** The key `p256dh` of the browser, in base64url. */
  p256dh: string;
  /** The secret `auth` of the browser, in base64url. */
  auth: string;
}

/** An entrant's place in the standings. */
export interface RankedEntrant {
  /** The rank, from 1. Equal entrants share a rank. */
  rank: number;
  /** The entrant's number. */
  entrant: number;
  /** The sum of the entrant's points. */
  points: number;
  /** The values of the tie-breaks, in the order of the plan. */
  tieBreaks: number[];
  /** The number of tables played. */
  played: number;
  /** The number of tables won alone. */
  wins: number;
  /** The number of byes. */
  byes: number;
  /** Whether the entrant has neither withdrawn nor been eliminated. */
  isActive: boolean;
}

/** The standings of a tournament that the caller keeps. */
export interface RankedEntrants {
  /** The entrants, the best first. */
  standings: RankedEntrant[];
}

/** Ratings, and the games to rate in order. */
export interface RateResults {
  /** The ratings before the games, 2–5000. */
  ratings: RatingInput[];
  /** The games in the order in which they were played, at most 1000. */
  games: RatedGameInput[];
}

/** A game. */
export interface RatedGameInput {
  /** The teams. */
  teams: RatedTeamInput[];
}

/** A team in a game, often of one player. */
export interface RatedTeamInput {
  /** The places of the players in the list of ratings, from 0. */
  players: number[];
  /** The rank of the team, from 1; it may be shared. */
  rank: number;
}

/** A rating. */
export interface RatingInput {
  /** The mean; 25 at first. */
  mu?: number;
  /** The deviation, above 0; 25/3 at first. */
  sigma?: number;
}

/** The `data` of a notice `reaction.opened`. Later releases may add fields. */
export interface ReactionOpenedData {
  /** The session. */
  sessionId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
  /** The time until which the seat may decide, or the table may react; left out if there is no limit. */
  deadline: string;
  /** The tournament, or the one to which the table belongs. */
  tournamentId?: string;
}

/** A time for reactions has begun, for the whole table: who can react is secret. */
export interface ReactionOpenedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: ReactionOpenedData;
}

/** A state, and the viewer whose view of it is wanted. */
export interface ReadTable {
  /** The state, exactly as it was received. */
  state: string;
  /** The seat whose view is returned; null for a spectator's view. */
  viewer?: number | null;
}

/** The reason why a move is illegal now. */
export interface Refusal {
  /** The stable code: `BAD_NOTATION`, `ILLEGAL_MOVE`, `NOT_YOUR_TURN` or `TABLE_OVER`. */
  code: "BAD_NOTATION" | "ILLEGAL_MOVE" | "NOT_YOUR_TURN" | "TABLE_OVER" | "OTHER";
  /** The number of the rule that forbids the move. */
  rule: string | null;
  /** The reason in one sentence of plain English. */
  message: string;
  /** The template of the message, which is its key in `refusals` of the vocabulary; null if it has none there. */
  template: string | null;
  /** The data that fills the blanks of the template. */
  arguments: Argument[];
  /** Up to three similar legal moves, the most similar first. */
  alternatives: Move[];
}

/** A rematch, a new session for the same seats, is open. */
export interface RematchOffered {
  /** The new session. Each seat joins it with its token of the old session as the bearer token. */
  session: Session;
}

/** The `data` of a notice `rematch.offered`. Later releases may add fields. */
export interface RematchOfferedData {
  /** The session. */
  sessionId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
  /** The session that continues with the same seats. */
  nextSessionId: string;
  /** The tournament, or the one to which the table belongs. */
  tournamentId?: string;
}

/** A session continues with the same seats. */
export interface RematchOfferedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: RematchOfferedData;
}

/** A webhook, and the failed delivery to replay. */
export interface ReplayWebhook {
  /** The id of a failed delivery; by default the newest 10 are replayed. */
  deliveryId?: string | null;
}

/** The result of a table. */
export interface Result {
  /** The totals, by seat. */
  scores: number[];
  /** Each seat's rank: 1 + the number of seats with a better score. */
  ranking: number[];
  /** The seats ranked 1; equal scores share the win. */
  winners: number[];
  /** The reason for the end, a code from the game's rule page. */
  reason: string;
}

/** A page of the moves of a finished table, the first move first. Moves that were taken back are left out. */
export interface Review {
  /** The level at which the moves were reviewed. */
  level: number;
  /** The moves with their cursors. */
  edges: ReviewEdge[];
  /** The moves. */
  nodes: ReviewedMove[];
  /** The bounds of the page. */
  pageInfo: PageInfo;
}

/** A move in a page of a review, with its cursor. */
export interface ReviewEdge {
  /** The cursor. Pass it as `after` to continue after this move. */
  cursor: string;
  /** The move. */
  node: ReviewedMove;
}

/** A move of a finished table, and the move that a bot prefers. The bot knows only what the seat knew then. */
export interface ReviewedMove {
  /** The number of moves made before this one. */
  ply: number;
  /** The seat that moved. */
  seat: number;
  /** The move that was made. */
  move: Move;
  /** The preferred move; null if it was better to wait. */
  preferred: Move | null;
  /** Whether it was better to wait. Only a seat that was not asked could wait. */
  waits: boolean;
  /** How the move compares with the preferred one. */
  verdict: "BEST" | "ABOUT_EQUAL" | "WORSE" | "OTHER";
  /** Whether the seat had no choice: it was asked, and had one legal move. */
  onlyMove: boolean;
  /** The mean number of points that the move loses, if `verdict` is WORSE; else 0. */
  loss: number;
  /**
   * The lower end of the interval of the difference, above 0 if `verdict` is WORSE. All intervals of a position hold
   * together with 95 % confidence.
   */
  lossLow: number;
  /** The upper end of the interval of the difference. */
  lossHigh: number;
  /** The number of deals in which both moves were played out; 0 if they are the same. */
  playouts: number;
}

/** The summary of a round. */
export interface RoundSummary {
  /** The round, from 1. */
  round: number;
  /** The number of tables in the round. */
  tables: number;
  /** The number of tables that are over. */
  tablesOver: number;
  /** The entrants with a bye. */
  byes: number[];
  /** Whether all tables are over and the deals were opened. */
  isOver: boolean;
  /** SHA-256 of the secret of the deals, as 64 hex digits; null unless all tables play the same deals. */
  commitment: string | null;
  /** The secret of the deals, as 64 hex digits; null until the round is over. */
  serverSeed: string | null;
}

/** A rule from the game's rule page. */
export interface Rule {
  /** The page and the rule's number on it, such as `zeven 3.4`. `zeven 3` is the whole section. */
  number: string;
  /** The title of the rule's section. */
  section: string;
  /** The rule, as Markdown. */
  text: string;
}

/** The points that the host sets for a table. */
export interface RuleOnTable {
  /** The round, from 1. */
  round: number;
  /** The table, from 0. */
  table: number;
  /** The points of each entrant of the table, from 0 to 1, in the order of the table. */
  points: number[];
  /** The reason, which is public: 1–500 characters. */
  reason: string;
}

/** A rule page. */
export interface Rules {
  /** The rules: each section, followed by its numbered rules. */
  rules: Rule[];
}

/** A seat's points so far. */
export interface Score {
  /** The seat. */
  seat: number;
  /** The seat's points; null where the viewer may not know them. */
  points: number | null;
}

/** A part of a seat's score. The sum of `worth`, multiplied by `factor`, is `points`. */
export interface ScoreItem {
  /** The kind of item, a code of the game, such as `colour` or `stack`. */
  code: string;
  /** What the item is about, such as a suit; null if there is nothing. */
  value: string | null;
  /** The number of the rule that gives the points. */
  rule: string;
  /** The item's name in plain English. */
  label: string;
  /** The seat that the cards belong to; null if they are those of the seat that scores. */
  seat: number | null;
  /** The cards that count; empty if the table does not show any. */
  cards: Card[];
  /** The points of each of `cards`; without cards, the points of each thing that counts. */
  worth: number[];
  /** The factor: 2 doubles the points, 0 cancels them, -1 subtracts them. */
  factor: number;
  /** The points that the item adds to the score. */
  points: number;
}

/** A place at a session's table. */
export interface Seat {
  /** The seat's number, from 0, in order of play. */
  index: number;
  /** The holder's name. */
  name: string | null;
  /** Whether the seat has a holder. A bot is not a holder; see `kind`. */
  taken: boolean;
  /** The player of the seat. */
  kind: "HUMAN" | "DEFAULT_POLICY" | "BOT" | "OTHER";
  /** The bot, if `kind` is BOT; else null. */
  bot: Bot | null;
}

/** An emote that the holder of a seat has sent. It is not part of the session, and nothing stores it. */
export interface SeatEmote {
  /** The seat. */
  seat: number;
  /** The emote. */
  emote: "SMILE" | "LAUGH" | "SURPRISE" | "THINKING" | "SADNESS" | "APPLAUSE" | "HELLO" | "GOOD_LUCK" | "WELL_PLAYED" | "OOPS" | "THANKS" | "ONE_MOMENT" | "GOOD_GAME" | "PLAY_AGAIN" | "OTHER";
  /** The sentence in the wanted language; of a picture, its name. */
  text: string;
}

/** A seat whose holder has left. */
export interface SeatGivenUp {
  /** The seat. */
  seat: number;
}

/** A secret that opens a seat of a sealed table. */
export interface SeatGrant {
  /** The seat. */
  seat: number;
  /** The grant, which its holder sends as `Authorization: Bearer …`. */
  token: string;
}

/** The seat is taken. */
export interface SeatJoined {
  /** The session as the new holder of the seat sees it. */
  session: Session;
  /** The seat. */
  seat: number;
  /**
   * Whether an earlier request with the same idempotency key took the seat. The token may be void by now; `session` is
   * then what a spectator sees.
   */
  replayed: boolean;
  /** The seat's token, a secret that is returned only here. Send it as `Authorization: Bearer …`. */
  seatToken: string;
}

/** The `data` of a notice `seat.lapsed`. Later releases may add fields. */
export interface SeatLapsedData {
  /** The session. */
  sessionId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
  /** The seat, from 0. */
  seat: number;
  /** The tournament, or the one to which the table belongs. */
  tournamentId?: string;
}

/** The time of a seat ran out, and a default decision was made in its place. */
export interface SeatLapsedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: SeatLapsedData;
}

/** A seat's score, item by item. */
export interface SeatPoints {
  /** The seat. */
  seat: number;
  /** The seat's score: the sum of the points of `items`. */
  points: number;
  /** The items, in the order of the rules. */
  items: ScoreItem[];
}

/** The presence of the holder of a seat. */
export interface SeatPresence {
  /** The seat. */
  seat: number;
  /**
   * Whether the holder follows the session by a stream, or closed the last stream only seconds ago. Without a stream:
   * whether the holder has polled, read or changed the session in the last 25 seconds. Null if the seat has no holder,
   * or if a bot or the default policy plays it.
   */
  connected: boolean | null;
  /** The time when the holder was last seen, to about 10 seconds; null if never, or more than a day ago. */
  lastSeen: string | null;
}

/** The browsers that show notices to the holder of a seat. */
export interface SeatPushes {
  /** The session's id. */
  sessionId: string;
  /** The seat. */
  seat: number;
  /** The number of subscribed browsers, at most 4. */
  browsers: number;
}

/** A session and the caller's token there. */
export interface SeatTokenInput {
  /** The session's id. */
  sessionId: string;
  /** The token of a seat or of the host, exactly as it was returned. */
  seatToken: string;
}

/** The caller's seats in several sessions. */
export interface SeatTokens {
  /** The seats, 1–100. */
  seats: SeatTokenInput[];
}

/** A bot and its seat. */
export interface SeatedBotInput {
  /** The seat. */
  seat: number;
  /** The bot's level, 1–4: how far it looks ahead. */
  level: number;
}

/** A live session as its viewer sees it. The viewer is the seat of the bearer token, or a spectator. */
export interface Session {
  /** The session's id. */
  id: string;
  /** The game's id. */
  game: string;
  /** Every option and its value at this table. */
  options: SetOption[];
  /** The settings of the session. */
  settings: SessionSettings;
  /** The stage of the session. */
  status: "OPEN" | "ACTIVE" | "FINISHED" | "ABANDONED" | "OTHER";
  /** The number of committed changes. The first change created the session. */
  version: number;
  /** The hash of the history up to this version, 16 characters. Versions with the same head have the same history. */
  head: string | null;
  /** Version and head as one text. Pass it to a stream as `after` to continue from here. */
  cursor: string;
  /** The seats, in order of play. */
  seats: Seat[];
  /** The seat that the bearer token holds; null for a spectator. */
  viewerSeat: number | null;
  /** Whether the bearer token has the host's rights. */
  isHost: boolean;
  /** What the bearer token stands for in this session. */
  bearer: "NONE" | "SEAT" | "HOST" | "UNKNOWN" | "OTHER";
  /**
   * The id of this viewer's projection. It is the same at every version, and different for each seat, for a host
   * without a seat, and for spectators. Clients that cache objects by id use it as the key.
   */
  viewId: string;
  /** The time when the session was created. */
  createdAt: string;
  /** The time when the session expires, unless it is changed before. */
  expiresAt: string;
  /** The time after which any caller may have default moves made for the asked seats; null for never. */
  deadline: string | null;
  /** The pending request to take back the last move; null if there is none. */
  takeBack: TakeBack | null;
  /** The data for checking the shuffles. */
  fairness: Fairness;
  /** The id of the rematch, a session for the same seats; null if there is none. */
  rematchId: string | null;
  /** The session's place in a tournament; null if it belongs to none. */
  tournament: TournamentPlace | null;
  /** How the session ended for its players; null before the end, and if it was abandoned. */
  outcome: Outcome | null;
  /** The table as the viewer sees it; null before the deal. */
  view: View | null;
}

/** The session was changed, and the change was stored. */
export interface SessionChanged {
  /** The session at `version`, or at a later version. */
  session: Session;
  /** The version that the change made. */
  version: number;
  /** The head of that version. */
  head: string | null;
  /** Whether an earlier request with the same idempotency key made the change. */
  replayed: boolean;
  /** The events of that version. */
  events: Event[];
}

/** A page of sessions, the newest first. */
export interface SessionConnection {
  /** The sessions with their cursors. */
  edges: SessionEdge[];
  /** The sessions. */
  nodes: Session[];
  /** The bounds of the page. */
  pageInfo: PageInfo;
}

/** The session was created. */
export interface SessionCreated {
  /** The session. */
  session: Session;
  /**
   * The host's token, a secret that is returned only here. Send it as `Authorization: Bearer …` to start or abandon the
   * session, or to take a seat as the host.
   */
  hostToken: string;
  /** A join code for each seat, returned only here. */
  joinLinks: JoinLink[];
}

/** A session in a page, with its cursor. */
export interface SessionEdge {
  /** The cursor. Pass it as `after` to continue after this session. */
  cursor: string;
  /** The session. */
  node: Session;
}

/** A frame of a stream: a version of the session, and its events. */
export interface SessionFrame {
  /** The version. Each version comes once, in order, unless versions were rolled back. */
  version: number;
  /** The hash of the history up to this version, 16 characters. Versions with the same head have the same history. */
  head: string | null;
  /** The cursor of this frame. Pass it as `after` to continue after the frame. */
  cursor: string;
  /**
   * Whether versions before this one were skipped or taken back, or this one opened the deal. If so, redraw the table
   * from `session` and ignore `events`.
   */
  resync: boolean;
  /**
   * Whether the store has lost versions that were sent before this frame. Later versions may reuse their numbers. If it
   * is true, so is `resync`.
   */
  rolledBack: boolean;
  /** The events of this version; empty in a snapshot. */
  events: Event[];
  /** The session as of this version. */
  session: Session;
  /** The viewer's decision at this version; null if the viewer has no move. */
  decision: Decision | null;
}

/** Server-sent events. The data of a `frame` is a `SessionFrame`, or a `FrameOfChanges`, or a `FrameOfCodes`. */
export interface SessionFrameEvent {
  /** The cursor of the frame. */
  id?: string;
  /** The kind of event. */
  event?: "frame" | "end" | "reconnect" | "problem";
  /** JSON. */
  data?: string;
  /** The milliseconds before a client should connect again. */
  retry?: number;
}

/** The data of an event: a SessionFrame for `frame`, a Problem for `problem`, else an empty object. */
export type SessionFrameEventData = SessionFrame | FrameOfChanges | FrameOfCodes | Problem | Record<string, unknown>;

/** The settings of a session, apart from the options of its game. */
export interface SessionSettings {
  /** Whether the session is listed while seats are open. */
  public: boolean;
  /** Whether taking a seat requires its join code. */
  invitationOnly: boolean;
  /** Whether the deal waits for the host to start, even when every seat is taken. */
  startByHost: boolean;
  /** The time for a decision in seconds; null for no limit. */
  moveSeconds: number | null;
  /** The milliseconds after a card is put down in which only a match is accepted; null for none. */
  reactionMillis: number | null;
  /** Whether a seat may ask the others to take back its last move. */
  takeBacks: boolean;
  /** Whether a seat may ask for the move that a bot prefers. */
  hints: boolean;
  /** The pause before a bot moves, in milliseconds; null for none. */
  botMillis: number | null;
  /** The level of the bot that takes over a seat whose holder leaves during play; null if the seat waits. */
  leftSeatLevel: number | null;
  /** Whether other tables play the same deal. */
  sharedDeal: boolean;
  /** Whether the holders of seats may send emotes. */
  emotes: boolean;
}

/** The summary of a session, without its table. It is the same for every viewer. */
export interface SessionSummary {
  /** The session's id. */
  sessionId: string;
  /** The game's id. */
  game: string;
  /** Every option and its value at this table. */
  options: SetOption[];
  /** The settings of the session. */
  settings: SessionSettings;
  /** The stage of the session. */
  status: "OPEN" | "ACTIVE" | "FINISHED" | "ABANDONED" | "OTHER";
  /** The number of committed changes. The first change created the session. */
  version: number;
  /** The seats, in order of play. */
  seats: Seat[];
  /** The time when the session was created. */
  createdAt: string;
  /** The time when the session expires, unless it is changed before. */
  expiresAt: string;
  /** The time after which any caller may have default moves made for the asked seats; null for never. */
  deadline: string | null;
  /** The id of the rematch, a session for the same seats; null if there is none. */
  rematchId: string | null;
}

/** A page of summaries of sessions, the newest first. */
export interface SessionSummaryConnection {
  /** The sessions with their cursors. */
  edges: SessionSummaryEdge[];
  /** The sessions. */
  nodes: SessionSummary[];
  /** The bounds of the page. */
  pageInfo: PageInfo;
}

/** A session in a page, with its cursor. */
export interface SessionSummaryEdge {
  /** The cursor. Pass it as `after` to continue after this session. */
  cursor: string;
  /** The session. */
  node: SessionSummary;
}

/** Every session of the batch was created. */
export interface SessionsCreated {
  /** The batch's id. Anybody who has it can read the results. */
  batchId: string;
  /** The sessions, in the order in which they were sent. */
  sessions: BatchSession[];
}

/** An option and its value at this table. */
export interface SetOption {
  /** The option's name. */
  name: string;
  /** The option's value, as text. */
  value: string;
}

/** The session is not at the expected version: it has advanced, or the store has lost that version. */
export interface StaleVersion {
  /** The address of a page about this code, relative to the address of the service. */
  type: string;
  /** A summary that all problems with this code share. */
  title: string;
  /** The HTTP status of the response. */
  status: number;
  /** What is wrong and what was expected, in one sentence of plain English. */
  detail: string;
  /** The stable code. */
  code: "STALE_VERSION" | "ROLLED_BACK" | "OTHER";
  /** The path to the faulty part of the request, outermost first. */
  path?: string[];
  /** The milliseconds after which a retry may succeed. */
  retryAfterMillis?: number;
  /** The session's current version. */
  currentVersion: number;
  /** The current session as the same viewer sees it. */
  session: Session;
}

/** An entrant's place in the standings. */
export interface Standing {
  /** The rank, from 1. Entrants who are equal in everything share a rank. */
  rank: number;
  /** The entrant's number. */
  entrant: number;
  /** The entrant's name. */
  name: string | null;
  /** The sum of the entrant's points. */
  points: number;
  /** The values of the tie-breaks, in the order of the tournament. */
  tieBreaks: number[];
  /** The number of tables played. */
  played: number;
  /** The number of tables won. */
  wins: number;
  /** The number of byes. */
  byes: number;
  /** Whether the entrant has neither withdrawn nor been eliminated. */
  isActive: boolean;
  /**
   * In an elimination, the round after which the entrant was out of the bracket, 0 for one who never had a place in it;
   * null for an entrant who is still in it. Ranks depend first on this number, later rounds before earlier ones, then
   * on points.
   */
  outAfterRound: number | null;
}

/** A page of the standings, the first rank first. */
export interface StandingConnection {
  /** The standings with their cursors. */
  edges: StandingEdge[];
  /** The standings. */
  nodes: Standing[];
  /** The bounds of the page. */
  pageInfo: PageInfo;
}

/** A standing in a page, with its cursor. */
export interface StandingEdge {
  /** The cursor. Pass it as `after` to continue after this standing. */
  cursor: string;
  /** The standing. */
  node: Standing;
}

/** A tournament that the caller keeps. */
export interface Standings {
  /** The format and the settings. */
  plan: PairingPlanInput;
  /** The entrants, 2–5000. */
  entrants: PairingEntrantInput[];
  /** The rounds so far, at most 100; none at first. */
  rounds?: PairedRoundInput[] | null;
}

/** The session, and the browser that shows the notices of the bearer's seat. */
export interface SubscribePush {
  /** The subscription of the browser. */
  subscription: PushSubscriptionInput;
  /** The language of the notices: en or de. */
  language?: "en" | "de";
}

/** A stateless table, and the seat for which to suggest a move. */
export interface SuggestMoveForState {
  /** The state, exactly as it was received. */
  state: string;
  /** The seat. */
  seat: number;
  /** The bot's level, 1–4: how far it looks ahead (1: not at all). The default is 3. */
  level?: number;
}

/** The move that a bot prefers for a seat, and why. The bot decides from what the seat knows. */
export interface Suggestion {
  /** The seat. */
  seat: number;
  /** The version for which the suggestion holds, and no other; for a stateless table, the ply. */
  version: number;
  /** The cursor of that version; null for a stateless table. */
  cursor: string | null;
  /** The preferred move; null if it is better to wait. */
  move: Move | null;
  /** Whether it is better to wait. Only a seat that is not asked can wait. */
  waits: boolean;
  /** The level of the bot. */
  level: number;
  /** The number of moves that were searched. */
  effort: number;
  /** The moves that were tried, the best first; empty at level 1, and if there is no choice. */
  candidates: TriedMove[];
  /** The cards that the seat could not see and the bot had to guess, by zone. */
  hidden: HiddenCards[];
}

/** A table at one state, which the caller holds. */
export interface Table {
  /**
   * The whole table as text. An open state reveals hidden cards: keep it in a trusted back end. A sealed state may be
   * given to anybody.
   */
  state: string;
  /** The table's result; null before the end. */
  result: Result | null;
  /** The seats that have a move. If the state is sealed, only the seats that the bearer may know of are listed. */
  activeSeats: number[];
  /** Whether the state is sealed. */
  sealed: boolean;
  /** A grant for each seat of a newly sealed table, returned only here. */
  grants: SeatGrant[];
}

/** A page of the tables of a round. */
export interface TableConnection {
  /** The tables with their cursors. */
  edges: TableEdge[];
  /** The tables. */
  nodes: TournamentTable[];
  /** The bounds of the page. */
  pageInfo: PageInfo;
}

/** A table in a page, with its cursor. */
export interface TableEdge {
  /** The cursor. Pass it as `after` to continue after this table. */
  cursor: string;
  /** The table. */
  node: TournamentTable;
}

/** The `data` of a notice `table.finished`. Later releases may add fields. */
export interface TableFinishedData {
  /** The session. */
  sessionId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
  /** The tournament, or the one to which the table belongs. */
  tournamentId?: string;
}

/** The table is finished, or it was abandoned. */
export interface TableFinishedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: TableFinishedData;
}

/** A move made on a stateless table, and the view after it for a viewer. */
export interface TableMoved {
  /** The table after the move. */
  table: Table;
  /** The view of the viewer; null if there is no such seat, or if it is closed to the caller. */
  view: View | null;
  /** The move. */
  move: Move;
  /** The events of the move, as the viewer may see them. */
  events: Event[];
}

/** The `data` of a notice `table.opened`. Later releases may add fields. */
export interface TableOpenedData {
  /** The session. */
  sessionId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
  /** The tournament, or the one to which the table belongs. */
  tournamentId?: string;
}

/** A session was opened by the app, or as a table of the tournament. */
export interface TableOpenedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: TableOpenedData;
}

/** The host's ruling on a table. */
export interface TableRuling {
  /** The points of the entrants, in the order of the table. */
  points: number[];
  /** The reason for the ruling. */
  reason: string;
}

/** A stateless table, and its view for a viewer. */
export interface TableSeen {
  /** The table. */
  table: Table;
  /** The view of the viewer; null if there is no such seat, or if it is closed to the caller. */
  view: View | null;
}

/** The setup of a stateless table. */
export interface TableSetup {
  /** The game's id. */
  game: string;
  /** The number of seats. */
  seats: number;
  /** The options that differ from their defaults. */
  options?: OptionInput[] | null;
  /** The table's key, 64 lower-case hex digits; by default a random one. */
  seed?: string | null;
  /** A stacked deck for the first deal, the top card first. */
  deck?: string[] | null;
  /** Whether to seal the state, so that players may keep it; each seat gets a grant. */
  sealed?: boolean;
  /** The seat whose view is returned; null for a spectator's view. */
  viewer?: number | null;
}

/** The `data` of a notice `table.started`. Later releases may add fields. */
export interface TableStartedData {
  /** The session. */
  sessionId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
  /** The tournament, or the one to which the table belongs. */
  tournamentId?: string;
}

/** The cards were dealt. */
export interface TableStartedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: TableStartedData;
}

/** A request to take back a seat's last move. */
export interface TakeBack {
  /** The seat that asks to take back its move. */
  seat: number;
  /** The seats that have agreed. */
  agreed: number[];
  /** The seats that have not answered. */
  awaited: number[];
}

/** An answer to a request to take back a last move. */
export interface TakeBackAnswer {
  /** Whether the seat may take its move back. */
  agree: boolean;
}

/** The `data` of a notice `test`. Later releases may add fields. */
export interface TestData {
  /** The session. */
  sessionId?: string;
  /** The tournament, or the one to which the table belongs. */
  tournamentId?: string;
}

/** `testWebhook` was called. */
export interface TestNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: TestData;
}

/** A tournament. All viewers see the same, except `isHost` and `entrant`, which describe the bearer of the token. */
export interface Tournament {
  /** The tournament's id. */
  id: string;
  /** The number of committed changes. The first change created the tournament. */
  version: number;
  /** The hash of the history up to this version, 16 characters. Versions with the same head have the same history. */
  head: string;
  /** Version and head as one text. Pass it to a stream as `after` to continue from here. */
  cursor: string;
  /** The tournament's name. */
  title: string;
  /** The game's id. */
  game: string;
  /** Every option and its value at the tables. */
  options: SetOption[];
  /** The settings of the tables. `public` tells whether the tournament is listed. */
  settings: SessionSettings;
  /** How the rounds are paired. */
  format: "SWISS" | "ROUND_ROBIN" | "SINGLE_ELIMINATION" | "DOUBLE_ELIMINATION" | "ONE_TABLE" | "OTHER";
  /** The number of seats of a full table. */
  seatsPerTable: number;
  /** The number of seats of the smallest table. */
  leastSeats: number;
  /** The number of rounds with the present entrants. */
  rounds: number;
  /** The number of deals that a table plays in a round. */
  boards: number;
  /** Whether the tables of a round play the same deals. */
  deals: "FRESH" | "SAME" | "OTHER";
  /** How ranks at a table become points: `LINEAR` or `WINNER`. */
  points: string;
  /** The worth of a bye: `WIN`, `DRAW` or `ZERO`. */
  byes: string;
  /** The tie-breaks between equal points, in the order in which they apply. */
  tieBreaks: string[];
  /** The stage of the tournament. */
  status: "OPEN" | "RUNNING" | "PAUSED" | "FINISHED" | "ABANDONED" | "OTHER";
  /** Whether the tournament takes entries now. */
  isOpen: boolean;
  /** Whether entering requires a code. */
  needsCode: boolean;
  /** Whether each round after the first, and the end, waits for the host. */
  byHost: boolean;
  /** The number of entrants. */
  entrantCount: number;
  /** The rounds that have been paired. */
  playedRounds: RoundSummary[];
  /** SHA-256 of the seed of the pairings, as 64 hex digits, shown from the start. */
  commitment: string;
  /** The seed of the pairings, as 64 hex digits; null before the end. */
  seed: string | null;
  /** Whether the bearer token has the host's rights. */
  isHost: boolean;
  /** The number of the entrant who holds the bearer token; null if no entrant does. */
  entrant: number | null;
  /** The time when the tournament was created. */
  createdAt: string;
  /** The time when the tournament expires, unless it is changed before. */
  expiresAt: string;
}

/** A board: a deal that a table plays. */
export interface TournamentBoard {
  /** The id of the session in which the board is played. */
  sessionId: string;
  /** The numbers of the entrants, by seat. */
  seats: number[];
  /** The stage of the board. */
  status: "PAIRED" | "PLAYING" | "FINISHED" | "OTHER";
  /** The totals, by seat; null before the end, and while other tables play the same deal. */
  scores: number[] | null;
  /** The rank of each seat, from 1; null when `scores` is null. */
  ranking: number[] | null;
  /** The seats that resigned, in the order of their resignations; null when `scores` is null. */
  resigned: number[] | null;
}

/** The tournament was changed, and the change was stored. */
export interface TournamentChanged {
  /** The tournament after the change. */
  tournament: Tournament;
  /** The version that the change made. */
  version: number;
  /** Whether this is the answer to a retry. */
  replayed: boolean;
}

/** A page of public tournaments, the newest first. */
export interface TournamentConnection {
  /** The tournaments with their cursors. */
  edges: TournamentEdge[];
  /** The tournaments. */
  nodes: Tournament[];
  /** The bounds of the page. */
  pageInfo: PageInfo;
}

/** The tournament was created. Keep its secrets: they are returned again only for the same idempotency key. */
export interface TournamentCreated {
  /** The tournament. */
  tournament: Tournament;
  /** The bearer token of the host. */
  hostToken: string;
  /** The code for entering; null if entering requires none. */
  entryCode: string | null;
  /** The bearer tokens of the named entrants, in their order; null for bots. Pass them to the entrants. */
  entrantTokens: (string | null)[];
}

/** A tournament in a page, with its cursor. */
export interface TournamentEdge {
  /** The cursor. Pass it as `after` to continue after this tournament. */
  cursor: string;
  /** The tournament. */
  node: Tournament;
}

/** The entrant was added to the tournament. */
export interface TournamentEntered {
  /** The tournament. */
  tournament: Tournament;
  /** The entrant's number. */
  entrant: number;
  /** The entrant's bearer token, which also holds the entrant's seats. Keep it secret. */
  entrantToken: string;
  /** Whether this is the answer to a retry. */
  replayed: boolean;
}

/** An entrant of a tournament. */
export interface TournamentEntrant {
  /** The entrant's number, from 0, in order of entry. */
  number: number;
  /** The entrant's name. */
  name: string | null;
  /** The rating by which the entrant is seeded. */
  rating: number | null;
  /** The level, if the entrant is a bot; null for a person. */
  botLevel: number | null;
  /** The first round in which the entrant plays. */
  fromRound: number;
  /** The last round of an entrant who has withdrawn; else null. */
  untilRound: number | null;
}

/** An event of a tournament. */
export interface TournamentEvent {
  /** The kind of event, such as `roundPaired` or `boardFinished`. */
  kind: string;
  /** The round, from 1. */
  round: number | null;
  /** The table's number, from 0. */
  table: number | null;
  /** The board's number, from 0. */
  board: number | null;
  /** The entrant's number. */
  entrant: number | null;
  /** A name, or the reason for a ruling. */
  value: string | null;
}

/** The `data` of a notice `tournament.finished`. Later releases may add fields. */
export interface TournamentFinishedData {
  /** The tournament, or the one to which the table belongs. */
  tournamentId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
}

/** The tournament is finished, or it was abandoned. */
export interface TournamentFinishedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: TournamentFinishedData;
}

/** A frame of a stream: a version of the tournament, and its events. */
export interface TournamentFrame {
  /** The version. */
  version: number;
  /** The hash of the history up to this version, 16 characters. Versions with the same head have the same history. */
  head: string;
  /** The cursor of this frame. Pass it as `after` to continue after the frame. */
  cursor: string;
  /** Whether versions before this one were skipped, or lost by the store. */
  resync: boolean;
  /** The events of this version; empty in a snapshot. */
  events: TournamentEvent[];
  /** The stage of the tournament at this version. */
  status: "OPEN" | "RUNNING" | "PAUSED" | "FINISHED" | "ABANDONED" | "OTHER";
  /** The number of rounds that were paired at this version. */
  roundsPaired: number;
}

/** Server-sent events. The data of a `frame` is a `TournamentFrame`. */
export interface TournamentFrameEvent {
  /** The cursor of the frame. */
  id?: string;
  /** The kind of event. */
  event?: "frame" | "end" | "reconnect" | "problem";
  /** JSON. */
  data?: string;
  /** The milliseconds before a client should connect again. */
  retry?: number;
}

/** The data of an event: a TournamentFrame for `frame`, a Problem for `problem`, else an empty object. */
export type TournamentFrameEventData = TournamentFrame | Problem | Record<string, unknown>;

/** The place of a session in a tournament. */
export interface TournamentPlace {
  /** The tournament's id. */
  tournamentId: string;
  /** The round, from 1. */
  round: number;
  /** The table of the round, from 0. */
  table: number;
  /** The board of the table, from 0. */
  board: number;
}

/** The `data` of a notice `tournament.round_finished`. Later releases may add fields. */
export interface TournamentRoundFinishedData {
  /** The tournament, or the one to which the table belongs. */
  tournamentId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
  /** The round of the tournament, from 1. */
  round: number;
}

/** A round is over. */
export interface TournamentRoundFinishedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: TournamentRoundFinishedData;
}

/** The `data` of a notice `tournament.round_started`. Later releases may add fields. */
export interface TournamentRoundStartedData {
  /** The tournament, or the one to which the table belongs. */
  tournamentId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
  /** The round of the tournament, from 1. */
  round: number;
}

/** The tables of a round are open. */
export interface TournamentRoundStartedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: TournamentRoundStartedData;
}

/** A table of a round. */
export interface TournamentTable {
  /** The round, from 1. */
  round: number;
  /** The table's number, from 0. */
  table: number;
  /** The numbers of the entrants, by seat at the first board. */
  entrants: number[];
  /** The boards of the table. */
  boards: TournamentBoard[];
  /** The points of the entrants; null until they are known. */
  points: number[] | null;
  /** The host's ruling; null if there is none. */
  ruling: TableRuling | null;
}

/** A move that was tried. It was played out in random deals of the cards that the seat cannot know. */
export interface TriedMove {
  /** The move; null for waiting, which a seat that is not asked may do. */
  move: Move | null;
  /** The number of deals in which the move was played out. */
  playouts: number;
  /** The mean success of the move, from -1 to 1. The bot chooses the move by this number. */
  reward: number;
  /** The lower end of the reward's 95 % interval. */
  low: number;
  /** The upper end of the reward's 95 % interval. */
  high: number;
  /** The mean number of points by which the seat was ahead of the best other seat. */
  margin: number;
}

/** The `data` of a notice `turn.ended`. Later releases may add fields. */
export interface TurnEndedData {
  /** The session. */
  sessionId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
  /** The seat, from 0. */
  seat: number;
  /** The tournament, or the one to which the table belongs. */
  tournamentId?: string;
}

/** The seat is not asked any more: withdraw the notice. */
export interface TurnEndedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: TurnEndedData;
}

/** The `data` of a notice `turn.started`. Later releases may add fields. */
export interface TurnStartedData {
  /** The session. */
  sessionId: string;
  /** The version of the session or of the tournament that brought the notice. */
  version: number;
  /** The seat, from 0. */
  seat: number;
  /** The tournament, or the one to which the table belongs. */
  tournamentId?: string;
  /** The time until which the seat may decide, or the table may react; left out if there is no limit. */
  deadline?: string;
}

/** A seat that a person plays is asked for a decision: show a notice. */
export interface TurnStartedNotice {
  /** The type of the notice. */
  type: string;
  /** The time of what has happened, the same in each attempt. */
  timestamp: string;
  /**  */
  data: TurnStartedData;
}

/** The viewer's right to take back its last move. */
export interface Undo {
  /** Whether `undoMove` would be accepted now. */
  available: boolean;
  /** The reason why the move may or may not be taken back, in one sentence. */
  reason: string;
}

/** The session, and the browser that shows no more notices of the bearer's seat. */
export interface UnsubscribePush {
  /** The address of the browser at its push service. */
  endpoint: string;
}

/** A verb of a game's moves. */
export interface Verb {
  /** The verb. */
  name: string;
  /** The notation of the verb's moves; parts in brackets are optional. */
  pattern: string;
  /** The effect of the verb's moves. */
  description: string;
}

/** A table as one viewer sees it, with enough to draw any game without knowing its rules. */
export interface View {
  /** The game's id. */
  game: string;
  /** The seat whose view this is; null for a spectator. */
  viewer: number | null;
  /** The number of moves made so far. */
  ply: number;
  /** The seats that are openly asked now, in ascending order; empty when the table is over. */
  turn: number[];
  /** The prompt for the viewer, in one sentence: what to do, or whom to wait for; null when no seat is asked. */
  prompt: string | null;
  /** Every zone, in the order of the game's rule page. */
  zones: Zone[];
  /** The public facts other than cards. */
  facts: Fact[];
  /** The points so far, by seat. */
  scores: Score[];
  /** The table's result; null before the end. */
  result: Result | null;
  /** The items that the scores of the result add up from; null before the end. */
  breakdown: Breakdown | null;
  /** The viewer's legal moves, in canonical order; empty for a spectator. */
  legalMoves: Move[];
  /** The number of the viewer's legal moves. */
  legalMoveCount: number;
  /** Whether the viewer may take back its last move. */
  undo: Undo;
  /** The viewer's decision; null if the viewer has no move. */
  decision: Decision | null;
}

/** The differences from an earlier version of the session and its view. Null, absent, not listed: unchanged. */
export interface ViewChanges {
  /**
   * The version that these changes start from; null where it is not known, as in the first frame of a stream. If it is
   * null, `session` has everything.
   */
  since?: number | null;
  /** The whole session, if `since` is null; else null. */
  session?: Session | null;
  /** The session's cursor. */
  cursor?: string | null;
  /** The stage of the session. */
  status?: "OPEN" | "ACTIVE" | "FINISHED" | "ABANDONED" | "OTHER" | null;
  /** The seats that differ. */
  seats?: Seat[];
  /** The time when the session expires, unless it is changed before. */
  expiresAt?: string | null;
  /** The time after which any caller may have default moves made for the asked seats. */
  deadline?: string | null;
  /** The pending request to take back the last move. */
  takeBack?: TakeBack | null;
  /** The data for checking the shuffles. */
  fairness?: Fairness | null;
  /** The id of the rematch. */
  rematchId?: string | null;
  /** How the session ended for its players. */
  outcome?: Outcome | null;
  /** The number of moves made so far. */
  ply?: number | null;
  /** The seats that are openly asked now. */
  turn?: number[] | null;
  /** The prompt for the viewer, in one sentence. */
  prompt?: string | null;
  /** The zones that differ or are new, each in full. */
  zones?: Zone[];
  /** The keys of all zones in order, if a zone was added or removed. A zone that is not named is gone. */
  zoneKeys?: string[] | null;
  /** The facts that differ. */
  facts?: Fact[];
  /** The scores that differ. */
  scores?: Score[];
  /** The table's result. */
  result?: Result | null;
  /** The items that the scores of the result add up from. */
  breakdown?: Breakdown | null;
  /** All legal moves of the viewer, if any of them differs. */
  legalMoves?: Move[] | null;
  /** The end of the time in which only a match is accepted. */
  notBefore?: string | null;
  /** Whether the viewer may take back its last move. */
  undo?: Undo | null;
  /** The names of the fields that have become null, such as `prompt` or `deadline`. */
  cleared?: string[];
}

/** The words and templates of all sentences and labels of a game, in one language. */
export interface Vocabulary {
  /** The language, as in BCP 47. */
  language: string;
  /** The available languages. */
  languages: string[];
  /** The game in one sentence, by its id; its `goal`; and `howToPlay 1` to `howToPlay 5`. */
  summaries: Phrase[];
  /** The labels of options, by name, and of their choices, by name and choice (`scoring none`). */
  options: Phrase[];
  /** The meanings of options, by name. */
  descriptions: Phrase[];
  /** The names of the cards, by code. */
  cards: Phrase[];
  /** The effect of each card in one sentence, by code. */
  powers: Phrase[];
  /**
   * The labels of moves, by verb. A label by verb and value of the fact `asked`, such as `skip bank`, replaces that of
   * the verb while the fact has this value.
   */
  moves: Phrase[];
  /** The words that a choice adds to the label of a move, by choice. */
  choices: Phrase[];
  /** The verbs as words, by verb. */
  verbs: Phrase[];
  /** The sentences of events, by kind: first events of the game, then events of sessions. */
  events: Phrase[];
  /** The sentences of effects that a move would have, by code, in the conditional. */
  effects: Phrase[];
  /** The subjects of facts, by name. */
  facts: Phrase[];
  /** The names of zones, by kind. */
  zones: Phrase[];
  /** The names of parts of zones' keys that are words, by part. */
  places: Phrase[];
  /** The values of facts and events as words, by value, or by kind of event and value. */
  words: Phrase[];
  /** The reasons for the end of a table, by code. */
  reasons: Phrase[];
  /** The labels of the items of a score, by code, or by code and rule. */
  points: Phrase[];
  /** The sentences about what decided a table: by reason, or by code of an item, or by code and rule. */
  decided: Phrase[];
  /** The reasons why moves are refused, by their English templates. */
  refusals: Phrase[];
  /** Common words that fill blanks, by their English. */
  common: Phrase[];
}

/** A URL that gets notices of a session, of a tournament and its tables, or of all sessions of an app. */
export interface Webhook {
  /** The webhook's id. */
  id: string;
  /** The session; null for another owner. */
  sessionId: string | null;
  /** The tournament; null for another owner. If both are null, the webhook is an app's. */
  tournamentId: string | null;
  /** The URL. Of a webhook that somebody else created, the host sees only the origin. */
  url: string;
  /** Whether the caller created it; the host sees those of the holders, too. */
  isOwn: boolean;
  /** The types of notices that it gets; empty if it gets all. */
  types: string[];
  /** The time when it was created. */
  createdAt: string;
  /** The time until which the former secret signs beside the present one; null if only one signs. */
  formerSecretUntil: string | null;
  /**
   * Why it gets nothing any more, as an English sentence; otherwise null. A successful `testWebhook` enables it again.
   */
  disabled: string | null;
  /** Deliveries that failed for good and can be replayed, the newest first, at most 10. */
  failed: FailedDelivery[];
}

/** The webhook was created. */
export interface WebhookCreated {
  /** The webhook. */
  webhook: Webhook;
  /** The secret that signs: `whsec_` and base64. Keep it: only the answer to a retry repeats it. */
  secret: string;
}

/** The webhook was deleted: it gets nothing any more, and its secret is void. */
export interface WebhookDeleted {
  /** The id of the former webhook. */
  webhookId: string;
}

/** Failed deliveries are due again. They have the same ids as before. */
export interface WebhookReplayed {
  /** The webhook. */
  webhook: Webhook;
  /** How many deliveries are due again. */
  replayed: number;
}

/** The webhook has a new secret. For 24 hours, the former one signs, too. */
export interface WebhookSecretRotated {
  /** The webhook. */
  webhook: Webhook;
  /** The secret that signs: `whsec_` and base64. Keep it: only the answer to a retry repeats it. */
  secret: string;
}

/** The outcome of one attempt to deliver a notice of the type `test`. */
export interface WebhookTested {
  /** The webhook. */
  webhook: Webhook;
  /** Whether the answer was a 2xx, which alone counts as delivered. */
  delivered: boolean;
  /** The status of the answer; null if there was none. */
  status: number | null;
  /** Why it was not delivered, as an English sentence; null if it was. */
  reason: string | null;
  /** How long the attempt took. */
  milliseconds: number;
}

/** The webhooks of a session, a tournament or an app that the caller may see. */
export interface Webhooks {
  /** The webhooks, in the order of their creation. */
  webhooks: Webhook[];
}

/** The entrant to withdraw. */
export interface Withdraw {
  /** The entrant's number; only the host may name an entrant other than the bearer. */
  entrant?: number | null;
}

/** A place for cards, such as a hand, a deck, an area or a pile. */
export interface Zone {
  /** The zone's name in this view, such as `area:2` or `hand:0`. */
  key: string;
  /** The kind of zone: the part of the key before the colon. */
  kind: string;
  /** The seat that owns the zone; null for a zone of the table. */
  owner: number | null;
  /** The zone's name in plain English. */
  label: string;
  /** The number of cards in the zone, including hidden ones. */
  count: number;
  /** The number that the rules give the zone, such as an area's total; null where they give none. */
  value: number | null;
  /** The cards, from bottom to top; null is a hidden card. */
  cards: (Card | null)[];
}

/** A zone whose cards are codes. Absent: null or empty. */
export interface ZoneOfCodes {
  /** The zone's name in the view. The kind of zone is the part before the colon. */
  key: string;
  /** The seat that owns the zone. */
  owner?: number | null;
  /** The number of cards in the zone, including hidden ones. */
  count: number;
  /** The number that the rules give the zone. */
  value?: number | null;
  /**
   * The codes of the cards from the lowest visible one up; null is a hidden card. The others of the `count` cards lie
   * below and are hidden.
   */
  codes?: (string | null)[];
}
