// A page that shows how a table is put into another one: the lines that do it, and what they give.

import { Croupier } from "../kit/client.js";

const BOTS = 2;

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
  const croupier = new Croupier(location.origin);
  const table = await croupier.create({ game: "zar", seats: BOTS + 1 });
  const mine = await croupier.join(table.id, { name: "You" });
  for (let bot = 0; bot < BOTS; bot++) await table.addBot(bot + 1, 2);
  const session = { session: table.id, token: mine.token ?? "" };
  for (const [name, value] of Object.entries(session)) place("table").setAttribute(name, value);
  place("lines").textContent = linesFor(table.id, "THE SECRET OF A SEAT");
}

place("lines").textContent = linesFor("SESSION", "THE SECRET OF A SEAT");
place("deal").addEventListener("click", () => {
  place("trouble").textContent = "";
  deal().catch((error) => (place("trouble").textContent = error.message));
});
