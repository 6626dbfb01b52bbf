// A table in the conversation of another program: what its host tells, and what a person does at it.

import "../kit/element.js";
import { fill } from "../kit/board/templates.js";
import { Croupier } from "../kit/client.js";
import { TEXTS } from "../languages/mcp_app.js";
import { fieldsOf, Host, isFields, textOf } from "./host.js";
import { tableHeight, takeOn } from "./place.js";
import { Telling } from "./telling.js";
import { Tools } from "./tools.js";
import { Watching } from "./watching.js";

/**
 * @typedef {import("./host.js").Fields} Fields
 * @typedef {import("./host.js").ToolResult} ToolResult
 * @typedef {keyof typeof TEXTS} Language
 * @typedef {keyof typeof TEXTS.en} Text
 *
 * @typedef {object} Shown What belongs to the table that is shown.
 * @property {Watching} watching
 * @property {Tools} tools
 * @property {Telling} telling
 */

/** How the kit sends requests: each once, since the host's user may refuse it, and with time for the user to decide. */
const WIRE = {
  attempts: 1,
  patience: 600_000,
  // A stream says nothing while nothing happens.
  silence: 2 ** 31 - 1,
  firstWait: 1000,
  longestWait: 10_000,
};

/** @param {string} id */
const place = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const table = /** @type {import("../kit/element.js").CroupierTable} */ (place("table"));
const dialog = /** @type {HTMLDialogElement} */ (place("rule"));

class App {
  /** What the host can do, and where it shows the app. @type {Fields} */
  #capabilities = {};
  /** @type {Fields} */
  #context = {};
  /** The arguments of the tool call that is shown, its result, and the handle of the seat in them. @type {Fields} */
  #input = {};
  /** @type {ToolResult | null} */
  #result = null;
  #seat = "";
  /** @type {Shown | null} */
  #shown = null;
  /** How many tables were shown. */
  #count = 0;
  /** @type {Language} */
  #language = "en";
  /** The size that the host knows. */
  #size = "";

