// The button that lets a table be heard, or not; nothing is heard before the first touch.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";

const PLACE = "croupier-page:sound";
const TOUCHES = ["pointerdown", "keydown"];

/** @param {{ table: import("../kit/index.js").Table }} given */
export function SoundSwitch({ table }) {
  const { t, storage } = useApp();
  const [isOn, setOn] = useState(() => storage.getItem(PLACE) !== "off");
  useEffect(() => (isOn ? accompanyOnceTouched(table) : undefined), [table, isOn]);
  const turn = () => {
    storage.setItem(PLACE, isOn ? "off" : "on");
    setOn(!isOn);
  };
  return html`<button class=${isOn ? "icon sound" : "icon sound off"} aria-pressed=${isOn ? "true" : "false"}
    aria-label=${t("sound")} title=${t("sound")} onClick=${turn}><span aria-hidden="true">♪</span></button>`;
}

/**
 * Load what makes sounds when somebody has touched the page; return what ends that.
 *
 * @param {import("../kit/index.js").Table} table
 */
function accompanyOnceTouched(table) {
  const ended = new AbortController();
  const { signal } = ended;
  const begin = async () => {
    for (const touch of TOUCHES) document.removeEventListener(touch, begin);
    // Without it a table is silent, and still played.
    const { accompany } = await import("./sound.js").catch(() => ({ accompany: null }));
    if (accompany && !signal.aborted) signal.addEventListener("abort", accompany(table));
  };
  for (const touch of TOUCHES) document.addEventListener(touch, begin, { signal });
  return () => ended.abort();
}
