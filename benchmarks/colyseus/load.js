// Plays rooms on a Colyseus server: load.js PORT ROOMS CLIENTS PARTS, with CLIENTS (1 or 4) in each room. A move is over
// when every client has its patch; with PARTS of `acknowledged`, also when its sender has the answer. `../matches.js` reads
// the commands.

const fs = require("node:fs");
const path = require("node:path");
const { Client } = require("@colyseus/sdk");
const { SEATS, deal, legalMoves, makeMove } = require("./uno.js");
// This folder is a link beside the modules.
const shared = path.dirname(fs.realpathSync(__dirname));
const { serveCommands, fail } = require(path.join(shared, "matches.js"));
const { makeRandom } = require(path.join(shared, "random.js"));

const [port, atOnce, clients] = process.argv.slice(2, 5).map(Number);
const isAcknowledged = process.argv[5] === "acknowledged";
const SAMPLED = 20;

const writeScript = (seed) => {
  const chance = makeRandom(-seed);
  const random = makeRandom(seed);
  const game = deal(random);
  const script = [];
  while (!game.isOver) {
    const moves = legalMoves(game);
    const move = moves[Math.floor(chance() * moves.length)];
    script.push({ seat: game.turn, move });
    makeMove(game, move, random);
  }
  return script;
};

const join = (match, room, arrive) => {
  match.rooms.push(room);
  room.onMessage("moved", ({ ply }) => arrive(match, ply, ply === match.script.length));
  room.onMessage("legal", () => undefined);
  room.onMessage("refused", () => fail("a move is refused"));
  return new Promise((resolve) => {
    room.onStateChange.once(() => {
      room.onStateChange((state) => arrive(match, state.ply, state.isOver));
      resolve();
    });
  });
};

const server = new Client(`ws://127.0.0.1:${port}`);

const open = async (number, arrive) => {
  const match = { script: writeScript(number), rooms: [], version: 0 };
  const seats = clients === 1 ? [...Array(SEATS).keys()] : [0];
  await join(match, await server.create("uno", { seed: number, seats }), arrive);
  for (let seat = 1; seat < clients; seat += 1) {
    await join(match, await server.joinById(match.rooms[0].roomId, { seats: [seat] }), arrive);
  }
  return match;
};

const send = (match, { seat, move }) => {
  const sender = clients === 1 ? match.rooms[0] : match.rooms[seat];
  sender.send("move", isAcknowledged ? { move, key: `${sender.roomId}-${match.at}` } : { move });
};

const close = (match) => Promise.all(match.rooms.map((room) => room.leave()));

const lengths = Array.from({ length: SAMPLED }, (_, seed) => writeScript(seed + 1).length);
const moves = lengths.reduce((sum, length) => sum + length, 0) / SAMPLED;
serveCommands({ atOnce, parts: clients + (isAcknowledged ? 1 : 0), moves, open, send, close });
