// The two stages of a table, before the deal and after it, each loaded with what it shows at first.

import { later } from "../app/later.js";
import { loadLobbyTexts } from "../app/texts.js";
import { Result } from "./parts.js";
import { isOver } from "./standing.js";

export const WaitingRoom = later(async () => {
  const [{ WaitingRoom: Room }] = await Promise.all([import("../room/room.js"), loadLobbyTexts()]);
  return Room;
});

export const TableScreen = later(async () => (await import("./screen.js")).TableScreen);

/**
 * Load what a table shows at first, so that nothing moves when it comes.
 *
 * @param {import("../kit/index.js").Session} session
 */
export async function loadStage(session) {
  if (session.status === "OPEN") await WaitingRoom.load();
  else await Promise.all([TableScreen.load(), isOver(session) && Result.load()]);
}
