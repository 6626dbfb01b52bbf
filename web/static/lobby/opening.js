// From a table that was set up to one at which everybody sits.

import { codesPlace, noteSeat } from "../app/my_tables.js";
import { chosenOptions, optionsAt } from "./options.js";
// The screens before a deal show a fan of cards, and ask for a name: these come in the same file.
import "./fan.js";
import "./name_field.js";

/**
 * Open a table, let everybody of this device sit down, then the bots: the last seat that is taken begins the play.
 *
 * @param {Pick<import("../app/context.js").App, "croupier" | "storage">} app
 * @param {import("./setup.js").Setup} setup
 * @returns {Promise<string>} The session.
 */
export async function openTable({ croupier, storage }, { game, places, options, settings }) {
  const chosen = chosenOptions(optionsAt(game, places.length), options);
  const opened = await croupier.create({ game: game.id, seats: places.length, options: chosen, ...settings });
  storage.setItem(codesPlace(opened.id), JSON.stringify(opened.joinLinks));
  noteSeat(storage, { session: opened.id, game: game.id, at: Date.now() }, null);
  for (const [seat, place] of places.entries()) {
    if (place.kind !== "me" && place.kind !== "here") continue;
    const player = place.kind === "here" ? { player: `seat${seat}` } : {};
    await sitDown({ croupier, storage }, opened.session, { seat, name: place.name, ...player });
  }
  for (const [seat, place] of places.entries()) {
    if (place.kind === "bot") await opened.addBot(seat, place.level);
  }
  return opened.id;
}

/**
 * Take a seat, and note that it is held in this browser.
 *
 * @param {Pick<import("../app/context.js").App, "croupier" | "storage">} app
 * @param {{ id: string, game: string }} session
 * @param {{ seat?: number, name: string, player?: string, code?: string }} joining
 */
export async function sitDown({ croupier, storage }, session, { name, player = "", ...joining }) {
  const table = await croupier.join(session.id, { ...joining, player, ...(name.trim() && { name: name.trim() }) });
  if (table.seat !== null) {
    noteSeat(storage, { session: session.id, game: session.game, at: Date.now() }, { seat: table.seat, player, name });
  }
  return table;
}
