// The shuffles of a finished table, checked in the browser by a program that knows nothing of the service.

import { Fault } from "../../app/faults.js";
import { html, useEffect, useState } from "../../kit/board/preact.js";
import { Broken } from "../broken.js";
import { BrokenRecord } from "../history/replay.js";

/**
 * @typedef {import("../history/record.js").TableRecord} TableRecord
 * @typedef {import("../texts.js").Key} Key
 * @typedef {import("../texts.js").Say} Say
 *
 * @typedef {object} Verdict
 * @property {boolean | null} ok Null: that can only be told by another version.
 * @property {{ name: string, ok: boolean | null, message: string }[]} checks
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

/** What is drawn of a record that is right, that is wrong, or that another version can judge. */
const VERDICTS = {
  true: /** @type {const} */ (["passed", "✓", "verified"]),
  false: /** @type {const} */ (["refused", "✗", "notVerified"]),
  null: /** @type {const} */ (["unknown", "?", "notVerifiable"]),
};

/** @param {{ shown: import("../viewer.js").Shown }} given */
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
  const [kind, sign, words] = VERDICTS[`${verdict.ok && moves.ok !== false}`];
  return html`<p class=${`verdict ${kind}`} role="status">
      <span aria-hidden="true">${sign}</span> ${say(words)}
    </p>
    <p class="hint">${say("checksLead")}</p>
    <ul class="checks">
      ${verdict.checks.map((check, index) => html`<${Check} key=${index} check=${inWords(check, say)} say=${say} />`)}
      <${Check} check=${moves} say=${say} />
      ${verdict.notes.slice(1).map(
        (note) => html`<li key=${note} class="note"><b>${say("note")}</b> ${say(noteOf(note))}</li>`,
      )}
    </ul>
    <${Receipt} shown=${shown} record=${record} />
    ${verdict.dealt &&
    html`<details>
      <summary>${say("dealtAs")}</summary>
      <pre tabindex="0">${verdict.dealt}</pre>
    </details>`}`;
}

/**
 * @typedef {object} Told A check in words.
 * @property {string} title
 * @property {boolean | null} ok Null: that is not yet known.
 * @property {import("../../kit/board/preact.js").Child} message
 * @property {string} [detail] What the verifier has found, in English.
 */

/** @param {{ check: Told, say: Say }} given */
function Check({ check: { title, ok, message, detail }, say }) {
  /** @type {["waiting" | "passed" | "refused", string]} */
  const [kind, sign] = ok === null ? ["waiting", "…"] : ok ? ["passed", "✓"] : ["refused", "✗"];
  return html`<li class=${kind}>
    <span class="sign" role="img" aria-label=${say(kind)}>${sign}</span>
    <span><b>${title}</b> ${message}${detail && html` <span lang="en">${detail}</span>`}</span>
  </li>`;
}

/**
 * Return a check of the verifier in the words of the page, with what exactly it has found wrong.
 *
 * @param {{ name: string, ok: boolean | null, message: string }} check
 * @param {Say} say
 * @returns {Told}
 */
function inWords({ name, ok, message }, say) {
  const [title, passed, failed] = WORDS[name];
  if (ok === null) return { title: say(title), ok, message: say("notVerifiable"), detail: message };
  if (ok) return { title: say(title), ok, message: say(passed) };
  return { title: say(title), ok, message: say(failed), detail: message };
}

/** By check: what it is about, and how it ends. @type {Record<string, [Key, Key, Key]>} */
export const WORDS = {
  record: ["checkRecord", "checkRecordPassed", "checkRecordFailed"],
  options: ["checkOptions", "checkOptionsPassed", "checkOptionsFailed"],
  deck: ["checkDeck", "checkDeckPassed", "checkDeckFailed"],
  deal: ["checkDeal", "checkDealPassed", "checkDealFailed"],
  "first move": ["checkFirstMove", "checkFirstMovePassed", "checkFirstMoveFailed"],
  fairness: ["checkFairness", "checkFairnessPassed", "checkFairnessFailed"],
  commitment: ["checkCommitment", "checkCommitmentPassed", "checkCommitmentFailed"],
  entropy: ["checkEntropy", "checkEntropyPassed", "checkEntropyFailed"],
  key: ["checkKey", "checkKeyPassed", "checkKeyFailed"],
  shuffle: ["checkShuffle", "checkShufflePassed", "checkShuffleFailed"],
  shuffles: ["checkShuffles", "checkShufflesPassed", "checkShufflesFailed"],
};

