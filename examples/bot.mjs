// A bot that plays by the decisions that it is told of: it knows no rule, and needs nothing but Node.js 20.
//
//     node examples/bot.mjs --game zeven --tables 3      # at three tables at once, each against the default policy
//     node examples/bot.mjs --session=ID --code=CODE     # at a table (these may begin with a dash)

import { parseArgs } from "node:util";

const CREATE = `mutation ($input: CreateSessionInput!) { createSession(input: $input) {
  ... on SessionCreated { hostToken session { id } } ... on Problem { message } } }`;
const JOIN = `mutation ($input: JoinSessionInput!) { joinSession(input: $input) {
  ... on SeatJoined { seatToken session { id } } ... on Problem { message } } }`;
const START = "mutation ($input: SessionInput!) { startSession(input: $input) { ... on Problem { message } } }";
const POLL = `mutation ($input: NextDecisionInput!) { nextDecision(input: $input) {
  ... on DecisionPoll { seats { state cursor session {
    id version head cursor view { legalMoves { notation } result { scores winners reason } } } } }
  ... on Problem { message } } }`;
const MOVE = `mutation ($input: ApplyMoveInput!) { applyMove(input: $input) {
  ... on Problem { code } ... on NotAllowed { retryAfterMillis } } }`;

const string = { type: "string" };
const options = { url: string, game: string, session: string, code: string, tables: string };
const { url = "http://localhost:8000/graphql", game = "zeven", session, code, tables = "1" } = parseArgs({ options }).values;
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Execute a mutation and return the value of its only field; fail with the message that was asked for, if any. */
async function ask(token, query, input) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  const body = JSON.stringify({ query, variables: { input } });
  for (;; await sleep(1000)) {
    try {
      const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(30_000) });
      if (!response.ok) throw new TypeError(`status ${response.status}`);
      const [value] = Object.values((await response.json()).data);
      if (value.message) throw new Error(value.message);
      return value;
    } catch (error) {
      if (error.name === "Error") throw error;
      console.error(`Connecting again: ${error.message}`); // Sending it again is safe: each change has a key.
    }
  }
}

/** Take a seat at the table that was named, or at one of its own, and return it as `nextDecision` wants it. */
async function takeSeat() {
  const opened = session ? null : await ask(null, CREATE, { game, seats: 2, idempotencyKey: crypto.randomUUID() });
  const sessionId = session ?? opened.session.id;
  const { seatToken } = await ask(null, JOIN, { sessionId, code, name: "Bot", idempotencyKey: crypto.randomUUID() });
  if (opened) await ask(opened.hostToken, START, { sessionId });
  return { sessionId, seatToken };
}

/** Make a random legal move, at the version that it was chosen for and only once. */
async function move(token, { id, version, head, cursor, view }) {
  const { notation } = view.legalMoves[Math.floor(Math.random() * view.legalMoves.length)];
  const at = { sessionId: id, expectedVersion: version, expectedHead: head };
  const wish = { ...at, move: notation, idempotencyKey: `bot-${cursor}` };
  // Too early: others may still react. Whatever else is refused, the next poll shows why.
  for (let wait; (wait = (await ask(token, MOVE, wish)).retryAfterMillis) != null; await sleep(wait));
}

let seats = [];
for (let table = 0; table < Number(tables); table++) seats.push(await takeSeat());
while (seats.length) {
  const { seats: polled } = await ask(null, POLL, { seats });
  for (const [index, now] of polled.entries()) {
    seats[index].after = now.cursor;
    if (now.state === "DECIDING") await move(seats[index].seatToken, now.session);
    if (now.state === "OVER") console.log(JSON.stringify(now.session.view?.result));
  }
  seats = seats.filter((_, index) => ["DECIDING", "WAITING"].includes(polled[index].state));
}
