// What the page decides without a browser: each way runs some of it and prints what comes out.

import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";

const given = JSON.parse(process.argv[2]);
const load = (name) => import(pathToFileURL(`${given.folder}/${name}`).href);

/** A storage as browsers have it. */
function plainStorage(kept = {}) {
  const map = new Map(Object.entries(kept));
  return {
    map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

/** The codes of texts, as sizes and hashes of their modules. */
async function codes() {
  const { encodeQr } = await load("room/qr.js");
  return given.texts.map((text) => {
    const rows = encodeQr(text).map((row) => row.map(Number).join(""));
    return [rows.length, createHash("sha256").update(rows.join("\n")).digest("hex").slice(0, 16)];
  });
}

async function tooLong() {
  const { encodeQr } = await load("room/qr.js");
  try {
    encodeQr("x".repeat(2332));
  } catch (error) {
    return error.name;
  }
  return null;
}

async function options() {
  const { chosenOptions, choicesOf, fieldOf, fieldAtFault } = await load("lobby/options.js");
  return {
    chosen: chosenOptions(given.options, given.values),
    fields: given.options.map(fieldOf),
    choices: given.options.map(choicesOf),
    faults: given.problems.map(fieldAtFault),
  };
}

/** The options of a game of two or three seats, as a form shows them. */
async function optionsAt() {
  const { choicesOf, optionsAt, withoutLostSeats, wordOf } = await load("lobby/options.js");
  const { loadLobbyTexts, loadPartTexts, loadTexts, text } = await load("app/texts.js");
  await loadTexts("en");
  await loadLobbyTexts();
  const t = (key, blanks) => text("en", key, blanks);
  const words = (seats) => {
    const first = optionsAt({ options: given.options, minSeats: 2 }, seats)[3];
    return choicesOf(first).map((choice) => wordOf(t, first, choice));
  };
  const chosen = [{ first: "1", hands: "3" }, { first: "random" }, { first: "2", hands: "3" }];
  return {
    two: words(2),
    three: words(3),
    usual: given.options.map((option) => wordOf(t, option, option.default)),
    kept: chosen.map((values) => withoutLostSeats(given.options, values, 2)),
  };
}

async function addresses() {
  const { hashOf, isSecretAlone, readAddress, readPasted } = await load("app/address.js");
  return {
    read: given.hashes.map(readAddress),
    alone: given.alone.map(isSecretAlone),
    pasted: given.pasted.map((text) => readPasted(text)?.session ?? null),
    written: [hashOf("abcdefgh"), hashOf("abcdefgh", { code: "12345678" }), hashOf("abcdefgh", { token: "12345678" })],
  };
}

async function storages() {
  const { openStorage, readJson } = await load("app/storage.js");
  const refuse = () => {
    throw new Error("The operation is insecure.");
  };
  const blocked = openStorage(refuse);
  blocked.setItem("a", "1");
  const own = plainStorage();
  const open = openStorage(() => own);
  open.setItem("a", "1");
  own.setItem = refuse;
  open.setItem("b", "2");
  const spoilt = openStorage(() => plainStorage({ broken: "{", wrong: '"text"', good: "[1]" }));
  return {
    lasts: [blocked.lasts, open.lasts],
    kept: [blocked.getItem("a"), open.getItem("a"), open.getItem("b"), open.getItem("c")],
    ownKeys: [...own.map.keys()],
    read: ["broken", "wrong", "good", "missing"].map((key) => readJson(spoilt, key, [], Array.isArray)),
  };
}

async function myTables() {
  const { findTable, forgetTable, noteSeat, readMyTables, tokenPlace } = await load("app/my_tables.js");
  const storage = plainStorage({ "croupier-page:tables": '[{"session": 1}, null, 7]' });
  noteSeat(storage, { session: "first", game: "zar", at: 1 }, { seat: 0, player: "", name: "Ada" });
  noteSeat(storage, { session: "second", game: "door", at: 2 }, null);
  noteSeat(storage, { session: "first", game: "zar", at: 3 }, { seat: 1, player: "seat1", name: "Bob" });
  storage.setItem(tokenPlace("first"), "secret");
  storage.setItem(tokenPlace("first", "seat1"), "secret");
  const [order, seats] = [readMyTables(storage).map(({ session }) => session), findTable(storage, "first").seats];
  forgetTable(storage, "first");
  for (let number = 0; number < 60; number++) noteSeat(storage, { session: `${number}`, game: "zar", at: number }, null);
  return { order, seats, left: [...storage.map.keys()], count: readMyTables(storage).length };
}

/** A table that records its calls, and returns prepared answers. */
function fakeTable(answer) {
  const asked = [];
  const table = {
    id: "session",
    seat: 0,
    asked,
    getSnapshot: () => ({ session: { cursor: "7-x" }, decision: { asked: true } }),
    move: async (...request) => (asked.push(request), answer()),
  };
  return table;
}

async function moves() {
  const { findSentMove, rememberMoves, sendAgain } = await load("table/moves.js");
  const storage = plainStorage();
  const lost = fakeTable(() => {
    throw new Error("No answer");
  });
  rememberMoves(lost, storage);
  await lost.move({ notation: "play A", label: "Play the ace" }).catch(() => null);
  const sent = findSentMove(lost, storage);
  const reloaded = fakeTable(() => ({ kind: "applied" }));
  rememberMoves(reloaded, storage);
  const other = { ...reloaded, seat: 1 };
  const ofOther = findSentMove(other, storage);
  const outcome = await sendAgain(reloaded, sent);
  return { first: lost.asked, again: reloaded.asked, outcome, ofOther, left: findSentMove(reloaded, storage), kept: storage.map.size };
}

async function watching() {
  const { watchWhileVisible } = await load("table/watching.js");
  const page = Object.assign(new EventTarget(), { hidden: false });
  const steps = [];
  const table = { getSnapshot: () => "now", subscribe: (listener) => (steps.push("watch"), listener("news"), () => steps.push("stop")) };
  watchWhileVisible(table, page, 0);
  const show = async (hidden) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event("visibilitychange"));
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  const leave = table.subscribe(() => null);
  await show(true);
  await show(false);
  await show(true);
  leave();
  await show(false);
  return steps;
}

async function wire() {
  const { watchWire } = await load("app/wire.js");
  const answers = [200, null, 503, 200];
  const seen = [];
  const watched = watchWire(async () => {
    const status = answers.shift();
    if (status === null) throw new TypeError("fetch failed");
    return new Response(null, { status, headers: { date: "Mon, 23 Nov 2026 12:00:10 GMT" } });
  }, () => Date.parse("2026-11-23T12:00:00Z"));
  watched.subscribe(() => seen.push(watched.isReachable()));
  for (let count = 0; count < 4; count++) await watched.fetch("/x", { cache: "no-store" }).catch(() => null);
  const aborted = watchWire(async () => Promise.reject(new Error("aborted")));
  await aborted.fetch("/x", { signal: AbortSignal.abort() }).catch(() => null);
  return { seen, now: new Date(watched.now()).toISOString(), aborted: aborted.isReachable() };
}

async function texts() {
  const { loadLobbyTexts, loadPartTexts, loadTexts, text } = await load("app/texts.js");
  const parts = (language) => Promise.all(["app", "lobby", "end", "seldom"].map((part) => load(`languages/${language}/${part}.js`)));
  const all = async (language) => Object.assign({}, ...(await parts(language)).map((part) => part.texts));
  const [en, de] = [await all("en"), await all("de")];
  const blanks = (table) => Object.fromEntries(Object.entries(table).map(([key, value]) => [key, [...new Set(value.match(/\{\w+/g))].sort()]));
  await loadTexts("en");
  await loadLobbyTexts();
  await loadTexts("de");
  await loadPartTexts((await load("languages/end.js")).LOADERS);
  const filled = [0, 1, 2, 5].map((count) => [text("en", "openSeats", { count }), text("de", "youWin", { points: count })]);
  return { en: blanks(en), de: blanks(de), filled, empty: Object.values({ ...en, ...de }).filter((value) => !value.trim()).length };
}

/** The numbers before words that do not depend on them, and the messages about languages with other plural forms. */
async function numbers() {
  const { WORDS } = await load("kit/board/languages/index.js");
  const { fill } = await load("kit/board/templates.js");
  const parts = ["app", "lobby", "end", "seldom", "tournament", "explorer", "embed", "rules"];
  const page = ({ language }) => Promise.all(parts.map((part) => load(`languages/${language}/${part}.js`)));
  const told = await Promise.all(["en", "de"].map(async (language) => [...(await page({ language })).map(({ texts }) => texts), WORDS[language].texts]));
  // What stands in a choice by a number has its forms.
  const plain = (template) => template.replace(/\{\w+#?\|(?:[^{}]|\{\w+\})*\}/g, "");
  const followed = told.flat().flatMap((texts) => Object.values(texts)).flatMap((template) => [...plain(template).matchAll(/\{(\w+)\} (\p{L}+)/gu)]);
  const ranks = [1, 2, 3, 4, 11, 21, 22, 23, 101].map((rank) => fill("en", "{rank#|{rank}st|{rank}nd|{rank}rd|{rank}th}", { rank }));
  const slavic = [0, 1, 2, 5, 22].map((count) => fill("pl", "{count|{count} karta|{count} karty|{count} kart|{count} karty}", { count }));
  return { followed: [...new Set(followed.map(([, name, word]) => `${name} ${word}`))].sort(), ranks, slavic };
}

/** What speaks for a suggested move, in both languages. */
async function hints() {
  const { reasonFor } = await load("table/reasons.js");
  const { text } = await load("app/texts.js");
  const say = (hint, language) =>
    reasonFor(hint, { t: (key, blanks) => text(language, key, blanks), preferences: { language } });
  return given.hints.map((hint) => [say(hint, "en"), say(hint, "de")]);
}

async function problems() {
  return { de: Object.keys((await load("languages/de/problems.js")).texts) };
}

async function setups() {
  const { fillPlaces, firstSetup, resizeTable } = await load("lobby/setup.js");
  const game = { id: "high", minSeats: 2, maxSeats: 4, options: [] };
  const first = firstSetup(game, { name: "Ada" });
  const kinds = (setup) => setup.places.map(({ kind }) => kind);
  const friends = fillPlaces(first, () => ({ kind: "open" }));
  return {
    first: kinds(first),
    two: kinds(firstSetup({ ...game, maxSeats: 2 }, { name: "Ada" })),
    friends: kinds(friends),
    more: kinds(resizeTable(friends, 4)),
    tooMany: kinds(resizeTable(friends, 5)),
    tooFew: kinds(resizeTable(friends, 1)),
  };
}

/** What the page sends of a game's options at each number of its seats, with nothing chosen. */
async function usualTables() {
  const { chosenOptions, optionsAt } = await load("lobby/options.js");
  return given.games.map((game) => {
    const counts = Array.from({ length: game.maxSeats - game.minSeats + 1 }, (_, more) => game.minSeats + more);
    return counts.map((seats) => chosenOptions(optionsAt(game, seats), {}));
  });
}

async function hotSeat() {
  const { nextHolder } = await load("table/standing.js");
  const holders = [{ seat: 0, player: "" }, { seat: 2, player: "seat2" }];
  const at = (turn, status = "ACTIVE") => ({ status, view: { turn } });
  return [
    nextHolder(at([0]), holders, ""),
    nextHolder(at([1]), holders, ""),
    nextHolder(at([2]), holders, ""),
    nextHolder(at([0, 2]), holders, ""),
    nextHolder(at([2], "FINISHED"), holders, ""),
    nextHolder({ status: "OPEN", view: null }, holders, ""),
  ].map((holder) => holder?.player ?? null);
}

async function outcomes() {
  const { loadPartTexts, loadTexts, text } = await load("app/texts.js");
  await Promise.all(["en", "de"].map(loadTexts));
  await loadPartTexts((await load("languages/end.js")).LOADERS);
  const { placesOf, tellOutcome } = await load("table/outcome.js");
  const seats = ["Ada", "Bob", "Cy"].map((name) => ({ name }));
  return given.results.map(({ language, viewerSeat, scores, ranking, resigned }) => {
    const t = (key, blanks) => text(language, key, blanks);
    const result = scores && { scores };
    const outcome = { by: result ? "PLAY" : "RESIGNATION", ranking, resigned };
    const places = placesOf({ seats, viewerSeat, view: { result } }, outcome, t);
    return tellOutcome(places, outcome, { t, preferences: { language } });
  });
}

async function cues() {
  const { cuesOf } = await load("table/sound.js");
  const zones = [["deck", null], ["pile", null], ["hand:0", 0], ["hand:1", 1]].map(([key, owner]) => ({ key, owner }));
  const stood = (ply, turn, outcome = null) => ({ viewerSeat: 0, view: { ply, turn, zones }, outcome });
  const last = { version: 4, session: stood(2, [1]), decision: null };
  const moved = (seat, from, to, count = 1) => ({ seat, from, to, count });
  const after = (events, more) => cuesOf({ version: 5, session: stood(3, [1]), decision: null, events, resync: false, ...more }, last);
  return {
    put: after([moved(1, "hand:1", "pile")]),
    drawn: after([moved(1, "deck", "hand:1")], { decision: { asked: true } }),
    shuffled: after([moved(1, "hand:1", "pile"), moved(null, "pile", "deck", 30)]),
    slammed: after([moved(0, "hand:0", "pile")]),
    missed: after([moved(0, "hand:0", "pile")], { resync: true, decision: { asked: true } }),
    won: after([moved(1, "hand:1", "pile")], { session: stood(3, [], { winners: [0] }) }),
    lost: after([], { session: stood(3, [], { winners: [1] }) }),
  };
}

/** When the app of a host of agents reads its table again, and how high it is. */
async function places() {
  const { pauseBefore } = await load("mcp-app/watching.js");
  const { heightFor } = await load("mcp-app/place.js");
  const at = (turn, deadline = null) => ({ status: "ACTIVE", viewerSeat: 0, view: { turn }, deadline });
  const paused = (session, quiet = 0) => pauseBefore(session, quiet, Date.parse("2026-01-01T00:00:00Z"));
  return {
    quiet: [0, 1, 2, 5, 9, 1000].map((reads) => paused(at([1]), reads)),
    others: [paused(null), paused({ status: "OPEN" }), paused(at([0, 1])), paused(at([]))],
    mine: paused(at([0]), 9),
    late: [paused(at([0], "2026-01-01T00:00:30Z")), paused(at([0], "2025-12-31T00:00:00Z"))],
    heights: [[360, null], [360, 500], [100, null], [1440, null], [800, null]].map((given) => heightFor(...given)),
  };
}

const WAYS = { codes, tooLong, options, optionsAt, addresses, storages, myTables, moves, watching, wire, texts, numbers, problems, setups, usualTables, hotSeat, outcomes, hints, cues, places };
console.log(JSON.stringify(await WAYS[given.way]()));
