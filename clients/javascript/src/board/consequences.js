// What the moves that a player considers would do: a line at each place where they go, and marks at the seats they hit.

import { goalOf, movesAt, movesLeft, usePlace, useReachedCard } from "./considering.js";
import { effectsOf, useForesight } from "./foresight.js";
import { html, useEffect, useLayoutEffect, useRef } from "./preact.js";

/**
 * @typedef {import("../contract.js").Move} Move
 * @typedef {import("../contract.js").Effect} Effect
 * @typedef {import("../table.js").Snapshot} Snapshot
 * @typedef {import("./choosing.js").Choosing} Choosing
 * @typedef {import("./considering.js").Place} Place
 *
 * @typedef {Place & { moves: Move[], effects: readonly Effect[] }} Line What the moves that go to a place would do.
 *
 * @typedef {object} ConsequencesProps
 * @property {import("./preact.js").Ref<HTMLElement | null>} root
 * @property {import("../table.js").Table} table
 * @property {Snapshot} snapshot
 * @property {Choosing} choosing
 * @property {Move | null} considered The move that a button stands for.
 * @property {string} language
 * @property {(seat: number) => string} names
 * @property {(foretold: import("./effects.js").Foretold) => void} tell
 */

/** The number of moves that are asked about for one card. */
const MOST = 12;
/** The distance between a line and the edge of the board, in pixels. */
const GAP = 4;
/** The widths of lines beyond that of the place: of one among others, and of the only one. */
const MORE = 4;
const WIDEST = 168;
/** A board of this width has room for all effects of several moves. */
const ROOMY = 600;

/** What is touched is still the place below. */
const STYLE = `
  .croupier-consequences > * {
    position: absolute;
    z-index: 7;
    pointer-events: none;
    border: 2px dashed var(--on-felt);
    border-radius: 10px;
  }
  .croupier-consequences > p {
    width: max-content;
    padding: 3px;
    margin: 0;
    font-size: 12px;
    font-weight: 500;
    line-height: 1.25;
    color: #fff;
    text-align: center;
    text-wrap: balance;
    overflow-wrap: anywhere;
    background: rgb(12 16 20 / 90%);
    border-width: 1px;
  }
  .croupier-consequences span {
    display: block;
  }
  .croupier-consequences > [hidden],
  .croupier-consequences:not(.croupier-roomy) span + span {
    display: none;
  }
`;
const SHEET = globalThis.CSSStyleSheet && new CSSStyleSheet();
SHEET?.replaceSync(STYLE);

/**
 * Draw the effects of the moves that a player considers, and tell them in words.
 *
 * @param {ConsequencesProps} props
 */
export function Consequences({ root, table, snapshot, choosing, considered, language, names, tell }) {
  const { moves, meant } = useConsidered(root, snapshot, choosing, considered);
  const previews = useForesight(table, snapshot, moves);
  const lines = linesOf(moves, choosing.hand, ({ notation }) => effectsOf(previews.get(notation), language));
  const pointed = lines.filter((one) => one.moves.some((move) => meant.includes(move)));
  const [only] = lines.length === 1 ? lines : pointed.length === 1 ? pointed : [];
  const nameOf = (/** @type {Line} */ { zone, seat }) =>
    seat === null ? (snapshot.session.view?.zones.find(({ key }) => key === zone)?.label ?? "") : names(seat);
  const line = only ? said(only) : "";
  const all = lines.length < 2 ? line : lines.map((one) => `${nameOf(one)}: ${said(one)}`).join(" ");
  useLayoutEffect(() => tell({ line, all }), [line, all]);
  const hit = only ? seatsIn(only.effects).filter((seat) => seat !== snapshot.session.viewerSeat) : [];
  const placed = lines.filter(({ zone, seat }) => zone !== null || seat !== null);
  return html`<${Marks} ...${{ root, hit }} lines=${placed} id=${choosing.id} />
    <p class="croupier-unseen" aria-live="polite">${all}</p>`;
}

/**
 * Return the moves that are considered, and those of them that are pointed at.
 *
 * @param {ConsequencesProps["root"]} root
 * @param {Snapshot} snapshot
 * @param {Choosing} choosing
 * @param {Move | null} considered
 */
function useConsidered(root, { decision, pending }, choosing, considered) {
  const place = usePlace(root);
  const reached = useReachedCard(root);
  const meant = considered ? [considered] : movesAt(choosing, place);
  const left = considered ? [] : movesLeft(choosing, reached);
  // A move out of turn is a race, in which nobody has time to read.
  const isDeciding = decision?.asked && !pending;
  return { meant, moves: isDeciding ? [...new Set([...meant, ...left])].slice(0, MOST) : [] };
}

/** @param {Line} line */
const said = ({ effects }) => effects.map(({ sentence }) => sentence).join(" ");

/**
 * Return the seats that effects are about.
 *
 * @param {readonly Effect[]} effects
 */
const seatsIn = (effects) =>
  effects
    .flatMap((effect) => effect.arguments.filter(({ kind }) => kind === "SEAT" || kind === "SEATS"))
    .flatMap(({ value }) => value?.split(",").map(Number) ?? []);

