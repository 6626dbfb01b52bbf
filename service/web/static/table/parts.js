// What a table is drawn with: each part is loaded only where it is shown.

import { later } from "../app/later.js";
import { loadStyles } from "../app/styles.js";
import { loadMoreTexts } from "../app/texts.js";
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

export const RulePanel = later(async () => {
  const [{ RulePanel: Panel }] = await Promise.all([import("../rules/panel.js"), loadStyles("rules/rules.css")]);
  return Panel;
});

export const Clock = later(async () => (await import("./clock.js")).Clock);
export const Curtain = later(async () => {
  const [{ Curtain: Part }] = await Promise.all([import("./device.js"), loadStyles("table/curtain.css")]);
  return Part;
});
export const Result = later(async () => {
  const [{ Result: Part }] = await Promise.all([import("./result.js"), loadStyles("table/result.css")]);
  return Part;
});
export const TakeBack = later(async () => (await import("./take_back.js")).TakeBack);
export const SeatSwitch = later(async () => (await import("./device.js")).SeatSwitch);

/**
 * Load what a table shows at first, so that nothing moves when it comes.
 *
 * @param {import("../kit/index.js").Session} session
 * @param {readonly unknown[]} holders The seats that are held in this browser.
 */
export async function loadParts(session, holders) {
  if (session.status === "OPEN") return void (await WaitingRoom.load());
  const parts = [TableScreen];
  if (isOver(session)) parts.push(Result);
  if (session.deadline) parts.push(Clock);
  if (session.takeBack) parts.push(TakeBack);
  if (holders.length > 1) parts.push(SeatSwitch, Curtain);
  await Promise.all(parts.map((part) => part.load()));
}
