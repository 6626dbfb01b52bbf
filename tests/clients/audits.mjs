// Print what the audits of the package graphql-http find: GraphQL over HTTP, as its specification says.

import { auditServer } from "graphql-http";

const results = await auditServer({ url: process.argv[2], fetchFn: fetch });
console.log(JSON.stringify(results.map(({ id, name, status, reason }) => ({ id, name, status, reason }))));
