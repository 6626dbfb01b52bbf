// The parts of a table that is played: each is loaded only where it is shown.

import { later } from "../app/later.js";
import { loadStyles } from "../app/styles.js";
import { loadMoreTexts } from "../app/texts.js";

export const RulePanel = later(async () => {
  const [{ RulePanel: Panel }] = await Promise.all([import("../rules/panel.js"), loadStyles("rules/rules.css")]);
  return Panel;
});

export const Clock = later(async () => (await import("./clock.js")).Clock);
export const Curtain = later(async () => {
  const [{ Curtain: Part }] = await Promise.all([import("./device.js"), loadStyles("table/curtain.css")]);
  return Part;
});
export const HowToPlay = later(async () => (await import("./how_to_play.js")).HowToPlay);
export const LostMove = later(async () => (await import("./lost_move.js")).LostMove);
export const Presence = later(async () => (await import("./presence.js")).Presence);
export const Result = later(async () => {
  const [{ Result: Part }] = await Promise.all([import("./result.js"), loadStyles("table/result.css")]);
  return Part;
});
export const TakeBack = later(async () => (await import("./take_back.js")).TakeBack);
export const TournamentBar = later(async () => {
  const parts = [loadMoreTexts("tournament"), loadStyles("tournament/bar.css")];
  return (await Promise.all([import("../tournament/bar.js"), ...parts]))[0].TournamentBar;
});
export const SeatSwitch = later(async () => (await import("./device.js")).SeatSwitch);
