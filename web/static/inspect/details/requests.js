// The request behind what is shown, to copy: in GraphQL, in REST, and with each kit. A secret is never in it: where one
// is needed, its place is marked.

/**
 * @typedef {{ state: string, viewer: number | null }} ReadInput
 * @typedef {{ state: string, seat: number, move: string, viewer: number | null }} MoveInput
 *
 * @typedef {{ kind: "deal", input: import("../../kit/contract.js").NewTable }} Deal
 * @typedef {{ kind: "readTable", input: ReadInput }} ReadTable
 * @typedef {{ kind: "applyToState", input: MoveInput }} ApplyToState
 * @typedef {{ kind: "readPast", session: string, seat: number | null, after: string }} ReadPast
 * @typedef {{ kind: "applyMove", session: string, seat: number, move: string, at: string }} ApplyMove
 * @typedef {{ kind: "readRecord", session: string }} ReadRecord
 *
 * @typedef {Deal | ReadTable | ApplyToState | ReadPast | ApplyMove | ReadRecord} Asked A question to the service, or a move.
 *
 * @typedef {"graphql" | "rest" | "javascript" | "python"} Form
 */

/** @type {Form[]} */
export const FORMS = ["graphql", "rest", "javascript", "python"];
/** Where the secret of a seat belongs; nothing that is shown or copied has one. */
export const TOKEN = "SEAT_TOKEN";

const SHOWN = 48;
const VIEW = `ply turn
zones { key label count value cards { code label } }
facts { label value }
scores { seat points }
legalMoves { notation label }
result { scores ranking winners reason }`;
const PROBLEM = "... on Problem { code message }";

/**
 * Return the text of a request in one form.
 *
 * @param {Asked} asked
 * @param {Form} form
 * @param {string} origin The address of the service.
 */
export function writeRequest(asked, form, origin) {
  return WRITERS[form](asked, origin);
}

/**
 * Return a request with its long state cut, to be looked at and not to be sent.
 *
 * @param {Asked} asked
 * @returns {Asked}
 */
export function shorten(asked) {
  if (asked.kind !== "readTable" && asked.kind !== "applyToState") return asked;
  const state = `${asked.input.state.slice(0, SHOWN)}…`;
  return /** @type {Asked} */ ({ ...asked, input: { ...asked.input, state } });
}

/** @type {Record<Form, (asked: Asked, origin: string) => string>} */
const WRITERS = { graphql: writeGraphql, rest: writeRest, javascript: writeJavascript, python: writePython };

// ---- GraphQL

/** @param {Asked} asked */
function writeGraphql(asked) {
  switch (asked.kind) {
    case "deal": {
      const { viewer, ...input } = asked.input;
      return `mutation { newTable(input: ${literal(input)}) {
  ... on Table {
    state
    ${viewIn(viewer)}
  }
  ${PROBLEM}
} }`;
    }
    case "readTable":
      return `{ table(state: ${literal(asked.input.state)}) {
  ... on Table {
    ${viewIn(asked.input.viewer)}
  }
  ${PROBLEM}
} }`;
    case "applyToState":
      return `mutation { applyMoveToState(input: ${literal(asked.input)}) {
  ... on TableChanged {
    move { label }
    events { sentence rule { number } }
    table {
      state
      ${viewIn(asked.input.viewer, 6)}
    }
  }
  ${PROBLEM}
} }`;
    case "readPast":
      return `${bearerNote(asked.seat)}subscription { sessionUpdates(sessionId: ${literal(asked.session)}, after: ${literal(asked.after)}) {
  version
  events { sentence rule { number } }
  session { view {
    ${indent(VIEW, 4)}
  } }
} }`;
    case "applyMove": {
      const [, version, head] = /^(\d+)(?:-(.*))?$/.exec(asked.at) ?? [];
      const at = { expectedVersion: Number(version), ...(head && { expectedHead: head }) };
      const input = { sessionId: asked.session, move: asked.move, ...at };
      return `${bearerNote(asked.seat)}mutation { applyMove(input: ${literal(input)}) {
  ... on MoveApplied { version events { sentence } }
  ${PROBLEM}
} }`;
    }
    case "readRecord":
      return `{ session(id: ${literal(asked.session)}) { record } }`;
  }
}

/**
 * @param {number | null | undefined} viewer
 * @param {number} [spaces]
 */
const viewIn = (viewer, spaces = 4) =>
  `view${typeof viewer === "number" ? `(seat: ${viewer})` : ""} {\n${" ".repeat(spaces + 2)}${indent(VIEW, spaces + 2)}\n${" ".repeat(spaces)}}`;

/**
 * Return a value as GraphQL writes it: like JSON, but names stand without quotes.
 *
 * @param {unknown} value
 * @returns {string}
 */
export function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`);
  return `{${fields.join(", ")}}`;
}

/** @param {number | null} seat */
const bearerNote = (seat) => (seat === null ? "" : `# Authorization: Bearer ${TOKEN}\n`);

