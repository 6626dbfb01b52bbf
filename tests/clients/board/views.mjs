// The logic of the board at many views of one game: what it misplaces, cannot reach, or leaves without words.

import { readFileSync } from "node:fs";

const { board, file } = JSON.parse(process.argv[2]);
const { arrange, drawnCards, factValue, shapesOf, titleOf } = await import(`${board}/layout.js`);
const { looseMoves, movesFor, NOTHING, touchCard, touchSeat, touchZone } = await import(`${board}/selection.js`);
const { lookOf } = await import(`${board}/card.js`);
const { game, views } = JSON.parse(readFileSync(file, "utf8"));

/** Touch all that a move names, as a player would, and return what is selected then. */
function touchAll(moves, move, view) {
  let selection = NOTHING;
  const lying = view.zones.find(({ key }) => key === move.from)?.cards ?? [];
  const taken = new Set();
  for (const { code } of move.cards) {
    const index = lying.findIndex((card, place) => card?.code === code && !taken.has(place));
    taken.add(index);
    selection = touchCard(moves, selection, { zone: move.from, index, code });
    if (selection === null) return null;
  }
  const isIncluded = () => movesFor(moves, selection).includes(move);
  if (move.to !== null && (!isIncluded() || movesFor(moves, selection).length > 1))
    selection = touchZone(moves, selection, move.to) ?? selection;
  if (!isIncluded() && move.from !== null) selection = touchZone(moves, selection, move.from) ?? selection;
  if (move.seat !== null) selection = touchSeat(moves, selection, move.seat) ?? selection;
  return selection;
}

const found = { views: views.length, moves: 0, misplaced: [], unreachable: [], unlisted: [], wordless: [], alike: [] };
let shapes = new Map();
for (const { view, seats } of views) {
  const { own, others, shared } = arrange(view, seats);
  const all = [...others, ...(own ? [own] : [])].flatMap(({ hand, zones }) => [...zones, ...(hand ? [hand] : [])]);
  const keys = [...all, ...shared].map(({ key }) => key).sort();
  const expected = view.zones.map(({ key }) => key).sort();
  if (JSON.stringify(keys) !== JSON.stringify(expected)) found.misplaced.push(expected);
  shapes = shapesOf(view, shapes);
  const moves = view.legalMoves;
  found.moves += moves.length;
  const hand = own?.hand?.key ?? null;
  const inHand = moves.filter((move) => move.cards.length > 0 && move.from === hand);
  for (const move of moves) {
    if (!looseMoves(moves, hand).includes(move) && !inHand.includes(move)) found.unlisted.push(move.notation);
    if (move.cards.length === 0 && move.from === null && move.to === null && move.seat === null) continue;
    const selection = touchAll(moves, move, view);
    if (selection === null || !movesFor(moves, selection).includes(move)) found.unreachable.push(move);
  }
  for (const zone of view.zones) {
    const shape = shapes.get(zone.kind);
    if (drawnCards(zone, shape).some(({ card, index }) => zone.cards[index] !== card)) found.misplaced.push(zone.key);
    if (!titleOf(zone, game, "en") || /[{}]/.test(titleOf(zone, game, "en"))) found.wordless.push(zone.key);
  }
  for (const fact of view.facts)
    if (/[{}]/.test(factValue(fact, game.vocabulary, String) ?? "")) found.wordless.push(fact.name);
}
const seen = new Map();
for (const card of game.cards) {
  const { index, mark, emblem, pattern, code, bands } = lookOf(card, game);
  const look = JSON.stringify([index, mark, emblem, pattern, code, bands.length]);
  if (seen.has(look)) found.alike.push([seen.get(look), card.code]);
  seen.set(look, card.code);
}
console.log(JSON.stringify({ ...found, unreachable: found.unreachable.slice(0, 3) }));
