// A move, and all frames, for each place at which the first answer is cut; what came of them is printed.

const given = JSON.parse(process.argv[2]);
const { Croupier } = await import(given.kit);
const croupier = new Croupier(given.url, { firstWait: 1, longestWait: 2 });

async function meet(cut) {
  const table = await croupier.table(`${cut}`);
  const outcome = await table.move("pass");
  const versions = [];
  for await (const frame of table.frames()) versions.push(frame.version);
  return [outcome.kind, versions];
}

const found = [];
for (let first = 0; first < given.cuts.length; first += 16) {
  found.push(...(await Promise.all(given.cuts.slice(first, first + 16).map(meet))));
}
console.log(JSON.stringify(found));
