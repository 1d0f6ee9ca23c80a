// Scripted people at the peer's tables: two sockets each, one move under way at a time, the next when both have heard.
//
//     node clients.js URL TABLES SECONDS
//
// prints `seated` when all sit, and one JSON object at the end.
const { io } = require("socket.io-client");

const [url, tables, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const SEATS = 2;
const WAY = { transports: ["websocket"], forceNew: true, reconnection: false };
const times = [];
let end = Infinity;

class Client {
  constructor(seat) {
    this.seat = String(seat);
  }

  sit(match) {
    this.match = match;
    this.socket = io(`${url}/draft`, WAY);
    this.socket.on("update", (_, state) => this.hear(state));
    this.socket.on("connect_error", (error) => fail(error.message));
    return new Promise((resolve) => {
      this.socket.once("sync", (_, sync) => resolve((this.state = sync.state)));
      this.socket.on("connect", () => this.socket.emit("sync", match, this.seat, undefined, SEATS));
    });
  }

  hear(state) {
    this.state = state;
    this.heard?.();
  }

  next() {
    return new Promise((resolve) => (this.heard = resolve));
  }

  play() {
    const hand = this.state.G.hands[this.seat];
    const card = hand[Math.floor(Math.random() * hand.length)];
    const payload = { type: "choose", args: [card], playerID: this.seat };
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, this.state._stateID, this.match, this.seat);
  }
}

class Table {
  constructor(number) {
    this.number = number;
    this.games = 0;
    this.clients = Array.from({ length: SEATS }, (_, seat) => new Client(seat));
  }

  async sitDown() {
    const match = `${this.number}-${this.games++}`;
    for (const client of this.clients) await client.sit(match);
  }

  async play() {
    while (performance.now() < end) {
      const { G, ctx } = this.clients[0].state;
      if (ctx.gameover) {
        for (const client of this.clients) client.socket.close();
        await this.sitDown();
        continue;
      }
      const mover = this.clients.find((client) => G.chosen[client.seat] === null);
      const heard = this.clients.map((client) => client.next());
      const began = performance.now();
      mover.play();
      await Promise.all(heard);
      times.push(performance.now() - began);
    }
  }
}

function fail(why) {
  console.error(`the peer's server refused a client: ${why}`);
  process.exit(1);
}

async function main() {
  const loaded = Array.from({ length: tables }, (_, number) => new Table(number));
  for (const table of loaded) await table.sitDown();
  console.log("seated");
  const began = performance.now();
  end = began + seconds * 1000;
  await Promise.all(loaded.map((table) => table.play()));
  const took = (performance.now() - began) / 1000;
  times.sort((one, other) => one - other);
  const at = (share) => times[Math.floor(times.length * share)];
  console.log(JSON.stringify({ plays: times.length, seconds: took, p50_ms: at(0.5), p99_ms: at(0.99) }));
  process.exit(0);
}

main();
