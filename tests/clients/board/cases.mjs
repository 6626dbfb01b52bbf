// The logic of the board in small cases: what a touch selects, which cards fly, what is said, where a key leads.

import { deepStrictEqual } from "node:assert";

const { board } = JSON.parse(process.argv[2]);
const { lookOf } = await import(`${board}/card.js`);
const { NAMED_SUITS } = await import(`${board}/emblems.js`);
const { planDeal, planFlights } = await import(`${board}/animation.js`);
const { sentencesOf } = await import(`${board}/log.js`);
const { arrange, factsAt, factValue, powerOf, shapesOf, sortFacts, titleOf } = await import(`${board}/layout.js`);
const { buttonMoves, isPlayable, movesFor, movesWith, NOTHING, targets, touchCard, touchSeat, touchZone } =
  await import(`${board}/selection.js`);
const { heading, joinNames, text } = await import(`${board}/texts.js`);
const { goalOf, movesAt, movesLeft } = await import(`${board}/considering.js`);
const { effectsOf } = await import(`${board}/foresight.js`);
const { step } = await import(`${board}/hand.js`);

const face = (code) => ({ code, suit: null, color: null, value: 1, label: code });
const move = (notation, { cards = [], from = null, to = null, seat = null, choice = null } = {}) => {
  const [verb] = notation.split(" ");
  return { notation, verb, cards: cards.map(face), from, to, seat, choice, label: notation };
};
const picked = (code, index = 0, zone = "hand:0") => ({ zone, index, code });
const notations = (moves) => moves.map(({ notation }) => notation);

const MOVES = [
  move("play A @1", { cards: ["A"], from: "hand:0", to: "area:1" }),
  move("play A @2", { cards: ["A"], from: "hand:0", to: "area:2" }),
  move("play B @1 =x", { cards: ["B"], from: "hand:0", to: "area:1", choice: "x" }),
  move("play B @1 =y", { cards: ["B"], from: "hand:0", to: "area:1", choice: "y" }),
  move("pair C C", { cards: ["C", "C"], from: "hand:0", to: "area:1" }),
  move("single C", { cards: ["C"], from: "hand:0", to: "area:1" }),
  move("take @2", { from: "area:2", to: "hand:0" }),
  move("give #3", { seat: 3, from: "drawn", to: null }),
  move("pass"),
];
const zone = (key, owner, cards, label = key, value = null) => {
  const [kind] = key.split(":");
  return { key, kind, owner, label, count: cards.length, value, cards: cards.map((code) => code && face(code)) };
};
const event = (kind, more = {}) => ({
  kind,
  seat: null,
  cards: [],
  count: 0,
  from: null,
  to: null,
  sentence: kind,
  ...more,
});
const vocabulary = {
  language: "en",
  zones: [
    { key: "pile", template: "the {part} pile of {seat}" },
    { key: "deck", template: "the deck" },
  ],
  events: [{ key: "out", blanks: [{ name: "seats", kind: "SEATS" }] }],
  powers: [{ key: "A", template: "It fits on all cards." }],
};
const game = { cards: [face("A")], vocabulary };

