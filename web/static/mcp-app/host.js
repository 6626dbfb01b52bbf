// The program that shows the app: JSON-RPC 2.0 by messages between two windows, as MCP Apps has it (2026-01-26).

const PROTOCOL = "2026-01-26";
const NO_SUCH_METHOD = -32601;
/** The app stands beside a conversation, or fills the screen. */
const DISPLAY_MODES = ["inline", "fullscreen"];

/**
 * @typedef {Record<string, unknown>} Fields An object that came from elsewhere.
 *
 * @typedef {object} ToolResult
 * @property {string} text What a model reads.
 * @property {Fields} structured What a program reads.
 * @property {boolean} isError
 *
 * @typedef {object} Started What the host can do, and where the app is shown; both as the host said it.
 * @property {Fields} capabilities
 * @property {Fields} context
 *
 * @typedef {object} Heard The callbacks for messages of the host.
 * @property {(args: Fields) => void} onInput Called with the arguments of the tool call that the app shows.
 * @property {(result: ToolResult) => void} onResult
 * @property {() => void} onCancelled Called if the tool call was cancelled.
 * @property {(changed: Fields) => void} onContext Called with the parts of the context that have changed.
 * @property {() => void} onTeardown
 */

/**
 * Return whether a value is an object with fields.
 *
 * @param {unknown} value
 * @returns {value is Fields}
 */
export const isFields = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Return the fields of a value; none if it is no object.
 *
 * @param {unknown} value
 * @returns {Fields}
 */
export const fieldsOf = (value) => (isFields(value) ? value : {});

/**
 * Return a text; empty if the value is none.
 *
 * @param {unknown} value
 */
export const textOf = (value) => (typeof value === "string" ? value : "");

/** The connection to the host. A message counts only if the parent window has sent it. */
export class Host {
  /** What to call with answers, by the ids of the requests. @type {Map<number, (answer: Fields) => void>} */
  #awaited = new Map();
  #lastId = 0;

  /** @param {Heard} heard */
  constructor(heard) {
    this.heard = heard;
    addEventListener("message", ({ source, data }) => {
      if (source === parent && source !== window && isFields(data) && data.jsonrpc === "2.0") this.#hear(data);
    });
  }

  /**
   * Introduce the app, and return what the host says of itself.
   *
   * @returns {Promise<Started>}
   */
  async start() {
    const answer = await this.request("ui/initialize", {
      protocolVersion: PROTOCOL,
      appInfo: { name: "croupier", version: "1.0.0" },
      appCapabilities: { availableDisplayModes: DISPLAY_MODES },
    });
    this.notify("ui/notifications/initialized");
    return { capabilities: fieldsOf(answer.hostCapabilities), context: fieldsOf(answer.hostContext) };
  }

  /**
   * Call a tool of the server. Throws if the host refuses to.
   *
   * @param {string} name
   * @param {Fields} args
   */
  async call(name, args) {
    return resultOf(await this.request("tools/call", { name, arguments: args }));
  }

  /**
   * Send a request, and return its result. The host may ask its user first, so that takes minutes. Throws the reason if
   * the host refuses.
   *
   * @param {string} method
   * @param {Fields} params
   * @returns {Promise<Fields>}
   */
  request(method, params) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#awaited.set(id, ({ result, error }) => {
        if (isFields(result)) resolve(result);
        else reject(new Error(textOf(fieldsOf(error).message) || method));
      });
      this.#send({ id, method, params });
    });
  }

  /**
   * @param {string} method
   * @param {Fields} [params]
   */
  notify(method, params = {}) {
    this.#send({ method, params });
  }

  /** @param {Fields} message */
  #hear(message) {
    const { id, method, params } = message;
    if (typeof method === "string") this.#obey(method, fieldsOf(params), id);
    else if (typeof id === "number") {
      const answer = this.#awaited.get(id);
      this.#awaited.delete(id);
      answer?.(message);
    }
  }

  /**
   * @param {string} method
   * @param {Fields} params
   * @param {unknown} id That of a request; a notification has none.
   */
  #obey(method, params, id) {
    const { onInput, onResult, onCancelled, onContext, onTeardown } = this.heard;
    if (method === "ui/notifications/tool-input") onInput(fieldsOf(params.arguments));
    else if (method === "ui/notifications/tool-result") onResult(resultOf(params));
    else if (method === "ui/notifications/tool-cancelled") onCancelled();
    else if (method === "ui/notifications/host-context-changed") onContext(params);
    else if (method === "ui/resource-teardown") onTeardown();
    if (typeof id !== "number" && typeof id !== "string") return;
    if (method === "ui/resource-teardown" || method === "ping") this.#send({ id, result: {} });
    else this.#send({ id, error: { code: NO_SUCH_METHOD, message: "The app has no such method." } });
  }

  /**
   * The address of the host is not known: it may be any page, or none. It gets nothing that it has not brought.
   *
   * @param {Fields} message
   */
  #send(message) {
    parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }
}

/**
 * Return the parts of a tool's result that the app reads.
 *
 * @param {Fields} result
 * @returns {ToolResult}
 */
function resultOf({ content, structuredContent, isError }) {
  const blocks = Array.isArray(content) ? content.map(fieldsOf) : [];
  const texts = blocks.filter(({ type }) => type === "text").map(({ text }) => textOf(text));
  return { text: texts.join("\n\n"), structured: fieldsOf(structuredContent), isError: isError === true };
}