// ---- REST

/**
 * @param {Asked} asked
 * @param {string} origin
 */
function writeRest(asked, origin) {
  switch (asked.kind) {
    case "deal":
      return post(`${origin}/v1/tables`, asked.input);
    case "readTable":
      return post(`${origin}/v1/tables/read`, asked.input);
    case "applyToState":
      return post(`${origin}/v1/tables/moves`, asked.input);
    case "readPast":
      return curl(`${origin}${path(asked.session)}/frames?after=${encodeURIComponent(asked.after)}`, [
        "--no-buffer",
        `--header 'Accept: text/event-stream'`,
        ...bearer(asked.seat),
      ]);
    case "applyMove":
      return post(`${origin}${path(asked.session)}/moves`, { move: asked.move }, [
        ...bearer(asked.seat),
        `--header 'If-Match: "${asked.at}"'`,
      ]);
    case "readRecord":
      return curl(`${origin}${path(asked.session)}/record`, []);
  }
}

/**
 * @param {string} url
 * @param {string[]} parts
 */
const curl = (url, parts) => ["curl", quote(url), ...parts].join(" \\\n  ").replace("curl \\\n  ", "curl ");

/**
 * @param {string} url
 * @param {unknown} body
 * @param {string[]} [parts]
 */
const post = (url, body, parts = []) =>
  curl(url, [...parts, "--header 'Content-Type: application/json'", `--data ${quote(JSON.stringify(body))}`]);

/**
 * Return a text as one word of a shell.
 *
 * @param {string} text
 */
export const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {number | null} seat */
const bearer = (seat) => (seat === null ? [] : [`--header 'Authorization: Bearer ${TOKEN}'`]);

/** @param {string} session */
const path = (session) => `/v1/sessions/${encodeURIComponent(session)}`;

// ---- the kits

/**
 * @param {Asked} asked
 * @param {string} origin
 */
function writeJavascript(asked, origin) {
  const begin = `import { Croupier } from "@croupier/client";\n\nconst croupier = new Croupier(${JSON.stringify(origin)});\n`;
  const table = (/** @type {string} */ session, /** @type {number | null} */ seat) =>
    `const table = await croupier.table(${JSON.stringify(session)}${seat === null ? "" : `, { token: "${TOKEN}" }`});\n`;
  switch (asked.kind) {
    case "deal":
      return `${begin}const { table, view } = await croupier.newTable(${JSON.stringify(asked.input)});\nconsole.log(view);`;
    case "readTable":
      return `${begin}const { view } = await croupier.readTable(${JSON.stringify(asked.input)});\nconsole.log(view);`;
    case "applyToState":
      return `${begin}const outcome = await croupier.applyMoveToState(${JSON.stringify(asked.input)});\nif (outcome.kind === "applied") console.log(outcome.view, outcome.events);`;
    case "readPast":
      return `${begin}${table(asked.session, asked.seat)}for await (const { session, events } of table.frames({ after: ${JSON.stringify(asked.after)} })) {\n  console.log(session.view, events);\n  break;\n}`;
    case "applyMove":
      return `${begin}${table(asked.session, asked.seat)}const outcome = await table.move(${JSON.stringify(asked.move)}, { at: ${JSON.stringify(asked.at)} });\nconsole.log(outcome.kind);`;
    case "readRecord":
      return `${begin}${table(asked.session, null)}console.log(await table.record());`;
  }
}

/**
 * @param {Asked} asked
 * @param {string} origin
 */
function writePython(asked, origin) {
  const begin = `from croupier_client import Client\n\nclient = Client(${JSON.stringify(origin)})\n`;
  const table = (/** @type {string} */ session, /** @type {number | null} */ seat) =>
    `table = client.table(${JSON.stringify(session)}${seat === null ? "" : `, token="${TOKEN}"`})\n`;
  switch (asked.kind) {
    case "deal":
      return `${begin}seen = client.new_table(${pythonOf(asked.input)})\nprint(seen["view"])`;
    case "readTable":
      return `${begin}seen = client.read_table(${pythonOf(asked.input)})\nprint(seen["view"])`;
    case "applyToState":
      return `${begin}outcome = client.apply_move_to_state(${pythonOf(asked.input)})\nprint(outcome)`;
    case "readPast":
      return `${begin}${table(asked.session, asked.seat)}frame = next(table.frames(after=${JSON.stringify(asked.after)}))\nprint(frame["session"]["view"], frame["events"])`;
    case "applyMove":
      return `${begin}${table(asked.session, asked.seat)}print(table.move(${JSON.stringify(asked.move)}, at=${JSON.stringify(asked.at)}))`;
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
export function pythonOf(value) {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${pythonOf(field)}`).join(", ")}}`;
}

/**
 * @param {string} text
 * @param {number} spaces
 */
const indent = (text, spaces) => text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
