// A page that shows how a table is put into another one: the lines that do it, and what they give.

import { readPreferences } from "../app/preferences.js";
import { openStorage } from "../app/storage.js";
import { Croupier } from "../kit/client.js";
import { TEXTS } from "../languages/embed.js";

const BOTS = 2;
const { language } = readPreferences(openStorage(() => localStorage), navigator.languages);
const texts = TEXTS[language];

/** @param {string} id */
const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Say what stands in the page that has the table.
 *
 * @param {string} session
 * @param {string} token
 */
const linesFor = (session, token) =>
  `<script type="module" src="${location.origin}/play/static/kit/element.js"></script>
<croupier-table service="${location.origin}"
  session="${session}" token="${token}"></croupier-table>`;

async function deal() {
  const croupier = new Croupier(location.origin, { language });
  const table = await croupier.create({ game: "zar", seats: BOTS + 1 });
  const mine = await croupier.join(table.id, { name: texts.me });
  for (let bot = 0; bot < BOTS; bot++) await table.addBot(bot + 1, 2);
  const session = { session: table.id, token: mine.token ?? "" };
  for (const [name, value] of Object.entries(session)) place("table").setAttribute(name, value);
  place("lines").textContent = linesFor(table.id, texts.secret);
}

document.documentElement.lang = language;
document.title = `${texts.title} – Croupier`;
for (const element of document.querySelectorAll("[data-text]")) {
  element.textContent = texts[/** @type {keyof typeof TEXTS.en} */ (element.getAttribute("data-text"))];
}
place("lines").textContent = linesFor("SESSION", texts.secret);
place("deal").addEventListener("click", () => {
  place("trouble").textContent = "";
  deal().catch((error) => (place("trouble").textContent = error.message));
});
