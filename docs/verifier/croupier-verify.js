/**
 * A second, independent verifier of Croupier's tables: it deals a record again and checks its seed, shuffles and deals.
 *
 * Written from the pages in docs/rules (engine 3, 4, 7 and the set-up of each game), not from the engine, and without
 * any dependency. In a browser a plain <script> defines `CroupierVerify`; in Node it is `require`d, or run:
 * `node croupier-verify.js FILE...`. README.md, beside this file, says what is checked and what is not.
 */
"use strict";

(() => {
  const FORMAT = 1;
  const RULES = 1;
  const WORD_RANGE = 2 ** 32;
  // Far beyond any table, and far below where counting by ones in a double stops.
  const MOST_WORDS = 2 ** 48;
  const MOST_VERSIONS = 1000000;
  const HEX_32_BYTES = /^[0-9a-f]{64}$/;
  const PRINTABLE = /^[\x20-\x7e]*$/;
  const MOST_ENTROPY = 64;

  /** What is wrong with a record, as one sentence, and the check that fails by it. */
  class Refusal extends Error {
    constructor(check, message) {
      super(message);
      this.name = "Refusal";
      this.check = check;
    }
  }

  /** Why a record of another version cannot be judged here: it may be right. */
  class Foreign extends Refusal {}

  // ---- SHA-256 (FIPS 180-4) and HMAC (RFC 2104)

  const START = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ];
  const ROUNDS = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ];
  const BLOCK_BYTES = 64;

  /** Return the SHA-256 of bytes (a Uint8Array or a list of 0–255) as 32 bytes. */
  function sha256(bytes) {
    const message = padded(bytes);
    const hash = Uint32Array.from(START);
    for (let offset = 0; offset < message.byteLength; offset += BLOCK_BYTES) {
      compress(hash, scheduled(message, offset));
    }
    const digest = new DataView(new ArrayBuffer(32));
    hash.forEach((word, index) => digest.setUint32(4 * index, word));
    return new Uint8Array(digest.buffer);
  }

  function padded(bytes) {
    if (typeof bytes === "string") throw new TypeError("Bytes are hashed, not a text.");
    const message = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
    message.set(bytes);
    message[bytes.length] = 0x80;
    const view = new DataView(message.buffer);
    view.setUint32(message.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(message.length - 4, (bytes.length * 8) % WORD_RANGE);
    return view;
  }

  function scheduled(message, offset) {
    const schedule = new Uint32Array(ROUNDS.length);
    for (let i = 0; i < 16; i++) schedule[i] = message.getUint32(offset + 4 * i);
    for (let i = 16; i < schedule.length; i++) {
      const [early, late] = [schedule[i - 15], schedule[i - 2]];
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      schedule[i] = schedule[i - 16] + first + schedule[i - 7] + second;
    }
    return schedule;
  }

  function compress(hash, schedule) {
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < schedule.length; i++) {
      const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const one = (h + sum + ((e & f) ^ (~e & g)) + ROUNDS[i] + schedule[i]) | 0;
      const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => (hash[index] += word));
  }

  function rotated(word, places) {
    return (word >>> places) | (word << (32 - places));
  }

  /** Return the HMAC-SHA-256 of bytes under a key, both a Uint8Array or a list of 0–255, as 32 bytes. */
  function hmac(key, bytes) {
    const block = new Uint8Array(BLOCK_BYTES);
    block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
    const inner = sha256([...block.map((byte) => byte ^ 0x36), ...bytes]);
    return sha256([...block.map((byte) => byte ^ 0x5c), ...inner]);
  }

  /** Return bytes as lower-case hex digits. */
  function toHex(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** Return the bytes that pairs of hex digits write. */
  function fromHex(digits) {
    return Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));
  }

  /** Return the bytes of a text from U+0020 to U+007E and line feeds. */
  function asciiBytes(text) {
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  }

  // ---- randomness (engine 4)

  /** The stream of a key (64 hex digits) from the first word not yet used; `used` counts the words taken so far. */
  class Generator {
    constructor(key, used = 0) {
      demand(isKey(key), "record", `A key must be 64 lower-case hex digits, not ${quote(key)}.`);
      demand(isNumber(used, 0, MOST_WORDS), "shuffle", `Words used must be a whole number, not ${quote(used)}.`);
      this.used = used;
      this.key = fromHex(key);
      this.block = [];
      this.index = -1;
    }

    /** Take the next word, a number from 0 to 2³² - 1. */
    word() {
      const index = Math.floor(this.used / 8);
      if (index !== this.index) [this.index, this.block] = [index, blockOfWords(this.key, index)];
      return this.block[this.used++ % 8];
    }

    /** Return a number from 0 to n - 1, each equally likely; `below(1)` takes no word. */
    below(n) {
      if (!isNumber(n, 1, WORD_RANGE)) throw new RangeError("below(n) needs a whole number from 1 to 2^32.");
      if (n === 1) return 0;
      const limit = Math.floor(WORD_RANGE / n) * n;
      let word = this.word();
      while (word >= limit) word = this.word();
      return word % n;
    }

    /** Return the cards shuffled, as a new list. */
    shuffle(cards) {
      const shuffled = [...cards];
      for (let i = shuffled.length - 1; i >= 1; i--) {
        const j = this.below(i + 1);
        [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
      }
      return shuffled;
    }
  }

  function blockOfWords(key, index) {
    const message = new DataView(new ArrayBuffer(key.length + 8));
    key.forEach((byte, place) => message.setUint8(place, byte));
    message.setUint32(key.length, Math.floor(index / WORD_RANGE));
    message.setUint32(key.length + 4, index % WORD_RANGE);
    const digest = new DataView(sha256(new Uint8Array(message.buffer)).buffer);
    return range(8).map((place) => digest.getUint32(4 * place));
  }

  /** Return `count` words of a key (64 hex digits), beginning with word number `from`. */
  function words(key, from, count) {
    const random = new Generator(key, from);
    return range(count).map(() => random.word());
  }

  // ---- cards (engine 3, zlam 6.1)

  const ZONT_FACES = "R1 R2 R3 Y1 Y2 Y3 B1 B2 B3 W0 W4".split(" ");
  const ZONT = [..."ACFZG"].flatMap((suit) => ZONT_FACES.map((face) => suit + face));
  const ZAR_COLOURED = [..."YGB"].flatMap((colour) => [..."123456SDR"].map((type) => colour + type));
  const ZAR = [...ZAR_COLOURED, "W1", "W2", "D1", "D2"].flatMap((card) => [card, card]);
  const ZLAM_COLOURED = [..."RBY"].flatMap((colour) => [..."12345"].map((number) => colour + number));
  const ZLAM_NUMBERS = ["ones", "twos", "threes", "fours", "fives"];

  function zlamDeck(options) {
    const coloured = [..."RBY"].flatMap((colour) =>
      ZLAM_NUMBERS.map((name, index) => {
        const card = `${colour}${index + 1}`;
        return [card, options[name] + options[`extra${card}`]];
      }),
    );
    const others = [["Z", options.zlams], ["+", options.gainCards], ["-", options.lossCards]];
    return [...coloured, ...others].flatMap(([card, copies]) => Array(copies * options.decks).fill(card));
  }

  /** Return all cards of a game under some options, in canonical order. */
  function deckOf(game, options = {}) {
    const rules = findGame(game);
    return [...rules.deck(readOptions(rules, rules.most, options))];
  }

  // ---- what a deal is made of

  function range(count, from = 0) {
    return Array.from({ length: count }, (_, index) => from + index);
  }

  function seatsFrom(table, seat) {
    return range(table.seats).map((step) => (seat + step) % table.seats);
  }

  /** Shuffle a main deck; a stacked deck takes the place of the first such shuffle and takes no words (engine 2). */
  function shuffleDeck(table, cards) {
    if (table.stack === null) return shuffleCards(table, cards);
    const stack = table.stack;
    table.stack = null;
    requireSameCards(stack, cards);
    return stack;
  }

  function shuffleCards(table, cards) {
    const wordsBefore = table.random.used;
    const after = table.random.shuffle(cards);
    table.shuffles.push({ words: wordsBefore, before: [...cards], after: [...after] });
    return after;
  }

  /** Deal hands one card at a time, beginning with a seat; a hand is kept in canonical order (engine 3). */
  function dealHands(table, deck, size, first) {
    const hands = range(table.seats).map(() => []);
    for (let card = 0; card < size; card++) {
      for (const seat of seatsFrom(table, first)) hands[seat].push(deck.pop());
    }
    return zonesOfSeats("hand", hands.map((hand) => inOrder(table, hand)));
  }

  function inOrder(table, cards) {
    const order = table.rules.deck(table.options);
    return [...cards].sort((one, other) => order.indexOf(one) - order.indexOf(other));
  }

  function zonesOfSeats(kind, piles) {
    return Object.fromEntries(piles.map((pile, seat) => [`${kind}:${seat}`, pile]));
  }

  function emptyZones(ids) {
    return Object.fromEntries(ids.map((id) => [id, []]));
  }

  function emptyZonesOfSeats(table, kind) {
    return emptyZones(range(table.seats).map((seat) => `${kind}:${seat}`));
  }

  /** Make a deal of what `deal` gives, and count the words that it takes. */
  function counted(table, role, deal) {
    const wordsBefore = table.random.used;
    const zones = deal();
    return { zones, ...role, wordsBefore, wordsAfter: table.random.used };
  }

  // ---- Zeven (zeven 1)

  function dealZeven(table) {
    const rounds = table.options.rounds === "seats" ? table.seats : table.options.rounds;
    return range(rounds).map((round) => {
      const starter = (table.first + round) % table.seats;
      return counted(table, { starter }, () => dealZevenRound(table, starter));
    });
  }

  function dealZevenRound(table, starter) {
    const deck = shuffleDeck(table, ZONT);
    const areas = Object.fromEntries(range(3, 1).map((area) => [`area:${area}`, [deck.pop()]]));
    const hands = dealHands(table, deck, 4, starter);
    return { deck, ...areas, ...hands, ...emptyZonesOfSeats(table, "score") };
  }

  // ---- Bazaar (bazaar 1; engine 2 for a stacked deck of 55)

  const BAZAAR_COLOURS = { R: "red", Y: "yellow", B: "blue" };

  function dealBazaar(table) {
    return [counted(table, { firstSeat: table.first }, () => dealBazaarTable(table))];
  }

  function dealBazaarTable(table) {
    const customers = table.stack?.length === ZONT.length ? stackedCustomers(table) : shuffledCustomers(table);
    const others = ZONT.filter((card) => !Object.values(customers).includes(card));
    const deck = shuffleDeck(table, others);
    const hands = dealHands(table, deck, table.options.handSize, table.first);
    const colours = Object.values(BAZAAR_COLOURS);
    const piles = range(table.seats).flatMap((seat) => colours.map((colour) => `pile:${seat}.${colour}`));
    return {
      deck,
      ...Object.fromEntries(colours.map((colour) => [`customer:${colour}`, [customers[colour]]])),
      ...emptyZones(piles),
      ...hands,
      ...emptyZonesOfSeats(table, "score"),
      ...emptyZonesOfSeats(table, "penalty"),
      ...emptyZones(table.options.othersScore === "discard" ? ["discard"] : []),
    };
  }

  function isColouredFavors(card) {
    return card[0] === "F" && card[1] !== "W";
  }

  /** Turn the nine coloured Favors over from the top; the first of each colour is its customer (bazaar 1.1). */
  function shuffledCustomers(table) {
    const turnedOver = shuffleCards(table, ZONT.filter(isColouredFavors)).reverse();
    return Object.fromEntries(
      Object.entries(BAZAAR_COLOURS).map(([code, colour]) => [colour, turnedOver.find((card) => card[1] === code)]),
    );
  }

  /** Take the red, the yellow and the blue customer off the top of a stacked deck of 55 (engine 2). */
  function stackedCustomers(table) {
    return Object.fromEntries(
      Object.entries(BAZAAR_COLOURS).map(([code, colour]) => {
        const card = table.stack.pop();
        const wrong = `The ${colour} customer of the stacked deck must be a ${colour} Favors, not ${quote(card)}.`;
        demand(/^F[RYB][123]$/.test(card) && card[1] === code, "deck", wrong);
        return [colour, card];
      }),
    );
  }

  // ---- Door to Zont (door 1)

  const DOOR_SUITS = { A: "art", C: "change", F: "favors", Z: "zont", G: "giglets" };

  function dealDoor(table) {
    return [counted(table, { firstSeat: table.first }, () => dealDoorTable(table))];
  }

  function dealDoorTable(table) {
    const deck = shuffleDeck(table, ZONT.filter((card) => card[2] !== "0"));
    const suits = Object.entries(DOOR_SUITS).map(([code, suit]) => [`suit:${suit}`, [`${code}W0`]]);
    const hands = dealHands(table, deck, 5, table.first);
    return { deck, ...Object.fromEntries(suits), ...hands, ...emptyZonesOfSeats(table, "score") };
  }

  // ---- Zar (zar 1)

  function checkZar(table) {
    const cards = table.seats * table.options.deal;
    demand(cards <= 53, "options", `Seats × deal must be at most 53, and they are ${cards}.`);
  }

  function dealZar(table) {
    return [counted(table, { dealer: table.first }, () => dealZarHand(table))];
  }

  function dealZarHand(table) {
    const supply = shuffleDeck(table, ZAR);
    const size = table.options.deal || Math.max(10 - table.seats, 3);
    const hands = dealHands(table, supply, size, table.first + 1);
    const discard = [turnOverFirst(table, supply)];
    return { supply, discard, ...hands };
  }

  /** Turn over the first discard; a wild or a dragon goes back at a random place, 0 the bottom (zar 1.4). */
  function turnOverFirst(table, supply) {
    let card = supply.pop();
    while (card[0] === "W" || card[0] === "D") {
      supply.splice(table.random.below(supply.length + 1), 0, card);
      card = supply.pop();
    }
    return card;
  }

  // ---- ZLAM! (zlam 1, 4.1, 6.4)

  function isBase(card) {
    return card !== "+" && card !== "-";
  }

  function checkZlam(table) {
    const cards = table.rules.deck(table.options);
    requireCards(table.seats * (table.options.stacks + 1), cards.length, "cards");
    requireCards(table.seats * table.options.stacks, cards.filter(isBase).length, "number and ZLAM! cards");
  }

  function requireCards(needed, count, what) {
    demand(count >= needed, "options", `There must be at least ${needed} ${what} for so many seats, not ${count}.`);
  }

  function dealZlam(table) {
    return range(table.options.sets * table.seats || 1).map((game) => {
      const dealer = (table.first + game) % table.seats;
      return counted(table, { dealer }, () => dealZlamGame(table, dealer));
    });
  }

  function dealZlamGame(table, dealer) {
    const deck = shuffleDeck(table, table.rules.deck(table.options));
    const stacks = {};
    for (const number of range(table.options.stacks, 1)) {
      for (const seat of seatsFrom(table, dealer + 1)) stacks[`stack:${seat}.${number}`] = [drawBase(deck)];
    }
    return { deck, drawn: [], ...stacks, out: [] };
  }

  /** Draw a base; a gain or loss card goes to the very bottom instead (zlam 6.4). */
  function drawBase(deck) {
    while (!isBase(deck[deck.length - 1])) deck.unshift(deck.pop());
    return deck.pop();
  }

  // ---- the games

  /** An option that is `standard` unless set, and may be set to that or to a whole number. */
  function option(standard, from, to) {
    const allows = (value) => value === standard || isNumber(value, from, to);
    return { standard, allows, allowed: `${quote(standard)} or a whole number from ${from} to ${to}` };
  }

  function oneOf(...values) {
    const allows = (value) => values.includes(value);
    return { standard: values[0], allows, allowed: values.map(quote).join(" or ") };
  }

  // `options` are those that the deal depends on, `others` the names of all that it does not. `opener` tells who makes
  // the first move, where that is certain; `dealsAll` marks the games whose later deals do not depend on the moves.
  const GAMES = new Map(
    Object.entries({
      zeven: {
        title: "Zeven",
        least: 2,
        most: 4,
        options: { rounds: option("seats", 1, 12) },
        others: ["changeMovesItself", "favorsCollector", "favorsRedraw", "greatZont", "tieSameSum", "gigletsPower"],
        deck: () => ZONT,
        deal: dealZeven,
        dealsAll: true,
        opener: (deal) => deal.starter,
      },
      bazaar: {
        title: "Bazaar",
        least: 2,
        most: 6,
        options: { handSize: option(5, 3, 7), othersScore: oneOf("bank", "discard", "stay") },
        others: ["changeTargets", "changeTakesItself", "trigger", "banking", "copiedPower"],
        deck: () => ZONT,
        deal: dealBazaar,
        opener: (deal) => deal.firstSeat,
      },
      door: {
        title: "Door to Zont",
        least: 2,
        most: 6,
        options: {},
        others: ["finalPowers", "finalTrigger", "changeKeepsIn", "changeTargets", "wildColour", "scorePile", "favors", "changeTakesItself", "favorsTargets"],
        deck: () => ZONT,
        deal: dealDoor,
        opener: (deal) => deal.firstSeat,
      },
      zar: {
        title: "Zar",
        least: 2,
        most: 9,
        options: { deal: option(0, 3, 10) },
        others: [
          ...["matching", "inTurnTwin", "stacking", "mayDecline", "playDrawn", "pairGoesOut", "dragonNames"],
          ...["dealer", "scoring", "hands", "target", "vincent", "vincentKeeps", "vincentFor"],
        ],
        deck: () => ZAR,
        check: checkZar,
        deal: dealZar,
      },
      zlam: {
        title: "ZLAM!",
        least: 2,
        most: 100,
        options: {
          sets: option(0, 0, 1000),
          ones: option(2, 0, 10),
          twos: option(3, 0, 10),
          threes: option(5, 0, 10),
          fours: option(3, 0, 10),
          fives: option(2, 0, 10),
          zlams: option(15, 0, 60),
          decks: option(1, 1, 20),
          stacks: option(3, 2, 5),
          gainCards: option(0, 0, 10),
          lossCards: option(0, 0, 10),
          ...Object.fromEntries(ZLAM_COLOURED.map((card) => [`extra${card}`, option(0, 0, 10)])),
        },
        others: ["teams", "atRisk", "drawnUnplayable", "atRiskAtEnd", "gainOn", "lossOn"],
        deck: zlamDeck,
        check: checkZlam,
        deal: dealZlam,
        dealsAll: true,
        opener: (deal, seats) => (deal.dealer + 1) % seats,
      },
    }),
  );

  // ---- reading a record (engine 7, 8)

  function demand(condition, check, message) {
    if (!condition) throw new Refusal(check, message);
  }

  /** Demand what a later version may change. */
  function known(condition, check, message) {
    if (!condition) throw new Foreign(check, `Not verifiable here: ${message}`);
  }

  function isNumber(value, from, to) {
    return Number.isInteger(value) && from <= value && value <= to;
  }

  function isKey(value) {
    return typeof value === "string" && HEX_32_BYTES.test(value);
  }

  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  function isListOfTexts(value) {
    return Array.isArray(value) && value.every((entry) => typeof entry === "string");
  }

  /** Write a value for a message: short, on one line, and in characters that no terminal obeys. */
  function quote(value) {
    if (value === undefined) return "nothing";
    if (Array.isArray(value)) return "a list";
    if (isObject(value) || typeof value === "function") return "an object";
    if (typeof value !== "string") return String(value);
    const short = value.length > 80 ? `${value.slice(0, 80)}…` : value;
    return JSON.stringify(short).replace(/[^\x20-\x7e…]/g, escaped);
  }

  function escaped(unit) {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  }

  function findGame(name) {
    const names = [...GAMES.keys()].join(", ");
    const unknown = `The game must be one of ${names}, not ${quote(name)}.`;
    demand(typeof name === "string", "record", unknown);
    known(GAMES.has(name), "record", unknown);
    return GAMES.get(name);
  }

  /** Check the form of a record and return the rules of its game. */
  function readForm(record) {
    demand(isObject(record), "record", `A record must be a JSON object, not ${quote(record)}.`);
    const format = `The format must be ${FORMAT}, not ${quote(record.format)}.`;
    demand(isNumber(record.format, 0, MOST_VERSIONS), "record", format);
    known(record.format === FORMAT, "record", format);
    const rules = findGame(record.game);
    const { title, least, most } = rules;
    const version = `The rules version of ${title} must be ${RULES}, not ${quote(record.rules)}.`;
    demand(isNumber(record.rules, 0, MOST_VERSIONS), "record", version);
    known(record.rules === RULES, "record", version);
    const seats = `${title} must have ${least} to ${most} seats, not ${quote(record.seats)}.`;
    demand(isNumber(record.seats, least, most), "record", seats);
    const { seed = "" } = record;
    demand(seed !== "", "record", "The record must have its seed, which is cut out of it until the table is over.");
    demand(isKey(seed), "record", `The seed must be 64 lower-case hex digits, not ${quote(seed)}.`);
    demand(isListOfTexts(record.moves), "record", "The moves must be a list of texts, each a seat and a move.");
    return rules;
  }

  /** Return all options that the deal depends on, with the defaults of those that are not set. */
  function readOptions(rules, seats, given) {
    demand(isObject(given), "options", `The options must be a JSON object, not ${quote(given)}.`);
    const dealing = { firstSeat: option("random", 0, seats - 1), ...rules.options };
    const names = [...Object.keys(dealing), ...rules.others];
    for (const name of Object.keys(given)) {
      const unknown = `An option of ${rules.title} must be one of ${names.join(", ")}, not ${quote(name)}.`;
      known(names.includes(name), "options", unknown);
    }
    const options = Object.entries(dealing).map(([name, about]) => [name, readOption(name, about, given[name])]);
    return Object.fromEntries(options);
  }

  function readOption(name, about, value) {
    if (value === undefined) return about.standard;
    demand(about.allows(value), "options", `The option ${name} must be ${about.allowed}, not ${quote(value)}.`);
    return value;
  }

  /** Read a record into the table that is dealt: its options, its stream of words, and the first seat. */
  function readTable(record) {
    const rules = readForm(record);
    const options = readOptions(rules, record.seats, record.options === undefined ? {} : record.options);
    const random = new Generator(record.seed);
    // The first random step of a table (engine 8).
    const first = options.firstSeat === "random" ? random.below(record.seats) : options.firstSeat;
    const table = { rules, seats: record.seats, options, random, first, stack: readStack(record.deck), shuffles: [] };
    if (rules.check) rules.check(table);
    return table;
  }

  /** Return a stacked deck bottom first, as it lies, or null. */
  function readStack(deck) {
    if (deck === undefined || deck === null) return null;
    demand(isListOfTexts(deck), "deck", "The stacked deck must be a list of cards, the top one first.");
    return [...deck].reverse();
  }

  function requireSameCards(stack, expected) {
    const surplus = without(stack, expected);
    const missing = without(expected, stack);
    const fits = surplus.length + missing.length === 0;
    const wanted = `exactly the ${expected.length} cards that the first shuffle would shuffle`;
    const found = `too many: ${listed(surplus)}; missing: ${listed(missing)}`;
    demand(fits, "deck", `The stacked deck must hold ${wanted}; ${found}.`);
  }

  /** Return the cards of a list that are left when those of another are taken out, copy by copy. */
  function without(cards, others) {
    const left = new Map();
    for (const card of others) left.set(card, (left.get(card) || 0) + 1);
    return cards.filter((card) => {
      const copies = left.get(card) || 0;
      left.set(card, copies - 1);
      return copies <= 0;
    });
  }

  function listed(cards) {
    return cards.length === 0 ? "none" : cards.slice(0, 10).map(quote).join(" ");
  }

  function dealAgain(record) {
    const table = readTable(record);
    return { table, dealt: table.rules.deal(table) };
  }

  /** Return the deals of a record that follow from its key alone. Throws a `Refusal` for what is no record. */
  function deals(record) {
    return dealAgain(record).dealt;
  }

  // ---- the checks

  function pass(name, message) {
    return { name, ok: true, message };
  }

  function fail(name, message) {
    return { name, ok: false, message };
  }

  function judge(name, ok, good, bad) {
    return ok ? pass(name, good) : fail(name, bad);
  }

  /** Return the checks that a step makes, or the one that fails, or cannot be made, as the step cannot be taken. */
  function attempt(step) {
    try {
      return step();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      const { check, message } = problem;
      return [problem instanceof Foreign ? { name: check, ok: null, message } : fail(check, message)];
    }
  }

  function allOk(checks) {
    return checks.every((check) => check.ok);
  }

  function isGiven(part) {
    return part !== undefined && part !== null;
  }

  /** Check all that a record tells of its seed, shuffles and deals; `notes` say what could not be checked. */
  function verify(record) {
    const form = attempt(() => [pass("record", `A record of ${readForm(record).title} for ${record.seats} seats.`)]);
    if (!allOk(form)) return { ok: verdictOn(form), checks: form, notes: [] };
    const checks = [...form, ...checkDeals(record), ...checkFairness(record), ...checkShuffles(record)];
    if (isGiven(record.shuffles) && allOk(checks)) checks.push(checkAgainstDeals(record));
    return { ok: verdictOn(checks), checks, notes: notesOn(record) };
  }

  /** Return false if a check failed, null if one cannot be made here, and else true. */
  function verdictOn(checks) {
    return checks.some(({ ok }) => ok === false) ? false : allOk(checks) || null;
  }

  function notesOn(record) {
    const notes = ["The moves after the first, and the result, are not checked here."];
    if (!isGiven(record.fairness)) {
      notes.push("The record has no fairness part, so how its key was chosen is not checked.");
    }
    if (!isGiven(record.shuffles) && !GAMES.get(record.game).dealsAll) {
      notes.push("The record lists no shuffles, so those after the first deal are not checked.");
    }
    return notes;
  }

  function checkDeals(record) {
    return attempt(() => {
      const { table, dealt } = dealAgain(record);
      const many = dealt.length === 1 ? "one deal" : `${dealt.length} deals`;
      return [
        pass("options", "The options are known, and in range where the deal depends on them."),
        ...(isGiven(record.deck) ? [pass("deck", "The stacked deck holds exactly the cards that it must.")] : []),
        pass("deal", `Dealt again: ${many}, with ${table.random.used} words of the key.`),
        ...record.moves.slice(0, 1).map((line) => checkFirstMove(record, dealt[0], line)),
      ];
    });
  }

  /** Check that the first move can be made from the deal: by who opens the table, with cards of that seat's hand. */
  function checkFirstMove({ game, seats }, deal, line) {
    const name = "first move";
    const [, number, cards] = /^(\d{1,3}) [a-z]+((?: [^ ]+)*)$/.exec(line) || [];
    if (number === undefined) return fail(name, `A move must be a seat, a verb and arguments, not ${quote(line)}.`);
    const seat = Number(number);
    const { opener } = GAMES.get(game);
    const openers = opener ? [opener(deal, seats)] : range(seats);
    const by = `The first move must be made by seat ${openers.join(" or ")}, and the record has ${quote(line)}.`;
    if (!openers.includes(seat)) return fail(name, by);
    const hand = deal.zones[`hand:${seat}`] || [];
    // A card begins with a capital letter, other arguments with a sign; a hidden card is ??.
    const missing = cards.split(" ").filter((word) => /^[A-Z]/.test(word) && !hand.includes(word));
    const held = `Seat ${seat} must hold ${listed(missing)} for the first move, ${quote(line)}, and was not dealt it.`;
    return judge(name, missing.length === 0, "The first move can be made from this deal.", held);
  }

  // ---- commit and reveal (engine 4)

  /** Check that the record's key is the one that the server committed to; no checks if the record has no such part. */
  function checkFairness(record) {
    return attempt(() => {
      readForm(record);
      if (!isGiven(record.fairness)) return [];
      const fairness = readFairness(record.fairness);
      const entropy = checkEntropy(fairness.entropy, record.seats);
      return [checkCommitment(fairness), entropy, ...(entropy.ok ? [checkKey(fairness, record.seed)] : [])];
    });
  }

  function readFairness(fairness) {
    demand(isObject(fairness), "fairness", `The fairness part must be a JSON object, not ${quote(fairness)}.`);
    for (const name of ["commitment", "serverSeed"]) {
      const wrong = `The ${name} must be 64 lower-case hex digits, not ${quote(fairness[name])}.`;
      demand(isKey(fairness[name]), "fairness", wrong);
    }
    const table = fairness.table;
    const named = typeof table === "string" && table !== "" && PRINTABLE.test(table);
    demand(named, "fairness", `The table must be named by characters from U+0020 to U+007E, not ${quote(table)}.`);
    return fairness;
  }

  function checkCommitment({ commitment, serverSeed }) {
    const found = toHex(sha256(fromHex(serverSeed)));
    const bad = `The SHA-256 of the server seed must be the commitment ${commitment}, and it is ${found}.`;
    return judge("commitment", found === commitment, "The server seed is the one that was committed to.", bad);
  }

  function checkEntropy(entropy, seats) {
    if (!Array.isArray(entropy) || entropy.length !== seats) {
      const found = Array.isArray(entropy) ? entropy.length : quote(entropy);
      return fail("entropy", `There must be a list with one entropy for each of the ${seats} seats, not ${found}.`);
    }
    const wrong = entropy.findIndex((text) => !isEntropy(text));
    const what = `a text of at most ${MOST_ENTROPY} characters from U+0020 to U+007E`;
    const bad = `The entropy of seat ${wrong} must be ${what}, not ${quote(entropy[wrong])}.`;
    return judge("entropy", wrong < 0, "Every seat has an entropy, which may be empty.", bad);
  }

  function isEntropy(text) {
    return typeof text === "string" && text.length <= MOST_ENTROPY && PRINTABLE.test(text);
  }

  function checkKey(fairness, seed) {
    const message = ["croupier/1", fairness.table, ...fairness.entropy].join("\n");
    const found = toHex(hmac(fromHex(fairness.serverSeed), asciiBytes(message)));
    const what = "the HMAC of the table and the entropies under the server seed";
    const bad = `The seed must be ${found}, ${what}, and it is ${seed}.`;
    return judge("key", found === seed, "The key follows from the server seed, the table and the entropies.", bad);
  }

  // ---- shuffles

  /** Check that one shuffle of a record is what the generator gives from its `before`, at its count of words. */
  function checkShuffle(key, shuffle) {
    return attempt(() => [judgeShuffle(key, readShuffle(shuffle))])[0];
  }

  function readShuffle(shuffle) {
    demand(isObject(shuffle), "shuffle", `A shuffle must be a JSON object, not ${quote(shuffle)}.`);
    for (const name of ["ply", "words"]) {
      const wrong = `The ${name} of a shuffle must be a whole number, not ${quote(shuffle[name])}.`;
      demand(isNumber(shuffle[name], 0, MOST_WORDS), "shuffle", wrong);
    }
    const { zone } = shuffle;
    demand(typeof zone === "string", "shuffle", `The zone of a shuffle must be a text, not ${quote(zone)}.`);
    for (const name of ["before", "after"]) {
      demand(isListOfTexts(shuffle[name]), "shuffle", `A shuffle must list the cards ${name} it, bottom first.`);
    }
    return shuffle;
  }

  function judgeShuffle(key, shuffle) {
    const { before, after } = shuffle;
    const expected = new Generator(key, shuffle.words).shuffle(before);
    const about = `The shuffle of ${quote(shuffle.zone)} at ply ${shuffle.ply}, from word ${shuffle.words},`;
    if (after.length !== before.length) {
      return fail("shuffle", `${about} must give back its ${before.length} cards, and the record has ${after.length}.`);
    }
    const place = expected.findIndex((card, index) => card !== after[index]);
    const found = `as card ${place + 1} from the bottom, and the record has ${quote(after[place])}`;
    const bad = `${about} must give ${quote(expected[place])} ${found}.`;
    return judge("shuffle", place < 0, `${about} is what the key gives.`, bad);
  }

  /** Check the shuffles of a record one by one, and then whether they follow one another. */
  function checkShuffles(record) {
    const { shuffles, seed } = record;
    if (!isGiven(shuffles)) return [];
    if (!Array.isArray(shuffles)) return [fail("shuffles", `The shuffles must be a list, not ${quote(shuffles)}.`)];
    const checks = shuffles.map((shuffle) => checkShuffle(seed, shuffle));
    return allOk(checks) ? [...checks, checkOrder(seed, shuffles)] : checks;
  }

  function checkOrder(seed, shuffles) {
    const ends = shuffles.map((shuffle) => wordsAfter(seed, shuffle));
    const wrong = shuffles.findIndex(
      (shuffle, index) => index > 0 && (shuffle.words < ends[index - 1] || shuffle.ply < shuffles[index - 1].ply),
    );
    const bad = `Shuffle ${wrong + 1} must be no earlier than the one before it, and use words not yet used.`;
    return judge("shuffles", wrong < 0, "The shuffles follow one another, and no word is used twice.", bad);
  }

  function wordsAfter(seed, shuffle) {
    const random = new Generator(seed, shuffle.words);
    random.shuffle(shuffle.before);
    return random.used;
  }

  /** Check that no shuffle stands where a deal, which follows from the key alone, has another or none. */
  function checkAgainstDeals(record) {
    const { table, dealt } = dealAgain(record);
    const wrong = record.shuffles.findIndex(
      (shuffle) =>
        (table.rules.dealsAll || shuffle.words < dealt[0].wordsAfter) &&
        !table.shuffles.some((own) => own.words === shuffle.words && areEqual(own.before, shuffle.before)),
    );
    const bad = `Shuffle ${wrong + 1} must be that of a deal, which begins with the cards in canonical order.`;
    return judge("shuffles", wrong < 0, "Where the rules deal, the shuffles are those of the deals.", bad);
  }

  function areEqual(cards, others) {
    return cards.length === others.length && cards.every((card, index) => card === others[index]);
  }

  // ---- the command

  const USAGE = "usage: node croupier-verify.js [--json | --deals] FILE...   (- is the standard input)";

  /** The exit status for records of another version. */
  const NOT_VERIFIABLE = 3;

  /** Check the files that are named and print what was found; return 0 when all is well, else 1 or 3. */
  function main(given) {
    const files = given.filter((argument) => !argument.startsWith("--"));
    const formats = given.filter((argument) => argument.startsWith("--"));
    const format = formats.length === 0 ? formatText : FORMATS.get(formats[0]);
    if (files.length === 0 || formats.length > 1 || format === undefined) {
      process.stderr.write(`${USAGE}\n`);
      return 1;
    }
    const results = files.map((file) => [file, ...checkFile(file)]);
    for (const [file, result, record] of results) process.stdout.write(`${format(file, result, record)}\n`);
    if (results.some(([, result]) => result.ok === false)) return 1;
    return results.some(([, result]) => result.ok === null) ? NOT_VERIFIABLE : 0;
  }

  const FORMATS = new Map([
    ["--json", (file, result) => JSON.stringify({ file, ...result })],
    ["--deals", formatDeals],
  ]);

  /** Return the result of a file, and the record in it if it holds any JSON. */
  function checkFile(file) {
    let bytes;
    try {
      bytes = require("fs").readFileSync(file === "-" ? 0 : file);
    } catch (problem) {
      return [unreadable(`${quote(file)} must be a file that can be read (${problem.code}).`)];
    }
    try {
      const record = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
      return [verify(record), record];
    } catch (problem) {
      // Only JSON.parse and the decoder throw these; a mistake of this program is to be seen.
      if (!(problem instanceof SyntaxError || problem.code === "ERR_ENCODING_INVALID_ENCODED_DATA")) throw problem;
      return [unreadable(`${quote(file)} must hold one record as JSON in UTF-8.`)];
    }
  }

  function unreadable(message) {
    return { ok: false, checks: [fail("file", message)], notes: [] };
  }

  function formatText(file, result) {
    const signs = new Map([[true, "ok    "], [false, "FAILED"], [null, "?     "]]);
    const verdicts = new Map([[true, "verified"], [false, "NOT verified"], [null, "not verifiable here"]]);
    const lines = result.checks.map((check) => `${signs.get(check.ok)}  ${check.name}: ${check.message}`);
    const notes = result.notes.map((note) => `note    ${note}`);
    return [...lines, ...notes, `${quote(file)} is ${verdicts.get(result.ok)}.`].join("\n");
  }

  function formatDeals(file, result, record) {
    return result.ok ? JSON.stringify(deals(record)) : formatText(file, result);
  }

  const api = Object.freeze({
    Generator,
    Refusal,
    checkFairness,
    checkShuffle,
    deals,
    deckOf,
    fromHex,
    hmac,
    sha256,
    toHex,
    verify,
    words,
  });

  if (typeof module === "object" && module.exports) {
    module.exports = api;
    if (require.main === module) process.exitCode = main(process.argv.slice(2));
  } else {
    globalThis.CroupierVerify = api;
  }
})();
