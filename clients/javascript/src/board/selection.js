// From what is touched to the moves that are meant. Nothing here knows a rule: only the legal moves are compared.

/**
 * @typedef {import("../contract.js").Move} Move
 *
 * @typedef {{ zone: string, index: number, code: string }} Picked A card that was touched.
 *
 * @typedef {object} Selection What was touched so far.
 * @property {Picked[]} cards
 * @property {string | null} zone
 * @property {number | null} seat
 */

/** @type {Selection} */
export const NOTHING = { cards: [], zone: null, seat: null };

/** @param {Selection} selection */
export const isEmpty = ({ cards, zone, seat }) => cards.length === 0 && zone === null && seat === null;

/**
 * Return the moves that a selection leaves, those first that name no more cards than were touched.
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
 * Tell whether a move names all cards that were touched, each as often as that.
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
 * Return the selection after a card was touched; null if no legal move has to do with it. A card stands for its zone,
 * but not in the viewer's hand: there it is asked why it cannot be played.
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
 * Return the selection after a zone was touched; null if no legal move has to do with it.
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
  // From a zone alone, only moves that name no card are meant: cards are touched themselves.
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
 * Return the zones and seats that can be touched next: where the moves go that are left; at first, those that stand for
 * a move themselves.
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

/** So many moves are all shown as buttons. */
const FEW = 4;

/**
 * Return the moves that buttons are shown for: of many, those that cannot be told apart by touching a place.
 *
 * @param {readonly Move[]} moves
 * @param {Selection} selection
 * @param {string | null} hand
 */
export function buttonMoves(moves, selection, hand) {
  const left = isEmpty(selection) ? looseMoves(moves, hand) : movesFor(moves, selection);
  const places = new Set(left.map(({ from, to, seat }) => `${from} ${to} ${seat}`));
  if (left.length <= FEW || places.size === 1) return left;
  return left.filter(({ from, to, seat }) => to === null && seat === null && (from === null || from === hand));
}

/**
 * Tell whether a card has to do with any legal move.
 *
 * @param {readonly Move[]} moves
 * @param {Picked} card
 */
export const isPlayable = (moves, card) => movesFor(moves, { ...NOTHING, cards: [card] }).length > 0;
