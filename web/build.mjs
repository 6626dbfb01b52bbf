// Pack the page: its modules and styles in few files, without what only people read, and the pages that load them.
//
//     node web/build.mjs MODULES [FOLDER]
//
// MODULES has Rollup and esbuild below `node_modules`; `make page` knows where. FOLDER is `web/built` unless another is
// given.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [modules, folder] = process.argv.slice(2);
const require = createRequire(resolve(modules, "package.json"));
const { rollup } = require("rollup");
const { transform } = require("esbuild");

const here = dirname(fileURLToPath(import.meta.url));
const SOURCE = join(here, "static");
const BUILT = folder ? resolve(folder) : join(here, "built");
const ADDRESS = "/play/static/";
// Each page with what it loads has a folder of its own; the service gives the folders an address of their own for each
// state that they are in.
const PAGES = { play: "index.html", inspect: "inspect/index.html", embed: "embed/index.html", rules: "rules/page.html" };
// The kit is served as it is written.
const NAMED = new RegExp(`${ADDRESS}(?!kit/)([\\w./-]+\\.(?:js|css))`, "g");
// Browsers with a window ask for the icon of each page, so it comes with the page.
const ICON = `${ADDRESS}icon.svg`;
// The service worker keeps what one plays with.
const KEPT = ["play", "inspect"];
// What a service refuses is told in few tables, and needs a connection; a table changes after it was drawn: small as they
// are, these modules do not come at first.
const LATER = /\/languages\/\w+\/(problems)\.js$|\/kit\/(changes)\.js$/;
// A smaller part is not worth a request: it comes with a larger one.
const SMALL_BYTES = 3000;

const minify = async (/** @type {string} */ code, /** @type {"js" | "css"} */ loader) => {
  const settings = loader === "js" ? { target: "es2022", legalComments: "none" } : {};
  return (await transform(code, { loader, minify: true, ...settings })).code.trimEnd();
};

/**
 * Return a module without what indents the lines of its templates of HTML, and without the ends of lines between tags:
 * htm leaves both out as well.
 *
 * @param {string} text
 * @param {unknown} tree
 */
function withoutIndents(text, tree) {
  /** @type {{ start: number, end: number }[]} */
  const parts = [];
  JSON.stringify(tree, (_, node) => {
    if (node?.type === "TaggedTemplateExpression" && node.tag.name === "html") parts.push(...node.quasi.quasis);
    return node;
  });
  parts.sort((one, other) => other.start - one.start);
  const code = parts.reduce((found, { start, end }) => {
    const dense = found.slice(start, end).replace(/\n +/g, "\n").replace(/(^|>)\n+(?=<|$)/g, "$1");
    return found.slice(0, start) + dense + found.slice(end);
  }, text);
  return { code, map: null };
}

/**
 * Return an address that holds a picture, and may stand between double quotes.
 *
 * @param {string} svg
 */
function holding(svg) {
  const dense = svg.trim().replace(/\n\s*/g, " ").replaceAll('"', "'");
  return `data:image/svg+xml,${dense.replace(/[%#<>]/g, encodeURIComponent)}`;
}

/** A style that a module imports is its text: so it comes with the module. */
const packing = {
  name: "packing",
  async transform(/** @type {string} */ text, /** @type {string} */ id) {
    if (id.endsWith(".css")) return `export default ${JSON.stringify(await minify(text, "css"))};`;
    return text.includes("html`") ? withoutIndents(text, this.parse(text)) : null;
  },
  renderChunk: (/** @type {string} */ code) => minify(code, "js"),
};

/**
 * Write a module with all that it imports, now or later.
 *
 * @param {string} name
 * @param {string} folder
 */
async function packModule(name, folder) {
  const bundle = await rollup({ input: join(SOURCE, name), preserveSymlinks: true, plugins: [packing], logLevel: "silent" });
  await bundle.write({
    dir: join(BUILT, folder),
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    experimentalMinChunkSize: SMALL_BYTES,
    manualChunks: (id) => LATER.exec(id)?.slice(1).find(Boolean) ?? null,
  });
}

/**
 * @param {string} folder
 * @param {string} page
 */
async function packPage(folder, page) {
  mkdirSync(join(BUILT, folder), { recursive: true });
  const text = readFileSync(join(SOURCE, page), "utf8");
  for (const [, name] of text.matchAll(NAMED)) {
    if (extname(name) === ".js") await packModule(name, folder);
    else writeFileSync(join(BUILT, folder, basename(name)), await minify(readFileSync(join(SOURCE, name), "utf8"), "css"));
  }
  const packed = text
    .replace(NAMED, (_, name) => `${ADDRESS}built/${folder}/${basename(name)}`)
    .replaceAll(ICON, () => holding(readFileSync(join(SOURCE, basename(ICON)), "utf8")));
  writeFileSync(join(BUILT, folder, basename(page)), packed);
}

/** Write the service worker, with the names of all files that it keeps. */
async function packWorker() {
  const files = KEPT.flatMap((folder) => readdirSync(join(BUILT, folder)).map((name) => `${folder}/${name}`))
    .filter((name) => /\.(?:js|css)$/.test(name))
    .map((name) => `${ADDRESS}built/${name}`)
    .sort();
  const text = readFileSync(join(SOURCE, "worker.js"), "utf8");
  const named = text.replace("const FILES = []", `const FILES = ${JSON.stringify(files)}`);
  writeFileSync(join(BUILT, "worker.js"), await minify(named, "js"));
}

rmSync(BUILT, { recursive: true, force: true });
for (const [folder, page] of Object.entries(PAGES)) await packPage(folder, page);
await packWorker();
