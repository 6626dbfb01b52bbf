// What the modules of the kit weigh for an app: comments stripped, not minified.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import ts from "typescript";

const { sources, board, later } = JSON.parse(process.argv[2]);
const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, removeComments: true };
const strip = (file) => (file.endsWith(".js") ? ts.transpile(readFileSync(file, "utf8"), options) : readFileSync(file, "utf8"));
const weigh = (files) => gzipSync(files.map(strip).join("")).length;
console.log(JSON.stringify({ bytes: weigh(sources), boardBytes: weigh(board), laterBytes: weigh(later) }));
