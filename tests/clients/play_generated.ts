// Play a table with the client that OpenAPI Generator makes in TypeScript: `node play.mjs ADDRESS`.
//
// Print the session, the number of moves and the winners as JSON. tests/clients/generated.py compiles it.

import { Configuration, ResponseError, SeatsApi, SessionsApi, TableApi, type Session } from "./index";

declare const process: { argv: string[] };

const SEATS = 3;
const basePath = process.argv[2];
const as = (accessToken?: string) => new Configuration({ basePath, accessToken });

/** Make a session, take its seats, and return its id and the table as each seat calls it. */
async function open(): Promise<[string, TableApi[]]> {
  const made = await new SessionsApi(as()).createSession({ createSession: { game: "zar", seats: SEATS } });
  const sessionId = made.session.id;
  const players: TableApi[] = [];
  for (let seat = 0; seat < SEATS; seat++) {
    const joined = await new SeatsApi(as()).joinSession({ sessionId, joinSession: {} });
    players.push(new TableApi(as(joined.seatToken)));
  }
  return [sessionId, players];
}

/** Send a move that is refused, and check that the answer is a problem. */
async function attempt(sessionId: string, player: TableApi, move: string): Promise<void> {
  try {
    await player.applyMove({ sessionId, ifMatch: "*", moveInput: { move } });
  } catch (error) {
    if (!(error instanceof ResponseError) || error.response.status !== 422) throw error;
    return;
  }
  throw new Error(`${move} is not refused.`);
}

/** Make moves until the end, and return the session and the number of moves. */
async function play(sessionId: string, players: TableApi[]): Promise<[Session, number]> {
  let session = await new SessionsApi(as()).readSession({ sessionId });
  let moves = 0;
  for (; session.status === "ACTIVE"; moves++) {
    const player = players[session.view!.turn[0]!]!;
    const legal = await player.listLegalMoves({ sessionId });
    const { notation } = legal.moves[moves % legal.moves.length]!;
    const ifMatch = `"${legal.version}"`;
    session = (await player.applyMove({ sessionId, ifMatch, moveInput: { move: notation } })).session;
  }
  return [session, moves];
}

const [sessionId, players] = await open();
await attempt(sessionId, players[0]!, "no move");
const [session, moves] = await play(sessionId, players);
if (session.status !== "FINISHED") throw new Error(`The session is ${session.status}.`);
console.log(JSON.stringify({ session: session.id, moves, winners: session.outcome!.winners }));
