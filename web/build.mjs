// Pack the page: its modules and styles in few files, without what only people read, each named by what is in it, and the
// pages that load them.
//
//     node web/build.mjs MODULES [FOLDER]
//
// MODULES has Rollup and esbuild below `node_modules`; `make page` knows where. FOLDER is `web/built` unless another is
// given.

import { createHash } from "node:crypto";
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
const PAGES = ["index.html", "inspect/index.html", "embed/index.html", "rules/page.html"];
// The kit is served as it is written.
const NAMED = new RegExp(`${ADDRESS}(?!kit/)([\\w./-]+\\.(?:js|css))`, "g");
// A smaller part is not worth a request: it comes with a larger one.
const SMALL_BYTES = 3000;

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
 * Write a module with all that it imports, now or later, and return the name of its file.
 *
 * @param {string} name
 */
async function packModule(name) {
  const bundle = await rollup({ input: join(SOURCE, name), preserveSymlinks: true, plugins: [packing], logLevel: "silent" });
  const { output } = await bundle.write({
    dir: BUILT,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
    hashCharacters: "base36",
    experimentalMinChunkSize: SMALL_BYTES,
  });
  return output[0].fileName;
}

/** Write a style, and return the name of its file. @param {string} name */
async function packStyle(name) {
  const code = await minify(readFileSync(join(SOURCE, name), "utf8"), "css");
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 8);
  const file = `${basename(name, ".css")}-${hash}.css`;
  writeFileSync(join(BUILT, file), code);
  return file;
}

/** @param {string} page */
async function packPage(page) {
  const text = readFileSync(join(SOURCE, page), "utf8");
  const names = [...text.matchAll(NAMED)].map(([, name]) => name);
  const pack = (/** @type {string} */ name) => (extname(name) === ".js" ? packModule(name) : packStyle(name));
  const packed = new Map(await Promise.all(names.map(async (name) => /** @type {const} */ ([name, await pack(name)]))));
  mkdirSync(dirname(join(BUILT, page)), { recursive: true });
  writeFileSync(join(BUILT, page), text.replace(NAMED, (_, name) => `${ADDRESS}${packed.get(name)}`));
}

/** Write the service worker, with the names of all files that it keeps. */
async function packWorker() {
  const files = readdirSync(BUILT).filter((name) => /-\w{8}\.(?:js|css)$/.test(name)).map((name) => ADDRESS + name);
  const text = readFileSync(join(SOURCE, "worker.js"), "utf8");
  const named = text.replace("const FILES = []", `const FILES = ${JSON.stringify(files.sort())}`);
  writeFileSync(join(BUILT, "worker.js"), await minify(named, "js"));
}

rmSync(BUILT, { recursive: true, force: true });
mkdirSync(BUILT, { recursive: true });
for (const page of PAGES) await packPage(page);
await packWorker();
