// Colyseus's own server with its WebSocket transport; prints the port that it got. With REDIS in the environment each move
// is stored there before it is acknowledged, and is made once for each key.

const http = require("node:http");
const { Server } = require("@colyseus/core");
const { WebSocketTransport } = require("@colyseus/ws-transport");
const { UnoRoom } = require("./room.js");

const server = http.createServer();
const game = new Server({ greet: false, transport: new WebSocketTransport({ server }) });
game.define("uno", UnoRoom);
game.listen(0).then(() => process.stdout.write(`${server.address().port}\n`));