  #host = new Host({
    onInput: (args) => {
      this.#input = args;
    },
    onResult: (result) => this.#receive(result),
    onCancelled: () => {
      if (this.#result === null) this.#say("cancelled");
    },
    onContext: (changed) => this.#settle(changed),
    onTeardown: () => this.#shown?.watching.end(),
  });

  async start() {
    place("again").addEventListener("click", () => this.#show());
    place("tell").addEventListener("click", () => this.#tell());
    place("screen").addEventListener("click", () => this.#changeScreen());
    table.addEventListener("croupier-fault", () => {
      place("again").hidden = false;
    });
    table.addEventListener("croupier-rule", (event) => {
      if (event instanceof CustomEvent) void this.#showRule(textOf(fieldsOf(event.detail).number));
    });
    const { capabilities, context } = await this.#host.start();
    this.#capabilities = capabilities;
    this.#settle(context);
    new ResizeObserver(() => this.#fit()).observe(document.documentElement);
  }

  /**
   * @param {Text} key
   * @param {Record<string, string>} [blanks]
   */
  #text(key, blanks = {}) {
    return fill(this.#language, TEXTS[this.#language][key], blanks);
  }

  /** Whether the host can do something. @param {string} name */
  #can(name) {
    return isFields(this.#capabilities[name]);
  }

  /**
   * Say in words what is not drawn.
   *
   * @param {Text | null} state
   * @param {string} [words]
   */
  #say(state, words = "") {
    place("state").textContent = state && this.#text(state);
    place("words").textContent = words;
    place("words").hidden = words === "";
  }

  /** @param {ToolResult} result */
  #receive(result) {
    const seat = textOf(result.structured.seat) || textOf(this.#input.seat);
    // A host may also send what the app itself has called for.
    if (this.#shown !== null && seat === this.#seat) return;
    this.#result = result;
    this.#seat = seat;
    this.#show();
  }

  /** Show the table of the tool call from scratch. */
  #show() {
    const result = this.#result;
    const seat = this.#seat;
    this.#shown?.watching.end();
    this.#shown = null;
    for (const id of ["table", "again", "tell"]) place(id).hidden = true;
    if (result === null) this.#say("waiting");
    else if (seat === "") this.#say("noSeat", result.text);
    // The handle is a secret, and others may look at the screen.
    else if (!this.#can("serverTools")) this.#say("noTools", result.text.replaceAll(seat, "…"));
    else this.#draw();
    this.#fit();
  }

  #draw() {
    this.#say(null);
    const telling = new Telling();
    const watching = new Watching();
    const told = {
      onFrames: (/** @type {number} */ version, /** @type {string[]} */ happened) =>
        this.#hear(telling, version, happened),
      onPlayed: (/** @type {string} */ notation) => telling.play(notation),
    };
    const tools = new Tools(this.#host, this.#seat, this.#language, watching, told);
    this.#shown = { watching, tools, telling };
    table.client = new Croupier("", { ...WIRE, fetch: tools.fetch, language: this.#language });
    table.setAttribute("language", this.#language);
    // Another session is another table: the kit's requests name it, and the tools know it by the seat.
    table.setAttribute("session", `${++this.#count}`);
    table.hidden = false;
  }

  /**
   * Tell the model what has happened; it reads that with the next message of its user.
   *
   * @param {Telling} telling
   * @param {number} version
   * @param {string[]} happened
   */
  #hear(telling, version, happened) {
    telling.hear(version, happened);
    place("tell").hidden = !this.#can("message");
    if (!this.#can("updateModelContext")) return;
    // A host that does not take it loses nothing: the model can look.
    this.#host.request("ui/update-model-context", { content: [telling.block] }).catch(() => {});
  }

  /** Have the model go on, as if its user had written to it. */
  async #tell() {
    if (this.#shown === null) return;
    place("tell").hidden = true;
    const message = { role: "user", content: [this.#shown.telling.block] };
    const answer = await this.#host.request("ui/message", message).catch(() => null);
    this.#say(answer === null || answer.isError === true ? "untold" : "told");
  }

  /** Fill the screen, or return to the conversation. */
  async #changeScreen() {
    const mode = this.#context.displayMode === "fullscreen" ? "inline" : "fullscreen";
    const changed = await this.#host.request("ui/request-display-mode", { mode }).catch(() => null);
    if (changed !== null) this.#settle({ displayMode: changed.mode });
  }

  /** @param {string} number */
  async #showRule(number) {
    const found = await this.#shown?.tools.readRule(number);
    if (!found) return;
    place("rule-name").textContent = this.#text("rule", { number });
    place("rule-text").textContent = found;
    dialog.showModal();
  }

  /**
   * Take on what has changed of the place in which the host shows the app.
   *
   * @param {Fields} changed
   */
  #settle(changed) {
    this.#context = { ...this.#context, ...changed };
    takeOn(this.#context);
    const [wanted] = (textOf(this.#context.locale) || navigator.language).split("-");
    const isOther = wanted !== this.#language && Object.hasOwn(TEXTS, wanted);
    if (isOther) this.#language = /** @type {Language} */ (wanted);
    this.#label();
    if (isOther || this.#result === null) this.#show();
    this.#fit();
  }

  /** Write what stands on the buttons. */
  #label() {
    const { displayMode, availableDisplayModes } = this.#context;
    const isFull = displayMode === "fullscreen";
    const modes = Array.isArray(availableDisplayModes) ? availableDisplayModes : [];
    place("screen").hidden = !modes.includes(isFull ? "inline" : "fullscreen");
    place("screen").dataset.text = isFull ? "leave" : "fill";
    document.documentElement.lang = this.#language;
    for (const part of document.querySelectorAll("[data-text]"))
      part.textContent = this.#text(/** @type {Text} */ (part.getAttribute("data-text")));
  }

  /** Give the table its height, and tell the host the size of the app. */
  #fit() {
    const others = document.body.offsetHeight - table.offsetHeight;
    table.style.setProperty("--croupier-height", tableHeight(this.#context, others));
    const { width, height } = document.body.getBoundingClientRect();
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    if (this.#size === `${size.width} ${size.height}`) return;
    this.#size = `${size.width} ${size.height}`;
    this.#host.notify("ui/notifications/size-changed", size);
  }
}

void new App().start();
