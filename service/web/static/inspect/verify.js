// The shuffles of a finished table, checked in the browser by a program that knows nothing of the service.

import { html, useEffect, useState } from "../kit/board/preact.js";

/**
 * @typedef {import("./record.js").TableRecord} TableRecord
 *
 * @typedef {object} Verdict
 * @property {boolean} ok
 * @property {{ name: string, ok: boolean, message: string }[]} checks
 * @property {string[]} notes What could not be checked.
 * @property {string} dealt The cards as they were dealt, as text.
 */

/**
 * Check a record with the project's second verifier, which is loaded only then.
 *
 * @param {TableRecord} record
 * @returns {Promise<Verdict>}
 */
export async function checkShuffles(record) {
  await import("./croupier-verify.js");
  const { verify, deals } = globalThis.CroupierVerify;
  const found = verify(record);
  return { ...found, dealt: found.ok ? deals(record).map(formatDeal).join("\n\n") : "" };
}

/** @param {{ shown: import("./viewer.js").Shown }} given */
export function Checks({ shown }) {
  const { record } = shown.opened;
  const { say } = shown;
  const [verdict, setVerdict] = useState(/** @type {Verdict | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (record) checkShuffles(record).then(setVerdict, () => setFailed(true));
  }, [record]);
  if (!record) return html`<p>${say("checksNone")}</p>`;
  if (failed) return html`<p class="trouble" role="alert">${say("failed")}</p>`;
  if (!verdict) return html`<p role="status">${say("checking")}</p>`;
  const moves = judgeMoves(shown);
  const isFine = verdict.ok && moves.ok !== false;
  return html`<p class=${`verdict ${isFine ? "passed" : "refused"}`} role="status">
      <span aria-hidden="true">${isFine ? "✓" : "✗"}</span> ${say(isFine ? "verified" : "notVerified")}
    </p>
    <p class="hint">${say("checksLead")}</p>
    <ul class="checks">
      ${[...verdict.checks, moves].map((check) => html`<${Check} key=${check.name} check=${check} say=${say} />`)}
      ${verdict.notes.slice(1).map((note) => html`<li key=${note} class="note"><b>${say("note")}</b> <span lang="en">${note}</span></li>`)}
    </ul>
    <${Receipt} shown=${shown} record=${record} />
    ${verdict.dealt &&
    html`<details>
      <summary>${say("dealtAs")}</summary>
      <pre tabindex="0">${verdict.dealt}</pre>
    </details>`}`;
}

/** @param {{ check: { name: string, ok: boolean | null, message: string }, say: import("./texts.js").Say }} given */
function Check({ check: { name, ok, message }, say }) {
  const [kind, sign] = ok === null ? ["waiting", "…"] : ok ? ["passed", "✓"] : ["refused", "✗"];
  const said = say(/** @type {"passed"} */ (kind));
  return html`<li class=${kind}>
    <span class="sign" role="img" aria-label=${said}>${sign}</span>
    <span><b>${name}</b> <span>${message}</span></span>
  </li>`;
}

/**
 * Return what the service says of the moves: the second verifier does not replay them.
 *
 * @param {import("./viewer.js").Shown} shown
 */
function judgeMoves({ opened, say, progress }) {
  const name = say("checkMovesLead");
  if (progress.error) return { name, ok: false, message: progress.error instanceof Error ? progress.error.message : say("failed") };
  if (progress.done < progress.total) return { name, ok: null, message: say("checkMovesWait") };
  const { result } = /** @type {import("./replay.js").Replay} */ (opened.history);
  const isSame = sameResult(result, opened.record?.result ?? null);
  return { name, ok: isSame, message: say(isSame ? "checkMoves" : "otherResult") };
}

/**
 * Tell whether two results are the same; a record of a table that was not over has none.
 *
 * @param {import("../kit/index.js").Result | null} found
 * @param {unknown} recorded
 */
export function sameResult(found, recorded) {
  const parts = (/** @type {any} */ { scores, ranking, winners, reason }) => JSON.stringify([scores, ranking, winners, reason]);
  if (found === null || typeof recorded !== "object" || recorded === null) return found === (recorded ?? null);
  return parts(found) === parts(recorded);
}

/** @param {{ shown: import("./viewer.js").Shown, record: TableRecord }} given */
function Receipt({ shown: { say, names }, record }) {
  const { fairness } = record;
  if (!isReceipt(fairness)) return html`<p class="hint">${say("given")}</p>`;
  return html`<dl class="receipt">
    <dt>${say("committed")}</dt>
    <dd><code>${fairness.commitment}</code></dd>
    <dd class="hint">${say("committedHint")}</dd>
    <dt>${say("serverSeed")}</dt>
    <dd><code>${fairness.serverSeed}</code></dd>
    ${fairness.entropy.map((entropy, seat) => html`<dt key=${seat}>${say("entropyOf", { name: names(seat) })}</dt><dd>${entropy ? html`<code>${entropy}</code>` : say("entropyNone")}</dd>`)}
    <dt>${say("key")}</dt>
    <dd><code>${record.seed}</code></dd>
  </dl>`;
}

/**
 * @param {unknown} fairness
 * @returns {fairness is { commitment: string, serverSeed: string, entropy: string[] }}
 */
function isReceipt(fairness) {
  const { commitment, serverSeed, entropy } = /** @type {any} */ (fairness ?? {});
  const areTexts = [commitment, serverSeed].every((part) => typeof part === "string");
  return areTexts && Array.isArray(entropy) && entropy.every((part) => typeof part === "string");
}

/** @param {{ zones: Record<string, string[]>, wordsBefore: number, wordsAfter: number }} deal @param {number} index */
function formatDeal({ zones, wordsBefore, wordsAfter }, index) {
  const places = Object.entries(zones).map(([zone, cards]) => `${zone}: ${cards.join(" ") || "–"}`);
  return [`${index + 1} (${wordsBefore}–${wordsAfter})`, ...places].join("\n");
}
