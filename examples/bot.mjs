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
const POLL = `query ($seats: [PollSeatInput!]!) { nextDecision(seats: $seats) {
  ... on DecisionPoll { seats { state cursor session {
    id version head cursor view { legalMoves { notation } } outcome { ranking winners } } } }
  ... on Problem { message } } }`;
const MOVE = `mutation ($input: ApplyMoveInput!) { applyMove(input: $input) {
  ... on Problem { code } ... on NotAllowed { retryAfterMillis } } }`;

const string = { type: "string" };
const options = { url: string, game: string, session: string, code: string, tables: string };
const { url = "http://localhost:8000", game = "zeven", session, code, tables = "1" } = parseArgs({ options }).values;
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** End with a sentence. */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Return the address of GraphQL at a service; end with a sentence if no Croupier answers there. */
async function reach(url) {
  const address = `${url.replace(/\/+$/, "").replace(/\/graphql$/, "")}/graphql`;
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"query": "{ games { id } }"}' };
  const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(30_000) }).then(
    (response) => response.text(),
    (error) => fail(`Nobody answers at ${address} (${error.cause?.code ?? error.message}); start a service with: make serve`),
  );
  if (!answer.includes('{"games":[')) fail(`What answers at ${address} is no Croupier`);
  return address;
}

const service = await reach(url);

/** Execute an operation and return the value of its only field; end with the message that was asked for, if any. */
async function ask(token, query, wish) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  const body = JSON.stringify({ query, variables: query === POLL ? wish : { input: wish } });
  for (;; await sleep(1000)) {
    try {
      const response = await fetch(service, { method: "POST", headers, body, signal: AbortSignal.timeout(30_000) });
      if (!response.ok) throw new TypeError(`status ${response.status}`);
      const [value] = Object.values((await response.json()).data);
      return value.message ? fail(value.message) : value;
    } catch (error) {
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
    if (now.state === "OVER") console.log(JSON.stringify(now.session.outcome));
  }
  seats = seats.filter((_, index) => ["DECIDING", "WAITING"].includes(polled[index].state));
}
