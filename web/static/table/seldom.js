// The parts of a table that few tables show.

import { addPart } from "../app/texts.js";
import { TEXTS } from "../languages/seldom.js";

addPart(TEXTS);

export { Clock } from "./clock.js";
export { Curtain, SeatSwitch } from "./device.js";
export { TakeBack } from "./take_back.js";
