// A tournament as it stands, live: it is looked at anew with each version that its stream tells of.

import { useEffect, useMemo, useState } from "../kit/board/preact.js";
import { Tournaments } from "../kit/tournaments.js";
import { useApp } from "../app/context.js";

/**
 * @typedef {import("../kit/contract.js").Tournament} Tournament
 * @typedef {import("../kit/contract.js").TournamentEntrant} Entrant
 * @typedef {import("../kit/contract.js").TournamentTable} Table
 * @typedef {import("../kit/contract.js").Standing} Standing
 *
 * @typedef {object} Seen A tournament with all that is shown of it.
 * @property {Tournament} tournament
 * @property {Entrant[]} entrants As many as are named here, in order of entry.
 * @property {Table[]} tables Those of the last round.
 * @property {Standing[]} standings
 * @property {Table[]} mine One's own tables, the newest round first.
 */

/**
 * @template T
 * @typedef {{ nodes: T[], pageInfo: { hasNextPage: boolean, endCursor: string | null } }} PageOf
 */

// So many are shown of each list.
const MOST = 500;

/** @returns {Tournaments} */
export function useTournaments() {
  const { croupier } = useApp();
  return useMemo(() => new Tournaments(croupier), [croupier]);
}

/**
 * Return a tournament as it stands; null until it has come.
 *
 * @param {Tournaments} kit
 * @param {string} id
 * @returns {{ seen: Seen | null, error: unknown, reload: () => void }}
 */
export function useTournament(kit, id) {
  const nothing = /** @type {{ seen: Seen | null, error: unknown }} */ ({ seen: null, error: null });
  const [{ seen, error }, tell] = useState(nothing);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (/** @type {Seen} */ news) => signal.aborted || tell({ seen: news, error: null });
    const fail = (/** @type {unknown} */ caught) => signal.aborted || tell((last) => ({ ...last, error: caught }));
    watch(kit, id, signal, show).catch(fail);
    return () => leaving.abort();
  }, [kit, id, round]);
  return { seen, error, reload: () => setRound((last) => last + 1) };
}

/**
 * @param {Tournaments} kit
 * @param {string} id
 * @param {AbortSignal} signal
 * @param {(seen: Seen) => void} show
 */
async function watch(kit, id, signal, show) {
  let seen = await look(kit, id);
  show(seen);
  for await (const { version, resync } of kit.frames(id, { after: seen.tournament.cursor, signal })) {
    // Of several changes that came while this looked, the last look knows already.
    if (version <= seen.tournament.version && !resync) continue;
    seen = await look(kit, id);
    show(seen);
  }
}

/**
 * @param {Tournaments} kit
 * @param {string} id
 * @returns {Promise<Seen>}
 */
async function look(kit, id) {
  const tournament = await kit.read(id);
  const [entrants, tables, standings, mine] = await Promise.all([
    readPages((page) => kit.entrants(id, page)),
    readPages((page) => kit.tables(id, page)),
    readPages((page) => kit.standings(id, page)),
    tournament.entrant === null ? [] : kit.myTables(id),
  ]);
  return { tournament, entrants, tables, standings, mine };
}

/**
 * Return the items of a list, page after page.
 *
 * @template T
 * @param {(page: { after?: string }) => Promise<PageOf<T>>} read
 * @returns {Promise<T[]>}
 */
export async function readPages(read) {
  /** @type {T[]} */
  const found = [];
  /** @type {{ after?: string }} */
  let page = {};
  while (found.length < MOST) {
    const { nodes, pageInfo } = await read(page);
    found.push(...nodes);
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) break;
    page = { after: pageInfo.endCursor };
  }
  return found;
}
