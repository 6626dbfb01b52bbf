// The two stages of a table, before the deal and after it, each loaded with what it shows at first.

import { later } from "../app/later.js";
import { loadLobbyTexts } from "../app/texts.js";
import { Clock, Result, SeatSwitch } from "./parts.js";
import { isOver } from "./standing.js";

/** Of more seats, some may be out of sight on a phone. */
const FEW_SEATS = 4;

export const WaitingRoom = later(async () => {
  const [{ WaitingRoom: Room }] = await Promise.all([import("../room/room.js"), loadLobbyTexts()]);
  return Room;
});

export const TableScreen = later(async () => {
  // The style of the board is a file of its own, which the screen would ask for only when it has come.
  const [{ TableScreen: Screen }] = await Promise.all([import("./screen.js"), import("../kit/board/board.css")]);
  return Screen;
});

/**
 * Load what a table shows at first, so that nothing moves when it comes.
 *
 * @param {import("../kit/index.js").Session} session
 * @param {boolean} isShared Whether several people of this device play.
 */
export async function loadStage(session, isShared) {
  if (session.status === "OPEN") return void (await WaitingRoom.load());
  const others = [isOver(session) && Result.load(), isShared && SeatSwitch.load(), session.deadline && Clock.load()];
  const many = session.seats.length > FEW_SEATS && import("../kit/board/further.js");
  await Promise.all([TableScreen.load(), many, ...others]);
}
