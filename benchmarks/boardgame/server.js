// boardgame.io's own server with its own transport, and storage in memory; prints the port that it got.

const { Server } = require("boardgame.io/server");
const { Uno } = require("./uno.js");

// It logs to the console; only the port is to be read there.
console.log = () => {};
console.info = () => {};

Server({ games: [Uno], origins: [/.*/] })
  .run({ port: 0 })
  .then(({ appServer }) => process.stdout.write(`${appServer.address().port}\n`));
