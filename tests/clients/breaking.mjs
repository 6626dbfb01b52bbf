// Print which changes from one schema to each of others break clients, as a list for each; given are the files.
//
// What is dangerous counts, too, unless every client must expect it: a word more in a list with OTHER, a problem more in
// a union, an argument or a field of an input that may be left out, an interface more.

import { readFileSync } from "node:fs";
import { diff } from "@graphql-inspector/core";
import { buildSchema } from "graphql";

const read = (file) => buildSchema(readFileSync(file, "utf8"));

function isExpected({ type, meta }, before, after) {
  switch (type) {
    case "ENUM_VALUE_ADDED":
      return before.getType(meta.enumName).getValue("OTHER") !== undefined;
    case "UNION_MEMBER_ADDED":
      return after.getType(meta.addedUnionMemberTypeName).getInterfaces().some(({ name }) => name === "Problem");
    case "FIELD_ARGUMENT_ADDED":
    case "INPUT_FIELD_ADDED":
    case "OBJECT_TYPE_INTERFACE_ADDED":
      return true;
    default:
      return false;
  }
}

async function findBreaking(before, after) {
  const changes = await diff(before, after);
  return changes
    .filter(({ criticality }) => criticality.level !== "NON_BREAKING")
    .filter((change) => change.criticality.level === "BREAKING" || !isExpected(change, before, after))
    .map(({ message }) => message);
}

const [before, others] = JSON.parse(process.argv[2]);
const released = read(before);
const found = [];
for (const file of others) found.push(await findBreaking(released, read(file)));
console.log(JSON.stringify(found));
