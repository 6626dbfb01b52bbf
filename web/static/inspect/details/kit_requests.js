// The request behind what is shown, with each kit.

import { TOKEN } from "./asked.js";

/** @typedef {import("./asked.js").Asked} Asked */

/**
 * @param {Asked} asked
 * @param {string} origin
 */
export function writeJavascript(asked, origin) {
  const asJson = JSON.stringify;
  const begin = `import { Croupier } from "@croupier/client";\n\nconst croupier = new Croupier(${asJson(origin)});\n`;
  const table = (/** @type {string} */ session, /** @type {number | null} */ seat) =>
    `const table = await croupier.table(${asJson(session)}${seat === null ? "" : `, { token: "${TOKEN}" }`});\n`;
  switch (asked.kind) {
    case "deal":
      return `${begin}const { table, view } = await croupier.newTable(${asJson(asked.input)});
console.log(view);`;
    case "readTable":
      return `${begin}const { view } = await croupier.readTable(${asJson(asked.input)});
console.log(view);`;
    case "applyToState":
      return `${begin}const outcome = await croupier.applyMoveToState(${asJson(asked.input)});
if (outcome.kind === "applied") console.log(outcome.view, outcome.events);`;
    case "readPast":
      return `${begin}${table(asked.session, asked.seat)}\
for await (const { session, events } of table.frames({ after: ${asJson(asked.after)} })) {
  console.log(session.view, events);
  break;
}`;
    case "applyMove":
      return `${begin}${table(asked.session, asked.seat)}\
const outcome = await table.move(${asJson(asked.move)}, { at: ${asJson(asked.at)} });
console.log(outcome.kind);`;
    case "readRecord":
      return `${begin}${table(asked.session, null)}console.log(await table.record());`;
  }
}

/**
 * @param {Asked} asked
 * @param {string} origin
 */
export function writePython(asked, origin) {
  const begin = `from croupier_client import Client\n\nclient = Client(${pythonOf(origin)})\n`;
  const table = (/** @type {string} */ session, /** @type {number | null} */ seat) =>
    `table = client.table(${pythonOf(session)}${seat === null ? "" : `, token="${TOKEN}"`})\n`;
  switch (asked.kind) {
    case "deal":
      return `${begin}seen = client.new_table(${pythonOf(asked.input)})\nprint(seen["view"])`;
    case "readTable":
      return `${begin}seen = client.read_table(${pythonOf(asked.input)})\nprint(seen["view"])`;
    case "applyToState":
      return `${begin}outcome = client.apply_move_to_state(${pythonOf(asked.input)})\nprint(outcome)`;
    case "readPast":
      return `${begin}${table(asked.session, asked.seat)}\
frame = next(table.frames(after=${pythonOf(asked.after)}))
print(frame["session"]["view"], frame["events"])`;
    case "applyMove":
      return `${begin}${table(asked.session, asked.seat)}\
print(table.move(${pythonOf(asked.move)}, at=${pythonOf(asked.at)}))`;
    case "readRecord":
      return `${begin}${table(asked.session, null)}print(table.record())`;
  }
}

/**
 * Return a JSON value as Python writes it.
 *
 * @param {unknown} value
 * @returns {string}
 */
function pythonOf(value) {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${pythonOf(field)}`).join(", ")}}`;
}
