// A small game like Uno for four seats, as one writes it for boardgame.io: what the others hold is stripped from the view.

const { INVALID_MOVE } = require("boardgame.io/core");

const COLORS = ["R", "G", "B", "Y"];
const FACES = ["0", ...["1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "V", "D"].flatMap((face) => [face, face])];
const HAND = 7;
const MOST_TURNS = 300;

const makeDeck = () => [
  ...COLORS.flatMap((color) => FACES.map((face) => ({ color, face }))),
  ...Array.from({ length: 4 }, () => ({ color: null, face: "W" })),
];

const fits = (card, G) => card.face === "W" || card.color === G.color || card.face === G.pile[G.pile.length - 1].face;

// Every legal move of a seat, as the name of a move and its arguments.
const legalMoves = (G, seat) => {
  const plays = G.hands[seat].flatMap((card, index) => {
    if (!fits(card, G)) return [];
    return card.face === "W" ? COLORS.map((color) => ["play", [index, color]]) : [["play", [index]]];
  });
  return plays.length > 0 ? plays : [["draw", []]];
};

const drawCards = (G, seat, count, random) => {
  for (let drawn = 0; drawn < count; drawn += 1) {
    if (G.deck.length === 0) {
      const top = G.pile.pop();
      G.deck = random.Shuffle(G.pile);
      G.pile = [top];
    }
    if (G.deck.length === 0) return;
    G.hands[seat].push(G.deck.pop());
  }
};

const after = (G, seat, numPlayers, steps) => String((Number(seat) + G.direction * steps + numPlayers * 2) % numPlayers);

const endTurn = (G, ctx, events, steps) => events.endTurn({ next: after(G, ctx.currentPlayer, ctx.numPlayers, steps) });

const play = ({ G, ctx, events, random }, index, color) => {
  const hand = G.hands[ctx.currentPlayer];
  const card = hand[index];
  if (card === undefined || !fits(card, G)) return INVALID_MOVE;
  if (card.face === "W" && !COLORS.includes(color)) return INVALID_MOVE;
  hand.splice(index, 1);
  G.pile.push(card);
  G.color = card.face === "W" ? color : card.color;
  if (card.face === "V") G.direction = -G.direction;
  if (card.face === "D") drawCards(G, after(G, ctx.currentPlayer, ctx.numPlayers, 1), 2, random);
  endTurn(G, ctx, events, card.face === "S" || card.face === "D" ? 2 : 1);
};

const draw = ({ G, ctx, events, random }) => {
  if (legalMoves(G, ctx.currentPlayer)[0][0] === "play") return INVALID_MOVE;
  drawCards(G, ctx.currentPlayer, 1, random);
  endTurn(G, ctx, events, 1);
};

const Uno = {
  name: "uno",
  // One known deal, so that whoever measures can choose the moves beforehand.
  seed: "croupier",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(makeDeck());
    const hands = Object.fromEntries(ctx.playOrder.map((seat) => [seat, deck.splice(0, HAND)]));
    const first = deck.findIndex((card) => card.face !== "W");
    const pile = deck.splice(first, 1);
    return { hands, deck, pile, color: pile[0].color, direction: 1 };
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    deck: G.deck.length,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.map(() => null)]),
    ),
  }),
  moves: { play: { move: play, client: false }, draw: { move: draw, client: false } },
  endIf: ({ G, ctx }) => {
    const winner = ctx.playOrder.find((seat) => G.hands[seat].length === 0);
    if (winner !== undefined) return { winner };
    return ctx.turn > MOST_TURNS ? { draw: true } : undefined;
  },
};

module.exports = { Uno, legalMoves };
