// What the explorer decides and asks without a browser: each way runs some of it and prints what comes out.

import { pathToFileURL } from "node:url";

const given = JSON.parse(process.argv[2]);
const load = (name) => import(pathToFileURL(`${given.folder}/${name}`).href);
const { Croupier } = await load("kit/index.js");

/** What reading texts as records finds. */
async function records() {
  const { readRecord, setupOf, movesOf } = await load("inspect/history/record.js");
  return given.texts.map((text) => {
    const found = readRecord(typeof text === "number" ? "x".repeat(text) : text);
    return "problem" in found ? found : { setup: setupOf(found.record), moves: movesOf(found.record) };
  });
}

async function rules() {
  const { checkRules } = await load("inspect/history/replay.js");
  return given.records.map((record) => checkRules(record, given.games));
}

async function texts() {
  const { loadTexts, text } = await load("inspect/texts.js");
  const { TEXTS: ofPanel } = await load("languages/rules.js");
  const own = {};
  for (const language of ["en", "de"]) {
    await loadTexts(language);
    own[language] = (await load(`languages/${language}/explorer.js`)).texts;
  }
  const blanks = (table) =>
    Object.fromEntries(Object.entries(table).map(([key, value]) => [key, [...new Set(value.match(/\{\w+/g))].sort()]));
  const summary = (seats, moves) => text("en", "summary", { game: "Zar", seats, moves });
  return {
    languages: [own, ofPanel].map((tables) => Object.values(tables).map(blanks)),
    filled: [summary(1, 1), summary(3, 49), text("de", "result", { names: 2, list: "Ada, Bob" })],
    empty: [own, ofPanel].flatMap((tables) => Object.values(tables)).flatMap(Object.values).filter((value) => !value).length,
  };
}

async function anchors() {
  const { anchorOf, pageOf } = await load("rules/anchors.js");
  return given.rules.map((rule) => [anchorOf("zar", rule), pageOf(anchorOf("zar", rule))]);
}

async function keys() {
  const { stepOf } = await load("inspect/time.js");
  return given.pressed.map(([key, at]) => stepOf(key, at, 9));
}

/** The verdict on each record, and the words for each check. */
async function verdicts() {
  const { checkShuffles, sameResult, WORDS } = await load("inspect/details/verify.js");
  const found = [];
  for (const record of given.records) found.push(await checkShuffles(record));
  return { found, words: Object.keys(WORDS), same: given.results.map(([one, other]) => sameResult(one, other)) };
}

/** A record that was played again: every position as every viewer saw it. */
async function replays() {
  const { Replay } = await load("inspect/history/replay.js");
  const replay = new Replay(new Croupier(given.url), given.record, "dealt");
  let told = 0;
  replay.subscribe(() => told++);
  await replay.play();
  const { done, total, error } = replay.progress();
  const positions = [];
  for (let step = 0; step < done; step++) {
    for (const viewer of replay.viewers) {
      const { view, events } = await replay.at(step, viewer);
      const zones = Object.fromEntries(view.zones.map(({ key, cards }) => [key, cards.map((card) => card?.code ?? "??")]));
      positions.push({ step, viewer, zones, told: events.map(({ sentence }) => sentence) });
    }
  }
  const fault = error && { name: error.name, ply: error.ply ?? null, message: error.message, rule: error.rule ?? null };
  return { done, total, fault, positions, result: replay.result, steps: replay.steps(), told };
}

/** The past of a session, as each viewer here saw it. */
async function pasts() {
  const { Past } = await load("inspect/history/past.js");
  const croupier = new Croupier(given.url);
  const tables = new Map();
  for (const [viewer, token] of given.viewers) tables.set(viewer, await croupier.table(given.session, { token }));
  const past = new Past(tables, "zlam", "dealt");
  await past.play();
  const seen = [];
  for (let step = 0; step < past.steps().length; step++) {
    for (const viewer of past.viewers) seen.push(await seenAt(past, step, viewer));
  }
  return { seen, steps: past.steps(), progress: past.progress() };
}

/** The past of a session that goes on: two of its steps, and the one that is made meanwhile. */
async function follows() {
  const { Past } = await load("inspect/history/past.js");
  const table = await new Croupier(given.url).table(given.session, { token: given.token });
  const past = new Past(new Map([[table.seat, table]]), "zlam", "dealt");
  const counts = [];
  past.subscribe(() => {
    counts.push(past.steps().length);
    if (counts.length === 1) void table.move(table.session.view.legalMoves[0], { at: "*" });
    else past.close();
  });
  await past.play();
  return { counts, requests: await requestsOf(past, past.steps().length - 1, table.seat) };
}

async function seenAt(past, step, viewer) {
  const { view, events, read } = await past.at(step, viewer);
  return { step, viewer, as: view.viewer, ply: view.ply, told: events.map(({ sentence }) => sentence), after: read.after };
}

/** Who looks back at a session that is opened by its link, and whether by its record. */
async function opens() {
  const { openSession } = await load("inspect/history/opening.js");
  const app = { croupier: new Croupier(given.url), storage: { getItem: () => null } };
  const { history, record } = await openSession(app, given.session, "dealt", given.token);
  return { viewers: history.viewers, hasRecord: record !== null };
}

/** The requests behind steps of a record and of a session, in every form. */
async function requests() {
  const { Replay } = await load("inspect/history/replay.js");
  const replay = new Replay(new Croupier(given.url), given.record, "dealt");
  return [await requestsOf(replay, 0, 0), await requestsOf(replay, 1, 1), await requestsOf(replay, 1, null)];
}

async function requestsOf(history, step, viewer) {
  const { FORMS, writeRequest } = await load("inspect/details/requests.js");
  const { shorten } = await load("inspect/details/asked.js");
  const { read, move } = await history.at(step, viewer);
  return [read, move].filter(Boolean).map((asked) => ({
    kind: asked.kind,
    shown: JSON.stringify(shorten(asked)).length,
    forms: Object.fromEntries(FORMS.map((form) => [form, writeRequest(asked, form, given.url)])),
  }));
}

const ways = { records, rules, texts, anchors, keys, verdicts, replays, pasts, follows, opens, requests };
console.log(JSON.stringify(await ways[given.way]()));
