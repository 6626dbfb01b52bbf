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
// A smaller part is not worth a request: it comes with a larger one.
const SMALL_BYTES = 2000;

const minify = async (/** @type {string} */ code, /** @type {"js" | "css"} */ loader) => {
  const settings = loader === "js" ? { format: "esm", target: "es2022", legalComments: "none" } : {};
  return (await transform(code, { loader, minify: true, ...settings })).code.trimEnd();
};

/** A style that a module imports is its text, and a picture is an address that holds it: so they come with the module. */
const packing = {
  name: "packing",
  async transform(/** @type {string} */ text, /** @type {string} */ id) {
    if (id.endsWith(".css")) return `export default ${JSON.stringify(await minify(text, "css"))};`;
    if (!id.endsWith(".svg")) return null;
    return `export default ${JSON.stringify(`data:image/svg+xml,${encodeURIComponent(text.replace(/\n\s*/g, " "))}`)};`;
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
  const packed = text.replace(NAMED, (_, name) => `${ADDRESS}built/${folder}/${basename(name)}`);
  writeFileSync(join(BUILT, folder, basename(page)), packed);
}

/** Write the service worker, with the names of all files that it keeps. */
async function packWorker() {
  const packed = readdirSync(BUILT, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:js|css)$/.test(name));
  const files = packed.map((name) => `${ADDRESS}built/${name.replaceAll("\\", "/")}`).sort();
  const text = readFileSync(join(SOURCE, "worker.js"), "utf8");
  const named = text.replace("const FILES = []", `const FILES = ${JSON.stringify(files)}`);
  writeFileSync(join(BUILT, "worker.js"), await minify(named, "js"));
}

rmSync(BUILT, { recursive: true, force: true });
for (const [folder, page] of Object.entries(PAGES)) await packPage(folder, page);
await packWorker();