const CASES = {
  "A card with several targets stays selected, and its targets are marked": () => {
    const selection = touchCard(MOVES, NOTHING, picked("A"));
    deepStrictEqual(notations(movesFor(MOVES, selection)), ["play A @1", "play A @2"]);
    deepStrictEqual([...targets(MOVES, selection).zones], ["area:1", "area:2"]);
  },
  "A target narrows what a card may do": () => {
    const selection = touchZone(MOVES, touchCard(MOVES, NOTHING, picked("A")), "area:2");
    deepStrictEqual(notations(movesFor(MOVES, selection)), ["play A @2"]);
  },
  "A card on the target is the target": () => {
    const selection = touchCard(MOVES, touchCard(MOVES, NOTHING, picked("A")), picked("Z", 4, "area:2"));
    deepStrictEqual(notations(movesFor(MOVES, selection)), ["play A @2"]);
  },
  "Buttons are for what no place in sight tells": () => {
    const named = (moves, selection, near) => notations(buttonMoves(moves, selection, "hand:0", near));
    const [areas, card] = [[zone("area:1", null, []), zone("area:2", null, ["Z"])], touchCard(MOVES, NOTHING, picked("A"))];
    deepStrictEqual(named(MOVES, card, areas), []);
    deepStrictEqual(named(MOVES, card, areas.slice(1)), ["play A @1"]);
    // The open card of an area stands for its move, a hidden one of the deck does not.
    const drawing = move("draw", { from: "deck", to: "hand:0" });
    const table = [...areas, zone("deck", null, [null])];
    deepStrictEqual(named([...MOVES.slice(6), drawing], NOTHING, table), ["pass", "draw"]);
    const choices = touchCard(MOVES, NOTHING, picked("B", 1));
    deepStrictEqual(named(MOVES, choices, areas), ["play B @1 =x", "play B @1 =y"]);
    // Cards that lie open on the table are touched themselves, however few they are.
    const changes = ["Y", "Z"].flatMap((card) =>
      ["area:2", "area:3"].map((to) => move(`move ${card} ${to}`, { cards: [card], from: "area:1", to })),
    );
    const open = ["area:1", "area:2", "area:3"].map((key) => zone(key, null, ["Y", "Z"]));
    deepStrictEqual(named([...changes, MOVES[8]], NOTHING, open), ["pass"]);
  },
  "A card that no move names stands for the moves that begin where it lies": () => {
    deepStrictEqual(notations(movesWith(MOVES, picked("D", 0, "drawn"))), ["give #3"]);
    deepStrictEqual(notations(movesWith(MOVES, picked("A"))), ["play A @1", "play A @2"]);
    deepStrictEqual(movesWith(MOVES, picked("Q", 5)), []);
  },
  "Choices are left to ask for": () => {
    const selection = touchZone(MOVES, touchCard(MOVES, NOTHING, picked("B", 1)), "area:1");
    deepStrictEqual(notations(movesFor(MOVES, selection)), ["play B @1 =x", "play B @1 =y"]);
  },
  "What a move would do is told where it goes": () => {
    const goals = ["play A @1", "take @2", "give #3", "pass"].map((notation) =>
      goalOf(MOVES.find((one) => one.notation === notation), "hand:0"),
    );
    deepStrictEqual(goals, [
      { zone: "area:1", seat: null },
      { zone: "area:2", seat: null },
      { zone: null, seat: 3 },
      { zone: null, seat: null },
    ]);
  },
  "Moves are considered by a selection, by the card that is reached, or by the place that is pointed at": () => {
    const hand = "hand:0";
    const card = { moves: MOVES, hand, selection: touchCard(MOVES, NOTHING, picked("A")) };
    const nothing = { moves: MOVES, hand, selection: NOTHING };
    deepStrictEqual(notations(movesLeft(card, null)), ["play A @1", "play A @2"]);
    deepStrictEqual(notations(movesLeft(nothing, picked("B", 1))), ["play B @1 =x", "play B @1 =y"]);
    deepStrictEqual(notations(movesLeft(nothing, picked("C", 2))), ["single C"]);
    deepStrictEqual(notations(movesLeft(nothing, null)), []);
    deepStrictEqual(notations(movesLeft({ ...nothing, moves: MOVES.slice(6) }, null)), ["take @2"]);
    deepStrictEqual(notations(movesAt(card, { zone: "area:2", seat: null })), ["play A @2"]);
    deepStrictEqual(notations(movesAt(nothing, { zone: "area:2", seat: 1 })), ["take @2"]);
    deepStrictEqual(notations(movesAt(nothing, { zone: "pile:3", seat: 3 })), ["give #3"]);
    deepStrictEqual(movesAt(nothing, { zone: null, seat: null }), []);
  },
  "A game that names no effects, and an older service, tell events as a preview": () => {
    const events = [{ ...event("You play A."), seat: 0 }, event("turn"), { ...event("You draw a card."), count: 1 }];
    const named = { code: "takes", arguments: [], sentence: "You would take it." };
    deepStrictEqual(effectsOf({ events, effects: [named] }, "en"), [named]);
    const sentences = [{ events, effects: [] }, { events }].map((preview) => effectsOf(preview, "en")[0].sentence);
    deepStrictEqual(sentences, Array(2).fill("Preview: You play A. You draw a card."));
    deepStrictEqual([effectsOf(null, "en"), effectsOf({ events: [], effects: [] }, "en")], [[], []]);
  },
  "A second card joins the first where a move names both": () => {
    const one = touchCard(MOVES, NOTHING, picked("C", 2));
    deepStrictEqual(notations(movesFor(MOVES, one)), ["single C", "pair C C"]);
    deepStrictEqual(notations(movesFor(MOVES, touchCard(MOVES, one, picked("C", 3)))), ["pair C C"]);
  },
  "Another card takes the place of the first where no move names both": () => {
    const selection = touchCard(MOVES, touchCard(MOVES, NOTHING, picked("A")), picked("B", 1));
    deepStrictEqual(selection.cards, [picked("B", 1)]);
  },
  "A card without moves selects nothing": () => {
    deepStrictEqual(touchCard(MOVES, NOTHING, picked("Q", 5), "hand:0"), null);
    deepStrictEqual(isPlayable(MOVES, picked("Q", 5)), false);
  },
  "The top card of a pile stands for the pile": () => {
    const selection = touchCard(MOVES, NOTHING, picked("Z", 0, "area:2"));
    deepStrictEqual(notations(movesFor(MOVES, selection)).includes("take @2"), true);
  },
  "A seat is touched for the moves that are aimed at it": () => {
    deepStrictEqual(notations(movesFor(MOVES, touchSeat(MOVES, NOTHING, 3))), ["give #3"]);
    deepStrictEqual(touchSeat(MOVES, NOTHING, 1), null);
  },
  "A zone that no move has to do with is nothing": () => deepStrictEqual(touchZone(MOVES, NOTHING, "deck"), null),
  "Cards fly as events tell, face down where they do not show them": () => {
    const flights = planFlights([
      event("played", { cards: [face("A")], count: 1, from: "hand:0", to: "area:1" }),
      event("drawn", { count: 2, from: "deck", to: "hand:1" }),
      event("turn"),
    ]);
    deepStrictEqual(
      flights.map(({ from, card }) => [from, card?.code ?? null]),
      [
        ["hand:0", "A"],
        ["deck", null],
        ["deck", null],
      ],
    );
  },
  "Of many cards a few fly": () => {
    const gathered = event("gathered", { count: 40, from: "discard", to: "supply" });
    const counts = [1, 4, 20].map((many) => planFlights(Array(many).fill(gathered)).length);
    deepStrictEqual(counts, [4, 12, 12]);
  },
  "A deal goes round, from the largest hidden pile": () => {
    const table = [zone("out", null, [null]), zone("deck", null, [null, null]), zone("pile", null, ["C"])];
    const flights = planDeal({ zones: [...table, zone("hand:0", 0, ["A", "B"]), zone("hand:1", 1, [null])] });
    deepStrictEqual(
      flights.map(({ from, to, index }) => [from, to, index]),
      [
        ["deck", "hand:0", 0],
        ["deck", "hand:1", 0],
        ["deck", "hand:0", 1],
      ],
    );
    deepStrictEqual(planDeal({ zones: table }), []);
  },
  "Bookkeeping is not read out": () => {
    const weights = { played: "COUNT", dealer: "DETAIL", turn: "DETAIL", ended: "RULE" };
    const events = Object.entries(weights).map(([kind, weight]) => event(kind, { weight }));
    deepStrictEqual(sentencesOf(events), ["played", "ended"]);
  },
  "The viewer sits below, the others in the order of play after it": () => {
    const zones = [
      zone("deck", null, [null]),
      zone("hand:0", 0, [null]),
      zone("hand:1", 1, ["A"]),
      zone("pile:1.red", 1, []),
    ];
    const { own, others, shared } = arrange({ viewer: 1, zones }, 3);
    deepStrictEqual([own.seat, own.hand.key, own.zones[0].key], [1, "hand:1", "pile:1.red"]);
    deepStrictEqual(
      others.map(({ seat }) => seat),
      [2, 0],
    );
    deepStrictEqual(
      shared.map(({ key }) => key),
      ["deck"],
    );
    deepStrictEqual(arrange({ viewer: null, zones }, 3).own, null);
  },
  "A kind of zone that once was a pile stays one": () => {
    const counted = { ...zone("area:1", null, ["A"]), value: 1 };
    const full = shapesOf({ zones: [zone("deck", null, [null]), counted, zone("discard", null, ["A"])] });
    deepStrictEqual(
      [...full],
      [
        ["deck", "pile"],
        ["area", "spread"],
        ["discard", "pile"],
      ],
    );
    deepStrictEqual(shapesOf({ zones: [zone("deck", null, [])] }, full).get("deck"), "pile");
  },
  "A heading leaves out whose zone it is": () => {
    deepStrictEqual(titleOf(zone("pile:1.red", 1, [], "the red pile of Ada of York"), game, "en"), "Red pile");
    deepStrictEqual(titleOf(zone("deck", null, [], "the deck"), game, "en"), "Deck");
    deepStrictEqual(heading("de", "die Hand von Ada"), "Hand von Ada");
  },
  "Facts that decide come first, bookkeeping is left out, and a zone bears those about it that tell something": () => {
    const facts = [
      { name: "dealer", value: "0", display: "seat 0", weight: "DETAIL", zone: null },
      { name: "out", value: "0", display: "seat 0", weight: "RULE", zone: "deck" },
      { name: "hand", value: "3", display: "3", weight: "COUNT", zone: null },
      { name: "named", value: "Y", display: "yellow", weight: "RULE", zone: "deck" },
      { name: "owed", value: "0", display: "0", weight: "RULE", zone: "deck" },
    ];
    const told = sortFacts(facts).map((fact) => factValue(fact, vocabulary, (seat) => `N${seat}`));
    deepStrictEqual(told, ["N0", "yellow", "0", "3"]);
    deepStrictEqual(factsAt(facts, "deck"), [facts[1], facts[3]]);
    deepStrictEqual(factsAt(facts, "pile"), []);
  },
  "Some cards have a power": () => {
    deepStrictEqual([powerOf("A", game), powerOf("B", game)], ["It fits on all cards.", ""]);
  },
  "Names are joined as the language does": () => {
    deepStrictEqual(joinNames("en", ["Ada", "Bob", "Eve"]), "Ada, Bob and Eve");
    deepStrictEqual(joinNames("de", ["Ada"]), "Ada");
    deepStrictEqual(text("fr", "yourTurn"), "Your turn");
  },
  "A card looks the same in every language, and its kind the same in every colour": () => {
    const deck = (labels) =>
      ["YS", "YR", "GS", "GR"].map((code, place) => {
        const color = code[0] === "Y" ? "yellow" : "green";
        return { code, suit: null, color, value: null, label: labels[place] };
      });
    const looks = (cards) => cards.map((card) => lookOf(card, { cards }));
    const english = looks(deck(["yellow skip", "yellow reverse", "green skip", "green reverse"]));
    deepStrictEqual(
      looks(deck(["Gelb Aussetzen", "Gelb Richtungswechsel", "Grün Aussetzen", "Grün Richtungswechsel"])),
      english,
    );
    deepStrictEqual(
      english.map(({ index }) => index),
      ["S", "R", "S", "R"],
    );
    deepStrictEqual([english[0].emblem === english[2].emblem, english[0].emblem === english[1].emblem], [true, false]);
  },
  "A French deck shows its ranks, and the emblems of its suits, in whatever order they stand": () => {
    const colours = { diamonds: "red", spades: "black", clubs: "black", hearts: "red" };
    const card = (suit, rank) => ({
      code: `${suit[0].toUpperCase()}${rank}`,
      suit,
      color: colours[suit],
      value: "TJQK".includes(rank) ? 10 : null,
      label: `${rank} of ${suit}`,
    });
    const cards = Object.keys(colours).flatMap((suit) => ["2", "T", "J", "K", "A"].map((rank) => card(suit, rank)));
    const looks = cards.map((each) => lookOf(each, { cards }));
    deepStrictEqual(
      looks.slice(0, 5).map(({ index }) => index),
      ["2", "10", "J", "K", "A"],
    );
    deepStrictEqual(
      [looks[0], looks[5], looks[10], looks[15]].map(({ emblem }) => emblem),
      [NAMED_SUITS.diamonds, NAMED_SUITS.spades, NAMED_SUITS.clubs, NAMED_SUITS.hearts],
    );
    deepStrictEqual(new Set(looks.map(({ index, emblem }) => `${index} ${emblem}`)).size, cards.length);
  },
  "Keys lead from card to card": () => {
    deepStrictEqual([step("ArrowRight", 1, 3), step("ArrowRight", 2, 3), step("ArrowLeft", 0, 3)], [2, 2, 0]);
    deepStrictEqual(
      [step("End", 0, 3), step("Home", 2, 3), step("2", 0, 3), step("9", 0, 3), step("x", 0, 3)],
      [2, 0, 1, null, null],
    );
  },
};

const failures = [];
for (const [name, check] of Object.entries(CASES)) {
  try {
    check();
  } catch (error) {
    failures.push(`${name}: ${error.message}`);
  }
}
console.log(JSON.stringify({ failures }));
