// A picture of a result, to send to others.

/**
 * @typedef {object} Told
 * @property {string} title The game.
 * @property {string} words The result in one sentence.
 * @property {string} line What decided it, in one sentence; empty if nothing is known of it.
 * @property {readonly import("./outcome.js").Place[]} places
 */

const WIDTH = 1200;
const HEIGHT = 630;
const EDGE = 80;
const MOST_ROWS = 5;
const ROW = 62;
const SERIF = 'Georgia, "Palatino Linotype", serif';
const SANS = "system-ui, sans-serif";
const MEDALS = ["#f2c14e", "#d5dbe0", "#d99a6c"];
/** The cards at the right: where, how much turned, and in which colour. */
const CARDS = /** @type {const} */ ([
  [915, 150, -0.28, "#c8452f"],
  [985, 120, -0.05, "#f2c14e"],
  [1060, 150, 0.18, "#2f6fb5"],
]);

/**
 * Draw a result as a PNG.
 *
 * @param {Told} told
 * @returns {Promise<Blob>}
 */
export function pictureOf(told) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  drawFelt(context);
  for (const [x, y, angle, color] of CARDS) drawCard(context, x, y, angle, color);
  drawWords(context, told);
  told.places.slice(0, MOST_ROWS).forEach((place, row) => drawPlace(context, place, 300 + row * ROW));
  return new Promise((tell, fail) =>
    canvas.toBlob((blob) => (blob ? tell(blob) : fail(new Error("The picture could not be drawn."))), "image/png"),
  );
}

/** @param {CanvasRenderingContext2D} context */
function drawFelt(context) {
  const felt = context.createRadialGradient(WIDTH / 2, HEIGHT / 3, 80, WIDTH / 2, HEIGHT / 2, 800);
  felt.addColorStop(0, "#1f7a60");
  felt.addColorStop(1, "#0f3d30");
  context.fillStyle = felt;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = "#f2c14e";
  context.lineWidth = 6;
  context.strokeRect(24, 24, WIDTH - 48, HEIGHT - 48);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} angle
 * @param {string} color
 */
function drawCard(context, x, y, angle, color) {
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.shadowColor = "rgb(0 0 0 / 45%)";
  context.shadowBlur = 18;
  context.fillStyle = "#fbf7ec";
  context.beginPath();
  context.roundRect(-50, -70, 100, 140, 10);
  context.fill();
  context.shadowBlur = 0;
  context.fillStyle = color;
  context.beginPath();
  context.roundRect(-42, -62, 84, 124, 6);
  context.fill();
  context.restore();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Told} told
 */
function drawWords(context, { title, words, line }) {
  context.fillStyle = "#f2c14e";
  context.font = `600 40px ${SERIF}`;
  context.fillText(title, EDGE, 120, 700);
  context.fillStyle = "#ffffff";
  context.font = `600 58px ${SERIF}`;
  context.fillText(words, EDGE, 190, 740);
  context.font = `400 28px ${SANS}`;
  context.fillText(line, EDGE, 240, 740);
  context.font = `400 24px ${SANS}`;
  context.textAlign = "right";
  context.fillText("Croupier", WIDTH - EDGE, HEIGHT - 52);
  context.textAlign = "left";
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import("./outcome.js").Place} place
 * @param {number} y
 */
function drawPlace(context, { rank, name, points, isMine }, y) {
  context.fillStyle = isMine ? "rgb(255 255 255 / 18%)" : "rgb(0 0 0 / 18%)";
  context.beginPath();
  context.roundRect(EDGE, y - 38, WIDTH - 2 * EDGE, ROW - 8, 12);
  context.fill();
  context.fillStyle = MEDALS[rank - 1] ?? "#ffffff";
  context.font = `700 30px ${SANS}`;
  context.fillText(`${rank}`, EDGE + 24, y);
  context.fillStyle = "#ffffff";
  context.font = `${isMine ? 700 : 400} 30px ${SANS}`;
  context.fillText(name, EDGE + 80, y, 720);
  context.textAlign = "right";
  context.fillText(`${points ?? ""}`, WIDTH - EDGE - 24, y);
  context.textAlign = "left";
}
