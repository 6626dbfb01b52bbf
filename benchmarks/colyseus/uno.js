// The small game like Uno of `../boardgame/uno.js`, as plain functions on one object that they change. A card is its number
// in the deck, and a move is the index of a card of the hand, or -1 to draw, with the color that a wild card names.

const COLORS = 4;
const FACES = ["0", ...["1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "V", "D"].flatMap((face) => [face, face])];
const WILD = "W";
const HAND = 7;
const MOST_MOVES = 300;
const SEATS = 4;

const CARDS = [
  ...Array.from({ length: COLORS }, (_, color) => FACES.map((face) => ({ color, face }))).flat(),
  ...Array.from({ length: 4 }, () => ({ color: -1, face: WILD })),
];

const shuffle = (cards, random) => {
  for (let at = cards.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [cards[at], cards[other]] = [cards[other], cards[at]];
  }
  return cards;
};

const deal = (random) => {
  const deck = shuffle([...CARDS.keys()], random);
  const hands = Array.from({ length: SEATS }, () => deck.splice(0, HAND));
  const first = deck.findIndex((card) => CARDS[card].face !== WILD);
  const pile = deck.splice(first, 1);
  return { hands, deck, pile, color: CARDS[pile[0]].color, direction: 1, turn: 0, ply: 0, isOver: false };
};

const topOf = (game) => game.pile[game.pile.length - 1];

const fits = (card, game) => {
  const { face, color } = CARDS[card];
  return face === WILD || color === game.color || face === CARDS[topOf(game)].face;
};

// Every legal move of the seat whose turn it is.
const legalMoves = (game) => {
  const moves = game.hands[game.turn].flatMap((card, index) => {
    if (!fits(card, game)) return [];
    if (CARDS[card].face !== WILD) return [[index, -1]];
    return Array.from({ length: COLORS }, (_, color) => [index, color]);
  });
  return moves.length > 0 ? moves : [[-1, -1]];
};

const isLegal = (game, [index, color]) => legalMoves(game).some((move) => move[0] === index && move[1] === color);

const drawCards = (game, seat, count, random) => {
  for (let drawn = 0; drawn < count; drawn += 1) {
    if (game.deck.length === 0) {
      const top = game.pile.pop();
      game.deck = shuffle(game.pile, random);
      game.pile = [top];
    }
    if (game.deck.length === 0) return;
    game.hands[seat].push(game.deck.pop());
  }
};

const seatAfter = (game, steps) => (game.turn + game.direction * steps + SEATS * 2) % SEATS;

// Makes a legal move.
const makeMove = (game, [index, color], random) => {
  let steps = 1;
  if (index < 0) {
    drawCards(game, game.turn, 1, random);
  } else {
    const [card] = game.hands[game.turn].splice(index, 1);
    const { face } = CARDS[card];
    game.pile.push(card);
    game.color = face === WILD ? color : CARDS[card].color;
    if (face === "V") game.direction = -game.direction;
    if (face === "D") drawCards(game, seatAfter(game, 1), 2, random);
    if (face === "S" || face === "D") steps = 2;
  }
  game.ply += 1;
  game.isOver = game.hands[game.turn].length === 0 || game.ply >= MOST_MOVES;
  game.turn = seatAfter(game, steps);
};

module.exports = { SEATS, deal, isLegal, legalMoves, makeMove, topOf };
