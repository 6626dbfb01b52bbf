// The way to a table by a link that somebody has sent.

import { html, useState } from "../kit/board/preact.js";
import { hashOf, hashOfTournament, isSecretAlone, linkTo, readPasted } from "../app/address.js";
import { useApp } from "../app/context.js";

export function JoinByLink() {
  const { t } = useApp();
  const [pasted, paste] = useState("");
  const [wrong, setWrong] = useState(/** @type {string | null} */ (null));
  const go = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (isSecretAlone(pasted)) return setWrong(t("codeAlone"));
    const address = readPasted(pasted);
    setWrong(address === null ? t("notALink", { example: linkTo("…") }) : null);
    if (address?.session) location.hash = hashOf(address.session, address);
    if (address?.tournament) location.hash = hashOfTournament(address.tournament, address.code);
  };
  return html`<section aria-labelledby="join">
    <h2 id="join">${t("joinByLink")}</h2>
    <form class="join" onSubmit=${go}>
      <label>
        <span>${t("linkOrCode")}</span>
        <input
          value=${pasted}
          required
          autocomplete="off"
          spellcheck="false"
          inputmode="url"
          aria-invalid=${wrong !== null}
          aria-describedby="link-hint"
          onInput=${(/** @type {Typed} */ event) => paste(event.currentTarget.value)}
        />
      </label>
      <button class="button">${t("join")}</button>
      <p id="link-hint" class=${wrong ? "trouble" : "hint"} role=${wrong ? "alert" : undefined}>
        ${wrong ?? t("linkHint")}
      </p>
    </form>
  </section>`;
}
