// Ask what moves would do: one question at a time, each once for a version, and none while a move is being made.

import { useEffect, useRef, useState } from "./preact.js";
import { text } from "./texts.js";

/**
 * @typedef {import("../contract.js").Move} Move
 * @typedef {import("../contract.js").Effect} Effect
 * @typedef {import("../contract.js").Preview} Preview
 */

/** A card that is only passed over is not asked about, in milliseconds. */
const PAUSE = 180;

/**
 * Return the previews of these moves that are known at the present version, by notation; null for one that failed. The
 * others are asked for, in their order.
 *
 * @param {import("../table.js").Table} table
 * @param {import("../table.js").Snapshot} snapshot
 * @param {readonly Move[]} moves
 * @returns {Map<string, Preview | null>}
 */
export function useForesight(table, { session: { cursor }, pending }, moves) {
  const [answers, setAnswers] = useState(0);
  const memory = useRef({ cursor, known: new Map(), series: "" });
  if (memory.current.cursor !== cursor) memory.current = { cursor, known: new Map(), series: "" };
  const isAsking = useRef(false);
  const current = memory.current;
  const series = moves.map(({ notation }) => notation).join();
  const next = pending ? undefined : moves.find(({ notation }) => !current.known.has(notation))?.notation;
  useEffect(() => {
    if (next === undefined || isAsking.current) return undefined;
    const ask = async () => {
      isAsking.current = true;
      current.series = series;
      current.known.set(next, await table.preview(next).catch(() => null));
      isAsking.current = false;
      setAnswers((count) => count + 1);
    };
    const timer = setTimeout(ask, current.series === series ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [next, series, cursor, answers]);
  return current.known;
}

/**
 * Return the certain effects of a move in the terms of its game. A game that names none, and an older service, has
 * only events: they are told as one effect.
 *
 * @param {Preview | null | undefined} preview
 * @param {string} language
 * @returns {readonly Effect[]}
 */
export function effectsOf(preview, language) {
  if (preview?.effects?.length) return preview.effects;
  const events = (preview?.events ?? []).filter(({ seat, count }) => seat !== null || count);
  if (events.length === 0) return [];
  const sentence = text(language, "foreseen", { events: events.map((event) => event.sentence).join(" ") });
  return [{ code: "", arguments: [], sentence }];
}