/**
 * Return the places of moves with the effects that all moves to a place have, as far as they are known.
 *
 * @param {readonly Move[]} moves
 * @param {string | null} hand
 * @param {(move: Move) => readonly Effect[]} effectsAfter
 */
function linesOf(moves, hand, effectsAfter) {
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const move of moves) {
    const goal = goalOf(move, hand);
    const key = `${goal.zone} ${goal.seat}`;
    const effects = effectsAfter(move);
    const line = lines.get(key);
    if (line) lines.set(key, { ...line, moves: [...line.moves, move], effects: shared(line.effects, effects) });
    else lines.set(key, { ...goal, moves: [move], effects });
  }
  return [...lines.values()].filter(({ effects }) => effects.length > 0);
}

/**
 * @param {readonly Effect[]} effects
 * @param {readonly Effect[]} others
 */
const shared = (effects, others) =>
  effects.filter(({ sentence }) => others.some((other) => other.sentence === sentence));

/**
 * Draw lines over the places where moves go, and rings around the seats that would be hit.
 *
 * @param {{ root: ConsequencesProps["root"], lines: readonly Line[], hit: readonly number[], id: string }} props
 */
function Marks({ root, lines, hit, id }) {
  const layer = useRef(/** @type {HTMLElement | null} */ (null));
  const put = () => {
    if (root.current && layer.current) putMarks(root.current, layer.current);
  };
  useLayoutEffect(() => {
    const { adoptedStyleSheets } = /** @type {Document | ShadowRoot} */ (root.current?.getRootNode());
    if (!adoptedStyleSheets.includes(SHEET)) adoptedStyleSheets.push(SHEET);
  }, []);
  useLayoutEffect(put);
  useEffect(() => {
    const sized = new ResizeObserver(put);
    sized.observe(/** @type {HTMLElement} */ (root.current));
    return () => sized.disconnect();
  }, []);
  return html`<div class="croupier-consequences" ref=${layer}>
    ${hit.map((seat) => html`<i key=${seat} data-at=${`[data-seat="${seat}"]`}></i>`)}
    ${lines.map(
      (line) =>
        html`<p
          key=${`${line.zone} ${line.seat}`}
          id=${`${id}-at-${line.zone ?? `#${line.seat}`}`}
          part="consequence"
          data-at=${selectorOf(line)}
        >
          ${line.effects.map(({ sentence }) => html`<span key=${sentence}>${withoutBreaks(sentence)}</span>`)}
        </p>`,
    )}
  </div>`;
}

/** Keep the sums of a sentence on one line. @param {string} sentence */
const withoutBreaks = (sentence) => sentence.replace(/ (?=[+=×])|(?<=[+=×]) /g, "\u00a0");

/** @param {Place} place */
const selectorOf = ({ zone, seat }) =>
  zone === null ? `[data-seat="${seat}"]` : `[data-zone="${CSS.escape(zone)}"]`;

/**
 * Put each mark over what it is about; hide it if that is not in sight.
 *
 * @param {HTMLElement} board
 * @param {HTMLElement} layer
 */
function putMarks(board, layer) {
  const home = board.getBoundingClientRect();
  const isOnly = layer.querySelectorAll("p").length === 1;
  // The line above the hand has all effects of an only move.
  layer.classList.toggle("croupier-roomy", !isOnly && home.width >= ROOMY);
  for (const mark of /** @type {Iterable<HTMLElement>} */ (layer.children)) {
    const place = rectOf(board, mark.dataset.at ?? "");
    mark.hidden = place === null;
    if (place === null) continue;
    const { left, top, width, height } = place;
    if (mark.localName === "i") {
      Object.assign(mark.style, { left: `${left - home.left}px`, top: `${top - home.top}px` });
      Object.assign(mark.style, { width: `${width}px`, height: `${height}px` });
      continue;
    }
    mark.style.maxWidth = `${isOnly ? Math.max(WIDEST, width) : width + MORE}px`;
    const middle = left + width / 2 - home.left - mark.offsetWidth / 2;
    const below = top + height - home.top - mark.offsetHeight;
    mark.style.left = `${within(middle, home.width - mark.offsetWidth)}px`;
    mark.style.top = `${within(below, home.height - mark.offsetHeight)}px`;
  }
}

/**
 * Return a position that lies on the board.
 *
 * @param {number} wanted
 * @param {number} last
 */
const within = (wanted, last) => Math.max(GAP, Math.min(wanted, last - GAP));

/**
 * Return where the cards of a zone, or a seat, are drawn. For a zone that is folded up before a seat it is the seat;
 * null if the place is nowhere.
 *
 * @param {HTMLElement} board
 * @param {string} selector
 */
function rectOf(board, selector) {
  const found = board.querySelector(selector);
  const isZone = selector.startsWith("[data-zone");
  const cards = isZone ? found?.querySelector(".croupier-cards") : null;
  const rects = [cards, found, found?.closest("[data-seat]")].map((place) => place?.getBoundingClientRect());
  return rects.find((rect) => rect && rect.width > 0) ?? null;
}
