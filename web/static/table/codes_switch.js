// The setting whether cards show the codes that notations have for them.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";

/** Read again before the next page is drawn, by `theme.js`. */
const PLACE = "croupier-page:codes";

export function CodesSwitch() {
  const { t, storage } = useApp();
  const { documentElement } = document;
  const turn = (/** @type {Typed} */ { currentTarget: { checked } }) => {
    storage.setItem(PLACE, checked ? "on" : "off");
    documentElement.toggleAttribute("data-codes", checked);
  };
  const isOn = "codes" in documentElement.dataset;
  return html`<label class="setting"><input type="checkbox" checked=${isOn} onChange=${turn} />${t("codes")}</label>`;
}
