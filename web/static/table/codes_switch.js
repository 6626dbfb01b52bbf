// The setting whether cards show the codes that notations have for them.

import { html, useState } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";

/** Read again before the next page is drawn, by `theme.js`. */
const PLACE = "croupier-page:codes";

export function CodesSwitch() {
  const { t, storage } = useApp();
  const { documentElement } = document;
  const [isOn, setOn] = useState("codes" in documentElement.dataset);
  const turn = () => {
    storage.setItem(PLACE, isOn ? "off" : "on");
    documentElement.toggleAttribute("data-codes", !isOn);
    setOn(!isOn);
  };
  return html`<label class="setting"><input type="checkbox" checked=${isOn} onChange=${turn} />${t("codes")}</label>`;
}
