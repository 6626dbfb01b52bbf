// What the moves that a player considers would do: a line at each place where they go, and marks at the seats they hit.

import { goalOf, movesAt, movesLeft, usePlace, useReachedCard } from "./considering.js";
import { effectsOf, useForesight } from "./foresight.js";
import { html, useEffect, useLayoutEffect, useRef } from "./preact.js";

export { showFocus } from "./considering.js";

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
/** The width of a line, if others are not nearer. */
const WIDEST = 168;
/** The part of a place that a line among others may cover, so that the cards there can be read. */
const MOST_COVERED = 0.45;

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
    overflow-wrap: break-word;
    background: rgb(12 16 20 / 90%);
    border-width: 1px;
  }
  .croupier-consequences span {
    display: block;
  }
  /* Above the moves, which stay where they are. */
  .croupier-sheet .croupier-foreseen {
    position: fixed;
    inset: 8px 8px auto;
    max-width: 720px;
    max-height: 45dvh;
    margin: 0 auto;
    font-size: 13px;
  }
  .croupier-foreseen:empty {
    display: none;
  }
  .croupier-consequences > [hidden],
  .croupier-consequences .croupier-brief span + span {
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
  const places = linesOf(moves, choosing.hand, ({ notation }) => effectsOf(previews.get(notation), language));
  const pointed = places.filter((one) => one.moves.some((move) => meant.includes(move)));
  const [only] = places.length === 1 ? places : pointed.length === 1 ? pointed : [];
  const lines = places.filter(({ effects }) => effects.length > 0);
  const nameOf = (/** @type {Line} */ { zone, seat }) =>
    seat === null ? (snapshot.session.view?.zones.find(({ key }) => key === zone)?.label ?? "") : names(seat);
  const line = only ? said(only) : "";
  const isKnown = moves.every(({ notation }) => previews.has(notation));
  const told = isKnown ? lines.map((one) => `${nameOf(one)}: ${said(one)}`).join(" ") : "";
  const all = places.length < 2 ? line : told;
  useLayoutEffect(() => tell({ line, all }), [line, all]);
  const hit = only ? seatsIn(only.effects).filter((seat) => seat !== snapshot.session.viewerSeat) : [];
  const placed = lines.filter(({ zone, seat }) => zone !== null || seat !== null);
  const isOnly = places.length === 1;
  return html`<${Marks} ...${{ root, hit, isOnly }} lines=${placed} id=${choosing.id} />
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
  return [...lines.values()];
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
 * @param {object} props
 * @param {ConsequencesProps["root"]} props.root
 * @param {readonly Line[]} props.lines
 * @param {readonly number[]} props.hit
 * @param {boolean} props.isOnly Whether the moves that are considered go to one place.
 * @param {string} props.id
 */
function Marks({ root, lines, hit, isOnly, id }) {
  const layer = useRef(/** @type {HTMLElement | null} */ (null));
  const put = () => {
    if (root.current && layer.current) putMarks(root.current, layer.current, isOnly);
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
 * @param {boolean} isOnly
 */
function putMarks(board, layer, isOnly) {
  const home = board.getBoundingClientRect();
  const marks = /** @type {HTMLElement[]} */ ([...layer.children]);
  const places = new Map(marks.map((mark) => [mark, rectOf(board, mark.dataset.at ?? "")]));
  const lines = marks.filter(({ localName }) => localName === "p").flatMap((mark) => places.get(mark) ?? []);
  for (const [mark, place] of places) {
    mark.hidden = place === null;
    if (place === null) continue;
    if (mark.localName === "p") putLine(mark, place, home, isOnly ? WIDEST : roomAt(place, lines), isOnly);
    else putRing(mark, place, home);
  }
}

/**
 * @param {HTMLElement} mark
 * @param {DOMRect} place
 * @param {DOMRect} home
 */
function putRing({ style }, { left, top, width, height }, home) {
  Object.assign(style, { left: `${left - home.left}px`, top: `${top - home.top}px` });
  Object.assign(style, { width: `${width}px`, height: `${height}px` });
}

/**
 * Put a line over the lower end of its place. That of an only move is brief, since the line above the hand says all;
 * so is one that would cover too much of what lies there.
 *
 * @param {HTMLElement} mark
 * @param {DOMRect} place
 * @param {DOMRect} home
 * @param {number} room
 * @param {boolean} isOnly
 */
function putLine(mark, { left, top, width, height }, home, room, isOnly) {
  mark.style.maxWidth = `${Math.max(room, width)}px`;
  mark.classList.toggle("croupier-brief", isOnly);
  if (mark.offsetHeight > height * MOST_COVERED) mark.classList.add("croupier-brief");
  const middle = left + width / 2 - home.left - mark.offsetWidth / 2;
  const below = top + height - home.top - mark.offsetHeight;
  mark.style.left = `${within(middle, home.width - mark.offsetWidth)}px`;
  mark.style.top = `${within(below, home.height - mark.offsetHeight)}px`;
}

/**
 * Return how wide the line at a place may be: up to the lines of the places beside it.
 *
 * @param {DOMRect} place
 * @param {readonly DOMRect[]} places
 */
function roomAt({ left, right, top, bottom }, places) {
  const beside = places.filter((other) => other.top < bottom && other.bottom > top);
  const distances = beside.map((other) => Math.abs(other.left + other.right - left - right) / 2);
  return Math.min(WIDEST, ...distances.filter((distance) => distance > 0)) - GAP / 2;
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
