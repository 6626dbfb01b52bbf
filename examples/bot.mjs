// A bot that plays by the decisions in the frames of a stream: it knows no rule, and needs nothing but Node.js 20.
//
//     node examples/bot.mjs --game zeven                 # alone against the default policy
//     node examples/bot.mjs --session=ID --code=CODE     # at a table (these may begin with a dash)

import { parseArgs } from "node:util";

const CREATE = `mutation ($input: CreateSessionInput!) { createSession(input: $input) {
  ... on SessionCreated { hostToken session { id } } ... on Problem { message } } }`;
const JOIN = `mutation ($input: JoinSessionInput!) { joinSession(input: $input) {
  ... on SeatJoined { seatToken } ... on Problem { message } } }`;
const START = "mutation ($input: SessionInput!) { startSession(input: $input) { ... on Problem { message } } }";
const WATCH = `subscription ($id: ID!, $after: String) { sessionUpdates(sessionId: $id, after: $after) {
  version head cursor decision { moves { notation } } session { view { result { scores winners reason } } } } }`;
const MOVE = `mutation ($input: ApplyMoveInput!) { applyMove(input: $input) {
  ... on Problem { code } ... on NotAllowed { retryAfterMillis } } }`;

const string = { type: "string" };
const { values: asked } = parseArgs({ options: { url: string, game: string, session: string, code: string } });
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function post(token, accept, query, variables, signal) {
  const headers = { "Content-Type": "application/json", Accept: accept };
  if (token) headers.Authorization = `Bearer ${token}`;
  return fetch(asked.url ?? "http://localhost:8000/graphql", { method: "POST", headers, body: JSON.stringify({ query, variables }), signal });
}

/** Execute a mutation and return the value of its only field; fail with the message that was asked for, if any. */
async function ask(token, query, input) {
  const { data } = await (await post(token, "application/json", query, { input })).json();
  if (Object.values(data)[0].message) throw new Error(Object.values(data)[0].message);
  return Object.values(data)[0];
}

/** Yield each frame once, whatever becomes of the connection. */
async function* frames(session, token) {
  for (let after = null; ; await sleep(1000)) {
    const cut = new AbortController();
    // A stream gives a sign of life every 10 seconds, so silence for 30 is a cut.
    let patience = setTimeout(() => cut.abort(), 30_000);
    try {
      const response = await post(token, "text/event-stream", WATCH, { id: session, after }, cut.signal);
      let unread = "";
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        clearTimeout(patience);
        patience = setTimeout(() => cut.abort(), 30_000);
        const lines = (unread + chunk).split("\n");
        unread = lines.pop();
        for (const line of lines) {
          if (line === "event: complete") return;
          if (!line.startsWith("data: ")) continue;
          const { data, errors } = JSON.parse(line.slice(6));
          if (errors) throw new Error(errors[0].message);
          yield data.sessionUpdates;
          after = data.sessionUpdates.cursor;
        }
      }
    } catch (error) {
      if (error.name === "Error") throw error;
      console.error(`Connecting again: ${error.message}`);
    } finally {
      clearTimeout(patience);
    }
  }
}

const opened = asked.session ? null : await ask(null, CREATE, { game: asked.game ?? "zeven", seats: 2 });
const sessionId = asked.session ?? opened.session.id;
const { seatToken } = await ask(null, JOIN, { sessionId, code: asked.code, name: "Bot" });
if (opened) await ask(opened.hostToken, START, { sessionId });
let last;
for await (const { version, head, cursor, decision, session } of frames(sessionId, seatToken)) {
  last = session.view?.result;
  if (!decision) continue;
  const move = decision.moves[Math.floor(Math.random() * decision.moves.length)].notation;
  const wish = { sessionId, move, expectedVersion: version, expectedHead: head, idempotencyKey: `bot-${cursor}` };
  // Too early: others may still react. Whatever else is refused, the next frame says how it is now.
  for (let wait; (wait = (await ask(seatToken, MOVE, wish)).retryAfterMillis) != null; await sleep(wait));
}
console.log(JSON.stringify(last));
