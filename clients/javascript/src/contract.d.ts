// Written by `make kits` from openapi.json: the types of what the service takes and answers.

/** What fills a blank of a template, as data. */
export interface Argument {
  /** The name of the blank. */
  name: string;
  /** What fills it. */
  kind: "SEAT" | "SEAT_NUMBER" | "SEATS" | "POINTS" | "CARD" | "CARDS" | "ZONE" | "ZONES" | "PLACE" | "WORD" | "CHOICE" | "VERB" | "OPTIONS" | "TEXT" | "OTHER";
  /** A text; null is nothing. */
  value: string | null;
}

/** How a session of a batch stands. */
export interface BatchResult {
  /** The session's id. */
  sessionId: string;
  /** The tag that it was given. */
  tag: string | null;
  /** The stage of the session; null if there is a problem. */
  status: "OPEN" | "ACTIVE" | "FINISHED" | "ABANDONED" | "OTHER" | null;
  /** The number of committed changes; null if there is a problem. */
  version: number | null;
  /** The result of the table; null before its end, or without one. */
  result: Result | null;
  /** How it ended for its players; null before the end, and if it was abandoned. */
  outcome: Outcome | null;
  /** Why nothing is told of the session; null: all is told. */
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
  /** Pass it as `after` to continue after this session. */
  cursor: string;
  /** The result. */
  node: BatchResult;
}

/** A session of a batch, with its secrets. */
export interface BatchSession {
  /** The session's id. */
  sessionId: string;
  /** The tag that it was given. */
  tag: string | null;
  /** The secret of the session's host, shown only here. */
  hostToken: string;
  /** A join code for each seat, shown only here. */
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
  /** Its name in the template, where it stands in braces. */
  name: string;
  /** What fills it. */
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
  /** How far it looks ahead: 1 (not at all) to 4. */
  level: number;
  /** The version of its search: another one may prefer other moves. */
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

/** A card's face. */
export interface Card {
  /** The card's code in the notation of moves: `AR3`, `W1`, `Z`. */
  code: string;
  /** The suit, where the deck has suits. */
  suit: string | null;
  /** The colour, where the card has one. */
  color: string | null;
  /** The number on the card, where it has one. */
  value: number | null;
  /** The card's name in plain English: `Art red 3`. */
  label: string;
}

/** What a card does. */
export interface CardPower {
  /** The card's code. */
  code: string;
  /** What it does, in one sentence. */
  text: string;
}

/** The cards of a game. */
export interface Cards {
  /** The face of every card, once each, in the order of the game's page. */
  cards: Card[];
}

/** What a change made, without the session as it is then: the answer to a client that prefers the minimum. */
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
}

/** The viewer's decision, asked for or out of turn: all that a bot needs. */
export interface Decision {
  /** The viewer's seat. */
  seat: number;
  /** Whether the seat is openly asked; it may also have moves out of turn. */
  asked: boolean;
  /** The legal moves, in canonical order; never empty. */
  moves: Move[];
  /** The notation of the move that is made by default when time runs out. */
  default: string;
  /** When the move may be made by default, by the store's clock; null: never. */
  deadline: string | null;
  /** The end of the time in which only a match is accepted; null: none. */
  notBefore: string | null;
}

/** The seats of a poll. */
export interface DecisionPoll {
  /** The seats in the order in which they were sent. */
  seats: PolledSeat[];
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
  /** Pass it as `after` to continue after this entrant. */
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

/** An effect of a change; cards that the viewer may not see are absent. */
export interface Event {
  /** The event's position among those of its version, from 0. */
  sequence: number;
  /** The version (of a stateless table: the ply) that the event belongs to. */
  version: number;
  /** The kind of event: `drawn`, `played`, or the name of a fact that changed. */
  kind: string;
  /** The seat that acted. */
  seat: number | null;
  /** The cards that moved and that the viewer may see, lowest first. */
  cards: Card[];
  /** The number of cards that moved, hidden ones included. */
  count: number;
  /** The key of the zone that the cards left. */
  from: string | null;
  /** The key of the zone that the cards entered, or that the event is about. */
  to: string | null;
  /**
   * Where each of `cards` lay in the zone that they left, from 0 at the bottom as in `Zone.cards`; empty unless
   * everybody saw all cards of that zone.
   */
  positions: number[];
  /** The new value of a fact, a score, a name. */
  value: string | null;
  /** The number of the rule that caused it. */
  rule: string | null;
  /** How much it matters: a log leaves out what is DETAIL. */
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
  /** Pass it as `after` to continue after this event. */
  cursor: string;
  /** The event. */
  node: Event;
}

/** A public fact other than a card: a round, a pending question, a mark on a place. */
export interface Fact {
  /** The fact's name, and the kind of the events that change it. */
  name: string;
  /** The fact's value. */
  value: string;
  /** The fact's subject, in plain English. */
  label: string;
  /** The value in plain English: `yellow`, `the red pile of seat 1`. */
  display: string;
  /** How much it matters. */
  weight: "RULE" | "COUNT" | "DETAIL" | "OTHER";
  /** The key of the zone that it is about; null if there is none. */
  zone: string | null;
}

/** The data for checking the shuffles; the secrets are revealed when the table is finished. */
export interface Fairness {
  /** The source of the key. */
  kind: "COMMITTED" | "GIVEN" | "OTHER";
  /** SHA-256 of the server's secret, as 64 hex digits, shown from the start; null for a given key. */
  commitment: string | null;
  /** The server's secret, as 64 hex digits; null before the end. */
  serverSeed: string | null;
  /** The entropy that each seat added when it joined; null before the end. */
  entropy: string[] | null;
  /** The table's key, as 64 hex digits; null before the end. */
  key: string | null;
  /**
   * Whether the deal may still be played at other tables: until it is opened, only the seats see the session, and its
   * end reveals neither cards nor secrets.
   */
  closed: boolean;
}

/** A frame of a stream with `changes=true`: a version of the session, its events, and what differs. */
export interface FrameOfChanges {
  /** The version; each one comes once, in order, unless some were rolled back. */
  version: number;
  /** The head of that version. */
  head: string | null;
  /** Pass it as `after` to continue after this frame. */
  cursor: string;
  /** As in `SessionFrame`; then `changes` has everything. */
  resync: boolean;
  /** As in `SessionFrame`. */
  rolledBack: boolean;
  /** The events of this version; empty in a first frame, which is a snapshot. */
  events: Event[];
  /** What differs from the frame before; everything in the first frame of a connection. */
  changes: ViewChanges;
}

/** A game that the service offers. */
export interface Game {
  /** The game's short name: `zeven`. */
  id: string;
  /** The game's title. */
  title: string;
  /** The game in one sentence. */
  summary: string;
  /** What wins, in one sentence. */
  goal: string;
  /** The game in five short sentences, for somebody who has never seen it. */
  howToPlay: string[];
  /** The smallest number of seats. */
  minSeats: number;
  /** The greatest number of seats. */
  maxSeats: number;
  /** The version of the rules; records name it. */
  rulesVersion: number;
  /** The options, in the order of the game's page. */
  options: GameOption[];
  /** The verbs of the game's moves, in canonical order. */
  verbs: Verb[];
}

/** An option that a host may set when a table is made. */
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
  /** The greatest allowed number by the number of seats, from `minSeats` on; empty if it is the same. */
  maximumBySeats: number[];
  /** The option's name for people. */
  label: string;
  /** The words of `choices` for people, in the same order. */
  choiceLabels: string[];
  /** Whether its numbers are seats, which people count from 1: a form shows `0` as seat 1. */
  isSeat: boolean;
  /**
   * The value to suggest by the number of seats, from `minSeats` on, since the default does not fit each; empty if it
   * does.
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
  /** Each card with its moves, or why it has none; empty for a spectator, and while nothing is dealt. */
  cards: HandCard[];
}

