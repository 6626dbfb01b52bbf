// The service as the kit knows it, by way of the host: each request becomes a call of a tool, for the one seat.

import { fieldsOf, isFields, textOf } from "./host.js";

/**
 * @typedef {import("../kit/contract.js").Session} Session
 * @typedef {import("../kit/contract.js").SessionFrame} SessionFrame
 * @typedef {import("../kit/contract.js").MoveExplained} MoveExplained
 * @typedef {import("./host.js").Fields} Fields
 *
 * @typedef {object} Told The callbacks for what the tools return.
 * @property {(version: number, told: string[]) => void} onFrames Called with the newest version when it was not known
 *   before, and with what a model may read of the versions up to it.
 * @property {(notation: string) => void} onPlayed Called with a move that was made here.
 *
 * @typedef {object} Sent A request of the kit.
 * @property {URLSearchParams} query
 * @property {Headers} headers
 * @property {string} move The notation in the body.
 * @property {AbortSignal | null | undefined} signal
 */

const OF_GAME = /^\/v1\/games\/[^/]+\/?(\w*)$/;
const OF_SESSION = /^\/v1\/sessions\/[^/]+\/?(.*)$/;
const NOT_FOUND = 404;
const CONFLICT = 409;
const STALE = 412;
/** What the host does not carry out is not tried again: its user may have refused it. */
const REFUSED_BY_HOST = 500;

export class Tools {
  /** The highest version that is known. @type {Session | null} */
  #latest = null;
  /** The version up to which `onFrames` was called. @type {number | null} */
  #toldTo = null;
  /** What draws the table; it stays the same. @type {Promise<Response> | null} */
  #drawing = null;
  /** The reads of frames that are under way, by the cursor before them. @type {Map<string, Promise<Fields>>} */
  #reads = new Map();

  /**
   * @param {import("./host.js").Host} host
   * @param {string} seat The handle of the seat.
   * @param {string} language
   * @param {import("./watching.js").Watching} watching
   * @param {Told} told
   */
  constructor(host, seat, language, watching, told) {
    this.host = host;
    this.seat = seat;
    this.language = language;
    this.watching = watching;
    this.told = told;
  }

  /**
   * Answer a request of the kit.
   *
   * @type {typeof globalThis.fetch}
   */
  fetch = async (address, { headers, body, signal } = {}) => {
    const [path, query] = String(address).split("?");
    const { move = "" } = typeof body === "string" ? JSON.parse(body) : {};
    const [, ofGame] = OF_GAME.exec(path) ?? [];
    if (ofGame !== undefined) return this.#draw(ofGame || "game");
    const [, about] = OF_SESSION.exec(path) ?? [];
    return this.#answer(about, { query: new URLSearchParams(query), headers: new Headers(headers), move, signal });
  };

  /**
   * Return the text of a rule; null if it cannot be read.
   *
   * @param {string} number
   */
  async readRule(number) {
    const found = await this.#ask("rule", { rule: number });
    return found.ok ? plain((await found.json()).text) : null;
  }

