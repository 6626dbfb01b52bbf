// Whole tables by the kit alone: bots take every seat, a store watches, and the frames of each are printed.

import { readFileSync } from "node:fs";

const given = JSON.parse(process.argv[2]);
const { Bot, Croupier } = await import(given.kit);

class First extends Bot {
  choose(decision) {
    return decision.moves[0];
  }
}

/** Bots play every seat, and a spectator's store receives every version. */
async function played(settings = {}) {
  const croupier = new Croupier(given.url, settings);
  const hosted = await croupier.create(given.session);
  const watched = watch(await new Croupier(given.url, settings).table(hosted.id));
  const tables = [];
  for (const player of hosted.session.seats.map((seat) => `${seat.index}`)) {
    tables.push(await croupier.join(hosted.id, { name: `Player ${player}`, player }));
  }
  const results = await Promise.all(tables.map((table) => new First().play(table)));
  return { results, ...(await watched), statuses: tables.map((table) => table.session.status) };
}

/** The same without a stream, as in React Native. */
function polled() {
  return played({ poll: 5 });
}

/** The same where the network fails again and again. */
function disturbed() {
  return played(given.settings);
}

/** Return the versions that a store reports until the table is over, and the versions that ask for a redraw. */
function watch(table) {
  const told = [];
  const resynced = [];
  return new Promise((resolve) => {
    const stop = table.subscribe(({ frame, connection }) => {
      if (frame?.resync && told.at(-1) !== frame.version) resynced.push(frame.version);
      if (frame && told.at(-1) !== frame.version) told.push(frame.version);
      if (connection !== "ended") return;
      queueMicrotask(() => stop());
      resolve({ told, resynced });
    });
  });
}

/** A sealed table, whose state goes from hand to hand. */
async function sealed() {
  const croupier = new Croupier(given.url);
  let { table } = await croupier.newTable(given.table);
  const { grants } = table;
  const refused = await croupier.applyMoveToState({ state: table.state, seat: 0, move: "nonsense" }, grants?.[0]?.token);
  while (!table.result) {
    for (const seat of grants.map((grant) => grant.seat)) {
      const { view } = await croupier.readTable({ state: table.state, viewer: seat }, grants[seat].token);
      if (!view?.legalMoves.length) continue;
      const outcome = await croupier.applyMoveToState(
        { state: table.state, seat, move: view.legalMoves[0].notation },
        grants[seat].token,
      );
      if (outcome.kind !== "applied") throw new Error(JSON.stringify(outcome));
      table = outcome.table;
      break;
    }
  }
  const over = await croupier.applyMoveToState({ state: table.state, seat: 0, move: "place @1" }, grants[0].token);
  return { refused: refused.kind, over: over.kind, result: table.result };
}

/** Tokens outlive the program in a storage: who comes back has the seat that it had, and each player its own. */
async function stored() {
  const kept = new Map();
  const storage = { getItem: async (key) => kept.get(key) ?? null, setItem: async (key, value) => void kept.set(key, value) };
  const hosted = await new Croupier(given.url, { storage }).create(given.session);
  const seats = [];
  for (const player of [undefined, "second", undefined, "second"]) {
    const table = await new Croupier(given.url, { storage }).join(hosted.id, { name: "Ada", player });
    seats.push([table.seat, table.session.isHost]);
  }
  return { seats, kept: kept.size };
}

/** An emote reaches the subscriber of a store and the reader of frames, and one too many is refused at once. */
async function emotes() {
  const croupier = new Croupier(given.url, { language: "de" });
  const hosted = await croupier.create(given.session);
  const [ada, bob] = [await croupier.join(hosted.id), await croupier.join(hosted.id, { player: "second" })];
  const heard = new Promise((resolve) => ada.onEmote(resolve));
  const stop = ada.subscribe(() => {});
  const read = new AbortController();
  const found = new Promise((resolve) => void follow(bob, { signal: read.signal, onEmote: resolve }, sendWhenHeard));
  async function sendWhenHeard() {
    // A stream that continues after a cursor does not say from when on emotes are heard: then one more is sent.
    const isHeard = heard.then(() => true);
    const waiting = () => new Promise((resolve) => setTimeout(resolve, 1000, false));
    for (let sent = 0; sent < 4; sent++) {
      await bob.emote("WELL_PLAYED");
      if (await Promise.race([isHeard, waiting()])) return;
    }
  }
  const got = [await heard, await found];
  stop();
  read.abort();
  let refusal = null;
  for (let sent = 0; sent < given.tries && !refusal; sent++) refusal = await ada.emote("OOPS").then(() => null, (e) => e);
  return { got, code: refusal?.code, listed: (await croupier.emotes()).length };
}

async function follow(table, options, begin) {
  for await (const _ of table.frames(options)) void begin();
}

const ways = { emotes, played, sealed, polled, stored, disturbed };
console.log(JSON.stringify(await ways[given.way]()));
