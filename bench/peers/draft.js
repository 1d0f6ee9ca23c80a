// The peer's server: a secret two-handed draft of boardgame.io's own making, kept in memory.
//
// Like Burger Go!, all choose in secret, all choices are turned up together, and the hands go round.
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const ROUNDS = 3;
const HAND = 9;

function deal(G, random) {
  const deck = random.Shuffle(Array.from({ length: 72 }, (_, card) => card));
  G.hands = G.hands.map(() => deck.splice(0, HAND));
  G.chosen = G.hands.map(() => null);
  G.round += 1;
}

function turnUp(G, ctx, random, events) {
  G.chosen.forEach((card, seat) => G.taken[seat].push(card));
  G.chosen = G.chosen.map(() => null);
  G.hands.push(G.hands.shift());
  if (G.hands[0].length > 0) return;
  if (G.round < ROUNDS) return deal(G, random);
  const points = G.taken.map((cards) => cards.reduce((sum, card) => sum + (card % 7), 0));
  events.endGame({ points });
}

function choose({ G, ctx, random, events, playerID }, card) {
  const seat = Number(playerID);
  const hand = G.hands[seat];
  if (G.chosen[seat] !== null || !hand.includes(card)) return INVALID_MOVE;
  hand.splice(hand.indexOf(card), 1);
  G.chosen[seat] = card;
  if (G.chosen.every((one) => one !== null)) turnUp(G, ctx, random, events);
}

const draft = {
  name: "draft",
  setup: ({ ctx, random }) => {
    const none = () => Array.from({ length: ctx.numPlayers }, () => []);
    const G = { round: 0, hands: none(), taken: none(), chosen: [] };
    deal(G, random);
    return G;
  },
  // A seat sees its own hand; of the others' choices only that they were made.
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.map(() => -1))),
    chosen: G.chosen.map((card, seat) => (String(seat) === playerID || card === null ? card : -1)),
  }),
  moves: { choose: { move: choose, client: false, undoable: false } },
  turn: { activePlayers: { all: null } },
  disableUndo: true,
};

Server({ games: [draft], origins: [/.*/] })
  .run(Number(process.argv[2]))
  .then(() => console.log("ready"));
