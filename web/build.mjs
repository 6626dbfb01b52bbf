// Pack the page: its modules and styles in few files, without what only people read, and the pages that load them.
//
//     node web/build.mjs MODULES [FOLDER]
//
// MODULES has Rollup and esbuild below `node_modules`; `make page` knows where. FOLDER is `web/built` unless another is
// given.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { NAMES } from "./static/languages/index.js";
import { compileTemplates } from "./templates.mjs";

const [modules, folder] = process.argv.slice(2);
const require = createRequire(resolve(modules, "package.json"));
const { rollup } = require("rollup");
const { transform } = require("esbuild");

const here = dirname(fileURLToPath(import.meta.url));
const SOURCE = join(here, "static");
const BUILT = folder ? resolve(folder) : join(here, "built");
const ADDRESS = "/play/static/";
// Each page with what it alone loads has a folder of its own; what is the same in several is in another one. The service
// gives each file an address with the digest of its content: `${ADDRESS}NAME.DIGEST.js`.
const SHARED = "shared";
const PAGES = { play: "index.html", inspect: "inspect/index.html", embed: "embed/index.html", rules: "rules/page.html" };
// The kit is served as it is written.
const NAMED = new RegExp(`${ADDRESS}(?!kit/)([\\w./-]+\\.(?:js|css))`, "g");
// Browsers with a window ask for the icon of each page, so it comes with the page.
const ICON = `${ADDRESS}icon.svg`;
// What comes before anything is drawn stands in the page: a request of its own would keep the page waiting.
const FIRST = /<script src="\/play\/static\/theme\.js"><\/script>/;
// The service worker keeps what one plays with. The explorer shows nothing without the service.
const KEPT = ["play"];
// What is nothing without the service.
const UNKEPT = ["app_key.js", "notices.js"];
// Most screens of the page introduce a game, draw cards, copy links, and tell who plays: that comes with its first module.
const COMMON = [
  /\/app\/(introduction|styles)\.js$/,
  /\/kit\/board\/(card|colours|names|pointing|turns)\.js$/,
  /\/table\/(emote_button|face|names|presence)\.js$/,
];
// What has a file of its own, however small it is.
const APART = [
  // What a service refuses is told in few tables, and needs a connection; a table changes after it was drawn, and few
  // tables have many players.
  /\/languages\/\w+\/(problems)\.js$/,
  /\/kit\/(?:board\/)?(changes|further)\.js$/,
  // The words of a language, of the page and of the board; and those of the end of a table.
  /\/languages\/(\w+)\/app\.js$/,
  /\/languages\/(\w+\/end)\.js$/,
  /\/board\/languages\/(?!index)(\w+)\.js$/,
  // The page and the explorer have the same board.
  /\/kit\/board\/(board)\.css$/,
];
const PREACT = "/kit/board/preact.js";
// A style as a module, for those who do not pack: here it is packed from what it was written from.
const STYLE = /_style\.js$/;
const ELEMENT_STYLE = /element_style\.js$/;
// A style that stands in its module.
const INNER_STYLE = /(?<=\bSTYLE = )`([^`]*)`/;
// It reads templates, of which none is left here: without the note, nothing says that it can be left out.
const READER = /(,\w+=)(function\(\w+\)\{var \w+=\w+\.get\(this\))/;
const WORDS = "/kit/board/languages/index.js";
// The page that MCP hosts show: they take one text, and let it load nothing.
const APP = "mcp-app";
// A smaller part is not worth a request: it comes with a larger one.
const SMALL_BYTES = 3000;

/** @typedef {Map<string, string>} Files Texts by name. */

const minify = async (/** @type {string} */ code, /** @type {"js" | "css"} */ loader) => {
  const settings = loader === "js" ? { target: "es2022", legalComments: "none" } : {};
  return (await transform(code, { loader, minify: true, ...settings })).code.trimEnd();
};

/** Return a module whose inner style is as short as can be. @param {string} text */
async function minifyStyles(text) {
  const [, style] = INNER_STYLE.exec(text) ?? [];
  if (style === undefined) return text;
  const short = JSON.stringify(await minify(style, "css"));
  return text.replace(INNER_STYLE, () => short);
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

/** Return the style that a module was written from; that of the element is the board's. @param {string} id */
const writtenFrom = (id) => id.replace(ELEMENT_STYLE, "board/board.css").replace(STYLE, ".css");

/** A style that a module imports is its text: so it comes with the module. */
const packing = {
  name: "packing",
  async transform(/** @type {string} */ text, /** @type {string} */ id) {
    const style = STYLE.test(id) ? readFileSync(writtenFrom(id), "utf8") : id.endsWith(".css") && text;
    if (style) return `export default ${JSON.stringify(await minify(style, "css"))};`;
    if (id.endsWith(PREACT)) return text.replace(READER, (_, name, reader) => `${name}/*@__PURE__*/${reader}`);
    // The page loads the board's words with its own.
    if (id.endsWith(WORDS)) return "export const WORDS = {};";
    const code = await minifyStyles(text);
    return { code: code.includes("html`") ? compileTemplates(code, this.parse(code)) : code, map: null };
  },
  renderChunk: (/** @type {string} */ code) => minify(code, "js"),
};

/**
 * Return a module with all that it imports, now or later.
 *
 * @param {string} name
 * @returns {Promise<Files>}
 */