/** @param {string} note @returns {import("../texts.js").Key} */
const noteOf = (note) => (note.includes("fairness") ? "noteFairness" : "noteShuffles");

/**
 * Return what the service says of the moves: the second verifier does not replay them.
 *
 * @param {import("../viewer.js").Shown} shown
 * @returns {Told}
 */
function judgeMoves({ opened, say, progress }) {
  const title = say("checkMovesLead");
  const { error } = progress;
  if (error instanceof BrokenRecord) {
    return { title, ok: false, message: html`<${Broken} error=${error} say=${say} />` };
  }
  if (error) return { title, ok: false, message: html`<${Fault} error=${error} />` };
  if (progress.done < progress.total) return { title, ok: null, message: say("checkMovesWait") };
  const { result } = /** @type {import("../history/replay.js").Replay} */ (opened.history);
  const isSame = sameResult(result, opened.record?.result ?? null);
  return { title, ok: isSame, message: say(isSame ? "checkMoves" : "otherResult") };
}

/**
 * Tell whether two results are the same; a record of a table that was not over has none.
 *
 * @param {import("../../kit/index.js").Result | null} found
 * @param {unknown} recorded
 */
export function sameResult(found, recorded) {
  if (found === null || typeof recorded !== "object" || recorded === null) return found === (recorded ?? null);
  /** @param {Partial<import("../../kit/index.js").Result>} result */
  const parts = ({ scores, ranking, winners, reason }) => [scores, ranking, winners, reason];
  return JSON.stringify(parts(found)) === JSON.stringify(parts(recorded));
}

/** @param {{ shown: import("../viewer.js").Shown, record: TableRecord }} given */
function Receipt({ shown: { say, names }, record }) {
  const { fairness } = record;
  if (!isReceipt(fairness)) return html`<p class="hint">${say("given")}</p>`;
  return html`<dl class="receipt">
    <dt>${say("committed")}</dt>
    <dd><code>${fairness.commitment}</code></dd>
    <dd class="hint">${say("committedHint")}</dd>
    <dt>${say("serverSeed")}</dt>
    <dd><code>${fairness.serverSeed}</code></dd>
    ${fairness.entropy.map(
      (entropy, seat) => html`<dt key=${seat}>${say("entropyOf", { name: names(seat) })}</dt>
        <dd>${entropy ? html`<code>${entropy}</code>` : say("entropyNone")}</dd>`,
    )}
    <dt>${say("key")}</dt>
    <dd><code>${record.seed}</code></dd>
  </dl>`;
}

/**
 * @param {unknown} fairness
 * @returns {fairness is { commitment: string, serverSeed: string, entropy: string[] }}
 */
function isReceipt(fairness) {
  /** @type {{ commitment?: unknown, serverSeed?: unknown, entropy?: unknown }} */
  const { commitment, serverSeed, entropy } = fairness ?? {};
  const areTexts = [commitment, serverSeed].every((part) => typeof part === "string");
  return areTexts && Array.isArray(entropy) && entropy.every((part) => typeof part === "string");
}

/** @param {{ zones: Record<string, string[]>, wordsBefore: number, wordsAfter: number }} deal @param {number} index */
function formatDeal({ zones, wordsBefore, wordsAfter }, index) {
  const places = Object.entries(zones).map(([zone, cards]) => `${zone}: ${cards.join(" ") || "–"}`);
  return [`${index + 1} (${wordsBefore}–${wordsAfter})`, ...places].join("\n");
}
