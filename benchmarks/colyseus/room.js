// A room of the game as one writes it for Colyseus: each client sees the hands of its own seats by a view, and every
// message is followed by a patch.
//
// With REDIS in the environment it has some duties of Croupier as well: the state and a receipt of the key are stored
// before the move is acknowledged, a key that comes again gets its first answer, and who is to move is sent the legal
// moves. It still has no versions, no events, no resynchronisation and no second worker that could serve the room.

const fs = require("node:fs");
const path = require("node:path");
const Redis = require("ioredis");
const { Room } = require("@colyseus/core");
const { schema, t, StateView } = require("@colyseus/schema");
const { SEATS, deal, isLegal, legalMoves, makeMove, topOf } = require("./uno.js");
// This folder is a link beside the modules.
const { makeRandom } = require(path.join(path.dirname(fs.realpathSync(__dirname)), "random.js"));

const KEPT_SECONDS = 86_400;
const STORE = `
redis.call('SET', KEYS[1], ARGV[1], 'EX', ${KEPT_SECONDS})
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('EXPIRE', KEYS[2], ${KEPT_SECONDS})
`;

const redis = process.env.REDIS ? new Redis(process.env.REDIS) : null;
redis?.defineCommand("store", { numberOfKeys: 2, lua: STORE });

const Player = schema({ count: t.uint8(), hand: t.array("uint8").view() }, "Player");

const Table = schema(
  {
    ply: t.uint16(),
    turn: t.uint8(),
    direction: t.int8(),
    top: t.uint8(),
    color: t.uint8(),
    deck: t.uint8(),
    isOver: t.boolean(),
    players: t.array(Player),
  },
  "Table",
);

class UnoRoom extends Room {
  onCreate({ seed }) {
    this.patchRate = null;
    this.random = makeRandom(seed);
    this.game = deal(this.random);
    // By the key of a move, its answer.
    this.receipts = new Map();
    // Moves are made one after the other, also while one is being stored.
    this.last = Promise.resolve();
    this.state = new Table();
    for (let seat = 0; seat < SEATS; seat += 1) this.state.players.push(new Player());
    this.show();
    this.onMessage("move", (client, message) => {
      if (redis === null) return this.move(client, message);
      this.last = this.last.then(() => this.moveAndStore(client, message)).catch((problem) => this.stop(problem));
      return undefined;
    });
  }

  onJoin(client, { seats }) {
    client.userData = { seats };
    client.view = new StateView();
    seats.forEach((seat) => client.view.add(this.state.players[seat]));
  }

  mayMove(client, move) {
    return !this.game.isOver && client.userData.seats.includes(this.game.turn) && isLegal(this.game, move);
  }

  move(client, { move }) {
    if (!this.mayMove(client, move)) return client.send("refused");
    makeMove(this.game, move, this.random);
    this.show();
    return this.broadcastPatch();
  }

  async moveAndStore(client, { move, key }) {
    const known = this.receipts.get(key);
    if (known !== undefined) return client.send("moved", known);
    if (!this.mayMove(client, move)) return client.send("refused", { legal: legalMoves(this.game) });
    makeMove(this.game, move, this.random);
    const answer = { key, ply: this.game.ply };
    const keys = [`{${this.roomId}}:state`, `{${this.roomId}}:receipts`];
    await redis.store(...keys, JSON.stringify(this.game), key, JSON.stringify(answer));
    this.receipts.set(key, answer);
    this.show();
    this.broadcastPatch();
    client.send("moved", answer);
    return this.offer();
  }

  // Sends the legal moves to the client that has the turn.
  offer() {
    const next = this.clients.find((client) => client.userData.seats.includes(this.game.turn));
    return next?.send("legal", legalMoves(this.game));
  }

  stop(problem) {
    process.stderr.write(`${problem.stack}\n`);
    this.disconnect();
  }

  // Writes what has changed into the state that clients see.
  show() {
    const { game, state } = this;
    state.ply = game.ply;
    state.turn = game.turn;
    state.direction = game.direction;
    state.top = topOf(game);
    state.color = game.color;
    state.deck = game.deck.length;
    state.isOver = game.isOver;
    game.hands.forEach((hand, seat) => this.showHand(state.players[seat], hand));
  }

  showHand(player, hand) {
    if (player.count === hand.length) return;
    player.count = hand.length;
    // A seat plays one card, or draws some.
    const shown = player.hand;
    const gone = shown.findIndex((card, at) => card !== hand[at]);
    if (gone >= 0) shown.splice(gone, 1);
    for (let at = shown.length; at < hand.length; at += 1) shown.push(hand[at]);
  }
}

module.exports = { UnoRoom };
