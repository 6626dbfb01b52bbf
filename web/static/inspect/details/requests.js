// The request behind what is shown, to copy: in GraphQL, in REST, and with each kit. A secret is never in it: where one
// is needed, its place is marked.

import { TOKEN } from "./asked.js";
import { writeJavascript, writePython } from "./kit_requests.js";

/**
 * @typedef {import("./asked.js").Asked} Asked
 * @typedef {"graphql" | "rest" | "javascript" | "python"} Form
 */

/** @type {Form[]} */
export const FORMS = ["graphql", "rest", "javascript", "python"];

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
      return `${bearerNote(asked.seat)}\
subscription { sessionUpdates(sessionId: ${literal(asked.session)}, after: ${literal(asked.after)}) {
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
function viewIn(viewer, spaces = 4) {
  const seat = typeof viewer === "number" ? `(seat: ${viewer})` : "";
  return indent(`view${seat} {\n  ${indent(VIEW, 2)}\n}`, spaces);
}

/**
 * Return a value as GraphQL writes it: like JSON, but names stand without quotes.
 *
 * @param {unknown} value
 * @returns {string}
 */
function literal(value) {
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
const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {number | null} seat */
const bearer = (seat) => (seat === null ? [] : [`--header 'Authorization: Bearer ${TOKEN}'`]);

/** @param {string} session */
const path = (session) => `/v1/sessions/${encodeURIComponent(session)}`;

/**
 * @param {string} text
 * @param {number} spaces
 */
const indent = (text, spaces) => text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
