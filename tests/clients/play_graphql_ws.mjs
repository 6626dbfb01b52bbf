// Play over graphql-ws: everything over one WebSocket; then watch again, cut off twice, once resuming by a cursor.

import { createClient } from "graphql-ws";
import WebSocket from "ws";
import { given, headers, move, operation, playAndWatch, playOn, tell } from "./table.mjs";

function connect(token, more = {}) {
  return createClient({ url: given.socketUrl, webSocketImpl: WebSocket, connectionParams: headers(token), ...more });
}

const clients = new Map();

function clientOf(token) {
  if (!clients.has(token)) clients.set(token, connect(token));
  return clients.get(token);
}

async function* results(client, query, variables) {
  for await (const { data, errors } of client.iterate({ query, variables })) {
    if (errors) throw new Error(JSON.stringify(errors));
    yield data;
  }
}

async function ask(query, variables, token) {
  for await (const data of results(clientOf(token), query, variables)) return data;
}

/** Watch until a client is cut off behind its first frame and connects again by itself; then play on. */
async function watchThroughACut() {
  const client = connect(given.tokens[0], { retryAttempts: 3, shouldRetry: () => true, retryWait: async () => {} });
  const frames = [];
  let playing;
  for await (const data of results(client, operation("Watch"), { id: given.id })) {
    frames.push(data.sessionUpdates);
    if (frames.length === 1) client.terminate();
    if (frames.length === 2) playing = playOn(ask);
  }
  await playing;
  return frames;
}

/** Watch one frame, leave, let a move be made, and go on after the frame that was seen. */
async function resume() {
  const client = connect(given.tokens[0]);
  const frames = [];
  for await (const data of results(client, operation("Watch"), { id: given.id })) {
    frames.push(data.sessionUpdates);
    break;
  }
  await client.dispose();
  await move(ask);
  const later = results(connect(given.tokens[0]), operation("Watch"), { id: given.id, after: frames[0].cursor });
  for await (const data of later) {
    frames.push(data.sessionUpdates);
    break;
  }
  return frames;
}

const ways = { watch: () => playAndWatch(ask, (query, variables, token) => results(clientOf(token), query, variables)), cut: watchThroughACut, resume };
tell(await ways[given.way]());
