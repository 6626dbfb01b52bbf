// A small table, played and watched by any client that can ask and watch.
//
// What each script is given, as JSON in its first argument: `url` and `socketUrl`, where the service is; `id` of a
// session whose table is active; `tokens` of its seats. What it prints, as JSON: what the watcher was told.

import { readFileSync } from "node:fs";

export const given = JSON.parse(process.argv[2]);

let told = false;

const operations = readFileSync(new URL("./operations/play.graphql", import.meta.url), "utf8");
const definitions = operations.split(/\n\n(?=fragment|query|mutation|subscription)/);
const fragments = new Map(definitions.flatMap((text) => (text.match(/^fragment (\w+)/) ? [[RegExp.$1, text]] : [])));

/** Return an operation of play.graphql as a document of its own, with the fragments that it uses. */
export function operation(name) {
  const text = definitions.find((definition) => new RegExp(`^(query|mutation|subscription) ${name}\\b`).test(definition));
  return [text, ...usedIn(text)].join("\n\n");
}

function usedIn(text, used = new Set()) {
  for (const [, name] of text.matchAll(/\.\.\.(\w+)/g)) {
    if (fragments.has(name) && !used.has(fragments.get(name))) {
      used.add(fragments.get(name));
      usedIn(fragments.get(name), used);
    }
  }
  return used;
}

/** Return the headers of a seat, or of a spectator. */
export function headers(token) {
  return token === undefined ? {} : { Authorization: `Bearer ${token}` };
}

/** Let the seat that is at turn make its first legal move; return the version that this made. */
export async function move(ask) {
  const { session } = await ask(operation("Look"), { id: given.id });
  const seat = session.view.turn[0];
  const seen = (await ask(operation("Look"), { id: given.id }, given.tokens[seat])).session;
  const at = { expectedVersion: seen.version, expectedHead: seen.head };
  const input = { sessionId: given.id, move: seen.view.legalMoves[0].notation, ...at };
  const { applyMove } = await ask(operation("Play"), { input }, given.tokens[seat]);
  if (applyMove.__typename !== "MoveApplied") throw new Error(JSON.stringify(applyMove));
  return applyMove.version;
}

/** Play the table to its end. */
export async function playOn(ask) {
  while ((await ask(operation("Look"), { id: given.id })).session.status === "ACTIVE") await move(ask);
}

/** Return an `ask` by plain fetch, for clients that are only for subscriptions. */
export function askByFetch() {
  return async (query, variables, token) => {
    const answer = await fetch(given.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers(token) },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = await answer.json();
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}

/** Play the table to its end while seat 0 watches it; the first frame comes before the first move. */
export async function playAndWatch(ask, watch) {
  const frames = [];
  let playing;
  for await (const data of watch(operation("Watch"), { id: given.id }, given.tokens[0])) {
    frames.push(data.sessionUpdates);
    playing ??= playOn(ask);
  }
  await playing;
  return frames;
}

/**
 * Read the session as a spectator and as each of two seats, let the host and a seat change it, and return what the cache
 * then has for each of the three.
 */
export async function keepApart(ask, readCached) {
  const { id, tokens, host } = given;
  const viewers = [{ id }, { id, viewerSeat: 0 }, { id, viewerSeat: 1 }];
  for (const variables of viewers) await ask(operation("LookAs"), variables, tokens[variables.viewerSeat]);
  const seen = readCached(operation("LookAs"), viewers[given.turn + 1]).session;
  const input = { sessionId: id, move: seen.view.legalMoves[0].notation };
  const { applyMove } = await ask(operation("PlayAs"), { input }, tokens[given.turn]);
  const { giveUpSeat } = await ask(operation("GiveUpAs"), { input: { sessionId: id, seat: given.left } }, host);
  for (const one of [applyMove, giveUpSeat]) if (one.code) throw new Error(JSON.stringify(one));
  return viewers.map((variables) => readCached(operation("LookAs"), variables).session);
}

/** Print what a script found, once, and end: a client may keep its connections open. */
export function tell(found) {
  if (!told) process.stdout.write(JSON.stringify(found), () => process.exit(0));
  told = true;
}