async function packModule(name) {
  const input = join(SOURCE, name);
  const bundle = await rollup({ input, preserveSymlinks: true, plugins: [packing], logLevel: "silent" });
  const { output } = await bundle.generate({
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    experimentalMinChunkSize: SMALL_BYTES,
    manualChunks: (id) => chunkOf(id, name),
  });
  return new Map(output.map((chunk) => [chunk.fileName, chunk.code]));
}

/**
 * Return the name of the file in which a module belongs; null where that follows from what imports it.
 *
 * @param {string} id
 * @param {string} first The first module of its page.
 */
function chunkOf(id, first) {
  if (id === join(SOURCE, first) || (first === "main.js" && COMMON.some((names) => names.test(id)))) return "main";
  return APART.map((names) => names.exec(id)?.[1].replace("/", "-")).find(Boolean) ?? null;
}

/**
 * Return the scripts and styles that a page names, and all that they import.
 *
 * @param {string} page
 * @returns {Promise<Files>}
 */
async function packFiles(page) {
  /** @type {Files} */
  const files = new Map();
  for (const [, name] of readSource(page).replace(FIRST, "").matchAll(NAMED)) {
    if (extname(name) === ".js") for (const [file, text] of await packModule(name)) files.set(file, text);
    else files.set(basename(name), await minify(readSource(name), "css"));
  }
  return files;
}

/** @typedef {[name: string, text: string]} File */

/**
 * Return the place of a file of a page below the folder of all that is packed.
 *
 * @param {string} folder
 * @param {File} file
 */
function placeOf(folder, [name, text]) {
  const isShared = [...packed].some(([other, files]) => other !== folder && files.get(name) === text);
  return `${isShared ? SHARED : folder}/${name}`;
}

/** Return what packed pages call the files of a page, by name; the service puts their addresses in place of that. */
const namesOf = (/** @type {string} */ folder) =>
  new Map(filesOf(folder).map((file) => [file[0], `${ADDRESS}built/${placeOf(folder, file)}`]));

/** @returns {File[]} */
const filesOf = (/** @type {string} */ folder) => [...(packed.get(folder) ?? [])];

/**
 * Return a page with the names of its files. Modules import each other by addresses that never change, and that the
 * page's import map leads to those of their contents: so a module that changes changes no other one.
 *
 * @param {string} folder
 * @param {string} page
 */
async function packPage(folder, page) {
  const names = namesOf(folder);
  const modules = [...names].filter(([name]) => name.endsWith(".js"));
  const imports = Object.fromEntries(modules.map(([name, packedName]) => [ADDRESS + name, packedName]));
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  const first = await minify(readSource("theme.js"), "js");
  return readSource(page)
    .replace(FIRST, () => `<script>${first}</script>`)
    .replace(NAMED, (_, name) => names.get(basename(name)) ?? "")
    .replace(/<link rel="modulepreload"|<script type="module"/, (loading) => `${map}\n    ${loading}`)
    .replaceAll(ICON, () => holding(readSource(basename(ICON))));
}

/** In the page that loads nothing, the words of all languages come with it. */
const packingAll = {
  ...packing,
  transform(/** @type {string} */ text, /** @type {string} */ id) {
    return id.endsWith(WORDS) ? text : packing.transform.call(this, text, id);
  },
};

/** Return the page that holds its style and all its modules. */
async function packApp() {
  const input = join(SOURCE, APP, "main.js");
  const bundle = await rollup({ input, preserveSymlinks: true, plugins: [packingAll], logLevel: "silent" });
  const { output } = await bundle.generate({ inlineDynamicImports: true });
  const code = output[0].code;
  if (/<(\/script|!--)/i.test(code)) throw new Error("A script in a page holds what ends it.");
  const style = await minify(readSource(`${APP}/app.css`), "css");
  return readSource(`${APP}/index.html`)
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replace(/<script type="module"[^>]*>/, () => `<script type="module">${code}`);
}

/** @param {string} language */
async function readTexts(language) {
  const { texts } = await import(`./static/languages/${language}/worker.js`);
  return [language, texts];
}

/** Return the service worker, with the names of all files that it keeps, and its texts in all languages. */
async function packWorker() {
  const kept = KEPT.flatMap((folder) => [...namesOf(folder)]).filter(([name]) => !UNKEPT.includes(name));
  const files = kept.map(([, address]) => address).sort();
  const texts = await Promise.all(Object.keys(NAMES).map(readTexts));
  const code = readSource("worker.js")
    .replace("const FILES = []", () => `const FILES = ${JSON.stringify(files)}`)
    .replace("const TEXTS = {}", () => `const TEXTS = ${JSON.stringify(Object.fromEntries(texts))}`);
  return minify(code, "js");
}

/** @param {string} name */
const readSource = (name) => readFileSync(join(SOURCE, name), "utf8");

/**
 * @param {string} name Below the folder of all that is packed.
 * @param {string} text
 */
function write(name, text) {
  const file = join(BUILT, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** @type {Map<string, Files>} By folder. */
const packed = new Map();
for (const [folder, page] of Object.entries(PAGES)) packed.set(folder, await packFiles(page));

rmSync(BUILT, { recursive: true, force: true });
for (const [folder, page] of Object.entries(PAGES)) {
  for (const file of filesOf(folder)) write(placeOf(folder, file), file[1]);
  write(join(folder, basename(page)), await packPage(folder, page));
}
write("worker.js", await packWorker());
write(`${APP}/table.html`, await packApp());
