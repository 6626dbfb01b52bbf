// What publint and attw find in a package, and what its modules weigh for an app: comments stripped, not minified.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import ts from "typescript";

const { tarball, sources, board, later } = JSON.parse(process.argv[2]);
const data = new Uint8Array(readFileSync(tarball));
const { messages } = await publint({ pack: { tarball: data.buffer.slice(data.byteOffset, data.byteOffset + data.length) }, strict: true });
// A style sheet has no types.
const { problems } = await checkPackage(createPackageFromTarballData(data), { excludeEntrypoints: ["./board.css"] });

const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, removeComments: true };
const strip = (file) => (file.endsWith(".js") ? ts.transpile(readFileSync(file, "utf8"), options) : readFileSync(file, "utf8"));
const weigh = (files) => gzipSync(files.map(strip).join("")).length;
const found = problems.map(({ kind, resolutionKind }) => [kind, resolutionKind]);
const weights = { bytes: weigh(sources), boardBytes: weigh(board), laterBytes: weigh(later) };
console.log(JSON.stringify({ messages, problems: found, ...weights }));