/** A card in the viewer's hand, with its moves or the reason why it has none. */
export interface HandCard {
  /** The card. */
  card: Card;
  /** The legal moves with it, in canonical order. */
  moves: Move[];
  /** The reason why it has no move; null when it has one. */
  refusal: Refusal | null;
}

/** Cards that the seat could not see, and that were dealt at random. */
export interface HiddenCards {
  /** The key of the zone that they lie in. */
  zone: string;
  /** The number of hidden cards there. */
  count: number;
}

/** The rules do not allow the move. */
export interface IllegalMove {
  /** The address of a page about problems with this code, relative to the service's own. */
  type: string;
  /** What problems with this code have in common. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong and what was expected, in one sentence of plain English. */
  detail: string;
  /** The stable code. */
  code: "BAD_NOTATION" | "ILLEGAL_MOVE" | "NOT_YOUR_TURN" | "TABLE_OVER" | "OTHER";
  /** The part of the request that is meant, outermost first. */
  path?: string[];
  /** After how many milliseconds it may be tried again. */
  retryAfterMillis?: number;
  /** The rule that forbids it. */
  rule: Rule | null;
  /** The seat's legal moves; empty when it is not asked. */
  legalMoves: Move[];
  /** The message's template, its key among the `refusals` of the vocabulary; null: it is not from there. */
  template: string | null;
  /** What fills the blanks of the template. */
  arguments: Argument[];
}

/** A problem of one of several kinds, told apart by `code`: IllegalMove, Problem. */
export type IllegalMoveOrProblem = IllegalMove | Problem;

/** A game as it is introduced to a newcomer, by the options of a table. */
export interface Introduction {
  /** What wins, in one sentence. */
  goal: string;
  /** The game in some short sentences, and the options in force of which they do not speak. */
  howToPlay: string[];
  /** What each card does, in the order of `cards`. */
  powers: CardPower[];
}

/** A seat and the code that takes it. */
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

/** What the viewer may do at one version. */
export interface LegalMoves {
  /** The version of the session. */
  version: number;
  /** The legal moves, in canonical order; none for a spectator, and before the deal. */
  moves: Move[];
}

/** A legal move. It is valid only in the position that listed it. */
export interface Move {
  /** The text to send to make the move: `play AR3 @2`. */
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
  /** The choice that the move makes: a power, a colour, a number. */
  choice: string | null;
  /** The code of a card that the move takes from the top of `from` unnamed: it fills {cards} in `label`. */
  card: string | null;
  /** The move in plain English: `Play Art red 3 onto area 2`. */
  label: string;
}

/** The move was made and stored. */
export interface MoveApplied {
  /** The current session: at `version`, or later if the answer is replayed. */
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
  /** The reason against it; null when it is legal. */
  refusal: Refusal | null;
}

/** A move in a live session. */
export interface MoveInput {
  /** The move's notation, as a legal move gives it. */
  move: string;
}

/** What differs after a move: the answer to a client that prefers the changes. */
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
   * What differs from the session and the view at the version that `If-Match` names; everything if it names none, and
   * if the answer is replayed.
   */
  changes: ViewChanges;
}

/** A move on a stateless table. */
export interface MoveOnTable {
  /** The state, exactly as it was received. */
  state: string;
  /** The seat that moves. */
  seat: number;
  /** The move's notation. */
  move: string;
  /** The seat whose view is given, and whose knowledge the events are cut to. */
  viewer?: number | null;
}

