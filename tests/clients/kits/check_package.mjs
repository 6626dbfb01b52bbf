// What publint and attw find in a package, and what its modules weigh for an app: comments stripped, not minified.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import ts from "typescript";

const { tarball, sources } = JSON.parse(process.argv[2]);
const data = new Uint8Array(readFileSync(tarball));
const { messages } = await publint({ pack: { tarball: data.buffer.slice(data.byteOffset, data.byteOffset + data.length) }, strict: true });
const { problems } = await checkPackage(createPackageFromTarballData(data));

const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022, removeComments: true };
const code = sources.map((file) => ts.transpile(readFileSync(file, "utf8"), options)).join("");
console.log(JSON.stringify({ messages, problems: problems.map(({ kind, resolutionKind }) => [kind, resolutionKind]), bytes: gzipSync(code).length }));