  /**
   * @param {string | undefined} about
   * @param {Sent} sent
   */
  async #answer(about, sent) {
    if (about === "") return this.#readTable();
    if (about === "hand") return this.#ask("hand");
    if (about === "introduction") return this.#draw("introduction");
    if (about === "moves/preview") return this.#ask("preview", { move: sent.move });
    if (about === "moves") return this.#play(sent);
    if (about === "claim") return this.#claim(sent);
    if (about === "frames") return this.#stream(sent);
    return answer(NOT_FOUND, { code: "NOT_FOUND", status: NOT_FOUND, detail: "The app does not ask for this." });
  }

  /**
   * Call `board`, the tool that only apps may see, and return its answer as one of REST.
   *
   * @param {string} about
   * @param {Fields} [more]
   */
  async #ask(about, more = {}) {
    try {
      const args = { seat: this.seat, about, language: this.language, ...more };
      const { structured, isError, text } = await this.host.call("board", args);
      if (!isError) return answer(200, structured);
      if (isFields(structured) && typeof structured.status === "number") return answer(structured.status, structured);
      return answer(REFUSED_BY_HOST, refusal(text));
    } catch (error) {
      return answer(REFUSED_BY_HOST, refusal(error instanceof Error ? error.message : `${error}`));
    }
  }

  /** @param {string} part Of what draws the table. */
  async #draw(part) {
    this.#drawing ??= this.#ask("game");
    const found = (await this.#drawing).clone();
    if (found.ok) return answer(200, (await found.json())[part]);
    this.#drawing = null;
    return found;
  }

  async #readTable() {
    const found = await this.#ask("table");
    if (found.ok) this.#see(await found.clone().json());
    return found;
  }

  /** @param {Session} session */
  #see(session) {
    this.#toldTo ??= session.version;
    if (this.#latest === null || this.#latest.version <= session.version) this.#latest = session;
  }

  /** @param {Sent} sent */
  async #play({ move, headers }) {
    const at = versionOf(headers);
    const idempotencyKey = headers.get("Idempotency-Key") ?? undefined;
    const made = this.#latest?.view?.legalMoves.find(({ notation }) => notation === move);
    const sent = { seat: this.seat, move, idempotencyKey, ...(at === null ? {} : { version: at }) };
    const { structured, isError, text } = await this.host.call("play", sent);
    const found = await this.#readTable();
    this.watching.wake();
    if (!found.ok) return found;
    const session = await found.json();
    if (isError) return this.#refuse(session, move, at, textOf(fieldsOf(structured.problem).message) || text);
    this.told.onPlayed(move);
    const { version: now, head } = session;
    return answer(200, { session, move: made, version: now, head, replayed: false, events: [] });
  }

  /**
   * Have a move made for seats whose time is over.
   *
   * @param {Sent} sent
   */
  async #claim({ headers }) {
    const at = versionOf(headers);
    const sent = { seat: this.seat, action: "claim_deadline", ...(at === null ? {} : { version: at }) };
    const { structured, isError, text } = await this.host.call("act", sent);
    const found = await this.#readTable();
    this.watching.wake();
    if (!found.ok) return found;
    const session = await found.json();
    if (!isError) return answer(200, { session, version: session.version, head: session.head, events: [] });
    const problem = fieldsOf(structured.problem);
    const early = Math.max(Date.parse(session.deadline ?? "") - Date.now(), 0) || 0;
    const refused = { code: textOf(problem.code), status: CONFLICT, detail: textOf(problem.message) || text };
    return answer(CONFLICT, { ...refused, retryAfterMillis: early });
  }

  /**
   * Return why a move was refused, as the service would say it to a person: the tool says it to a model.
   *
   * @param {Session} session
   * @param {string} move
   * @param {number | null} at The version at which the move was chosen.
   * @param {string} reason What the tool says.
   */
  async #refuse(session, move, at, reason) {
    if (at !== null && session.version !== at) {
      return answer(STALE, { code: "STALE_VERSION", status: STALE, detail: reason, session });
    }
    const early = Date.parse(session.view?.decision?.notBefore ?? "") - Date.now();
    if (early > 0) {
      return answer(CONFLICT, { code: "TOO_EARLY", status: CONFLICT, detail: reason, retryAfterMillis: early });
    }
    const explained = await this.#ask("explain", { move });
    if (!explained.ok) return explained;
    /** @type {MoveExplained} */
    const { refusal: why } = await explained.json();
    if (why === null) return answer(REFUSED_BY_HOST, refusal(reason));
    const rule = why.rule === null ? null : { number: why.rule };
    const told = { code: why.code, status: CONFLICT, rule, detail: why.message };
    return answer(CONFLICT, { ...told, legalMoves: session.view?.legalMoves ?? [] });
  }

  /** @param {Sent} sent */
  #stream({ query, signal }) {
    const events = this.#events(query.get("after"), signal);
    const encoder = new TextEncoder();
    const source = {
      async pull(/** @type {ReadableStreamDefaultController<Uint8Array>} */ controller) {
        const { done, value } = await events.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    };
    return new Response(new ReadableStream(source), { headers: { "Content-Type": "text/event-stream" } });
  }

  /**
   * Yield each version after a cursor as an event of a stream, as it comes.
   *
   * @param {string | null} after
   * @param {AbortSignal | null | undefined} signal
   */
  async *#events(after, signal) {
    let cursor = after;
    let quiet = 0;
    while (!signal?.aborted && !this.watching.isOver) {
      await this.watching.seen();
      const { wakes } = this.watching;
      const { frames, more } = await this.#readFrames(cursor);
      for (const frame of frames) {
        cursor = frame.cursor;
        yield `event: frame\ndata: ${JSON.stringify(frame)}\n\n`;
      }
      // The frames may lack what happened while they were read.
      if (more || this.watching.wakes > wakes) continue;
      if (isOver(this.#latest)) break;
      quiet = frames.length > 0 ? 0 : quiet + 1;
      await this.watching.next(this.#latest, quiet);
    }
    yield "event: end\ndata: {}\n\n";
  }

  /**
   * Return the versions after a cursor, and whether there are more. Callers with one cursor share the answer.
   *
   * @param {string | null} cursor
   * @returns {Promise<{ frames: SessionFrame[], more: boolean }>}
   */
  async #readFrames(cursor) {
    const key = cursor ?? "";
    const read = this.#reads.get(key) ?? this.#askForFrames(cursor).finally(() => this.#reads.delete(key));
    this.#reads.set(key, read);
    const { frames, more } = await read;
    return { frames: /** @type {SessionFrame[]} */ (frames), more: more === true };
  }

  /** @param {string | null} cursor */
  async #askForFrames(cursor) {
    const found = await this.#ask("frames", cursor === null ? {} : { after: cursor });
    const page = await found.json();
    if (!found.ok) throw new Error(page.detail);
    for (const { session } of page.frames) this.#see(session);
    const known = this.#toldTo ?? 0;
    /** @type {number[]} */
    const versions = page.frames.map((/** @type {SessionFrame} */ { version }) => version);
    const newest = Math.max(known, ...versions);
    if (newest === known) return page;
    this.#toldTo = newest;
    this.told.onFrames(
      newest,
      versions.flatMap((version, place) => (version > known ? page.told[place] : [])),
    );
    return page;
  }
}

/**
 * Return the version that a request expects; null if it expects none.
 *
 * @param {Headers} headers
 */
function versionOf(headers) {
  const [, version] = /^"(\d+)/.exec(headers.get("If-Match") ?? "") ?? [];
  return version === undefined ? null : Number(version);
}

/** @param {Session | null} session */
const isOver = (session) => session?.status === "FINISHED" || session?.status === "ABANDONED";

/** Return a text without the marks of Markdown. @param {string} text */
const plain = (text) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "");

/** @param {string} detail */
const refusal = (detail) => ({ code: "OTHER", status: REFUSED_BY_HOST, detail });

/**
 * @param {number} status
 * @param {unknown} body
 */
const answer = (status, body) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
