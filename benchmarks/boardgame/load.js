// Plays matches on a boardgame.io server: load.js PORT MATCHES SOCKETS, with SOCKETS (1 or 4) followers for each match.
// A move is over when every follower of its match has the update. `../matches.js` reads the commands.

const fs = require("node:fs");
const path = require("node:path");
const { io } = require("socket.io-client");
const { Client } = require("boardgame.io/client");
const { Uno, legalMoves } = require("./uno.js");
// This folder is a link beside the modules.
const shared = path.dirname(fs.realpathSync(__dirname));
const { serveCommands } = require(path.join(shared, "matches.js"));
const { makeRandom } = require(path.join(shared, "random.js"));

const [port, atOnce, sockets] = process.argv.slice(2).map(Number);
const SEATS = 4;
const SCRIPTS = 12;

// ---- what is played: every match has the same deal, so a script of choices made at random fits each of them

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

const openSocket = (match, playerID, arrive) =>
  new Promise((resolve, reject) => {
    const socket = io(`http://127.0.0.1:${port}/uno`, { transports: ["websocket"], forceNew: true, reconnection: false });
    match.sockets.push(socket);
    socket.on("connect_error", reject);
    socket.on("connect", () => socket.emit("sync", match.id, playerID, undefined, SEATS));
    socket.on("sync", (_id, { state }) => {
      match.version = state._stateID;
      resolve();
    });
    socket.on("update", (_id, state) => arrive(match, state._stateID, state.ctx.gameover !== undefined));
  });

const open = async (number, arrive) => {
  const match = { id: `m${process.pid}-${number}`, script: scripts[number % SCRIPTS], sockets: [] };
  // One after the other: the first one makes the match.
  for (let seat = 0; seat < sockets; seat += 1) await openSocket(match, String(seat), arrive);
  return match;
};

const send = (match, { type, args, playerID }) => {
  const sender = sockets === 1 ? match.sockets[0] : match.sockets[Number(playerID)];
  sender.emit("update", { type: "MAKE_MOVE", payload: { type, args, playerID } }, match.version, match.id, playerID);
};

const close = (match) => match.sockets.forEach((socket) => socket.disconnect());

const moves = scripts.reduce((sum, script) => sum + script.length, 0) / SCRIPTS;
serveCommands({ atOnce, parts: sockets, moves, open, send, close });
