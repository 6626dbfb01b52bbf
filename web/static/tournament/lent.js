// What tournaments borrow from the lobby and the waiting room. It is loaded when it is wanted, not imported: a module
// that several screens import becomes a file of its own, and each of them would load one more.

/**
 * @typedef {typeof import("../lobby/lobby.js")} Lobby
 * @typedef {typeof import("../lobby/setup_dialog.js")} SetUp
 * @typedef {typeof import("../room/room.js")} Room
 */

export const lent = /** @type {Lobby & SetUp & Room} */ ({});

/** @param {...Promise<Partial<typeof lent>>} modules */
export async function borrow(...modules) {
  Object.assign(lent, ...(await Promise.all(modules)));
}

/** Borrow what the list of tournaments and a tournament show. */
export const borrowAll = () => borrow(import("../lobby/lobby.js"), import("../room/room.js"));
