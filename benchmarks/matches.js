// Plays the matches of a peer's client, and times their moves: shared by `boardgame/load.js` and `colyseus/load.js`.
// Reads one command a line and answers with one line of JSON: {"do": "open", "count": N} opens matches ahead; {"do":
// "play", "warmUp": S, "seconds": S} tells when the clock starts and when it ends, and then how long moves took, in
// seconds.

const readline = require("node:readline");

const fail = (problem) => {
  process.stderr.write(`${process.cwd()}: ${problem}\n`);
  process.exit(1);
};

// Takes the functions of a peer: `open` resolves to a new match with its `script` and its `version`, `send` sends the next
// move of a match, `close` leaves it. A move is over when `parts` of its answer have been given to the function that is
// returned: the match, the version that the part tells, and whether the match is over by it.
const serveCommands = ({ atOnce, parts, moves, open, send, close }) => {
  const ready = [];
  const playing = [];
  const finished = [];
  let opened = 0;
  let run = null;

  const sendNext = (match) => {
    match.missing = parts;
    match.sent = performance.now();
    send(match, match.script[match.at]);
  };

  const arrive = (match, version, isOver) => {
    if (version <= match.version) return fail(`version ${version} follows ${match.version}`);
    match.missing -= 1;
    if (match.missing > 0) return undefined;
    match.version = version;
    match.at += 1;
    run.times.push((performance.now() - match.sent) / 1000);
    return goOn(match, isOver);
  };

  const goOn = (match, isOver) => {
    if (isOver !== (match.at === match.script.length)) return fail(`move ${match.at} of ${match.script.length}`);
    if (isOver) finished.push(match);
    if (run.isOver) return rest(isOver ? null : match);
    if (!isOver) return sendNext(match);
    if (ready.length === 0) {
      run.end();
      return rest(null);
    }
    return sendNext(ready.pop());
  };

  const rest = (match) => {
    if (match !== null) playing.push(match);
    run.active -= 1;
    if (run.active === 0) run.rested();
  };

  // ---- commands

  const say = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

  // Waits so long and for an answer, less when no match is left.
  const wait = async (seconds) => {
    const answers = run.times.length;
    do {
      await Promise.race([new Promise((resolve) => setTimeout(resolve, 1000 * seconds)), run.ended]);
    } while (run.times.length === answers && !run.hasEnded);
  };

  const openMatches = async ({ count }) => {
    while (ready.length + playing.length < count) {
      opened += 1;
      ready.push(Object.assign(await open(opened, arrive), { at: 0, missing: 0 }));
    }
    say({ moves });
  };

  const play = async ({ warmUp, seconds }) => {
    const starting = Array.from({ length: atOnce }, () => playing.pop() ?? ready.pop());
    run = { times: [], isOver: false, active: starting.length };
    run.ended = new Promise((resolve) => (run.end = resolve)).then(() => (run.hasEnded = true));
    const rested = new Promise((resolve) => (run.rested = resolve));
    starting.forEach(sendNext);
    await wait(warmUp);
    const first = run.hasEnded ? 0 : run.times.length;
    const began = performance.now();
    say({ clock: "starts" });
    await wait(seconds);
    const times = run.times.slice(first).sort((a, b) => a - b);
    const took = (performance.now() - began) / 1000;
    say({ clock: "ends" });
    run.isOver = true;
    await rested;
    // Only now, since the server has work with each socket that goes.
    await Promise.all(finished.splice(0).map(close));
    const at = (share) => times[Math.floor(times.length * share)];
    say({ answers: times.length, seconds: took, p50: at(0.5), p99: at(0.99) });
  };

  const commands = readline.createInterface({ input: process.stdin });
  commands.on("line", (line) => {
    const command = JSON.parse(line);
    (command.do === "open" ? openMatches : play)(command).catch((problem) => fail(problem.stack));
  });
  commands.on("close", () => process.exit(0));
};

module.exports = { serveCommands, fail };
