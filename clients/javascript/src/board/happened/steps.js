// What has happened at a table, in steps: which versions count, which of them came since a player's last move, and
// where each step is marked.

import { isTold } from "../log.js";
import { HAND } from "../roles.js";

/**
 * @typedef {import("../../contract.js").Event} Event
 * @typedef {import("../../contract.js").SessionFrame} Frame
 * @typedef {import("../../contract.js").Zone} Zone
 * @typedef {Frame & { mover: number | null }} Told A version that counts, and the seat that moved; null if none did.
 *
 * @typedef {object} Step One thing that happened.
 * @property {string} id
 * @property {number} version
 * @property {number | null} seat Who acted, or made the move that led to it.
 * @property {string} sentence
 * @property {readonly Event[]} events Those that the sentence tells.
 *
 * @typedef {object} Places Where a step happened.
 * @property {readonly number[]} seats The seats that took part, without the viewer.
 * @property {readonly { key: string, codes: readonly string[] }[]} zones With the cards that can be seen there.
 */

/** With more cards than this, only their zone is marked. */
const MOST_CARDS = 3;

/**
 * Return the frames that count after one more: from the deal on, each move that was not taken back, and each other
 * change that has a sentence.
 *
 * @param {readonly Told[]} frames
 * @param {Frame} frame
 * @returns {readonly Told[]}
 */
export function joinFrame(frames, frame) {
  const last = frames.at(-1);
  if (frame.session.view === null || (last && frame.version <= last.version)) return frames;
  const ply = plyOf(frame);
  // A move that was taken back has not happened.
  const kept = last && ply < plyOf(last) ? frames.filter((other) => plyOf(other) <= ply) : frames;
  const isMove = kept.length > 0 && ply > plyOf(kept[kept.length - 1]);
  if (!isMove && kept.length > 0 && !frame.events.some(isTold)) return kept;
  return [...kept, { ...frame, mover: isMove ? moverOf(frame, kept[kept.length - 1]) : null }];
}

/**
 * Return whether a frame continues the known ones: not if versions were lost, or skipped without telling what happened.
 *
 * @param {readonly Told[]} frames
 * @param {Frame} frame
 */
export function isSequel(frames, { version, resync, rolledBack }) {
  const last = frames.at(-1);
  // A move that is taken back comes without changes, too, but right after the version before it.
  return !rolledBack && (!resync || (last !== undefined && version <= last.version + 1));
}

/** @param {Frame} frame */
const plyOf = ({ session }) => session.view?.ply ?? 0;

/**
 * Return the seat that moved. Where no event names one, it was the seat that was asked.
 *
 * @param {Frame} frame
 * @param {Frame} before
 */
function moverOf({ events }, before) {
  const [asked = null, ...others] = before.session.view?.turn ?? [];
  return events.find(({ seat }) => seat !== null)?.seat ?? (others.length ? null : asked);
}

/**
 * Return the frames after the last move of a seat; without one, all but the first. A spectator gets what the
 * next player has not answered yet, or the last move of a table that is over.
 *
 * @param {readonly Told[]} frames
 * @param {number | null} seat
 */
export function sinceLastMove(frames, seat) {
  const movers = frames.map(({ mover }) => mover);
  const [next] = frames.at(-1)?.session.view?.turn ?? [];
  if (seat === null && next === undefined) return frames.slice(1).slice(-1);
  return frames.slice(Math.max(0, movers.lastIndexOf(seat ?? next)) + 1);
}

/**
 * Return the steps of frames. Neighbouring events with the same sentence are one step: a seat draws several hidden
 * cards.
 *
 * @param {readonly Pick<Told, "events" | "mover">[]} frames
 * @returns {Step[]}
 */
export const stepsOf = (frames) =>
  frames.flatMap(({ events, mover }) => {
    /** @type {Event[][]} */
    const groups = [];
    for (const event of events.filter(isTold)) {
      const last = groups.at(-1);
      if (last?.[0].sentence === event.sentence) last.push(event);
      else groups.push([event]);
    }
    return groups.map((group) => stepOf(group, mover));
  });

/**
 * @param {readonly Event[]} events
 * @param {number | null} mover
 * @returns {Step}
 */
function stepOf(events, mover) {
  const [{ version, sequence, seat, sentence }] = events;
  const told = events.length > 1 ? `${sentence} (×${events.length})` : sentence;
  return { id: `${version}.${sequence}`, version, seat: seat ?? mover, sentence: told, events };
}

/**
 * Return where a step is marked. The hand that a card was played from is not: its seat is.
 *
 * @param {Step} step
 * @param {readonly Zone[]} zones
 * @param {number | null} viewer
 * @returns {Places}
 */
export function placesOf({ events, seat }, zones, viewer) {
  const found = events.flatMap(({ from, to, cards }) => {
    const codes = cards.length > MOST_CARDS ? [] : cards.map(({ code }) => code);
    const left = zones.find(({ key }) => key === from);
    const isPlayed = left?.kind === HAND && left.owner === seat;
    return [...(to === null ? [] : [{ key: to, codes }]), ...(left && !isPlayed ? [{ key: left.key, codes: [] }] : [])];
  });
  const owners = found.map(({ key }) => zones.find((zone) => zone.key === key)?.owner ?? null);
  const seats = [seat, ...owners].flatMap((one) => (one === null || one === viewer ? [] : [one]));
  return { seats: [...new Set(seats)], zones: found };
}
