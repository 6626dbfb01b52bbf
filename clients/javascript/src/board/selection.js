// Find the moves that are meant by what was touched. Nothing here knows a rule: only the legal moves are compared.

/**
 * @typedef {import("../contract.js").Move} Move
 *
 * @typedef {{ zone: string, index: number, code: string }} Picked A card that was touched.
 *
 * @typedef {object} Selection The cards and places touched so far.
 * @property {Picked[]} cards
 * @property {string | null} zone
 * @property {number | null} seat
 */

/** @type {Selection} */
export const NOTHING = { cards: [], zone: null, seat: null };

/** @param {Selection} selection */
export const isEmpty = ({ cards, zone, seat }) => cards.length === 0 && zone === null && seat === null;

/**
 * Return the moves that a selection leaves, beginning with moves that name no more cards than were touched.
 *
 * @param {readonly Move[]} moves
 * @param {Selection} selection
 */
export function movesFor(moves, selection) {
  if (isEmpty(selection)) return [];
  const left = moves.filter((move) => fits(move, selection));
  const exact = left.filter((move) => move.cards.length <= selection.cards.length);
  return [...exact, ...left.filter((move) => !exact.includes(move))];
}

/**
 * @param {Move} move
 * @param {Selection} selection
 */
function fits(move, { cards, zone, seat }) {
  if (seat !== null && move.seat !== seat) return false;
  if (zone !== null && move.to !== zone && move.from !== zone) return false;
  return cards.every(({ zone: from }) => move.from === null || move.from === from) && names(move, cards);
}

/**
 * Return whether a move names all cards that were touched, each as often as it was touched.
 *
 * @param {Move} move
 * @param {Picked[]} cards
 */
function names(move, cards) {
  const named = move.cards.map(({ code }) => code);
  return cards.every(({ code }) => {
    const place = named.indexOf(code);
    if (place >= 0) named.splice(place, 1);
    return place >= 0;
  });
}

/**
 * Return the selection after a card was touched; null if no legal move concerns it. A card stands for its zone, but not
 * in the viewer's hand: there the board asks why it cannot be played.
 *
 * @param {readonly Move[]} moves
 * @param {Selection} selection
 * @param {Picked} card
 * @param {string | null} [hand]
 * @returns {Selection | null}
 */
export function touchCard(moves, selection, card, hand = null) {
  const narrowed = isEmpty(selection) ? null : touchZone(moves, selection, card.zone);
  const isOther = !selection.cards.some(({ zone }) => zone === card.zone);
  if (narrowed && isOther) return narrowed;
  const more = { ...selection, cards: [...selection.cards, card] };
  if (selection.cards.length && !isPicked(selection, card) && movesFor(moves, more).length) return more;
  const fresh = { ...NOTHING, cards: [card] };
  if (movesFor(moves, fresh).length) return fresh;
  return card.zone === hand ? null : touchZone(moves, NOTHING, card.zone);
}

/**
 * Return the selection after a zone was touched; null if no legal move concerns it.
 *
 * @param {readonly Move[]} moves
 * @param {Selection} selection
 * @param {string} zone
 * @returns {Selection | null}
 */
export function touchZone(moves, selection, zone) {
  const narrowed = { ...selection, zone };
  if (!isEmpty(selection) && movesFor(moves, narrowed).length) return narrowed;
  const fresh = { ...NOTHING, zone };
// A zone alone means only moves that name no card: cards are touched themselves.
  return moves.some((move) => move.cards.length === 0 && fits(move, fresh)) ? fresh : null;
}

/**
 * Return the selection after a seat was touched; null if no legal move is aimed at it.
 *
 * @param {readonly Move[]} moves
 * @param {Selection} selection
 * @param {number} seat
 * @returns {Selection | null}
 */
export function touchSeat(moves, selection, seat) {
  const narrowed = { ...selection, seat };
  if (movesFor(moves, narrowed).length) return narrowed;
  return movesFor(moves, { ...NOTHING, seat }).length ? { ...NOTHING, seat } : null;
}

/**
 * @param {Selection} selection
 * @param {Picked} card
 */
export const isPicked = ({ cards }, card) =>
  cards.some(({ zone, index }) => zone === card.zone && index === card.index);

/**
 * Return the zones and seats that can be touched next: the targets of the moves that are left; at first, the zones and
 * seats that stand for a move themselves.
 *
 * @param {readonly Move[]} moves
 * @param {Selection} selection
 * @param {string | null} [hand]
 * @returns {{ zones: Set<string>, seats: Set<number> }}
 */
export function targets(moves, selection, hand = null) {
  const left = isEmpty(selection) ? moves.filter(({ cards }) => cards.length === 0) : movesFor(moves, selection);
  const touched = left.flatMap(({ from, to }) => (isEmpty(selection) ? [from, to] : [to]));
  const zones = touched.filter((zone) => zone !== null && zone !== hand);
  const seats = left.map(({ seat }) => seat).filter((seat) => seat !== null);
  return { zones: new Set(/** @type {string[]} */ (zones)), seats: new Set(seats) };
}

/**
 * Return the moves that no card of a zone stands for: they need buttons of their own.
 *
 * @param {readonly Move[]} moves
 * @param {string | null} hand
 */
export const looseMoves = (moves, hand) =>
  moves.filter((move) => move.cards.length === 0 || (move.from !== null && move.from !== hand));

/** Up to this many moves are all shown as buttons, unless each has its own place in sight. */
const FEW = 4;

/**
 * Return the moves that need buttons: the moves that are not made by touching their target, or the open card that they
 * take.
 *
 * @param {readonly Move[]} moves
 * @param {Selection} selection
 * @param {string | null} hand
 * @param {readonly import("../contract.js").Zone[]} near The zones that are always in sight, without the hand.
 */
export function buttonMoves(moves, selection, hand, near) {
  const left = isEmpty(selection) ? looseMoves(moves, hand) : movesFor(moves, selection);
  const isNear = (/** @type {string | null} */ zone) => near.some(({ key }) => key === zone);
  // On the table each open card is a place of its own.
  const cardsOf = (/** @type {Move} */ { from, cards }) => (isNear(from) ? cards.map(({ code }) => code) : []);
  const places = left.map((move) => [move.from, move.to, move.seat, ...cardsOf(move)].join(" "));
  const isAlone = (/** @type {string} */ place) => places.filter((other) => other === place).length === 1;
  /** @param {Move} move */
  const isInSight = ({ from, to, seat }) =>
    seat !== null || near.some(({ key, cards }) => key === to || (key === from && cards.at(-1)));
  if (new Set(places).size === 1) return left;
  if (left.length <= FEW) return left.filter((move, index) => !(isInSight(move) && isAlone(places[index])));
  return left.filter(({ from, to, seat }) => to === null && seat === null && (from === null || from === hand));
}

/**
 * Return whether any legal move concerns a card.
 *
 * @param {readonly Move[]} moves
 * @param {Picked} card
 */
export const isPlayable = (moves, card) => movesFor(moves, { ...NOTHING, cards: [card] }).length > 0;

/**
 * Return the moves that take a card somewhere: moves that name it, or else moves from its zone that name no card.
 *
 * @param {readonly Move[]} moves
 * @param {Picked} card
 */
export function movesWith(moves, card) {
  if (isPlayable(moves, card)) return movesFor(moves, { ...NOTHING, cards: [card] });
  return moves.filter(({ cards, from, to, seat }) => !cards.length && from === card.zone && (to ?? seat) !== null);
}
