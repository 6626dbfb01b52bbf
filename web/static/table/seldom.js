// The parts of a table that few tables show.

export { Clock } from "./clock.js";
export { Curtain, SeatSwitch } from "./device.js";
export { TakeBack } from "./take_back.js";
