// The place that the host gives the app: its light, its colours, its size.

import { fieldsOf, textOf } from "./host.js";

/** @typedef {import("./host.js").Fields} Fields */

/** The colours of the host's own page that stand around the table. */
const COLOURS = ["--color-background-primary", "--color-text-primary"];
const SIDES = /** @type {const} */ (["top", "right", "bottom", "left"]);
/** Where the host lets the app decide, a narrow table is higher than wide, and none is higher than HIGHEST. */
const UPRIGHT_BELOW = 600;
const HIGHEST = 760;
const LOWEST = 420;

/**
 * Return the height of a table in a container that gets as high as its content.
 *
 * @param {number} width
 * @param {number | null} most The most that the host grants.
 */
export function heightFor(width, most) {
  const wanted = width < UPRIGHT_BELOW ? width * 1.75 : width * 0.62;
  return Math.round(Math.min(Math.max(wanted, LOWEST), HIGHEST, most ?? HIGHEST));
}

/**
 * Return a number of pixels; null if the value is none.
 *
 * @param {unknown} value
 */
const pixels = (value) => (typeof value === "number" && value > 0 && Number.isFinite(value) ? value : null);

/**
 * Set the light, the colours and the insets that the host wants.
 *
 * @param {Fields} context
 */
export function takeOn({ theme, styles, safeAreaInsets }) {
  const root = document.documentElement.style;
  root.colorScheme = theme === "light" || theme === "dark" ? theme : "";
  const variables = fieldsOf(fieldsOf(styles).variables);
  for (const name of COLOURS) {
    const value = textOf(variables[name]);
    if (CSS.supports("color", value)) root.setProperty(name, value);
    else root.removeProperty(name);
  }
  const insets = fieldsOf(safeAreaInsets);
  root.setProperty("--inset", SIDES.map((side) => `${pixels(insets[side]) ?? 0}px`).join(" "));
}

/**
 * Return the height of the table as a length of CSS: what the host grants, less the height of everything else.
 *
 * @param {Fields} context
 * @param {number} others The height of everything else.
 */
export function tableHeight({ displayMode, containerDimensions }, others) {
  const { height, maxHeight } = fieldsOf(containerDimensions);
  if (displayMode === "fullscreen" || pixels(height) !== null) return `calc(100dvh - ${others}px)`;
  const most = pixels(maxHeight);
  return `${heightFor(document.documentElement.clientWidth, most === null ? null : most - others)}px`;
}
