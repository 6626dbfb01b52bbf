// Hooks for React over the store of a table. The table is watched while a component shows it.

import { useCallback, useState, useSyncExternalStore } from "react";

/**
 * Return the state of a table: session, view, decision, the last frame, the connection.
 *
 * @param {import("./table.js").Table} table
 */
export function useTable(table) {
  return useSyncExternalStore(table.subscribe, table.getSnapshot, table.getSnapshot);
}

/**
 * Return the viewer's decision with its legal moves; null when it has none.
 *
 * @param {import("./table.js").Table} table
 */
export function useDecision(table) {
  return useTable(table).decision;
}

/**
 * Return a function that makes a move, the pending move with its preview, the last outcome, and the last fault.
 *
 * @param {import("./table.js").Table} table
 */
export function useMove(table) {
  const { pending } = useTable(table);
  const [{ outcome, error }, setLast] = useState(/** @type {Last} */ ({ outcome: null, error: null }));
  const move = useCallback(
    /** @param {import("./contract.js").Move | string} chosen */
    async (chosen) => {
      try {
        setLast({ outcome: await table.move(chosen, { preview: true }), error: null });
      } catch (error) {
        setLast({ outcome: null, error });
      }
    },
    [table],
  );
  return { move, pending, outcome, error };
}

/** @typedef {{ outcome: import("./outcomes.js").MoveOutcome | null, error: unknown }} Last */
