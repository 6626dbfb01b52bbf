// The profile of this browser, as a screen: what was played, and the file that takes it elsewhere.

import { html, useEffect, useRef, useState } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { adoptStyle } from "../app/styles.js";
import { addPart } from "../app/texts.js";
import { TEXTS } from "../languages/profile.js";
import { addToProfile, parseProfile, PLACE, readProfile, sumUp } from "./record.js";
import style from "./profile.css";

adoptStyle(style);
addPart(TEXTS);

export function ProfilePage() {
  const { t, storage } = useApp();
  const [profile, setProfile] = useState(() => readProfile(storage));
  const [told, tell] = useState("");
  const change = (/** @type {string} */ message) => {
    setProfile(readProfile(storage));
    tell(message);
  };
  useEffect(() => void (document.title = `${t("profileTitle")} – Croupier`), [t]);
  useEffect(() => {
    const follow = () => setProfile(readProfile(storage));
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, []);
  return html`<section class="profile">
    <h1>${t("profileTitle")}</h1>
    <p>${t("profileHint")}</p>
    ${!storage.lasts && html`<p class="trouble" role="alert">${t("profileLost")}</p>`}
    ${profile.tables.length > 0 ? html`<${Sums} profile=${profile} />` : html`<p>${t("profileEmpty")}</p>`}
    <p class="hint">${t("profileCounts")}</p>
    <${Ways} profile=${profile} change=${change} />
    <p role="status">${told}</p>
    <p><a class="button" href="#">${t("toLobby")}</a></p>
  </section>`;
}

/** @param {{ profile: import("./record.js").Profile }} given */
function Sums({ profile }) {
  const { t, games, preferences } = useApp();
  const { tables, wins, streak, bestStreak, slam, games: byGame } = sumUp(profile);
  const titleOf = (/** @type {string} */ game) => games?.find(({ id }) => id === game)?.title ?? game;
  const inSeconds = new Intl.NumberFormat(preferences.language, { maximumFractionDigits: 2 });
  /** @param {import("./record.js").Slam} slam */
  const rowOf = ({ millis, game }) =>
    [t("profileSlam", { game: titleOf(game) }), t("profileSeconds", { seconds: inSeconds.format(millis / 1000) })];
  const sums = [
    [t("profileTables"), tables],
    [t("profileWins"), wins],
    [t("profileStreak"), streak],
    [t("profileBestStreak"), bestStreak],
    ...(slam ? [rowOf(slam)] : []),
  ];
  return html`<dl>
      ${sums.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
    </dl>
    <table>
      <caption>${t("profileByGame")}</caption>
      <thead>
        <tr>
          <th scope="col">${t("profileGame")}</th>
          <th scope="col">${t("profilePlayed")}</th>
          <th scope="col">${t("profileWon")}</th>
        </tr>
      </thead>
      <tbody>
        ${byGame.map((row) => html`<tr key=${row.game}>
          <th scope="row">${titleOf(row.game)}</th>
          <td>${row.tables}</td>
          <td>${row.wins}</td>
        </tr>`)}
      </tbody>
    </table>`;
}

/** @param {{ profile: import("./record.js").Profile, change: (message: string) => void }} given */
function Ways({ profile, change }) {
  const app = useApp();
  const { t, storage } = app;
  const [isAsking, ask] = useState(false);
  const chooser = useRef(/** @type {HTMLInputElement | null} */ (null));
  const save = async () => {
    const { saveFile } = await import("../table/later_on.js");
    saveFile("croupier-profile.json", new Blob([JSON.stringify(profile)], { type: "application/json" }));
  };
  const load = async (/** @type {Typed} */ { currentTarget }) => {
    const text = await currentTarget.files?.[0]?.text();
    // The same file may be chosen again.
    if (chooser.current) chooser.current.value = "";
    const found = parseProfile(text ?? "");
    change(found ? t("profileImported", { count: addToProfile(storage, found) }) : t("profileNotRead"));
  };
  const remove = () => {
    storage.removeItem(PLACE);
    import("../notices/notices.js").then(({ forgetNotices }) => forgetNotices(app), () => null);
    ask(false);
    change(t("profileDeleted"));
  };
  return html`<div class="ways">
    <button class="button" onClick=${save}>${t("profileExport")}</button>
    <button class="button" onClick=${() => chooser.current?.click()}>${t("profileImport")}</button>
    <input type="file" accept="application/json,.json" hidden aria-label=${t("profileImport")} ref=${chooser}
      onChange=${load} />
    ${isAsking
      ? html`<span class="sure" role="group" aria-label=${t("profileDeleteSure")}>
          <span>${t("profileDeleteSure")}</span>
          <button class="button danger" onClick=${remove}>${t("profileDelete")}</button>
          <button class="button" onClick=${() => ask(false)}>${t("cancel")}</button>
        </span>`
      : html`<button class="button quiet" onClick=${() => ask(true)}>${t("profileDelete")}</button>`}
  </div>`;
}
