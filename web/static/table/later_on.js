// What the end of a table needs only when it has come, and what somebody asks for: together worth a file.

export { celebrate } from "./celebration.js";
export { pictureOf } from "./picture.js";
export { Points } from "./points.js";
export { saveFile, share } from "./sharing.js";
export { readHistory } from "./history.js";
