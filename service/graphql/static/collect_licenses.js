// Print the licences of the packages in ./node_modules, each text once, with the packages that it is for.
// The refresh.sh of each vendored page runs this.
"use strict";

const fs = require("fs"), path = require("path");
const packages = [];

function read(named) {
  if (fs.statSync(named).isDirectory()) return fs.readdirSync(named).map((file) => read(path.join(named, file))).join("\n\n");
  return fs.readFileSync(named, "utf8").replace(/\r/g, "").trim();
}

(function collect(folder) {
  for (const entry of fs.readdirSync(folder)) {
    const where = path.join(folder, entry);
    if (entry.startsWith("@")) collect(where);
    else if (fs.existsSync(path.join(where, "package.json"))) {
      const { name, version, license } = JSON.parse(fs.readFileSync(path.join(where, "package.json")));
      const files = fs.readdirSync(where).filter((file) => /^(licen[cs]e|notice)/i.test(file));
      const text = files.map((file) => read(path.join(where, file))).join("\n\n") || `Licence: ${license ?? "in its README"}`;
      packages.push({ label: `${name} ${version}`, text });
      if (fs.existsSync(path.join(where, "node_modules"))) collect(path.join(where, "node_modules"));
    }
  }
})("node_modules");

const byText = new Map();
for (const { label, text } of packages) byText.set(text, [...(byText.get(text) ?? []), label]);
for (const [text, labels] of byText) console.log(`${[...new Set(labels)].sort().join("\n")}\n\n${text}\n\n${"-".repeat(80)}\n`);
