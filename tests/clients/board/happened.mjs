// What has happened at a table, in small cases: which frames count, what came since a move, and where it is marked.

import { deepStrictEqual } from "node:assert";

const { board } = JSON.parse(process.argv[2]);
const { isSequel, joinFrame, placesOf, sinceLastMove, stepsOf } = await import(`${board}/happened/steps.js`);

const event = (version, sequence, seat, sentence, more = {}) => {
  return { version, sequence, seat, sentence, weight: "COUNT", from: null, to: null, cards: [], ...more };
};
const frame = (version, ply, seat, { turn = [0], events = [event(version, 0, seat, `Seat ${seat} moves.`)] } = {}) => {
  return { version, events, session: { view: { ply, turn } } };
};
const join = (...frames) => frames.reduce(joinFrame, []);
const versions = (frames) => frames.map(({ version }) => version);

const CASES = {
  "What is told of a table begins with the deal": () => {
    const open = { version: 2, events: [event(2, 0, 0, "Ada sits down.")], session: { view: null } };
    deepStrictEqual(versions(join(open, frame(4, 0, null), frame(5, 1, 0))), [4, 5]);
  },
  "A version without a move counts if it has a sentence": () => {
    const silent = frame(6, 1, null, { events: [event(6, 0, 1, "It is up to Bob.", { weight: "DETAIL" })] });
    deepStrictEqual(versions(join(frame(4, 0, null), frame(5, 1, 0), silent, frame(7, 1, 1))), [4, 5, 7]);
  },
  "A move that was taken back has not happened": () => {
    const back = frame(7, 1, 1);
    deepStrictEqual(versions(join(frame(4, 0, null), frame(5, 1, 0), frame(6, 2, 1), back, frame(8, 2, 1))), [4, 5, 7, 8]);
  },
  "After versions that were lost or skipped, the past is read again": () => {
    const known = join(frame(4, 0, null), frame(5, 1, 0));
    const found = (version, resync, rolledBack) => isSequel(known, { ...frame(version, 2, 1), resync, rolledBack });
    deepStrictEqual([found(6, false, false), found(9, false, false), found(6, true, false)], [true, true, true]);
    deepStrictEqual([found(8, true, false), found(4, true, true), found(6, true, true)], [false, false, false]);
  },
  "A version counts once": () => {
    deepStrictEqual(versions(join(frame(4, 0, null), frame(5, 1, 0), frame(5, 1, 0))), [4, 5]);
  },
  "A player sees what came after the own last move, also out of turn": () => {
    const frames = join(frame(4, 0, null), frame(5, 1, 0), frame(6, 2, 2), frame(7, 3, 1));
    deepStrictEqual(versions(sinceLastMove(frames, 0)), [6, 7]);
    deepStrictEqual(versions(sinceLastMove(frames, 2)), [7]);
    deepStrictEqual(versions(sinceLastMove(frames, 1)), []);
  },
  "A move without a seat in its events is that of the seat that was asked": () => {
    const shuffle = frame(6, 2, null, { events: [event(6, 0, null, "A pile is shuffled.")] });
    const frames = join(frame(4, 0, null), frame(5, 1, 0, { turn: [0] }), shuffle, frame(7, 3, 1));
    deepStrictEqual(versions(sinceLastMove(frames, 0)), [7]);
    deepStrictEqual(stepsOf(frames.slice(2))[0].seat, 0);
  },
  "A player who has not moved yet sees all since the deal": () => {
    deepStrictEqual(versions(sinceLastMove(join(frame(4, 0, null), frame(5, 1, 1), frame(6, 2, 2)), 0)), [5, 6]);
  },
  "A spectator sees what the next player has not answered yet, and at the end the last move": () => {
    const frames = [frame(4, 0, null), frame(5, 1, 1), frame(6, 2, 2), frame(7, 3, 0)];
    deepStrictEqual(versions(sinceLastMove(join(...frames, frame(8, 4, 2, { turn: [1] })), null)), [6, 7, 8]);
    deepStrictEqual(versions(sinceLastMove(join(...frames, frame(8, 4, 2, { turn: [] })), null)), [8]);
  },
  "Each sentence is a step, and the same one twice in a row is one": () => {
    const draws = [1, 2].map((sequence) => event(5, sequence, 1, "Bob draws a card."));
    const detail = event(5, 3, null, "It is up to Ada.", { weight: "DETAIL" });
    const events = [event(5, 0, 1, "Bob plays the 5."), ...draws, detail];
    const again = [event(6, 0, 2, "Bob draws a card.")];
    const steps = stepsOf(join(frame(5, 1, 1, { events }), frame(6, 2, 2, { events: again })));
    deepStrictEqual(
      steps.map(({ id, sentence }) => [id, sentence]),
      [
        ["5.0", "Bob plays the 5."],
        ["5.1", "Bob draws a card. (×2)"],
        ["6.0", "Bob draws a card."],
      ],
    );
  },
  "A step is marked at its piles, at its cards, and at the others who took part": () => {
    const zones = [
      { key: "deck", kind: "deck", owner: null },
      { key: "discard", kind: "discard", owner: null },
      ...[0, 1, 2].map((seat) => ({ key: `hand:${seat}`, kind: "hand", owner: seat })),
    ];
    const placed = (more, viewer = 0) => {
      const [step] = stepsOf(join(frame(5, 1, 1, { events: [event(5, 0, 1, "…", more)] })));
      return placesOf(step, zones, viewer);
    };
    const card = { code: "A" };
    deepStrictEqual(placed({ from: "hand:1", to: "discard", cards: [card] }), {
      seats: [1],
      zones: [{ key: "discard", codes: ["A"] }],
    });
    deepStrictEqual(placed({ from: "deck", to: "hand:2" }).seats, [1, 2]);
    deepStrictEqual(placed({ from: "deck", to: "hand:2" }).zones.map(({ key }) => key), ["hand:2", "deck"]);
    deepStrictEqual(placed({ from: "hand:2", to: "hand:1" }, 2).seats, [1]);
    deepStrictEqual(placed({ to: "discard", cards: Array(4).fill(card) }).zones, [{ key: "discard", codes: [] }]);
    deepStrictEqual(placed({}).zones, []);
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