/** A session in which somebody has a seat, or which somebody hosts. */
export interface MySession {
  /** The session's id, as it was sent. */
  sessionId: string;
  /** Why nothing is told of the session; null: all is told. */
  problem: "UNAUTHORIZED" | "NOT_FOUND" | "RULES_CHANGED" | "NEWER_RELEASE" | "DATA_CORRUPTED" | "OTHER" | null;
  /** The session; null if there is a problem. */
  session: SessionSummary | null;
  /** The seat of the token; null for a host without a seat. */
  seat: number | null;
  /** Whether the token has the host's rights. */
  isHost: boolean;
  /** Whether the seat is openly asked now; out of turn it may have moves all the same. */
  isMyTurn: boolean;
}

/** One's sessions. */
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
  /** The round; null when the tournament is over. */
  round: PairedRound | null;
}

/** Every notation that a move can have at a table of a game. */
export interface Notations {
  /**
   * The notations, each once, in canonical order: that of `legalMoves`. Every legal move is among them; a few may never
   * be legal.
   */
  notations: string[];
}

/** An option and its value. */
export interface OptionInput {
  /** The option's name. */
  name: string;
  /** The value as text: `true`, `3`, `[0,1,0,1]`, `null`, or a word. */
  value: string;
}

/** How a session ended for its players, of whom some may have resigned. */
export interface Outcome {
  /** What ended it. */
  by: "PLAY" | "RESIGNATION" | "OTHER";
  /**
   * Each seat's rank, from 1: by the result, and behind all others the seats that resigned, of which the one that
   * resigned last ranks first.
   */
  ranking: number[];
  /** The seats ranked 1. */
  winners: number[];
  /** The seats that resigned, in that order. */
  resigned: number[];
}

