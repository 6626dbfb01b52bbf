// What publint and attw find in the tarball of an npm package, as a list of sentences in JSON:
//
//     node tools/packages/check_npm_package.mjs MODULES TARBALL
//
// MODULES has both tools below `node_modules`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, file] = process.argv.slice(2);
const require = createRequire(resolve(modules, "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

const { publint } = await load("publint");
const { formatMessage } = await load("publint/utils");
const { checkPackage, createPackageFromTarballData } = await load("@arethetypeswrong/core");

// The package is of ES modules alone: the resolution of Node 10, and a require, do not find it and are not meant to.
const NOT_MEANT = ["node10", "node16-cjs"];
const tarball = new Uint8Array(readFileSync(file));
const manifest = createPackageFromTarballData(tarball);
const { exports } = JSON.parse(manifest.readFile(`/node_modules/${manifest.packageName}/package.json`));
// A style sheet has no types.
const styles = Object.keys(exports).filter((name) => name.endsWith(".css"));

const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
const { problems } = await checkPackage(manifest, { excludeEntrypoints: styles });
const wrong = problems.filter(({ resolutionKind }) => !NOT_MEANT.includes(resolutionKind));
const found = [
  ...messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`),
  ...wrong.map((problem) => `attw: ${JSON.stringify(problem)}`),
];
console.log(JSON.stringify(found));
