// An agent of the kit for JavaScript: it does what each line of its input says, and answers with a line.

import { createInterface } from "node:readline";

const given = JSON.parse(process.argv[2]);
const { Croupier, Problem } = await import(given.kit);
const SETTINGS = { firstWait: 1, longestWait: 5, claimsOverdue: false };
const PATIENCE = 60_000;

/** The tables by the name of their viewer, and the frames that each has received. */
const tables = new Map();
const followed = new Map();

const acts = {
  async look({ name, url, session, token, language }) {
    const croupier = new Croupier(url, { ...SETTINGS, ...(language && { language }) });
    tables.set(name, await croupier.table(session, { token }));
  },
  follow({ name, after, untilRematch }) {
    const told = [];
    const done = collect(tables.get(name).frames({ after: after ?? undefined, untilRematch }), told);
    followed.set(name, { told, done });
  },
  async reach({ name, cursor }) {
    const { told } = followed.get(name);
    const isTold = async () => {
      while (told.every((frame) => frame.cursor !== cursor)) await pause(1);
    };
    await inTime(isTold());
  },
  async move({ name, move, at }) {
    let outcome;
    do outcome = await tables.get(name).move(move, { at });
    while (outcome.kind === "tooEarly");
    return outcome;
  },
  async act({ name, act, body }) {
    return tables.get(name).act(act, { body, at: "*" });
  },
  async told({ name }) {
    const { told, done } = followed.get(name);
    await inTime(done);
    return told;
  },
};

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

const inTime = (awaited) =>
  Promise.race([awaited, pause(PATIENCE).then(() => Promise.reject(new Error("What is awaited does not come.")))]);

/** Note each frame, and whether what did not change is still the same object. */
async function collect(frames, told) {
  let last = null;
  for await (const frame of frames) {
    told.push({ ...frame, isKept: frame.changes === null || isKept(last.session.view, frame) });
    last = frame;
  }
}

function isKept(before, { session: { view }, changes }) {
  const named = new Set((changes.zones ?? []).map(({ key }) => key));
  const known = new Map(before.zones.map((zone) => [zone.key, zone]));
  const others = view.zones.filter(({ key }) => !named.has(key));
  const lists = ["zones", "facts", "scores", "legalMoves"].filter((name) => !changes[name]?.length && !changes.zoneKeys);
  const isSame = (name) => view[name] === before[name] || (name === "legalMoves" && Boolean(changes[name]));
  return others.every((zone) => known.get(zone.key) === zone) && lists.every(isSame);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { does, ...asked } = JSON.parse(line);
  try {
    console.log(JSON.stringify((await acts[does](asked)) ?? null));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.log(JSON.stringify({ problem: error.code }));
  }
}
process.exit(0);
