// Apply changes to a known version. Unchanged parts stay the same objects.

/**
 * @typedef {import("./contract.js").Session} Session
 * @typedef {import("./contract.js").View} View
 * @typedef {import("./contract.js").ViewChanges} ViewChanges
 *
 * @typedef {{ version: number, head: string | null, changes: ViewChanges }} Changed A frame, or the answer to a move.
 */

/** The fields that are sent whole if they differ. @type {(keyof Session & keyof ViewChanges)[]} */
const OF_SESSION = ["cursor", "status", "expiresAt", "deadline", "takeBack", "fairness", "rematchId", "outcome"];
/** @type {(keyof View & keyof ViewChanges)[]} */
const OF_VIEW = ["ply", "turn", "prompt", "result", "breakdown", "legalMoves", "undo"];

/**
 * Return the session after the changes; null if they start from a version other than the known one.
 *
 * @param {Session | null} known
 * @param {Changed} changed
 * @returns {Session | null}
 */
export function applyChanges(known, { version, head, changes }) {
  if (!known?.view || changes.since !== known.version) return null;
  const session = { ...known, ...differing(OF_SESSION, changes), version, head };
  session.seats = replaced(known.seats, changes.seats, "index");
  session.view = applyToView(known.view, changes, session.deadline);
  return session;
}

/**
 * @param {View} known
 * @param {ViewChanges} changes
 * @param {string | null} deadline
 * @returns {View}
 */
function applyToView(known, changes, deadline) {
  const view = { ...known, ...differing(OF_VIEW, changes) };
  view.zones = zonesAfter(known.zones, changes);
  view.facts = replaced(known.facts, changes.facts, "name");
  view.scores = replaced(known.scores, changes.scores, "seat");
  view.legalMoveCount = view.legalMoves.length;
  const notBefore = known.decision?.notBefore ?? null;
  const times = { deadline, notBefore, ...differing(["notBefore"], changes) };
// A separate list: a bot may sort it.
  const moves = view.legalMoves === known.legalMoves && known.decision ? known.decision.moves : [...view.legalMoves];
  view.decision = kept(known.decision, decisionAt(view, moves, times));
  return kept(known, view);
}

/**
 * Return those of the named fields that differ.
 *
 * @param {(keyof ViewChanges)[]} names
 * @param {ViewChanges} changes
 */
function differing(names, changes) {
  const cleared = changes.cleared ?? [];
  const found = names.map((name) => [name, cleared.includes(name) ? null : changes[name]]);
  return Object.fromEntries(found.filter(([name, value]) => value != null || cleared.includes(String(name))));
}

/**
 * Return a list in which other items replace those with the same key.
 *
 * @template {Record<string, any>} Item
 * @param {Item[]} known
 * @param {Item[] | undefined} others
 * @param {keyof Item} key
 */
function replaced(known, others, key) {
  if (!others?.length) return known;
  return known.map((item) => others.find((other) => other[key] === item[key]) ?? item);
}

/**
 * @param {View["zones"]} known
 * @param {ViewChanges} changes
 */
function zonesAfter(known, { zones, zoneKeys }) {
  if (!zoneKeys) return replaced(known, zones, "key");
  const byKey = new Map([...known, ...(zones ?? [])].map((zone) => [zone.key, zone]));
  return zoneKeys.flatMap((key) => byKey.get(key) ?? []);
}

/**
 * Return the viewer's decision, which follows from its moves.
 *
 * @param {View} view
 * @param {View["legalMoves"]} moves
 * @param {{ deadline: string | null, notBefore: string | null }} times
 */
function decisionAt({ viewer, turn, legalMoves }, moves, times) {
  if (viewer === null || legalMoves.length === 0) return null;
  return { seat: viewer, asked: turn.includes(viewer), moves, default: legalMoves[0].notation, ...times };
}

/**
 * Return the known value if the other one has the same parts.
 *
 * @template {Record<string, any> | null} Value
 * @param {Value} known
 * @param {Value} other
 */
function kept(known, other) {
  return known && other && Object.keys(other).every((name) => known[name] === other[name]) ? known : other;
}
