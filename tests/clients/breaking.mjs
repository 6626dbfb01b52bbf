// Print which changes from one schema to another break clients, as a list; given are the files of both.

import { readFileSync } from "node:fs";
import { diff } from "@graphql-inspector/core";
import { buildSchema } from "graphql";

const [before, after] = JSON.parse(process.argv[2]).map((file) => buildSchema(readFileSync(file, "utf8")));
const changes = await diff(before, after);
const breaking = changes.filter(({ criticality }) => criticality.level === "BREAKING");
console.log(JSON.stringify(breaking.map(({ message }) => message)));
