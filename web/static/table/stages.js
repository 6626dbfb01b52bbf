// The two stages of a table, before the deal and after it, each loaded with what it shows at first.

import { later } from "../app/later.js";
import { loadStyles } from "../app/styles.js";
import { loadMoreTexts } from "../app/texts.js";
import { Clock, Curtain, HowToPlay, LostMove, Presence, Result, SeatSwitch, TakeBack } from "./parts.js";
import { isOver } from "./standing.js";

export const WaitingRoom = later(async () => {
  const waiting = [loadStyles("room/room.css"), loadMoreTexts("lobby")];
  const [{ WaitingRoom: Room }] = await Promise.all([import("../room/room.js"), ...waiting]);
  return Room;
});

export const TableScreen = later(async () => {
  const styles = loadStyles("table/table.css", "kit/board/board.css");
  const [{ TableScreen: Screen }] = await Promise.all([import("./screen.js"), styles]);
  return Screen;
});

/**
 * Load what a table shows at first, so that nothing moves when it comes.
 *
 * @param {import("../kit/index.js").Session} session
 * @param {readonly unknown[]} holders The seats that are held in this browser.
 */
export async function loadStage(session, holders) {
  if (session.status === "OPEN") return void (await WaitingRoom.load());
  // Without a connection it is too late to load what tells of a move that may be lost.
  const parts = [TableScreen, ...(isOver(session) ? [Result] : [HowToPlay, LostMove, Presence])];
  if (session.deadline) parts.push(Clock);
  if (session.takeBack) parts.push(TakeBack);
  if (holders.length > 1) parts.push(SeatSwitch, Curtain);
  await Promise.all(parts.map((part) => part.load()));
}
