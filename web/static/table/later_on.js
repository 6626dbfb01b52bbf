// What the end of a table needs only when it has come, or when somebody asks for it: together worth a file.

export { celebrate } from "./celebration.js";
export { pictureOf } from "./picture.js";
export { saveFile, share } from "./sharing.js";
