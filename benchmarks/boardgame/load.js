// Plays matches on a boardgame.io server: load.js PORT MATCHES SOCKETS, with SOCKETS (1 or 4) followers for each match.
// A move is over when every follower of its match has the update. Reads one command a line and answers with one line of
// JSON: {"do": "open", "count": N} opens matches ahead; {"do": "play", "warmUp": S, "seconds": S} tells when the clock
// starts and when it ends, and then how long moves took, in seconds.

const readline = require("node:readline");
const { io } = require("socket.io-client");
const { Client } = require("boardgame.io/client");
const { Local } = require("boardgame.io/multiplayer");
const { Uno, legalMoves } = require("./uno.js");

const [port, atOnce, sockets] = process.argv.slice(2).map(Number);
const SEATS = 4;
const SCRIPTS = 12;

// ---- what is played: every match has the same deal, so a script of choices made at random fits each of them

const makeRandom = (seed) => () => {
  // mulberry32
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const writeScript = (seed) => {
  const random = makeRandom(seed);
  const open = { ...Uno, moves: { play: Uno.moves.play.move, draw: Uno.moves.draw.move }, playerView: ({ G }) => G };
  const client = Client({ game: open, numPlayers: SEATS, debug: false });
  client.start();
  const script = [];
  for (let state = client.getState(); state.ctx.gameover === undefined; state = client.getState()) {
    const playerID = state.ctx.currentPlayer;
    const moves = legalMoves(state.G, playerID);
    const [type, args] = moves[Math.floor(random() * moves.length)];
    script.push({ type, args, playerID });
    client.moves[type](...args);
  }
  client.stop();
  return script;
};

const scripts = Array.from({ length: SCRIPTS }, (_, seed) => writeScript(seed));

// ---- matches

const ready = [];
const playing = [];
const finished = [];
let opened = 0;
let run = null;

const openSocket = (match, playerID) =>
  new Promise((resolve, reject) => {
    const socket = io(`http://127.0.0.1:${port}/uno`, { transports: ["websocket"], forceNew: true, reconnection: false });
    match.sockets.push(socket);
    socket.on("connect_error", reject);
    socket.on("connect", () => socket.emit("sync", match.id, playerID, undefined, SEATS));
    socket.on("sync", (_id, { state }) => {
      match.state = state._stateID;
      resolve();
    });
    socket.on("update", (_id, state) => arrive(match, state));
  });

const openMatch = async () => {
  opened += 1;
  const match = { id: `m${process.pid}-${opened}`, script: scripts[opened % SCRIPTS], at: 0, sockets: [], missing: 0 };
  // One after the other: the first one makes the match.
  for (let seat = 0; seat < sockets; seat += 1) await openSocket(match, String(seat));
  return match;
};

const closeMatch = (match) => match.sockets.forEach((socket) => socket.disconnect());

// ---- moves

const send = (match) => {
  const { type, args, playerID } = match.script[match.at];
  const sender = sockets === 1 ? match.sockets[0] : match.sockets[Number(playerID)];
  match.missing = sockets;
  match.sent = performance.now();
  sender.emit("update", { type: "MAKE_MOVE", payload: { type, args, playerID } }, match.state, match.id, playerID);
};

const arrive = (match, state) => {
  if (state._stateID <= match.state) return fail(`state ${state._stateID} follows ${match.state}`);
  match.missing -= 1;
  if (match.missing > 0) return undefined;
  match.state = state._stateID;
  match.at += 1;
  run.times.push((performance.now() - match.sent) / 1000);
  return goOn(match, state);
};

const goOn = (match, state) => {
  const isOver = match.at === match.script.length;
  if (isOver !== (state.ctx.gameover !== undefined)) return fail(`move ${match.at} of ${match.script.length}`);
  if (isOver) finished.push(match);
  if (run.isOver) return rest(isOver ? null : match);
  if (!isOver) return send(match);
  if (ready.length === 0) {
    run.end();
    return rest(null);
  }
  return send(ready.pop());
};

const rest = (match) => {
  if (match !== null) playing.push(match);
  run.active -= 1;
  if (run.active === 0) run.rested();
};

const fail = (problem) => {
  process.stderr.write(`boardgame.io: ${problem}\n`);
  process.exit(1);
};

// ---- commands

const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

// Waits so long and for an answer, less when no match is left.
const wait = async (seconds) => {
  const answers = run.times.length;
  do {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 1000 * seconds)), run.ended]);
  } while (run.times.length === answers && !run.hasEnded);
};

const open = async ({ count }) => {
  while (ready.length + playing.length < count) ready.push(await openMatch());
  say({ moves: scripts.reduce((sum, script) => sum + script.length, 0) / SCRIPTS });
};

const play = async ({ warmUp, seconds }) => {
  const starting = Array.from({ length: atOnce }, () => playing.pop() ?? ready.pop());
  run = { times: [], isOver: false, active: starting.length };
  run.ended = new Promise((resolve) => (run.end = resolve)).then(() => (run.hasEnded = true));
  const rested = new Promise((resolve) => (run.rested = resolve));
  starting.forEach(send);
  await wait(warmUp);
  const first = run.hasEnded ? 0 : run.times.length;
  const began = performance.now();
  say({ clock: "starts" });
  await wait(seconds);
  const times = run.times.slice(first).sort((a, b) => a - b);
  const took = (performance.now() - began) / 1000;
  say({ clock: "ends" });
  run.isOver = true;
  await rested;
  // Only now, since the server has work with each socket that goes.
  finished.splice(0).forEach(closeMatch);
  const at = (share) => times[Math.floor(times.length * share)];
  say({ answers: times.length, seconds: took, p50: at(0.5), p99: at(0.99) });
};

const commands = readline.createInterface({ input: process.stdin });
commands.on("line", (line) => {
  const command = JSON.parse(line);
  (command.do === "open" ? open : play)(command).catch((problem) => fail(problem.stack));
});
commands.on("close", () => process.exit(0));