/** The bounds of a page of a list. */
export interface PageInfo {
  /** Whether more items follow. */
  hasNextPage: boolean;
  /** Whether other items come before. */
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

/** A round as it is paired. */
export interface PairedRound {
  /** The tables, the first by points first. */
  tables: PairedTable[];
  /** The numbers of the entrants who have a bye. */
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
  /** The numbers of the entrants by seat, at the first board if there are several. */
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

/** A template of sentences or labels: a text with blanks in braces. */
export interface Phrase {
  /** What it is for: a kind of event, a verb, a fact's name; of a refusal its English template. */
  key: string;
  /** The text; `{to_zone:dative}` asks for a form of a word. */
  template: string;
  /** The blanks of the English template, each once. */
  blanks: Blank[];
  /** The blank whose number, or number of things, chooses the template; null: one fits all. */
  counted: string | null;
  /** The templates for numbers that `template` does not fit, such as 1. */
  plurals: PluralForm[];
}

/** A rating. */
export interface PlayerRating {
  /** The mean. */
  mu: number;
  /** The deviation. */
  sigma: number;
}

/** Ratings after games. */
export interface PlayerRatings {
  /** The ratings, in the order in which they were sent. */
  ratings: PlayerRating[];
}

/** A template for some numbers. */
export interface PluralForm {
  /** The numbers that it is for, as the CLDR calls them: `one`, `few`. */
  category: string;
  /** The text. */
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

/** A seat of a poll, and its session if there is news. */
export interface PolledSeat {
  /** The session's id, as it was sent. */
  sessionId: string;
  /** What the poll has found out. */
  state: "DECIDING" | "WAITING" | "OVER" | "UNAUTHORIZED" | "NOT_FOUND" | "RULES_CHANGED" | "NEWER_RELEASE" | "DATA_CORRUPTED" | "OTHER";
  /** What the seat has been told of by now: the `after` of the next poll. */
  cursor: string | null;
  /**
   * The session as the seat sees it, if the seat has something to decide, or the session is over, and `after` is not
   * its cursor; else null.
   */
  session: Session | null;
}

/** Who is there, as far as the store knows. */
export interface Presence {
  /** The session's id. */
  sessionId: string;
  /** The seats, in order of play. */
  seats: SeatPresence[];
  /**
   * Whether a table of bots alone waits: their move is overdue by 5 seconds, since tables with people come first, and
   * few others are played at once.
   */
  waiting: boolean;
}

/** The effect of a move as far as the viewer can foresee it, without what depends on hidden cards or on chance. */
export interface Preview {
  /** The move. */
  move: Move;
  /** The first events of the move, as far as they are certain, in order. */
  events: Event[];
  /** Whether these are all events of the move. */
  eventsComplete: boolean;
  /** Every zone after the move. */
  zones: PreviewZone[];
  /** The facts that are certain. */
  facts: Fact[];
  /** The seats that would be asked; null when they cannot be known. */
  turn: number[] | null;
  /** The points after the move; null where they cannot be known. */
  scores: Score[];
  /** The table's result after the move, if it is certain. */
  result: Result | null;
  /** Whether the table would be over; null when that cannot be known. */
  over: boolean | null;
}

/** A zone as far as it can be foreseen. */
export interface PreviewZone {
  /** The zone's name. */
  key: string;
  /** The kind of zone: the part of the key before the colon. */
  kind: string;
  /** The seat that owns the zone; null for a zone of the table. */
  owner: number | null;
  /** The zone's name in plain English. */
  label: string;
  /** The number of cards after the move; null when it cannot be known. */
  count: number | null;
  /** The number that the rules will give the zone; null when unknown or none. */
  value: number | null;
  /**
   * The cards, bottom to top; null in the list is a hidden or unknown card. A null list: not even their number is
   * known.
   */
  cards: (Card | null)[] | null;
}

/** What is wrong (RFC 9457). Nothing was changed. */
export interface Problem {
  /** The address of a page about problems with this code, relative to the service's own. */
  type: string;
  /** What problems with this code have in common. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong and what was expected, in one sentence of plain English. */
  detail: string;
  /** The stable code. */
  code: "INVALID_INPUT" | "UNKNOWN_GAME" | "INVALID_OPTION" | "INVALID_STATE" | "STATE_REWOUND" | "KEY_REUSED" | "NOT_FOUND" | "UNAUTHORIZED" | "SEAT_TAKEN" | "NOT_STARTED" | "ALREADY_STARTED" | "SESSION_OVER" | "NOT_OVER" | "RESIGNED" | "UNDO_REFUSED" | "NO_DEADLINE" | "TOO_EARLY" | "RULES_CHANGED" | "NEWER_RELEASE" | "HINTS_OFF" | "BUSY" | "BAD_REQUEST" | "APP_KEY_REQUIRED" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "REQUEST_TIMEOUT" | "CONTENT_TOO_LARGE" | "URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "PRECONDITION_REQUIRED" | "RATE_LIMITED" | "TOO_MANY_STREAMS" | "HEAD_TOO_LARGE" | "INTERNAL" | "NOT_IMPLEMENTED" | "HTTP_VERSION_NOT_SUPPORTED" | "DATA_CORRUPTED" | "TOO_MANY_CONNECTIONS" | "SHUTTING_DOWN" | "STORE_UNAVAILABLE" | "OTHER";
  /** The part of the request that is meant, outermost first. */
  path?: string[];
  /** After how many milliseconds it may be tried again. */
  retryAfterMillis?: number;
}

/** Where an entrant stands. */
export interface RankedEntrant {
  /** The rank, from 1; equal entrants share it. */
  rank: number;
  /** The entrant's number. */
  entrant: number;
  /** The points. */
  points: number;
  /** The tie-breaks, in the order of the plan. */
  tieBreaks: number[];
  /** How many tables it has played. */
  played: number;
  /** At how many of them it was first, alone. */
  wins: number;
  /** How many byes it has had. */
  byes: number;
  /** Whether it is neither withdrawn nor eliminated. */
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

/** A state, and whose view of it is wanted. */
export interface ReadTable {
  /** The state, exactly as it was received. */
  state: string;
  /** The seat whose view is given; none for a spectator's. */
  viewer?: number | null;
}

/** The reason why a move is illegal now. */
export interface Refusal {
  /** The stable code: `BAD_NOTATION`, `ILLEGAL_MOVE`, `NOT_YOUR_TURN` or `TABLE_OVER`. */
  code: "BAD_NOTATION" | "ILLEGAL_MOVE" | "NOT_YOUR_TURN" | "TABLE_OVER" | "OTHER";
  /** The number of the rule that forbids it. */
  rule: string | null;
  /** The reason in one sentence of plain English. */
  message: string;
  /** The message's template, its key among the `refusals` of the vocabulary; null: it is not from there. */
  template: string | null;
  /** What fills the blanks of the template. */
  arguments: Argument[];
  /** Up to three similar legal moves, the most similar first. */
  alternatives: Move[];
}

/** A session for the same seats is open. */
export interface RematchOffered {
  /** The new session: each seat joins it with its token of the old session as the bearer. */
  session: Session;
}

/** The result of a table. */
export interface Result {
  /** The totals by seat. */
  scores: number[];
  /** Each seat's rank: 1 + the number of seats with a better score. */
  ranking: number[];
  /** The seats ranked 1; equal scores share the win. */
  winners: number[];
  /** The reason for the end: a code from the game's rule page. */
  reason: string;
}

/** A page of the moves of a finished table, the first one first; moves that were taken back are left out. */
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
  /** Pass it as `after` to continue after this move. */
  cursor: string;
  /** The move. */
  node: ReviewedMove;
}

/** A move of a finished table beside the one that a bot prefers, knowing only what the seat knew then. */
export interface ReviewedMove {
  /** The number of moves before it. */
  ply: number;
  /** The seat that moved. */
  seat: number;
  /** The move that was made. */
  move: Move;
  /** The preferred move; null when it was better to wait. */
  preferred: Move | null;
  /** Whether it was better to wait: only for a seat that was not asked. */
  waits: boolean;
  /** What the move is beside the preferred one. */
  verdict: "BEST" | "ABOUT_EQUAL" | "WORSE" | "OTHER";
  /** Whether there was no choice: the seat was asked, and had one legal move. */
  onlyMove: boolean;
  /** The points by which a move that is WORSE is so, in the mean; else 0. */
  loss: number;
  /**
   * The lower end of the interval of the difference, above 0 if the move is WORSE. All intervals of a position hold at
   * once with 95 %.
   */
  lossLow: number;
  /** The upper end of that interval. */
  lossHigh: number;
  /** The number of deals in which both were played out; 0 if they are the same. */
  playouts: number;
}

/** A round in short. */
export interface RoundSummary {
  /** The round, from 1. */
  round: number;
  /** The number of its tables. */
  tables: number;
  /** The number of tables that are over. */
  tablesOver: number;
  /** The entrants who have a bye. */
  byes: number[];
  /** Whether all its tables are over, and its deals were opened. */
  isOver: boolean;
  /** SHA-256 of the secret of its deals, 64 hex digits; null unless all tables play the same deals. */
  commitment: string | null;
  /** That secret, 64 hex digits; null until the round is over. */
  serverSeed: string | null;
}

/** A rule from the game's rule page. */
export interface Rule {
  /** The page and the rule's number on it: `zeven 3.4`; `zeven 3` is the whole section. */
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
  /** Each section, followed by its numbered rules. */
  rules: Rule[];
}

/** A seat's points so far. */
export interface Score {
  /** The seat. */
  seat: number;
  /** Its points; null where the viewer may not know them. */
  points: number | null;
}

/** A place at a session's table. */
export interface Seat {
  /** The seat's number, from 0, in order of play. */
  index: number;
  /** The holder's name. */
  name: string | null;
  /** Whether the seat has a holder; a bot is none, so see `kind`, too. */
  taken: boolean;
  /** The player of the seat. */
  kind: "HUMAN" | "DEFAULT_POLICY" | "BOT" | "OTHER";
  /** The bot of a seat of kind BOT; null for all others. */
  bot: Bot | null;
}

/** A seat whose holder has left. */
export interface SeatGivenUp {
  /** The seat. */
  seat: number;
}

/** The secret that opens a seat of a sealed table. */
export interface SeatGrant {
  /** The seat. */
  seat: number;
  /** The grant: its holder sends it as `Authorization: Bearer …`. */
  token: string;
}

/** The seat is taken. */
export interface SeatJoined {
  /** The session, as the new holder of the seat sees it. */
  session: Session;
  /** The seat. */
  seat: number;
  /**
   * Whether an earlier request with the same idempotency key took the seat; the token may be void by now, and `session`
   * is then a spectator's.
   */
  replayed: boolean;
  /** The holder's secret, shown only here: send it as `Authorization: Bearer …`. */
  seatToken: string;
}

/** Whether the holder of a seat is there. */
export interface SeatPresence {
  /** The seat. */
  seat: number;
  /**
   * Whether its holder follows the session by a stream, or has closed the last one only seconds ago; without a stream,
   * whether it has polled, read or changed the session in the last 25 seconds. Null for a seat that nobody holds, or
   * that a bot or the default policy plays.
   */
  connected: boolean | null;
  /** When its holder was last seen, to about 10 seconds; null: never, or longer ago than a day. */
  lastSeen: string | null;
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

/** A live session as its viewer sees it: the seat of the bearer token, or a spectator. */
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
  /** The number of committed changes; the first one created the session. */
  version: number;
  /** The hash of the history up to this version, 16 characters: versions with the same head have the same history. */
  head: string | null;
  /** Version and head as one text: pass it to a stream as `after` to continue from here. */
  cursor: string;
  /** The seats, in order of play. */
  seats: Seat[];
  /** The seat that the bearer token holds; null for a spectator. */
  viewerSeat: number | null;
  /** Whether the bearer token has the host's rights. */
  isHost: boolean;
  /** What the bearer token is here, if one was sent. */
  bearer: "NONE" | "SEAT" | "HOST" | "UNKNOWN" | "OTHER";
  /**
   * The id of this viewer's projection: the same at every version, but different for each seat, for a host without a
   * seat, and for spectators. Clients that cache objects by id use it as the key.
   */
  viewId: string;
  /** When the session was created. */
  createdAt: string;
  /** When the session expires unless it is changed before. */
  expiresAt: string;
  /** From when on anybody may have default moves made for the asked seats; null: never. */
  deadline: string | null;
  /** The pending request to take back the last move; null: none. */
  takeBack: TakeBack | null;
  /** The data for checking the shuffles. */
  fairness: Fairness;
  /** The id of the rematch, a session for the same seats; null: none. */
  rematchId: string | null;
  /** Its place in a tournament; null: it belongs to none. */
  tournament: TournamentPlace | null;
  /** How it ended for its players; null before the end, and if it was abandoned. */
  outcome: Outcome | null;
  /** The table as the viewer sees it; null before the deal. */
  view: View | null;
}

/** The session was changed, and the change was stored. */
export interface SessionChanged {
  /** The current session: at `version`, or later. */
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
   * The host's secret, shown only here: send it as `Authorization: Bearer …` to start or abandon, or to take a seat as
   * the host.
   */
  hostToken: string;
  /** A join code for each seat, shown only here. */
  joinLinks: JoinLink[];
}

/** A session in a page, with its cursor. */
export interface SessionEdge {
  /** Pass it as `after` to continue after this session. */
  cursor: string;
  /** The session. */
  node: Session;
}

/** A frame of a stream: a version of the session, and its events. */
export interface SessionFrame {
  /** The version; each one comes once, in order, unless some were rolled back. */
  version: number;
  /** The hash of the history up to this version, 16 characters: versions with the same head have the same history. */
  head: string | null;
  /** Pass it as `after` to continue after this frame. */
  cursor: string;
  /**
   * Whether versions before this one were skipped or taken back, or this one opened the deal: draw `session` anew, not
   * `events`.
   */
  resync: boolean;
  /**
   * Whether the store has lost versions that were sent before this frame, so that later versions may reuse their
   * numbers; then `resync` is true, too.
   */
  rolledBack: boolean;
  /** The events of this version; empty in a first frame, which is a snapshot. */
  events: Event[];
  /** The session as of this version. */
  session: Session;
  /** The viewer's decision now; null when it has no move. */
  decision: Decision | null;
}

/** Server-sent events; the data of a `frame` is a `SessionFrame`, or a `FrameOfChanges`. */
export interface SessionFrameEvent {
  /** The cursor of the frame. */
  id?: string;
  /** What it is. */
  event?: "frame" | "end" | "reconnect" | "problem";
  /** JSON. */
  data?: string;
  /** The milliseconds before a client should connect again. */
  retry?: number;
}

/** The data of an event: of a `frame` a SessionFrame, of a `problem` a Problem, else an empty object. */
export type SessionFrameEventData = SessionFrame | FrameOfChanges | Problem | Record<string, unknown>;

/** The settings of a session, apart from the options of its game. */
export interface SessionSettings {
  /** Whether the session is listed while seats are open. */
  public: boolean;
  /** Whether a seat can be taken only with its join code. */
  invitationOnly: boolean;
  /** Whether the cards are dealt only when the host starts, even if every seat is taken. */
  startByHost: boolean;
  /** The time for a decision in seconds; null: unlimited. */
  moveSeconds: number | null;
  /** The milliseconds after a card is put down in which only a match is accepted; null: none. */
  reactionMillis: number | null;
  /** Whether a seat may ask the others to take back its last move. */
  takeBacks: boolean;
  /** Whether a seat may ask which move a bot prefers. */
  hints: boolean;
  /** The milliseconds of pause before a bot moves; null: none. */
  botMillis: number | null;
  /** The level of the bot that plays a seat whose holder leaves while play goes on; null: it waits. */
  leftSeatLevel: number | null;
  /** Whether other tables play the same deal. */
  sharedDeal: boolean;
}

/** A session in short: the same for every viewer, and without its table. */
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
  /** The number of committed changes; the first one created the session. */
  version: number;
  /** The seats, in order of play. */
  seats: Seat[];
  /** When the session was created. */
  createdAt: string;
  /** When the session expires unless it is changed before. */
  expiresAt: string;
  /** From when on anybody may have default moves made for the asked seats; null: never. */
  deadline: string | null;
  /** The id of the rematch, a session for the same seats; null: none. */
  rematchId: string | null;
}

/** A page of sessions in short, the newest first. */
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
  /** Pass it as `after` to continue after this session. */
  cursor: string;
  /** The session. */
  node: SessionSummary;
}

/** Every session of the batch was created. */
export interface SessionsCreated {
  /** The batch's id: whoever has it can read the results. */
  batchId: string;
  /** The sessions, in the order in which they were sent. */
  sessions: BatchSession[];
}

/** An option and its value at this table. */
export interface SetOption {
  /** The option's name. */
  name: string;
  /** Its value, as text. */
  value: string;
}

/** The session is not at the version that was expected: it has moved on, or the store has lost that. */
export interface StaleVersion {
  /** The address of a page about problems with this code, relative to the service's own. */
  type: string;
  /** What problems with this code have in common. */
  title: string;
  /** The HTTP status. */
  status: number;
  /** What is wrong and what was expected, in one sentence of plain English. */
  detail: string;
  /** The stable code. */
  code: "STALE_VERSION" | "ROLLED_BACK" | "OTHER";
  /** The part of the request that is meant, outermost first. */
  path?: string[];
  /** After how many milliseconds it may be tried again. */
  retryAfterMillis?: number;
  /** The session's current version. */
  currentVersion: number;
  /** The current session, for the same viewer. */
  session: Session;
}

/** How an entrant stands. */
export interface Standing {
  /** The rank, from 1; entrants who are equal in everything share one. */
  rank: number;
  /** The entrant's number. */
  entrant: number;
  /** The entrant's name. */
  name: string | null;
  /** The sum of the points. */
  points: number;
  /** The tie-breaks, in the order of the tournament. */
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
   * In an elimination, the round after which the bracket had no place left for the entrant, 0 if it never had one; null
   * for those who are still in it. Ranks go by this first, later before earlier, then by points.
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
  /** Pass it as `after` to continue after this standing. */
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

/** A stateless table, and the seat for which to suggest a move. */
export interface SuggestMoveForState {
  /** The state, exactly as it was received. */
  state: string;
  /** The seat. */
  seat: number;
  /** The bot's level, 1–4: how far it looks ahead (1: not at all). The default is 3. */
  level?: number;
}

/** The move that a bot prefers in the place of a seat, and why; it is decided from what the seat knows. */
export interface Suggestion {
  /** The seat. */
  seat: number;
  /** The version (of a stateless table: the ply) to which the suggestion belongs, and no other. */
  version: number;
  /** The cursor of that version; null for a stateless table. */
  cursor: string | null;
  /** The preferred move; null when it is better to wait. */
  move: Move | null;
  /** Whether it is better to wait: only for a seat that is not asked. */
  waits: boolean;
  /** The level at which it was found. */
  level: number;
  /** The number of moves that were searched. */
  effort: number;
  /** The moves that were tried, the best first; empty at level 1, and where there is no choice. */
  candidates: TriedMove[];
  /** The cards that the seat could not see, by zone: what had to be guessed. */
  hidden: HiddenCards[];
}

/** A table as of one state, kept by the caller. */
export interface Table {
  /**
   * The whole table. An open state shows hidden cards: keep it in a trusted back end. A sealed one is safe with
   * anybody.
   */
  state: string;
  /** The table's result; null while play goes on. */
  result: Result | null;
  /**
   * The seats that have a move: all of them if the state is open, those that the bearer may know of if it is sealed.
   */
  activeSeats: number[];
  /** Whether the state is sealed. */
  sealed: boolean;
  /** A grant for each seat of a newly sealed table, shown only here. */
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
  /** Pass it as `after` to continue after this table. */
  cursor: string;
  /** The table. */
  node: TournamentTable;
}

/** A move that was made on a stateless table, and what a viewer sees then. */
export interface TableMoved {
  /** The table after the move. */
  table: Table;
  /** What the viewer sees and may do; null when there is no such seat, or it is closed. */
  view: View | null;
  /** The move. */
  move: Move;
  /** What happened, as the viewer may know it. */
  events: Event[];
}

/** The host's decision on a table. */
export interface TableRuling {
  /** The points of its entrants, in the order of the table. */
  points: number[];
  /** The reason. */
  reason: string;
}

/** A stateless table, and what a viewer sees of it. */
export interface TableSeen {
  /** The table. */
  table: Table;
  /** What the viewer sees and may do; null when there is no such seat, or it is closed. */
  view: View | null;
}

/** How a stateless table is made. */
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
  /** The seat whose view is given; none for a spectator's. */
  viewer?: number | null;
}

/** A request to take back a seat's last move. */
export interface TakeBack {
  /** The seat that asks. */
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

/** A tournament, as everybody may see it; `isHost` and `entrant` are about the bearer of the token. */
export interface Tournament {
  /** The tournament's id. */
  id: string;
  /** The number of committed changes; the first one created it. */
  version: number;
  /** The hash of the history up to this version, 16 characters: versions with the same head have the same history. */
  head: string;
  /** The version and its head as one text: continue a stream after it. */
  cursor: string;
  /** Its name. */
  title: string;
  /** The game's id. */
  game: string;
  /** Every option and its value at its tables. */
  options: SetOption[];
  /** The settings of its tables; `public`: the tournament is listed. */
  settings: SessionSettings;
  /** How rounds are paired. */
  format: "SWISS" | "ROUND_ROBIN" | "SINGLE_ELIMINATION" | "DOUBLE_ELIMINATION" | "ONE_TABLE" | "OTHER";
  /** The number of seats of a full table. */
  seatsPerTable: number;
  /** The number of seats of the smallest table. */
  leastSeats: number;
  /** The number of rounds that it has with its entrants. */
  rounds: number;
  /** How many deals a table plays in a round. */
  boards: number;
  /** Whether tables of a round play the same deals. */
  deals: "FRESH" | "SAME" | "OTHER";
  /** How a table's order becomes points: `LINEAR` or `WINNER`. */
  points: string;
  /** What a bye is worth: `WIN`, `DRAW` or `ZERO`. */
  byes: string;
  /** What parts equal points, in this order. */
  tieBreaks: string[];
  /** Its stage. */
  status: "OPEN" | "RUNNING" | "PAUSED" | "FINISHED" | "ABANDONED" | "OTHER";
  /** Whether anybody may enter now. */
  isOpen: boolean;
  /** Whether entering takes a code. */
  needsCode: boolean;
  /** Whether each round after the first, and the end, waits for the host. */
  byHost: boolean;
  /** The number of entrants. */
  entrantCount: number;
  /** The rounds that were paired. */
  playedRounds: RoundSummary[];
  /** SHA-256 of the seed of its pairings, 64 hex digits, shown from the start. */
  commitment: string;
  /** The seed of its pairings, 64 hex digits; null before the end. */
  seed: string | null;
  /** Whether the bearer is the host. */
  isHost: boolean;
  /** The number of the entrant who bears the token; null: none. */
  entrant: number | null;
  /** When it was created. */
  createdAt: string;
  /** When it expires unless it is changed before. */
  expiresAt: string;
}

/** A deal at a table. */
export interface TournamentBoard {
  /** The session in which it is played. */
  sessionId: string;
  /** The entrants by seat. */
  seats: number[];
  /** Its stage. */
  status: "PAIRED" | "PLAYING" | "FINISHED" | "OTHER";
  /** The totals by seat; null before the end, and while others play the same deal. */
  scores: number[] | null;
  /** The rank of each seat, from 1; null as `scores`. */
  ranking: number[] | null;
  /** The seats that resigned, in that order; null as `scores`. */
  resigned: number[] | null;
}

/** The tournament was changed. */
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

/** The tournament was created. Keep these secrets: they are told only to whoever sends the key again. */
export interface TournamentCreated {
  /** The tournament. */
  tournament: Tournament;
  /** The bearer token of the host. */
  hostToken: string;
  /** The code for entering; null if none is needed. */
  entryCode: string | null;
  /** The bearer tokens of the named entrants, in their order, to be handed out; null for bots. */
  entrantTokens: (string | null)[];
}

/** A tournament in a page, with its cursor. */
export interface TournamentEdge {
  /** Pass it as `after` to continue after this tournament. */
  cursor: string;
  /** The tournament. */
  node: Tournament;
}

/** Somebody entered. */
export interface TournamentEntered {
  /** The tournament. */
  tournament: Tournament;
  /** The entrant's number. */
  entrant: number;
  /** The entrant's bearer token, also at each of its tables; keep it secret. */
  entrantToken: string;
  /** Whether this is the answer to a retry. */
  replayed: boolean;
}

/** An entrant. */
export interface TournamentEntrant {
  /** The number, from 0, in order of entry. */
  number: number;
  /** The name. */
  name: string | null;
  /** The rating that seeds the entrant. */
  rating: number | null;
  /** The level of a bot; null for a person. */
  botLevel: number | null;
  /** The first round of the entrant. */
  fromRound: number;
  /** The last round of an entrant who has withdrawn; null for all others. */
  untilRound: number | null;
}

/** One fact of a change to a tournament. */
export interface TournamentEvent {
  /** What happened, such as `roundPaired` or `boardFinished`. */
  kind: string;
  /** The round, from 1. */
  round: number | null;
  /** The table, from 0. */
  table: number | null;
  /** The board, from 0. */
  board: number | null;
  /** The entrant's number. */
  entrant: number | null;
  /** A name, or the reason of a ruling. */
  value: string | null;
}

/** One version of a tournament, for whoever follows it. */
export interface TournamentFrame {
  /** The version. */
  version: number;
  /** The hash of the history up to this version, 16 characters: versions with the same head have the same history. */
  head: string;
  /** Continue after this frame with it. */
  cursor: string;
  /** Whether versions before this one were skipped, or lost by the store. */
  resync: boolean;
  /** What happened; empty in a snapshot. */
  events: TournamentEvent[];
  /** The stage at this version. */
  status: "OPEN" | "RUNNING" | "PAUSED" | "FINISHED" | "ABANDONED" | "OTHER";
  /** The number of rounds paired at this version. */
  roundsPaired: number;
}

/** Server-sent events; the data of a `frame` is a `TournamentFrame`. */
export interface TournamentFrameEvent {
  /** The cursor of the frame. */
  id?: string;
  /** What it is. */
  event?: "frame" | "end" | "reconnect" | "problem";
  /** JSON. */
  data?: string;
  /** The milliseconds before a client should connect again. */
  retry?: number;
}

/** The data of an event: of a `frame` a TournamentFrame, of a `problem` a Problem, else an empty object. */
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

/** A table of a round. */
export interface TournamentTable {
  /** The round, from 1. */
  round: number;
  /** The table, from 0. */
  table: number;
  /** Its entrants, by seat at the first board. */
  entrants: number[];
  /** Its deals. */
  boards: TournamentBoard[];
  /** The points of its entrants; null until they are known. */
  points: number[] | null;
  /** The host's decision; null: there is none. */
  ruling: TableRuling | null;
}

/** A move that was tried: it was played out in random deals of all that the seat cannot know. */
export interface TriedMove {
  /** The move; null for waiting, where the seat is not asked. */
  move: Move | null;
  /** The number of deals in which it was played out. */
  playouts: number;
  /** How well it did in the mean, from -1 to 1: the moves are chosen by this. */
  reward: number;
  /** The lower end of the reward's 95 % interval. */
  low: number;
  /** The upper end of the reward's 95 % interval. */
  high: number;
  /** The points by which the seat was ahead of the best other seat, in the mean. */
  margin: number;
}

/** The viewer's right to take back its last move. */
export interface Undo {
  /** Whether `undoMove` would be accepted now. */
  available: boolean;
  /** The reason for or against it, in one sentence. */
  reason: string;
}

/** A verb of a game's moves. */
export interface Verb {
  /** The verb. */
  name: string;
  /** The notation of its moves; parts in brackets are optional. */
  pattern: string;
  /** The effect of its moves. */
  description: string;
}

/** A table as one viewer sees it: enough to draw any game without knowing its rules. */
export interface View {
  /** The game's id. */
  game: string;
  /** The seat that sees this; null for a spectator. */
  viewer: number | null;
  /** The number of moves made so far. */
  ply: number;
  /** The seats that are openly asked now, ascending; empty when the table is over. */
  turn: number[];
  /** One sentence to the viewer: what it is to do, or on whom it waits; null when nobody is asked. */
  prompt: string | null;
  /** Every zone, in the order of the game's rule page. */
  zones: Zone[];
  /** The public facts other than cards. */
  facts: Fact[];
  /** The points so far, by seat. */
  scores: Score[];
  /** The table's result; null while play goes on. */
  result: Result | null;
  /** The viewer's legal moves, in canonical order; empty for a spectator. */
  legalMoves: Move[];
  /** The number of the viewer's legal moves. */
  legalMoveCount: number;
  /** Whether the viewer may take back its last move. */
  undo: Undo;
  /** The viewer's decision; null when it has no move. */
  decision: Decision | null;
}

/** What differs from the session and the view of a version; what is null, absent or not listed is as it was. */
export interface ViewChanges {
  /**
   * The version whose view they change; null where that is not known, as in the first frame of a stream: then `session`
   * has everything.
   */
  since?: number | null;
  /** All of the session, if `since` is null; else null. */
  session?: Session | null;
  /** The session's cursor. */
  cursor?: string | null;
  /** The session's status. */
  status?: "OPEN" | "ACTIVE" | "FINISHED" | "ABANDONED" | "OTHER" | null;
  /** The seats that differ. */
  seats?: Seat[];
  /** The session's `expiresAt`. */
  expiresAt?: string | null;
  /** The session's deadline. */
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
  /** The sentence to the viewer. */
  prompt?: string | null;
  /** The zones that differ or are new, each as in the view. */
  zones?: Zone[];
  /** The keys of all zones in their order, if some were added or removed; those not named are gone. */
  zoneKeys?: string[] | null;
  /** The facts that differ. */
  facts?: Fact[];
  /** The scores that differ. */
  scores?: Score[];
  /** The table's result. */
  result?: Result | null;
  /** The viewer's legal moves, all if any differs. */
  legalMoves?: Move[] | null;
  /** The `notBefore` of the viewer's decision. */
  notBefore?: string | null;
  /** Whether the viewer may take back its last move. */
  undo?: Undo | null;
  /** The names of the fields that are null now, and were not: `prompt`, `deadline`. */
  cleared?: string[];
}

/** Everything that the sentences and labels of a game are made of, in one language. */
export interface Vocabulary {
  /** The language, as in BCP 47. */
  language: string;
  /** The languages that there are. */
  languages: string[];
  /** The game in one sentence, by its id; its `goal`, and `howToPlay 1` to `howToPlay 5`. */
  summaries: Phrase[];
  /** The names of options, by name, and of the words of their choices, by both (`scoring none`). */
  options: Phrase[];
  /** The meanings of options, by their names. */
  descriptions: Phrase[];
  /** The names of the cards, by code. */
  cards: Phrase[];
  /** What each card does, in one sentence, by code. */
  powers: Phrase[];
  /** The labels of moves, by verb. */
  moves: Phrase[];
  /** What a choice adds to the label of a move, by choice. */
  choices: Phrase[];
  /** The verbs as words. */
  verbs: Phrase[];
  /** The sentences of events, by kind: those of the game, then those of sessions. */
  events: Phrase[];
  /** The subjects of facts, by name. */
  facts: Phrase[];
  /** The names of zones, by kind. */
  zones: Phrase[];
  /** The parts of zones' keys that are words. */
  places: Phrase[];
  /** Values of facts and events in words, by value, or by kind of event and value. */
  words: Phrase[];
  /** The reasons for the end of a table, by code. */
  reasons: Phrase[];
  /** The reasons against moves, by their English templates. */
  refusals: Phrase[];
  /** The words that blanks are filled with, by their English. */
  common: Phrase[];
}

/** The entrant to withdraw. */
export interface Withdraw {
  /** The entrant's number; only the host may name an entrant other than the bearer. */
  entrant?: number | null;
}

/** A place for cards: a hand, a deck, an area, a pile. */
export interface Zone {
  /** The zone's name in this view: `area:2`, `hand:0`. */
  key: string;
  /** The kind of zone: the part of the key before the colon. */
  kind: string;
  /** The seat that owns the zone; null for a zone of the table. */
  owner: number | null;
  /** The zone's name in plain English. */
  label: string;
  /** The number of cards here, hidden ones included. */
  count: number;
  /** The number that the rules give the zone (an area's total); null where they give none. */
  value: number | null;
  /** The cards, bottom to top; null is a hidden card. */
  cards: (Card | null)[];
}
