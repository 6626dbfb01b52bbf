// Do what a conversation says, and print what came of each call.

const given = JSON.parse(process.argv[2]);
const { Bot, Croupier, Problem, Unreachable } = await import(given.kit);
const { Tournaments } = await import(given.kit.replace("index.js", "tournaments.js"));
const settings = { firstWait: 1, longestWait: 2, ...given.settings };
const croupier = new Croupier(given.url, settings);
const tournaments = new Tournaments(croupier);
let table;

class First extends Bot {
  choose(decision) {
    return decision.moves[0];
  }
}

const calls = {
  async create({ settings }) {
    table = await croupier.create(settings);
    return { ...seated(), codes: table.joinLinks.length };
  },
  async join({ session, joining }) {
    table = await croupier.join(session, joining);
    return seated();
  },
  async look({ session, token }) {
    table = await croupier.table(session, { token });
    return seated();
  },
  async move({ move, at }) {
    return told(await table.move(move, { at }));
  },
  async preview({ move }) {
    const { events, effects } = await table.preview(move);
    return { events: events.length, effects: effects.map(({ sentence }) => sentence) };
  },
  async act({ act, body, at }) {
    return { version: (await table.act(act, { body, at })).version };
  },
  async frames({ options }) {
    const frames = [];
    for await (const frame of table.frames(options)) {
      const next = options?.untilRematch ? [frame.session.rematchId] : [];
      frames.push([frame.version, frame.events.length, frame.resync, frame.rolledBack, ...next]);
    }
    return frames;
  },
  /** Watch the table until its connection has been told of so many times. */
  connection({ times }) {
    const told = [];
    return new Promise((resolve) => {
      const stop = table.subscribe(({ connection }) => {
        if (told.at(-1) !== connection) told.push(connection);
        // The first one is told before there is anything to stop.
        if (told.length === times) queueMicrotask(() => (stop(), resolve(told)));
      });
    });
  },
  async bot() {
    return { reason: (await new First().play(table)).reason };
  },
  async call({ on, name, arguments: given = [], options }) {
    const asked = { table, client: croupier, tournaments }[on];
    const came = await asked[name](...given, ...(options ? [options] : []));
    if (on === "tournaments") return came?.next ? listed(came) : came;
    if (came?.replayed !== undefined) return { version: came.version };
    if (!came?.getSnapshot) return came;
    table = came;
    return seated();
  },
  async newTable({ table }) {
    return { seats: (await croupier.newTable(table)).table.activeSeats };
  },
  async applyMoveToState({ move, grant }) {
    return told(await croupier.applyMoveToState(move, grant));
  },
};

async function listed(frames) {
  const found = [];
  for await (const frame of frames) found.push([frame.version, frame.events.length, frame.resync]);
  return found;
}

function seated() {
  return { seat: table.seat, version: table.session.version, token: table.token };
}

function told(outcome) {
  const { kind } = outcome;
  if (kind === "applied" && !outcome.table) return { kind, version: outcome.version, replayed: outcome.replayed };
  if (kind === "illegal") return { kind, code: outcome.code, rule: outcome.rule?.number ?? null };
  if (kind === "stale") return { kind, rolledBack: outcome.rolledBack, moves: outcome.decision?.moves.length ?? null };
  return kind === "tooEarly" ? { kind, retryAfterMillis: outcome.retryAfterMillis } : { kind };
}

const found = [];
for (const call of given.calls) {
  try {
    found.push(await calls[call.do](call));
  } catch (error) {
    if (error instanceof Problem) found.push({ problem: error.code });
    else if (error instanceof Unreachable) found.push({ unreachable: true });
    else throw error;
  }
}
console.log(JSON.stringify(found));
