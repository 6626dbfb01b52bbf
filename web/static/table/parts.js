// The parts of a table that is played which are loaded only where they are shown.

import { later } from "../app/later.js";
import { loadPartTexts } from "../app/texts.js";
import { LOADERS as END } from "../languages/end.js";

const seldom = () => import("./seldom.js");

export const Clock = later(async () => (await seldom()).Clock);
export const Curtain = later(async () => (await seldom()).Curtain);
export const SeatSwitch = later(async () => (await seldom()).SeatSwitch);
export const TakeBack = later(async () => (await seldom()).TakeBack);
export const Hint = later(async () => (await import("./hint.js")).Hint);
export const RulePanel = later(async () => (await import("../rules/panel.js")).RulePanel);
export const TournamentBar = later(async () => (await import("../tournament/bar.js")).TournamentBar);
export const Result = later(async () => {
  const [{ Result: Screen }] = await Promise.all([import("./result.js"), loadPartTexts(END)]);
  return Screen;
});
