// The place of each zone of a table, from owners and kinds alone, and the names of zones and facts there.

import { HAND, SCORE } from "./roles.js";
import { fill } from "./templates.js";
import { heading, text } from "./texts.js";

/**
 * @typedef {import("../contract.js").View} View
 * @typedef {import("../contract.js").Zone} Zone
 * @typedef {import("../contract.js").Fact} Fact
 * @typedef {import("../contract.js").Card} Card
 * @typedef {Pick<import("../contract.js").Vocabulary, typeof import("../catalogue.js").DRAWN[number]>
 *   & Partial<Pick<import("../contract.js").Vocabulary, "events">>} Vocabulary
 * @typedef {{ id: string, title: string, cards: readonly Card[], vocabulary: Vocabulary }} GameData
 * @typedef {(seat: number) => string} Names
 *
 * @typedef {object} SeatZones
 * @property {number} seat
 * @property {Zone | null} hand
 * @property {Zone[]} zones All others.
 *
 * @typedef {object} Layout
 * @property {SeatZones | null} own The viewer's; null for a spectator.
 * @property {SeatZones[]} others In the order of play, beginning after the viewer.
 * @property {Zone[]} shared The zones of the table.
 *
 * @typedef {"hand" | "pile" | "spread"} Shape
 */

/** With more zones than this, none has room for its cards side by side. */
export const ONE_ROW = 4;
/** The number of cards of a spread that are drawn; the cards below them are only counted. */
export const MOST_SPREAD = 8;

/**
 * Arrange the zones of a view around its viewer.
 *
 * @param {View} view
 * @param {number} seatCount
 * @returns {Layout}
 */
export function arrange(view, seatCount) {
  const first = view.viewer ?? 0;
  const seats = Array.from({ length: seatCount }, (_, step) => (first + step) % seatCount).map((seat) =>
    zonesOf(view, seat),
  );
  const shared = view.zones.filter(({ owner }) => owner === null);
  if (view.viewer === null) return { own: null, others: seats, shared };
  return { own: seats[0], others: seats.slice(1), shared };
}

/**
 * @param {View} view
 * @param {number} seat
 * @returns {SeatZones}
 */
function zonesOf(view, seat) {
  const own = view.zones.filter(({ owner }) => owner === seat);
  const hand = own.find(({ kind }) => kind === HAND) ?? null;
  const zones = own.filter((zone) => zone !== hand);
// A zone that changes its kind, such as a stack that is closed, stays where it is.
  if (zones.every(({ key }) => numberOf(key))) zones.sort((one, other) => numberOf(one.key) - numberOf(other.key));
  return { seat, hand, zones };
}

/** Return the number at the end of a key, such as that of `stack:0.3`; 0 if there is none. @param {string} key */
const numberOf = (key) => Number(/\.(\d+)$/.exec(key)?.[1] ?? 0);

/**
 * Return how the cards of each kind of zone lie. A kind with hidden cards is a pile. So is a kind of the table without
 * a number in the rules, since only its top card counts, or with many others beside it. The shape of a known kind
 * stays, so that a zone keeps its room when its last card goes.
 *
 * @param {View} view
 * @param {Map<string, Shape>} [before]
 * @returns {Map<string, Shape>}
 */
export function shapesOf(view, before = new Map()) {
  const shapes = new Map(before);
  const isCrowded = view.zones.filter(({ owner }) => owner === null).length > ONE_ROW;
  for (const { kind, cards, owner, value } of view.zones) {
    if (kind === HAND) shapes.set(kind, "hand");
    else if (kind === SCORE || cards.includes(null)) shapes.set(kind, "pile");
    else if (!shapes.has(kind)) {
      shapes.set(kind, owner === null && (isCrowded || value === null) ? "pile" : "spread");
    }
  }
  return shapes;
}

/**
 * Return the upper cards of a zone, which are drawn, each with its place in the zone.
 *
 * @param {Zone} zone
 * @param {Shape} shape
 */
export function drawnCards(zone, shape) {
  const most = shape === "pile" ? Math.min(3, zone.count) : MOST_SPREAD;
  const first = shape === "hand" ? 0 : Math.max(0, zone.cards.length - most);
  return zone.cards.slice(first).map((card, place) => ({ card, index: first + place }));
}

