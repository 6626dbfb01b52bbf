// The store of a table, as a front end uses it: the calls of its listeners, and what React renders.

import { Croupier } from "@croupier/client";
import { useDecision, useMove, useTable } from "@croupier/client/react";
import { createElement } from "react";
import { renderToString } from "react-dom/server";

const given = JSON.parse(process.argv[2]);

const paths = [];
let previewed;
const preview = new Promise((resolve) => (previewed = resolve));

/** Let a move wait until its preview is there. */
async function fetchInOrder(url, init) {
  paths.push(url.slice(given.url.length));
  if (url.endsWith("/moves")) await preview;
  const response = await fetch(url, init);
  if (url.endsWith("/preview")) setImmediate(previewed);
  return response;
}

const croupier = new Croupier(given.url, { fetch: fetchInOrder });
const hosted = await croupier.create(given.session);
await croupier.join(hosted.id, { name: "Ada", player: "0" });
await croupier.join(hosted.id, { name: "Bob", player: "1" });
const seats = [await croupier.table(hosted.id, { player: "0" }), await croupier.table(hosted.id, { player: "1" })];
const table = seats[seats[0].session.view.turn[0]];

/** Listen until something is so. */
function until(isSo) {
  return new Promise((resolve) => {
    const stop = table.subscribe((snapshot) => {
      told.push([snapshot.connection, snapshot.session.version, snapshot.pending && [snapshot.pending.move, snapshot.pending.preview !== null]]);
      if (!isSo(snapshot)) return;
      // A store may tell a listener before it has returned what ends that.
      queueMicrotask(() => (stop(), resolve()));
    });
  });
}

const told = [];
const before = table.getSnapshot();
const sameBefore = before === table.getSnapshot();
await until(({ connection }) => connection === "live");
const moving = table.move(table.getSnapshot().decision.moves[0], { preview: true });
await until(({ session, pending }) => session.version > before.session.version && !pending);
const outcome = await moving;
const { token } = seats.find((one) => one !== table);
const other = await croupier.table(hosted.id, { token });
await other.move(other.getSnapshot().decision.moves[0]);
await until(({ frame }) => frame?.version === before.session.version + 2);

function Hand() {
  const { session, connection } = useTable(table);
  const decision = useDecision(table);
  const { move, pending } = useMove(table);
  return createElement("p", null, [session.version, connection, decision?.moves.length, typeof move, pending].join(" "));
}

const streams = paths.filter((path) => path.includes("/frames")).map((path) => path.includes("after="));
console.log(JSON.stringify({ sameBefore, told, kind: outcome.kind, streams, rendered: renderToString(createElement(Hand)) }));
process.exit(0);