/**
 * Return the name of a zone as a heading beside its owner's name, and so without the owner.
 *
 * @param {Zone} zone
 * @param {GameData} game
 * @param {string} language
 */
export function titleOf(zone, game, language) {
  return heading(language, zone.owner === null ? zone.label : withoutSeat(zone, game, language));
}

/**
 * @param {Zone} zone
 * @param {GameData} game
 * @param {string} language
 */
function withoutSeat(zone, { vocabulary }, language) {
  const template = vocabulary.zones.find(({ key }) => key === zone.kind)?.template ?? "";
  // The word before the blank goes with it: `of`, `von`.
  const bare = template.replace(/\s*\S+\s+\{seat(:\w+)?\}/, "");
  if (bare === template) return zone.label;
  const found = zone.label.match(new RegExp(`^${escaped(template).replace(BLANK, "(?<$1>.+?)")}$`));
  return found ? fill(language, bare, found.groups ?? {}) : zone.label;
}

const BLANK = /\\\{(\w+)(?::\w+)?\\\}/g;
const escaped = (/** @type {string} */ plain) => plain.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Return a fact's value in words; null if there is nothing to show. With the events of a vocabulary, seats have the
 * board's names, which matters where the service does not know who holds them.
 *
 * @param {Fact} fact
 * @param {Vocabulary} vocabulary
 * @param {Names} names
 */
export function factValue({ name, value, display }, { events = [] }, names) {
  if (value === "none" || value === "") return null;
  // The events that change a fact have its name.
  const isSeats = events.find(({ key }) => key === name)?.blanks[0]?.kind === "SEATS";
  return isSeats ? value.split(",").map((seat) => names(Number(seat))).join(", ") : display;
}

/**
 * Return the facts that players want to see, beginning with facts that decide what can be played.
 *
 * @param {readonly Fact[]} facts
 */
export const sortFacts = (facts) =>
  ["RULE", "COUNT"].flatMap((wanted) => facts.filter(({ weight }) => weight === wanted));

/**
 * Return whether a fact has a value, such as a seat, and not none or no cards.
 *
 * @param {Fact} fact
 */
export const isTelling = ({ value, display }) => !["none", "no", ""].includes(value) && display !== "0";

/**
 * Return the keys of the zones that a fact's value consists of; none if it is anything else.
 *
 * @param {Fact} fact
 * @param {readonly Zone[]} zones
 */
export function zonesNamed({ value }, zones) {
  const named = value.split(",");
  return named.every((part) => zones.some(({ key }) => key === part)) ? named : [];
}

/**
 * Return the facts to show at a zone now.
 *
 * @param {readonly Fact[]} facts
 * @param {string} key
 * @param {readonly Zone[]} [zones]
 */
export const factsAt = (facts, key, zones = []) =>
  facts.filter(
    (fact) =>
      fact.weight === "RULE" && isTelling(fact) && (fact.zone === key || zonesNamed(fact, zones).includes(key)),
  );

/**
 * Return a sentence on what a card does; nothing for most cards.
 *
 * @param {string} code
 * @param {GameData} game
 */
export const powerOf = (code, { vocabulary }) => vocabulary.powers.find(({ key }) => key === code)?.template ?? "";

/**
 * Describe the cards of a zone for people who do not see it.
 *
 * @param {Zone} zone
 * @param {string} language
 */
export function describe(zone, language) {
  if (zone.count === 0) return `${zone.label}: ${text(language, "noCards")}`;
  const seen = zone.cards.filter((card) => card !== null).map((card) => card.label);
  const hidden = zone.count - seen.length;
  const parts = [...seen.slice(-MOST_SPREAD), ...(hidden ? [text(language, "hidden", { count: hidden })] : [])];
  const value = zone.value === null ? "" : ` (${zone.value})`;
  return `${zone.label}${value}: ${countText(zone.count, language)}, ${parts.join(", ")}`;
}

/**
 * @param {number} count
 * @param {string} language
 */
export const countText = (count, language) => text(language, "cards", { count });

/** Return the cards of a zone that the viewer knows. @param {import("../contract.js").Zone} zone */
export const knownCards = ({ cards }) => cards.filter((card) => card !== null);

/** Return whether a zone has more cards to see than the one on top. @param {import("../contract.js").Zone} [zone] */
export const isWorthOpening = (zone) => zone !== undefined && knownCards(zone).length > 1;
